/** Milliseconds that a frame is waited for at most: a page that is not looked at draws none. */
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

/** Resolves once what was just rendered is on the screen; at once where nothing is drawn. */
export async function painted(): Promise<void> {
  if (typeof requestAnimationFrame === 'undefined' || document.hidden) return
  // The first frame draws it, the next one comes after that.
  await frame()
  await frame()
  await task()
}
