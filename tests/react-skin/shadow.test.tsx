import { createRoot } from 'react-dom/client'
import type { ReactNode } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import { catalogOf, instance, lettersOf, madeUp } from './support.tsx'

/** The skin's style sheet, as a page would link it. */
const sheet = () =>
  [...document.querySelectorAll('style')]
    .map(({ textContent }) => textContent)
    .filter((text) => text.includes('data-latchkey'))
    .join('\n')

function inShadow(children: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'))
  const beside = document.body.appendChild(document.createElement('button'))
  const shadow = host.attachShadow({ mode: 'open' })
  const style = document.createElement('style')
  style.textContent = sheet()
  const container = document.createElement('main')
  shadow.append(style, container)
  const root = createRoot(container)
  root.render(children)
  onTestFinished(() => {
    root.unmount()
    host.remove()
    beside.remove()
  })
  const find = (selector: string) => {
    const element = shadow.querySelector(selector)
    if (!(element instanceof HTMLElement)) throw new Error(`no ${selector}`)
    return element
  }
  return {
    shadow,
    beside,
    find,
    found: (selector: string) => vi.waitFor(() => find(selector)),
  }
}

test('a dialog in a shadow root is appended within it, holds the focus, and returns it on Escape', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  await page.viewport(800, 900)
  onTestFinished(() => page.viewport(414, 896))
  const { shadow, beside, find, found } = inShadow(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  const button = await found('[data-mode="button"] button')
  await userEvent.click(button)
  await vi.waitFor(() => expect(shadow.activeElement).toBe(find('[role="dialog"]')))
  const dialog = find('[role="dialog"]')
  expect(dialog.closest('[data-latchkey]')?.parentNode).toBe(shadow)
  expect(getComputedStyle(dialog).width).toBe('360px')
  const held = () => dialog.contains(shadow.activeElement) && document.activeElement === shadow.host
  await userEvent.tab({ shift: true })
  expect(held()).toBe(true)
  const seen = new Set<Element | null>()
  for (let step = 0; step < 9; step += 1) {
    await userEvent.tab()
    expect(held()).toBe(true)
    seen.add(shadow.activeElement)
  }
  expect(seen.size).toBeGreaterThan(3)
  beside.focus()
  expect(held()).toBe(true)
  button.focus()
  expect(held()).toBe(true)

  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(shadow.querySelector('[role="dialog"]')).toBeNull())
  await vi.waitFor(() => expect(shadow.activeElement).toBe(button))
})

test('a dialog in a shadow root can stay where it was placed', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const { find } = inShadow(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal disableAppend />
    </LatchkeyProvider>,
  )
  latchkey.dispatch({ type: 'modal.open' })
  await vi.waitFor(() => expect(find('[role="dialog"]').closest('main')).not.toBeNull())
})

test('the focus in a shadow root goes to the button that replaced the opener, once connected', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const { shadow, found } = inShadow(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await userEvent.click(await found('[data-mode="button"] button'))
  await userEvent.click(await found('[data-part="row"]'))
  await vi.waitFor(() => expect(shadow.activeElement?.getAttribute('aria-label')).toMatch(/^Account/))
})

test('an embedded card in a shadow root connects, and keeps only the visible rows of a long list', async () => {
  const latchkey = instance(fakeWallet(), {}, catalogOf(madeUp(400)))
  const { shadow, find } = inShadow(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  latchkey.dispatch({ type: 'modal.open', view: 'AllWallets' })
  const rows = () => [...shadow.querySelectorAll<HTMLElement>('[data-index]')]
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(8))
  for (let times = 0; times < 12; times += 1) {
    find('[data-part="stage"]').scrollBy(0, 600)
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }
  await vi.waitFor(() => expect(Number(rows().at(-1)?.dataset['index'])).toBeGreaterThan(40))
  expect(rows().length).toBeLessThan(60)
  latchkey.dispatch({ type: 'modal.open', view: 'Connect' })
  await vi.waitFor(() => find('[data-part="row"]'))
  await latchkey.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(find('[data-part="address"]').textContent).toContain('0xf3'))
  expect(find('[data-part="card"]').getBoundingClientRect().width).toBe(360)
})

test('text in a shadow root follows the font size of the browser as well', async () => {
  const latchkey = instance(fakeWallet())
  const { find, found } = inShadow(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  // A page that links the sheet nowhere else does not register its properties.
  for (const style of document.querySelectorAll('style')) {
    if (!style.textContent.includes('data-latchkey')) continue
    style.disabled = true
    onTestFinished(() => {
      style.disabled = false
    })
  }
  await found('[data-part="row-name"]')
  const size = () => getComputedStyle(find('[data-part="row-name"]')).fontSize
  expect(size()).toBe('16px')
  await lettersOf(24)
  expect(size()).toBe('24px')
})
