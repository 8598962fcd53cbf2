/** Connectors whose provider is a function: the app's wallet SDK loads when the user connects it. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { TIMEOUTS } from '../../machines/constants.ts'
import { fakeWallet, memoryStorage, never, type FakeWallet } from '../../mocks/index.ts'
import type { ConnectorOption, Latchkey, LatchkeyOptions, Namespace } from '../../sdk/index.ts'
import { connected, pass, settle, started } from '../support/instance.ts'
import { scriptedVisibility } from '../machines/page.ts'

type Create = (namespace: Namespace) => Promise<FakeWallet>
const lazy = (provider: ConnectorOption['provider'], id = 'lazy'): ConnectorOption => ({
  connector: { id, name: 'Lazy Wallet', type: 'EXTERNAL', chain: 'eip155' },
  provider,
})
const connect = (latchkey: Latchkey, signal?: AbortSignal) =>
  latchkey.connect({ connectorId: 'lazy', ...(signal && { signal }) })
const methodsOf = (wallet: FakeWallet) => wallet.calls.map(({ method }) => method)
const namespaceOf = (latchkey: Latchkey) => latchkey.actor('namespace:eip155').getSnapshot()

/** An instance whose wallet was connected on an earlier visit, with this storage. */
async function secondVisit(options: LatchkeyOptions) {
  const storage = memoryStorage()
  const first = await started({ storage, connectors: [lazy(fakeWallet())] })
  expect(await connect(first.latchkey)).toMatchObject({ status: 'done' })
  await settle()
  first.latchkey.stop()
  return started({ ...options, storage })
}

test('the function is called when the user connects the wallet, not before, and its provider is used from then on', async () => {
  const wallet = fakeWallet()
  const create = vi.fn<Create>(async () => wallet)
  const { latchkey } = await started({ connectors: [lazy(create)] })
  expect(create).not.toHaveBeenCalled()
  expect(await connect(latchkey)).toMatchObject({ status: 'done', value: { connector: { id: 'lazy', lazy: true } } })
  await settle()
  const listeners = wallet.listenerCount()
  await latchkey.disconnect()
  expect(wallet.listenerCount()).toBe(0)
  expect(await connect(latchkey)).toMatchObject({ status: 'done' })
  await settle()
  expect(wallet.listenerCount()).toBe(listeners)
  expect(create.mock.calls).toEqual([['eip155']])
})

test('a function that returns its provider without a promise works too', async () => {
  const wallet = fakeWallet()
  const { latchkey } = await started({ connectors: [lazy(() => wallet)] })
  expect(await connect(latchkey)).toMatchObject({ status: 'done' })
})

test('a load that fails is reported with its cause, and the retry calls the function again', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  const wallet = fakeWallet()
  const create = vi.fn<Create>().mockRejectedValueOnce(cause).mockResolvedValue(wallet)
  const { latchkey } = await started({ connectors: [lazy(create)] })
  expect(await connect(latchkey)).toMatchObject({
    status: 'failed',
    error: { code: 'connector.notLoaded', message: expect.stringContaining('Lazy Wallet'), cause },
  })
  latchkey.actor('namespace:eip155').send({ type: 'namespace.retry' })
  await settle()
  expect(namespaceOf(latchkey).hasTag('connected')).toBe(true)
  expect(create).toHaveBeenCalledTimes(2)
})

test.each([
  ['undefined', undefined],
  ['a module instead of a provider', { default: fakeWallet() }],
  ['an object whose fields throw', Object.defineProperty({}, 'request', { get: () => raise() })],
])('%s is not accepted as a provider, and is not kept', async (_, value) => {
  const create = vi
    .fn<Create>()
    .mockResolvedValueOnce(value as never)
    .mockResolvedValue(fakeWallet())
  const { latchkey } = await started({ connectors: [lazy(create)] })
  expect(await connect(latchkey)).toMatchObject({
    status: 'failed',
    error: { code: 'connector.notLoaded', cause: expect.any(TypeError) },
  })
  expect(await connect(latchkey)).toMatchObject({ status: 'done' })
})
function raise(): never {
  throw new Error('by mistake')
}

test('the provider of an instance is not accepted as that of a wallet', async () => {
  const { latchkey: other } = await connected()
  const { latchkey } = await started({ connectors: [lazy(() => other.getProvider('eip155'))] })
  expect(await connect(latchkey)).toMatchObject({ status: 'failed', error: { code: 'connector.notLoaded' } })
})

test('a load that takes too long expires, and the retry calls the function again; the first provider is kept', async () => {
  const [first, second] = [fakeWallet(), fakeWallet()]
  let finishFirst: (wallet: FakeWallet) => void = () => {}
  const create = vi
    .fn<Create>()
    .mockReturnValueOnce(new Promise((resolve) => (finishFirst = resolve)))
    .mockResolvedValue(second)
  const { latchkey, clock } = await started({ connectors: [lazy(create)] })
  const late = connect(latchkey)
  await pass(clock, TIMEOUTS.loadMs, 1)
  expect(await late).toMatchObject({ status: 'expired', error: { code: 'connector.notLoaded' } })
  expect(await connect(latchkey)).toMatchObject({ status: 'done' })
  finishFirst(first)
  await settle()
  await latchkey.disconnect()
  expect(await connect(latchkey)).toMatchObject({ status: 'done' })
  expect(first.calls).toEqual([])
  expect(create).toHaveBeenCalledTimes(2)
})

test('a cancelled load asks the wallet for nothing, and the next attempt continues it', async () => {
  const wallet = fakeWallet()
  let finish: (wallet: FakeWallet) => void = () => {}
  const create = vi.fn<Create>(() => new Promise((resolve) => (finish = resolve)))
  const { latchkey } = await started({ connectors: [lazy(create)] })
  const control = new AbortController()
  const outcome = connect(latchkey, control.signal)
  await settle()
  control.abort()
  expect(await outcome).toEqual({ status: 'cancelled' })
  await settle()
  expect(namespaceOf(latchkey).value).toBe('disconnected')
  const again = connect(latchkey)
  finish(wallet)
  expect(await again).toMatchObject({ status: 'done' })
  expect(create).toHaveBeenCalledTimes(1)
  expect(methodsOf(wallet).filter((method) => method === 'eth_requestAccounts')).toHaveLength(1)
})

test('on the next visit only the connected wallet is loaded, and restored without a prompt', async () => {
  const wallet = fakeWallet()
  const other = vi.fn<Create>(async () => fakeWallet())
  const { latchkey } = await secondVisit({ connectors: [lazy(async () => wallet), lazy(other, 'other')] })
  expect(namespaceOf(latchkey).value).toBe('connected')
  expect(methodsOf(wallet)).not.toContain('eth_requestAccounts')
  expect(other).not.toHaveBeenCalled()
})

test('a wallet that cannot be loaded is kept for the next visit, and is loaded again when the browser is online', async () => {
  const visibility = scriptedVisibility()
  const wallet = fakeWallet()
  let isOnline = false
  const create = vi.fn<Create>(async () => (isOnline ? wallet : raise()))
  const { latchkey } = await secondVisit({ connectors: [lazy(create)], ports: { visibility: visibility.port } })
  expect(namespaceOf(latchkey).value).toBe('reconnecting')
  isOnline = true
  visibility.see('page.online')
  await settle()
  expect(namespaceOf(latchkey).value).toBe('connected')
  expect(methodsOf(wallet)).not.toContain('eth_requestAccounts')
})

test('a wallet whose code takes longer than the check of an earlier connection connects when it is loaded', async () => {
  const wallet = fakeWallet()
  let finish: (wallet: FakeWallet) => void = () => {}
  const create = vi.fn<Create>(() => new Promise((resolve) => (finish = resolve)))
  const { latchkey, clock } = await secondVisit({ connectors: [lazy(create)] })
  await pass(clock, TIMEOUTS.restoreMs, 1)
  expect(namespaceOf(latchkey).value).toBe('reconnecting')
  finish(wallet)
  await settle()
  expect(namespaceOf(latchkey).value).toBe('connected')
  expect(create).toHaveBeenCalledTimes(1)
})

test('an instance that StrictMode starts, stops and starts again loads the wallet once, and listens to it once', async () => {
  const wallet = fakeWallet()
  const create = vi.fn<Create>(async () => wallet)
  const { latchkey, storage } = await started({ connectors: [lazy(create)] })
  await connect(latchkey)
  await settle()
  const listeners = wallet.listenerCount()
  latchkey.stop()
  const next = await started({ storage, connectors: [lazy(create)] })
  onTestFinished(() => next.latchkey.stop())
  next.latchkey.stop()
  next.latchkey.start()
  await settle()
  expect(namespaceOf(next.latchkey).value).toBe('connected')
  expect(create).toHaveBeenCalledTimes(1)
  expect(wallet.listenerCount()).toBe(listeners)
})

test('a load that never ends does not keep an instance from stopping', async () => {
  const { latchkey, clock } = await started({ connectors: [lazy(never)] })
  const outcome = connect(latchkey)
  await settle()
  latchkey.stop()
  expect(await outcome).toEqual({ status: 'cancelled' })
  expect(clock.live.size).toBe(0)
})
