import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, NetworkButton } from '../../react-skin/index.ts'
import type { LatchkeyOptions } from '../../sdk/index.ts'
import { catalogueOf, instance, madeUp } from './support.tsx'

const site = (options: LatchkeyOptions = {}) =>
  render(
    <LatchkeyProvider latchkey={instance(fakeWallet(), options)}>
      <ConnectButton />
      <NetworkButton />
      <ConnectButton>
        {({ openModal }) => (
          <button type="button" onClick={() => openModal('WhatIsAWallet')}>
            mine
          </button>
        )}
      </ConnectButton>
      <div style={{ height: 3_000 }} />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
const press = (name: string) => {
  const button = page.getByRole('button', { name }).element()
  if (button instanceof HTMLElement) button.click()
}
const inSight = () => {
  const { top = Infinity, bottom = Infinity } =
    document.querySelector('[data-part="card"]')?.getBoundingClientRect() ?? {}
  return top >= 0 && bottom <= window.innerHeight + 1
}

test.each([
  ['Connect Wallet', 'Connect Wallet'],
  ['Select Network', 'Choose Network'],
  ['mine', 'What is a wallet?'],
])('a button of a page that has the card in it leads there: %s', async (button, title) => {
  const screen = await site()
  await expect.element(screen.getByRole('button', { name: button })).not.toHaveAttribute('aria-haspopup')
  window.scrollTo(0, 0)
  expect(inSight()).toBe(false)
  press(button)
  await expect.element(screen.getByRole('heading', { name: title, level: 2 })).toHaveFocus()
  await vi.waitFor(() => expect(inSight()).toBe(true))
})

test('a button that opens a dialog says so, and moves nothing in the page', async () => {
  const screen = await site({ embedded: false })
  await expect
    .element(screen.getByRole('button', { name: 'Connect Wallet' }))
    .toHaveAttribute('aria-haspopup', 'dialog')
  press('Connect Wallet')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(window.scrollY).toBe(0)
})

test('where nothing tells what is in sight, as in jsdom, the card counts as seen', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const latchkey = instance(fakeWallet(), {}, catalogueOf(madeUp(200)))
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await expect.element(screen.getByText('Wallet 1', { exact: true })).toBeVisible()
  latchkey.send({ type: 'view.push', view: 'AllWallets' })
  await expect.element(screen.getByRole('heading', { name: 'All Wallets' })).toBeVisible()
  await vi.waitFor(() => expect(screen.getByRole('list').element().childElementCount).toBeGreaterThan(0))
})
