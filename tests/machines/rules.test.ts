import { describe, expect, test } from 'vitest'
import {
  assertContractData,
  isContractData,
  isSignedMessage,
  isTransactionHash,
  isTransactionId,
  responseKind,
} from '../../machines/shared/hex.rules.ts'
import { formatAmount, isDecimal, parseAmount, shortAmount } from '../../machines/shared/amounts.rules.ts'
import { shortAddress } from '../../machines/shared/addresses.rules.ts'
import { codesOf, LatchkeyError, reasonOf, toLatchkeyError } from '../../machines/shared/errors/error.ts'
import { SUPPORTED_NAMESPACES } from '../../machines/constants.ts'
import { isNetworkId } from '../../machines/shared/namespace.types.ts'
import { connectorErrors } from '../../machines/project/configuration.rules.ts'
import { groupNetworks, networksOf } from '../../machines/network/network.rules.ts'
import { mainnet, solana, solanaDevnet } from '../../sdk/index.ts'

describe('hex', () => {
  test('a transaction hash is 0x and 64 hex characters [5.11]', () => {
    expect(isTransactionHash(`0x${'aB'.repeat(32)}`)).toBe(true)
    expect(isTransactionId('solana:x', '5'.repeat(88))).toBe(true)
    expect(isTransactionId('solana:x', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM')).toBe(false)
    const digits = ['ab'.repeat(31), 'ab'.repeat(33), 'zz'.repeat(32)]
    for (const not of [...digits.map((text) => `0x${text}`), 'ab'.repeat(33), 42, null])
      expect(isTransactionHash(not)).toBe(false)
  })

  test('a signed message is 0x and at least 62 hex characters [5.12]', () => {
    expect(isSignedMessage(`0x${'a'.repeat(62)}`)).toBe(true)
    expect(isSignedMessage(`0x${'a'.repeat(4000)}`)).toBe(true)
    expect(isSignedMessage(`0x${'a'.repeat(61)}`)).toBe(false)
  })

  test('both are transaction responses, everything else is an object [5.13]', () => {
    expect(responseKind(`0x${'ab'.repeat(32)}`)).toBe('transaction')
    expect(responseKind(`0x${'ab'.repeat(65)}`)).toBe('transaction')
    expect(responseKind({ id: 1 })).toBe('object')
    expect(responseKind('0x12')).toBe('object')
  })

  test('contract data is 0x hex of even length [5.15]', () => {
    for (const data of ['0x', '0xab', '0xABcd12']) expect(isContractData(data)).toBe(true)
    for (const data of ['', 'ab', '0xa', '0xabc', '0xzz', 12]) {
      expect(isContractData(data)).toBe(false)
      expect(() => assertContractData(data)).toThrow('Contract data must be 0x hex of even length')
    }
  })
})

describe('amounts', () => {
  test('decimal numbers are an optional minus, digits, an optional dot and digits [5.14]', () => {
    for (const text of ['0', '1', '-1', '1.5', '1.', '.5', '-0.1', '007']) expect(isDecimal(text)).toBe(true)
    for (const text of ['', '.', '-', '-.', '1.2.3', '1e3', '0x1', ' 1', '1,5', '+1', 'NaN']) {
      expect(isDecimal(text)).toBe(false)
      expect(() => parseAmount(text, 18)).toThrow(`Number ${text} is not a valid decimal number.`)
    }
  })

  test('keep every digit on the way to base units and back', () => {
    for (const [text, decimals, units] of [
      ['1.5', 18, 1_500_000_000_000_000_000n],
      ['0.000000000000000001', 18, 1n],
      ['123456789012345678901234567890.123456', 6, 123456789012345678901234567890123456n],
      ['-2.5', 1, -25n],
      ['7', 0, 7n],
    ] as const) {
      expect(parseAmount(text, decimals)).toBe(units)
      expect(formatAmount(units, decimals)).toBe(text)
    }
    expect(parseAmount('1.500', 1)).toBe(15n)
    expect(() => parseAmount('1.05', 1)).toThrow(LatchkeyError)
  })

  test('are cut for display, and never rounded up', () => {
    expect(shortAmount('1.99999', 3)).toBe('1.999')
    expect(shortAmount('0.0001', 3)).toBe('0')
    expect(shortAmount('12', 3)).toBe('12')
  })
})

describe('errors', () => {
  test('keep their code, their cause, and the message of whatever was thrown', () => {
    const cause = { code: 4001, message: 'no' }
    const error = new LatchkeyError('connect.failed', { params: { wallet: 'Fox', reason: 'no' }, cause })
    expect(error.message).toBe('Fox could not connect: no')
    expect(error.cause).toBe(cause)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      code: 'connect.failed',
      params: { wallet: 'Fox', reason: 'no' },
      message: 'Fox could not connect: no',
    })
    expect(codesOf(error)).toEqual([4001])
    expect(toLatchkeyError(error)).toBe(error)
    expect(toLatchkeyError('boom')).toMatchObject({ code: 'unknown', message: 'boom', cause: 'boom' })
    for (const [thrown, reason] of [
      ['text', 'text'],
      [new Error('an error'), 'an error'],
      [{ message: 'an object' }, 'an object'],
      [undefined, 'Unknown error'],
      [{}, 'Unknown error'],
      [42, 'Unknown error'],
    ] as const)
      expect(reasonOf(thrown)).toBe(reason)
  })

  test('are searched for codes through a ring of causes, without an endless loop', () => {
    const ring: Record<string, unknown> = { code: 1 }
    ring['cause'] = { code: 2, data: ring }
    expect(codesOf(ring)).toEqual([1, 2])
  })
})

describe('entities', () => {
  test('network ids are CAIP-2 ids of the five supported namespaces, or of one that WalletConnect serves [9.16] [9.17]', () => {
    for (const id of [
      'eip155:1',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'polkadot:91b1',
      'bip122:0000',
      'cosmos:hub-4',
      'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
      'cip34:1-764824073',
      'elrond:1',
      'multiversx:1',
      'near:mainnet',
      'tezos:mainnet',
    ])
      expect(isNetworkId(id)).toBe(true)
    expect(SUPPORTED_NAMESPACES).toEqual(['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'])
    for (const id of ['1', 'eip155', 'eip155:', 'stellar:pubnet', 'eip155:1:0xab', 5, ''])
      expect(isNetworkId(id)).toBe(false)
  })

  test('the networks of a namespace are those of the app in it, in the app’s order [3.7]', () => {
    const site = [solanaDevnet, mainnet, solana]
    expect(networksOf(site, 'solana')).toEqual([solanaDevnet, solana])
    expect(networksOf(site, 'eip155')).toEqual([mainnet])
    expect(networksOf(site, 'cosmos')).toEqual([])
    expect(groupNetworks(site)).toEqual([
      { namespace: 'solana', networks: [solanaDevnet, solana] },
      { namespace: 'eip155', networks: [mainnet] },
    ])
  })

  test('a connector has one of six types', () => {
    for (const type of ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'])
      expect(connectorErrors({ id: 'a', name: 'A', type, chain: 'eip155' }, 'it')).toEqual([])
    expect(connectorErrors({ id: 'a', name: 'A', type: 'OTHER', chain: 'eip155' }, 'it')).toEqual([
      'it.type: Invalid input',
    ])
  })

  test('addresses are shortened in the middle', () => {
    expect(shortAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBe('0xf39F…2266')
    expect(shortAddress('0x1234')).toBe('0x1234')
  })
})
