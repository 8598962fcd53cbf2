export interface CountdownContract {
  context: {
    /** When the pairing URI expires, in milliseconds since 1970. */
    until: number
    /** The seconds left; undefined before the last minute and while the page is hidden. */
    remainingSeconds: number | undefined
  }
  event:
    /** The page became visible. */
    | { type: 'page.shown' }
    /** The page was hidden. */
    | { type: 'page.hidden' }
  state: 'deciding' | 'waiting' | 'ticking' | 'hidden' | 'over'
  tag: 'ticking'
  input: {
    /** When the pairing URI expires, in milliseconds since 1970. */
    until: number
  }
  output: undefined
}
