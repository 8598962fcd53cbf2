import { expect } from 'vitest'
import type { Locator } from 'vitest/browser'

/** Presses without the pointer, which would stay over what comes next. Waits until the element is there. */
export async function press(locator: Locator): Promise<void> {
  await expect.element(locator).toBeInTheDocument()
  const element = locator.element()
  if (!(element instanceof HTMLElement)) throw new Error('Nothing that can be pressed')
  element.click()
}
