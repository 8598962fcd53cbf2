import { expect, test, vi } from 'vitest'
import { browserClipboard, browserPage, pageVisibility } from '../../sdk/platform/browser.ts'

test('the visibility of the page is reported at once and on each change, until the watch stops', () => {
  const heard: string[] = []
  const stop = pageVisibility.watch(({ type }) => void heard.push(type))
  expect(heard).toEqual(['page.shown'])
  window.dispatchEvent(new Event('blur'))
  window.dispatchEvent(new Event('pagehide'))
  window.dispatchEvent(new Event('pageshow'))
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  const all = ['page.shown', 'page.left', 'page.hidden', 'page.shown', 'page.hidden', 'page.shown']
  expect(heard).toEqual(all)
  stop()
  window.dispatchEvent(new Event('blur'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toEqual(all)
})

test('the clipboard gets the text, and the copy fails when there is no clipboard or it is forbidden', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await browserClipboard.write('hello')
  expect(write).toHaveBeenCalledWith('hello')
  write.mockRejectedValueOnce(new Error('NotAllowedError'))
  await expect(browserClipboard.write('hello')).rejects.toThrow('NotAllowedError')
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValueOnce(undefined as never)
  await expect(browserClipboard.write('hello')).rejects.toThrow('There is no clipboard on this page.')
})

test.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, { mobile: true, system: 'android' }],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, { mobile: true, system: 'ios' }],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, { mobile: true, system: 'ios' }],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, { mobile: false }],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, { mobile: false }],
] as const)('the browser %s with %i touch points is recognized', (userAgent, fingers, device) => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(fingers)
  const page = browserPage.read()
  expect(page).toMatchObject(device)
  expect(page?.system).toBe('system' in device ? device.system : undefined)
  expect(page).toMatchObject({ origin: window.location.origin, framed: window.self !== window.top, telegram: false })
  Reflect.set(window, 'TelegramWebviewProxy', {})
  expect(browserPage.read()?.telegram).toBe(true)
  Reflect.deleteProperty(window, 'TelegramWebviewProxy')
  vi.restoreAllMocks()
})
