import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { SimulatedClock } from 'xstate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, StringsProvider } from '../../react-skin/index.ts'
import { app, declined, emulate, instance, loaded, settled, showConnected, violations } from './support.tsx'
import { balanceOf } from '../support/features.ts'

test('a user without a connection chooses a wallet, confirms in it and sees the account [2.2] [2.3]', async () => {
  const wallet = fakeWallet()
  let approve: (accounts: string[]) => void = () => {}
  wallet.answers['eth_requestAccounts'] = () => new Promise((resolve) => (approve = resolve))
  const screen = await render(app(instance(wallet)))

  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await expect.element(screen.getByText('Continue in Fake Wallet')).toBeVisible()
  await expect.element(screen.getByText('Accept the connection request in the wallet')).toBeVisible()

  await vi.waitFor(() => expect(wallet.calls.map(({ method }) => method)).toContain('eth_requestAccounts'))
  approve(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
  await expect.element(screen.getByText('0xf3…b92266')).toBeVisible()
  await expect.element(screen.getByText('Connected with Fake Wallet')).toBeVisible()
  await expect.element(screen.getByText('12,345.6789').first()).toBeVisible()

  await screen.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeVisible()
})

test('the Connect view without any wallet says what to do', async () => {
  const screen = await render(app(instance(undefined, { allWallets: 'HIDE' })))
  await expect.element(screen.getByRole('heading', { name: 'No wallet found' })).toBeVisible()
  await expect.element(screen.getByText(/Install a wallet extension and reload the page/)).toBeVisible()
})

test('a declined connection says so, and is retried on request', async () => {
  const wallet = fakeWallet({ eth_requestAccounts: declined })
  const screen = await render(app(instance(wallet)))

  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Connection declined')

  wallet.answers['eth_requestAccounts'] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('0xf3…b92266')).toBeVisible()
})

test('cancelling an attempt returns to the wallets', async () => {
  const screen = await render(app(instance(fakeWallet({ eth_requestAccounts: never }))))
  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Fake Wallet Installed' })).toBeVisible()
})

test('an embedded modal is rendered in the page where it was placed [2.17]', async () => {
  const screen = await render(<main>{app(instance(fakeWallet()))}</main>)
  const card = screen.getByRole('region', { name: 'Connect wallet' })
  await expect.element(card).toBeVisible()
  expect(card.element().closest('main')).not.toBeNull()
  expect(screen.getByRole('dialog').query()).toBeNull()
})

test('the dialog is appended to the body, 360 px wide and at z-index 999 [2.16] [9.31] [9.32]', async () => {
  await page.viewport(1024, 768)
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(<main>{app(latchkey, <ConnectButton />)}</main>)
  expect(screen.getByRole('dialog').query()).toBeNull()

  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Connect wallet' })
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog).toHaveAccessibleDescription('Choose a wallet to connect.')
  await expect.element(dialog).toHaveAttribute('aria-modal', 'true')
  const root = dialog.element().closest('[data-latchkey]')
  expect(dialog.element().closest('main')).toBeNull()
  expect(root && getComputedStyle(root).zIndex).toBe('999')
  expect(dialog.element().getBoundingClientRect().width).toBe(360)
})

test('the focus goes to the button that replaced the opener, once connected', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(app(latchkey, <ConnectButton />))
  const opener = screen.getByRole('button', { name: 'Connect wallet' })
  await opener.click()
  await screen.getByRole('button', { name: /Fake/ }).click()
  await expect.element(screen.getByRole('button', { name: /^Account/ })).toHaveFocus()
})

/** The duration of each animation that is running in the card, in ms. */
const movements = () =>
  Object.fromEntries(
    document.getAnimations().flatMap(({ effect }) => {
      const part = effect instanceof KeyframeEffect && effect.target?.getAttribute('data-part')
      const { iterations, duration } = effect?.getComputedTiming() ?? {}
      return part && iterations === 1 ? [[part, duration]] : []
    }),
  )

/** Makes animations a hundred times slower, so that none ends before it is seen. Their durations stay the same. */
async function slowMovements() {
  const pace = async (playbackRate: number) => {
    await cdp().send('Animation.setPlaybackRate', { playbackRate })
  }
  onTestFinished(() => pace(1))
  await pace(0.01)
}

test('another view enters in 150 ms, its header in 120 ms, and the height follows in 150 ms [9.33]', async () => {
  await emulate('prefers-reduced-motion', 'no-preference')
  const latchkey = instance(fakeWallet())
  const screen = await render(app(latchkey))
  // The code of the view is loaded before, so that the height of the card changes at once.
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await expect.element(screen.getByText('A home for your digital assets')).toBeVisible()
  latchkey.dispatch({ type: 'view.back' })
  await expect.element(screen.getByRole('button', { name: /Fake/ })).toBeVisible()
  await settled()
  expect(movements()).toEqual({})
  await slowMovements()
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await vi.waitFor(() => expect(movements()).toMatchObject({ 'title-text': 120, 'stage-content': 150, stage: 150 }))
})

test('a dialog can be read from its first frame, and its content does not move within it', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(app(latchkey))
  const slow = document.head.appendChild(document.createElement('style'))
  onTestFinished(() => slow.remove())
  slow.textContent = '[data-latchkey][data-latchkey][data-latchkey] { --latchkey-duration-open: 100s }'
  latchkey.dispatch({ type: 'modal.open' })
  const row = screen.getByRole('button', { name: /Fake/ })
  await expect.element(row).toBeInTheDocument()
  const opacities: string[] = []
  for (let at: Element | null = row.element(); at; at = at.parentElement) opacities.push(getComputedStyle(at).opacity)
  expect(new Set(opacities)).toEqual(new Set(['1']))
  expect(movements()).toEqual({ card: 100_000 })
})

test('a shaking card moves for 500 ms [9.3]', async () => {
  await emulate('prefers-reduced-motion', 'no-preference')
  // The machine's clock stands still, so the card shakes until the test has seen it.
  const latchkey = instance(fakeWallet(), { embedded: false, ports: { clock: new SimulatedClock() } })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'modal.open' })
  await expect.element(screen.getByRole('button', { name: /Fake/ })).toBeVisible()
  await settled()
  await slowMovements()
  latchkey.dispatch({ type: 'modal.shake' })
  await vi.waitFor(() => expect(Object.values(movements())).toEqual([500]))
})

test('the error of a refused switch is shown where the user chose the network, and gone the next time', async () => {
  const { latchkey, screen, wallet } = await showConnected()
  wallet.answers['wallet_switchEthereumChain'] = declined
  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  await screen.getByRole('button', { name: /Second Chain/ }).click()
  const note = screen.getByText('You declined the network switch in your wallet.')
  await expect.element(note.first()).toBeVisible()
  expect(document.querySelector('[data-part="note"][data-tone="error"]')?.textContent).toContain('You declined')
  latchkey.dispatch({ type: 'snackbar.hide' })
  await expect.element(note).toBeVisible()
  expect(await violations()).toEqual([])
  latchkey.close()
  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  await expect.element(screen.getByRole('button', { name: /Second Chain/ })).toBeVisible()
  await expect.element(note).not.toBeInTheDocument()
})

test('the dialog is a sheet along the lower edge on a narrow screen', async () => {
  await page.viewport(390, 844)
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'modal.open' })
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  await settled()
  const { left, right, bottom } = dialog.element().getBoundingClientRect()
  expect([left, right, bottom]).toEqual([0, 390, 844])
})

test('the dialog stays where it was placed when appending is disabled [2.16]', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(
    <main>
      <LatchkeyProvider latchkey={latchkey}>
        <LatchkeyModal disableAppend />
      </LatchkeyProvider>
    </main>,
  )
  latchkey.dispatch({ type: 'modal.open' })
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().closest('main')).not.toBeNull()
})

test('the dialog takes the focus, holds it, and returns it on Escape', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(app(latchkey, <ConnectButton />))
  const button = screen.getByRole('button', { name: 'Connect wallet' })
  await button.click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const within = () => dialog.element().contains(document.activeElement)
  await vi.waitFor(() => expect(within()).toBe(true))
  for (let step = 0; step < 6; step += 1) {
    await userEvent.tab()
    expect(within()).toBe(true)
  }
  await userEvent.tab({ shift: true })
  expect(within()).toBe(true)

  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(screen.getByRole('dialog').query()).toBeNull())
  await vi.waitFor(() => expect(document.activeElement).toBe(button.element()))
  expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(false)
})

test('a click outside of the dialog closes it, and a click inside does not', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'modal.open' })
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await screen.getByRole('heading', { name: 'Connect wallet' }).click()
  expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(true)

  await screen
    .getByRole('presentation')
    .first()
    .click({ position: { x: 4, y: 4 } })
  await vi.waitFor(() => expect(screen.getByRole('dialog').query()).toBeNull())
})

test('a dialog that cannot be closed shakes for 500 ms instead [2.7]', async () => {
  const clock = new SimulatedClock()
  const latchkey = instance(fakeWallet({ eth_chainId: '0x89' }), { embedded: false, ports: { clock } })
  const screen = await render(app(latchkey))
  latchkey.dispatch({ type: 'modal.open' })
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'modal.open' })
  const dialog = screen.getByRole('dialog', { name: 'Switch network' })
  await expect.element(dialog).toBeVisible()
  await expect
    .element(
      screen.getByText("This app doesn't support your current network. Switch to an available option to continue."),
    )
    .toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).toHaveAttribute('data-shaking')
  clock.increment(500)
  await expect.element(dialog).not.toHaveAttribute('data-shaking')
  await expect.element(dialog).toBeVisible()
})

test('the snackbar is a status region that exists before its message [2.14]', async () => {
  const latchkey = instance(fakeWallet())
  const screen = await render(app(latchkey))
  await loaded(latchkey)
  const region = document.querySelector('[data-part="snackbar"]')
  expect(region?.getAttribute('role')).toBe('status')
  latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied', stays: true } })
  await expect.element(screen.getByText('Address copied')).toBeVisible()
  expect(region?.textContent).toBe('Address copied')
  expect(region?.getAttribute('data-variant')).toBe('success')
})

test('the snackbar moves nothing, and covers nothing that can be pressed', async () => {
  const devices = [
    [1280, 720],
    [320, 568],
  ] as const
  const latchkey = instance(fakeWallet(), { embedded: false })
  await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  onTestFinished(() => page.viewport(414, 896))
  const places = () =>
    [...document.querySelectorAll('[data-part="card"], [data-part="card"] :is(button, a, input, h2, p, [role="tab"])')]
      .filter((element) => !element.closest('[data-part="snackbar"]'))
      .map((element) => [element, element.getBoundingClientRect().toJSON()] as const)
  const message = () => document.querySelector('[data-part="snackbar"] [data-part="message"]')
  for (const [width, height] of devices) {
    await page.viewport(width, height)
    for (const view of ['Account', 'WalletReceive', 'Networks'] as const) {
      latchkey.dispatch({ type: 'modal.open', view })
      await vi.waitFor(() => expect(document.querySelector(`[data-part="card"][data-view="${view}"]`)).not.toBeNull())
      await vi.waitFor(() => expect(document.querySelector('[data-loading], [data-part="skeleton"]')).toBeNull())
      await settled()
      const before = places()
      latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'error', code: 'copy.failed', stays: true } })
      await vi.waitFor(() => expect(message()).not.toBeNull())
      await settled()
      expect(places()).toEqual(before)
      const box = message()?.getBoundingClientRect() ?? new DOMRect()
      expect(box.top).toBeGreaterThanOrEqual(0)
      expect(box.bottom).toBeLessThanOrEqual(height)
      const beneath = before.filter(
        ([element, { left, right, top, bottom }]) =>
          element.matches('button, a, input, [role="tab"]') &&
          left < box.right &&
          right > box.left &&
          top < box.bottom &&
          bottom > box.top,
      )
      expect(beneath).toEqual([])
      latchkey.dispatch({ type: 'snackbar.hide' })
      await vi.waitFor(() => expect(message()).toBeNull())
    }
  }
})

test.each([
  [1280, 720],
  [320, 568],
])('the longest German message stays within a window of %i x %i that the card fills', async (width, height) => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const dialog = () => document.querySelector('[role="dialog"]')?.closest('[data-mode="dialog"]')
  await render(
    <LatchkeyProvider latchkey={latchkey} locale="de">
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await latchkey.connect({ connectorId: 'fake' })
  onTestFinished(() => page.viewport(414, 896))
  await page.viewport(width, height)
  latchkey.dispatch({ type: 'modal.open', view: 'WalletReceive' })
  await vi.waitFor(() => expect(document.querySelector('[data-part="card"][data-view="WalletReceive"]')).not.toBeNull())
  await settled()
  const params = { chainId: 'eip155:31337' }
  latchkey.dispatch({
    type: 'snackbar.show',
    message: { variant: 'error', code: 'session.switchFailed', params, stays: true },
  })
  const message = () => document.querySelector('[data-part="snackbar"] [data-part="message"]')
  await vi.waitFor(() => expect(message()?.textContent).toMatch(/^Der Wechsel zur Chain .* nicht\.$/))
  await settled()
  const box = message()?.getBoundingClientRect() ?? new DOMRect()
  expect(box.height).toBeGreaterThan(60)
  expect(box.top).toBeGreaterThanOrEqual(0)
  expect(box.bottom).toBeLessThanOrEqual(height)
  expect([box.left >= 0, box.right <= width]).toEqual([true, true])
  expect(dialog()?.scrollHeight).toBe(dialog()?.clientHeight)
})

test('a message that the view shows itself is announced without being shown', async () => {
  const { latchkey, screen } = await showConnected()
  latchkey.dispatch({ type: 'modal.open', view: 'WalletReceive' })
  await expect.element(screen.getByRole('button', { name: 'Copy address' })).toBeVisible()
  const region = document.querySelector('[data-part="snackbar"]')
  const waiting = { variant: 'loading', code: 'send.waiting', hiddenInViews: ['WalletReceive'] } as const
  latchkey.dispatch({ type: 'snackbar.show', message: waiting })
  await vi.waitFor(() => expect(region?.textContent).toBe('Confirm the transaction in your wallet'))
  expect(region?.getBoundingClientRect()).toMatchObject({ width: 1, height: 1 })
  latchkey.dispatch({ type: 'modal.open', view: 'Account' })
  await vi.waitFor(() => expect(region?.getBoundingClientRect().width).toBeGreaterThan(100))
})

test('the send button says what is missing, and only a complete draft can be previewed [5.1]', async () => {
  const { screen } = await showConnected()
  await screen.getByRole('button', { name: 'Send' }).click()
  await expect.element(screen.getByRole('button', { name: 'Select token' }).last()).toBeDisabled()
  await screen.getByRole('button', { name: 'Select token' }).first().click()
  await screen.getByRole('button', { name: 'Ether ETH 12,345.6789' }).click()
  const amount = screen.getByLabelText('Amount')
  const main = (name: string) => screen.getByRole('button', { name })
  await expect.element(main('Add amount')).toBeDisabled()
  await amount.fill('99999999')
  await expect.element(main('Insufficient funds')).toBeDisabled()
  await expect.element(amount).toHaveAccessibleDescription('Insufficient funds')
  await amount.fill('1.2.3')
  await expect.element(main('Incorrect value')).toBeDisabled()
  await amount.fill('1.5')
  await expect.element(main('Add address')).toBeDisabled()
  await screen.getByLabelText('To').fill('0x12')
  await expect.element(main('Invalid address')).toBeDisabled()
  await screen.getByLabelText('To').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
  await main('Review send').click()
  await expect.element(screen.getByRole('heading', { name: 'Review send' })).toBeVisible()
  await expect.element(screen.getByText('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBeVisible()
})

test('a transfer that is declined in the wallet says so once, and can be sent again', async () => {
  const { screen, wallet, latchkey } = await showConnected()
  wallet.answers['eth_sendTransaction'] = declined
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
  latchkey.dispatch({ type: 'send.setReceiver', receiver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
  await screen.getByRole('button', { name: 'Send' }).click()
  const told = screen.getByText('You declined the transaction in your wallet.')
  await expect.element(told).toBeVisible()
  expect(told.elements()).toHaveLength(1)
  expect(latchkey.actor('snackbar').getSnapshot().value).toBe('hidden')
  await expect.element(screen.getByRole('button', { name: 'Send' })).toBeEnabled()
})

test('the focus goes to the title of a new view, if it was in the modal', async () => {
  const screen = await render(app(instance(fakeWallet({ eth_requestAccounts: never }))))
  await expect.element(screen.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  expect(document.activeElement).toBe(document.body)
  await screen.getByRole('button', { name: 'Fake Wallet Installed' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Fake Wallet', exact: true })).toHaveFocus()
})

test('StrictMode and ten mounts leave no listener on the wallet and no node in the page', async () => {
  const wallet = fakeWallet()
  const latchkey = instance(wallet)
  const first = await render(<StrictMode>{app(latchkey)}</StrictMode>)
  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(first.getByText('Connected with Fake Wallet')).toBeVisible()
  await vi.waitFor(() => expect(wallet.listenerCount()).toBeGreaterThan(0))
  await first.unmount()
  expect(wallet.listenerCount()).toBe(0)
  const nodes = document.querySelectorAll('[data-latchkey]').length

  for (let cycle = 0; cycle < 10; cycle += 1) {
    const screen = await render(<StrictMode>{app(latchkey)}</StrictMode>)
    await screen.unmount()
  }
  await vi.waitFor(() => expect(wallet.listenerCount()).toBe(0))
  expect(document.querySelectorAll('[data-latchkey]').length).toBe(nodes)

  const last = await render(<StrictMode>{app(latchkey)}</StrictMode>)
  await expect.element(last.getByText('Connected with Fake Wallet')).toBeVisible()
})

test('the skin renders on a server, with the initial state of the machines', () => {
  const html = renderToString(app(instance(fakeWallet()), <ConnectButton />))
  expect(html).toContain('Connect wallet')
  expect(html).not.toContain('style=')
})

test('every string can be replaced, including those of errors', async () => {
  const wallet = fakeWallet({ eth_requestAccounts: declined })
  const strings = { titles: { Connect: 'Wallet verbinden' }, errors: { 'connect.declined': 'Abgelehnt' } }
  const screen = await render(<StringsProvider strings={strings}>{app(instance(wallet))}</StringsProvider>)
  await expect.element(screen.getByRole('heading', { name: 'Wallet verbinden' })).toBeVisible()
  await screen.getByRole('button', { name: /Fake Wallet/ }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Abgelehnt')
})
