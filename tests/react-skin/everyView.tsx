import { expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import {
  mainnet,
  Secret,
  solana,
  solanaDevnet,
  type Latchkey,
  type LatchkeyOptions,
  type Network,
  type ViewName,
  type VisibilityPort,
} from '../../sdk/index.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { offlineAdapter } from '../support/offline.ts'
import { scriptedFrame, silent } from '../support/frame.ts'
import { scriptedPopup } from '../support/popup.ts'
import { fakePairing } from '../support/pairing.ts'
import {
  catalogueOf,
  coins,
  collectible,
  contractOf,
  declined,
  emptyAnswers,
  entry,
  instance,
  loaded,
  madeUp,
  second,
  settled,
} from './support.tsx'
import { balanceOf, sendOf } from '../support/features.ts'
import { press } from './press.ts'

const part = (name: string) => document.querySelector(`[data-part="${name}"]`)
const seen = (name: string) => vi.waitFor(() => expect(part(name)).not.toBeNull())

async function at(view: ViewName) {
  await vi.waitFor(() => {
    expect(part('card')?.getAttribute('data-view')).toBe(view)
    expect(part('view')?.hasAttribute('data-loading')).toBe(false)
  })
  await settled()
}

async function shown(latchkey: Latchkey) {
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
    { container: document.body.appendChild(document.createElement('div')) },
  )
  await loaded(latchkey)
  return screen
}

const rainbow = {
  id: 'rainbow',
  name: 'Rainbow',
  mobileLink: 'rainbow://',
  webappLink: 'https://rainbow.example',
  desktopLink: 'rainbow-desktop://',
  chromeStore: 'https://chrome.example/rainbow',
  appStore: 'https://apple.example/rainbow',
  playStore: 'https://play.example/rainbow',
  homepage: 'https://rainbow.example/home',
}

/** Every view that a visitor may come to, in the states that hold the most; each is there, and still, when it is told. */
export async function* everyView(options: LatchkeyOptions = {}): AsyncGenerator<string> {
  yield* connecting(options)
  yield* pairingOnAPhone(options)
  yield* connected(options)
  yield* choosingANamespace(options)
  yield* signingIn(options)
  yield* allowing(options)
  yield* withEmail(options)
  yield* naming(options)
  yield* swapping(options)
  yield* paying(options)
  yield* buying(options)
}

/** Crypto is bought, with a window that the browser blocks first. */
async function* buying(options: LatchkeyOptions): AsyncGenerator<string> {
  const clock = new SimulatedClock()
  const popup = scriptedPopup({ blocked: true })
  const here = { name: 'ethereum', chain_id: '1' }
  const paid = (amount: string) => ({ amount, currency: 'USD' })
  const limits = ['CARD', 'ACH_BANK_ACCOUNT'].map((id) => ({ id, min: '10.00', max: '7500.00' }))
  const purchase = entry(1, { status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' }, [coins('in', '0.04')])
  const api = fakeApi({
    ...emptyAnswers,
    onrampOptions: {
      purchaseCurrencies: ['ETH', 'USDC'].map((symbol) => ({ id: symbol, name: symbol, symbol, networks: [here] })),
      paymentCurrencies: ['USD', 'EUR'].map((id) => ({ id, payment_method_limits: limits })),
    },
    onrampQuote: {
      coinbaseFee: paid('1.50'),
      networkFee: paid('0.10'),
      paymentSubtotal: paid('98.40'),
      paymentTotal: paid('100.00'),
      purchaseAmount: { amount: '0.0393', currency: 'ETH' },
      quoteId: '1',
    },
    onrampUrl: { url: 'https://pay.example/buy' },
    history: { data: [purchase], next: undefined },
  })
  const providers = [{ id: 'bay', name: 'Bay', kind: 'api', origins: ['https://pay.example'] }] as const
  const site = { ...options, features: { onramp: true }, onramp: { providers } }
  const latchkey = instance(fakeWallet(), { ...site, ports: { clock, popup: popup.port } }, api)
  const screen = await shown(latchkey)
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.send({ type: 'modal.open', view: 'OnRampProviders' })
  await at('OnRampProviders')
  await expect.element(screen.getByRole('textbox', { name: 'You pay' })).toBeEnabled()
  await vi.waitFor(() => expect(latchkey.find('onramp')?.getSnapshot().hasTag('editable')).toBe(true))
  latchkey.send({ type: 'onramp.setAmount', amount: '100' })
  clock.increment(500)
  await expect.element(screen.getByText('You get, about')).toBeVisible()
  yield 'OnRampProviders'
  for (const view of ['OnRampTokenSelect', 'OnRampFiatSelect', 'OnRampActivity', 'WhatIsABuy'] as const) {
    latchkey.send({ type: 'view.push', view })
    await at(view)
    yield view
    latchkey.send({ type: 'view.back' })
    await at('OnRampProviders')
  }
  await press(screen.getByRole('button', { name: /Bay/ }))
  await at('BuyInProgress')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  yield 'BuyInProgress, blocked'
  popup.blocked = false
  await press(screen.getByRole('button', { name: 'Try again' }))
  await expect.element(screen.getByRole('heading', { name: 'Continue in the Bay window' })).toBeVisible()
  yield 'BuyInProgress'
  clock.increment(180_000)
  await expect.element(screen.getByRole('button', { name: 'Look again' })).toBeVisible()
  yield 'BuyInProgress, not confirmed'
  await screen.unmount()
}

/** An account is given a name. */
async function* naming(options: LatchkeyOptions): AsyncGenerator<string> {
  const clock = new SimulatedClock()
  const api = fakeApi({
    ...emptyAnswers,
    nameLookup: { name: '' },
    nameSuggestions: {
      suggestions: ['ann1-home', 'ann1-pay'].map((label, at) => ({ name: `${label}.reown.id`, registered: at > 0 })),
    },
    registerName: { success: true },
  })
  const wallet = fakeWallet({ personal_sign: `0x${'1'.repeat(130)}` })
  const latchkey = instance(wallet, { ...options, ports: { clock } }, api)
  const screen = await shown(latchkey)
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.send({ type: 'modal.open', view: 'ChooseAccountName' })
  await at('ChooseAccountName')
  yield 'ChooseAccountName'
  await press(screen.getByRole('button', { name: 'Choose name' }))
  await at('RegisterAccountName')
  latchkey.send({ type: 'names.setName', name: 'ann1' })
  clock.increment(500)
  await expect.element(screen.getByRole('button', { name: /ann1-home/ })).toBeVisible()
  yield 'RegisterAccountName'
  await press(screen.getByRole('button', { name: 'Register ann1.reown.id' }))
  await at('RegisterAccountNameSuccess')
  yield 'RegisterAccountNameSuccess'
  await screen.unmount()
}

/** Tokens are swapped: what is lost on the way is warned of, and the wallet is asked. */
async function* swapping(options: LatchkeyOptions): AsyncGenerator<string> {
  const tokens = ['ETH', 'DAI', 'HUSD'].map((symbol) => ({
    name: `${symbol} token`,
    symbol,
    address: symbol === 'ETH' ? 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' : contractOf(symbol),
    decimals: 18,
    logoUri: undefined,
  }))
  const api = fakeApi({
    ...emptyAnswers,
    swapTokens: { tokens },
    swapQuotes: ({ amount, from, to }) => ({
      quotes: [{ fromAmount: amount, fromAccount: from, toAmount: String(BigInt(amount) * 2000n), toAccount: to }],
    }),
    tokenPrices: ({ addresses: [address = ''] }) => ({
      fungibles: [{ name: '', symbol: '', iconUrl: undefined, price: address.includes('0xeeee') ? 2500 : 1, address }],
    }),
    gasPrice: { standard: '12000000000', fast: '12000000000', instant: '12000000000' },
  })
  const latchkey = instance(fakeWallet(), { ...options, features: { swaps: true } }, api)
  const screen = await shown(latchkey)
  await latchkey.connect({ connectorId: 'fake' })
  await latchkey.load('balance')
  void latchkey.open({ view: 'Swap', fromToken: 'ETH', toToken: 'DAI', amount: '1.5' })
  await at('Swap')
  await seen('note')
  document.querySelector('details')?.setAttribute('open', '')
  yield 'Swap'
  latchkey.send({ type: 'swap.chooseToken', side: 'to' })
  await at('SwapSelectToken')
  yield 'SwapSelectToken'
  latchkey.send({ type: 'view.back' })
  latchkey.send({ type: 'view.push', view: 'SwapPreview' })
  await at('SwapPreview')
  await expect.element(screen.getByRole('button', { name: /in spite of/ })).toBeVisible()
  yield 'SwapPreview'
  latchkey.send({ type: 'view.push', view: 'SwapConfirmed' })
  await at('SwapConfirmed')
  yield 'SwapConfirmed'
  await screen.unmount()
}

/** A page asks for a payment. */
async function* paying(options: LatchkeyOptions): AsyncGenerator<string> {
  const api = fakeApi({
    ...emptyAnswers,
    exchanges: { exchanges: [{ id: 'tidemark', name: 'Tidemark', imageUrl: undefined }] },
    exchangePayUrl: { url: 'https://tidemark.example/pay', sessionId: 's1' },
    exchangeBuyStatus: { status: 'IN_PROGRESS', txHash: undefined },
  })
  const ports = { popup: scriptedPopup().port }
  const latchkey = instance(fakeWallet(), { ...options, features: { pay: true }, ports }, api)
  const screen = await shown(latchkey)
  await latchkey.load('pay')
  const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  void latchkey.pay({ network: 'eip155:1', recipient, asset: 'native', amount: '0.25' })
  await at('Pay')
  await expect.element(screen.getByRole('button', { name: /Tidemark/ })).toBeVisible()
  yield 'Pay'
  await press(screen.getByRole('button', { name: /Tidemark/ }))
  await at('PayLoading')
  await expect.element(screen.getByText(/tidemark.example/)).toBeVisible()
  yield 'PayLoading'
  await screen.unmount()
}

async function* withEmail(options: LatchkeyOptions): AsyncGenerator<string> {
  const frame = scriptedFrame({
    CONNECT_EMAIL: { action: 'VERIFY_DEVICE' },
    CONNECT_DEVICE: () => registered,
    CONNECT_FARCASTER: silent,
    GET_USER: ({ chainId }: { chainId: number }) => ({
      address: frame.address,
      chainId,
      email: 'ann@example.com',
      accounts: [
        { address: frame.address, type: 'eoa' },
        { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' },
      ],
    }),
  })
  let register = () => {}
  const registered = new Promise<void>((resolve) => (register = resolve))
  const latchkey = instance(fakeWallet(), {
    ...options,
    features: { email: true, socials: true },
    secureSite: 'https://secure.example',
    ports: { frame: frame.port, popup: scriptedPopup().port },
  })
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await at('Connect')
  await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
  yield 'Connect, with e-mail and accounts'
  await press(screen.getByRole('button', { name: 'Get started' }))
  await at('Create')
  yield 'Create'
  latchkey.send({ type: 'view.back' })
  latchkey.send({ type: 'view.push', view: 'EmailLogin' })
  await at('EmailLogin')
  yield 'EmailLogin'
  latchkey.send({ type: 'view.push', view: 'ConnectSocials' })
  await at('ConnectSocials')
  yield 'ConnectSocials'
  latchkey.send({ type: 'social.choose', provider: 'google' })
  await at('ConnectingSocial')
  yield 'ConnectingSocial'
  latchkey.send({ type: 'social.cancel' })
  latchkey.send({ type: 'farcaster.begin' })
  await at('ConnectingFarcaster')
  yield 'ConnectingFarcaster'
  latchkey.send({ type: 'farcaster.cancel' })
  latchkey.send({ type: 'email.submit', email: 'ann@example.com' })
  await at('EmailVerifyDevice')
  yield 'EmailVerifyDevice'
  register()
  await at('EmailVerifyOtp')
  yield 'EmailVerifyOtp'
  latchkey.send({ type: 'email.submitCode', code: new Secret('123456') })
  await vi.waitFor(() => expect(latchkey.getAccount().status).toBe('connected'))
  latchkey.send({ type: 'modal.open', view: 'Account' })
  await at('Account')
  await press(screen.getByRole('button', { name: 'Your accounts' }))
  await at('Profile')
  yield 'Profile'
  await press(screen.getByRole('button', { name: 'Account settings' }))
  await at('AccountSettings')
  yield 'AccountSettings'
  await press(screen.getByRole('button', { name: /^Upgrade your Wallet/ }))
  await at('UpgradeEmailWallet')
  yield 'UpgradeEmailWallet'
  latchkey.send({ type: 'view.back' })
  await at('AccountSettings')
  await press(screen.getByRole('button', { name: /^Email/ }))
  await at('UpdateEmailWallet')
  yield 'UpdateEmailWallet'
  latchkey.send({ type: 'emailUpdate.submit', email: 'bea@example.com' })
  for (const view of ['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'] as const) {
    await at(view)
    yield view
    latchkey.send({ type: 'emailUpdate.submitCode', code: new Secret('123456') })
  }
  await at('AccountSettings')
  await screen.unmount()
}

async function* connecting(options: LatchkeyOptions): AsyncGenerator<string> {
  const wallet = fakeWallet({ eth_requestAccounts: never })
  const latchkey = instance(
    wallet,
    {
      ...options,
      debug: true,
      enableWalletConnect: true,
      customWallets: [rainbow],
      ports: { pairing: fakePairing().port, logger: { error: () => {} } },
    },
    catalogueOf(madeUp(40)),
  )
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await vi.waitFor(() => expect(document.querySelectorAll('[data-part="row"]').length).toBeGreaterThan(3))
  await at('Connect')
  yield 'Connect'
  for (const view of ['WhatIsAWallet', 'GetWallet', 'AllWallets'] as const) {
    latchkey.send({ type: 'view.push', view })
    await at(view)
    yield view
  }
  latchkey.send({ type: 'modal.open', view: 'Connect' })
  await at('Connect')
  await expect.element(screen.getByRole('button', { name: /Rainbow/ })).toBeVisible()
  await press(screen.getByRole('button', { name: /Rainbow/ }))
  await expect.element(screen.getByRole('img')).toBeVisible()
  for (const platform of ['qrcode', 'web', 'desktop'] as const) {
    latchkey.send({ type: 'walletConnect.selectPlatform', platform })
    await vi.waitFor(() => expect(latchkey.find('walletConnect')?.getSnapshot().context.platform).toBe(platform))
    await at('ConnectingWalletConnect')
    yield `ConnectingWalletConnect, ${platform}`
  }
  latchkey.send({ type: 'view.push', view: 'Downloads' })
  await at('Downloads')
  yield 'Downloads'
  latchkey.send({ type: 'view.back' })
  latchkey.send({ type: 'view.back' })
  await at('Connect')
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
  await press(screen.getByRole('button', { name: /Fake Wallet/ }))
  await at('ConnectingExternal')
  yield 'ConnectingExternal'
  latchkey.send({ type: 'alerts.open', alert: { code: 'alert.projectIdNotConfigured' } })
  latchkey.send({ type: 'alerts.open', alert: { code: 'alert.invalidProjectId' } })
  await seen('alert')
  await settled()
  yield 'ConnectingExternal, with an alert'
  latchkey.send({ type: 'alerts.close' })
  latchkey.send({ type: 'alerts.close' })
  latchkey.send({ type: 'view.back' })
  await at('Connect')
  wallet.answers['eth_requestAccounts'] = declined
  await expect.element(screen.getByRole('button', { name: /Fake Wallet/ })).toBeVisible()
  await press(screen.getByRole('button', { name: /Fake Wallet/ }))
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await at('ConnectingExternal')
  yield 'ConnectingExternal, declined'
  await screen.unmount()
}

async function* pairingOnAPhone(options: LatchkeyOptions): AsyncGenerator<string> {
  const clock = new SimulatedClock()
  const heard = new Set<Parameters<VisibilityPort['watch']>[0]>()
  const latchkey = instance(
    fakeWallet(),
    {
      ...options,
      enableWalletConnect: true,
      customWallets: [rainbow],
      ports: {
        clock,
        pairing: fakePairing().port,
        visibility: {
          watch: (listener) => {
            heard.add(listener)
            return () => heard.delete(listener)
          },
        },
        page: {
          read: () => ({ url: 'https://site.example/', origin: 'https://site.example', mobile: true, system: 'ios' }),
        },
      },
    },
    catalogueOf(madeUp(40)),
  )
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await expect.element(screen.getByRole('button', { name: /Rainbow/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Rainbow/ })).toBeVisible()
  await press(screen.getByRole('button', { name: /Rainbow/ }))
  const link = screen.getByRole('link', { name: 'Open in Rainbow' })
  await expect.element(link).toBeInTheDocument()
  await at('ConnectingWalletConnect')
  yield 'ConnectingWalletConnect on a phone'
  // Whoever went through all that can be focused has come to the other tab.
  latchkey.send({ type: 'walletConnect.selectPlatform', platform: 'mobile' })
  await expect.element(link).toBeInTheDocument()
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await press(link)
  await vi.waitFor(() => expect(latchkey.find('walletConnect')?.getSnapshot().hasTag('opening')).toBe(true))
  clock.increment(3_000)
  await expect.element(screen.getByRole('link', { name: /iOS App/ })).toBeInTheDocument()
  await settled()
  yield 'ConnectingWalletConnect on a phone, not opened'
  latchkey.send({ type: 'view.back' })
  await at('Connect')
  latchkey.send({ type: 'view.push', view: 'AllWallets' })
  await at('AllWallets')
  yield 'AllWallets on a phone'
  latchkey.send({ type: 'view.push', view: 'ConnectingWalletConnectBasic' })
  await at('ConnectingWalletConnectBasic')
  await expect.element(screen.getByRole('img')).toBeInTheDocument()
  yield 'ConnectingWalletConnectBasic'
  await screen.unmount()
}

const pubkey = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const anotherPubkey = '4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A wallet that serves two namespaces, and more networks than are seen at once. */
function namespacesOf(options: LatchkeyOptions) {
  const evm = fakeWallet({ eth_requestAccounts: [entry(1).metadata.sentTo, other] })
  const sol = fakeWallet({
    solana_requestAccounts: [{ pubkey }, { pubkey: anotherPubkey }],
    solana_getAccounts: [{ pubkey }, { pubkey: anotherPubkey }],
  })
  const made = (id: number): Network => ({ ...second, id, caipNetworkId: `eip155:${id}`, name: `Chain ${id}` })
  const balances = [
    ['ETH', 'Ether'],
    ['USDC', 'USD Coin'],
    ['WETH', 'Wrapped Ether'],
  ].map(([symbol = '', name = ''], index) => ({
    name,
    symbol,
    chainId: mainnet.caipNetworkId,
    ...(index > 0 && { address: contractOf(symbol) }),
    value: 1234567.89,
    quantity: { decimals: '18', numeric: '12345.678912345678912345' },
  }))
  const data = [
    entry(1, { operationType: 'trade', application: { name: 'Some Exchange' } }, [
      coins('in', '1.5'),
      coins('out', '4512.2044119', 'USDC'),
    ]),
    entry(2, { operationType: 'send', status: 'failed' }, [coins('out', '0.25')]),
    ...Array.from({ length: 8 }, (_, index) =>
      entry(index + 3, { operationType: 'mint' }, [collectible('in', `Cat #${index}`)]),
    ),
  ]
  const latchkey = instance(
    undefined,
    {
      ...options,
      networks: [mainnet, ...[2, 3, 4, 5, 6, 7].map(made), solana, solanaDevnet],
      connectors: (
        [
          ['fox', 'eip155', evm],
          ['solana:Fox', 'solana', sol],
        ] as const
      ).map(([id, chain, provider]) => ({ connector: { id, name: 'Fox', type: 'ANNOUNCED', chain }, provider })),
      ports: {
        chains: {
          at: async (namespace) => ({
            ...(namespace === 'solana' ? solanaAdapter : { ...eip155Adapter, send: offlineAdapter.send }),
            fetchAssets: async () => undefined,
            fetchBalances: async ({ network: { caipNetworkId, nativeCurrency } }) => [
              {
                ...nativeCurrency,
                chainId: caipNetworkId,
                quantity: { decimals: String(nativeCurrency.decimals), numeric: '3.5' },
              },
            ],
          }),
        },
      },
    },
    fakeApi({ ...emptyAnswers, balance: { balances }, history: { data, next: 'more' } }),
  )
  return { evm, latchkey }
}

async function* choosingANamespace(options: LatchkeyOptions): AsyncGenerator<string> {
  const { latchkey } = namespacesOf(options)
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await expect.element(screen.getByRole('button', { name: /Fox/ })).toBeVisible()
  await press(screen.getByRole('button', { name: /Fox/ }))
  await at('ConnectingMultiChain')
  yield 'ConnectingMultiChain'
  await screen.unmount()
}

async function* signingIn(options: LatchkeyOptions): AsyncGenerator<string> {
  const wallet = fakeWallet({ personal_sign: never })
  const latchkey = instance(wallet, { ...options, siwx: {} })
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await latchkey.connect({ connectorId: latchkey.actor('connectors').getSnapshot().context.connectors[0]?.id ?? '' })
  await at('SIWXSignMessage')
  yield 'SIWXSignMessage'
  latchkey.send({ type: 'signIn.submit' })
  await seen('quoted')
  await settled()
  yield 'SIWXSignMessage, in the wallet'
  await screen.unmount()
}

const allowance = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x2386f26fc10000', start: 1_790_000_000, period: 3_600 },
} as const
const key = { type: 'secp256k1', publicKey: `0x02${'5e'.repeat(32)}` } as const

async function* allowing(options: LatchkeyOptions): AsyncGenerator<string> {
  const permissionTypes = [allowance.type]
  const permissions = { supported: true, permissionTypes, signerTypes: ['keys'], policyTypes: [] }
  const wallet = fakeWallet({ wallet_getCapabilities: { '0x1': { permissions } }, wallet_grantPermissions: never })
  const session = {
    project: { id: 'p', name: 'Orchard' },
    expiry: 4_000_000_000,
    createdAt: 1,
    permissions: [allowance],
  }
  const api = fakeApi({
    ...emptyAnswers,
    smartSessions: { pcis: [{ ...session, pci: 'pci-1' }] },
    addSmartSession: { pci: 'pci-2', key },
    activateSmartSession: {},
  })
  const latchkey = instance(wallet, { ...options, features: { smartSessions: true } }, api)
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await latchkey.connect({ connectorId: latchkey.actor('connectors').getSnapshot().context.connectors[0]?.id ?? '' })
  latchkey.send({ type: 'modal.open', view: 'SmartSessionList' })
  await at('SmartSessionList')
  await expect.element(screen.getByRole('button', { name: /Orchard/ })).toBeVisible()
  await press(screen.getByRole('button', { name: /Orchard/ }))
  await seen('facts')
  await settled()
  yield 'SmartSessionList'
  const signer = { type: 'keys', data: { keys: [key] } } as const
  const request = { chainId: '0x1', expiry: 4_000_000_000, signer, permissions: [allowance], policies: [] } as const
  void latchkey.grantPermissions(request)
  await at('ApproveTransaction')
  await seen('step')
  yield 'ApproveTransaction, a grant'
  latchkey.send({ type: 'requests.cancelShown' })
  await at('SmartSessionList')
  wallet.answers['wallet_grantPermissions'] = (params: unknown) => ({ ...(params as [object])[0], context: '0x01' })
  await latchkey.grantPermissions(request)
  await at('SmartSessionCreated')
  yield 'SmartSessionCreated'
  await screen.unmount()
}

async function* connected(options: LatchkeyOptions): AsyncGenerator<string> {
  const { evm, latchkey } = namespacesOf(options)
  const screen = await shown(latchkey)
  latchkey.send({ type: 'modal.open' })
  await latchkey.connect({ connectorId: 'fox' })
  latchkey.send({ type: 'modal.open', view: 'Account' })
  await at('Account')
  await vi.waitFor(() => expect(balanceOf(latchkey).getSnapshot().context.tokens).toHaveLength(3))
  await seen('sums')
  yield 'Account'
  // The focus that walks over the tabs selects each.
  latchkey.send({ type: 'account.selectTab', tab: 'Tokens' })
  latchkey.send({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } })
  await seen('message')
  await settled()
  yield 'Account, with a message'
  latchkey.send({ type: 'snackbar.hide' })
  latchkey.send({ type: 'account.selectTab', tab: 'Activity' })
  await seen('flow')
  await settled()
  yield 'Account, Activity'
  latchkey.send({ type: 'account.selectTab', tab: 'NFTs' })
  await seen('tile')
  await settled()
  yield 'Account, NFTs'
  for (const view of ['Networks', 'SwitchAddress', 'WalletReceive', 'WalletCompatibleNetworks'] as const) {
    latchkey.send({ type: 'view.push', view })
    await at(view)
    yield view
  }
  latchkey.send({ type: 'view.push', view: 'WalletSend' })
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  latchkey.send({ type: 'send.setToken', token })
  latchkey.send({ type: 'send.setAmount', amount: '99999' })
  latchkey.send({ type: 'send.setReceiver', receiver: '0x12' })
  await at('WalletSend')
  await vi.waitFor(() => expect(document.querySelectorAll('[data-invalid]')).toHaveLength(2))
  yield 'WalletSend'
  latchkey.send({ type: 'view.push', view: 'WalletSendSelectToken' })
  await at('WalletSendSelectToken')
  yield 'WalletSendSelectToken'
  latchkey.send({ type: 'view.back' })
  latchkey.send({ type: 'send.setAmount', amount: '1.5' })
  latchkey.send({ type: 'send.setReceiver', receiver: other })
  await latchkey.load('send')
  await vi.waitFor(() => expect(sendOf(latchkey).getSnapshot().hasTag('submittable')).toBe(true))
  latchkey.send({ type: 'view.push', view: 'WalletSendPreview' })
  await at('WalletSendPreview')
  yield 'WalletSendPreview'
  evm.answers['eth_sendTransaction'] = `0x${'1'.repeat(64)}`
  evm.answers['eth_getTransactionReceipt'] = never
  latchkey.send({ type: 'send.submit' })
  await at('WalletSendConfirmed')
  yield 'WalletSendConfirmed'
  latchkey.send({ type: 'view.home' })
  void latchkey.switchNetwork(solana)
  await at('SwitchActiveChain')
  yield 'SwitchActiveChain'
  await latchkey.switchNetwork(mainnet)
  await at('Account')
  evm.answers['personal_sign'] = never
  void latchkey.signMessage('Hello')
  await at('ApproveTransaction')
  await vi.waitFor(() => expect(document.querySelector('[data-part="quoted"]')).not.toBeNull())
  yield 'ApproveTransaction'
  latchkey.send({ type: 'requests.cancelShown' })
  await at('Account')
  evm.emit('chainChanged', '0x539')
  await at('UnsupportedChain')
  yield 'UnsupportedChain'
  await screen.unmount()
}
