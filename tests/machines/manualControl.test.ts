import { describe, expect, test } from 'vitest'
import { fakeApi } from '../../mocks/index.ts'
import { mainnet, type LatchkeyOptions, type Network, type PageInfo } from '../../sdk/index.ts'
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import { homeView, resolveView } from '../../machines/shell/view.rules.ts'
import { fakePairing } from '../support/pairing.ts'
import { settle, started } from '../support/instance.ts'
import { walletOf } from '../support/wire.ts'
import { catalogOf } from '../support/features.ts'
import { crash, stackOf } from './page.ts'

const remoteNetwork = (caipNetworkId: Network['caipNetworkId'], symbol: string): Network => ({
  ...mainnet,
  id: caipNetworkId,
  caipNetworkId,
  chainNamespace: namespaceOf(caipNetworkId),
  name: symbol,
  nativeCurrency: { name: symbol, symbol, decimals: 10 },
})
const polkadot = remoteNetwork('polkadot:91b171bb158e2d3848fa23a9f1c25182', 'DOT')
const cosmos = remoteNetwork('cosmos:cosmoshub-4', 'ATOM')

const page = (mobile: boolean): PageInfo => ({ url: 'https://shop.example/', origin: 'https://shop.example', mobile })

async function controlling({ mobile = false, ...options }: { mobile?: boolean } & LatchkeyOptions = {}) {
  const pairing = fakePairing()
  const made = await started({
    enableWalletConnect: true,
    manualWCControl: true,
    api: fakeApi({ wallets: { data: [walletOf(1)], count: 1 } }, { serves: false }),
    ...options,
    ports: { pairing: pairing.port, page: { read: () => page(mobile) } },
  })
  const { latchkey } = made
  const stack = () => stackOf(latchkey)
  const flow = () => latchkey.find('walletConnect')?.getSnapshot().context
  return { ...made, ...pairing, stack, flow }
}

describe('manual WalletConnect control', () => {
  test.each([
    ['the code on a desktop', false, 'ConnectingWalletConnectBasic'],
    ['the loaded list of all wallets on a phone', true, 'AllWallets'],
  ] as const)('opens with %s, and creates no pairing [2.4] [2.5]', async (_, mobile, view) => {
    const { latchkey, stack, proposals } = await controlling({ mobile })
    expect([stack(), latchkey.find('catalog')]).toEqual([[view], undefined])
    for (const asked of [undefined, view]) {
      latchkey.dispatch({ type: 'modal.open', ...(asked && { view: asked }) })
      await settle()
      expect(stack()).toEqual([view])
    }
    expect(proposals).toEqual([])
    expect(latchkey.find('catalog')?.getSnapshot().value).toBe(mobile ? 'ready' : undefined)
  })

  test('starts an embedded modal on a phone with all wallets as its home view', async () => {
    const { latchkey, stack } = await controlling({ mobile: true, embedded: true })
    latchkey.dispatch({ type: 'modal.show' })
    await settle()
    expect(stack()).toEqual(['AllWallets'])
    expect(catalogOf(latchkey).getSnapshot().value).toBe('ready')
    expect(latchkey.actor('view').getSnapshot().can({ type: 'view.home' })).toBe(false)
  })

  test.each([false, true])('shows the app’s pairing in the current view; on a phone: %s', async (mobile) => {
    const { latchkey, stack, flow, proposals } = await controlling({ mobile })
    latchkey.dispatch({ type: 'modal.open' })
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await settle()
    expect(stack()).toEqual([mobile ? 'AllWallets' : 'ConnectingWalletConnectBasic'])
    expect(flow()?.uri).toBe('wc:uri-1')
    proposals[0]?.approve()
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test('gives the app’s pairing to the wallet that the user selects, and reports the outcome to the app', async () => {
    const { latchkey, stack, flow, proposals } = await controlling({ mobile: true })
    latchkey.dispatch({ type: 'modal.open' })
    const outcome = latchkey.connect({ connectorId: 'walletConnect' })
    await settle()
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(7) })
    await settle()
    expect(stack()).toEqual(['AllWallets', 'ConnectingWalletConnect'])
    expect(flow()).toMatchObject({
      platforms: ['mobile'],
      link: { href: 'wallet7://wc?uri=wc%3Auri-1' },
    })
    latchkey.dispatch({ type: 'view.back' })
    expect(stack()).toEqual(['AllWallets'])
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    expect(flow()?.app?.name).toBe('Wallet 7')
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(8) })
    await settle()
    expect(latchkey.find('walletConnect')?.getSnapshot().value).toEqual({ open: { showingUri: 'waiting' } })
    expect(flow()?.app).toBeUndefined()
    expect(flow()?.link?.href).toBe('wallet8://wc?uri=wc%3Auri-1')
    expect(proposals).toHaveLength(1)
    proposals[0]?.approve()
    expect(await outcome).toMatchObject({ status: 'done' })
  })

  test('creates a pairing when the user selects a wallet before the app creates one', async () => {
    const { latchkey, flow, proposals } = await controlling({ mobile: true })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(7) })
    await settle()
    expect(proposals).toHaveLength(1)
    expect(flow()?.link?.href).toBe('wallet7://wc?uri=wc%3Auri-1')
  })

  test('replaces the app’s last attempt with a new one', async () => {
    const { latchkey, proposals } = await controlling()
    const first = latchkey.connect({ connectorId: 'walletConnect' })
    await settle()
    const second = latchkey.connect({ connectorId: 'walletConnect' })
    await settle()
    expect(await first).toEqual({ status: 'cancelled' })
    expect(proposals.map(({ signal }) => signal.aborted)).toEqual([true, false])
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'modal.close' })
    expect(await second).toEqual({ status: 'cancelled' })
  })
})

describe('an app whose namespaces have no browser wallets', () => {
  const remote = { manualWCControl: false, networks: [polkadot, cosmos], connectors: [] }

  test('opens on a desktop with a code, which is created when the user opens it [2.5]', async () => {
    const { latchkey, stack, proposals } = await controlling(remote)
    expect(stack()).toEqual(['ConnectingWalletConnectBasic'])
    latchkey.dispatch({ type: 'modal.show' })
    await settle()
    expect(proposals).toEqual([])
    const outcome = latchkey.connect()
    await settle()
    expect(stack()).toEqual(['ConnectingWalletConnectBasic'])
    expect(proposals).toHaveLength(1)
    latchkey.close()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(proposals[0]?.signal.aborted).toBe(true)
  })

  test('opens with a choice when it has another namespace, or passes a wallet itself', async () => {
    const mixed = await controlling({ ...remote, networks: [polkadot, mainnet] })
    expect(mixed.stack()).toEqual(['Connect'])
    const { connectors: _, ...handing } = remote
    expect((await controlling(handing)).stack()).toEqual(['Connect'])
  })
})

test('the modal of a phone starts with all wallets again after the view crashed', async () => {
  const { latchkey, stack } = await controlling({ mobile: true })
  crash(latchkey, 'view', 'view.push', 'view')
  await settle()
  expect(latchkey.actor('latchkey').getSnapshot().context.crashes).toEqual({ view: 1 })
  expect(stack()).toEqual(['AllWallets'])
})

test('without manual control, the code’s view creates its own pairing, and only when it is requested', async () => {
  const { latchkey, stack, proposals } = await controlling({ manualWCControl: false })
  latchkey.dispatch({ type: 'modal.open' })
  await settle()
  expect(stack()).toEqual(['Connect'])
  expect(proposals).toEqual([])
  latchkey.dispatch({ type: 'modal.open', view: 'ConnectingWalletConnectBasic' })
  await settle()
  expect(stack()).toEqual(['ConnectingWalletConnectBasic'])
  expect(proposals).toHaveLength(1)
  latchkey.dispatch({ type: 'view.back' })
  expect(stack()).toEqual(['Connect'])
  expect(proposals[0]?.signal.aborted).toBe(true)
})

test('the list of all wallets on a phone leads to a code and back, which cancels the pairing', async () => {
  const { latchkey, stack, proposals } = await controlling({ mobile: true, manualWCControl: false })
  latchkey.dispatch({ type: 'modal.open', view: 'AllWallets' })
  latchkey.dispatch({ type: 'view.push', view: 'ConnectingWalletConnectBasic' })
  await settle()
  expect(stack()).toEqual(['AllWallets', 'ConnectingWalletConnectBasic'])
  expect(proposals).toHaveLength(1)
  latchkey.dispatch({ type: 'view.back' })
  expect(stack()).toEqual(['AllWallets'])
  expect(proposals[0]?.signal.aborted).toBe(true)
})

test.each([
  { manual: false, remoteOnly: false, mobile: false, home: 'Connect' },
  { manual: false, remoteOnly: false, mobile: true, home: 'Connect' },
  { manual: true, remoteOnly: false, mobile: false, home: 'ConnectingWalletConnectBasic' },
  { manual: true, remoteOnly: false, mobile: true, home: 'AllWallets' },
  { manual: false, remoteOnly: true, mobile: false, home: 'ConnectingWalletConnectBasic' },
  { manual: false, remoteOnly: true, mobile: true, home: 'AllWallets' },
] as const)('starts at $home: %o [2.4] [2.5]', async ({ home, manual, remoteOnly, mobile }) => {
  const networks = remoteOnly ? [polkadot] : [mainnet]
  const { latchkey, stack } = await controlling({ mobile, manualWCControl: manual, networks, connectors: [] })
  expect(stack()).toEqual([home])
  latchkey.dispatch({ type: 'modal.open', view: 'Connect' })
  expect(stack()).toEqual([home])
  const connected = { ...latchkey.actor('view').getSnapshot().context, connectionStatus: 'connected' } as const
  expect(homeView(connected)).toBe('Account')
  expect(resolveView('ConnectingWalletConnectBasic', connected)).toBe('Account')
})
