/** What an app adds to views, or puts in their place, is laid out in the card like the skin's own. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import {
  Button,
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  useAccount,
  useConnect,
  type OwnSlots,
  type OwnViews,
} from '../../react-skin/index.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { dialog } from '../../react-skin/shell/loaders.ts'
import { press } from './press.ts'
import { instance, loaded, violations } from './support.tsx'

const box = (selector: string) => {
  const element = document.querySelector(selector)
  if (!element) throw new Error(`no ${selector}`)
  return element.getBoundingClientRect()
}
/** How far an element is from the sides of the card, and from what is above and below it. */
const insets = (selector: string, around = '[data-part="stage"]') => {
  const [inner, outer] = [box(selector), box(around)]
  return [inner.left - outer.left, outer.right - inner.right, inner.top - outer.top, outer.bottom - inner.bottom]
}

const Terms = () => <p id="terms">By connecting you agree to the terms.</p>
const site = (latchkey: Latchkey, views: OwnViews, slots: OwnSlots = {}) => (
  <LatchkeyProvider latchkey={latchkey} views={views} slots={slots}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)

test('a custom view has the padding of the skin’s views, unless it opts out', async () => {
  const Mine = () => <div id="mine">Mine</div>
  const latchkey = instance(fakeWallet())
  const screen = await render(site(latchkey, { WhatIsAWallet: Mine }))
  await loaded(latchkey)
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await expect.element(screen.getByText('Mine')).toBeVisible()
  expect(insets('#mine')).toEqual([16, 16, 0, 16])
  await screen.rerender(site(latchkey, { WhatIsAWallet: { component: Mine, padded: false } }))
  expect(insets('#mine')).toEqual([0, 0, 0, 0])
  await screen.rerender(site(latchkey, { WhatIsAWallet: { component: Mine, padded: true } }))
  expect(insets('#mine')).toEqual([16, 16, 0, 16])
})

test('slots are above and below a view, which stays unchanged, and appear with that view only', async () => {
  const slots: OwnSlots = {
    Connect: {
      before: () => <p id="above">New here?</p>,
      after: function After() {
        const { connect } = useConnect()
        return (
          <>
            <Terms />
            <Button onClick={() => void connect({ connectorId: 'fake' })}>Use ours</Button>
          </>
        )
      },
    },
    Account: {
      after: function Whose() {
        const account = useAccount()
        return <p id="whose">{account.status === 'connected' && account.address}</p>
      },
    },
  }
  const latchkey = instance(fakeWallet())
  const screen = await render(site(latchkey, {}, slots))
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
  const [above, view, terms] = [box('#above'), box('[data-part="view"]'), box('#terms')]
  expect(above.bottom).toBeLessThanOrEqual(view.top)
  expect(view.bottom).toBeLessThanOrEqual(terms.top)
  expect(insets('#above').slice(0, 2)).toEqual([16, 16])
  expect(insets('#terms').slice(0, 2)).toEqual([16, 16])
  expect(await violations()).toEqual([])
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await expect.element(screen.getByRole('heading', { name: 'What is a wallet?' })).toBeVisible()
  expect(document.querySelectorAll('[data-part="slot"]')).toHaveLength(0)
  latchkey.dispatch({ type: 'view.back' })
  await screen.getByRole('button', { name: 'Use ours' }).click()
  await vi.waitFor(() => expect(document.querySelector('#whose')?.textContent).toMatch(/^0x/))
})

test('a slot of a custom view, and a slot that renders nothing, leave no gap', async () => {
  const slots: OwnSlots = { WhatIsAWallet: { before: () => null, after: Terms } }
  const latchkey = instance(fakeWallet())
  const screen = await render(site(latchkey, { WhatIsAWallet: () => <div id="mine">Mine</div> }, slots))
  await loaded(latchkey)
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await expect.element(screen.getByText('Mine')).toBeVisible()
  expect(insets('#mine')[2]).toBe(0)
  expect(box('#terms').top - box('#mine').bottom).toBe(16)
  expect(insets('#terms')[3]).toBe(16)
})

test('a slot that throws does not break its view', async () => {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {})
  onTestFinished(() => console.mockRestore())
  const Broken = (): never => {
    throw new Error('broken')
  }
  const latchkey = instance(fakeWallet())
  const screen = await render(site(latchkey, {}, { Connect: { after: Broken } }))
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a slot of the first view is not rendered before that view is shown, and is in the dialog’s focus ring', async () => {
  const rendered = vi.fn<() => void>()
  const After = () => {
    rendered()
    return <a href="#terms">The terms</a>
  }
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(site(latchkey, {}, { Connect: { after: After } }))
  // A busy page becomes idle late.
  dialog.load()
  await new Promise<void>((there) => dialog.whenReady(there))
  for (let times = 0; times < 4; times += 1) await new Promise((later) => setTimeout(later))
  expect(rendered).not.toHaveBeenCalled()
  await press(screen.getByRole('button', { name: 'Connect wallet' }))
  await expect.element(screen.getByRole('link', { name: 'The terms' })).toBeVisible()
  const held: unknown[] = []
  for (let step = 0; step < 12; step += 1) {
    await userEvent.tab()
    held.push(document.activeElement?.textContent)
  }
  expect(held).toContain('The terms')
})
