import {
  getNamespacesChains,
  getNamespacesEventsForChainId,
  getNamespacesMethodsForChainId,
  isConformingNamespaces,
  isValidNamespaces,
  isValidRequiredNamespaces,
  mergeRequiredAndOptionalNamespaces,
} from '@walletconnect/utils'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { validateRequired } from '../../../machines/pairing/rules/conformance.ts'
import { validateApproved, validateProposed } from '../../../machines/pairing/rules/namespaceFaults.ts'
import {
  addressOf,
  approvedChains,
  chainOf,
  eventsFor,
  mergeNamespaces,
  methodsFor,
  normalizeNamespaces,
} from '../../../machines/pairing/rules/namespaces.ts'
import {
  validateProperties,
  validateScopedApproval,
  validateScopedRequest,
} from '../../../machines/pairing/rules/properties.ts'
import { ADDRESS, approvals, approved, proposals, textOf } from './fixtures.ts'

/** Objects as JSON.parse makes them. */
const plain = { noNullPrototype: true }
const asked = { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] }
const given = { accounts: [`eip155:1:${ADDRESS}`], methods: ['personal_sign'], events: ['chainChanged'] }
const wholeText = (kind: string) => `Missing or invalid. connect(), ${kind} should be an object with data`
const METHODS =
  'Unsupported methods. connect(), namespace, methods should be an array of strings or empty array for no methods'
const EVENTS =
  'Unsupported events. connect(), namespace, events should be an array of strings or empty array for no events'
const NO_CHAINS =
  'Unsupported chains. connect() optionalNamespaces, chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }'
const chainText = (chain: string) =>
  `Unsupported chains. connect() optionalNamespaces, chain ${chain} should be a string and conform to "namespace:chainId" format`

describe('proposed namespaces [5.33]', () => {
  test.each([
    ['none', undefined, wholeText('optionalNamespaces')],
    ['no keys', {}, wholeText('optionalNamespaces')],
    ['a list', [asked], wholeText('optionalNamespaces')],
    ['a string', 'eip155', wholeText('optionalNamespaces')],
    ['methods that are not a list', { eip155: { ...asked, methods: 'x' } }, METHODS],
    ['an empty method', { eip155: { ...asked, methods: [''] } }, METHODS],
    ['no methods at all', { eip155: { chains: ['eip155:1'], events: [] } }, METHODS],
    ['events that are not a list', { eip155: { ...asked, events: undefined } }, EVENTS],
    ['an event that is a number', { eip155: { ...asked, events: [5] } }, EVENTS],
    ['no chains', { eip155: { methods: [], events: [] } }, NO_CHAINS],
    ['an empty list of chains', { eip155: { ...asked, chains: [] } }, NO_CHAINS],
    ['a namespace that is null', { eip155: null }, NO_CHAINS],
    ['a chain without its namespace', { eip155: { ...asked, chains: ['eip155:1', '1'] } }, chainText('1')],
    ['a chain with too many parts', { eip155: { ...asked, chains: ['eip155:1:2'] } }, chainText('eip155:1:2')],
    ['a chain that is a number', { eip155: { ...asked, chains: [1] } }, chainText('1')],
    ['a key with too many parts', { 'eip155:1:2': asked }, chainText('eip155:1:2')],
    [
      'an invalid chain, reported before invalid methods',
      { a155: { methods: 'x', events: [], chains: ['1'] } },
      chainText('1'),
    ],
    [
      'a chain of another namespace',
      { eip155: { ...asked, chains: ['solana:1'] } },
      'Unsupported chains. connect() optionalNamespaces, chain solana:1 does not belong to the namespace eip155',
    ],
  ])('are refused with %s', (_, namespaces, text) => {
    expect(textOf(validateProposed(namespaces, 'connect()', 'optionalNamespaces'))).toBe(text)
  })

  test.each([
    ['a namespace with chains', { eip155: asked }],
    ['a single chain as the key', { 'eip155:1': { methods: [], events: [] } }],
    ['no methods and no events', { eip155: { chains: ['eip155:1'], methods: [], events: [] } }],
    ['unknown namespaces', { stellar: { chains: ['stellar:pubnet'], methods: [], events: [] } }],
  ])('may have %s', (_, namespaces) => {
    expect(validateProposed(namespaces, 'connect()', 'requiredNamespaces')).toBeUndefined()
  })

  test('are validated with the same messages as in the pinned client', () => {
    const odd = fc.constantFrom(undefined, 'x', [5], ['ok'], [], [''])
    const chains = fc.constantFrom(undefined, [], ['eip155:1'], ['eip155:1', 'eip155:10'], ['1'], [7], ['eip155:1:2'])
    const some = fc.dictionary(
      fc.constantFrom('eip155', 'eip155:1'),
      fc.record({ chains, methods: odd, events: odd }),
      plain,
    )
    fc.assert(
      fc.property(some, (namespaces) => {
        const theirs = isValidRequiredNamespaces(namespaces, 'connect()', 'optionalNamespaces')
        expect(textOf(validateProposed(namespaces, 'connect()', 'optionalNamespaces'))).toBe(theirs?.message)
      }),
    )
  })
})

describe('approved namespaces [5.40]', () => {
  const whole = 'Missing or invalid. approve(), namespaces should be an object with data'
  const list =
    'Unsupported accounts. approve() namespace, accounts should be an array of strings conforming to "namespace:chainId:address" format'
  const accountText = (account: string) =>
    `Unsupported accounts. approve() namespace, account ${account} should be a string and conform to "namespace:chainId:address" format`
  test.each([
    ['none', undefined, whole],
    ['no keys', {}, whole],
    ['no accounts', { eip155: asked }, list],
    ['accounts that are a string', { eip155: { ...given, accounts: ADDRESS } }, list],
    ['an account without a chain', { eip155: { ...given, accounts: ['nonsense'] } }, accountText('nonsense')],
    ['an account without an address', { eip155: { ...given, accounts: ['eip155:1:'] } }, accountText('eip155:1:')],
    ['an account that is null', { eip155: { ...given, accounts: [null] } }, accountText('null')],
    [
      'an account of another namespace',
      { eip155: { ...given, accounts: ['solana:1:abc'] } },
      'Unsupported accounts. approve() namespace, account solana:1:abc does not belong to the namespace eip155',
    ],
    ['methods that are a string', { eip155: { ...given, methods: 'x' } }, METHODS.replace('connect', 'approve')],
    ['no events', { eip155: { ...given, events: undefined } }, EVENTS.replace('connect', 'approve')],
    [
      'an invalid chain',
      { eip155: { ...given, chains: ['x'] } },
      'Unsupported chains. approve() namespaces, chain x should be a string and conform to "namespace:chainId" format',
    ],
    [
      'an invalid key',
      JSON.parse('{"__proto__":{"accounts":[],"methods":[],"events":[]}}') as unknown,
      'Unsupported namespace key. approve() namespaces, key __proto__ should be a namespace or conform to "namespace:chainId" format',
    ],
  ])('are refused with %s', (_, namespaces, text) => {
    expect(textOf(validateApproved(namespaces, 'approve()'))).toBe(text)
  })

  test('may omit their chains, and may have no accounts', () => {
    for (const namespaces of [approved, { eip155: { ...given, chains: [] } }, { eip155: { ...given, accounts: [] } }])
      expect(validateApproved(namespaces, 'approve()')).toBeUndefined()
  })

  test('get the same messages as from the pinned client', () => {
    const odd = fc.constantFrom(undefined, 'x', [5], ['ok'], [], [''])
    const accounts = fc.constantFrom(undefined, [], [`eip155:1:${ADDRESS}`], ['eip155:1'], [7], 'x', ['eip155:1:'])
    const some = fc.dictionary(
      fc.constantFrom('eip155', 'eip155:1'),
      fc.record({ accounts, methods: odd, events: odd }),
      plain,
    )
    fc.assert(
      fc.property(some, (namespaces) => {
        const theirs = isValidNamespaces(namespaces, 'onSessionSettleRequest()')
        expect(textOf(validateApproved(namespaces, 'onSessionSettleRequest()'))).toBe(theirs?.message)
      }),
    )
  })
})

describe('required namespaces [5.37]', () => {
  const fault = (required: Parameters<typeof validateRequired>[0], namespaces = approved) =>
    textOf(validateRequired(required, namespaces, 'approve()'))
  const lines = (...parts: string[]) => parts.join('\n      ')

  test('are satisfied by chains, methods and events that were all approved', () => {
    expect(fault({})).toBeUndefined()
    expect(fault({ eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } })).toBeUndefined()
    expect(fault({ 'eip155:137': { methods: ['eth_sign'], events: ['message'] } })).toBeUndefined()
  })

  test.each([
    [
      'a chain is missing',
      { eip155: { chains: ['eip155:1', 'eip155:5'], methods: [], events: [] } },
      lines(
        "Non conforming namespaces. approve() namespaces chains don't satisfy required namespaces.",
        'Required: eip155:1,eip155:5',
        'Approved: eip155:1,eip155:10,eip155:137',
      ),
    ],
    [
      'a whole namespace is missing',
      { solana: { methods: [], events: [] } },
      lines(
        "Non conforming namespaces. approve() namespaces keys don't satisfy requiredNamespaces.",
        'Required: solana',
        'Received: eip155,eip155:137',
      ),
    ],
    [
      'a method is missing on one chain',
      { eip155: { chains: ['eip155:1', 'eip155:10'], methods: ['eth_sign'], events: [] } },
      "Non conforming namespaces. approve() namespaces methods don't satisfy namespace methods for eip155:1",
    ],
    [
      'an event is missing',
      { 'eip155:137': { methods: [], events: ['chainChanged'] } },
      "Non conforming namespaces. approve() namespaces events don't satisfy namespace events for eip155:137",
    ],
  ])('are not satisfied when %s', (_, required, text) => {
    expect(fault(required)).toBe(text)
  })

  test('are not satisfied when a chain was approved by name, but with an account of another chain', () => {
    const namespaces = { 'eip155:1': { ...given, accounts: [`eip155:10:${ADDRESS}`] } }
    expect(fault({}, namespaces)).toBe(
      [
        "Non conforming namespaces. approve() namespaces accounts don't satisfy namespace accounts for eip155:1",
        'Required: eip155:1',
        'Approved: eip155:10',
      ].join('\n        '),
    )
  })

  test('are compared exactly as in the pinned client', () => {
    fc.assert(
      fc.property(proposals, approvals, (required, namespaces) => {
        const theirs = isConformingNamespaces(required, namespaces, 'update()')
        expect(textOf(validateRequired(required, namespaces, 'update()'))).toBe(theirs?.message)
      }),
    )
  })

  test('are always satisfied by the same namespaces', () => {
    fc.assert(
      fc.property(approvals, (namespaces) => {
        const required = Object.fromEntries(
          Object.entries(namespaces).map(([key, { accounts, methods, events }]) => [
            key,
            { chains: accounts.map(chainOf), methods, events },
          ]),
        )
        expect(validateRequired(required, namespaces, 'update()')).toBeUndefined()
      }),
    )
  })
})

describe('the namespace readers', () => {
  test('return the chains, methods and events of chains with shared accounts [5.42] [5.44] [5.46]', () => {
    expect(approvedChains(approved)).toEqual(['eip155:1', 'eip155:10', 'eip155:137'])
    expect(methodsFor(approved, 'eip155:1')).toEqual(['personal_sign', 'eth_sendTransaction'])
    expect(methodsFor(approved, 'eip155:137')).toEqual(['eth_sign'])
    expect(eventsFor(approved, 'eip155:137')).toEqual(['message'])
    expect(methodsFor(approved, 'eip155:5')).toEqual([])
    // A chain that is listed without an account was not shared.
    expect(approvedChains({ eip155: { ...given, chains: ['eip155:1', 'eip155:99'] } })).toEqual(['eip155:1'])
  })

  test('split an account into its chain and its address', () => {
    expect(chainOf(`eip155:1:${ADDRESS}`)).toBe('eip155:1')
    expect(addressOf(`eip155:1:${ADDRESS}`)).toBe(ADDRESS)
  })

  test('agree with the pinned client about chains, methods and events', () => {
    fc.assert(
      fc.property(approvals, (namespaces) => {
        expect(approvedChains(namespaces)).toEqual([...new Set(getNamespacesChains(namespaces))])
        for (const chain of [...approvedChains(namespaces), 'eip155:5']) {
          expect(methodsFor(namespaces, chain)).toEqual([...new Set(getNamespacesMethodsForChainId(namespaces, chain))])
          expect(eventsFor(namespaces, chain)).toEqual([...new Set(getNamespacesEventsForChainId(namespaces, chain))])
        }
      }),
    )
  })
})

describe('the merge of required into optional namespaces', () => {
  test('groups single chains under their namespaces', () => {
    expect(
      normalizeNamespaces({
        'eip155:1': { methods: ['a'], events: ['x'] },
        eip155: { chains: ['eip155:10'], methods: ['b'], events: ['x'] },
      }),
    ).toEqual({ eip155: { chains: ['eip155:10', 'eip155:1'], methods: ['b', 'a'], events: ['x'] } })
  })

  test('returns what the pinned client returns', () => {
    fc.assert(
      fc.property(proposals, proposals, (required, optional) => {
        const theirs = mergeRequiredAndOptionalNamespaces(required, optional)
        expect(mergeNamespaces(required, optional)).toEqual(theirs)
      }),
    )
  })

  test('loses nothing, repeats nothing, and changes nothing when it is done again', () => {
    fc.assert(
      fc.property(proposals, proposals, (required, optional) => {
        const merged = mergeNamespaces(required, optional)
        for (const part of [normalizeNamespaces(required), normalizeNamespaces(optional)])
          for (const [key, { chains = [], methods, events }] of Object.entries(part)) {
            expect(merged[key]?.chains).toEqual(expect.arrayContaining(chains))
            expect(merged[key]?.methods).toEqual(expect.arrayContaining(methods))
            expect(merged[key]?.events).toEqual(expect.arrayContaining(events))
          }
        for (const { chains = [], methods, events } of Object.values(merged))
          for (const list of [chains, methods, events]) expect(new Set(list).size).toBe(list.length)
        expect(mergeNamespaces(merged, merged)).toEqual(merged)
        expect(mergeNamespaces({}, merged)).toEqual(merged)
      }),
    )
  })
})

describe('properties', () => {
  test('must have a value for each key [5.34]', () => {
    for (const good of [{}, { a: '' }, { a: 0, b: false }])
      expect(validateProperties(good, 'connect()', 'sessionProperties')).toBeUndefined()
    expect(textOf(validateProperties({ a: 1, b: null }, 'connect()', 'sessionProperties'))).toBe(
      'Missing or invalid. sessionProperties must contain an existing value for each key. Received: null for key b',
    )
    expect(textOf(validateProperties({ a: undefined }, 'connect()', 'scopedProperties'))).toBe(
      'Missing or invalid. scopedProperties must contain an existing value for each key. Received: undefined for key a',
    )
    expect(textOf(validateProperties(null, 'connect()', 'sessionProperties'))).toBe(wholeText('sessionProperties'))
  })

  test('must be within the requested and the approved namespaces when they are scoped [5.35]', () => {
    for (const scoped of [{}, { eip155: 1 }, { 'eip155:1': 1 }]) {
      expect(validateScopedRequest(scoped, ['eip155'])).toBeUndefined()
      expect(validateScopedApproval(scoped, ['eip155:1', 'solana'])).toBeUndefined()
    }
    expect(textOf(validateScopedRequest({ 'solana:1': 'x' }, ['eip155', 'near']))).toBe(
      'Scoped properties must be a subset of required/optional namespaces, received: {"solana:1":"x"}, required/optional namespaces: ["eip155","near"]',
    )
    expect(textOf(validateScopedApproval({ solana: 'x' }, ['eip155', 'near']))).toBe(
      'Scoped properties must be a subset of approved namespaces, received: {"solana":"x"}, approved namespaces: eip155, near',
    )
  })
})
