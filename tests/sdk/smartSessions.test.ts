/** The permissions of an app to act without further prompts: granted, listed, revoked, rejected. */
import { describe, expect, test } from 'vitest'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { smartSessionEffects } from '../../sdk/smart-sessions/smartSessions.effects.ts'
import { ApiError, mainnet, solana, type PermissionRequest, type Ports } from '../../sdk/index.ts'
import { fakeAccounts, fakeApi, fakeWallet, never } from '../../mocks/index.ts'
import { connected, instance, other, pass, settle } from '../support/instance.ts'

const [address, second] = fakeAccounts
const account = `eip155:1:${address}`
const expiry = 4_000
const key = { type: 'secp256r1', publicKey: `0x${'03'.repeat(33)}` } as const
const coSigner = { type: 'secp256k1', publicKey: `0x${'04'.repeat(65)}` } as const
const permissions = [
  {
    type: 'native-token-recurring-allowance',
    data: { allowance: '0xde0b6b3a7640000', start: 1_000, period: 86_400 },
  },
] as const
const request: PermissionRequest = {
  chainId: '0x1',
  expiry,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions,
  policies: [],
}
const capable = {
  '0x1': {
    permissions: { supported: true, permissionTypes: [permissions[0].type], signerTypes: ['keys'], policyTypes: [] },
  },
}
const session = (pci: string, more: object = {}) => ({
  pci,
  project: { id: 'p', name: 'Shop', url: 'https://shop.example', iconUrl: 'javascript:alert(1)' },
  expiry,
  createdAt: 1_000,
  permissions: [...permissions],
  ...more,
})
const refuses = () => {
  throw Object.assign(new Error('User rejected'), { code: 4001 })
}

/** A wallet that grants the requested permissions, unless it has other answers. */
const granting = (answers: Record<string, unknown> = {}) =>
  fakeWallet({
    wallet_getCapabilities: capable,
    wallet_grantPermissions: (params: unknown) => ({ ...(params as [object])[0], context: '0xabcd' }),
    wallet_revokePermissions: '0x5160',
    ...answers,
  })
const serving = (answers: NonNullable<Parameters<typeof fakeApi>[0]> = {}) =>
  fakeApi({
    smartSessions: { pcis: [session('pci-1')] },
    addSmartSession: { pci: 'pci-2', key: coSigner },
    activateSmartSession: {},
    revokeSmartSession: { success: true },
    ...answers,
  })
type Options = NonNullable<Parameters<typeof instance>[0]>
async function visit({ wallet = granting(), api = serving(), ...options }: Options = {}) {
  const made = await connected({ embedded: false, features: { smartSessions: true }, wallet, api, ...options })
  const { latchkey } = made
  const called = (name: string) => api.calls.filter((call) => call.name === name).map(({ input }) => input)
  const asked = (method: string) => wallet.calls.filter((call) => call.method === method).map(({ params }) => params)
  const view = () => latchkey.actor('view').getSnapshot().context.stack.at(-1)
  const isOpen = () => latchkey.actor('modal').getSnapshot().hasTag('open')
  return {
    ...made,
    called,
    asked,
    shown: () => (isOpen() ? view() : 'closed'),
    said: () => latchkey.actor('snackbar').getSnapshot().context.message?.code,
    list: () => {
      const ref = latchkey.find('smartSessions')
      if (!ref) throw new Error('not loaded')
      return ref.getSnapshot()
    },
  }
}

describe('a grant [1.9]', () => {
  test('is added with the co-signer’s key, granted by the wallet and activated with its answer', async () => {
    const { latchkey, asked, called } = await visit()
    expect(await latchkey.grantPermissions(request)).toEqual({
      status: 'done',
      value: { chainId: '0x1', address, expiry, permissions, context: 'pci-2' },
    })
    expect(called('addSmartSession')).toEqual([{ account, ...request }])
    const signer = { type: 'keys', data: { keys: [coSigner, key] } }
    expect(asked('wallet_grantPermissions')).toEqual([[{ ...request, signer }]])
    expect(called('activateSmartSession')).toEqual([
      { account, address, ...request, signer, pci: 'pci-2', context: '0xabcd' },
    ])
  })

  test('is requested in the same way by JSON-RPC, and validated', async () => {
    const { latchkey, called, asked } = await visit()
    const provider = latchkey.getProvider('eip155')
    const method = 'wallet_grantPermissions'
    const granted = { chainId: '0x1', address, expiry, permissions, context: 'pci-2' }
    expect(await provider.request({ method, params: [request] })).toEqual(granted)
    expect(await latchkey.request({ method, params: [request] })).toEqual({ status: 'done', value: granted })
    expect([called('activateSmartSession').length, asked(method).length]).toEqual([2, 2])
    for (const params of [[], [{ ...request, sudo: true }], [request, request]])
      await expect(provider.request({ method, params })).rejects.toMatchObject({ code: -32_602 })
    expect(asked(method)).toHaveLength(2)
  })

  test('is passed to the wallet unchanged by JSON-RPC in an app without smart sessions', async () => {
    const { latchkey, called, asked } = await visit({ features: { smartSessions: false } })
    const method = 'wallet_grantPermissions'
    expect(await latchkey.request({ method, params: [request] })).toMatchObject({ value: { context: '0xabcd' } })
    expect([called('addSmartSession'), asked(method)]).toEqual([[], [[request]]])
  })

  test.each(['the item', 'the service'])(
    'may be granted when its machine crashes while the wallet is asked (%s)',
    async (what) => {
      const { latchkey } = await visit({ wallet: granting({ wallet_grantPermissions: never }) })
      const outcome = latchkey.grantPermissions(request)
      await settle()
      const error = { type: 'xstate.error.actor.sessionGrant:1', error: new Error('by mistake') }
      const broken = Object.defineProperty({ type: 'smartSessions.grant' }, 'request', {
        get() {
          throw new Error('by mistake')
        },
      })
      latchkey.find('smartSessions')?.send((what === 'the item' ? error : broken) as never)
      expect(await outcome).toMatchObject({ status: 'expired', error: { code: 'request.expired' } })
    },
  )

  test('is explained in the modal beside the wallet, and then confirmed', async () => {
    const wallet = granting({ wallet_grantPermissions: never })
    const { latchkey, shown } = await visit({ wallet })
    void latchkey.grantPermissions(request)
    await settle()
    expect(shown()).toBe('ApproveTransaction')
    expect(latchkey.find('approval')?.getSnapshot().context.explanation).toMatchObject({
      kind: 'permissionGrant',
      parts: [
        { label: 'expires', value: '4000', as: 'time' },
        { label: 'key', value: coSigner.publicKey },
        { label: 'key', value: key.publicKey },
      ],
      warnings: ['noConfirmation'],
      steps: [
        {
          kind: 'nativeAllowance',
          parts: [
            { label: 'amount', value: '1 ETH' },
            { label: 'period', value: '86400', as: 'duration' },
            { label: 'starts', value: '1000', as: 'time' },
          ],
        },
      ],
    })
    wallet.answers['wallet_grantPermissions'] = (params: unknown) => ({ ...(params as [object])[0], context: '0x01' })
    latchkey.dispatch({ type: 'requests.cancelShown' })
    await settle()
    expect(shown()).toBe('closed')
    expect((await latchkey.grantPermissions(request)).status).toBe('done')
    expect(shown()).toBe('SmartSessionCreated')
  })

  test.each<[string, unknown, object, string]>([
    ['the user rejects it', { wallet_grantPermissions: refuses }, {}, 'request.rejected'],
    [
      'the wallet does not support the method',
      { wallet_grantPermissions: unsupported },
      {},
      'smartSession.methodMissing',
    ],
    ['the wallet answers nonsense', { wallet_grantPermissions: 'yes' }, {}, 'wallet.invalidResponse'],
    [
      'the wallet grants it on another chain',
      {
        wallet_grantPermissions: (params: unknown) => ({ ...(params as [object])[0], chainId: '0xa', context: '0x01' }),
      },
      {},
      'wallet.invalidResponse',
    ],
    [
      'the wallet grants it for another account',
      {
        wallet_grantPermissions: (params: unknown) => ({
          ...(params as [object])[0],
          address: second,
          context: '0x01',
        }),
      },
      {},
      'wallet.invalidResponse',
    ],
    ['the API rejects it', {}, { activateSmartSession: offline }, 'smartSession.notActivated'],
  ])('ends when %s, closes the modal, and reports a grant that cannot be used', async (_, answers, api, code) => {
    const wallet = granting(answers as Record<string, unknown>)
    const { latchkey, shown, said } = await visit({ wallet, api: serving(api) })
    expect(await latchkey.grantPermissions(request)).toMatchObject({ error: { code } })
    await settle()
    expect(shown()).toBe('closed')
    expect(said()).toBe(['wallet.invalidResponse', 'smartSession.notActivated'].includes(code) ? code : undefined)
    expect(latchkey.find('smartSessions')?.getSnapshot().context.open).toEqual([])
  })

  test.each<[string, unknown, string]>([
    ['no capability', {}, 'smartSession.capabilityMissing'],
    ['one for another chain', { '0xa': capable['0x1'] }, 'smartSession.capabilityMissing'],
    ['one for every chain', { '0x0': capable['0x1'] }, 'done'],
    ['other permissions', { '0x1': { permissions: { supported: true } } }, 'smartSession.permissionUnsupported'],
    ['malformed capabilities', { '0x1': { permissions: 'all' } }, 'wallet.capabilitiesInvalid'],
  ])('checks a wallet with %s before it asks the API and the wallet', async (_, capabilities, code) => {
    const { latchkey, asked, called } = await visit({ wallet: granting({ wallet_getCapabilities: capabilities }) })
    const outcome = await latchkey.grantPermissions(request)
    expect('error' in outcome ? outcome.error.code : outcome.status).toBe(code)
    const times = code === 'done' ? 1 : 0
    expect([asked('wallet_grantPermissions').length, called('addSmartSession').length]).toEqual([times, times])
  })

  test('fails when the wallet cannot return its capabilities', async () => {
    const { latchkey } = await visit({ wallet: granting({ wallet_getCapabilities: unsupported }) })
    expect(await latchkey.grantPermissions(request)).toMatchObject({
      error: { code: 'smartSession.capabilityMissing' },
    })
  })

  test('that is invalid reaches neither the API nor the wallet', async () => {
    const { latchkey, wallet, api } = await visit()
    const before = [wallet.calls.length, api.calls.length]
    const wrong = { ...request, permissions: [] }
    expect(await latchkey.grantPermissions(wrong)).toMatchObject({ error: { code: 'smartSession.invalid' } })
    expect(await latchkey.grantPermissions(null as never)).toMatchObject({ error: { code: 'smartSession.invalid' } })
    expect([wallet.calls.length, api.calls.length]).toEqual(before)
  })

  test('ends with its signal, its timeout, its account and its instance', async () => {
    const wallet = granting({ wallet_grantPermissions: never })
    const { latchkey, shown, clock, asked } = await visit({ wallet })
    const control = new AbortController()
    const one = latchkey.grantPermissions(request, control)
    await settle()
    control.abort()
    expect(await one).toEqual({ status: 'cancelled' })
    expect(shown()).toBe('closed')
    const two = latchkey.grantPermissions(request)
    await settle()
    await pass(clock, 300_000)
    expect(await two).toMatchObject({ status: 'expired', error: { code: 'request.expired' } })
    const three = latchkey.grantPermissions({ ...request, expiry: 4_000_000 })
    await settle()
    wallet.emit('accountsChanged', [second])
    await settle()
    expect(await three).toEqual({ status: 'cancelled' })
    latchkey.dispatch({ type: 'requests.cancelAll' })
    const four = latchkey.grantPermissions({ ...request, expiry: 4_000_000 })
    await settle()
    expect(asked('wallet_grantPermissions')).toHaveLength(4)
    latchkey.stop()
    expect(await four).toEqual({ status: 'cancelled' })
  })

  test.each(['wallet_getCapabilities', 'addSmartSession', 'activateSmartSession'])(
    'times out waiting for %s',
    async (silent) => {
      const isWallets = silent.startsWith('wallet_')
      const { latchkey, clock } = await visit(
        isWallets ? { wallet: granting({ [silent]: never }) } : { api: serving({ [silent]: never }) },
      )
      const outcome = latchkey.grantPermissions(request)
      await settle()
      await pass(clock, 15_000)
      expect(['failed', 'expired']).toContain((await outcome).status)
    },
  )
})

describe('a wallet on another device [1.9]', () => {
  const connector = { id: 'walletConnect', name: 'Phone', type: 'WALLET_CONNECT', chain: 'eip155' } as const
  const accounts = [{ address, type: 'eoa' }] as const
  const connection = { namespace: 'eip155', connector, address, accounts, networkId: 'eip155:1' } as const
  const methodsOf = (methods: readonly string[]) => ({
    namespaces: { eip155: { chains: ['eip155:1'], accounts: [account], methods, events: [] } },
  })
  /** The result of the first step of a grant, over a session with these methods. Without an argument, there is no session. */
  const check = (session: object | undefined) => {
    const wallet = granting()
    const ports = { connectors: { provider: () => wallet } } as unknown as Ports
    const { 'sessionGrant.check': checks } = smartSessionEffects(ports, { networks: () => [] })
    const provider = { getSnapshot: () => ({ context: { activeSession: session && { session, chainIds: {} } } }) }
    const system = { get: (name: string) => (name === 'provider' ? provider : undefined), _clock: { now: () => 0 } }
    const work = checks as (asked: object) => Promise<unknown>
    return work({ input: { connection, requested: request }, signal: new AbortController().signal, system })
  }

  test('grants permissions when its session has the method', async () => {
    expect(await check(methodsOf(['wallet_grantPermissions']))).toEqual(request)
  })

  test.each([
    ['has other methods', methodsOf(['personal_sign'])],
    ['is missing', undefined],
  ])('rejects a grant when its session %s', async (_, session) => {
    await expect(check(session)).rejects.toMatchObject({
      message: 'Wallet does not support `wallet_grantPermissions` method',
    })
  })
})

test('a grant that exceeds the limit of open requests fails at once', async () => {
  const { latchkey } = await visit({ wallet: granting({ personal_sign: never }) })
  for (let count = 0; count < 20; count += 1) void latchkey.signMessage(`Message ${count}`)
  await settle()
  expect(await latchkey.grantPermissions(request)).toMatchObject({ error: { code: 'request.tooMany' } })
})

test('JSON-RPC grants and revocations fail while a network of another namespace is active', async () => {
  const { latchkey, asked } = await visit({ networks: [mainnet, solana] })
  await latchkey.switchNetwork(solana)
  for (const call of [
    { method: 'wallet_grantPermissions', params: [request] },
    { method: 'wallet_revokePermissions', params: [{ pci: 'pci-1' }] },
  ]) {
    const outcome = await latchkey.request(call, { namespace: 'eip155' })
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'smartSession.invalid' } })
    expect(asked(call.method)).toEqual([])
  }
})

test('an account of another namespace has no smart sessions', async () => {
  const pubkey = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  const sol = fakeWallet({ solana_requestAccounts: [{ pubkey }], solana_getAccounts: [{ pubkey }] })
  const connector = { id: 'sol', name: 'Sol', type: 'ANNOUNCED', chain: 'solana' } as const
  const { latchkey } = instance({
    features: { smartSessions: true },
    networks: [solana, mainnet],
    connectors: [{ connector, provider: sol }],
    api: serving(),
    chain: { ...solanaAdapter, fetchAssets: async () => undefined, fetchBalances: async () => [] },
  })
  latchkey.start()
  await settle()
  expect(await latchkey.connect({ connectorId: 'sol' })).toMatchObject({ status: 'done' })
  await settle()
  expect(await latchkey.grantPermissions(request)).toMatchObject({ error: { code: 'wallet.namespaceMissing' } })
  expect(await latchkey.revokeSession('pci-1')).toMatchObject({ error: { code: 'wallet.namespaceMissing' } })
  expect(latchkey.find('smartSessions')?.getSnapshot().value).toBe('unsupported')
})

function unsupported() {
  throw Object.assign(new Error('no such method'), { code: 4200 })
}
function offline(): never {
  throw new ApiError('api.offline', { call: 'activateSmartSession' })
}

describe('the list of smart sessions [7.21]', () => {
  test('is loaded while its view is open, and expires sessions by the clock', async () => {
    const api = serving({
      smartSessions: { pcis: [session('pci-1'), session('odd', { permissions: [{ type: 'x' }] })] },
    })
    const { latchkey, called, list, clock } = await visit({ api })
    await latchkey.load('smartSessions')
    await settle()
    expect([called('smartSessions'), list().value]).toEqual([[], 'idle'])
    latchkey.dispatch({ type: 'modal.open', view: 'SmartSessionList' })
    await settle()
    expect(called('smartSessions')).toEqual([{ address: account }])
    const { sessions, checkedAt } = list().context
    expect(sessions).toMatchObject([
      {
        pci: 'pci-1',
        project: { name: 'Shop', url: 'https://shop.example' },
        explained: [{ kind: 'nativeAllowance' }],
      },
      { pci: 'odd', explained: [{ kind: 'unknown', warnings: ['unreadable'] }] },
    ])
    expect(sessions[0]?.project?.iconUrl).toBeUndefined()
    await pass(clock, expiry * 1_000 - checkedAt)
    expect(list().context.checkedAt).toBe(expiry * 1_000)
    expect(called('smartSessions')).toHaveLength(1)
  })

  test('is loaded again when its view opens later, and not before', async () => {
    const { latchkey, called, clock } = await visit()
    latchkey.dispatch({ type: 'modal.open', view: 'SmartSessionList' })
    await settle()
    latchkey.close()
    await pass(clock, 60_000)
    expect(called('smartSessions')).toHaveLength(1)
    latchkey.dispatch({ type: 'modal.open', view: 'SmartSessionList' })
    await settle()
    expect(called('smartSessions')).toHaveLength(2)
  })

  test('shows the error when it cannot be loaded, and can be loaded again', async () => {
    const api = serving({ smartSessions: offline })
    const { latchkey, list, clock } = await visit({ api })
    await latchkey.load('smartSessions')
    latchkey.dispatch({ type: 'smartSessions.load' })
    await settle()
    expect(list().value).toBe('failed')
    expect(list().context.error).toMatchObject({
      message: 'Error fetching smart sessions',
      cause: { code: 'api.offline' },
    })
    api.answers.smartSessions = never
    latchkey.dispatch({ type: 'smartSessions.retry' })
    await settle()
    expect(list().hasTag('busy')).toBe(true)
    await pass(clock, 15_000)
    expect(list().value).toBe('failed')
    api.answers.smartSessions = { pcis: [] }
    latchkey.dispatch({ type: 'smartSessions.retry' })
    await settle()
    expect(list().value).toBe('ready')
  })

  test('is loaded again after a grant and a revocation, if it was loaded before', async () => {
    const { latchkey, called } = await visit()
    await latchkey.grantPermissions(request)
    await settle()
    expect(called('smartSessions')).toHaveLength(0)
    latchkey.dispatch({ type: 'smartSessions.load' })
    await settle()
    await latchkey.grantPermissions(request)
    await settle()
    expect(called('smartSessions')).toHaveLength(2)
    await latchkey.revokeSession('pci-1')
    await settle()
    expect(called('smartSessions')).toHaveLength(4)
  })

  test('is separate for each account and network', async () => {
    const { latchkey, called, wallet } = await visit()
    latchkey.dispatch({ type: 'modal.open', view: 'SmartSessionList' })
    await settle()
    wallet.emit('chainChanged', '0xa')
    await settle()
    expect(latchkey.getNetwork().networkId).toBe(other.caipNetworkId)
    latchkey.dispatch({ type: 'modal.open', view: 'SmartSessionList' })
    await settle()
    expect(called('smartSessions')).toEqual([{ address: account }, { address: `eip155:10:${address}` }])
  })
})

describe('a revocation [7.22]', () => {
  const asked = { pci: 'pci-1', permissions, expiry, address: account }

  test('sends the whole session to the wallet, and its signature to the API', async () => {
    const { latchkey, asked: questions, called, shown } = await visit()
    expect(await latchkey.revokeSession('pci-1')).toEqual({ status: 'done', value: undefined })
    expect(questions('wallet_revokePermissions')).toEqual([[asked]])
    expect(called('revokeSmartSession')).toEqual([{ address: account, pci: 'pci-1', signature: '0x5160' }])
    expect(shown()).toBe('closed')
  })

  test('is explained in the modal', async () => {
    const { latchkey } = await visit({ wallet: granting({ wallet_revokePermissions: never }) })
    void latchkey.revokeSession('pci-1')
    await settle()
    expect(latchkey.find('approval')?.getSnapshot().context.explanation).toMatchObject({
      kind: 'permissionRevocation',
      parts: [
        { label: 'session', value: 'pci-1' },
        { label: 'expires', value: '4000' },
      ],
      warnings: [],
      steps: [{ kind: 'nativeAllowance' }],
    })
  })

  test('works in the same way through the EIP-1193 provider and as a request', async () => {
    const { latchkey, called, asked: questions } = await visit()
    const call = { method: 'wallet_revokePermissions', params: [{ pci: 'pci-1' }] }
    expect(await latchkey.getProvider('eip155').request(call)).toBeNull()
    expect(await latchkey.request(call)).toEqual({ status: 'done', value: null })
    expect(called('revokeSmartSession')).toHaveLength(2)
    expect(questions('wallet_revokePermissions')).toEqual([[asked], [asked]])
    expect(latchkey.getAccount('eip155').status).toBe('connected')
    await expect(latchkey.getProvider('eip155').request({ ...call, params: [{ pci: 'pci-9' }] })).rejects.toMatchObject(
      { message: 'No active smart session pci-9' },
    )
  })

  test.each<[string, object]>([
    ['unknown', {}],
    ['expired', { expiry: 0 }],
    ['revoked already', { revokedAt: 0 }],
  ])('of a session that is %s makes no wallet request', async (what, more) => {
    const pci = what === 'unknown' ? 'pci-7' : 'pci-1'
    const { latchkey, asked: questions } = await visit({
      api: serving({ smartSessions: { pcis: [session('pci-1', more)] } }),
    })
    expect(await latchkey.revokeSession(pci)).toMatchObject({ error: { code: 'smartSession.unknown' } })
    expect(questions('wallet_revokePermissions')).toEqual([])
  })

  test.each<[string, Record<string, unknown>, object, string]>([
    ['the user rejects it', { wallet_revokePermissions: refuses }, {}, 'request.rejected'],
    ['the wallet does not support it', { wallet_revokePermissions: unsupported }, {}, 'smartSession.revokeFailed'],
    ['the wallet returns no signature', { wallet_revokePermissions: null }, {}, 'smartSession.revokeFailed'],
    ['the signature is empty', { wallet_revokePermissions: '0x' }, {}, 'smartSession.revokeFailed'],
    ['the API rejects it', {}, { revokeSmartSession: { success: false } }, 'smartSession.revokeFailed'],
    ['the list cannot be loaded', {}, { smartSessions: offline }, 'smartSession.fetchFailed'],
  ])('fails when %s, and shows the error to a user who started it', async (_, answers, api, code) => {
    const { latchkey, said, list } = await visit({ wallet: granting(answers), api: serving(api) })
    expect(await latchkey.revokeSession('pci-1')).toMatchObject({ error: { code } })
    expect(said()).toBeUndefined()
    latchkey.dispatch({ type: 'smartSessions.revoke', pci: 'pci-1' })
    latchkey.dispatch({ type: 'smartSessions.revoke', pci: 'pci-1' })
    expect(list().context.open).toHaveLength(1)
    await settle()
    expect([said(), list().context.open]).toEqual([code, []])
  })

  test.each(['smartSessions', 'revokeSmartSession'])('times out waiting for %s', async (silent) => {
    const { latchkey, clock } = await visit({ api: serving({ [silent]: never }) })
    const outcome = latchkey.revokeSession('pci-1')
    await settle()
    await pass(clock, 15_000)
    expect((await outcome).status).toBe('failed')
  })

  test('ends with its signal', async () => {
    const { latchkey, shown } = await visit({ wallet: granting({ wallet_revokePermissions: never }) })
    const control = new AbortController()
    const outcome = latchkey.revokeSession('pci-1', control)
    await settle()
    expect(shown()).toBe('ApproveTransaction')
    control.abort()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(shown()).toBe('closed')
  })
})

test.each<[string, Options]>([
  ['does not turn the feature on', { features: {} }],
  ['has no project', { projectId: '' }],
])('an app that %s has no smart sessions, and passes calls to the wallet unchanged', async (_, options) => {
  const { latchkey, asked, called } = await visit(options)
  expect(await latchkey.grantPermissions(request)).toMatchObject({ error: { code: 'feature.off' } })
  expect(await latchkey.revokeSession('pci-1')).toMatchObject({ error: { code: 'feature.off' } })
  expect(latchkey.featureOf('SmartSessionList')).toBe('smartSessions')
  expect(latchkey.actor('view').getSnapshot().context.routes.SmartSessionList).toBeUndefined()
  const call = { method: 'wallet_revokePermissions', params: [{ pci: 'pci-1' }] }
  expect(await latchkey.request(call)).toEqual({ status: 'done', value: '0x5160' })
  expect([asked('wallet_revokePermissions'), called('revokeSmartSession')]).toEqual([[[{ pci: 'pci-1' }]], []])
})
