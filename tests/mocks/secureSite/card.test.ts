/** Which messages the secure site's frame accepts, and which clicks approve a request. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBridge } from '../../../mocks/secureSite/page/bridge.ts'
import { createCard } from '../../../mocks/secureSite/page/card.ts'
import type { Handlers } from '../../../mocks/secureSite/page/handlers.ts'
import { pageWindow } from '../../support/page.ts'

const shop = 'https://shop.example'
const secure = 'https://secure.example'

test.each([
  ['the page around it', 'parent', shop, true],
  ['another window of that origin', 'other', shop, false],
  ['another origin, in the place of that page', 'parent', 'https://other.example', false],
  ['a page that is not listed', 'parent', 'https://stranger.example', false],
] as const)('the frame handles a message of %s (%s, %s): %s', (_, from, origin, isHeard) => {
  const parent = { postMessage: vi.fn<(message: object, to: string) => void>() }
  const page = pageWindow({ parent })
  vi.stubGlobal('location', { ancestorOrigins: [shop] })
  const isConnected = vi.fn<() => Promise<object>>(async () => ({ isConnected: false }))
  createBridge([shop, 'https://other.example']).start({ IS_CONNECTED: isConnected } as unknown as Handlers)
  expect(parent.postMessage.mock.calls).toEqual([[expect.objectContaining({ type: '@w3m-frame/READY' }), shop]])
  const source = from === 'parent' ? parent : {}
  page.dispatchEvent(
    Object.assign(new Event('message'), { source, origin, data: { type: '@w3m-app/IS_CONNECTED', id: '1' } }),
  )
  expect(isConnected).toHaveBeenCalledTimes(isHeard ? 1 : 0)
})

/** The part of an element that the card uses. */
class FakeElement {
  disabled = false
  hidden = false
  textContent = ''
  scrollTop = 0
  clientHeight = 100
  scrollHeight = 100
  readonly heard = new Map<string, (event: object) => void>()
  readonly made: Record<string, FakeElement>
  constructor(made: Record<string, FakeElement>) {
    this.made = made
  }
  set className(name: string) {
    this.made[name] = this
  }
  append() {}
  remove() {}
  setAttribute() {}
  focus() {}
  addEventListener(name: string, listener: (event: object) => void) {
    this.heard.set(name, listener)
  }
  removeEventListener() {}
  fire(name: string, event: object = {}) {
    this.heard.get(name)?.(event)
  }
}

/** Shows a request on a card, whose visibility the test controls. */
function ask({ size = 400, scrollHeight = 100 } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const made: Record<string, FakeElement> = {}
  const root = new FakeElement(made)
  const document = {
    visibilityState: 'visible',
    documentElement: root,
    body: root,
    createElement: () => new FakeElement(made),
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  const page = pageWindow({ parent: {} })
  vi.stubGlobal('location', { origin: secure })
  for (const [name, value] of Object.entries({ document, innerWidth: size, innerHeight: size }))
    vi.stubGlobal(name, value)
  let see: (entries: readonly object[]) => void = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: typeof see) {
        see = told
      }
      observe() {}
      disconnect() {}
    },
  )
  const settled = vi.fn<(isApproved: boolean) => void>()
  const signer = { account: `0x${'ab'.repeat(20)}`, network: 'Ethereum' }
  const show = createCard(() => ({ origin: shop, name: undefined }))
  void show({ title: 'Send ETH?', signer, details: [] }, new AbortController().signal).then(settled)
  const part = (name: string) => {
    const found = made[name]
    if (!found) throw new Error(`The card has no ${name}.`)
    return found
  }
  part('text').scrollHeight = scrollHeight
  return {
    page,
    root,
    part,
    settled,
    see: (sight: object = {}) => see([{ isIntersecting: true, intersectionRatio: 1, isVisible: true, ...sight }]),
    /** Clicks *Approve*. Returns whether this approved the request. */
    async press(isTrusted = true) {
      part('approve').fire('click', { isTrusted })
      await vi.advanceTimersByTimeAsync(0)
      return settled.mock.calls.length > 0
    },
  }
}

test("the card accepts a user's click once it was visible for 500 ms, and no synthetic click", async () => {
  const { see, press, part, settled } = ask()
  expect(await press()).toBe(false)
  see()
  await vi.advanceTimersByTimeAsync(499)
  expect([part('approve').disabled, await press()]).toEqual([true, false])
  await vi.advanceTimersByTimeAsync(1)
  expect([part('approve').disabled, await press(false)]).toEqual([false, false])
  expect(await press()).toBe(true)
  expect(settled.mock.calls).toEqual([[true]])
})

test('the card accepts no click within 250 ms after the page moved the frame under the pointer', async () => {
  const { see, press, part, root } = ask()
  see()
  await vi.advanceTimersByTimeAsync(500)
  root.fire('mouseenter')
  await vi.advanceTimersByTimeAsync(249)
  expect([await press(), part('status').textContent]).toEqual([false, 'Please press once more.'])
  await vi.advanceTimersByTimeAsync(1)
  expect(await press()).toBe(true)
})

test.each([
  ['hides a part of it', {}, { intersectionRatio: 0.97 }, 'The site hides a part of this card.'],
  [
    'may cover it and the browser cannot detect that',
    {},
    { isVisible: undefined },
    'This browser cannot tell whether the site covers this card.',
  ],
  ['covers it', {}, { isVisible: false }, 'Something lies over this card.'],
  ['shows it too small', { size: 299 }, {}, 'The site shows this card too small.'],
  ['hides all of it', {}, { isIntersecting: false }, ''],
  ['shows text that the user has not read to the end', { scrollHeight: 200 }, {}, 'Please read to the end first.'],
])('the card accepts no click while the site %s', async (_, made, sight, status) => {
  const { see, press, part } = ask(made)
  see()
  await vi.advanceTimersByTimeAsync(500)
  see(sight)
  await vi.advanceTimersByTimeAsync(500)
  expect([await press(), part('approve').disabled, part('status').textContent]).toEqual([false, true, status])
})

test('the card accepts a click after the user has scrolled to its end', async () => {
  const { see, press, part } = ask({ scrollHeight: 200 })
  see()
  await vi.advanceTimersByTimeAsync(500)
  part('text').scrollTop = 100
  part('text').fire('scroll')
  expect(await press()).toBe(true)
})

test('a browser that cannot detect what covers the card decides in a window of the secure site, and ignores other windows', async () => {
  const { see, press, part, page, settled } = ask()
  const opened = { closed: false, close: vi.fn<() => void>(), postMessage: vi.fn<(data: object, to: string) => void>() }
  const open = vi.fn<(...words: string[]) => object | null>(() => null)
  Object.assign(page, { open })
  see({ isVisible: undefined })
  await vi.advanceTimersByTimeAsync(500)
  expect([await press(), part('approve').hidden, part('elsewhere').hidden]).toEqual([false, true, false])
  part('elsewhere').fire('click')
  await vi.advanceTimersByTimeAsync(0)
  expect(part('status').textContent).toBe('The browser did not open the window. Try another browser.')

  open.mockReturnValue(opened)
  part('elsewhere').fire('click')
  expect(open.mock.lastCall?.[0]).toBe('/decide')
  const say = (data: unknown, from: { source?: object; origin?: string } = {}) =>
    page.dispatchEvent(Object.assign(new Event('message'), { source: opened, origin: secure, data, ...from }))
  say('ready')
  expect(opened.postMessage).toHaveBeenCalledWith(
    {
      requester: { origin: shop, name: undefined },
      request: expect.objectContaining({ title: 'Send ETH?' }) as object,
    },
    secure,
  )
  say({ isApproved: true }, { source: {} })
  say({ isApproved: true }, { origin: shop })
  say({ isApproved: 'yes' })
  await vi.advanceTimersByTimeAsync(0)
  expect(settled).not.toHaveBeenCalled()
  say({ isApproved: true })
  await vi.advanceTimersByTimeAsync(0)
  expect([settled.mock.calls, opened.close.mock.calls.length]).toEqual([[[true]], 1])
})

test('closing the window leaves the request open, and the end of a request closes its window', async () => {
  const { see, part, page, settled } = ask()
  const opened = { closed: false, close() {}, postMessage() {} }
  Object.assign(page, { open: () => opened })
  see({ isVisible: undefined })
  part('elsewhere').fire('click')
  expect(part('elsewhere').disabled).toBe(true)
  opened.closed = true
  await vi.advanceTimersByTimeAsync(300)
  expect([settled.mock.calls, part('elsewhere').disabled]).toEqual([[], false])
  const again = { closed: false, close: vi.fn<() => void>(), postMessage() {} }
  Object.assign(page, { open: () => again })
  part('elsewhere').fire('click')
  part('reject').fire('click')
  await vi.advanceTimersByTimeAsync(0)
  expect([settled.mock.calls, again.close.mock.calls.length]).toEqual([[[false]], 1])
})
