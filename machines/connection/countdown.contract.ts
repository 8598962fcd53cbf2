export interface CountdownContract {
  context: {
    /** Milliseconds since 1970. */
    until: number
    /** Told only in the last minute, and only while somebody can see it. */
    remainingSeconds: number | undefined
  }
  event:
    /** The visitor is back at the page. */
    | { type: 'page.shown' }
    /** The page is out of sight. */
    | { type: 'page.hidden' }
  state: 'deciding' | 'resting' | 'ticking' | 'unseen' | 'over'
  tag: 'ticking'
  input: { until: number }
  output: undefined
}
