import { bech32, bech32m, createBase58check } from '@scure/base'
import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { NETWORK, sha256, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { readAddress, readAddressOn } from '../../../../sdk/chains/bip122/addresses.ts'
import { kindOf } from '../../../../sdk/chains/bip122/networkKinds.ts'
import { bitcoin, bitcoinTestnet } from '../../../../sdk/index.ts'
import { LatchkeyError } from '../../../../machines/shared/errors/error.ts'
import { runs } from '../../../support/full.ts'

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
])('an address for %s is accepted unchanged', async (_, address, type, kind) => {
  expect(readAddress(address)).toEqual({ address, type, kind })
  const [own, other] = kind === 'mainnet' ? [bitcoin, bitcoinTestnet] : [bitcoinTestnet, bitcoin]
  expect(await resolve(address, own)).toBe(address)
  await expect(resolve(address, other)).rejects.toMatchObject({ code: 'address.otherNetwork' })
})

test('an address in capitals, as in QR codes, is written in lowercase', async () => {
  expect(await resolve(P2WPKH.toUpperCase())).toBe(P2WPKH)
})

test.each([
  ['bech32', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
  ['bech32m', P2TR.replace('cyx', 'cxy')],
  ['base58', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['base58 of testnet', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm'],
  ['bech32 of testnet', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsy'],
])('a typing error in %s is reported as such', async (_, address) => {
  await expect(resolve(address)).rejects.toMatchObject({ code: 'address.checksum' })
})

test.each([
  ['an empty text', ''],
  ['an address of another chain', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['mixed letter case in bech32', `${P2WPKH.slice(0, -1)}T4`],
  ['taproot with the older checksum', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['an older type with the checksum of taproot', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['another coin', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
  ['a version that cannot be spent yet', 'bc1sw50qgdz25j'],
  ['a private key', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
])('%s is not an address', async (_, text) => {
  await expect(resolve(text)).rejects.toMatchObject({ code: expect.stringMatching(/^address\.(invalid|checksum)$/) })
})

test('a name fails with the message that names cannot be used', async () => {
  await expect(resolve('satoshi.btc')).rejects.toMatchObject({
    message: 'Names cannot be used here. Paste the address of satoshi.btc.',
  })
})

test('an address of one network is refused on another', () => {
  expect(readAddressOn(bitcoin.caipNetworkId, P2TR).address).toBe(P2TR)
  expect(() => readAddressOn(bitcoinTestnet.caipNetworkId, P2TR)).toThrow('This address belongs to another network')
  expect(() => readAddressOn(bitcoin.caipNetworkId, 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toThrow(
    'This address belongs to another network',
  )
})

test.each(['bip122:constructor', 'bip122:__proto__', 'bip122:', 'bip122:1'])(
  '%s is an unknown network',
  (networkId) => {
    expect(kindOf(networkId)).toBeUndefined()
  },
)

const LIBRARY = { mainnet: Address(NETWORK), testnet: Address(TEST_NETWORK) }
const base58check = createBase58check(sha256)

/** Uses the library only: bech32 alone shows the network of an address before its checksum is verified. */
function told(text: string) {
  const [prefix = ''] = /^(bc|tb)1/i.exec(text) ?? []
  const kinds = { bc1: ['mainnet'], tb1: ['testnet'], '': ['mainnet', 'testnet'] } as const
  const causes: unknown[] = []
  for (const kind of kinds[prefix.toLowerCase() as keyof typeof kinds]) {
    try {
      const { type } = LIBRARY[kind].decode(text)
      return { address: prefix === '' ? text : text.toLowerCase(), kind, type }
    } catch (cause) {
      causes.push(cause)
    }
  }
  return causes.some((cause) => /checksum/i.test(String(cause))) ? 'address.checksum' : 'address.invalid'
}
function read(text: string) {
  try {
    return readAddress(text)
  } catch (error) {
    return error instanceof LatchkeyError ? error.code : error
  }
}

describe('readAddress, compared with the library,', () => {
  const bytesOf = (...lengths: number[]) =>
    fc.oneof(...lengths.map((length) => fc.uint8Array({ minLength: length, maxLength: length })))
  const output = fc.oneof(
    fc.record({ type: fc.constantFrom('pkh', 'sh', 'wpkh'), hash: bytesOf(20) }),
    fc.record({ type: fc.constant('wsh'), hash: bytesOf(32) }),
    fc.record({ type: fc.constant('tr'), pubkey: bytesOf(32) }),
    fc.constant({ type: 'p2a', script: Uint8Array.of(0x51, 2, 0x4e, 0x73) }),
  )
  const valid = fc
    .tuple(fc.constantFrom('mainnet', 'testnet'), output)
    .map(([kind, of]) => LIBRARY[kind].encode(of as Parameters<typeof LIBRARY.mainnet.encode>[0]))

  /** With a valid checksum, whatever the content. */
  const witness = fc
    .record({
      coder: fc.constantFrom(bech32, bech32m),
      prefix: fc.constantFrom('bc', 'tb', 'bcrt', 'ltc', 'bc1q', 'tb1p'),
      version: fc.oneof(fc.constantFrom(0, 1), fc.nat(31)),
      words: fc.oneof(
        fc.oneof(bytesOf(0, 1, 2, 20, 32, 40, 41), fc.uint8Array({ maxLength: 42 })).map((b) => bech32.toWords(b)),
        fc.array(fc.nat(31), { maxLength: 70 }),
      ),
    })
    .map(({ coder, prefix, version, words }) => coder.encode(prefix, [version, ...words], false))
  const hash = fc
    .tuple(
      fc.oneof(fc.constantFrom(0x00, 0x05, 0x6f, 0xc4), fc.nat(255)),
      fc.oneof(bytesOf(20), fc.uint8Array({ maxLength: 40 })),
    )
    .map(([version, payload]) => base58check.encode(Uint8Array.of(version, ...payload)))

  const letter = fc.constantFrom(...'023456789acdefghjklmnpqrstuvwxyzABCEFGLMNPQRTUVXYZ1bo IOl\u0131\u212a'.split(''))
  const mistyped = fc
    .tuple(fc.oneof(valid, witness, hash), fc.nat(), fc.nat(), letter, fc.nat(7))
    .map(([text, one, other, typed, way]) => {
      const at = one % text.length
      const [before, here, after] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
      const ways = [
        before + typed + after,
        before + typed + here + after,
        before + after,
        before + after.slice(0, 1) + here + after.slice(1),
        before + here.toUpperCase() + after,
        text.toUpperCase(),
        before,
        after + text.slice(0, other % text.length),
      ]
      return ways[way] ?? text
    })
  const anything = fc
    .tuple(fc.constantFrom('', 'bc1', 'tb1', 'BC1', '1', '3', 'm', '2'), fc.string({ unit: letter, maxLength: 90 }))
    .map(([beginning, rest]) => beginning + rest)

  test.each([
    ['addresses of all types on all networks', valid],
    ['witness programs of all versions and lengths, with either checksum', witness],
    ['hashes of all versions and lengths', hash],
    ['addresses with a typing error', mistyped],
    ['any text', anything],
  ])('agrees on %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(read(text)).toEqual(told(text))
      }),
      runs(2_000),
    )
  })

  test('agrees on addresses of scripts', () => {
    const program = fc
      .tuple(fc.constantFrom(0, 0x51, 0x52, 0x60), bytesOf(2, 20, 32))
      .map(([version, data]) => [version, data.length, ...data])
    const hashes = bytesOf(20).chain((data) =>
      fc.constantFrom([0x76, 0xa9, 20, ...data, 0x88, 0xac], [0xa9, 20, ...data, 0x87]),
    )
    fc.assert(
      fc.property(fc.oneof(program, hashes), fc.constantFrom('mainnet', 'testnet'), (script, kind) => {
        const of = OutScript.decode(Uint8Array.from(script))
        fc.pre(of.type !== 'unknown')
        const address = LIBRARY[kind].encode(of)
        expect(readAddress(address)).toEqual({ address, kind, type: of.type })
      }),
      runs(2_000),
    )
  })

  test.each([
    ['the first one without a point on the curve', '0'.repeat(63) + '5'],
    ['zero', '0'.repeat(64)],
    ['more than the field of the curve', 'f'.repeat(64)],
  ])('agrees on an invalid key of taproot: %s', (_, key) => {
    for (const prefix of ['bc', 'tb']) {
      const words = bech32m.toWords(Uint8Array.from(key.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)))
      const address = bech32m.encode(prefix, [1, ...words])
      expect(read(address)).toEqual(told(address))
      expect(read(address)).toMatchObject({ type: 'tr' })
    }
  })
})

test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'wpkh'],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'wsh'],
  ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', 'wsh'],
  ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'tr'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'tr'],
])('an address of BIP-350 is read: %s', (address, type) => {
  const kind = address.startsWith('tb') ? 'testnet' : 'mainnet'
  expect(readAddress(address)).toEqual({ address: address.toLowerCase(), type, kind })
  expect(told(address)).toEqual(readAddress(address))
})

test.each([
  ['not of Bitcoin', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
  ['the checksum of bech32', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
  ['the checksum of bech32', 'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf'],
  ['the checksum of bech32', 'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL'],
  ['the checksum of bech32m', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['the checksum of bech32m', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
  ['an invalid letter', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
  ['version 16, which is not defined yet', 'BC1SW50QGDZ25J'],
  ['version 2, which is not defined yet', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
  ['taproot of 40 bytes', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
  ['a program of 1 byte', 'bc1pw5dgrnzv'],
  ['a program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
  ['version 0 of 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['mixed letter case', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
  ['mixed letter case', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7'],
  ['more bits than whole bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
  ['padding that is not zero', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j'],
  ['padding that is not zero', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv'],
  ['only a checksum', 'bc1gmk9yu'],
  ['not of Bitcoin', 'tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty'],
  ['taproot as BIP-173 had it', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7k7grplx'],
  ['version 16 as BIP-173 had it', 'BC1SW50QA3JX3S'],
  ['version 2 as BIP-173 had it', 'bc1zw508d6qejxtdg4y5r3zarvaryvg6kdaj'],
])('an address that BIP-350 or BIP-173 refuses, or that cannot be spent yet, is refused: %s, %s', (_, text) => {
  expect(read(text)).toMatch(/^address\.(invalid|checksum)$/)
  expect(read(text)).toBe(told(text))
})
