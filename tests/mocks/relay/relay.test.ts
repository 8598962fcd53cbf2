/** The relay without a transport: responses, storage, deliveries and refusals. */
import { expect, test, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { noFaults } from '../../../mocks/relay/faults.ts'
import { createRelay } from '../../../mocks/relay/relay.ts'
import { createKey, publication, topicOf, visit } from './visitors.ts'

const dapp = await createKey()
const wallet = await createKey()
const topic = topicOf(1)

/** A relay with a dapp and a wallet, which subscribes to the first topic. */
async function pair(relay = createRelay()) {
  const [a, b] = [await visit(relay, dapp), await visit(relay, wallet)]
  b.call('irn_subscribe', { topic })
  return { relay, dapp: a, wallet: b }
}

test('a message reaches the other subscribers and never its publisher', async () => {
  const { relay, dapp, wallet } = await pair()
  const subscription = dapp.call('irn_subscribe', { topic })?.result
  expect(subscription).toMatch(/^[\da-f]{64}$/)
  expect(dapp.call('irn_publish', publication('hello', { attestation: 'yes' }))?.result).toBe(true)
  expect(wallet.deliveries()).toMatchObject([
    {
      params: {
        id: expect.stringMatching(/^[\da-f]{64}$/),
        data: { topic, message: 'hello', tag: 1108, attestation: 'yes' },
      },
    },
  ])
  expect(wallet.deliveries()[0]?.params?.data.publishedAt).toBeTypeOf('number')
  expect(dapp.messages()).toEqual([])
  const again = await visit(relay, await createKey())
  again.call('irn_subscribe', { topic: topicOf(2) })
  expect(again.messages()).toEqual([])
})

test('the publisher gets its response before anyone gets the message', async () => {
  const relay = createRelay()
  const order: string[] = []
  const open = async (name: string, key: typeof dapp) => {
    const socket = { send: (text: string) => order.push(`${name} ${text.slice(0, 40)}`), close: () => undefined }
    const connection = relay.connect(`ws://relay.test/?projectId=${sandboxProject}&auth=${await key.token()}`, socket)
    const log = relay.socketLogs.at(-1)
    await vi.waitUntil(() => log?.clientId !== undefined, { interval: 1 })
    const id = name === 'one' ? 1_000_000_100 : 1_000_000_200
    return (method: string, params: unknown) =>
      connection.message(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
  }
  const one = await open('one', dapp)
  const two = await open('two', wallet)
  two('irn_subscribe', { topic })
  order.length = 0
  one('irn_publish', publication('hello'))
  expect(order).toEqual([
    expect.stringContaining('one {"id":1000000100,'),
    expect.stringContaining('two {"id":1000000001,'),
  ])
  order.length = 0
  one('irn_subscribe', { topic: topicOf(2) })
  two('irn_publish', publication('hello again', { topic: topicOf(2) }))
  two('irn_batchSubscribe', { topics: [topicOf(2), topic] })
  expect(order.map((line) => line.slice(0, 20))).toEqual([
    'one {"id":1000000100',
    'two {"id":1000000200',
    'one {"id":1000000002',
    'two {"id":1000000200',
  ])
})

test.each([
  ['text', '"1731000000000000123"'],
  ['a number beyond 2^53', '18446744073709551615'],
  ['a number', '1000000000'],
])('an id is returned with its original digits: %s', async (_, id) => {
  const client = await visit(createRelay(), dapp)
  client.send(`{ "params": {"id": 1, "topic": "${topic}"}, "jsonrpc":"2.0", "id" : ${id}, "method":"irn_subscribe" }`)
  expect(client.texts).toEqual([expect.stringMatching(/^\{"id":.*,"jsonrpc":"2\.0","result":"[\da-f]{64}"\}$/)])
  expect(client.texts[0]?.startsWith(`{"id":${id},`)).toBe(true)
})

test('a message waits for a client that has never connected', async () => {
  const relay = createRelay()
  const one = await visit(relay, dapp)
  one.call('irn_publish', publication('first'))
  one.call('irn_publish', publication('second'))
  one.leave()
  const two = await visit(relay, wallet)
  two.call('irn_batchSubscribe', { topics: [topic, topicOf(2)] })
  expect(two.messages()).toEqual(['first', 'second'])
})

test.each([
  ['irn_fetchMessages', { topic }],
  ['irn_batchFetchMessages', { topics: [topic, topicOf(2)] }],
])('waiting messages can be fetched once: %s', async (method, params) => {
  const relay = createRelay()
  const one = await visit(relay, dapp)
  one.call('irn_publish', publication('first'))
  one.call('irn_publish', publication('second'))
  const two = await visit(relay, wallet)
  const messages = ['first', 'second'].map((message) => ({ topic, message, tag: 1108 }))
  expect(two.call(method, params)?.result).toMatchObject({ messages, hasMore: false })
  expect(two.call(method, params)?.result).toEqual({ messages: [], hasMore: false })
  two.call('irn_subscribe', { topic })
  expect(two.messages()).toEqual([])
})

test('only the newest socket of a client is served', async () => {
  const { relay, dapp, wallet: older } = await pair()
  const newer = await visit(relay, wallet)
  newer.call('irn_subscribe', { topic })
  dapp.call('irn_publish', publication('hello'))
  expect(older.messages()).toEqual([])
  expect(older.call('irn_subscribe', { topic })).toBeUndefined()
  expect(newer.messages()).toEqual(['hello'])
  // It is not served after the newer one has closed, either.
  newer.leave()
  expect(older.call('irn_subscribe', { topic })).toBeUndefined()
})

test('only messages that were not acknowledged are delivered again on the next socket', async () => {
  const { relay, dapp, wallet: first } = await pair()
  dapp.call('irn_publish', publication('seen'))
  first.acknowledgeAll()
  dapp.call('irn_publish', publication('unseen'))
  first.send(JSON.stringify({ id: first.deliveries()[1]?.id, jsonrpc: '2.0', error: { code: 1, message: 'no' } }))
  first.call('irn_subscribe', { topic })
  expect(first.messages()).toEqual(['seen', 'unseen'])
  first.leave()
  dapp.call('irn_publish', publication('meanwhile'))
  first.acknowledgeAll()

  const second = await visit(relay, wallet)
  expect(second.messages()).toEqual([])
  second.call('irn_subscribe', { topic })
  expect(second.messages()).toEqual(['unseen', 'meanwhile'])
  second.acknowledgeAll()
  const third = await visit(relay, wallet)
  third.call('irn_subscribe', { topic })
  expect(third.messages()).toEqual([])
  expect(first.messages()).toEqual(['seen', 'unseen'])
})

test('a message expires after its ttl', async () => {
  let now = Date.now()
  const relay = createRelay({ now: () => now })
  const one = await visit(relay, dapp)
  one.call('irn_publish', publication('short', { ttl: 30 }))
  one.call('irn_publish', publication('long', { ttl: 31 }))
  now += 30_000
  const two = await visit(relay, wallet)
  two.call('irn_subscribe', { topic })
  expect(two.messages()).toEqual(['long'])
})

test('a client that unsubscribes receives no more messages', async () => {
  const { dapp, wallet } = await pair()
  expect(wallet.call('irn_unsubscribe', { topic, id: 'any' })?.result).toBe(true)
  dapp.call('irn_publish', publication('hello'))
  expect(wallet.messages()).toEqual([])
  wallet.call('irn_subscribe', { topic })
  expect(wallet.messages()).toEqual(['hello'])
})

test('a proposal and its approval are published, and subscribe their sender', async () => {
  const relay = createRelay()
  const [one, two] = [await visit(relay, dapp), await visit(relay, wallet)]
  const [pairing, session] = [topicOf(3), topicOf(4)]
  const proposal = { pairingTopic: pairing, sessionProposal: 'proposal', ttl: 300, correlationId: 5 }
  expect(one.call('wc_proposeSession', proposal)?.result).toBe(true)
  two.call('irn_subscribe', { topic: pairing })
  expect(two.messages()).toEqual(['proposal'])

  const answers = { sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement', ttl: 300 }
  expect(
    two.call('wc_approveSession', { pairingTopic: pairing, sessionTopic: session, ...answers, correlationId: 5 })
      ?.result,
  ).toBe(true)
  expect(one.messages()).toEqual(['response'])
  one.call('irn_subscribe', { topic: session })
  expect(one.messages()).toEqual(['response', 'settlement'])
  one.call('irn_publish', publication('ack', { topic: session, tag: 1103 }))
  expect(two.messages()).toEqual(['proposal', 'ack'])
  expect(relay.published.map(({ tag, prompt, ttlSeconds, clear }) => ({ tag, prompt, ttlSeconds, clear }))).toEqual([
    { tag: 1100, prompt: true, ttlSeconds: 300, clear: { correlationId: 5 } },
    { tag: 1101, prompt: false, ttlSeconds: 300, clear: { correlationId: 5 } },
    { tag: 1102, prompt: false, ttlSeconds: 300, clear: { correlationId: 5 } },
    { tag: 1103, prompt: true, ttlSeconds: 300, clear: {} },
  ])
})

test('the log contains everything that a relay can read', async () => {
  const { relay, dapp: one } = await pair()
  one.call('irn_publish', publication('1234567890', { tvf: { rpcMethods: ['personal_sign'] }, attestation: '' }))
  expect(relay.published).toEqual([
    {
      clientId: dapp.clientId,
      method: 'irn_publish',
      topic,
      tag: 1108,
      ttlSeconds: 300,
      prompt: true,
      size: 10,
      clear: { tvf: { rpcMethods: ['personal_sign'] }, attestation: '' },
    },
  ])
  expect(relay.socketLogs).toEqual([
    { projectId: sandboxProject, userAgent: 'wc-2/test', clientId: dapp.clientId },
    { projectId: sandboxProject, userAgent: 'wc-2/test', clientId: wallet.clientId },
  ])
})

const now = Math.floor(Date.now() / 1000)
const other = await createKey()
const good = await dapp.token()
const [head = '', body = '', signature = ''] = good.split('.')
test.each([
  ['no token', '', 'JWT is missing'],
  ['malformed', 'nonsense', 'JWT validation error: malformed'],
  ['a fourth part', `${good}.x`, 'JWT validation error: malformed'],
  ['no signature', `${head}.${body}.`, 'JWT validation error: invalid signature'],
  [
    'a signature of another payload',
    `${head}.${body}.${(await dapp.token({ sub: 'cd' })).split('.')[2]}`,
    'JWT validation error: invalid signature',
  ],
  [
    'a changed payload',
    `${head}.${(await dapp.token({ sub: 'cd' })).split('.')[1]}.${signature}`,
    'JWT validation error: invalid signature',
  ],
  ["another client's id", await dapp.token({ iss: other.clientId }), 'JWT validation error: invalid signature'],
  ['an issuer with an invalid key', await dapp.token({ iss: 'did:key:z6Mk' }), 'JWT validation error: malformed'],
  ['an issuer other than a DID', await dapp.token({ iss: 'https://shop.example' }), 'JWT validation error: malformed'],
  ['the algorithm none', await dapp.token({}, { alg: 'none' }), 'JWT validation error: malformed'],
  ['an expired token', await dapp.token({ exp: now - 200 }), 'JWT validation error: JWT Token is expired'],
  ['an early token', await dapp.token({ iat: now + 200 }), 'JWT validation error: JWT Token is not yet valid'],
  ['another audience', await dapp.token({ aud: 'ws://other.test' }), 'JWT validation error: invalid audience'],
])('a token is refused with 3000: %s', async (_, token, reason) => {
  const relay = createRelay()
  const client = await visit(relay, dapp, { token })
  expect(client.closing()).toEqual({ code: 3000, reason })
  expect(relay.socketLogs[0]).toEqual({
    projectId: sandboxProject,
    userAgent: 'wc-2/test',
    closing: { code: 3000, reason },
  })
  expect(relay.sockets()).toBe(0)
  // The reason is also sent in a frame, because not every client sees the close reason.
  expect(client.texts).toEqual([`{"id":0,"jsonrpc":"2.0","error":{"code":3000,"message":"${reason}"}}`])
  expect(client.call('irn_subscribe', { topic })).toBeUndefined()
})

test('a token of any audience is accepted if none is required, and clocks may differ slightly', async () => {
  const client = await visit(createRelay({ audience: 'any' }), dapp, {
    token: await dapp.token({ aud: 'ws://other.test', iat: now + 60, exp: now - 60 }),
  })
  expect(client.closing()).toBeUndefined()
  const elsewhere = await visit(createRelay({ audience: 'ws://other.test' }), dapp, {
    token: await dapp.token({ aud: 'ws://other.test' }),
  })
  expect(elsewhere.closing()).toBeUndefined()
})

test('a token without an expiry is accepted', async () => {
  const client = await visit(createRelay(), dapp, { token: await dapp.token({ exp: undefined }) })
  expect(client.closing()).toBeUndefined()
})

test('a missing or unknown project id is refused with 3000', async () => {
  const relay = createRelay({ verifyProjectId: async (projectId) => projectId === sandboxProject })
  const closing = async (projectId: string) => (await visit(relay, dapp, { query: { projectId } })).closing()
  expect(await closing('')).toEqual({ code: 3000, reason: 'Project ID is missing' })
  expect(await closing('unknown')).toEqual({ code: 3000, reason: 'Invalid project ID' })
  expect(await closing('0'.repeat(32))).toEqual({ code: 3000, reason: 'Unauthorized: invalid key' })
  expect(await closing(sandboxProject)).toBeUndefined()
})

test('a project check that fails closes the socket with the reason', async () => {
  const verifyProjectId = () => Promise.reject(new Error('No list of projects'))
  const client = await visit(createRelay({ verifyProjectId }), dapp)
  expect(client.closing()).toEqual({ code: 1011, reason: 'Error: No list of projects' })
})

test('frames that arrive during authentication are handled afterwards, in order', async () => {
  const relay = createRelay()
  const texts: string[] = []
  const url = `ws://relay.test/?projectId=${sandboxProject}&auth=${await dapp.token()}`
  const connection = relay.connect(url, { send: (text) => texts.push(text), close: () => undefined })
  for (const id of [1_000_000_001, 1_000_000_002])
    connection.message(JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_subscribe', params: { topic } }))
  expect(texts).toEqual([])
  await vi.waitUntil(() => texts.length === 2, { interval: 1 })
  expect(texts.map((text) => text.slice(0, 16))).toEqual(['{"id":1000000001', '{"id":1000000002'])
})

test('all sockets can be closed at once, with any code', async () => {
  const { relay, dapp, wallet } = await pair()
  expect(relay.sockets()).toBe(2)
  relay.disconnectAll(4010, 'Rebalance')
  expect([dapp.closing(), wallet.closing()]).toEqual(
    Array.from({ length: 2 }, () => ({ code: 4010, reason: 'Rebalance' })),
  )
  expect(relay.sockets()).toBe(0)
  expect(relay.socketLogs.map(({ closing }) => closing?.code)).toEqual([4010, 4010])
})

test('a silent relay accepts clients and ignores their frames', async () => {
  const { relay, dapp, wallet } = await pair()
  relay.faults.silent = true
  expect(dapp.call('irn_publish', publication('lost'))).toBeUndefined()
  const late = await visit(relay, await createKey())
  expect(late.closing()).toBeUndefined()
  expect(late.call('irn_subscribe', { topic })).toBeUndefined()
  relay.resetFaults()
  expect(relay.faults).toEqual(noFaults)
  expect(dapp.call('irn_publish', publication('heard'))?.result).toBe(true)
  expect(wallet.messages()).toEqual(['heard'])
})

test('a refusing relay answers every request with its error', async () => {
  const { relay, dapp, wallet } = await pair()
  relay.faults.requestError = { code: -32000, message: 'Too busy' }
  expect(dapp.call('irn_publish', publication('hello'))?.error).toEqual({ code: -32000, message: 'Too busy' })
  expect(dapp.call('nonsense', {})?.error).toEqual({ code: -32000, message: 'Too busy' })
  expect(wallet.messages()).toEqual([])
})

test('messages can be dropped, all or some, although the publisher gets a success', async () => {
  const { relay, dapp, wallet } = await pair()
  relay.faults.drop = true
  expect(dapp.call('irn_publish', publication('all'))?.result).toBe(true)
  relay.faults.drop = ({ tag }) => tag === 1114
  dapp.call('irn_publish', publication('ping', { tag: 1114 }))
  dapp.call('irn_publish', publication('request'))
  relay.resetFaults()
  expect(wallet.messages()).toEqual(['request'])
  expect(relay.published).toHaveLength(3)
})

test('everything can be delayed in order, and a closed socket receives nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const relay = createRelay()
    const open = async (key: typeof dapp) => {
      const texts: string[] = []
      const url = `ws://relay.test/?projectId=${sandboxProject}&auth=${await key.token()}`
      const connection = relay.connect(url, { send: (text) => texts.push(text), close: () => undefined })
      for (let turn = 0; relay.socketLogs.at(-1)?.clientId === undefined; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      const say = (id: number, method: string, params: object) =>
        connection.message(JSON.stringify({ id: 1_000_000_000 + id, jsonrpc: '2.0', method, params }))
      return { texts, say, closed: connection.closed }
    }
    const one = await open(dapp)
    const two = await open(wallet)
    relay.faults.delayMs = 500
    two.say(1, 'irn_subscribe', { topic })
    one.say(1, 'irn_publish', publication('hello'))
    one.say(2, 'irn_subscribe', { topic })
    vi.advanceTimersByTime(499)
    expect([one.texts, two.texts]).toEqual([[], []])
    vi.advanceTimersByTime(1)
    expect(one.texts).toEqual([expect.stringContaining('"id":1000000001'), expect.stringContaining('"id":1000000002')])
    expect(two.texts).toEqual([expect.stringContaining('"id":1000000001'), expect.stringContaining('hello')])
    one.say(3, 'irn_subscribe', { topic })
    one.closed()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a message can be delivered twice, and one acknowledgement is enough', async () => {
  const { relay, dapp, wallet: first } = await pair()
  relay.faults.duplicate = true
  dapp.call('irn_publish', publication('hello'))
  expect(first.messages()).toEqual(['hello', 'hello'])
  expect(new Set(first.deliveries().map(({ id }) => id)).size).toBe(2)
  first.acknowledge(first.deliveries()[0]?.id)
  first.leave()
  const second = await visit(relay, wallet)
  second.call('irn_subscribe', { topic })
  expect(second.messages()).toEqual([])
})

test('garbage replaces every frame', async () => {
  const { relay, dapp, wallet } = await pair()
  relay.faults.garbage = '<html>'
  dapp.send(JSON.stringify({ id: 1_000_000_001, jsonrpc: '2.0', method: 'irn_publish', params: publication('hello') }))
  expect(dapp.texts.at(-1)).toBe('<html>')
  expect(wallet.texts.at(-1)).toBe('<html>')
})

test('new sockets can be closed with any code', async () => {
  const { relay } = await pair()
  relay.faults.closeOnConnect = { code: 4010, reason: 'Rebalance' }
  expect((await visit(relay, dapp)).closing()).toEqual({ code: 4010, reason: 'Rebalance' })
  expect(relay.sockets()).toBe(2)
})
