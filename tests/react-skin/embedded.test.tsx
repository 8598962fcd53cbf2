import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, NetworkButton } from '../../react-skin/index.ts'
import { embeddedCard } from '../../react-skin/shell/loaders.ts'
import type { LatchkeyOptions } from '../../sdk/index.ts'
import { app, catalogOf, declined, instance, madeUp, showConnected } from './support.tsx'
import { press } from './press.ts'

const site = (options: LatchkeyOptions = {}) =>
  render(
    <LatchkeyProvider latchkey={instance(fakeWallet(), options)}>
      <ConnectButton />
      <NetworkButton />
      <ConnectButton>
        {({ open }) => (
          <button type="button" onClick={() => open('WhatIsAWallet')}>
            mine
          </button>
        )}
      </ConnectButton>
      <div style={{ height: 3_000 }} />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
const inSight = () => {
  const { top = Infinity, bottom = Infinity } =
    document.querySelector('[data-part="card"]')?.getBoundingClientRect() ?? {}
  return top >= 0 && bottom <= window.innerHeight + 1
}

test.each([
  ['Connect wallet', 'Connect wallet'],
  ['Select network', 'Choose network'],
  ['mine', 'What is a wallet?'],
])('a button next to an embedded card scrolls to its view: %s', async (button, title) => {
  const screen = await site()
  await expect.element(screen.getByRole('button', { name: button })).not.toHaveAttribute('aria-haspopup')
  window.scrollTo(0, 0)
  expect(inSight()).toBe(false)
  await press(page.getByRole('button', { name: button }))
  await expect.element(screen.getByRole('heading', { name: title, level: 2 })).toHaveFocus()
  await vi.waitFor(() => expect(inSight()).toBe(true))
})

test('content that appears later does not push the card out of view, until the user acts', async () => {
  const screen = await site()
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet', level: 2 })).toBeInTheDocument()
  const card = document.querySelector<HTMLElement>('[data-part="card"]')
  const grow = (height: number) => card?.style.setProperty('min-height', `${height}px`)
  await press(screen.getByRole('button', { name: 'Connect wallet' }))
  await vi.waitFor(() => expect(inSight()).toBe(true))
  grow(700)
  await vi.waitFor(() => expect(inSight()).toBe(true))

  await userEvent.keyboard('{Shift}')
  grow(800)
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(inSight()).toBe(false)
})

test('a card that is higher than its placeholder comes into view as a whole', async () => {
  const current = vi.spyOn(embeddedCard, 'current').mockReturnValue({ status: 'loading' })
  onTestFinished(() => void vi.restoreAllMocks())
  const latchkey = instance(fakeWallet())
  const shown = (height: number) => (
    <LatchkeyProvider latchkey={latchkey}>
      <style>{`[data-part="card"] { min-height: ${height}px !important }`}</style>
      <ConnectButton />
      <div style={{ height: 3_000 }} />
      <LatchkeyModal />
    </LatchkeyProvider>
  )
  const screen = await render(shown(400))
  await press(screen.getByRole('button', { name: 'Connect wallet' }))
  await vi.waitFor(() => expect(inSight()).toBe(true))
  current.mockRestore()
  await screen.rerender(shown(700))
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet', level: 2 })).toHaveFocus()
  await vi.waitFor(() => expect(inSight()).toBe(true))
})

test('the card is loaded on demand: until then a placeholder keeps its place, and buttons scroll to it', async () => {
  vi.spyOn(embeddedCard, 'current').mockReturnValue({ status: 'loading' })
  onTestFinished(() => void vi.restoreAllMocks())
  await site()
  const card = () => document.querySelector<HTMLElement>('[data-part="card"]')
  expect(card()?.ariaBusy).toBe('true')
  expect(card()?.offsetHeight).toBeGreaterThan(300)
  window.scrollTo(0, 0)
  await press(page.getByRole('button', { name: 'Connect wallet' }))
  await vi.waitFor(() => expect(inSight()).toBe(true))
})

test('a card that was requested before it was loaded has the focus on its title once it is', async () => {
  const current = vi.spyOn(embeddedCard, 'current').mockReturnValue({ status: 'loading' })
  onTestFinished(() => void vi.restoreAllMocks())
  const latchkey = instance(fakeWallet())
  const screen = await render(app(latchkey, <ConnectButton />))
  await press(page.getByRole('button', { name: 'Connect wallet' }))
  current.mockRestore()
  await screen.rerender(app(latchkey, <ConnectButton />))
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet', level: 2 })).toHaveFocus()
})

test('a card that fails to load says so, and is loaded again on request', async () => {
  vi.spyOn(embeddedCard, 'current').mockReturnValue({ status: 'failed' })
  const load = vi.spyOn(embeddedCard, 'load').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const screen = await render(app(instance(fakeWallet())))
  await expect.element(screen.getByText('This view could not be loaded.')).toBeVisible()
  await press(page.getByRole('button', { name: 'Try again' }))
  expect(load).toHaveBeenCalledOnce()
})

test('a button that opens a dialog announces that, and does not scroll the page', async () => {
  const screen = await site({ embedded: false })
  await expect
    .element(screen.getByRole('button', { name: 'Connect wallet' }))
    .toHaveAttribute('aria-haspopup', 'dialog')
  await press(page.getByRole('button', { name: 'Connect wallet' }))
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(window.scrollY).toBe(0)
})

test('a card counts as visible without IntersectionObserver, as in jsdom', async () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  const latchkey = instance(fakeWallet(), {}, catalogOf(madeUp(200)))
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await expect.element(screen.getByText('Wallet 1', { exact: true })).toBeVisible()
  latchkey.dispatch({ type: 'view.push', view: 'AllWallets' })
  await expect.element(screen.getByRole('heading', { name: 'All wallets' })).toBeVisible()
  await vi.waitFor(() => expect(screen.getByRole('list').element().childElementCount).toBeGreaterThan(0))
})

test('Escape in the card cancels a connection attempt, as Cancel does', async () => {
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const latchkey = instance(wallet)
  const screen = await render(app(latchkey))
  const attempt = latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByText('Continue in Fake Wallet')).toBeVisible()
  const cancel = await screen.getByRole('button', { name: 'Cancel' }).findElement()
  if (cancel instanceof HTMLElement) cancel.focus()
  await userEvent.keyboard('{Escape}')
  await expect(attempt).resolves.toMatchObject({ status: 'cancelled' })
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()

  // An attempt that has ended stays visible.
  wallet.answers['eth_requestAccounts'] = declined
  await screen.getByRole('button', { name: /Fake Wallet/ }).click()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
  const again = await screen.getByRole('button', { name: 'Try again' }).findElement()
  if (again instanceof HTMLElement) again.focus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Connection declined')
})

test('Escape in the card cancels a wallet request, as Cancel does [4.10]', async () => {
  const latchkey = instance(fakeWallet({ personal_sign: never }))
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  for (const [index, callOff] of [
    () => userEvent.keyboard('{Escape}'),
    () => screen.getByRole('button', { name: 'Cancel' }).click(),
  ].entries()) {
    const asked = latchkey.signMessage(`question ${index}`)
    const cancel = await screen.getByRole('button', { name: 'Cancel' }).findElement()
    if (cancel instanceof HTMLElement) cancel.focus()
    await callOff()
    await expect(asked).resolves.toEqual({ status: 'cancelled' })
    await expect.element(screen.getByRole('heading', { name: 'Account' })).toBeVisible()
  }
})

test('Escape in the card does not disconnect the user', async () => {
  const { latchkey, screen } = await showConnected()
  const button = await screen.getByRole('button', { name: 'Receive' }).findElement()
  if (button instanceof HTMLElement) button.focus()
  await userEvent.keyboard('{Escape}')
  expect(latchkey.getAccount().status).toBe('connected')
  await expect.element(screen.getByRole('heading', { name: 'Account' })).toBeVisible()
})
