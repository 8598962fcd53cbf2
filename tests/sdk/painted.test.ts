import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterNextPaint } from '../../sdk/platform/afterNextPaint.ts'

let frames: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers()
  frames = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Whether the promise is settled, at each call. */
function waiting() {
  let over = false
  void afterNextPaint().then(() => {
    over = true
  })
  return async (ms = 0) => {
    await vi.advanceTimersByTimeAsync(ms)
    return over
  }
}
const draw = () => {
  for (const run of frames.splice(0)) run()
}

test('painted resolves one task after the second frame', async () => {
  const over = waiting()
  expect(await over()).toBe(false)
  draw()
  expect(await over()).toBe(false)
  draw()
  expect(await over()).toBe(true)
})

test('painted resolves after 400 ms when the page draws no frames', async () => {
  const over = waiting()
  expect(await over(399)).toBe(false)
  expect(await over(2)).toBe(true)
})

test('painted resolves at once on a hidden page, or without a screen', async () => {
  vi.stubGlobal('document', { hidden: true })
  expect(await waiting()()).toBe(true)
  vi.stubGlobal('requestAnimationFrame', undefined)
  expect(await waiting()()).toBe(true)
  expect(frames).toEqual([])
})
