import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { unapprovedSwitch } from '../../machines/shared/outcome.rules.ts'
import { describe, expect, test } from 'vitest'
import { fakeWallet, never } from '../../mocks/index.ts'
import { networkSwitchMachine } from '../../machines/network/networkSwitch.machine.ts'
import { networkOrUnsupported, withNetwork } from '../../machines/network/network.rules.ts'
import { defineNetwork, mainnet, solana, type Latchkey, type Network } from '../../sdk/index.ts'
import { connected, instance, other, pass, settle, started } from '../support/instance.ts'
import { sendOf } from '../support/features.ts'
import { run } from '../support/run.ts'
import { isOpen, messageOf, received, stackOf } from './page.ts'
import { connection } from './walks/samples.ts'

/** A wallet that switches when asked, and emits the change. */
const obliging = () => {
  const wallet = fakeWallet({
    wallet_switchEthereumChain: (params: unknown) => {
      const [{ chainId }] = params as [{ chainId: string }]
      wallet.answers['eth_chainId'] = chainId
      wallet.emit('chainChanged', chainId)
      return null
    },
    wallet_addEthereumChain: null,
  })
  return wallet
}
const refuse = (error: unknown) => () => {
  throw error
}
const third = defineNetwork({
  id: 137,
  name: 'Third',
  nativeCurrency: { name: 'Pol', symbol: 'POL', decimals: 18 },
  rpcUrls: { default: { http: ['https://third.example'] } },
})

describe('a request to switch the network', () => {
  const unknown = { code: 4902 }
  const params = { chainId: 'eip155:10', chains: 'eip155:1' }
  const notApproved = unapprovedSwitch(params)
  const reject = (reason: unknown) => () => Promise.reject(reason)
  const switching = (works: Parameters<typeof run<typeof networkSwitchMachine>>[1]['works'] = {}) =>
    run(networkSwitchMachine, { input: { connection, network: other }, works })

  test.each([
    ['declines to switch', { switchNetwork: reject({ code: 4001 }) }, 'declined', 'network.switchDeclined'],
    ['fails to switch', { switchNetwork: reject(new Error('kaput')) }, 'failed', 'network.switchFailed'],
    [
      'declines to add the network',
      { switchNetwork: reject(unknown), addNetwork: reject({ code: 4001 }) },
      'declined',
      'network.switchDeclined',
    ],
    [
      'fails to add the network',
      { switchNetwork: reject(unknown), addNetwork: reject(new Error('kaput')) },
      'failed',
      'network.notSupported',
    ],
    [
      'on another device does not approve the network in time',
      { switchNetwork: reject(notApproved) },
      'expired',
      'session.chainNotApproved',
    ],
    [
      'on another device adds the network, and does not approve it in time',
      { switchNetwork: reject(unknown), addNetwork: reject(notApproved) },
      'expired',
      'session.chainNotApproved',
    ],
    [
      'on another device cannot be asked to switch',
      { switchNetwork: reject(new LatchkeyError('session.chainNotApproved', { params })) },
      'failed',
      'session.chainNotApproved',
    ],
    [
      'on another device is lost',
      { switchNetwork: reject(new LatchkeyError('pairing.unreachable')) },
      'expired',
      'pairing.unreachable',
    ],
  ])('reports why it ended when the wallet %s [4.15]', async (_, works, status, code) => {
    const { actor } = switching(works)
    await settle()
    expect(actor.getSnapshot().output).toMatchObject({ status, error: { code } })
  })

  test.each([
    ['to switch', {}, 'switching'],
    ['to add the network', { switchNetwork: reject(unknown) }, 'adding'],
  ] as const)('expires after 120 s when the wallet does not answer the request %s', async (_, works, state) => {
    const { actor, clock } = switching(works)
    await settle()
    clock.increment(119_999)
    expect(actor.getSnapshot().value).toBe(state)
    clock.increment(1)
    expect(actor.getSnapshot().output).toMatchObject({ status: 'expired', error: { code: 'network.switchExpired' } })
  })

  test('asks a wallet that does not know the network to add it only once', async () => {
    let added = 0
    let attempts = 0
    const { actor } = switching({
      // Accepts the fifth request, so that a broken limit fails the test instead of running forever.
      switchNetwork: async () => ((attempts += 1) < 5 ? Promise.reject(unknown) : other.caipNetworkId),
      addNetwork: async () => void (added += 1),
    })
    await settle()
    expect(added).toBe(1)
    expect(actor.getSnapshot().output).toMatchObject({ status: 'failed', error: { code: 'network.switchFailed' } })
  })
})

describe('a network switch with a wallet', () => {
  test('is sent to the wallet, announced and stored [4.11] [4.12] [3.43]', async () => {
    const { latchkey, wallet, storage } = await connected({ wallet: obliging() })
    expect(await latchkey.switchNetwork(other)).toEqual({ status: 'done', value: 'eip155:10' })
    expect(wallet.calls.filter(({ method }) => method === 'wallet_switchEthereumChain')).toEqual([
      { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] },
    ])
    await settle()
    expect(storage.entries.get('latchkey.default.networkId')).toContain('eip155:10')
    expect(latchkey.getAccount()).toMatchObject({ networkId: 'eip155:10' })
  })

  test('resets the send state [4.12]', async () => {
    const { latchkey } = await connected({ wallet: obliging() })
    latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
    await latchkey.switchNetwork(other)
    await latchkey.load('send')
    expect(sendOf(latchkey).getSnapshot().context).toMatchObject({
      amount: '',
      token: undefined,
      network: { caipNetworkId: 'eip155:10' },
    })
  })

  test('is settled by the wallet’s chainChanged event when no answer comes [4.3]', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet })
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    wallet.emit('chainChanged', '0xa')
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
    expect(latchkey.actor('network').getSnapshot().value).toBe('supported')
  })

  test('succeeds without an event when the wallet reports the new chain', async () => {
    const wallet = fakeWallet({
      wallet_switchEthereumChain: () => {
        wallet.answers['eth_chainId'] = '0xa'
        return null
      },
    })
    const { latchkey } = await connected({ wallet })
    expect(await latchkey.switchNetwork('eip155:10')).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount()).toMatchObject({ networkId: 'eip155:10' })
  })

  test.each([4902, 32603, -32603, 5000])('adds the chain, once, after error code %i [4.15]', async (code) => {
    const wallet = obliging()
    const switchChain = wallet.answers['wallet_switchEthereumChain']
    wallet.answers['wallet_switchEthereumChain'] = refuse({ code, message: 'no' })
    wallet.answers['wallet_addEthereumChain'] = () => {
      wallet.answers['wallet_switchEthereumChain'] = switchChain
      return null
    }
    const { latchkey } = await connected({ wallet })
    expect(await latchkey.switchNetwork('eip155:10')).toMatchObject({ status: 'done' })
    expect(wallet.calls.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0xa',
        chainName: 'Other',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: ['https://other.example'],
        blockExplorerUrls: ['https://scan.example'],
      },
    ])
  })

  test.each([
    ['Unrecognized chain ID "0xa". Try adding the chain using wallet_addEthereumChain first.', true],
    ['Chain 0xa has not been added', true],
    ['This network is not supported yet', true],
    ['Unknown network', true],
    ['The chain was reorganized', false],
    ['No', false],
  ])('decides whether to add the chain after the error "%s": %s', async (message, adds) => {
    const wallet = obliging()
    const switchChain = wallet.answers['wallet_switchEthereumChain']
    wallet.answers['wallet_switchEthereumChain'] = refuse(new Error(message))
    wallet.answers['wallet_addEthereumChain'] = () => {
      wallet.answers['wallet_switchEthereumChain'] = switchChain
      return null
    }
    const { latchkey } = await connected({ wallet })
    expect((await latchkey.switchNetwork('eip155:10')).status).toBe(adds ? 'done' : 'failed')
    expect(wallet.calls.some(({ method }) => method === 'wallet_addEthereumChain')).toBe(adds)
  })

  const nested = { code: -32000, data: { originalError: { code: 4902 } } }
  test.each([
    ['the user declines', { switch: refuse({ code: 4001 }) }, 'declined', 'network.switchDeclined'],
    ['the wallet fails', { switch: refuse(new Error('boom')) }, 'failed', 'network.switchFailed'],
    ['the wallet throws a string', { switch: refuse('a string') }, 'failed', 'network.switchFailed'],
    ['the wallet does not move', { switch: null }, 'failed', 'network.switchFailed'],
    ['the wallet reports an invalid chain', { switch: null, chainId: 'banana' }, 'failed', 'wallet.invalidResponse'],
    ['the chain is still unknown', { switch: refuse({ code: 4902 }) }, 'failed', 'network.switchFailed'],
    [
      'the wallet does not add the chain',
      { switch: refuse(nested), add: refuse('no') },
      'failed',
      'network.notSupported',
    ],
  ])('keeps the network, and reports why, when %s [4.15] [8.11] [8.12]', async (_, answers, status, code) => {
    const { latchkey, clock, wallet } = await connected()
    wallet.answers['wallet_switchEthereumChain'] = answers.switch
    wallet.answers['wallet_addEthereumChain'] = 'add' in answers ? answers.add : null
    if ('chainId' in answers) wallet.answers['eth_chainId'] = answers.chainId
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    await pass(clock, 2_000, 1)
    expect(await switching).toMatchObject({ status, error: { code } })
    expect(latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:1', isSupported: true })
    expect([latchkey.actor('network').getSnapshot().context.error?.code, messageOf(latchkey)]).toEqual([code, code])
    expect(wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain').length).toBeLessThan(2)
  })

  test('expires after two minutes without an answer, and ends at once when cancelled', async () => {
    const { latchkey, clock } = await connected({ wallet: fakeWallet({ wallet_switchEthereumChain: never }) })
    const expiring = latchkey.switchNetwork('eip155:10')
    await settle()
    await pass(clock, 120_000, 1)
    expect(await expiring).toMatchObject({ status: 'expired', error: { code: 'network.switchExpired' } })
    const cancelling = latchkey.switchNetwork('eip155:10')
    latchkey.dispatch({ type: 'network.cancel' })
    expect(await cancelling).toEqual({ status: 'cancelled' })
    expect(latchkey.actor('network').getSnapshot().value).toBe('supported')
  })

  test('is cancelled by a switch to another network', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet, networks: [mainnet, other, third] })
    const firstSwitch = latchkey.switchNetwork('eip155:10')
    const secondSwitch = latchkey.switchNetwork('eip155:137')
    expect(await firstSwitch).toEqual({ status: 'cancelled' })
    await settle()
    wallet.emit('chainChanged', '0x89')
    expect(await secondSwitch).toEqual({ status: 'done', value: 'eip155:137' })
  })

  test('is cancelled by a disconnect', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet })
    const switching = latchkey.switchNetwork('eip155:10')
    wallet.emit('accountsChanged', [])
    expect(await switching).toEqual({ status: 'cancelled' })
    expect(latchkey.actor('network').getSnapshot().value).toBe('supported')
  })
})

describe('a network switch without a wallet', () => {
  test('sends no wallet request [4.11]', async () => {
    const { latchkey, wallet } = await started()
    expect(await latchkey.switchNetwork(other)).toEqual({ status: 'done', value: 'eip155:10' })
    expect(wallet.calls).toEqual([])
    expect(latchkey.getNetwork().networkId).toBe('eip155:10')
  })

  test('flags a change of namespace, and not a change within one [4.11]', async () => {
    const { latchkey } = await started({ networks: [mainnet, other, solana] })
    const changes = received<{ namespaceSwitched: boolean }>(latchkey, 'connectors', 'network.changed')
    await latchkey.switchNetwork(other)
    await latchkey.switchNetwork(solana)
    expect(changes.map(({ namespaceSwitched }) => namespaceSwitched)).toEqual([false, true])
  })

  test('fails with an alert for a network that is not configured [5.19] [8.9] [8.17]', async () => {
    const { latchkey, errors } = await started()
    expect(await latchkey.switchNetwork('eip155:999')).toMatchObject({
      status: 'failed',
      error: { message: 'Network not found' },
    })
    expect(errors).toEqual([
      "Network not found - please make sure it is included in 'networks' array in createLatchkey function",
    ])
    expect(latchkey.getNetwork().networkId).toBe('eip155:1')
  })

  test('is restored on the next visit, unless the network is no longer configured [3.43]', async () => {
    const { latchkey: before, storage } = await started()
    await before.switchNetwork(other)
    await settle()
    before.stop()
    expect((await started({ storage })).latchkey.getNetwork().networkId).toBe('eip155:10')
    expect((await started({ storage, networks: [mainnet, third] })).latchkey.getNetwork().networkId).toBe('eip155:1')
  })
  test('does not move a wallet that is restored after it [4.2]', async () => {
    const { latchkey: before, storage } = await connected()
    before.stop()
    const { latchkey, wallet } = instance({ storage })
    latchkey.start()
    await settle(0)
    latchkey.dispatch({ type: 'network.switch', networkId: 'eip155:10' })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', networkId: 'eip155:1' })
    expect(wallet.calls.map(({ method }) => method)).not.toContain('wallet_switchEthereumChain')
  })
})

describe('an unsupported network', () => {
  const lost = () => fakeWallet({ eth_chainId: '0x3e7' })

  test('is marked as unsupported, and opens the modal and locks it to the UnsupportedChain view [4.13] [4.14] [2.7]', async () => {
    const { latchkey, wallet } = await connected({ embedded: false })
    wallet.emit('chainChanged', '0x3e7')
    expect(latchkey.getNetwork()).toMatchObject({
      networkId: 'eip155:999',
      isSupported: false,
      network: { name: 'unsupported network' },
    })
    expect(isOpen(latchkey)).toBe(true)
    expect([latchkey.actor('view').getSnapshot().value, stackOf(latchkey)]).toEqual(['locked', ['UnsupportedChain']])
    latchkey.close()
    expect(latchkey.actor('modal').getSnapshot().hasTag('shaking')).toBe(true)
  })

  test('unlocks the view when the app adds the network, also during a switch to another one', async () => {
    const added = { ...other, id: 999, caipNetworkId: 'eip155:999' } as const
    for (const asks of [false, true]) {
      const { latchkey } = await connected({
        wallet: fakeWallet({ eth_chainId: '0x3e7', wallet_switchEthereumChain: never }),
      })
      if (asks) latchkey.dispatch({ type: 'network.switch', networkId: mainnet.caipNetworkId })
      latchkey.dispatch({ type: 'network.add', network: added })
      if (asks) latchkey.dispatch({ type: 'network.cancel' })
      expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'unlocked', context: { stack: ['Account'] } })
      expect(latchkey.actor('modal').getSnapshot().context.lockedBy).toBeUndefined()
    }
  })

  test.each([{ enableNetworkSwitch: false }, { allowUnsupportedChain: true }])(
    'does not lock the view with %o [2.7] [4.14]',
    async (options) => {
      const { latchkey } = await connected({ wallet: lost(), ...options })
      expect(latchkey.getNetwork().isSupported).toBe(false)
      expect(latchkey.actor('view').getSnapshot().value).toBe('unlocked')
    },
  )

  test('unlocks the view when the app or the wallet switches away, or the wallet disconnects', async () => {
    const wallet = obliging()
    const { latchkey } = await connected({ wallet })
    wallet.emit('chainChanged', '0x3e7')
    expect(await latchkey.switchNetwork(other)).toMatchObject({ status: 'done' })
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'unlocked', context: { stack: ['Account'] } })
    wallet.emit('chainChanged', '0x3e7')
    wallet.emit('chainChanged', '0x1')
    expect(latchkey.actor('view').getSnapshot().value).toBe('unlocked')
    wallet.emit('chainChanged', '0x3e7')
    await latchkey.disconnect()
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'unlocked', context: { stack: ['Connect'] } })
    expect(latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:1', isSupported: true })
  })
})

describe('the network rules', () => {
  test('do not add a network twice [5.9]', async () => {
    expect(withNetwork([mainnet], { ...mainnet, name: 'Twin' })).toEqual([mainnet])
    expect(withNetwork([mainnet], other)).toEqual([mainnet, other])
    const { latchkey } = await started({ networks: [mainnet] })
    expect(await latchkey.switchNetwork(third)).toMatchObject({ status: 'done' })
    expect(latchkey.actor('network').getSnapshot().context.networks).toMatchObject([mainnet, third])
  })

  test('keep every field that the specification lists [3.8] [3.9] [3.10] [3.11] [3.12] [3.13]', async () => {
    const network: Network = {
      id: 11_155_111,
      caipNetworkId: 'eip155:11155111',
      chainNamespace: 'eip155',
      name: 'Sepolia',
      nativeCurrency: { name: 'Sepolia Ether', symbol: 'SEP', decimals: 18 },
      rpcUrls: { default: { http: ['https://own.example'] }, chainDefault: { http: ['https://public.example'] } },
      assets: { imageId: 'e909ea0a', imageUrl: 'https://pictures.example/sepolia.png' },
      blockExplorers: { default: { name: 'Etherscan', url: 'https://sepolia.etherscan.io' } },
      testnet: true,
    }
    const { latchkey } = await started({ networks: [network] })
    expect(structuredClone(latchkey.getNetwork())).toEqual({
      network,
      networkId: network.caipNetworkId,
      chainId: 11155111,
      isSupported: true,
      approvedCaipNetworkIds: [],
      supportsAllNetworks: true,
    })
  })

  test('define Ethereum mainnet, and a placeholder name for unsupported networks [3.14] [4.13]', () => {
    expect(mainnet).toMatchObject({
      id: 1,
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
      name: 'Ethereum',
      nativeCurrency: { symbol: 'ETH', decimals: 18 },
    })
    expect(other.rpcUrls).toEqual({
      default: { http: ['https://other.example'] },
      chainDefault: { http: ['https://other.example'] },
    })
    expect(networkOrUnsupported([], 'eip155:5')).toMatchObject({ id: '5', name: 'unsupported network' })
  })
})

describe('the error of a failed switch', () => {
  const refusing = () => fakeWallet({ wallet_switchEthereumChain: refuse({ code: 4001, message: 'no' }) })
  const errorIn = (latchkey: Latchkey) => latchkey.actor('network').getSnapshot().context.error?.code

  test('is shown at once, and stays while the user looks at the networks', async () => {
    const { latchkey } = await connected({ wallet: refusing(), embedded: false })
    latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
    expect(await latchkey.switchNetwork(other)).toMatchObject({ status: 'declined' })
    expect(messageOf(latchkey)).toBe('network.switchDeclined')
    expect(errorIn(latchkey)).toBe('network.switchDeclined')
    latchkey.close()
    expect(errorIn(latchkey)).toBeUndefined()
  })

  test('appears as a message in each view except those that show it themselves', async () => {
    for (const [shown, seen] of [
      ['Networks', 'shownByView'],
      ['Account', { showing: 'temporary' }],
    ] as const) {
      const { latchkey } = await connected({ wallet: refusing(), embedded: false })
      latchkey.dispatch({ type: 'modal.open', view: shown })
      await latchkey.switchNetwork(other)
      expect([shown, latchkey.actor('snackbar').getSnapshot().value]).toEqual([shown, seen])
    }
  })

  test('is kept until the user has seen it, when the modal was closed', async () => {
    const { latchkey } = await connected({ wallet: refusing(), embedded: false })
    await latchkey.switchNetwork(other)
    latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
    expect(errorIn(latchkey)).toBe('network.switchDeclined')
    latchkey.close()
    expect(errorIn(latchkey)).toBeUndefined()
  })
})
