/** A wallet on another device, played by the official wallet client over our own relay. */
import type { AnyActorRef } from 'xstate'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { verifyMessage } from 'viem'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { memoryStorage } from '../../../mocks/index.ts'
import { startRelay } from '../../../mocks/relay/node.ts'
import { createLatchkey, defineNetwork, mainnet, type LatchkeyOptions } from '../../../sdk/index.ts'
import { fakeApi } from '../../../mocks/fakes/fakeApi.ts'
import { eip155Adapter } from '../../../sdk/chains/eip155/adapter.ts'
import { openClient, type Client } from '../../mocks/relay/clients.ts'
import { ether } from '../../support/instance.ts'
import { balanceOf } from '../../support/features.ts'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const second = defineNetwork({
  id: 10,
  name: 'Other',
  nativeCurrency: mainnet.nativeCurrency,
  rpcUrls: { default: { http: ['https://other.example'] } },
})
const methods = ['personal_sign', 'eth_sendTransaction']
const events = ['accountsChanged', 'chainChanged']

let relay: Awaited<ReturnType<typeof startRelay>>
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

let instances = 0

/** An instance that offers wallets on other devices over the relay. */
function page(options: LatchkeyOptions = {}) {
  const errors: string[] = []
  const latchkey = createLatchkey({
    projectId: sandboxProject,
    id: `page-${(instances += 1)}`,
    networks: [mainnet, second],
    relayUrl: relay.url,
    metadata: { name: 'Shop', description: 'A shop', url: 'https://shop.example', icons: [] },
    ...options,
    ports: {
      api: fakeApi({}, { serves: false }),
      storage: memoryStorage(),
      logger: { error: (message) => void errors.push(message) },
      chains: {
        at: async () => ({
          ...eip155Adapter,
          fetchAssets: async () => undefined,
          fetchBalances: async () => [ether('1')],
        }),
      },
      ...options.ports,
    },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  return { latchkey, errors }
}

const until = async (seen: () => boolean): Promise<void> => {
  const end = Date.now() + 10_000
  while (!seen()) {
    if (Date.now() > end) throw new Error('it did not come about')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The pairing URI, once it is available. */
async function pairingUriOf(latchkey: ReturnType<typeof page>['latchkey']): Promise<string> {
  await until(() => latchkey.find('walletConnect')?.getSnapshot().hasTag('showingUri') === true)
  return latchkey.find('walletConnect')?.getSnapshot().context.uri ?? ''
}

const accounts = (...chains: number[]) => chains.map((chain) => `eip155:${chain}:${account.address}`)

/** A wallet that approves what it is asked for, and signs with a real key. */
async function approving(name: string, chains = [1, 10]): Promise<Client> {
  const wallet = await openClient(relay.url, name)
  wallet.on('session_proposal', ({ id }) => {
    void wallet.approve({ id, namespaces: { eip155: { accounts: accounts(...chains), methods, events } } })
  })
  wallet.on('session_request', ({ id, topic, params: { request } }) => {
    const sign = async () => {
      const [raw] = request.params as [`0x${string}`]
      const result = await account.signMessage({ message: { raw } })
      await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result } })
    }
    void sign()
  })
  return wallet
}

/** An instance that is connected to a wallet. */
async function connectedPair(name: string, chains?: number[]) {
  const { latchkey, errors } = page()
  const wallet = await approving(name, chains)
  const outcome = latchkey.connect({ connectorId: 'walletConnect' })
  await wallet.pair({ uri: await pairingUriOf(latchkey) })
  return { latchkey, errors, wallet, outcome: await outcome }
}

const sessionOf = (wallet: Client) => {
  const [session] = wallet.session.getAll()
  if (!session) throw new Error('the wallet has no session')
  return session
}

describe('a wallet on another device', () => {
  test('connects with a code, signs and disconnects', async () => {
    const { latchkey, wallet, outcome } = await connectedPair('approving')
    expect(outcome).toMatchObject({
      status: 'done',
      value: { address: account.address, networkId: 'eip155:1', connector: { id: 'walletConnect', name: 'approving' } },
    })
    const signed = await latchkey.signMessage('hello')
    const signature = signed.status === 'done' ? signed.value : ''
    expect(
      await verifyMessage({ address: account.address, message: 'hello', signature: signature as `0x${string}` }),
    ).toBe(true)
    expect(await latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
    await until(() => wallet.session.getAll().length === 0)
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
  })

  test('declines the connection when its user rejects it', async () => {
    const { latchkey } = page()
    const wallet = await openClient(relay.url, 'refusing')
    wallet.on(
      'session_proposal',
      ({ id }) => void wallet.reject({ id, reason: { code: 5000, message: 'User rejected.' } }),
    )
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    expect(await outcome).toMatchObject({ status: 'declined', error: { message: 'Connection declined' } })
  })

  test('disconnects the app when it ends the session, with a notice', async () => {
    const { latchkey, wallet } = await connectedPair('leaving')
    await wallet.disconnect({ topic: sessionOf(wallet).topic, reason: { code: 6000, message: 'Bye' } })
    await until(() => latchkey.getAccount().status === 'disconnected')
    expect(latchkey.actor('snackbar').getSnapshot().context).toMatchObject({ message: { code: 'wallet.left' } })
  })

  test('moves the app to another network and account', async () => {
    const { latchkey, wallet } = await connectedPair('moving')
    await until(() => balanceOf(latchkey).getSnapshot().value === 'ready')
    const { topic } = sessionOf(wallet)
    await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 10 } })
    await until(() => latchkey.getNetwork().networkId === 'eip155:10')
    const other = privateKeyToAccount(`0x${'2'.repeat(64)}`).address
    await wallet.update({
      topic,
      namespaces: { eip155: { accounts: [`eip155:10:${other}`, ...accounts(1, 10)], methods, events } },
    })
    await until(() => (latchkey.getAccount() as { address?: string }).address === other)
    expect(latchkey.getAccount()).toMatchObject({ networkId: 'eip155:10' })
  })

  test('does not move the app to a network or account that it did not approve, and requests keep their chain', async () => {
    const { latchkey, wallet } = await connectedPair('wandering', [1])
    const { topic } = sessionOf(wallet)
    const chains: string[] = []
    wallet.on('session_request', ({ params }) => void chains.push(params.chainId))
    const stranger = privateKeyToAccount(`0x${'3'.repeat(64)}`).address
    await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'chainChanged', data: 10 } })
    await wallet.emit({ topic, chainId: 'eip155:1', event: { name: 'accountsChanged', data: [stranger] } })
    await latchkey.signMessage('hello')
    expect(chains).toEqual(['eip155:1'])
    expect(latchkey.getNetwork().networkId).toBe('eip155:1')
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: account.address })
    expect(await latchkey.getProvider('eip155').request({ method: 'eth_chainId' })).toBe('0x1')
  })

  test('chooses which of its accounts is the first', async () => {
    const other = privateKeyToAccount(`0x${'2'.repeat(64)}`).address
    const { latchkey } = page()
    const wallet = await openClient(relay.url, 'two')
    wallet.on('session_proposal', ({ id }) => {
      const both = [...accounts(1), `eip155:1:${other}`]
      void wallet.approve({ id, namespaces: { eip155: { accounts: both, methods, events } } })
    })
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    await outcome
    await wallet.emit({
      topic: sessionOf(wallet).topic,
      chainId: 'eip155:1',
      event: { name: 'accountsChanged', data: [`eip155:1:${other}`] },
    })
    await until(() => (latchkey.getAccount() as { address?: string }).address === other)
    expect(await latchkey.getProvider('eip155').request({ method: 'eth_accounts' })).toEqual([other, account.address])
  })

  test('is disconnected when it removes its last account', async () => {
    const { latchkey, wallet } = await connectedPair('empty', [1])
    await wallet.update({ topic: sessionOf(wallet).topic, namespaces: { eip155: { accounts: [], methods, events } } })
    await until(() => wallet.session.getAll().length === 0)
    expect(latchkey.getAccount().status).toBe('disconnected')
  })

  test('is disconnected when it approves in the moment in which the user cancels', async () => {
    let reading = () => {}
    const read = new Promise<void>((resolve) => (reading = resolve))
    const { latchkey } = page({
      ports: { chains: { at: () => (reading(), new Promise(() => {})) } },
    })
    const wallet = await approving('hasty')
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    await read
    latchkey.dispatch({ type: 'walletConnect.cancel' })
    expect(await outcome).toEqual({ status: 'cancelled' })
    await until(() => wallet.session.getAll().length === 0)
  })

  test('is not contacted for a connection that was requested before the instance stopped', async () => {
    const { latchkey } = page()
    const before = relay.relay.socketLogs.length
    void latchkey.connect({ connectorId: 'walletConnect' })
    latchkey.stop()
    latchkey.start()
    const wallet = await approving('later')
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    expect(await outcome).toMatchObject({ status: 'done' })
    // The wallet's connection, and one of the app.
    expect(relay.relay.socketLogs.length - before).toBe(2)
  })

  test('switches to a network that it approved without a request, and rejects any other', async () => {
    const { latchkey } = await connectedPair('switching')
    expect(await latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
    const { latchkey: narrow } = await connectedPair('narrow', [1])
    expect(await narrow.switchNetwork('eip155:10')).toMatchObject({ status: 'failed' })
    expect(narrow.getNetwork().networkId).toBe('eip155:1')
  })

  test('has no session when it approves an attempt that was cancelled', async () => {
    const { latchkey } = page()
    const wallet = await openClient(relay.url, 'late')
    const proposed = new Promise<number>((resolve) => wallet.on('session_proposal', ({ id }) => resolve(id)))
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    const id = await proposed
    latchkey.dispatch({ type: 'walletConnect.cancel' })
    expect(await outcome).toEqual({ status: 'cancelled' })
    await wallet.approve({ id, namespaces: { eip155: { accounts: accounts(1), methods, events } } }).catch(() => {})
    await until(() => wallet.session.getAll().length === 0)
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
  })

  test("is not connected without an account of the app's networks, and its session is ended", async () => {
    const { latchkey } = page()
    const wallet = await openClient(relay.url, 'elsewhere')
    wallet.on('session_proposal', ({ id }) => {
      const solana = { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc'], methods: [], events: [] }
      void wallet.approve({ id, namespaces: { solana } })
    })
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    expect((await outcome).status).toBe('failed')
    await until(() => wallet.session.getAll().length === 0)
  })

  test('is connected by machines that the instance finds, watches and inspects like its own', async () => {
    const { latchkey } = page()
    const seen = new Set<string>()
    latchkey.inspect(({ actorRef }) => seen.add((actorRef as AnyActorRef).id))
    expect(latchkey.find('pairing')).toBeUndefined()
    const states: unknown[] = []
    latchkey.watch('pairing', (ref) => states.push(ref?.getSnapshot().value))
    const wallet = await approving('watched')
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await wallet.pair({ uri: await pairingUriOf(latchkey) })
    await outcome
    const { topic } = sessionOf(wallet)
    expect(latchkey.find(`session:${topic}`)?.getSnapshot().context.session.peer.metadata.name).toBe('watched')
    expect([...seen]).toContain(`session.${topic}`)
    expect(states).toEqual([undefined, expect.anything()])
    latchkey.stop()
    expect(latchkey.find(`session:${topic}`)).toBeUndefined()
  })

  test('gets its requests encrypted through the relay', async () => {
    const { latchkey } = await connectedPair('private')
    const before = relay.relay.published.length
    await latchkey.signMessage('secret')
    const said = JSON.stringify(relay.relay.published.slice(before).filter(({ tag }) => tag === 1108))
    expect(said).not.toContain('personal_sign')
    expect(said.length).toBeGreaterThan(10)
  })
})
