import { describe, expect, test } from 'vitest'
import { PAIRING } from '../../../machines/constants.ts'
import { sessionSettleSchema } from '../../../machines/pairing/pairing.schemas.ts'
import { validateApprove } from '../../../machines/pairing/rules/approve.ts'
import { validateRequired } from '../../../machines/pairing/rules/conformance.ts'
import { validateConnect } from '../../../machines/pairing/rules/connect.ts'
import { validateEmit } from '../../../machines/pairing/rules/emit.ts'
import { expiryAfter, isExpired } from '../../../machines/pairing/rules/expiry.ts'
import { validateUpdate } from '../../../machines/pairing/rules/update.ts'
import { isReason, validateReject } from '../../../machines/pairing/rules/reject.ts'
import { validateExpiry, validateRequest, validateRespond } from '../../../machines/pairing/rules/request.ts'
import { SETTLE_CALL, validateSettle } from '../../../machines/pairing/rules/settle.ts'
import { validateTopic } from '../../../machines/pairing/rules/topics.ts'
import { ADDRESS, approved, knownOf, NOW, SECONDS, sessionOf, textOf, TOPIC } from './fixtures.ts'

const known = knownOf()
const expired = knownOf({
  sessions: [sessionOf({ expiry: SECONDS })],
  pairings: [{ topic: 'pairing', expiry: SECONDS }],
  proposals: [{ id: 7, expiryTimestamp: SECONDS, requiredNamespaces: {} }],
})
const gone = knownOf({
  deleted: [
    { id: TOPIC, kind: 'session' },
    { id: 7, kind: 'proposal' },
    { id: 'pairing', kind: 'pairing' },
  ],
})

describe('expiry', () => {
  test('is reached at the exact moment, and anything that is not a time counts as expired', () => {
    expect(isExpired(SECONDS, NOW - 1)).toBe(false)
    expect(isExpired(SECONDS, NOW)).toBe(true)
    for (const none of [undefined, null, '9999999999', NaN]) expect(isExpired(none, NOW)).toBe(true)
  })
  test('is counted in whole seconds from now [9.19]', () => {
    expect(expiryAfter(PAIRING.sessionExpirySeconds, NOW + 999)).toBe(SECONDS + 604_800)
  })
})

describe('connect', () => {
  const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
  test.each([
    ['undefined', undefined],
    ['null', null],
    ['[1]', [1]],
    ['"x"', 'x'],
  ])('requires params, and %s are none [5.30]', (shown, params) => {
    expect(textOf(validateConnect(params, known))).toBe(`Missing or invalid. connect() params: ${shown}`)
  })

  test.each([
    [5, known, 'Missing or invalid. pairing topic should be a string: 5'],
    [' ', known, 'Missing or invalid. pairing topic should be a string:  '],
    ['other', known, "No matching key. pairing topic doesn't exist: other"],
    ['pairing', expired, 'Expired. pairing topic: pairing'],
    ['pairing', known, undefined],
    [undefined, known, undefined],
  ])('accepts only a pairing topic that exists and has not expired: %s', (pairingTopic, state, text) => {
    expect(textOf(validateConnect({ pairingTopic }, state))).toBe(text)
  })

  test.each([
    [undefined, undefined],
    [[{ protocol: 'irn' }], undefined],
    [[], 'Missing or invalid. connect() relays: []'],
    ['irn', 'Missing or invalid. connect() relays: irn'],
    [[{}], 'Missing or invalid. connect() relays: [{}]'],
    // The pinned client checks only the last one.
    [
      [{ protocol: 5 }, { protocol: 'irn' }],
      'Missing or invalid. connect() relays: [{"protocol":5},{"protocol":"irn"}]',
    ],
  ])('accepts only relays that name their protocol: %j [5.32]', (relays, text) => {
    expect(textOf(validateConnect({ relays }, known))).toBe(text)
  })

  test('accepts no namespaces, or valid ones of either kind [5.33]', () => {
    for (const params of [
      {},
      { requiredNamespaces: {}, optionalNamespaces: {} },
      { requiredNamespaces: asked, optionalNamespaces: asked },
    ])
      expect(validateConnect(params, known)).toBeUndefined()
    for (const kind of ['requiredNamespaces', 'optionalNamespaces']) {
      expect(textOf(validateConnect({ [kind]: 'x' }, known))).toBe(
        `Missing or invalid. connect(), ${kind} should be an object with data`,
      )
      expect(textOf(validateConnect({ [kind]: { eip155: { ...asked.eip155, chains: ['1'] } } }, known))).toBe(
        `Unsupported chains. connect() ${kind}, chain 1 should be a string and conform to "namespace:chainId" format`,
      )
    }
  })

  test('accepts properties that have values, and scoped ones within the requested namespaces [5.34] [5.35]', () => {
    const scoped = (scopedProperties: unknown) =>
      validateConnect(
        {
          requiredNamespaces: asked,
          optionalNamespaces: { ...asked, solana: { chains: ['solana:1'], methods: [], events: [] } },
          scopedProperties,
        },
        known,
      )
    expect(textOf(validateConnect({ sessionProperties: { a: null } }, known))).toBe(
      'Missing or invalid. sessionProperties must contain an existing value for each key. Received: null for key a',
    )
    expect(textOf(scoped({ eip155: undefined }))).toBe(
      'Missing or invalid. scopedProperties must contain an existing value for each key. Received: undefined for key eip155',
    )
    expect(scoped({ 'eip155:1': 1, solana: 2 })).toBeUndefined()
    expect(textOf(scoped({ near: 1 }))).toBe(
      'Scoped properties must be a subset of required/optional namespaces, received: {"near":1}, required/optional namespaces: ["eip155","eip155","solana"]',
    )
    expect(validateConnect({ sessionProperties: { a: 'b' } }, known)).toBeUndefined()
  })
})

describe('approve', () => {
  const params = { id: 7, namespaces: approved }
  test.each([
    ['5', known, 'Missing or invalid. proposal id should be a number: 5'],
    [8, known, "No matching key. proposal id doesn't exist: 8"],
    [7, expired, 'Expired. proposal id: 7'],
    [7, gone, 'Missing or invalid. Record was recently deleted - proposal: 7'],
    [7, known, undefined],
  ])('accepts only a proposal that exists and has not expired: %s [5.36] [4.39] [8.49]', (id, state, text) => {
    expect(textOf(validateApprove({ ...params, id }, state))).toBe(text)
    expect(textOf(validateReject({ id, reason: PAIRING.errors.userRejected }, state))).toBe(text)
  })

  test('requires valid namespaces that satisfy the required ones [5.37]', () => {
    const requiring = knownOf({
      proposals: [
        {
          id: 7,
          expiryTimestamp: SECONDS + 1,
          requiredNamespaces: { eip155: { chains: ['eip155:1'], methods: ['eth_sign'], events: [] } },
        },
      ],
    })
    expect(textOf(validateApprove(undefined, known))).toBe('Missing or invalid. approve() params: undefined')
    expect(textOf(validateApprove({ id: 7 }, known))).toBe(
      'Missing or invalid. approve(), namespaces should be an object with data',
    )
    expect(textOf(validateApprove(params, requiring))).toBe(
      "Non conforming namespaces. approve() namespaces methods don't satisfy namespace methods for eip155:1",
    )
  })

  test('accepts a relay protocol that is a string, or none [5.38]', () => {
    expect(validateApprove({ ...params, relayProtocol: 'irn' }, known)).toBeUndefined()
    expect(textOf(validateApprove({ ...params, relayProtocol: 5 }, known))).toBe(
      'Missing or invalid. approve() relayProtocol: 5',
    )
    expect(textOf(validateApprove({ ...params, relayProtocol: '' }, known))).toBe(
      'Missing or invalid. approve() relayProtocol: ',
    )
  })

  test('accepts properties that have values, and scoped ones within the approved namespaces [5.34] [5.35]', () => {
    expect(
      validateApprove({ ...params, sessionProperties: { a: 1 }, scopedProperties: { eip155: 1 } }, known),
    ).toBeUndefined()
    expect(textOf(validateApprove({ ...params, sessionProperties: { a: null } }, known))).toBe(
      'Missing or invalid. sessionProperties must contain an existing value for each key. Received: null for key a',
    )
    expect(textOf(validateApprove({ ...params, scopedProperties: { solana: 1 } }, known))).toBe(
      'Scoped properties must be a subset of approved namespaces, received: {"solana":1}, approved namespaces: eip155, eip155:137',
    )
  })
})

describe('reject', () => {
  test.each([
    [{ code: 5000, message: 'User rejected.' }, true],
    [{ code: -1, message: 'x', data: {} }, true],
    [{ code: 0, message: 'x' }, false],
    [{ code: NaN, message: 'x' }, false],
    [{ code: '5000', message: 'x' }, false],
    [{ code: 5000, message: ' ' }, false],
    [{ code: 5000 }, false],
    ['no', false],
    [null, false],
    [undefined, false],
  ])('requires a reason with a code other than zero and a message: %j [5.39]', (reason, is) => {
    expect(isReason(reason)).toBe(is)
    expect(textOf(validateReject({ id: 7, reason }, known))).toBe(
      is ? undefined : `Missing or invalid. reject() reason: ${JSON.stringify(reason)}`,
    )
  })
  test('requires params', () => {
    expect(textOf(validateReject(null, known))).toBe('Missing or invalid. reject() params: null')
  })
})

describe('settle', () => {
  const settle = {
    relay: { protocol: 'irn' },
    controller: { publicKey: 'key' },
    namespaces: approved,
    expiry: SECONDS + 1,
  }
  test.each([
    ['complete', settle, undefined],
    ['missing', undefined, 'Missing or invalid. onSessionSettleRequest() params: undefined'],
    [
      'without a relay',
      { ...settle, relay: undefined },
      'Missing or invalid. onSessionSettleRequest() relay protocol should be a string',
    ],
    [
      'with a relay that is a number',
      { ...settle, relay: { protocol: 1 } },
      'Missing or invalid. onSessionSettleRequest() relay protocol should be a string',
    ],
    [
      'without a controller',
      { ...settle, controller: null },
      'Missing or invalid. onSessionSettleRequest() controller public key should be a string',
    ],
    [
      'with a controller without a key',
      { ...settle, controller: { publicKey: '' } },
      'Missing or invalid. onSessionSettleRequest() controller public key should be a string',
    ],
    [
      'without namespaces',
      { ...settle, namespaces: {} },
      'Missing or invalid. onSessionSettleRequest(), namespaces should be an object with data',
    ],
    ['expired', { ...settle, expiry: SECONDS }, 'Expired. onSessionSettleRequest()'],
    ['without an expiry', { ...settle, expiry: undefined }, 'Expired. onSessionSettleRequest()'],
  ])('validates a settlement: %s [5.40]', (_, params, text) => {
    expect(textOf(validateSettle(params, NOW))).toBe(text)
  })

  test('reports a missing chain that the app requires, even if the wallet was asked for it as optional', () => {
    const required = { solana: { chains: ['solana:1'], methods: [], events: [] } }
    expect(textOf(validateRequired(required, approved, SETTLE_CALL))).toContain(
      "onSessionSettleRequest() namespaces chains don't satisfy required namespaces.",
    )
  })

  test('keeps a valid settlement readable, whatever else the wallet adds to it', () => {
    const odd = {
      ...settle,
      relay: { protocol: 'irn', data: 5 },
      controller: { publicKey: 'key', metadata: { name: 5, icons: 'x', redirect: { native: 'javascript:x' } } },
      sessionProperties: 'x',
      scopedProperties: null,
      sessionConfig: [],
      more: true,
    }
    expect(validateSettle(odd, NOW)).toBeUndefined()
    expect(sessionSettleSchema.parse(odd)).toEqual({
      ...settle,
      relay: { protocol: 'irn', data: undefined },
      controller: {
        publicKey: 'key',
        metadata: {
          name: '',
          description: '',
          url: '',
          icons: [],
          redirect: { native: undefined, universal: undefined },
          verifyUrl: undefined,
        },
      },
      sessionProperties: undefined,
      scopedProperties: undefined,
      sessionConfig: undefined,
    })
  })
})

/** Every call that takes a session’s topic validates it the same way. */
const topics: readonly (readonly [unknown, typeof known, string])[] = [
  [5, known, 'Missing or invalid. session topic should be a string: 5'],
  [undefined, known, 'Missing or invalid. session topic should be a string: undefined'],
  ['other', known, "No matching key. session topic doesn't exist: other"],
  [TOPIC, gone, `Missing or invalid. Record was recently deleted - session: ${TOPIC}`],
  [TOPIC, expired, `Expired. session topic: ${TOPIC}`],
  [TOPIC, { ...known, keys: ['other'] }, `Missing or invalid. session topic does not exist in keychain: ${TOPIC}`],
]

describe('request', () => {
  const request = { method: 'personal_sign', params: ['0x00', ADDRESS] }
  const params = { topic: TOPIC, chainId: 'eip155:1', request }

  test('is sent when all params are valid', () => {
    expect(validateRequest(params, known)).toBeUndefined()
    expect(validateRequest(params, { ...known, keys: [TOPIC] })).toBeUndefined()
    expect(textOf(validateRequest(undefined, known))).toBe('Missing or invalid. request() params: undefined')
  })

  test.each(topics)(
    'requires the topic of a session that has not expired: %s [5.41] [4.39] [8.49]',
    (topic, state, text) => {
      expect(textOf(validateRequest({ ...params, topic }, state))).toBe(text)
    },
  )

  test.each(['eip155:5', 'eip155', '', undefined, 1])('requires a chain of the session, not %s [5.42]', (chainId) => {
    expect(textOf(validateRequest({ ...params, chainId }, known))).toBe(
      `Missing or invalid. request() chainId: ${String(chainId)}`,
    )
  })

  test.each([undefined, null, {}, { method: '' }, { method: 5 }, 'personal_sign'])(
    'requires a request with a method, not %j [5.43]',
    (request) => {
      expect(textOf(validateRequest({ ...params, request }, known))).toBe(
        `Missing or invalid. request() ${JSON.stringify(request)}`,
      )
    },
  )

  test('requires a method that is approved for that chain, not for another one [5.44]', () => {
    expect(textOf(validateRequest({ ...params, request: { method: 'eth_sign' } }, known))).toBe(
      'Missing or invalid. request() method: eth_sign',
    )
    expect(
      validateRequest({ ...params, chainId: 'eip155:137', request: { method: 'eth_sign' } }, known),
    ).toBeUndefined()
    expect(textOf(validateRequest({ ...params, chainId: 'eip155:137' }, known))).toBe(
      'Missing or invalid. request() method: personal_sign',
    )
  })

  test.each([
    [undefined, true],
    [300, true],
    [604_800, true],
    [3_600.5, true],
    [299, false],
    [604_801, false],
    [0, false],
    [-300, false],
    [NaN, false],
    [Infinity, false],
    ['600', false],
    [null, false],
  ])('accepts an expiry of %s seconds only within the bounds [5.45]', (expiry, is) => {
    const text = is
      ? undefined
      : `Missing or invalid. request() expiry: ${String(expiry)}. Expiry must be a number (in seconds) between 300 and 604800`
    expect(textOf(validateExpiry(expiry))).toBe(text)
    expect(textOf(validateRequest({ ...params, expiry }, known))).toBe(text)
  })
})

describe('respond', () => {
  const response = { id: 1, jsonrpc: '2.0', result: null }
  test.each([
    [response, true],
    [{ id: 1, jsonrpc: '2.0', error: { code: 1, message: 'x' } }, true],
    [{ id: 1, jsonrpc: '2.0' }, false],
    [{ id: '1', jsonrpc: '2.0', result: 1 }, false],
    [{ id: 1, result: 1 }, false],
    [undefined, false],
    [null, false],
  ])('accepts only a JSON-RPC response: %j', (response, is) => {
    expect(textOf(validateRespond({ topic: TOPIC, response }, known))).toBe(
      is ? undefined : `Missing or invalid. respond() response: ${JSON.stringify(response)}`,
    )
  })
  test.each(topics)('requires the topic of a session that has not expired: %s [5.41]', (topic, state, text) => {
    expect(textOf(validateRespond({ topic, response }, state))).toBe(text)
  })
  test('refuses params that are not an object', () => {
    expect(textOf(validateRespond(5, known))).toBe('Missing or invalid. respond() params: 5')
  })
})

describe('an event', () => {
  const event = { name: 'chainChanged', data: 1 }
  const params = { topic: TOPIC, chainId: 'eip155:1', event }
  test('is accepted when its chain and name are approved [5.46]', () => {
    expect(validateEmit(params, known)).toBeUndefined()
    expect(validateEmit({ ...params, chainId: 'eip155:137', event: { name: 'message' } }, known)).toBeUndefined()
    expect(textOf(validateEmit(undefined, known))).toBe('Missing or invalid. emit() params: undefined')
  })
  test.each(['eip155:999', undefined, ''])('is dropped for the chain %s [5.46]', (chainId) => {
    expect(textOf(validateEmit({ ...params, chainId }, known))).toBe(
      `Missing or invalid. emit() chainId: ${String(chainId)}`,
    )
  })
  test.each([undefined, null, {}, { name: '' }, { name: 'evil', data: 1 }, { name: 'message' }])(
    'is dropped when it is %j [5.46]',
    (event) => {
      expect(textOf(validateEmit({ ...params, event }, known))).toBe(
        `Missing or invalid. emit() event: ${JSON.stringify(event)}`,
      )
    },
  )
  test.each(topics)('is dropped for the topic %s [5.41]', (topic, state, text) => {
    expect(textOf(validateEmit({ ...params, topic }, state))).toBe(text)
  })
})

describe('a session update', () => {
  test.each([
    [
      { eip155: { accounts: ['nonsense'], methods: [], events: [] } },
      'Unsupported accounts. update() namespace, account nonsense should be a string and conform to "namespace:chainId:address" format',
    ],
    [
      { eip155: { accounts: [], methods: 'x', events: [] } },
      'Unsupported methods. update(), namespace, methods should be an array of strings or empty array for no methods',
    ],
    [undefined, 'Missing or invalid. update(), namespaces should be an object with data'],
    [approved, undefined],
  ])('is validated before it is applied: %j', (namespaces, text) => {
    expect(textOf(validateUpdate({ topic: TOPIC, namespaces }, known, {}))).toBe(text)
  })

  test('must satisfy what the app requires', () => {
    const required = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } }
    const smaller = { eip155: { accounts: [`eip155:10:${ADDRESS}`], methods: ['personal_sign'], events: [] } }
    expect(validateUpdate({ topic: TOPIC, namespaces: approved }, known, required)).toBeUndefined()
    expect(validateUpdate({ topic: TOPIC, namespaces: smaller }, known, {})).toBeUndefined()
    expect(textOf(validateUpdate({ topic: TOPIC, namespaces: smaller }, known, required))).toContain(
      "update() namespaces chains don't satisfy required namespaces.",
    )
  })

  test.each(topics)('requires the topic of a known session that has not expired: %s [5.41]', (topic, state, text) => {
    expect(textOf(validateUpdate({ topic, namespaces: approved }, state, {}))).toBe(text)
  })

  test('is refused without params', () => {
    expect(textOf(validateUpdate(undefined, known, {}))).toBe('Missing or invalid. update() params: undefined')
  })
})

test.each([
  [5, known, 'Missing or invalid. session or pairing topic should be a string: 5'],
  ['other', known, "No matching key. session or pairing topic doesn't exist: other"],
  [TOPIC, gone, `Missing or invalid. Record was recently deleted - session: ${TOPIC}`],
  ['pairing', gone, 'Missing or invalid. Record was recently deleted - pairing: pairing'],
  [TOPIC, expired, `Expired. session topic: ${TOPIC}`],
  ['pairing', expired, 'Expired. pairing topic: pairing'],
  [TOPIC, known, undefined],
  ['pairing', known, undefined],
])('a disconnect requires the topic of a session or a pairing: %s [8.49]', (topic, state, text) => {
  expect(textOf(validateTopic(topic, state))).toBe(text)
})
