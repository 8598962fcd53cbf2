import { describe, expect, test } from 'vitest'
import { fakeWallet, never } from '../../mocks/index.ts'
import { networkOrUnsupported, withNetwork } from '../../machines/rules/networks.ts'
import { defineNetwork, mainnet, solana, type Latchkey, type Network } from '../../sdk/index.ts'
import { connected, instance, other, pass, settle, started } from '../support/instance.ts'
import { sendOf } from '../support/features.ts'
import { isOpen, messageOf, received, stackOf } from './page.ts'

/** A wallet that switches as it should, and tells so. */
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

describe('switching while connected', () => {
  test('asks the wallet, announces the change and stores it [4.11] [4.12] [3.43]', async () => {
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
    latchkey.send({ type: 'send.setAmount', amount: '1' })
    await latchkey.switchNetwork(other)
    await latchkey.load('send')
    expect(sendOf(latchkey).getSnapshot().context).toMatchObject({
      amount: '',
      token: undefined,
      network: { caipNetworkId: 'eip155:10' },
    })
  })

  test('the wallet’s own change settles it when no answer comes [4.3]', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet })
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    wallet.emit('chainChanged', '0xa')
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
    expect(latchkey.actor('network').getSnapshot().value).toBe('supported')
  })

  test('a wallet that answers yes without an event is believed when it says where it is', async () => {
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

  test.each([4902, 32603, -32603, 5000])('code %i makes the wallet add the chain, once [4.15]', async (code) => {
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
  ])('an error without a code that says "%s" makes the wallet add the chain: %s', async (message, adds) => {
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
    ['the wallet throws a text', { switch: refuse('a string') }, 'failed', 'network.switchFailed'],
    ['the wallet stays where it is', { switch: null }, 'failed', 'network.switchFailed'],
    ['the wallet says nonsense', { switch: null, chainId: 'banana' }, 'failed', 'wallet.invalidResponse'],
    ['the chain stays unknown', { switch: refuse({ code: 4902 }) }, 'failed', 'network.switchFailed'],
    ['it is not added', { switch: refuse(nested), add: refuse('no') }, 'failed', 'network.notSupported'],
  ])('leaves the network, and says why, where %s [4.15] [8.11] [8.12]', async (_, answers, status, code) => {
    const { latchkey, clock, wallet } = await connected()
    wallet.answers['wallet_switchEthereumChain'] = answers.switch
    wallet.answers['wallet_addEthereumChain'] = 'add' in answers ? answers.add : null
    if ('chainId' in answers) wallet.answers['eth_chainId'] = answers.chainId
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    await pass(clock, 2_000, 1)
    expect(await switching).toMatchObject({ status, error: { code } })
    expect(latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:1', supported: true })
    expect([latchkey.actor('network').getSnapshot().context.error?.code, messageOf(latchkey)]).toEqual([code, code])
    expect(wallet.calls.filter(({ method }) => method === 'wallet_addEthereumChain').length).toBeLessThan(2)
  })

  test('a wallet that never answers is given up after two minutes; a cancel ends it at once', async () => {
    const { latchkey, clock } = await connected({ wallet: fakeWallet({ wallet_switchEthereumChain: never }) })
    const expiring = latchkey.switchNetwork('eip155:10')
    await settle()
    await pass(clock, 120_000, 1)
    expect(await expiring).toMatchObject({ status: 'expired', error: { code: 'network.switchExpired' } })
    const cancelling = latchkey.switchNetwork('eip155:10')
    latchkey.send({ type: 'network.cancel' })
    expect(await cancelling).toEqual({ status: 'cancelled' })
    expect(latchkey.actor('network').getSnapshot().value).toBe('supported')
  })

  test('wanting yet another network calls the first switch off', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet, networks: [mainnet, other, third] })
    const firstSwitch = latchkey.switchNetwork('eip155:10')
    const secondSwitch = latchkey.switchNetwork('eip155:137')
    expect(await firstSwitch).toEqual({ status: 'cancelled' })
    await settle()
    wallet.emit('chainChanged', '0x89')
    expect(await secondSwitch).toEqual({ status: 'done', value: 'eip155:137' })
  })

  test('a disconnect in the middle ends the switch', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet })
    const switching = latchkey.switchNetwork('eip155:10')
    wallet.emit('accountsChanged', [])
    expect(await switching).toEqual({ status: 'cancelled' })
    expect(latchkey.actor('network').getSnapshot().value).toBe('supported')
  })
})

describe('switching while nobody is connected', () => {
  test('asks no wallet [4.11]', async () => {
    const { latchkey, wallet } = await started()
    expect(await latchkey.switchNetwork(other)).toEqual({ status: 'done', value: 'eip155:10' })
    expect(wallet.calls).toEqual([])
    expect(latchkey.getNetwork().networkId).toBe('eip155:10')
  })

  test('a change of namespace is flagged, one within a namespace is not [4.11]', async () => {
    const { latchkey } = await started({ networks: [mainnet, other, solana] })
    const changes = received<{ namespaceSwitched: boolean }>(latchkey, 'connectors', 'network.changed')
    await latchkey.switchNetwork(other)
    await latchkey.switchNetwork(solana)
    expect(changes.map(({ namespaceSwitched }) => namespaceSwitched)).toEqual([false, true])
  })

  test('a network that is not offered gives an alert and a failure [5.19] [8.9] [8.17]', async () => {
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

  test('the network of the last visit is taken up again, unless it is no longer offered [3.43]', async () => {
    const { latchkey: before, storage } = await started()
    await before.switchNetwork(other)
    await settle()
    before.stop()
    expect((await started({ storage })).latchkey.getNetwork().networkId).toBe('eip155:10')
    expect((await started({ storage, networks: [mainnet, third] })).latchkey.getNetwork().networkId).toBe('eip155:1')
  })
  test('does not make the wallet of the last visit switch to the network that was chosen before it was back [4.2]', async () => {
    const { latchkey: before, storage } = await connected()
    before.stop()
    const { latchkey, wallet } = instance({ storage })
    latchkey.start()
    await settle(0)
    latchkey.send({ type: 'network.switch', networkId: 'eip155:10' })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', networkId: 'eip155:1' })
    expect(wallet.calls.map(({ method }) => method)).not.toContain('wallet_switchEthereumChain')
  })
})

describe('a network that the site does not offer', () => {
  const lost = () => fakeWallet({ eth_chainId: '0x3e7' })

  test('is marked unsupported, and opens and blocks the modal with the UnsupportedChain view [4.13] [4.14] [2.7]', async () => {
    const { latchkey, wallet } = await connected({ embedded: false })
    wallet.emit('chainChanged', '0x3e7')
    expect(latchkey.getNetwork()).toMatchObject({
      networkId: 'eip155:999',
      supported: false,
      network: { name: 'unsupported network' },
    })
    expect(isOpen(latchkey)).toBe(true)
    expect([latchkey.actor('view').getSnapshot().value, stackOf(latchkey)]).toEqual(['locked', ['UnsupportedChain']])
    latchkey.close()
    expect(latchkey.actor('modal').getSnapshot().hasTag('shaking')).toBe(true)
  })

  test('the view is left where it is offered after all, also while the wallet is asked for another', async () => {
    const added = { ...other, id: 999, caipNetworkId: 'eip155:999' } as const
    for (const asks of [false, true]) {
      const { latchkey } = await connected({
        wallet: fakeWallet({ eth_chainId: '0x3e7', wallet_switchEthereumChain: never }),
      })
      if (asks) latchkey.send({ type: 'network.switch', networkId: mainnet.caipNetworkId })
      latchkey.send({ type: 'network.add', network: added })
      if (asks) latchkey.send({ type: 'network.cancel' })
      expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'free', context: { stack: ['Account'] } })
      expect(latchkey.actor('modal').getSnapshot().context.lockedBy).toBeUndefined()
    }
  })

  test.each([{ enableNetworkSwitch: false }, { allowUnsupportedChain: true }])(
    'does not block when %o [2.7] [4.14]',
    async (options) => {
      const { latchkey } = await connected({ wallet: lost(), ...options })
      expect(latchkey.getNetwork().supported).toBe(false)
      expect(latchkey.actor('view').getSnapshot().value).toBe('free')
    },
  )

  test('switching away, by the page or in the wallet, or disconnecting leads out', async () => {
    const wallet = obliging()
    const { latchkey } = await connected({ wallet })
    wallet.emit('chainChanged', '0x3e7')
    expect(await latchkey.switchNetwork(other)).toMatchObject({ status: 'done' })
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'free', context: { stack: ['Account'] } })
    wallet.emit('chainChanged', '0x3e7')
    wallet.emit('chainChanged', '0x1')
    expect(latchkey.actor('view').getSnapshot().value).toBe('free')
    wallet.emit('chainChanged', '0x3e7')
    await latchkey.disconnect()
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'free', context: { stack: ['Connect'] } })
    expect(latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:1', supported: true })
  })
})

describe('rules', () => {
  test('a network that is there already is not added again [5.9]', async () => {
    expect(withNetwork([mainnet], { ...mainnet, name: 'Twin' })).toEqual([mainnet])
    expect(withNetwork([mainnet], other)).toEqual([mainnet, other])
    const { latchkey } = await started({ networks: [mainnet] })
    expect(await latchkey.switchNetwork(third)).toMatchObject({ status: 'done' })
    expect(latchkey.actor('network').getSnapshot().context.networks).toMatchObject([mainnet, third])
  })

  test('a network carries what the specification lists, to whoever reads it [3.8] [3.9] [3.10] [3.11] [3.12] [3.13]', async () => {
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
      supported: true,
      approvedCaipNetworkIds: [],
      supportsAllNetworks: true,
    })
  })

  test('Ethereum’s mainnet is there, and a network that is not offered has a name that says so [3.14] [4.13]', () => {
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

describe('why a switch did not come about', () => {
  const refusing = () => fakeWallet({ wallet_switchEthereumChain: refuse({ code: 4001, message: 'no' }) })
  const errorIn = (latchkey: Latchkey) => latchkey.actor('network').getSnapshot().context.error?.code

  test('is said at once, and stays while the visitor looks at the networks', async () => {
    const { latchkey } = await connected({ wallet: refusing(), embedded: false })
    latchkey.send({ type: 'modal.open', view: 'Networks' })
    expect(await latchkey.switchNetwork(other)).toMatchObject({ status: 'declined' })
    expect(messageOf(latchkey)).toBe('network.switchDeclined')
    expect(errorIn(latchkey)).toBe('network.switchDeclined')
    latchkey.close()
    expect(errorIn(latchkey)).toBeUndefined()
  })

  test('is in no message beside a view that shows it, and is seen from any other view', async () => {
    for (const [shown, seen] of [
      ['Networks', 'withheld'],
      ['Account', { showing: 'passing' }],
    ] as const) {
      const { latchkey } = await connected({ wallet: refusing(), embedded: false })
      latchkey.send({ type: 'modal.open', view: shown })
      await latchkey.switchNetwork(other)
      expect([shown, latchkey.actor('snackbar').getSnapshot().value]).toEqual([shown, seen])
    }
  })

  test('waits for a visitor who had closed the modal, or asked from the page, until it was seen', async () => {
    const { latchkey } = await connected({ wallet: refusing(), embedded: false })
    await latchkey.switchNetwork(other)
    latchkey.send({ type: 'modal.open', view: 'Networks' })
    expect(errorIn(latchkey)).toBe('network.switchDeclined')
    latchkey.close()
    expect(errorIn(latchkey)).toBeUndefined()
  })
})
