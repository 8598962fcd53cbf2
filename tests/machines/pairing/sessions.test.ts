import { describe, expect, test } from 'vitest'
import { PAIRING } from '../../../machines/constants.ts'
import {
  sessionChainId,
  currentChain,
  handlerOf,
  isWalletOnly,
  proposedNamespaces,
  standardCalls,
  withDeprecated,
} from '../../../machines/pairing/rules/handlers.ts'
import { validateProposed } from '../../../machines/pairing/rules/namespaceFaults.ts'
import { addressesOf, addressesOn, approvedNetworks, areChainsStale } from '../../../machines/pairing/rules/sessions.ts'
import { ADDRESS, approved, OTHER, sessionOf } from './fixtures.ts'

const MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const OLD_MAINNET = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const OLD_DEVNET = 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K'
const TESTNET = 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z'

const namespace = (...accounts: string[]) => ({ accounts, methods: [], events: [] })

describe('a session', () => {
  test('lists every address once, comparing eip155 addresses in any case and others exactly', () => {
    const namespaces = {
      eip155: namespace(`eip155:1:${ADDRESS}`, `eip155:10:${ADDRESS.toLowerCase()}`, `eip155:10:${OTHER}`),
      'eip155:137': namespace(`eip155:137:${OTHER}`),
      solana: namespace('solana:a:Abc', 'solana:a:abc'),
    }
    expect(addressesOf(namespaces, 'eip155')).toEqual([ADDRESS, OTHER])
    expect(addressesOf(namespaces, 'solana')).toEqual(['Abc', 'abc'])
    expect(addressesOf(namespaces, 'cosmos')).toEqual([])
    expect(addressesOn(namespaces, 'eip155:10')).toEqual([ADDRESS.toLowerCase(), OTHER])
    expect(addressesOn(namespaces, 'eip155:5')).toEqual([])
  })

  test('supports the networks that it lists, and all networks for one wallet', () => {
    const namespaces = { ...approved, stellar: namespace('stellar:pubnet:a') }
    expect(approvedNetworks(sessionOf({ namespaces }))).toEqual({
      approvedCaipNetworkIds: ['eip155:1', 'eip155:10', 'eip155:137'],
      supportsAllNetworks: false,
    })
    const { self } = sessionOf()
    const peer = { ...self, metadata: { ...self.metadata, name: 'MetaMask Wallet' } }
    expect(approvedNetworks(sessionOf({ peer })).supportsAllNetworks).toBe(true)
  })

  test.each([
    ['every network was requested', ['eip155:1'], ['eip155:1', 'eip155:10'], ['eip155:1'], false],
    [
      'the wallet approved only one of those',
      ['eip155:1', 'eip155:10'],
      ['eip155:1', 'eip155:10'],
      ['eip155:1'],
      false,
    ],
    ['one was not requested', ['eip155:1', 'eip155:5'], ['eip155:1'], ['eip155:1'], true],
    ['one was not requested, though the wallet approved it', ['eip155:5'], ['eip155:1'], ['eip155:5'], true],
    [
      'one was not requested, and the session has others too',
      ['eip155:1', 'eip155:5'],
      ['eip155:1'],
      ['eip155:1', 'eip155:9'],
      true,
    ],
    ['no network is in the session', ['eip155:5'], ['eip155:1'], ['eip155:1'], false],
    ['it is unknown what was requested', ['eip155:1'], [], [], true],
  ])('is current or stale when %s [9.38]', (_, configured, requested, approved, is) => {
    expect(areChainsStale({ configured, requested, approved })).toBe(is)
  })
})

describe('chain handlers', () => {
  test('are eleven, and the last one handles everything else', () => {
    expect(PAIRING.chainHandlers).toEqual([
      'eip155',
      'solana',
      'cosmos',
      'algorand',
      'polkadot',
      'cip34',
      'elrond',
      'multiversx',
      'near',
      'tezos',
      'generic',
    ])
    for (const namespace of PAIRING.chainHandlers) expect(handlerOf(namespace)).toBe(namespace)
    for (const namespace of ['bip122', 'stacks', '__proto__', '']) expect(handlerOf(namespace)).toBe('generic')
  })

  test('have the standard calls of their namespaces [7.28]', () => {
    expect(standardCalls('eip155').methods).toHaveLength(24)
    expect(standardCalls('eip155').methods).toEqual(
      expect.arrayContaining([
        'personal_sign',
        'eth_sendTransaction',
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
        'wallet_getCapabilities',
        'wallet_sendCalls',
      ]),
    )
    expect(standardCalls('solana').methods).toEqual([
      'solana_signMessage',
      'solana_signTransaction',
      'solana_requestAccounts',
      'solana_getAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ])
    expect(standardCalls('bip122').methods).toEqual(['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'])
    expect(standardCalls('near').methods).toHaveLength(8)
    expect(standardCalls('multiversx').methods[0]).toBe('mvx_signTransaction')
    expect(standardCalls('elrond').methods[0]).toBe('erd_signTransaction')
    expect(standardCalls('stellar').methods).toEqual([])
    for (const namespace of ['eip155', 'solana', 'bip122', 'near'])
      expect(standardCalls(namespace).events).toEqual(['accountsChanged', 'chainChanged'])
  })

  test('know which methods never go to a node', () => {
    for (const method of ['personal_sign', 'eth_sendTransaction', 'wallet_sendCalls'])
      expect(isWalletOnly('eip155', method)).toBe(true)
    for (const method of ['eth_call', 'eth_sendRawTransaction', 'net_version'])
      expect(isWalletOnly('eip155', method)).toBe(false)
    expect(isWalletOnly('bip122', 'signPsbt')).toBe(true)
    expect(isWalletOnly('near', 'near_signTransaction')).toBe(true)
    expect(isWalletOnly('stellar', 'stellar_signXDR')).toBe(false)
  })
})

describe('the proposed namespaces', () => {
  test('contain the standard calls of the networks’ namespaces', () => {
    const asked = proposedNamespaces(['eip155:1', 'bip122:000000000019d6689c085ae165831e93', 'eip155:10'])
    expect(Object.keys(asked)).toEqual(['eip155', 'bip122'])
    expect(asked['eip155']).toEqual({
      chains: ['eip155:1', 'eip155:10'],
      methods: standardCalls('eip155').methods,
      events: ['accountsChanged', 'chainChanged'],
    })
    expect(validateProposed(asked, 'connect()', 'optionalNamespaces')).toBeUndefined()
  })

  test('contain Solana’s networks under their older ids as well', () => {
    expect(proposedNamespaces([MAINNET, DEVNET, TESTNET])['solana']?.chains).toEqual([
      MAINNET,
      OLD_MAINNET,
      DEVNET,
      OLD_DEVNET,
      TESTNET,
    ])
    expect(withDeprecated([MAINNET, OLD_MAINNET])).toEqual([MAINNET, OLD_MAINNET])
  })

  test('use the older id of a chain when the session has only that one', () => {
    expect(sessionChainId({ solana: namespace(`${OLD_MAINNET}:a`) }, MAINNET)).toBe(OLD_MAINNET)
    expect(sessionChainId({ solana: namespace(`${OLD_MAINNET}:a`, `${MAINNET}:a`) }, MAINNET)).toBe(MAINNET)
    expect(sessionChainId({ solana: namespace() }, MAINNET)).toBe(MAINNET)
    expect(sessionChainId(approved, 'eip155:1')).toBe('eip155:1')
    expect(currentChain(OLD_DEVNET)).toBe(DEVNET)
    expect(currentChain('eip155:1')).toBe('eip155:1')
  })
})
