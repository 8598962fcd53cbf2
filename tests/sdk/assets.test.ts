import { expect, test } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { mainnet } from '../../sdk/index.ts'

const [address] = fakeAccounts
const contract = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const offering = { '0x1': { assetDiscovery: { supported: true } } }
const { signal } = new AbortController()

const ask = (answers: Record<string, unknown>) => {
  const wallet = fakeWallet(answers)
  return { wallet, assets: () => eip155Adapter.fetchAssets(wallet, { network: mainnet, address }, signal) }
}

test('assets of the active network alone are requested from a wallet that supports it [3.2] [7.27]', async () => {
  const { wallet, assets } = ask({
    wallet_getCapabilities: offering,
    wallet_getAssets: {
      '0x1': [
        { address: 'native', balance: '0xde0b6b3a7640000', type: 'NATIVE', metadata: { price: 2_000, value: 2_000 } },
        {
          address: contract,
          balance: '0xf4240',
          type: 'ERC20',
          metadata: {
            name: 'Dollar',
            symbol: 'USDX',
            decimals: 6,
            price: 1,
            value: 1,
            iconUrl: 'https://i.example/x.png',
          },
        },
      ],
      '0xa': [{ address: contract, balance: '0x1', type: 'ERC20' }],
    },
  })
  expect(await assets()).toEqual([
    {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      quantity: { decimals: '18', numeric: '1' },
      price: 2_000,
      value: 2_000,
    },
    {
      name: 'Dollar',
      symbol: 'USDX',
      chainId: 'eip155:1',
      address: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      quantity: { decimals: '6', numeric: '1' },
      price: 1,
      value: 1,
      iconUrl: 'https://i.example/x.png',
    },
  ])
  expect(wallet.calls).toEqual([
    { method: 'wallet_getCapabilities', params: [address] },
    { method: 'wallet_getAssets', params: [{ account: address, chainFilter: ['0x1'] }] },
  ])
})

test.each([
  ['for no network', {}],
  ['for other networks', { '0xa': offering['0x1'] }],
  ['not at all', { '0x1': {} }],
  ['no longer', { '0x1': { assetDiscovery: { supported: false } } }],
])('assets are not requested from a wallet that supports it %s', async (_, capabilities) => {
  const { wallet, assets } = ask({ wallet_getCapabilities: capabilities })
  expect(await assets()).toBeUndefined()
  expect(wallet.calls).toHaveLength(1)
})

test.each([[{ '0x1': { assetDiscovery: { supported: 'yes' } } }], ['all'], [null], [{ '0x1': 5 }]])(
  'assets are not requested from a wallet with capabilities that cannot be parsed: %j [8.42]',
  async (capabilities) => {
    const { wallet, assets } = ask({ wallet_getCapabilities: capabilities })
    await expect(assets()).rejects.toThrow('Error parsing wallet capabilities')
    expect(wallet.calls).toHaveLength(1)
  },
)

test('a token without a name does not get that of the native one, and a token without decimals is left out', async () => {
  const { assets } = ask({
    wallet_getCapabilities: offering,
    wallet_getAssets: {
      '0x1': [
        { address: contract, balance: '0x64', type: 'ERC20', metadata: { decimals: 2 } },
        { address: address.toLowerCase(), balance: '0x64', type: 'ERC20', metadata: { name: 'Dollar', symbol: 'USD' } },
        {
          address: 'native',
          balance: '0x0',
          type: 'NATIVE',
          metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
        },
      ],
    },
  })
  expect(await assets()).toEqual([
    {
      name: '',
      symbol: '',
      chainId: 'eip155:1',
      address: 'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      quantity: { decimals: '2', numeric: '1' },
    },
    { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '0' } },
  ])
})

test.each([
  ['no list', { '0x1': 'many' }],
  ['a balance that is not a number', { '0x1': [{ address: contract, balance: 'many', type: 'ERC20' }] }],
  ['a token without an address', { '0x1': [{ balance: '0x1', type: 'ERC20' }] }],
  [
    'a token with an invalid address',
    { '0x1': [{ address: '0x1', balance: '0x1', type: 'ERC20', metadata: { decimals: 6 } }] },
    'Address "0x1" is invalid',
  ],
])(
  'assets are refused when the wallet returns %s',
  async (_, answer, reason = 'The wallet returned an invalid response') => {
    const { assets } = ask({ wallet_getCapabilities: offering, wallet_getAssets: answer })
    await expect(assets()).rejects.toThrow(reason)
  },
)
