export interface CountdownContract {
  context: {
    /** Milliseconds since 1970. */
    until: number
    /** Told only in the last minute, and only while somebody can see it. */
    remainingSeconds: number | undefined
  }
  event: { type: 'page.shown' } | { type: 'page.hidden' }
  state: 'judging' | 'resting' | 'ticking' | 'unseen' | 'over'
  tag: 'ticking'
  input: { until: number }
  output: undefined
}
