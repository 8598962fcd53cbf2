import { expect, test, vi } from 'vitest'
import type { Connector } from '../../../../machines/shared/connector.types.ts'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { discoverBitcoin } from '../../../../sdk/connectors/bitcoin.ts'
import { bitcoin } from '../../../../sdk/index.ts'
import type { WalletProvider } from '../../../../sdk/provider/walletProvider.ts'
import { bitcoinKeys } from '../../../support/bitcoinWallet.ts'
import { icon, satsBitcoinWallet, standardBitcoinWallet } from './wallets.ts'

const { signal } = new AbortController()
const { addresses } = bitcoinKeys()

/** A window with what wallets have added to it. */
const page = (more: object = {}) => Object.assign(new EventTarget(), more)

/** A wallet that registers as in `@wallet-standard/wallet`: at once, and whenever an app becomes ready. */
function register(target: EventTarget, wallet: unknown) {
  let unregister = () => {}
  const callback = (api: { register(...wallets: unknown[]): () => void }) => void (unregister = api.register(wallet))
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  target.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
  return () => unregister()
}

function discover(target: EventTarget) {
  const found: { connector: Connector; provider: WalletProvider }[] = []
  const gone: WalletProvider[] = []
  const stop = discoverBitcoin(
    target,
    (connector, provider) => found.push({ connector, provider }),
    (provider) => gone.push(provider),
  )
  return { found, gone, stop }
}
const connect = (provider: WalletProvider | undefined) =>
  provider ? bip122Adapter.connect(provider, [bitcoin], signal) : Promise.reject(new Error('Nothing was found'))

const shared = {
  accounts: [
    { address: addresses.payment, type: 'payment' },
    { address: addresses.ordinal, type: 'ordinal' },
  ],
  networkId: bitcoin.caipNetworkId,
}

test('wallets of Wallet Standard are found, before the app listens and after', async () => {
  const target = page()
  register(target, standardBitcoinWallet().wallet)
  const { found } = discover(target)
  register(target, { ...standardBitcoinWallet().wallet, name: 'Late' })
  expect(found.map(({ connector }) => connector)).toEqual([
    { id: 'bip122:Standard Wallet', name: 'Standard Wallet', type: 'ANNOUNCED', chain: 'bip122', imageUrl: icon },
    { id: 'bip122:Late', name: 'Late', type: 'ANNOUNCED', chain: 'bip122', imageUrl: icon },
  ])
  expect(await connect(found[0]?.provider)).toEqual(shared)
})

test('wallets of the registry are found, wherever they are in the page', async () => {
  const sats = satsBitcoinWallet()
  const target = page({
    XProviders: { BitcoinProvider: sats.wallet },
    btc_providers: [{ id: 'XProviders.BitcoinProvider', name: 'Sats', icon }],
  })
  const { found } = discover(target)
  expect(found.map(({ connector }) => connector)).toEqual([
    { id: 'bip122:Sats', name: 'Sats', type: 'ANNOUNCED', chain: 'bip122', imageUrl: icon },
  ])
  expect(await connect(found[0]?.provider)).toEqual(shared)
})

test('wallets that load with the rest of the page are found once it has loaded', () => {
  const target = page()
  const { found } = discover(target)
  Object.assign(target, { Sats: satsBitcoinWallet().wallet, wbip_providers: [{ id: 'Sats', name: 'Sats', icon }] })
  target.dispatchEvent(new Event('load'))
  expect(found.map(({ connector: { name } }) => name)).toEqual(['Sats'])
})

test('a wallet that can be found in both ways is reported once, and can send', async () => {
  const sats = satsBitcoinWallet()
  const target = page({ Both: sats.wallet, btc_providers: [{ id: 'Both', name: 'Standard Wallet', icon }] })
  register(target, standardBitcoinWallet().wallet)
  const { found } = discover(target)
  expect(found).toHaveLength(1)
  const params = { account: addresses.payment, recipientAddress: addresses.payment, amount: '1000' }
  expect(await found[0]?.provider.request({ method: 'sendTransfer', params })).toEqual({ txid: 'cd'.repeat(32) })
})

test('an invalid announcement is ignored', () => {
  const { wallet } = standardBitcoinWallet()
  const sats = satsBitcoinWallet().wallet
  const target = page({
    Sats: sats,
    Other: { request: 'me' },
    Deep: {
      get Trap() {
        throw new Error('Trapped')
      },
    },
    btc_providers: [
      null,
      'Sats',
      { id: 'Sats', name: 'x'.repeat(129), icon },
      { id: 'Nobody.Here', name: 'Nobody', icon },
      { id: 'Other', name: 'Other', icon },
      { id: 'Deep.Trap', name: 'Trap', icon },
    ],
    wbip_providers: 'none',
  })
  const { found } = discover(target)
  for (const bad of [
    null,
    {},
    { ...wallet, name: '' },
    { ...wallet, features: { 'solana:signMessage': {} } },
    new Proxy(wallet, {
      get() {
        throw new Error('Trapped')
      },
    }),
  ])
    register(target, bad)
  target.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: 'nothing' }))
  expect(found).toEqual([])
  register(target, wallet)
  expect(found).toHaveLength(1)
})

test.each(['javascript:alert(1)', 'http://x.example/icon.png', 'data:text/html,<script>', '', undefined])(
  'a wallet with the icon %j is found without it',
  (bad) => {
    const target = page({
      Sats: satsBitcoinWallet().wallet,
      btc_providers: [{ id: 'Sats', name: 'Sats', icon: bad }],
    })
    const { found } = discover(target)
    register(target, { ...standardBitcoinWallet().wallet, icon: bad })
    expect(found.map(({ connector }) => [connector.name, connector.imageUrl])).toEqual([
      ['Sats', undefined],
      ['Standard Wallet', undefined],
    ])
  },
)

test('no wallet is reported after discovery is stopped', () => {
  const target = page()
  const { found, stop } = discover(target)
  let api: { register(...wallets: unknown[]): unknown } | undefined
  target.dispatchEvent(
    new CustomEvent('wallet-standard:register-wallet', { detail: (given: typeof api) => (api = given) }),
  )
  stop()
  register(target, standardBitcoinWallet().wallet)
  api?.register(standardBitcoinWallet().wallet)
  Object.assign(target, { Sats: satsBitcoinWallet().wallet, btc_providers: [{ id: 'Sats', name: 'Sats', icon }] })
  target.dispatchEvent(new Event('load'))
  expect(api).toBeDefined()
  expect(found).toEqual([])
})

test('a wallet that was found is observed while it has listeners', async () => {
  const standard = standardBitcoinWallet()
  const target = page()
  register(target, standard.wallet)
  const provider = discover(target).found[0]?.provider
  const heard = vi.fn<(payload: unknown) => void>()
  const unheard = vi.fn<(payload: unknown) => void>()
  provider?.on?.('accountsChanged', heard)
  provider?.on?.('accountsChanged', unheard)
  provider?.removeListener?.('accountsChanged', unheard)
  await vi.waitFor(() => expect(standard.hearers.size).toBe(1))
  standard.change({ accounts: [standard.account(addresses.payment)] })
  expect(heard).toHaveBeenCalledWith([expect.objectContaining({ address: addresses.payment, intention: 'payment' })])
  expect(unheard).not.toHaveBeenCalled()
  provider?.removeListener?.('accountsChanged', heard)
  await vi.waitFor(() => expect(standard.hearers.size).toBe(0))
})

test('a wallet that leaves the page is reported as gone, once, and may come back', () => {
  const target = page()
  const { found, gone } = discover(target)
  const { wallet } = standardBitcoinWallet()
  const unregister = register(target, wallet)
  unregister()
  unregister()
  expect(gone).toEqual([found[0]?.provider])
  register(target, wallet)
  expect(found).toHaveLength(2)
})

test('a wallet that throws when it is observed causes no unhandled error', async () => {
  const target = page({
    Sats: {
      request: async () => ({}),
      addListener: () => {
        throw new Error('Trapped')
      },
    },
    btc_providers: [{ id: 'Sats', name: 'Sats', icon }],
  })
  const provider = discover(target).found[0]?.provider
  provider?.on?.('accountsChanged', () => {})
  await expect(provider?.request({ method: 'getAccountAddresses', params: {} })).rejects.toMatchObject({
    code: 'wallet.invalidResponse',
  })
})
