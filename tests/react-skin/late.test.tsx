/** Pages whose machines are loaded on demand. */
import { renderToString } from 'react-dom/server'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import {
  AccountButton,
  ConnectButton,
  LatchkeyCard,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
} from '../../react-skin/index.ts'
import { readOptions } from '../../sdk/instance/config.ts'
import { engine, type Engine } from '../../sdk/instance/engine.ts'
import { mainnet, type Latchkey, type LatchkeyOptions } from '../../sdk/index.ts'
import { createLazyInstance } from '../../sdk/instance/lazy/lazyInstance.ts'
import { violations } from './support.tsx'

/** An instance whose machines load, or fail to load, when a test says so, each time that they are requested. */
function late(given: LatchkeyOptions = {}) {
  const options: LatchkeyOptions = {
    networks: [mainnet],
    theme: 'light',
    connectors: [
      { connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: fakeWallet() },
    ],
    ...given,
    ports: { storage: memoryStorage(), logger: { error: () => {} }, ...given.ports },
  }
  const asked: { resolve(code: Engine): void; reject(cause: Error): void }[] = []
  const fetch = () => new Promise<Engine>((resolve, reject) => asked.push({ resolve, reject }))
  const latchkey = createLazyInstance(options, readOptions(options), fetch)
  return {
    latchkey,
    asked,
    arrive: () => asked.at(-1)?.resolve(engine),
    miss: () => asked.at(-1)?.reject(new Error('offline')),
  }
}

const page = (latchkey: Latchkey) => (
  <LatchkeyProvider latchkey={latchkey}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)

test('a press before the machines are loaded opens the dialog once they are, and renders nothing before', async () => {
  const { latchkey, asked, arrive } = late({ embedded: false })
  const screen = await render(page(latchkey))
  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  expect(asked).toHaveLength(1)
  expect(document.querySelector('[data-mode="dialog"]')).toBeNull()
  arrive()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
  expect(await violations()).toEqual([])
})

test('a press whose machines fail to load shows an error, and can be repeated or dismissed', async () => {
  const { latchkey, asked, miss, arrive } = late({ embedded: false })
  const screen = await render(page(latchkey))
  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  miss()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('This view could not be loaded.')
  expect(await violations()).toEqual([])
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  expect(asked).toHaveLength(2)
  miss()
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(asked).toHaveLength(3)
  arrive()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('a load that the user did not request fails silently', async () => {
  const { latchkey, miss } = late({ embedded: false })
  const screen = await render(page(latchkey))
  await vi.waitFor(() => expect(latchkey.status()).toBe('loading'))
  miss()
  await vi.waitFor(() => expect(latchkey.status()).toBe('idle'))
  expect(screen.container.querySelector('[role="alert"]')).toBeNull()
})

test('an embedded card shows that it is loading, and offers a retry when that fails', async () => {
  const { latchkey, asked, miss, arrive } = late()
  const screen = await render(page(latchkey))
  await expect.element(screen.getByLabelText('Loading…')).toHaveAttribute('aria-busy', 'true')
  expect(asked).toHaveLength(1)
  miss()
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(asked).toHaveLength(2)
  arrive()
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
})

test('a card in a custom shell offers a retry when its machines fail to load', async () => {
  const { latchkey, asked, miss, arrive } = late()
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyCard />
    </LatchkeyProvider>,
  )
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  miss()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  arrive()
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
})

test('a returning user is connected without a press, and the buttons show the account', async () => {
  const storage = memoryStorage()
  const first = late({ ports: { storage } })
  const stop = first.latchkey.start()
  const connecting = first.latchkey.connect({ connectorId: 'fake' })
  first.arrive()
  await connecting
  await vi.waitFor(() => expect(storage.getItem('latchkey.default.connections')).not.toBeNull())
  stop()
  const { latchkey, asked, arrive } = late({ embedded: false, ports: { storage } })
  const screen = await render(page(latchkey))
  expect(asked).toHaveLength(1)
  await expect.element(screen.getByRole('button', { name: 'Connect wallet' })).toBeVisible()
  arrive()
  await expect.element(screen.getByRole('button', { name: /^Account / })).toBeVisible()
})

test('markup of a server is hydrated without a change, before and after the machines are loaded', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const buttons = (latchkey: Latchkey) => (
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <AccountButton />
      <NetworkButton />
      <LatchkeyModal />
    </LatchkeyProvider>
  )
  for (const isThere of [false, true]) {
    const { latchkey, arrive } = late({ embedded: false })
    const place = document.body.appendChild(document.createElement('div'))
    place.innerHTML = renderToString(buttons(late({ embedded: false }).latchkey))
    expect(place.textContent).toContain('Connect wallet')
    if (isThere) {
      const stop = latchkey.start()
      const connecting = latchkey.connect({ connectorId: 'fake' })
      arrive()
      await connecting
      onTestFinished(stop)
    }
    const recovered = vi.fn<(error: unknown) => void>()
    const root = hydrateRoot(place, buttons(latchkey), { onRecoverableError: recovered })
    onTestFinished(() => {
      root.unmount()
      place.remove()
    })
    await vi.waitFor(() =>
      expect(place.querySelector('button')?.textContent).toContain(isThere ? '0x' : 'Connect wallet'),
    )
    expect(recovered).not.toHaveBeenCalled()
  }
  expect(errors).not.toHaveBeenCalled()
})
