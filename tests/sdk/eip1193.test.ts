/** The EIP-1193 provider, error by error (EIP-1193, EIP-1474, EIP-2255, EIP-3085, EIP-3326) and event by event. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage, never, type FakeWallet } from '../../mocks/index.ts'
import { mainnet, ProviderRpcError, solana, type LatchkeyOptions } from '../../sdk/index.ts'
import { connected, instance, other, pass, settle, started } from '../support/instance.ts'

const [first, second] = fakeAccounts
const signature = `0x${'ab'.repeat(65)}`
const SIGN = { method: 'personal_sign', params: ['0x68', first] }
const solanaAddress = 'FWojTbVnJKBEePUKmNWuJxEvoeUVZZbDzMzTNMfZVxHA'

const thrower = (error: unknown) => async (): Promise<never> => {
  throw error
}

/** A connected instance, its provider, and the events that the provider emits. */
async function page(answers: Record<string, unknown> = {}, options: Parameters<typeof connected>[0] = {}) {
  const made = await connected({ wallet: fakeWallet(answers), ...options })
  return { ...made, ...listening(made) }
}

function listening({ latchkey }: Pick<Awaited<ReturnType<typeof started>>, 'latchkey'>) {
  const provider = latchkey.getProvider('eip155')
  const heard: unknown[] = []
  for (const event of ['connect', 'accountsChanged', 'chainChanged', 'disconnect', 'message'])
    provider.on(
      event,
      (payload) => void heard.push([event, payload instanceof ProviderRpcError ? payload.code : payload]),
    )
  const rejection = async (asked: { method: string; params?: unknown }) => {
    const error: unknown = await provider.request(asked).then(
      (value) => expect.unreachable(`answered ${JSON.stringify(value)}`),
      (caught: unknown) => caught,
    )
    expect(error).toBeInstanceOf(ProviderRpcError)
    return error as ProviderRpcError
  }
  return { provider, heard, rejection }
}

/** An instance on EVM and Solana networks, with a wallet for each. The Solana wallet is connected, and its network is active. */
async function onSolana(options: LatchkeyOptions & { wallet?: FakeWallet } = {}) {
  const phantom = fakeWallet({})
  const wallet = options.wallet ?? fakeWallet()
  const found = {
    accounts: [{ address: solanaAddress, type: 'eoa' as const }] as const,
    networkId: solana.caipNetworkId,
  }
  const { eip155Adapter } = await import('../../sdk/chains/eip155/adapter.ts')
  const { offlineAdapter } = await import('../support/offline.ts')
  const made = await started({
    wallet,
    networks: [solana, mainnet, other],
    connectors: [
      { connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
      { connector: { id: 'phantom', name: 'Phantom', type: 'ANNOUNCED', chain: 'solana' }, provider: phantom },
    ],
    ...options,
    ports: {
      ...options.ports,
      chains: {
        at: async (namespace) =>
          namespace === 'eip155'
            ? { ...offlineAdapter, ...pick(eip155Adapter), fetchBalances: async () => [] }
            : {
                ...offlineAdapter,
                connect: async () => found,
                getAccounts: async () => found,
                watch: () => () => {},
                disconnect: async () => {},
                fetchAssets: async () => undefined,
                fetchBalances: async () => [],
              },
      },
    },
  })
  await made.latchkey.connect({ connectorId: 'phantom' })
  await settle()
  return { ...made, ...listening(made) }
}
const pick = ({
  connect,
  getAccounts: existing,
  watch,
  disconnect,
  switchNetwork,
}: typeof import('../../sdk/chains/eip155/adapter.ts').eip155Adapter) => ({
  connect,
  existing,
  watch,
  disconnect,
  switchNetwork,
})

describe('the provider keeps the code, message and data of an error', () => {
  const cases: { code: number | string; message: string; data?: unknown }[] = [
    { code: 4001, message: 'Not today', data: { why: 'mood' } },
    { code: 4100, message: 'Account is locked', data: 1 },
    { code: 4200, message: 'What is that?' },
    { code: 4900, message: 'No chain at all' },
    { code: 4901, message: 'Not on this one' },
    { code: 4902, message: 'Add it first' },
    { code: -32_700, message: 'No JSON' },
    { code: -32_600, message: 'No request' },
    { code: -32_601, message: 'Unknown' },
    { code: -32_602, message: 'Wrong', data: ['a'] },
    { code: -32_603, message: 'Broken', data: { tx: '0x' } },
    { code: -32_005, message: 'Slower' },
    // Not a number, so it becomes -32603.
    { code: 'BAD', message: 'Odd' },
  ]
  test('from a wallet [8.59] [8.60] [8.61] [8.62] [8.63] [8.64]', async () => {
    const { wallet, rejection } = await page()
    for (const error of cases) {
      wallet.answers['wallet_watchAsset'] = thrower(error)
      const { code, message, data } = await rejection({ method: 'wallet_watchAsset', params: {} })
      expect({ code, message, data }).toEqual({
        code: typeof error.code === 'number' ? error.code : -32_603,
        message: error.message,
        data: error.data,
      })
    }
  })

  test('from a node while no wallet is connected [8.59]', async () => {
    const error = { code: -32_000, message: 'execution reverted', data: '0x08c379a0' }
    const made = await started({ ports: { rpc: { request: thrower(error) } } })
    expect(await listening(made).rejection({ method: 'eth_call', params: [] })).toMatchObject(error)
  })

  test('and uses 4001 for a rejection without a code [8.60] [8.46]', async () => {
    const { rejection } = await page({ personal_sign: thrower(new Error('User denied message signature.')) })
    expect(await rejection(SIGN)).toMatchObject({ code: 4001, message: 'User denied message signature.' })
  })
})

describe('the provider rejects before it asks the wallet', () => {
  test('a malformed request with -32600, a switch without a chain id with -32602, and an unknown chain with 4902 [8.59] [8.64]', async () => {
    const { wallet, rejection } = await page()
    wallet.calls.length = 0
    const malformed = [undefined, null, 'eth_accounts', {}, { method: '' }, { method: 5 }]
    for (const asked of [...malformed, { method: 'eth_call', params: 'x' }])
      expect(await rejection(asked as never)).toMatchObject({ code: -32_600 })
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      for (const params of [undefined, [], ['0x1'], [{ chainId: 1 }], [{ chainId: '0xzz' }]])
        expect(await rejection({ method, params })).toMatchObject({ code: -32_602 })
    expect(wallet.calls).toEqual([])
    const params = [{ chainId: '0x5' }]
    expect(await rejection({ method: 'wallet_switchEthereumChain', params })).toMatchObject({ code: 4902 })
  })

  test('a signature with 4100 while no wallet is connected [8.61]', async () => {
    const { rejection } = listening(await started())
    for (const method of ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls'])
      expect(await rejection({ method, params: [] })).toMatchObject({ code: 4100 })
  })

  test('every request with 4900 before the start and after the stop, and then has no accounts [8.63]', async () => {
    const made = instance()
    const { provider, rejection } = listening(made)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await rejection({ method: 'eth_requestAccounts' })).toMatchObject({ code: 4900 })
    made.latchkey.start()
    await made.latchkey.connect({ connectorId: 'fake' })
    made.latchkey.stop()
    expect(await rejection({ method: 'eth_requestAccounts' })).toMatchObject({ code: 4900 })
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('eth_chainId with 4900 when the app has no EVM network [8.63] [8.39]', async () => {
    const { rejection } = listening(await started({ networks: [solana] }))
    const none = { code: 4900, message: 'CaipNetwork not found' }
    expect(await rejection({ method: 'eth_chainId' })).toMatchObject(none)
    expect(await rejection({ method: 'eth_blockNumber' })).toMatchObject(none)
  })
})

describe('a pending request', () => {
  test('is rejected with 4900 when the wallet disconnects, and when the instance stops [8.63]', async () => {
    const left = await page({ personal_sign: never })
    const signing = left.rejection(SIGN)
    await settle()
    left.wallet.emit('accountsChanged', [])
    expect(await signing).toMatchObject({ code: 4900, message: 'Your wallet disconnected' })
    for (const asked of [SIGN, { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }]) {
      const stopped = await page({ personal_sign: never, wallet_switchEthereumChain: never })
      const asking = stopped.rejection(asked)
      await settle()
      stopped.latchkey.stop()
      expect(await asking).toMatchObject({ code: 4900 })
    }
  })

  test('is rejected with 4001 when the user cancels it [8.60]', async () => {
    const { latchkey, rejection } = await page({ personal_sign: never })
    const signing = rejection(SIGN)
    await settle()
    latchkey.dispatch({ type: 'requests.cancelAll' })
    expect(await signing).toMatchObject({ code: 4001 })
  })

  test('is rejected with -32603 when the wallet does not answer in time [8.59]', async () => {
    const { clock, rejection } = await page({ personal_sign: never })
    const signing = rejection(SIGN)
    await settle()
    await pass(clock, 300_000, 1)
    expect(await signing).toMatchObject({ code: -32_603, message: 'The wallet did not respond in time' })
  })
})

describe('the provider while another namespace is active', () => {
  test('answers for EVM: a chain, no accounts, and no errors', async () => {
    const { latchkey, provider, heard } = await onSolana()
    expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    await latchkey.switchNetwork(mainnet.caipNetworkId)
    await latchkey.switchNetwork(solana.caipNetworkId)
    await settle()
    expect(heard).toEqual([])
  })

  test('requests accounts from an EVM wallet only [8.60]', async () => {
    const { latchkey, provider, rejection } = await onSolana()
    const asked = provider.request({ method: 'eth_requestAccounts' })
    await settle()
    expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(true)
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
    expect(await asked).toEqual([first])
    await latchkey.disconnect()
    const again = rejection({ method: 'eth_requestAccounts' })
    await settle()
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'phantom' })
    await settle()
    latchkey.close()
    expect(await again).toMatchObject({ code: 4001 })
  })

  test('emits the events of the EVM wallet', async () => {
    const { latchkey, wallet, heard } = await onSolana()
    await latchkey.connect({ connectorId: 'fake' })
    await latchkey.switchNetwork(solana.caipNetworkId)
    await settle()
    expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
    heard.length = 0
    wallet.emit('accountsChanged', [second])
    await settle()
    wallet.emit('chainChanged', '0xa')
    await settle()
    wallet.emit('accountsChanged', [])
    await settle()
    expect(heard).toEqual([
      ['accountsChanged', [second]],
      ['chainChanged', '0xa'],
      ['chainChanged', '0x1'],
      ['accountsChanged', []],
      ['disconnect', 4900],
    ])
  })
})

describe('the provider while a connection is restored', () => {
  async function coming(answers: Record<string, unknown>) {
    const storage = memoryStorage()
    const before = await connected({ storage, wallet: fakeWallet() })
    before.latchkey.stop()
    const made = instance({ storage, wallet: fakeWallet(answers) })
    made.latchkey.start()
    return { ...made, ...listening(made) }
  }

  test('delays accounts, requests for accounts and signatures, and opens no modal', async () => {
    let answer: (accounts: readonly string[]) => void = () => {}
    const { latchkey, provider } = await coming({
      eth_accounts: () => new Promise((resolve) => (answer = resolve)),
      personal_sign: signature,
    })
    const asked = ['eth_accounts', 'eth_requestAccounts'].map((method) => provider.request({ method }))
    const signing = provider.request(SIGN)
    await settle()
    expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(false)
    answer([first])
    await settle()
    answer([first])
    expect(await Promise.all([...asked, signing])).toEqual([[first], [first], signature])
  })

  test('delays them no longer than the restore lasts', async () => {
    const { clock, provider, rejection } = await coming({ eth_accounts: never })
    const asked = provider.request({ method: 'eth_accounts' })
    const signing = rejection(SIGN)
    await settle()
    await pass(clock, 5_000, 1)
    expect(await asked).toEqual([])
    expect(await signing).toMatchObject({ code: 4100 })
  })
})

describe('the permissions (EIP-2255)', () => {
  const ours = [{ eth_accounts: {} }]
  test('are requested in the modal while no wallet is connected; until then there are none, and a revocation succeeds', async () => {
    const made = await started()
    const { provider: asked } = listening(made)
    expect(await asked.request({ method: 'wallet_getPermissions' })).toEqual([])
    expect(await asked.request({ method: 'wallet_revokePermissions', params: ours })).toBe(null)
    const granted = asked.request({ method: 'wallet_requestPermissions', params: ours })
    await settle()
    made.latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
    expect(await granted).toEqual([
      { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [first] }] },
    ])
  })

  test('disconnect the app when they are revoked, whatever the wallet answers or emits', async () => {
    for (const wallet_revokePermissions of [
      null,
      thrower({ code: 4200, message: 'No' }),
      thrower({ code: -32_603, message: 'Broken' }),
      thrower(new Error('Method wallet_revokePermissions is not supported')),
      'leaving',
    ]) {
      const made = await page({ wallet_revokePermissions: () => null })
      const leave = () => {
        made.wallet.emit('accountsChanged', [])
        return null
      }
      made.wallet.answers['wallet_revokePermissions'] =
        wallet_revokePermissions === 'leaving' ? leave : wallet_revokePermissions
      expect(await made.provider.request({ method: 'wallet_revokePermissions', params: ours })).toBe(null)
      await settle()
      expect(made.latchkey.getAccount().status).toBe('disconnected')
      expect(made.heard.slice(-2)).toEqual([
        ['accountsChanged', []],
        ['disconnect', 4900],
      ])
    }
  })

  test('of a smart session are revoked by the wallet', async () => {
    const { latchkey, wallet, provider } = await page({ wallet_revokePermissions: { ok: true } })
    const params = [{ pci: '0x1', permissions: [] }]
    expect(await provider.request({ method: 'wallet_revokePermissions', params })).toEqual({ ok: true })
    expect(wallet.calls.at(-1)).toEqual({ method: 'wallet_revokePermissions', params })
    expect(latchkey.getAccount().status).toBe('connected')
  })
})

describe('a chain that the app adds (EIP-3085)', () => {
  const chain = {
    chainId: '0x64',
    chainName: 'Gnosis',
    nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
    rpcUrls: ['https://rpc.gnosischain.example'],
    blockExplorerUrls: ['https://gnosis.example'],
  }
  const adding = { method: 'wallet_addEthereumChain', params: [chain] }
  const switching = (chainId: string) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })

  test('can be switched to, away from, and back to', async () => {
    let current = '0x1'
    const { latchkey, wallet, provider } = await page({
      wallet_addEthereumChain: null,
      eth_chainId: () => current,
      wallet_switchEthereumChain: (params: unknown) => {
        ;[{ chainId: current }] = params as [{ chainId: string }]
        return null
      },
    })
    expect(await provider.request(adding)).toBe(null)
    for (const chainId of ['0x64', '0x1', '0x64']) {
      await provider.request(switching(chainId))
      expect(await provider.request({ method: 'eth_chainId' })).toBe(chainId)
    }
    expect(latchkey.getNetwork()).toMatchObject({ isSupported: true, network: { name: 'Gnosis' } })
    expect(wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain')).toEqual([adding])
  })

  test('is supported when the wallet switched to it before it answered', async () => {
    const made = await page({})
    made.wallet.answers['wallet_addEthereumChain'] = () => {
      made.wallet.emit('chainChanged', '0x64')
      return null
    }
    await made.provider.request(adding)
    await settle()
    expect(made.latchkey.getNetwork()).toMatchObject({ isSupported: true, networkId: 'eip155:100' })
    expect(made.latchkey.actor('network').getSnapshot().value).toBe('supported')
    expect(made.latchkey.actor('view').getSnapshot().value).toBe('unlocked')
  })

  test('is not added when the wallet rejects it, or when the request has no valid RPC URL [8.64]', async () => {
    const refused = await page({ wallet_addEthereumChain: thrower({ code: 4001, message: 'No' }) })
    expect(await refused.rejection(adding)).toMatchObject({ code: 4001 })
    expect(await refused.rejection(switching('0x64'))).toMatchObject({ code: 4902 })
    const short = await page({ wallet_addEthereumChain: null })
    await short.provider.request({
      method: 'wallet_addEthereumChain',
      params: [{ ...chain, rpcUrls: ['javascript:1'] }],
    })
    expect(await short.rejection(switching('0x64'))).toMatchObject({ code: 4902 })
  })
})

describe('the events of the provider', () => {
  test('include the well-formed subscription messages of the connected wallet only', async () => {
    const { latchkey, wallet, heard } = await page({ eth_subscribe: '0x1' })
    const message = { type: 'eth_subscription', data: { subscription: '0x1', result: {} } }
    heard.length = 0
    wallet.emit('message', message)
    for (const odd of [null, 'x', { data: 1 }, { type: 5 }]) wallet.emit('message', odd)
    expect(heard).toEqual([['message', message]])
    await latchkey.disconnect()
    await settle()
    heard.length = 0
    wallet.emit('message', message)
    expect(heard).toEqual([])
    expect(wallet.listenerCount()).toBe(0)
  })

  test('reach the other listeners when one throws, and its error is logged', async () => {
    const { wallet, provider, errors } = await page()
    const heard: unknown[] = []
    provider.on('chainChanged', () => {
      throw new Error('Oops')
    })
    provider.on('chainChanged', (chainId) => void heard.push(chainId))
    wallet.emit('chainChanged', '0xa')
    await settle()
    expect(heard).toEqual(['0xa'])
    expect(errors).toEqual(['Oops'])
  })

  test('on, once, off and removeListener return the provider; once listens once, and off removes a listener', async () => {
    const { wallet, provider } = await page()
    const heard: string[] = []
    const [always, once, never] = ['always', 'once', 'never'].map((name) => () => void heard.push(name)) as [
      () => void,
      () => void,
      () => void,
    ]
    expect(provider.on('chainChanged', always)).toBe(provider)
    expect(provider.once('chainChanged', once)).toBe(provider)
    expect(provider.once('chainChanged', never)).toBe(provider)
    expect(provider.off('chainChanged', never)).toBe(provider)
    wallet.emit('chainChanged', '0xa')
    await settle()
    expect(provider.removeListener('chainChanged', always)).toBe(provider)
    wallet.emit('chainChanged', '0x1')
    await settle()
    expect(heard.toSorted()).toEqual(['always', 'once'])
  })
})
