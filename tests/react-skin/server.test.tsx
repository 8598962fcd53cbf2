import { Fragment, Suspense, use, type ComponentType, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import {
  AccountButton,
  ConnectButton,
  LatchkeyCard,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  presets,
} from '../../react-skin/index.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { instance } from './support.tsx'

test.each([
  ['in the page', true],
  ['over the page', false],
] as const)(
  'markup of a server is hydrated without a warning, with a theme and a language: %s',
  async (_, embedded) => {
    const complaints: unknown[] = []
    const spy = vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
    const page = () => {
      const latchkey = instance(fakeWallet(), { embedded })
      const tree = (
        <LatchkeyProvider latchkey={latchkey} theme={presets.mint} locale="de">
          <ConnectButton />
          <NetworkButton />
          <LatchkeyModal />
        </LatchkeyProvider>
      )
      return { latchkey, tree }
    }
    const html = renderToString(page().tree)
    expect(html).toContain('Connect wallet')
    expect(html).not.toContain('style=')
    const container = document.body.appendChild(document.createElement('main'))
    container.innerHTML = html
    const button = container.querySelector('button')
    const { latchkey, tree } = page()
    const root = hydrateRoot(container, tree, { onRecoverableError: (error) => void complaints.push(error) })
    onTestFinished(() => {
      root.unmount()
      container.remove()
      spy.mockRestore()
    })
    await vi.waitFor(() => expect(button?.textContent).toBe('Wallet verbinden'))
    expect(container.querySelector('button')).toBe(button)
    const skin = button?.closest('[data-latchkey]')
    expect(skin && getComputedStyle(skin).getPropertyValue('--latchkey-accent')).toBe(presets.mint.light.accent)
    button?.click()
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]') === null).toBe(embedded))
    await latchkey.connect({ connectorId: 'fake' })
    await vi.waitFor(() => expect(container.querySelector('[aria-label^="Konto"]')).not.toBeNull())
    expect(complaints).toEqual([])
  },
)

const accountsIn = (page: Element) => page.querySelectorAll('[aria-label^="Account 0x"]').length

/** A page that a server rendered, hydrated in a browser in which a wallet of an earlier visit is still connected. */
async function reloaded({ begin = () => {} }: { begin?: (latchkey: Latchkey) => void } = {}) {
  const storage = memoryStorage()
  const wallet = fakeWallet()
  const earlier = instance(wallet, { ports: { storage } })
  earlier.start()
  await earlier.connect({ connectorId: 'fake' })
  earlier.stop()

  const complaints: unknown[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
  const tree = (latchkey: Latchkey, Held: ComponentType<{ children: ReactNode }>) => (
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <Suspense fallback="…">
        <Held>
          <ConnectButton />
          <AccountButton />
          <NetworkButton />
          <LatchkeyCard closable={false} />
        </Held>
      </Suspense>
    </LatchkeyProvider>
  )
  const container = document.body.appendChild(document.createElement('main'))
  container.innerHTML = renderToString(tree(instance(fakeWallet()), Fragment))

  let hydrate = () => {}
  const released = new Promise<void>((resolve) => (hydrate = resolve))
  function Late({ children }: { children: ReactNode }) {
    use(released)
    return children
  }
  const latchkey = instance(wallet, { ports: { storage } })
  begin(latchkey)
  const root = hydrateRoot(container, tree(latchkey, Late), {
    onRecoverableError: (error) => void complaints.push(error),
  })
  onTestFinished(() => {
    root.unmount()
    container.remove()
    spy.mockRestore()
    latchkey.stop()
  })
  return { latchkey, container, complaints, hydrate }
}

test('a part of the page that hydrates late first equals the server’s markup, and then shows the account', async () => {
  const { latchkey, container, complaints, hydrate } = await reloaded()
  const card = container.querySelector('[data-part="card"]')
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
  await vi.waitFor(() => expect(accountsIn(container)).toBe(1))
  expect(container.querySelectorAll('[data-state="disconnected"]')).toHaveLength(1)
  hydrate()
  await vi.waitFor(() => expect(accountsIn(container)).toBe(3))
  expect(complaints).toEqual([])
  expect(card?.isConnected).toBe(true)
})

test('an instance that was started before the page hydrates causes no mismatch', async () => {
  const { container, complaints, hydrate } = await reloaded({ begin: (early) => void early.start() })
  hydrate()
  await vi.waitFor(() => expect(accountsIn(container)).toBe(3))
  expect(complaints).toEqual([])
})
