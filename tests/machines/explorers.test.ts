import { expect, test } from 'vitest'
import {
  addressUrl,
  bitcoin,
  bitcoinTestnet,
  mainnet,
  solana,
  solanaDevnet,
  solanaTestnet,
  transactionUrl,
  type Network,
} from '../../sdk/index.ts'

const exploredAt = (url: string, network: Network = mainnet): Network => ({
  ...network,
  blockExplorers: { default: { name: 'Some Explorer', url } },
})
const polkadot = exploredAt('https://polkadot.example', {
  ...mainnet,
  id: '91b171bb158e2d3848fa23a9f1c25182',
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  chainNamespace: 'polkadot',
})

test.each([
  ['Ethereum', mainnet, 'https://etherscan.io', 'tx/it', 'address/it'],
  ['Solana', solana, 'https://solscan.io', 'tx/it', 'account/it'],
  ['Solana’s devnet', solanaDevnet, 'https://solscan.io', 'tx/it?cluster=devnet', 'account/it?cluster=devnet'],
  ['Solana’s testnet', solanaTestnet, 'https://solscan.io', 'tx/it?cluster=testnet', 'account/it?cluster=testnet'],
  ['Bitcoin', bitcoin, 'https://mempool.space', 'tx/it', 'address/it'],
  ['Bitcoin’s testnet', bitcoinTestnet, 'https://mempool.space/testnet', 'tx/it', 'address/it'],
  ['Polkadot', polkadot, 'https://polkadot.example', 'extrinsic/it', 'account/it'],
])('the explorer of %s has a page for each transaction and each account', (_, network, site, transaction, account) => {
  expect([transactionUrl(network, 'it'), addressUrl(network, 'it')]).toEqual([
    `${site}/${transaction}`,
    `${site}/${account}`,
  ])
})

test('explorer links keep the folder and query of the explorer’s URL, and ignore trailing slashes', () => {
  for (const url of ['https://explorer.example', 'https://explorer.example/', 'https://explorer.example//'])
    expect(transactionUrl(exploredAt(url), '0x1')).toBe('https://explorer.example/tx/0x1')
  expect(addressUrl(exploredAt('https://explorer.example/sepolia/?lang=en'), '0x1')).toBe(
    'https://explorer.example/sepolia/address/0x1?lang=en',
  )
})

test('explorer links keep a cluster that the app sets', () => {
  const own = exploredAt('https://explorer.example/?cluster=custom', solanaDevnet)
  expect(addressUrl(own, 'it')).toBe('https://explorer.example/address/it?cluster=custom')
})

test('only Solscan calls an address an account', () => {
  expect(addressUrl(exploredAt('https://explorer.solana.com', solana), 'it')).toBe(
    'https://explorer.solana.com/address/it',
  )
  expect(addressUrl(exploredAt('https://notsolscan.io', solana), 'it')).toBe('https://notsolscan.io/address/it')
})

test('explorer links escape what they look up', () => {
  expect(transactionUrl(mainnet, '../a?b=c#d')).toBe('https://etherscan.io/tx/..%2Fa%3Fb%3Dc%23d')
})

test('a network without an explorer, or with an invalid explorer URL, has no link', () => {
  const { blockExplorers: _, ...bare } = mainnet
  for (const network of [bare, exploredAt('nowhere'), exploredAt('javascript:alert(1)')]) {
    expect(transactionUrl(network, 'it')).toBeUndefined()
    expect(addressUrl(network, 'it')).toBeUndefined()
  }
})
