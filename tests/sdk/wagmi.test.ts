/** Latchkey as a connector of wagmi 2 and 3. After each action of the app or the wallet, both have the same state. */
import * as three from '@wagmi/core'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WagmiProvider } from 'wagmi'
import * as two from 'wagmi2'
import * as twoActions from 'wagmi2/actions'
import {
  BaseError,
  defineChain,
  ResourceUnavailableRpcError,
  SwitchChainError,
  UserRejectedRequestError,
  type Chain,
} from 'viem'
import { mainnet } from 'viem/chains'
import { fakeAccounts, fakeWallet, never, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { createLatchkey, LatchkeyError, type Latchkey } from '../../sdk/index.ts'
import { latchkeyConnector } from '../../sdk/wagmi/index.ts'
import { instance, pass, settle } from '../support/instance.ts'

const [first, second] = fakeAccounts
const chainOf = (id: number, name: string) =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://${name.toLowerCase()}.example`] } },
    blockExplorers: { default: { name: 'Scan', url: `https://scan.${name.toLowerCase()}.example` } },
  })
const other = chainOf(10, 'Other')
/** A chain of the wagmi configuration that the instance does not have. */
const third = chainOf(77, 'Third')
const chains: readonly [Chain, ...Chain[]] = [mainnet, other, third]
const transports = { [mainnet.id]: three.http(), [other.id]: three.http(), [third.id]: three.http() }

interface Site {
  latchkey: Latchkey
  storage: ReturnType<typeof memoryStorage>
}

/** The actions and the state of one version of wagmi. */
const versionOver =
  (core: typeof three, actions: typeof three = core) =>
  ({ latchkey, storage }: Site) => {
    const config = core.createConfig({
      chains,
      transports,
      multiInjectedProviderDiscovery: false,
      storage: core.createStorage({ storage }),
      connectors: [latchkeyConnector(latchkey)],
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('no connector')
    return {
      state: () => config.state,
      connect: (how: { chainId?: number; withCapabilities?: boolean } = {}) =>
        actions.connect(config, { connector, ...how }),
      reconnect: () => actions.reconnect(config),
      disconnect: () => actions.disconnect(config),
      switchChain: (how: { chainId: number; addEthereumChainParameter?: { chainName: string; rpcUrls: string[] } }) =>
        actions.switchChain(config, how),
      connector,
    }
  }
const versions = {
  'wagmi 3': versionOver(three),
  'wagmi 2': versionOver(two as unknown as typeof three, twoActions as unknown as typeof three),
}

const declined = () => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

/** A wallet that knows the first two chains, and switches on request. */
function wanderer(answers: Record<string, unknown> = {}): FakeWallet {
  const known = new Set(['0x1', '0xa'])
  const chainIdIn = (params: unknown) => (params as [{ chainId: string }])[0].chainId
  const wallet = fakeWallet({
    wallet_switchEthereumChain(params: unknown) {
      const chainId = chainIdIn(params)
      if (!known.has(chainId)) throw Object.assign(new Error('Unrecognized chain ID.'), { code: 4902 })
      wallet.answers['eth_chainId'] = chainId
      wallet.emit('chainChanged', chainId)
      return null
    },
    wallet_addEthereumChain(params: unknown) {
      known.add(chainIdIn(params))
      return null
    },
    ...answers,
  })
  return wallet
}

const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe.each(Object.entries(versions))('%s', (_, versionOf) => {
  // wagmi reconnects only where there is a window.
  beforeEach(() => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('window', {})
  })

  /** An instance that only wagmi starts, and wagmi. With the storages of another one, they are as after a reload. */
  function page({
    wallet = wanderer(),
    storage = memoryStorage(),
    site = memoryStorage(),
    ...options
  }: Parameters<typeof instance>[0] & { site?: ReturnType<typeof memoryStorage> } = {}) {
    const made = instance({ wallet, storage, ...options })
    const wagmi = versionOf({ latchkey: made.latchkey, storage: site })
    const open = () => made.latchkey.actor('modal').getSnapshot().hasTag('open')
    const connection = () => {
      const { current, connections } = wagmi.state()
      return current === null ? undefined : connections.get(current)
    }
    return {
      ...made,
      wagmi,
      site,
      open,
      /** The state of both: wagmi's status, account and chain, and the same of Latchkey. */
      says() {
        const account = made.latchkey.getAccount('eip155')
        return {
          wagmi: [wagmi.state().status, connection()?.accounts[0], connection()?.chainId],
          latchkey:
            account.status === 'connected'
              ? [account.status, account.address, account.chainId]
              : [account.status, undefined, undefined],
        }
      },
      /** Connects with wagmi, chooses the wallet in the modal, and waits for the result. */
      async connect(how: Parameters<typeof wagmi.connect>[0] = {}) {
        const connecting = fault(wagmi.connect(how))
        await settle()
        made.latchkey.dispatch({ type: 'connectors.connect', connectorId: made.connectorId })
        await settle()
        return connecting
      },
    }
  }
  const both = (...said: unknown[]) => ({ wagmi: said, latchkey: said })
  const nobody = both('disconnected', undefined, undefined)

  test('opens the modal to connect, and connects the wallet that is chosen there', async () => {
    const site = page()
    const connecting = site.wagmi.connect()
    await settle()
    expect(site.open()).toBe(true)
    expect(site.wagmi.state().status).toBe('connecting')
    site.latchkey.dispatch({ type: 'connectors.connect', connectorId: site.connectorId })
    expect(await connecting).toEqual({ accounts: [first], chainId: 1 })
    expect(site.says()).toEqual(both('connected', first, 1))
    expect(await site.wagmi.connector.getAccounts()).toEqual([first])
    expect(await site.wagmi.connector.getChainId()).toBe(1)
  })

  test('returns accounts with capabilities on request', async () => {
    const site = page()
    const connecting = site.wagmi.connect({ withCapabilities: true })
    await settle()
    site.latchkey.dispatch({ type: 'connectors.connect', connectorId: site.connectorId })
    expect(await connecting).toEqual({ accounts: [{ address: first, capabilities: {} }], chainId: 1 })
    expect(site.says()).toEqual(both('connected', first, 1))
  })

  test('is connected without a modal when Latchkey was connected before the configuration was created', async () => {
    const { latchkey, connectorId } = instance({ wallet: wanderer() })
    latchkey.start()
    await latchkey.connect({ connectorId })
    const opened: boolean[] = []
    latchkey.actor('modal').subscribe((modal) => void opened.push(modal.hasTag('open')))
    const wagmi = versionOf({ latchkey, storage: memoryStorage() })
    expect(await wagmi.connect()).toEqual({ accounts: [first], chainId: 1 })
    expect(wagmi.state().status).toBe('connected')
    expect(opened).not.toContain(true)
  })

  test('rejects when the modal is closed or the wallet rejects, and connects with a later attempt in the modal', async () => {
    const site = page({ wallet: wanderer({ eth_requestAccounts: declined }) })
    const closed = fault(site.wagmi.connect())
    await settle()
    site.latchkey.close()
    expect(await closed).toBeInstanceOf(UserRejectedRequestError)
    expect(site.says()).toEqual(nobody)

    const refused = await site.connect()
    expect(refused).toBeInstanceOf(UserRejectedRequestError)
    expect(refused).toMatchObject({ code: 4001, details: 'Connection declined' })
    expect(site.says()).toEqual(nobody)

    site.wallet.answers['eth_requestAccounts'] = [first]
    site.latchkey.dispatch({ type: 'connectors.connect', connectorId: site.connectorId })
    await settle()
    expect(site.says()).toEqual(both('connected', first, 1))
  })

  test('reports a pending earlier request and a failure of the wallet as different errors', async () => {
    const pending = () => {
      throw Object.assign(new Error('Already processing eth_requestAccounts.'), { code: -32002 })
    }
    const site = page({ wallet: wanderer({ eth_requestAccounts: () => Promise.reject(new Error('locked up')) }) })
    const failed = await site.connect()
    expect(failed).toBeInstanceOf(LatchkeyError)
    expect(failed).toMatchObject({ code: 'connect.failed', message: 'Fake Wallet could not connect: locked up' })
    expect(site.says()).toEqual(nobody)

    const busy = page({ wallet: wanderer({ eth_requestAccounts: pending, eth_accounts: [] }) })
    const asked = fault(busy.wagmi.connect())
    await settle()
    busy.latchkey.dispatch({ type: 'connectors.connect', connectorId: busy.connectorId })
    for (let step = 0; step < 12; step += 1) await pass(busy.clock, 15_000)
    expect(await asked).toBeInstanceOf(ResourceUnavailableRpcError)
    expect(busy.says()).toEqual(nobody)
  })

  test('times out when the wallet does not answer', async () => {
    const site = page({ wallet: wanderer({ eth_requestAccounts: never }), timeouts: { connectMs: 1_000 } })
    const asked = fault(site.wagmi.connect())
    await settle()
    site.latchkey.dispatch({ type: 'connectors.connect', connectorId: site.connectorId })
    await settle()
    await pass(site.clock, 1_001)
    expect(await asked).toMatchObject({ code: 'connect.expired' })
    expect(site.says()).toEqual(nobody)
  })

  test('connects on the requested chain, or on the chain of the wallet when the user rejects the switch', async () => {
    const site = page()
    await site.connect({ chainId: 10 })
    expect(site.says()).toEqual(both('connected', first, 10))

    const stays = page({ wallet: wanderer({ wallet_switchEthereumChain: declined }) })
    expect(await stays.connect({ chainId: 10 })).toBeUndefined()
    expect(stays.says()).toEqual(both('connected', first, 1))
  })

  test('reconnects with Latchkey after a reload without a modal, but not after a disconnection', async () => {
    const before = page()
    await before.connect()
    before.latchkey.stop()

    const again = page({ wallet: before.wallet, storage: before.storage, site: before.site })
    const opened: boolean[] = []
    again.latchkey.actor('modal').subscribe((modal) => void opened.push(modal.hasTag('open')))
    const asked = () => again.wallet.calls.filter(({ method }) => method === 'eth_requestAccounts').length
    const times = asked()
    expect(await again.wagmi.reconnect()).toHaveLength(1)
    expect(again.says()).toEqual(both('connected', first, 1))
    expect(opened).not.toContain(true)
    expect(asked()).toBe(times)
    await again.wagmi.disconnect()
    await settle()
    again.latchkey.stop()

    const later = page({ wallet: before.wallet, storage: before.storage, site: before.site })
    expect(await later.wagmi.reconnect()).toEqual([])
    expect(later.says()).toEqual(nobody)
  })

  test('times out when a wallet of an earlier visit does not answer', async () => {
    const before = page()
    await before.connect()
    before.latchkey.stop()
    before.wallet.answers['eth_accounts'] = never
    const again = page({ wallet: before.wallet, storage: before.storage, site: before.site })
    const reconnecting = again.wagmi.reconnect()
    await settle()
    expect(again.says().wagmi[0]).toBe('connecting')
    await pass(again.clock, 5_001)
    expect(await reconnecting).toEqual([])
    expect(again.says()).toEqual(nobody)
  })

  test('follows the wallet to another account and chain, and disconnects with it', async () => {
    const site = page()
    await site.connect()
    site.wallet.answers['eth_requestAccounts'] = [second]
    site.wallet.emit('accountsChanged', [second])
    await settle()
    expect(site.says()).toEqual(both('connected', second, 1))
    site.wallet.answers['eth_chainId'] = '0xa'
    site.wallet.emit('chainChanged', '0xa')
    await settle()
    expect(site.says()).toEqual(both('connected', second, 10))
    expect(site.wagmi.state().chainId).toBe(10)
    site.wallet.emit('accountsChanged', [])
    await settle()
    expect(site.says()).toEqual(nobody)
  })

  test('reports a chain that neither of them has', async () => {
    const site = page()
    await site.connect()
    site.wallet.answers['eth_chainId'] = '0x539'
    site.wallet.emit('chainChanged', '0x539')
    await settle()
    expect(site.says()).toEqual(both('connected', first, 1337))
    expect(site.wagmi.state().chainId).toBe(1)
  })

  test('connects with a wallet that connects in the modal later, and again after a disconnection', async () => {
    const site = page()
    site.latchkey.start()
    expect(site.says()).toEqual(nobody)
    await site.latchkey.connect({ connectorId: site.connectorId })
    await settle()
    expect(site.says()).toEqual(both('connected', first, 1))
    await site.latchkey.disconnect()
    await settle()
    expect(site.says()).toEqual(nobody)
    await site.latchkey.connect({ connectorId: site.connectorId })
    await settle()
    expect(site.says()).toEqual(both('connected', first, 1))
  })

  test.each([
    ['accepts', { wallet_revokePermissions: null }],
    ['lacks wallet_revokePermissions', {}],
    [
      'does not support wallet_revokePermissions',
      {
        wallet_revokePermissions: () => {
          throw Object.assign(new Error('Not supported.'), { code: 4200 })
        },
      },
    ],
    ['rejects', { wallet_revokePermissions: declined }],
    ['never answers', { wallet_revokePermissions: never }],
  ])('disconnects on both sides, from either side, when the wallet %s and emits nothing', async (_how, answers) => {
    const site = page({ wallet: wanderer(answers) })
    if (!('wallet_revokePermissions' in answers)) delete site.wallet.answers['wallet_revokePermissions']
    await site.connect()
    const leaving = site.wagmi.disconnect()
    await settle()
    await pass(site.clock, 10_001)
    await leaving
    expect(site.says()).toEqual(nobody)
    expect([...site.storage.entries.keys()].filter((key) => key.includes('connections'))).toEqual([])

    await site.connect()
    expect(site.says()).toEqual(both('connected', first, 1))
    const left = site.latchkey.disconnect()
    await settle()
    await pass(site.clock, 10_001)
    await left
    await settle()
    expect(site.says()).toEqual(nobody)
  })

  test('switches on both sides, from either side', async () => {
    const site = page()
    await site.connect()
    expect((await site.wagmi.switchChain({ chainId: 10 })).name).toBe('Other')
    expect(site.says()).toEqual(both('connected', first, 10))
    expect(site.wagmi.state().chainId).toBe(10)
    await site.latchkey.switchNetwork(1)
    await settle()
    expect(site.says()).toEqual(both('connected', first, 1))
    expect(site.wagmi.state().chainId).toBe(1)
  })

  test('adds a chain that only wagmi has with its configuration, or with the parameters of the switch', async () => {
    const site = page()
    await site.connect()
    await site.wagmi.switchChain({ chainId: 77 })
    expect(site.says()).toEqual(both('connected', first, 77))
    const added = (wallet: FakeWallet) =>
      wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params
    expect(added(site.wallet)).toMatchObject([
      {
        chainId: '0x4d',
        chainName: 'Third',
        rpcUrls: ['https://third.example'],
        blockExplorerUrls: ['https://scan.third.example'],
      },
    ])

    const named = page()
    await named.connect()
    const addEthereumChainParameter = { chainName: 'Trinity', rpcUrls: ['https://trinity.example'] }
    await named.wagmi.switchChain({ chainId: 77, addEthereumChainParameter })
    expect(added(named.wallet)).toMatchObject([
      { chainName: 'Trinity', rpcUrls: ['https://trinity.example'], nativeCurrency: { symbol: 'ETH' } },
    ])
  })

  test('reports a failed switch with the errors of viem, and keeps its state', async () => {
    const site = page({ wallet: wanderer({ wallet_switchEthereumChain: declined }) })
    await site.connect()
    expect(await fault(site.wagmi.switchChain({ chainId: 10 }))).toBeInstanceOf(UserRejectedRequestError)

    site.wallet.answers['wallet_switchEthereumChain'] = () => Promise.reject(new Error('no such luck'))
    const failed = await fault(site.wagmi.switchChain({ chainId: 10 }))
    expect(failed).toBeInstanceOf(SwitchChainError)
    expect(failed instanceof BaseError && failed.walk((cause) => cause instanceof LatchkeyError)).toMatchObject({
      code: 'network.switchFailed',
    })

    const unknown = await fault(site.wagmi.switchChain({ chainId: 5 }))
    expect(unknown).toBeInstanceOf(SwitchChainError)
    expect(unknown).toMatchObject({ cause: { name: 'ChainNotConfiguredError' }, details: 'Chain not configured.' })
    expect(site.says()).toEqual(both('connected', first, 1))
  })

  test('has one connector', () => {
    expect(page().wagmi.connector).toMatchObject({ id: 'latchkey', name: 'Latchkey', type: 'latchkey' })
  })
})

describe('an instance whose machines are loaded later', () => {
  const late = (entries?: Map<string, string>) => {
    const latchkey = createLatchkey({
      networks: [mainnet],
      ports: { storage: memoryStorage(entries), logger: { error: () => {} } },
    })
    onTestFinished(() => latchkey.stop())
    return { latchkey, wagmi: versions['wagmi 3']({ latchkey, storage: memoryStorage() }) }
  }
  test('loads nothing for wagmi without an earlier visit, and loads at once after one', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    // A browser that is never idle.
    vi.stubGlobal('window', {})
    vi.stubGlobal('document', {})
    vi.stubGlobal('requestIdleCallback', () => 1)
    vi.stubGlobal('cancelIdleCallback', () => {})
    const { latchkey, wagmi } = late()
    expect(await wagmi.reconnect()).toEqual([])
    expect(latchkey.status()).toBe('idle')
    expect(wagmi.state().status).toBe('disconnected')

    const left = late(new Map([['latchkey.default.connections', '{}']]))
    expect(await left.wagmi.reconnect()).toEqual([])
    expect(left.latchkey.status()).toBe('ready')
  })

  test('is not started by the creation of a configuration', () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('window', {})
    const { latchkey } = late()
    const start = vi.spyOn(latchkey, 'start')
    const heard = vi.spyOn(latchkey.getProvider('eip155'), 'on')
    versions['wagmi 3']({ latchkey, storage: memoryStorage() })
    expect(heard).toHaveBeenCalled()
    expect(start).not.toHaveBeenCalled()
    expect(latchkey.status()).toBe('idle')
  })

  test.each([true, false])('is neither started nor subscribed to on a server, with ssr: %s', async (ssr) => {
    const { latchkey } = late()
    const start = vi.spyOn(latchkey, 'start')
    const heard = vi.spyOn(latchkey.getProvider('eip155'), 'on')
    const connectors = [latchkeyConnector(latchkey)]
    const config = three.createConfig({ chains, transports, connectors, ssr, multiInjectedProviderDiscovery: false })
    expect(renderToString(createElement(WagmiProvider, { config }, 'a page'))).toBe('a page')
    // wagmi also looks for wallets on a server, unless it knows that it is one.
    await settle()
    expect(config.state.status).toBe('disconnected')
    expect(start).not.toHaveBeenCalled()
    expect(heard).not.toHaveBeenCalled()
    expect(latchkey.status()).toBe('idle')
  })
})
