/** The fakes as docs/testing.md describes them, step by step. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import {
  fakeAccounts,
  fakeApi,
  fakeNode,
  fakeWallet,
  memoryStorage,
  never,
  type FakeWallet,
} from '../../mocks/index.ts'
import { engine } from '../../sdk/instance/engine.ts'
import { ApiError, createLatchkey, defineNetwork, mainnet, type Engine, type LatchkeyOptions } from '../../sdk/index.ts'
import { rpcClient } from '../../sdk/rpc/client.ts'
import { accountOf, activityOf } from '../support/features.ts'

function started(wallet: FakeWallet, { ports, ...given }: LatchkeyOptions = {}, machines?: Engine) {
  const options: LatchkeyOptions = {
    networks: [defineNetwork(mainnet, { node: fakeNode() })],
    connectors: [
      { connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
    ],
    ports: { storage: memoryStorage(), logger: { error() {} }, ...ports },
    ...given,
  }
  const latchkey = createLatchkey(options, machines)
  onTestFinished(latchkey.start())
  return latchkey
}

test('a fake wallet connects, signs, rejects, changes its account and network, and locks', async () => {
  const signature = `0x${'1'.repeat(130)}`
  const wallet = fakeWallet({ personal_sign: signature })
  const latchkey = started(wallet)
  expect(await latchkey.connect({ connectorId: 'fake' })).toMatchObject({
    status: 'done',
    value: { address: fakeAccounts[0] },
  })
  expect(await latchkey.signMessage('Hello')).toEqual({ status: 'done', value: signature })
  expect(wallet.calls.map(({ method }) => method)).toContain('personal_sign')
  expect(await latchkey.request({ method: 'eth_unheardOf', params: [] })).toMatchObject({ status: 'failed' })
  wallet.answers['personal_sign'] = () => {
    throw Object.assign(new Error('No.'), { code: 4001 })
  }
  expect((await latchkey.signMessage('Hello')).status).toBe('declined')
  await expect.poll(() => wallet.listenerCount()).toBeGreaterThan(0)
  wallet.emit('accountsChanged', [fakeAccounts[1]])
  await expect.poll(() => latchkey.getAccount()).toMatchObject({ address: fakeAccounts[1] })
  wallet.emit('chainChanged', '0xa')
  await expect.poll(() => latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:10', isSupported: false })
  wallet.emit('accountsChanged', [])
  await expect.poll(() => latchkey.getAccount().status).toBe('disconnected')
})

test('advancing a simulated clock ends a timeout', async () => {
  const clock = new SimulatedClock()
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const latchkey = started(wallet, { ports: { clock }, timeouts: { connectMs: 60_000 } }, engine)
  const connecting = latchkey.connect({ connectorId: 'fake' })
  clock.increment(60_000)
  expect((await connecting).status).toBe('expired')
})

test('passing on a storage simulates a returning user, and stopping removes all listeners', async () => {
  const storage = memoryStorage()
  const wallet = fakeWallet()
  const first = started(wallet, { ports: { storage } })
  await first.connect({ connectorId: 'fake' })
  await expect.poll(() => storage.entries.has('latchkey.default.connections')).toBe(true)
  first.stop()
  expect(wallet.listenerCount()).toBe(0)
  const second = started(wallet, { ports: { storage } })
  await expect.poll(() => second.getAccount()).toMatchObject({ status: 'connected', address: fakeAccounts[0] })
})

test('a fake API is called, and can fail', async () => {
  const api = fakeApi({ identity: { name: 'ann.eth', avatar: undefined } })
  const latchkey = started(fakeWallet(), { projectId: 'test', enableWalletConnect: false, ports: { api } })
  await latchkey.connect({ connectorId: 'fake' })
  await expect.poll(() => accountOf(latchkey).getSnapshot().context.profile.name).toBe('ann.eth')
  api.answers.history = () => {
    throw new ApiError('api.failed', { call: 'history' })
  }
  latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  await expect
    .poll(() => activityOf(latchkey).getSnapshot().context.error)
    .toMatchObject({ code: 'activity.failed', cause: { code: 'api.failed' } })
  expect(api.calls.map(({ name }) => name)).toContain('history')
})

test('the fakes make no network requests: a fake node has scripted answers, and all reads use it', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('The network was asked'))
  onTestFinished(() => fetched.mockRestore())
  const opened = vi.fn<() => void>()
  vi.stubGlobal('WebSocket', opened)
  onTestFinished(() => void vi.unstubAllGlobals())
  const node = fakeNode({ eth_getBalance: '0xde0b6b3a7640000' })
  const network = defineNetwork(mainnet, { node })
  const latchkey = started(fakeWallet(), {
    projectId: 'test',
    networks: [network],
    ports: { api: fakeApi() },
  })
  await latchkey.connect({ connectorId: 'fake' })
  await expect.poll(() => latchkey.find('balance')?.getSnapshot().context.tokens[0]?.quantity.numeric).toBe('1')
  expect(node.calls.map(({ method }) => method)).toContain('eth_getBalance')
  const read = rpcClient(network)
  expect(await read.request({ method: 'eth_blockNumber' })).toBe('0x1')
  node.answers['eth_blockNumber'] = () => {
    throw Object.assign(new Error('Not allowed'), { code: 4100 })
  }
  await expect(read.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code: 4100 })
  await expect(read.request({ method: 'eth_getLogs', params: [{}] })).rejects.toMatchObject({ code: -32_601 })
  expect(fetched).not.toHaveBeenCalled()
  expect(opened).not.toHaveBeenCalled()
})
