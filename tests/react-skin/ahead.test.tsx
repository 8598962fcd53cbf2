/** The dialog is rendered while the page is idle, so that opening it only has to show it. */
import { StrictMode, type ReactNode } from 'react'
import { Dialog } from 'radix-ui'
import { DismissableLayer, FocusScope } from 'radix-ui/internal'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, NetworkButton, presets } from '../../react-skin/index.ts'
import type { Locale, Theme } from '../../react-skin/index.ts'
import type { Latchkey, LatchkeyOptions } from '../../sdk/index.ts'
import { dialog } from '../../react-skin/shell/loaders.ts'
import { press } from './press.ts'
import { instance, styled, violations } from './support.tsx'

const site = (latchkey: Latchkey, { theme, locale }: { theme?: Theme; locale?: Locale } = {}, beside?: ReactNode) => (
  <StrictMode>
    <LatchkeyProvider latchkey={latchkey} {...(theme && { theme })} {...(locale && { locale })}>
      <ConnectButton />
      <NetworkButton />
      {beside}
      <LatchkeyModal />
    </LatchkeyProvider>
  </StrictMode>
)
const layer = () => document.querySelector<HTMLElement>('[data-latchkey][data-mode="dialog"]')
const card = () => document.querySelector<HTMLElement>('[data-part="card"]')
/** Waits until the card is rendered and was laid out. */
const ready = () => vi.waitFor(() => expect(layer()?.dataset['state']).toBe('ahead'))

// A busy machine is never idle.
beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelIdleCallback', (handle: number) => clearTimeout(handle))
  return () => void vi.unstubAllGlobals()
})

async function idlePage(options: LatchkeyOptions = {}) {
  const latchkey = instance(fakeWallet(), { embedded: false, ...options })
  const screen = await render(site(latchkey))
  await ready()
  return { latchkey, screen }
}

test('a prerendered dialog cannot be seen, reached, read or pressed', async () => {
  const { screen } = await idlePage()
  expect(card()?.textContent).toContain('Fake Wallet')
  expect(screen.getByRole('dialog', { includeHidden: true }).query()).toBeNull()
  expect(screen.getByRole('heading', { name: 'Connect wallet' }).query()).toBeNull()
  expect(layer()?.inert).toBe(true)
  const { width, height } = document.documentElement.getBoundingClientRect()
  for (const [x, y] of [
    [width / 2, 10],
    [width / 2, Math.min(height, window.innerHeight) / 2],
  ] as const)
    expect(layer()?.contains(document.elementFromPoint(x, y))).toBe(false)
  for (let presses = 0; presses < 6; presses += 1) {
    await userEvent.keyboard('{Tab}')
    expect(layer()?.contains(document.activeElement)).toBe(false)
  }
  expect(styled()).toEqual([])
  expect(await violations()).toEqual([])
})

test('opening shows the prerendered card, holds the focus in it, and returns the focus', async () => {
  const { screen, latchkey } = await idlePage()
  const there = card()
  const row = there?.querySelector('[data-part="row"]')
  const button = page.getByRole('button', { name: 'Connect wallet' })
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: 'Connect wallet' })).toHaveFocus()
  expect(card()).toBe(there)
  expect(row?.isConnected).toBe(true)
  expect(card()?.dataset['direction']).toBeUndefined()
  expect(layer()?.inert).toBe(false)
  for (let presses = 0; presses < 9; presses += 1) {
    await userEvent.keyboard('{Tab}')
    expect(there?.contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(button).toHaveFocus()
  expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
  await ready()
  expect(card()).not.toBe(there)
})

test('another view opens without the prerendered card, and without a transition', async () => {
  const { screen } = await idlePage()
  const there = card()
  await press(page.getByRole('button', { name: 'Select network' }))
  await expect.element(screen.getByRole('dialog', { name: 'Choose network' })).toHaveFocus()
  expect(there?.isConnected).toBe(false)
  expect(card()?.dataset['direction']).toBeUndefined()
})

test('nothing is prerendered while a wallet is connected', async () => {
  const { screen, latchkey } = await idlePage()
  await latchkey.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(layer()).toBeNull())
  await press(screen.getByRole('button', { name: /^Account/ }))
  await expect.element(screen.getByRole('dialog', { name: 'Account' })).toBeVisible()
})

test('a prerendered dialog follows changes of colors, language and wallets', async () => {
  const { screen, latchkey } = await idlePage()
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await vi.waitFor(() => expect(layer()?.dataset['scheme']).toBe('dark'))
  await screen.rerender(site(latchkey, { theme: presets.mint, locale: 'de' }))
  const announced = new CustomEvent('eip6963:announceProvider', {
    detail: {
      info: { uuid: 'u', name: 'Late Wallet', icon: 'data:image/png;base64,AA==', rdns: 'example.late' },
      provider: fakeWallet(),
    },
  })
  window.dispatchEvent(announced)
  await press(screen.getByRole('button', { name: 'Wallet verbinden' }))
  await expect.element(screen.getByRole('dialog', { name: 'Wallet verbinden' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Late Wallet/ })).toBeVisible()
  const layered = layer()
  expect(layered && getComputedStyle(layered).getPropertyValue('--latchkey-accent')).toBe(presets.mint.dark.accent)
})

test('a prerendered dialog does not handle keys and clicks of the page', async () => {
  const { latchkey } = await idlePage()
  const closed = vi.spyOn(latchkey, 'close')
  const keys: string[] = []
  const hear = ({ key, defaultPrevented }: KeyboardEvent) => void keys.push(`${key} ${defaultPrevented}`)
  document.addEventListener('keydown', hear)
  onTestFinished(() => document.removeEventListener('keydown', hear))
  await userEvent.keyboard('{Escape}')
  document.body.click()
  expect(keys).toEqual(['Escape false'])
  expect(closed).not.toHaveBeenCalled()
  expect(document.querySelector('[data-radix-focus-guard]')).toBeNull()
})

test('a prerendered dialog loads no image before it is opened', async () => {
  const imageUrl = 'https://pictures.invalid/wallet.png'
  const connector = { id: 'pictured', name: 'Pictured', type: 'ANNOUNCED', chain: 'eip155', imageUrl } as const
  const { screen } = await idlePage({ connectors: [{ connector, provider: fakeWallet() }] })
  expect(card()?.textContent).toContain('Pictured')
  expect(document.querySelector(`img[src="${imageUrl}"]`)).toBeNull()
  await press(screen.getByRole('button', { name: 'Connect wallet' }))
  await vi.waitFor(() => expect(document.querySelector(`img[src="${imageUrl}"]`)).not.toBeNull())
})

test('a prerendered dialog can be opened and used over a modal of the app', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <Dialog.Root>
        <Dialog.Trigger>Basket</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Content aria-describedby={undefined}>
            <Dialog.Title>Your basket</Dialog.Title>
            <ConnectButton />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await ready()
  await press(screen.getByRole('button', { name: 'Basket' }))
  await press(screen.getByRole('button', { name: 'Connect wallet' }))
  const opened = screen.getByRole('dialog', { name: 'Connect wallet' })
  await expect.element(opened).toHaveFocus()
  expect([...document.querySelectorAll('[role="dialog"]')].at(-1)).toBe(opened.element())
  await screen.getByRole('button', { name: /Fake Wallet/ }).click()
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
})

test('the handlers that Radix passes to the card are those that the card handles', async () => {
  const handed: string[] = []
  function Probe(props: Readonly<Record<string, unknown>>) {
    handed.push(...Object.entries(props).flatMap(([name, value]) => (typeof value === 'function' ? name : [])))
    return null
  }
  await render(
    <FocusScope.Root asChild>
      <DismissableLayer.Root asChild>
        <Probe />
      </DismissableLayer.Root>
    </FocusScope.Root>,
  )
  const names = ['onBlurCapture', 'onFocusCapture', 'onKeyDown', 'onPointerDownCapture', 'ref']
  expect([...new Set(handed)].toSorted()).toEqual(names)
})

test('a custom first view is not rendered before it is shown', async () => {
  const Own = vi.fn<() => ReactNode>(() => <p>own</p>)
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey} views={{ Connect: Own }}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await new Promise<void>((loaded) => dialog.whenReady(loaded))
  for (let times = 0; times < 4; times += 1) await new Promise((later) => setTimeout(later))
  expect(Own).not.toHaveBeenCalled()
  await press(screen.getByRole('button', { name: 'Connect wallet' }))
  await expect.element(screen.getByText('own')).toBeVisible()
})

test('nothing is prerendered without requestIdleCallback, as in jsdom', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(site(latchkey))
  await press(page.getByRole('button', { name: 'Connect wallet' }))
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(layer()).toBeNull())
})

test('nothing is prerendered when the dialog is unmounted before the page is idle', async () => {
  const { screen } = await idlePage()
  await screen.unmount()
  expect(layer()).toBeNull()
})
