/** The longest wait for a frame, in milliseconds. A hidden page renders none. */
const FRAME_MS = 200

const frame = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FRAME_MS)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      resolve()
    })
  })
const task = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Resolves when the last render is on the screen, or immediately if nothing is drawn. */
export async function afterNextPaint(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) return
  // The first frame draws it; the second comes after that.
  await frame()
  await frame()
  await task()
}
