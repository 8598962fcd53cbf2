import { describe, expect, test, vi } from 'vitest'
import type { WalletEvent } from '../../../../sdk/chains/adapter.ts'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { bitcoin, bitcoinTestnet } from '../../../../sdk/index.ts'
import { bitcoinKeys, bitcoinSigner, bitcoinWallet } from '../../../support/bitcoinWallet.ts'

const { signal } = new AbortController()
const { addresses } = bitcoinKeys()
const here = bitcoinSigner()
const there = bitcoinSigner({ testnet: true })
const both = [
  { address: there.addresses.payment, intention: 'payment' },
  { address: addresses.payment, intention: 'payment' },
]
const signet = { ...bitcoinTestnet, caipNetworkId: 'bip122:00000008819873e925422c1ff0f99f7c' as const }
const unshared = Object.assign(new Error('No'), { code: 4001 })

describe('the connection', () => {
  test('requests the accounts, and lists the one for payments first', async () => {
    const wallet = bitcoinWallet(here, false)
    expect(await bip122Adapter.connect(wallet, [bitcoin, bitcoinTestnet], signal)).toEqual({
      accounts: [
        { address: addresses.payment, type: 'payment' },
        { address: addresses.ordinal, type: 'ordinal' },
      ],
      networkId: bitcoin.caipNetworkId,
    })
    expect(wallet.calls.map(({ method }) => method)).toEqual(['requestAccountAddresses'])
  })

  test('finds the network to which the wallet’s addresses belong', async () => {
    const found = await bip122Adapter.connect(bitcoinWallet(there), [bitcoin, signet, bitcoinTestnet], signal)
    expect(found.networkId).toBe(signet.caipNetworkId)
  })

  test('uses the network of the addresses even when the app does not configure it', async () => {
    const found = await bip122Adapter.connect(bitcoinWallet(there), [bitcoin], signal)
    expect(found.networkId).toBe(bitcoinTestnet.caipNetworkId)
  })

  test('starts on the first configured network when the wallet has addresses on several, with these alone', async () => {
    const wallet = bitcoinWallet(here)
    wallet.answers['requestAccountAddresses'] = () => both
    const found = await bip122Adapter.connect(wallet, [bitcoin, bitcoinTestnet], signal)
    expect(found).toEqual({
      accounts: [{ address: addresses.payment, type: 'payment' }],
      networkId: bitcoin.caipNetworkId,
    })
  })

  test('lists an address that serves both purposes once, for payments', async () => {
    const wallet = bitcoinWallet(here)
    wallet.answers['requestAccountAddresses'] = () => [
      { address: addresses.ordinal, intention: 'ordinal' },
      { address: addresses.ordinal.toUpperCase(), intention: 'payment' },
    ]
    expect((await bip122Adapter.connect(wallet, [bitcoin], signal)).accounts).toEqual([
      { address: addresses.ordinal, type: 'payment' },
    ])
  })

  test('reads the accounts of a wallet that the user has approved already', async () => {
    const wallet = bitcoinWallet(here)
    delete wallet.answers['requestAccountAddresses']
    expect((await bip122Adapter.connect(wallet, [bitcoin], signal)).accounts).toHaveLength(2)
  })

  test('passes on a rejection by the user', async () => {
    const wallet = bitcoinWallet(here)
    wallet.answers['requestAccountAddresses'] = () => {
      throw unshared
    }
    await expect(bip122Adapter.connect(wallet, [bitcoin], signal)).rejects.toBe(unshared)
    expect(wallet.calls).toHaveLength(1)
  })

  test('fails when the wallet shares nothing', async () => {
    const wallet = bitcoinWallet(here)
    wallet.answers['requestAccountAddresses'] = () => []
    await expect(bip122Adapter.connect(wallet, [bitcoin], signal)).rejects.toMatchObject({ code: 'connect.noAccount' })
  })

  test.each([
    ['nothing', null],
    ['a bare address', addresses.payment],
    ['a list of bare addresses', [addresses.payment]],
    ['an address with a typing error', [{ address: `${addresses.payment.slice(0, -1)}x`, intention: 'payment' }]],
    ['an address of another chain', [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', intention: 'payment' }]],
    ['an address for another purpose', [{ address: addresses.payment, intention: 'stacks' }]],
  ])('refuses a wallet that answers %s', async (_, answer) => {
    const wallet = bitcoinWallet(here)
    wallet.answers['requestAccountAddresses'] = () => answer
    const failure = await bip122Adapter.connect(wallet, [bitcoin], signal).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'wallet.invalidResponse', cause: expect.any(Error) })
  })
})

test('existing accounts are read without a prompt', async () => {
  const wallet = bitcoinWallet(here, false)
  expect(await bip122Adapter.getAccounts(wallet, [bitcoin], signal)).toBeUndefined()
  await bip122Adapter.connect(wallet, [bitcoin], signal)
  expect(await bip122Adapter.getAccounts(wallet, [bitcoin], signal)).toMatchObject({ networkId: bitcoin.caipNetworkId })
  expect(wallet.calls.filter(({ method }) => method === 'requestAccountAddresses')).toHaveLength(1)
  await bip122Adapter.disconnect(wallet, signal)
  expect(await bip122Adapter.getAccounts(wallet, [bitcoin], signal)).toBeUndefined()
})

describe('the disconnect', () => {
  test('succeeds in the app when the wallet has no method for it', async () => {
    const wallet = bitcoinWallet(here)
    delete wallet.answers['wallet_revokePermissions']
    await expect(bip122Adapter.disconnect(wallet, signal)).resolves.toBeUndefined()
  })
  test('fails when the wallet fails', async () => {
    const wallet = bitcoinWallet(here)
    wallet.answers['wallet_revokePermissions'] = () => {
      throw unshared
    }
    await expect(bip122Adapter.disconnect(wallet, signal)).rejects.toBe(unshared)
  })
})

describe('the watcher', () => {
  const watch = async () => {
    const wallet = bitcoinWallet(here)
    await bip122Adapter.connect(wallet, [bitcoin, signet], signal)
    const events: WalletEvent[] = []
    const refused = vi.fn<(cause: unknown) => void>()
    const stop = bip122Adapter.watch(wallet, (event) => events.push(event), refused)
    return { wallet, events, refused, stop }
  }

  test('reports other accounts', async () => {
    const { wallet, events } = await watch()
    const other = bitcoinKeys(2).addresses
    wallet.emit('accountsChanged', [
      { address: other.ordinal, intention: 'ordinal' },
      { address: other.payment, intention: 'payment' },
    ])
    expect(events).toEqual([
      {
        type: 'wallet.accountsChanged',
        accounts: [
          { address: other.payment, type: 'payment' },
          { address: other.ordinal, type: 'ordinal' },
        ],
      },
    ])
  })

  test('reports another network when the addresses belong to it', async () => {
    const { wallet, events } = await watch()
    wallet.emit('accountsChanged', [{ address: there.addresses.payment, intention: 'payment' }])
    expect(events).toEqual([
      { type: 'wallet.accountsChanged', accounts: [{ address: there.addresses.payment, type: 'payment' }] },
      { type: 'wallet.networkChanged', networkId: signet.caipNetworkId },
    ])
  })

  test('reports that nothing is shared any more, and a disconnect', async () => {
    const { wallet, events } = await watch()
    wallet.emit('accountsChanged', [])
    wallet.emit('disconnect')
    expect(events).toEqual([{ type: 'wallet.accountsChanged', accounts: [] }, { type: 'wallet.disconnected' }])
  })

  test('refuses invalid events, and continues', async () => {
    const { wallet, events, refused } = await watch()
    wallet.emit('accountsChanged', ['?'])
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'wallet.invalidResponse' }))
    wallet.emit('accountsChanged', [])
    expect(events).toHaveLength(1)
  })

  test('reports nothing after it is stopped', async () => {
    const { wallet, events, stop } = await watch()
    stop()
    wallet.emit('accountsChanged', [])
    expect(wallet.listeners()).toBe(0)
    expect(events).toEqual([])
  })
})

describe('a network switch', () => {
  test('succeeds when the addresses belong to the network as well', async () => {
    const wallet = bitcoinWallet(there)
    await bip122Adapter.connect(wallet, [bitcoinTestnet], signal)
    const heard = vi.fn<(event: WalletEvent) => void>()
    bip122Adapter.watch(wallet, heard, () => {})
    expect(await bip122Adapter.switchNetwork(wallet, signet, signal)).toBe(signet.caipNetworkId)
    expect(heard).not.toHaveBeenCalled()
  })

  test('reports the accounts of the network', async () => {
    const wallet = bitcoinWallet(here)
    wallet.answers['requestAccountAddresses'] = () => both
    wallet.answers['getAccountAddresses'] = () => both
    await bip122Adapter.connect(wallet, [bitcoin, bitcoinTestnet], signal)
    const heard = vi.fn<(event: WalletEvent) => void>()
    bip122Adapter.watch(wallet, heard, () => {})
    expect(await bip122Adapter.switchNetwork(wallet, bitcoinTestnet, signal)).toBe(bitcoinTestnet.caipNetworkId)
    const accounts = [{ address: there.addresses.payment, type: 'payment' }]
    expect(heard.mock.calls).toEqual([[{ type: 'wallet.accountsChanged', accounts }]])
  })

  test('is refused without addresses on the network, which cannot be added', async () => {
    const refusal = { code: 'network.notSupported', message: 'Chain is not supported' }
    const wallet = bitcoinWallet(here)
    await expect(bip122Adapter.switchNetwork(wallet, bitcoinTestnet, signal)).rejects.toMatchObject(refusal)
    await expect(bip122Adapter.addNetwork(wallet, bitcoinTestnet, signal)).rejects.toMatchObject(refusal)
  })
})

test('fetchAssets returns undefined, because Bitcoin wallets list no assets', async () => {
  const order = { network: bitcoin, address: addresses.payment }
  expect(await bip122Adapter.fetchAssets(bitcoinWallet(here), order, signal)).toBeUndefined()
})
