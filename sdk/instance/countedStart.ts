/** Counts starts: calls `onFirst` with the first one, and `onLast` once as many have been stopped. */
export function countedStart(onFirst: () => void, onLast: () => void) {
  let starts = 0
  function stop() {
    if (starts === 0) return
    starts -= 1
    if (starts === 0) onLast()
  }
  return {
    isStarted: () => starts > 0,
    /** Returns a function that stops this start, once. */
    start() {
      starts += 1
      if (starts === 1) onFirst()
      let isStopped = false
      return () => {
        if (isStopped) return
        isStopped = true
        stop()
      }
    },
    stop,
  }
}
