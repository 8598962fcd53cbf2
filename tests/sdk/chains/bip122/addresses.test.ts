import { expect, test } from 'vitest'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { readAddress, readAddressOn } from '../../../../sdk/chains/bip122/addresses.ts'
import { bitcoin, bitcoinTestnet } from '../../../../sdk/index.ts'

const { signal } = new AbortController()
const resolve = (receiver: string, { caipNetworkId } = bitcoin) =>
  bip122Adapter.resolveReceiver(receiver, caipNetworkId, signal)

/** From BIP-173, BIP-350, BIP-86 and Bitcoin Core's own tests. */
const P2WPKH = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const P2TR = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'

test.each([
  ['P2PKH', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'pkh', 'mainnet'],
  ['P2SH', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'sh', 'mainnet'],
  ['P2WPKH', P2WPKH, 'wpkh', 'mainnet'],
  ['P2WSH', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 'wsh', 'mainnet'],
  ['P2TR', P2TR, 'tr', 'mainnet'],
  ['P2A', 'bc1pfeessrawgf', 'p2a', 'mainnet'],
  ['P2PKH of testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'pkh', 'testnet'],
  ['P2SH of testnet', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'sh', 'testnet'],
  ['P2WPKH of testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'wpkh', 'testnet'],
  ['P2WSH of testnet', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'wsh', 'testnet'],
  ['P2TR of testnet', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'tr', 'testnet'],
])('an address for %s is taken as it is', async (_, address, type, kind) => {
  expect(readAddress(address)).toEqual({ address, type, kind })
  const [own, other] = kind === 'mainnet' ? [bitcoin, bitcoinTestnet] : [bitcoinTestnet, bitcoin]
  expect(await resolve(address, own)).toBe(address)
  await expect(resolve(address, other)).rejects.toMatchObject({ code: 'address.otherNetwork' })
})

test('an address in capitals, as codes to scan have it, is written small', async () => {
  expect(await resolve(P2WPKH.toUpperCase())).toBe(P2WPKH)
})

test.each([
  ['bech32', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['bech32m', P2TR.replace('cyx', 'cxy')],
  ['base58', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['base58 of testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm'],
  ['bech32 of testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy'],
])('a typing error in %s is told as such', async (_, address) => {
  await expect(resolve(address)).rejects.toMatchObject({ code: 'address.checksum' })
})

test.each([
  ['nothing', ''],
  ['an address of another chain', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['large and small letters in bech32', `${P2WPKH.slice(0, -1)}T4`],
  ['taproot with the checksum of the older kind', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['the older kind with the checksum of taproot', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['another coin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['a version that nobody can spend from yet', 'bc1sw50qgdz25j'],
  ['a key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
])('%s is no address', async (_, text) => {
  await expect(resolve(text)).rejects.toMatchObject({ code: expect.stringMatching(/^address\.(invalid|checksum)$/) })
})

test('a name is told that names cannot be used', async () => {
  await expect(resolve('satoshi.btc')).rejects.toMatchObject({
    message: 'Names cannot be used here. Paste the address that satoshi.btc stands for.',
  })
})

test('an address of one network is not taken on another', () => {
  expect(readAddressOn(bitcoin.caipNetworkId, P2TR).address).toBe(P2TR)
  expect(() => readAddressOn(bitcoinTestnet.caipNetworkId, P2TR)).toThrow('This address belongs to another network')
  expect(() => readAddressOn(bitcoin.caipNetworkId, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toThrow(
    'This address belongs to another network',
  )
})
