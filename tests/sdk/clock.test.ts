import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../sdk/platform/browser.ts'

test('the system clock does not end a timeout of two months at once, and can cancel it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const day = 24 * 3_600_000
  const run = vi.fn<() => void>()
  systemClock.setTimeout(run, 60 * day)
  const never = vi.fn<() => void>()
  const timer = systemClock.setTimeout(never, 60 * day)
  vi.advanceTimersByTime(59 * day)
  expect(run).not.toHaveBeenCalled()
  systemClock.clearTimeout(timer)
  vi.advanceTimersByTime(2 * day)
  expect(run).toHaveBeenCalledTimes(1)
  expect(never).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
