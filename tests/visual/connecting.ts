import { expect, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { fakePairing } from '../support/pairing.ts'
import { declined } from '../react-skin/support.tsx'
import {
  complete,
  ethereum,
  everywhere,
  go,
  open,
  provider,
  sign,
  unreachable,
  unreachableProvider,
  type Scene,
} from './stage.tsx'
import { solana, type Connector } from '../../sdk/index.ts'

const failed = '[data-part="note"][data-tone="error"]'
const unread = '[data-part="retry"]'
const rows = '[data-part="row"] + *, li + li [data-part="row"]'
const long = 'A wallet whose name is much longer than a row of the list has room for'

const connector = (id: string, name: string, chain: Connector['chain'] = 'eip155') => ({
  connector: { id, name, type: 'ANNOUNCED' as const, chain, imageUrl: sign(name) },
  provider: fakeWallet({ eth_requestAccounts: never, solana_requestAccounts: never }),
})

/** The code for one wallet, or for any. */
const code = { enableWalletConnect: true, customWallets: [everywhere] }
const choose = async (scene: ReturnType<typeof open>, id = everywhere.id, selector?: string) => {
  const latchkey = await scene
  const wallet = [everywhere, unreachable].find((one) => one.id === id)
  if (!wallet) throw new Error(`no ${id}`)
  latchkey.dispatch({ type: 'wallets.choose', wallet })
  await complete(selector, wallet === unreachable ? 'Downloads' : 'ConnectingWalletConnect')
  return latchkey
}

export const connecting: Record<string, Scene> = {
  Connect: (stage) => open(stage, { options: { enableWalletConnect: true }, until: rows }),
  'Connect, loading': (stage) => open(stage, { api: provider({ wallets: never }), until: '[aria-busy]' }),
  'Connect, offline': (stage) => open(stage, { api: unreachableProvider(), until: unread }),
  'Connect, nothing to connect with': (stage) =>
    open(stage, {
      api: provider({ wallets: { data: [], count: 0 } }),
      options: { connectors: [], allWallets: 'HIDE' },
      until: '[data-part="empty"]',
    }),
  'Connect, long names': (stage) =>
    open(stage, {
      options: {
        connectors: [connector('long', long), connector('fox', 'Both'), connector('solana:fox', 'Both', 'solana')],
        networks: [ethereum, solana],
        customWallets: [{ id: 'long', name: long }],
      },
      until: rows,
    }),
  'Connect, with an alert': async (stage) => {
    const latchkey = await open(stage, {
      options: { debug: true, ports: { logger: { error: () => {} } } },
      until: rows,
    })
    latchkey.dispatch({ type: 'alerts.open', alert: { code: 'alert.projectIdNotConfigured' } })
    latchkey.dispatch({ type: 'alerts.open', alert: { code: 'alert.invalidProjectId' } })
    await complete('[data-part="alert"]')
    return latchkey
  },
  AllWallets: (stage) =>
    open(stage, { view: 'AllWallets', options: { enableWalletConnect: true }, until: '[data-index="11"]' }),
  'AllWallets, loading': (stage) =>
    open(stage, { view: 'AllWallets', api: provider({ wallets: never }), until: '[data-part="skeletons"]' }),
  'AllWallets, nothing found': async (stage) => {
    const latchkey = await open(stage, { view: 'AllWallets', until: '[data-index="11"]' })
    latchkey.dispatch({ type: 'catalog.search', search: 'nothing of the kind' })
    await complete('[data-part="empty"]')
    return latchkey
  },
  'AllWallets, failed': (stage) => open(stage, { view: 'AllWallets', api: unreachableProvider(), until: unread }),
  WhatIsAWallet: (stage) => open(stage, { view: 'WhatIsAWallet' }),
  GetWallet: async (stage) => {
    const latchkey = await open(stage, { until: rows })
    await go(latchkey, 'GetWallet', 'li + li + li + li')
    return latchkey
  },
  Downloads: async (stage) => {
    const latchkey = await choose(open(stage, { options: code }))
    await go(latchkey, 'Downloads', 'li + li')
    return latchkey
  },
  'Downloads, nowhere': (stage) =>
    choose(open(stage, { options: { customWallets: [unreachable] } }), unreachable.id, '[data-part="hint"]'),

  ConnectingExternal: async (stage) => {
    const latchkey = await open(stage, { wallet: fakeWallet({ eth_requestAccounts: never }) })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'harbor' })
    await complete('[data-state="connecting"]', 'ConnectingExternal')
    return latchkey
  },
  'ConnectingExternal, overdue': async (stage) => {
    const clock = new SimulatedClock()
    const latchkey = await open(stage, {
      wallet: fakeWallet({ eth_requestAccounts: never }),
      options: { ports: { clock } },
    })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'harbor' })
    await complete('[data-state="connecting"]', 'ConnectingExternal')
    clock.increment(30_000)
    await complete('[data-part="note"]')
    return latchkey
  },
  'ConnectingExternal, declined': async (stage) => {
    const latchkey = await open(stage, { wallet: fakeWallet({ eth_requestAccounts: declined }) })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'harbor' })
    await complete(failed, 'ConnectingExternal')
    return latchkey
  },
  ConnectingMultiChain: async (stage) => {
    const latchkey = await open(stage, {
      options: {
        connectors: [connector('both', 'Both'), connector('solana:both', 'Both', 'solana')],
        networks: [ethereum, solana],
      },
    })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'multichain:both' })
    await complete(undefined, 'ConnectingMultiChain')
    return latchkey
  },

  ConnectingWalletConnect: (stage) =>
    choose(open(stage, { options: code }), everywhere.id, stage.phone ? 'a' : '[data-part="qr"]:not([data-loading])'),
  'ConnectingWalletConnect, of any wallet': async (stage) => {
    const latchkey = await open(stage, { options: code, until: rows })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'walletConnect' })
    await complete('[data-part="qr"]:not([data-loading])')
    return latchkey
  },
  'ConnectingWalletConnect, preparing the code': async (stage) => {
    const silent = { ...fakePairing().port, connect: never }
    const latchkey = await open(stage, { options: { ...code, ports: { pairing: silent } }, until: rows })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'walletConnect' })
    await complete('[data-part="qr"][data-loading]')
    return latchkey
  },
  'ConnectingWalletConnect, the code ends soon': async (stage) => {
    const clock = new SimulatedClock()
    const latchkey = await open(stage, { options: { ...code, ports: { clock } } })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'walletConnect' })
    await complete('[data-part="qr"]:not([data-loading])')
    await vi.waitFor(() => {
      clock.increment(20_000)
      expect(document.querySelector('[data-part="countdown"]')).not.toBeNull()
    })
    return latchkey
  },
  'ConnectingWalletConnect, not opened': async (stage) => {
    const clock = new SimulatedClock()
    const latchkey = await choose(open(stage, { options: { ...code, ports: { clock } } }))
    if (!stage.phone) latchkey.dispatch({ type: 'walletConnect.selectPlatform', platform: 'desktop' })
    await complete('a[href^="everywhere"]')
    latchkey.dispatch({ type: 'walletConnect.openWallet' })
    await vi.waitFor(() => {
      clock.increment(1_000)
      expect(document.querySelector('[data-part="note"]')).not.toBeNull()
    })
    return latchkey
  },
  'ConnectingWalletConnect, failed': async (stage) => {
    const { port } = fakePairing({ propose: () => Promise.reject(new Error('The relay closed the connection')) })
    const latchkey = await open(stage, { options: { ...code, ports: { pairing: port } } })
    latchkey.dispatch({ type: 'connectors.connect', connectorId: 'walletConnect' })
    await complete(failed)
    return latchkey
  },
  ConnectingWalletConnectBasic: (stage) =>
    open(stage, {
      view: 'ConnectingWalletConnectBasic',
      options: { ...code, manualWCControl: true },
      until: '[data-part="empty"]',
    }),
  'ConnectingWalletConnectBasic, without a pairing URI': async (stage) => {
    const latchkey = await open(stage, { options: code })
    latchkey.dispatch({ type: 'view.replace', view: 'ConnectingWalletConnectBasic' })
    await complete('[data-part="empty"]', 'ConnectingWalletConnectBasic')
    return latchkey
  },
}
