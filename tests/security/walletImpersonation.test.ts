import { describe, expect, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage } from '../../mocks/index.ts'
import { createProvider } from '../../sdk/provider/createProvider.ts'
import { listWalletOptions, mainnet, solana, type Latchkey } from '../../sdk/index.ts'
import { fakePairing } from '../support/pairing.ts'
import { instance, settle, started } from '../support/instance.ts'
import { announce, pageWindow, picture, register } from '../support/page.ts'

const [mine, theirs] = fakeAccounts
const metaMask = { rdns: 'io.metamask', name: 'MetaMask' }
const connectorId = 'eip6963:io.metamask'

const real = () => fakeWallet({ eth_sendTransaction: `0x${'aa'.repeat(32)}`, personal_sign: `0x${'aa'.repeat(65)}` })
const evil = () =>
  fakeWallet({
    eth_requestAccounts: [theirs],
    eth_sendTransaction: `0x${'ee'.repeat(32)}`,
    personal_sign: `0x${'bb'.repeat(65)}`,
  })

const ids = ({ latchkey }: Pick<ReturnType<typeof instance>, 'latchkey'>) =>
  latchkey
    .actor('connectors')
    .getSnapshot()
    .context.connectors.map(({ id }) => id)
/** The silent requests with which a stored wallet is restored. */
const silent = ['eth_accounts', 'eth_chainId']

/** The dependencies of an EVM provider of another page's code. */
const ground = (latchkey: Latchkey) => ({
  latchkey,
  rpc: { request: async () => null },
  logger: { error: () => {} },
  started: () => true,
  waitUntilRestored: async () => undefined,
  wallet: () => undefined,
  follow: () => () => {},
})

describe('a wallet with the id of another one', () => {
  test('gets none of its requests, before and while it is connected', async () => {
    const page = pageWindow()
    const [wallet, impostor] = [real(), evil()]
    announce(page, metaMask, wallet)
    const { latchkey } = await started({ connectors: [] })
    expect(await latchkey.connect({ connectorId })).toMatchObject({ status: 'done', value: { address: mine } })
    announce(page, metaMask, impostor)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(await latchkey.sendTransaction({ to: theirs, value: 1n })).toMatchObject({ value: `0x${'aa'.repeat(32)}` })
    expect(await latchkey.signMessage('hello')).toMatchObject({ value: `0x${'aa'.repeat(65)}` })
    await latchkey.disconnect()
    expect(await latchkey.connect({ connectorId })).toMatchObject({ value: { address: mine } })
    expect(impostor.calls).toEqual([])
  })

  test('is a separate entry with its own id, however often it announces itself', async () => {
    const page = pageWindow()
    announce(page, metaMask, real())
    const made = await started({ connectors: [] })
    const impostor = evil()
    for (let time = 0; time < 3; time += 1) announce(page, { ...metaMask, uuid: 'other' }, impostor)
    for (let time = 0; time < 3; time += 1) announce(page, metaMask, impostor)
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(ids(made)).toEqual([connectorId, `${connectorId}#other`])
    expect(await made.latchkey.connect({ connectorId: `${connectorId}#other` })).toMatchObject({
      value: { address: theirs },
    })
  })

  test.each([
    ['announced before it', [evil, real], 'connect.ambiguous'],
    ['announced after it', [real, evil], 'connect.ambiguous'],
    ['announced alone, with another account', [evil], 'connect.otherAccount'],
  ])('is not restored in its place on the next visit: %s', async (_, wallets, code) => {
    const storage = memoryStorage()
    announce(pageWindow(), metaMask, real())
    const before = await started({ connectors: [], storage })
    await before.latchkey.connect({ connectorId })
    await settle()
    before.latchkey.stop()
    const page = pageWindow()
    const { latchkey } = await started({ connectors: [], storage })
    const made = wallets.map((make) => make())
    for (const wallet of made) announce(page, metaMask, wallet)
    await vi.waitFor(() => expect(latchkey.actor('snackbar').getSnapshot().context.message?.code).toBe(code))
    expect(latchkey.getAccount()).toMatchObject({ status: 'disconnected' })
    const asked = made.flatMap(({ calls }) => calls.map(({ method }) => method))
    expect(asked.filter((method) => !silent.includes(method))).toEqual([])
    expect([...storage.entries.keys()]).not.toContain('latchkey.default.connections')
    // The user selects the intended wallet.
    const row = ids({ latchkey })[Math.max(wallets.indexOf(real), 0)] ?? ''
    expect(await latchkey.connect({ connectorId: row })).toMatchObject({
      value: { address: wallets.includes(real) ? mine : theirs },
    })
  })

  test('does not act for one that left the page while it was connected', async () => {
    const page = pageWindow()
    const standard = (shared: string) => ({
      version: '1.0.0',
      name: 'Fox',
      icon: picture,
      chains: ['solana:mainnet'],
      accounts: [{ address: shared, publicKey: new Uint8Array(32), chains: ['solana:mainnet'], features: [] }],
      features: {
        'standard:connect': { connect: async () => ({ accounts: standard(shared).accounts }) },
        'solana:signMessage': { signMessage: async () => [{ signature: new TextEncoder().encode(shared) }] },
      },
    })
    const { solanaAdapter } = await import('../../sdk/chains/solana/adapter.ts')
    const [own, other] = ['11111111111111111111111111111111', 'So11111111111111111111111111111111111111112']
    const chain = { ...solanaAdapter, fetchBalances: async () => [] }
    const made = await started({
      networks: [solana],
      connectors: [],
      ports: { chains: { at: async () => chain } },
    })
    const leave = register(page, standard(own))
    await vi.waitFor(() => expect(ids(made)).toEqual(['solana:Fox']))
    expect(await made.latchkey.connect({ connectorId: 'solana:Fox' })).toMatchObject({ value: { address: own } })
    leave()
    expect(ids(made)).toEqual([])
    register(page, standard(other))
    expect(ids(made)).toEqual(['solana:Fox'])
    const { base58 } = await import('@scure/base')
    const call = { method: 'solana_signMessage', params: { message: 'abc', pubkey: own } }
    expect(await made.latchkey.request(call, { namespace: 'solana' })).toMatchObject({
      status: 'done',
      value: { signature: base58.encode(new TextEncoder().encode(own)) },
    })
  })
})

describe('an announced wallet', () => {
  test("does not replace QR codes, the injected wallet or the app's own wallet", async () => {
    const injected = fakeWallet()
    const page = pageWindow({ ethereum: injected })
    const own = fakeWallet()
    const impostor = evil()
    const made = await started({
      enableWalletConnect: true,
      connectors: [
        { connector: { id: 'own', name: 'Own', type: 'EXTERNAL', chain: 'eip155' }, provider: own },
        {
          connector: { id: 'fox', name: 'Fox', type: 'EXTERNAL', chain: 'eip155', info: { rdns: 'dev.fox' } },
          provider: own,
        },
      ],
      ports: { pairing: fakePairing().port },
    })
    const before = made.latchkey.actor('connectors').getSnapshot().context.connectors
    expect(before.map(({ id, type }) => [id, type])).toEqual([
      ['own', 'EXTERNAL'],
      ['fox', 'EXTERNAL'],
      ['walletConnect', 'WALLET_CONNECT'],
      ['injected', 'INJECTED'],
    ])
    for (const rdns of ['own', 'walletConnect', 'injected', 'multichain:fox']) announce(page, { rdns }, impostor)
    const { connectors } = made.latchkey.actor('connectors').getSnapshot().context
    expect(connectors.slice(0, 3)).toEqual(before.slice(0, 3))
    for (const id of ['own', 'fox', 'walletConnect', 'injected', 'multichain:fox']) {
      const control = new AbortController()
      const outcome = made.latchkey.connect({ connectorId: id, signal: control.signal })
      await settle()
      control.abort()
      await outcome
    }
    expect(impostor.calls).toEqual([])
  })

  test("with the rdns of the app's own wallet is the same entry", async () => {
    const page = pageWindow()
    const connector = { id: 'fox', name: 'Fox', type: 'EXTERNAL', chain: 'eip155', info: { rdns: 'dev.fox' } } as const
    announce(page, { rdns: 'dev.fox', name: 'Fox' }, fakeWallet())
    const made = await started({ connectors: [{ connector, provider: fakeWallet() }] })
    expect(ids(made)).toEqual(['fox'])
    const { context } = made.latchkey.actor('wallets').getSnapshot()
    expect(listWalletOptions(context)).toMatchObject([{ group: 'external', offers: [{ id: 'fox' }] }])
  })

  test("that is an instance's own provider is ignored, even under another wallet's rdns", async () => {
    const page = pageWindow()
    const made = await started({ connectors: [] })
    announce(page, { rdns: 'com.site' }, made.latchkey.getProvider('eip155'))
    Object.assign(page, { ethereum: made.latchkey.getProvider('eip155') })
    const beside = await started({ connectors: [] })
    expect([ids(made), ids(beside)]).toEqual([[], []])
    announce(page, { rdns: 'dev.other' }, createProvider(ground(made.latchkey)))
    expect(ids(made)).toEqual(['eip6963:dev.other'])
  })
})

describe('a connection that an earlier version stored under an rdns', () => {
  const entry = (value: unknown) => JSON.stringify({ version: 1, value })
  const stored = () =>
    memoryStorage(
      new Map([
        [
          'latchkey.default.connections',
          entry({ eip155: { connectorId: 'io.metamask', networkId: mainnet.caipNetworkId } }),
        ],
        [
          'latchkey.default.recentWallets',
          entry([{ id: 'io.metamask', rdns: 'io.metamask', name: 'MetaMask', chains: ['eip155'], imageUrl: picture }]),
        ],
      ]),
    )

  test('is restored, and stored under its new id', async () => {
    const page = pageWindow()
    const storage = stored()
    const made = await started({ connectors: [], storage })
    announce(page, metaMask, real())
    await settle()
    expect(made.latchkey.getAccount()).toMatchObject({ status: 'connected', connector: { id: connectorId } })
    await made.latchkey.disconnect()
    await made.latchkey.connect({ connectorId })
    await settle()
    expect(JSON.parse(storage.entries.get('latchkey.default.connections') ?? '')).toMatchObject({
      value: { eip155: { connectorId } },
    })
    expect(JSON.parse(storage.entries.get('latchkey.default.recentWallets') ?? '').value).toEqual([
      { id: connectorId, rdns: 'io.metamask', name: 'MetaMask', chains: ['eip155'] },
    ])
  })

  test.each(['injected', 'walletConnect', 'embedded'])(
    'is not restored for a wallet with the reserved name %s',
    async (rdns) => {
      const page = pageWindow()
      const impostor = evil()
      const storage = memoryStorage(
        new Map([['latchkey.default.connections', entry({ eip155: { connectorId: rdns } })]]),
      )
      const made = await started({ connectors: [], storage })
      announce(page, { rdns }, impostor)
      await settle()
      expect(made.latchkey.getAccount().status).not.toBe('connected')
      expect(impostor.calls).toEqual([])
    },
  )
})
