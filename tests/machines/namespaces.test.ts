/** One app, several namespaces: each has its own wallet, account and network at the same time. */
import { describe, expect, test } from 'vitest'
import { fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { mainnet, solana, solanaDevnet, type AnalyticsEvent } from '../../sdk/index.ts'
import { ether, other, pass, settle, started } from '../support/instance.ts'
import { balanceOf } from '../support/features.ts'
import { draft, messageOf, stackOf } from './page.ts'

const first = firstSolanaAccount.address
const second = secondSolanaAccount.address

const solanaWallet = (answers: Record<string, unknown> = {}) =>
  fakeWallet({
    solana_requestAccounts: [{ pubkey: first }],
    solana_getAccounts: [{ pubkey: first }],
    ...answers,
  })

async function page({
  evm = fakeWallet(),
  sol = solanaWallet(),
  storage = memoryStorage(),
  chain = {},
  analytics,
}: {
  evm?: ReturnType<typeof fakeWallet>
  sol?: ReturnType<typeof fakeWallet>
  storage?: ReturnType<typeof memoryStorage>
  chain?: Partial<ChainAdapter>
  analytics?: (event: AnalyticsEvent) => void
} = {}) {
  const still: Partial<ChainAdapter> = {
    fetchAssets: async () => undefined,
    fetchBalances: async ({ network }) => [ether('1', network.caipNetworkId)],
    ...chain,
  }
  const made = await started({
    networks: [mainnet, other, solana, solanaDevnet],
    storage,
    ...(analytics && { analytics }),
    connectors: [
      { connector: { id: 'fox', name: 'Fox', type: 'ANNOUNCED', chain: 'eip155' }, provider: evm },
      { connector: { id: 'solana:Fox', name: 'Fox', type: 'ANNOUNCED', chain: 'solana' }, provider: sol },
    ],
    ports: {
      chains: { at: async (namespace) => ({ ...(namespace === 'solana' ? solanaAdapter : eip155Adapter), ...still }) },
    },
  })
  return { ...made, evm, sol, storage }
}

async function both(options: Parameters<typeof page>[0] = {}) {
  const made = await page(options)
  expect(await made.latchkey.connect({ connectorId: 'fox' })).toMatchObject({ status: 'done' })
  expect(await made.latchkey.connect({ connectorId: 'solana:Fox' })).toMatchObject({ status: 'done' })
  await made.latchkey.load('send')
  await settle()
  return made
}

describe('a wallet with several namespaces', () => {
  const connectorId = 'multichain:fox'

  test.each([
    [mainnet, `eip155`],
    [solana, `solana`],
  ] as const)('connects in the active namespace: %o', async (network, namespace) => {
    const { latchkey } = await page()
    await latchkey.switchNetwork(network.caipNetworkId)
    expect(await latchkey.connect({ connectorId })).toMatchObject({ status: 'done', value: { namespace } })
    expect(await latchkey.connect({ connectorId })).toMatchObject({ status: 'done', value: { namespace } })
  })

  test.each(['declined', 'stopped', 'called off', 'silent'] as const)(
    'settles the attempt when it is %s',
    async (how) => {
      const evm = fakeWallet({ eth_requestAccounts: how === 'declined' ? () => Promise.reject({ code: 4001 }) : never })
      const { latchkey, clock } = await page({ evm })
      const control = new AbortController()
      const outcome = latchkey.connect({ connectorId, signal: control.signal })
      await settle()
      if (how === 'stopped') latchkey.stop()
      if (how === 'called off') control.abort()
      if (how === 'silent') await pass(clock, 120_000, 1)
      const status = { declined: 'declined', stopped: 'cancelled', 'called off': 'cancelled', silent: 'expired' }[how]
      expect(await outcome).toMatchObject({ status })
    },
  )

  test('opens the choice of a namespace when no caller waits for an outcome', async () => {
    const { latchkey } = await page()
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'connectors.connect', connectorId })
    expect(stackOf(latchkey)).toEqual(['Connect', 'ConnectingMultiChain'])
    expect(latchkey.getAccount().status).toBe('disconnected')
  })
})

describe('two wallets of two namespaces', () => {
  test('are connected at the same time, each with its own account and network [3.4]', async () => {
    const { latchkey } = await both()
    expect(latchkey.getAccount('eip155')).toMatchObject({ status: 'connected', networkId: mainnet.caipNetworkId })
    expect(latchkey.getAccount('solana')).toMatchObject({
      status: 'connected',
      address: first,
      networkId: solana.caipNetworkId,
      connector: { id: 'solana:Fox', chain: 'solana' },
    })
    expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
  })

  test('disconnect separately: the other one stays, and becomes the active one', async () => {
    const { latchkey } = await both()
    expect(await latchkey.disconnect({ namespace: 'solana' })).toMatchObject({ status: 'done' })
    await settle()
    expect(latchkey.getAccount('solana').status).toBe('disconnected')
    expect(latchkey.getAccount('eip155').status).toBe('connected')
  })

  test('count as one disconnect when they leave together, however long each takes, and as several otherwise [4.20]', async () => {
    const events: AnalyticsEvent[] = []
    const counted = () =>
      events.splice(0).flatMap(({ event, properties }) => (event.startsWith('DISCONNECT') ? [[event, properties]] : []))
    const { latchkey, evm, sol, clock } = await both({ analytics: (event) => void events.push(event) })
    const outOfOrder = () => Promise.reject(new Error('out of order'))
    evm.answers['wallet_revokePermissions'] = outOfOrder
    sol.answers['wallet_revokePermissions'] = never
    const left = latchkey.disconnect()
    await settle()
    expect([latchkey.getAccount('eip155').status, counted()]).toEqual(['disconnected', []])
    // Two presses disconnect once.
    latchkey.dispatch({ type: 'latchkey.disconnect' })
    await pass(clock, 10_000, 1)
    const outcome = await left
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'disconnect.several' } })
    expect((outcome as { error: { cause: AggregateError } }).error.cause.errors).toHaveLength(2)
    expect([latchkey.getAccount('eip155').status, latchkey.getAccount('solana').status]).toEqual([
      'disconnected',
      'disconnected',
    ])
    expect(counted()).toEqual([
      ['DISCONNECT_ERROR', { message: expect.stringMatching(/chain eip155: out of order, .*chain solana/) as string }],
    ])
    // No wallet is connected any more.
    await latchkey.disconnect()
    await settle()
    expect(counted()).toEqual([])

    for (const wallet of [evm, sol]) delete wallet.answers['wallet_revokePermissions']
    const connectBoth = async () => {
      await latchkey.connect({ connectorId: 'fox' })
      await latchkey.connect({ connectorId: 'solana:Fox' })
      await settle()
    }
    await connectBoth()
    expect(await latchkey.disconnect()).toMatchObject({ status: 'done' })
    await settle()
    expect(counted()).toEqual([['DISCONNECT_SUCCESS', { namespace: 'all' }]])

    await connectBoth()
    await latchkey.disconnect({ namespace: 'solana' })
    await latchkey.disconnect({ namespace: 'eip155' })
    await settle()
    expect(counted()).toEqual([
      ['DISCONNECT_SUCCESS', { namespace: 'solana' }],
      ['DISCONNECT_SUCCESS', { namespace: 'eip155' }],
    ])
  })

  test('are restored after a reload, each on its last network', async () => {
    const { latchkey, storage } = await both()
    expect(await latchkey.switchNetwork(solanaDevnet.caipNetworkId)).toMatchObject({ status: 'done' })
    await settle()
    latchkey.stop()
    const { latchkey: again } = await page({ storage })
    await settle()
    expect(again.getAccount('eip155')).toMatchObject({ status: 'connected', networkId: mainnet.caipNetworkId })
    expect(again.getAccount('solana')).toMatchObject({ status: 'connected', networkId: solanaDevnet.caipNetworkId })
    expect(again.getNetwork().networkId).toBe(solanaDevnet.caipNetworkId)
  })

  test('fail separately: one that does not answer does not block the other', async () => {
    const { latchkey } = await page({ sol: solanaWallet({ solana_requestAccounts: never }) })
    const waiting = latchkey.connect({ connectorId: 'solana:Fox' })
    await settle()
    expect(await latchkey.connect({ connectorId: 'fox' })).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount('solana').status).toBe('connecting')
    latchkey.stop()
    expect(await waiting).toMatchObject({ status: 'cancelled' })
  })

  test('change their account in their own namespace only', async () => {
    const { latchkey, sol } = await both()
    const before = latchkey.getAccount('eip155')
    sol.emit('accountsChanged', [{ pubkey: second }])
    await settle()
    expect(latchkey.getAccount('solana')).toMatchObject({ address: second })
    expect(latchkey.getAccount('eip155')).toEqual(before)
    sol.emit('accountsChanged', [])
    await settle()
    expect(latchkey.getAccount('solana').status).toBe('disconnected')
    expect(latchkey.getAccount('eip155').status).toBe('connected')
  })
})

describe('the network', () => {
  test('is switched without a wallet request when the wallet has no network setting', async () => {
    const { latchkey, sol } = await both()
    const calls = sol.calls.length
    expect(await latchkey.switchNetwork(solanaDevnet.caipNetworkId)).toEqual({
      status: 'done',
      value: solanaDevnet.caipNetworkId,
    })
    expect(sol.calls).toHaveLength(calls)
    expect(latchkey.getAccount('solana')).toMatchObject({ networkId: solanaDevnet.caipNetworkId })
  })

  test('becomes active in another namespace without a wallet request, when its wallet is on it already [4.11]', async () => {
    const { latchkey, evm } = await both()
    const calls = evm.calls.length
    expect(await latchkey.switchNetwork(mainnet.caipNetworkId)).toMatchObject({ status: 'done' })
    await settle()
    expect(latchkey.getNetwork().networkId).toBe(mainnet.caipNetworkId)
    expect(evm.calls.slice(calls).map(({ method }) => method)).not.toContain('wallet_switchEthereumChain')
    expect(latchkey.getAccount('solana')).toMatchObject({ status: 'connected', networkId: solana.caipNetworkId })
  })
})

test('a switch to a connected namespace works even when its wallet is on an unsupported network [4.13]', async () => {
  const { latchkey, evm } = await both()
  evm.emit('chainChanged', '0x539')
  await settle()
  expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
  expect(await latchkey.switchNetwork('eip155:1337')).toMatchObject({ status: 'done' })
  await settle()
  expect(latchkey.getNetwork()).toMatchObject({
    networkId: 'eip155:1337',
    isSupported: false,
    network: { name: 'unsupported network' },
  })
  expect(stackOf(latchkey)).toEqual(['UnsupportedChain'])
  expect(await latchkey.switchNetwork('eip155:99')).toMatchObject({
    status: 'failed',
    error: { code: 'network.notFound' },
  })
})

describe('the views of a transfer', () => {
  test.each(['WalletSend', 'WalletSendPreview'] as const)('close when the network changes: %s', async (view) => {
    const { latchkey } = await both()
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'view.push', view })
    await latchkey.switchNetwork(solanaDevnet.caipNetworkId)
    await settle()
    expect(stackOf(latchkey)).toEqual(['Account'])
  })

  test('close when the active wallet changes its account, and not for a wallet of another namespace', async () => {
    const { latchkey, evm, sol } = await both()
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
    evm.emit('accountsChanged', ['0x000000000000000000000000000000000000dEaD'])
    await settle()
    expect(stackOf(latchkey)).toHaveLength(3)
    sol.emit('accountsChanged', [{ pubkey: second }])
    await settle()
    expect(stackOf(latchkey)).toEqual(['Account'])
  })
})

test('the account picker closes when an account is selected, and not for an account of another namespace', async () => {
  const shared = [{ pubkey: first }, { pubkey: second }]
  const { latchkey, evm } = await both({
    sol: solanaWallet({ solana_requestAccounts: shared, solana_getAccounts: shared }),
  })
  latchkey.dispatch({ type: 'view.push', view: 'SwitchAddress' })
  evm.emit('accountsChanged', ['0x000000000000000000000000000000000000dEaD'])
  await settle()
  expect(stackOf(latchkey)).toEqual(['Account', 'SwitchAddress'])
  latchkey.dispatch({ type: 'account.select', address: second })
  await settle()
  expect(latchkey.getAccount('solana')).toMatchObject({ address: second })
  expect(stackOf(latchkey)).toEqual(['Account'])
})

describe('the shown data', () => {
  const shown = ({ latchkey }: Awaited<ReturnType<typeof both>>) => ({
    account: latchkey.find('account')?.getSnapshot().context.connection.address,
    balance: latchkey.find('balance')?.getSnapshot().context.target,
    activity: latchkey.find('feature:activity')?.getSnapshot().context.activeAccount?.connection.address,
    send: latchkey.find('feature:send')?.getSnapshot().context.activeAccount?.connection.address,
  })
  const addressIn = ({ latchkey }: Awaited<ReturnType<typeof both>>) => {
    const account = latchkey.getAccount('eip155')
    return account.status === 'connected' ? account.address : undefined
  }
  const of = (address: string | undefined, networkId: string) => ({
    account: address,
    balance: { address, networkId },
    activity: address,
    send: address,
  })

  test('belongs to the wallet of the active network, also after a switch back and forth', async () => {
    const made = await both()
    const { latchkey } = made
    expect(shown(made)).toEqual(of(first, solana.caipNetworkId))
    await latchkey.switchNetwork(mainnet.caipNetworkId)
    await settle()
    expect(shown(made)).toEqual(of(addressIn(made), mainnet.caipNetworkId))
    await latchkey.switchNetwork(solanaDevnet.caipNetworkId)
    await settle()
    expect(shown(made)).toEqual(of(first, solanaDevnet.caipNetworkId))
  })

  test('does not change when a wallet of another namespace changes its account or disconnects', async () => {
    const made = await both()
    const { evm } = made
    const before = shown(made)
    const reads = balanceOf(made.latchkey).getSnapshot().context.readAt
    evm.emit('accountsChanged', ['0x000000000000000000000000000000000000dEaD'])
    await settle()
    expect(shown(made)).toEqual(before)
    evm.emit('accountsChanged', [])
    await settle()
    expect(made.latchkey.getAccount('eip155').status).toBe('disconnected')
    expect(shown(made)).toEqual(before)
    expect(balanceOf(made.latchkey).getSnapshot().context.readAt).toBe(reads)
  })

  test('is empty after the wallet of the active network disconnected', async () => {
    const made = await both()
    await made.latchkey.disconnect({ namespace: 'solana' })
    await settle()
    expect(shown(made)).toEqual({ account: undefined, balance: undefined, activity: undefined, send: undefined })
    await made.latchkey.switchNetwork(mainnet.caipNetworkId)
    await settle()
    expect(shown(made)).toEqual(of(addressIn(made), mainnet.caipNetworkId))
  })
})

describe('a pending transfer', () => {
  const asking = async () => {
    const asked: string[] = []
    const made = await both({
      chain: {
        resolveReceiver: async (receiver) => receiver,
        prepare: async () => ({ method: 'transfer' }),
        send: (_provider, { network }) => {
          asked.push(network.chainNamespace)
          return never()
        },
      },
    })
    const { latchkey } = made
    await draft(latchkey, ether('1', solana.caipNetworkId), '0.5', second)
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
    latchkey.dispatch({ type: 'send.submit' })
    await settle()
    expect(asked).toEqual(['solana'])
    return { ...made, open: () => latchkey.actor('requests').getSnapshot().context.open }
  }

  test('stays open when the app switches to another namespace, and when the other wallet disconnects', async () => {
    const { latchkey, open } = await asking()
    await latchkey.switchNetwork(mainnet.caipNetworkId)
    await settle()
    expect(open()).toMatchObject([{ request: { kind: 'transfer', connection: { namespace: 'solana' } } }])
    expect(stackOf(latchkey)).toEqual(['Account'])
    await latchkey.disconnect({ namespace: 'eip155' })
    await settle()
    expect(open()).toHaveLength(1)
  })

  test('ends when its own wallet disconnects, whichever network is active', async () => {
    const { latchkey, open } = await asking()
    await latchkey.switchNetwork(mainnet.caipNetworkId)
    await latchkey.disconnect({ namespace: 'solana' })
    await settle()
    expect(open()).toEqual([])
    expect(messageOf(latchkey)).toBe('send.cancelled')
  })
})

test('a Solana wallet receives the requests that only it can answer', async () => {
  const { latchkey, sol } = await both({
    sol: solanaWallet({ solana_signMessage: { signature: 'signed' } }),
  })
  const params = { message: 'StV1DL6CwTryKyV', pubkey: first }
  expect(await latchkey.request({ method: 'solana_signMessage', params }, { namespace: 'solana' })).toEqual({
    status: 'done',
    value: { signature: 'signed' },
  })
  expect(sol.calls.at(-1)).toMatchObject({ method: 'solana_signMessage', params })
})
