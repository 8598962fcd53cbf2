import type { Locator } from 'vitest/browser'

/** Presses without the pointer, which would stay over what comes next; waits until it is there. */
export async function press(locator: Locator): Promise<void> {
  const element = await locator.findElement()
  if (element instanceof HTMLElement) element.click()
}
