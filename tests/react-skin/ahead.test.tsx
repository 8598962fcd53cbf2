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
/** Waits until the card stands ready and was laid out. */
const ready = () => vi.waitFor(() => expect(layer()?.dataset['state']).toBe('ahead'))

// A machine that is busy is never idle.
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

test('what stands ready cannot be seen, reached, read or pressed', async () => {
  const { screen } = await idlePage()
  expect(card()?.textContent).toContain('Fake Wallet')
  expect(screen.getByRole('dialog', { includeHidden: true }).query()).toBeNull()
  expect(screen.getByRole('heading', { name: 'Connect Wallet' }).query()).toBeNull()
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

test('opening shows the card that stands there, holds the focus in it, and gives it back', async () => {
  const { screen, latchkey } = await idlePage()
  const there = card()
  const row = there?.querySelector('[data-part="row"]')
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  const element = button.element()
  if (element instanceof HTMLElement) element.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: 'Connect Wallet' })).toHaveFocus()
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

test('another view is opened as if nothing had stood there: it comes from nowhere', async () => {
  const { screen } = await idlePage()
  const there = card()
  await press(page.getByRole('button', { name: 'Select Network' }))
  await expect.element(screen.getByRole('dialog', { name: 'Choose Network' })).toHaveFocus()
  expect(there?.isConnected).toBe(false)
  expect(card()?.dataset['direction']).toBeUndefined()
})

test('who is connected begins elsewhere, so that nothing stands ready', async () => {
  const { screen, latchkey } = await idlePage()
  await latchkey.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(layer()).toBeNull())
  await press(screen.getByRole('button', { name: /^Account/ }))
  await expect.element(screen.getByRole('dialog', { name: 'Account' })).toBeVisible()
})

test('what changes meanwhile is in it when it is opened: colours, language, wallets', async () => {
  const { screen, latchkey } = await idlePage()
  latchkey.send({ type: 'theme.set', choice: 'dark' })
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

test('keys and clicks of the page stay the page’s own', async () => {
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

test('no picture is fetched for it before it is opened', async () => {
  const imageUrl = 'https://pictures.invalid/wallet.png'
  const connector = { id: 'pictured', name: 'Pictured', type: 'ANNOUNCED', chain: 'eip155', imageUrl } as const
  const { screen } = await idlePage({ connectors: [{ connector, provider: fakeWallet() }] })
  expect(card()?.textContent).toContain('Pictured')
  expect(document.querySelector(`img[src="${imageUrl}"]`)).toBeNull()
  await press(screen.getByRole('button', { name: 'Connect Wallet' }))
  await vi.waitFor(() => expect(document.querySelector(`img[src="${imageUrl}"]`)).not.toBeNull())
})

test('it is opened from within a modal of the page’s, over that, and can be used', async () => {
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
  await press(screen.getByRole('button', { name: 'Connect Wallet' }))
  const opened = screen.getByRole('dialog', { name: 'Connect Wallet' })
  await expect.element(opened).toHaveFocus()
  expect([...document.querySelectorAll('[role="dialog"]')].at(-1)).toBe(opened.element())
  await screen.getByRole('button', { name: /Fake Wallet/ }).click()
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
})

test('what Radix hands the card it holds is what is heard on the card', async () => {
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

test('a first view of the site’s own is not rendered before it is shown', async () => {
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
  await press(screen.getByRole('button', { name: 'Connect Wallet' }))
  await expect.element(screen.getByText('own')).toBeVisible()
})

test('where the browser does not say when it is idle, as jsdom, nothing is rendered that was not opened', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const latchkey = instance(fakeWallet(), { embedded: false })
  const screen = await render(site(latchkey))
  await press(page.getByRole('button', { name: 'Connect Wallet' }))
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(layer()).toBeNull())
})

test('a page that goes away before it is idle renders nothing any more', async () => {
  const { screen } = await idlePage()
  await screen.unmount()
  expect(layer()).toBeNull()
})
