/** What the relay accepts from authenticated clients, and what it refuses with which error. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createRelay } from '../../../mocks/relay/relay.ts'
import { createKey, publication, topicOf, visit } from './visitors.ts'

const dapp = await createKey()
const wallet = await createKey()
const topic = topicOf(1)

/** A relay with a dapp and a wallet, which subscribes to the first topic. */
async function pair(now?: () => number) {
  const relay = createRelay(now && { now })
  const [one, two] = [await visit(relay, dapp), await visit(relay, wallet)]
  two.call('irn_subscribe', { topic })
  return { relay, one, two }
}

const many = Array.from({ length: 501 }, () => topic)
const u32 = 2 ** 32
test.each([
  ['an invalid topic', 'irn_subscribe', { topic: 'short' }, -32600, 'InvalidTopic'],
  ['an invalid topic among valid ones', 'irn_batchSubscribe', { topics: [topic, 'short'] }, -32600, 'InvalidTopic'],
  ['an invalid topic to publish to', 'irn_publish', publication('x', { topic: '' }), -32600, 'InvalidTopic'],
  ['an invalid topic of a session', 'wc_approveSession', approvalOf('short'), -32600, 'InvalidTopic'],
  ['no topic', 'irn_fetchMessages', {}, -32600, 'InvalidTopic'],
  ['topics that are not a list', 'irn_batchSubscribe', { topics: topic }, -32600, 'InvalidTopic'],
  ['no list of messages', 'irn_batchPublish', {}, -32600, 'InvalidParams'],
  ['no params', 'irn_publish', undefined, -32600, 'InvalidParams'],
  ['an empty message', 'irn_publish', publication(''), -32600, 'InvalidParams'],
  ['no tag', 'irn_publish', publication('x', { tag: undefined }), -32600, 'InvalidParams'],
  ['a tag below u32', 'irn_publish', publication('x', { tag: -1 }), -32600, 'InvalidParams'],
  ['a tag beyond u32', 'irn_publish', publication('x', { tag: u32 }), -32600, 'InvalidParams'],
  ['a fractional tag', 'irn_publish', publication('x', { tag: 1.5 }), -32600, 'InvalidParams'],
  ['a ttl below u32', 'irn_publish', publication('x', { ttl: -1 }), -32600, 'InvalidParams'],
  ['a ttl beyond u32', 'irn_publish', publication('x', { ttl: u32 }), -32600, 'InvalidParams'],
  ['no ttl', 'wc_proposeSession', { pairingTopic: topic, sessionProposal: 'x' }, -32600, 'InvalidParams'],
  ['a ttl of 0', 'irn_publish', publication('x', { ttl: 0 }), -32000, 'TtlTooShort'],
  ['a ttl of more than 30 days', 'irn_publish', publication('x', { ttl: 2_592_001 }), -32000, 'TtlTooLong'],
  ['a ttl of 0 in a proposal', 'wc_proposeSession', proposalFor(0), -32000, 'TtlTooShort'],
  ['a request that is too long', 'irn_publish', publication('x'.repeat(98_305)), -32600, 'PayloadSizeExceeded'],
  ['no topics', 'irn_batchSubscribe', { topics: [] }, -32600, 'BatchEmpty'],
  ['no topics to fetch', 'irn_batchFetchMessages', { topics: [] }, -32600, 'BatchEmpty'],
  ['no messages', 'irn_batchPublish', { messages: [] }, -32600, 'BatchEmpty'],
  ['no subscriptions', 'irn_batchUnsubscribe', { subscriptions: [] }, -32600, 'BatchEmpty'],
  ['no receipts', 'irn_batchReceive', { receipts: [] }, -32600, 'BatchEmpty'],
  ['too many topics', 'irn_batchSubscribe', { topics: many }, -32600, 'BatchLimitExceeded'],
  ['an unknown method', 'irn_nothing', {}, -32600, 'InvalidMethod'],
  ['the name of an Object.prototype method', 'toString', {}, -32600, 'InvalidMethod'],
])('the request is refused, and the socket stays open: %s', async (_, method, params, code, data) => {
  const { relay, one, two } = await pair()
  expect(one.call(method, params)).toMatchObject({ error: { code, data, message: expect.stringMatching(/\w/) } })
  expect(relay.published).toEqual([])
  expect(two.messages()).toEqual([])
  expect(one.call('irn_subscribe', { topic })?.result).toBeTypeOf('string')
})

function proposalFor(ttl: number) {
  return { pairingTopic: topic, sessionProposal: 'x', ttl }
}

function approvalOf(sessionTopic: string) {
  const answers = { sessionProposalResponse: 'response', sessionSettlementRequest: 'settlement' }
  return { pairingTopic: topic, sessionTopic, ...answers, ttl: 300 }
}

test('values at the limits are accepted', async () => {
  const { one, two } = await pair()
  for (const params of [
    publication('x'.repeat(98_304)),
    publication('y'.repeat(98_305), { tag: 1109 }),
    publication('shortest', { ttl: 1 }),
    publication('longest', { ttl: 2_592_000 }),
    publication('tags', { tag: u32 - 1 }),
  ])
    expect(one.call('irn_publish', params)?.result).toBe(true)
  expect(one.call('irn_batchSubscribe', { topics: many.slice(1) })?.result).toHaveLength(500)
  expect(two.messages()).toHaveLength(5)
})

test.each([
  ['text', '"a"', '"a"', 'InvalidRequestId'],
  ['text with escapes', '"1\\u0030"', '"1\\u0030"', 'InvalidRequestId'],
  ['below the minimum', '999999999', '999999999', 'InvalidRequestId'],
  ['beyond u64', '18446744073709551616', '18446744073709551616', 'InvalidRequestId'],
  ['negative', '-1000000000', '-1000000000', 'InvalidRequestId'],
  ['fractional', '1000000000.5', '1000000000.5', 'InvalidRequestId'],
  ['null', 'null', 'null', 'Serialization'],
])('an id must be a whole number from 1,000,000,000 to 2^64 - 1: %s', async (_, id, answered, data) => {
  const { one } = await pair()
  one.send(`{"id":${id},"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":"${topic}"}}`)
  expect(one.texts).toEqual([expect.stringContaining(`{"id":${answered},"jsonrpc":"2.0","error":{"code":-32600,`)])
  expect(one.texts[0]).toContain(`"data":"${data}"`)
})

test.each([undefined, '1.0', 2])('the JSON-RPC version must be 2.0, not %s', async (jsonrpc) => {
  const { one } = await pair()
  one.send(JSON.stringify({ id: 1_000_000_001, jsonrpc, method: 'irn_subscribe', params: { topic } }))
  expect(one.texts).toEqual([expect.stringContaining('"data":"InvalidJsonRpcVersion"')])
})

test.each(['', 'nonsense', '42', 'null', '[]', '{"method":"irn_subscribe"}'])(
  'the frame is invalid: %s',
  async (text) => {
    const { one } = await pair()
    one.send(text)
    expect(one.texts).toEqual([expect.stringMatching(/^\{"id":null,.*"code":-32600,.*"data":"Serialization"\}\}$/)])
  },
)

test('the same text published twice on a topic is one message, until it expires', async () => {
  let now = Date.now()
  const { relay, one, two } = await pair(() => now)
  for (const turn of [publication('hello'), publication('hello'), publication('hello', { topic: topicOf(2) })])
    expect(one.call('irn_publish', turn)?.result).toBe(true)
  expect(two.messages()).toEqual(['hello'])
  two.acknowledgeAll()
  one.call('irn_publish', publication('hello'))
  expect(two.messages()).toEqual(['hello'])
  expect(relay.published).toHaveLength(4)
  two.call('irn_subscribe', { topic: topicOf(2) })
  expect(two.messages()).toEqual(['hello', 'hello'])
  now += 300_000
  one.call('irn_publish', publication('hello'))
  expect(two.messages()).toEqual(['hello', 'hello', 'hello'])
})

test('the id of a subscription is derived from its topic and client, for every method', async () => {
  const { one, two } = await pair()
  const nameOf = (clientId: string) => createHash('sha256').update(`${topic}${clientId}`).digest('hex')
  expect(one.call('irn_subscribe', { topic })?.result).toBe(nameOf(dapp.clientId))
  expect(one.call('irn_batchSubscribe', { topics: [topic] })?.result).toEqual([nameOf(dapp.clientId)])
  expect(two.call('irn_subscribeBlocking', { topic })?.result).toBe(nameOf(wallet.clientId))
  one.call('irn_publish', publication('hello'))
  expect(two.deliveries()[0]?.params?.id).toBe(nameOf(wallet.clientId))
})

test('irn_subscribeBlocking delivers waiting messages too', async () => {
  const { one, two } = await pair()
  one.call('irn_publish', publication('hello', { topic: topicOf(2) }))
  two.call('irn_subscribeBlocking', { topic: topicOf(2) })
  expect(two.messages()).toEqual(['hello'])
})

test('a topic may be in capitals', async () => {
  const { one, two } = await pair()
  const capitals = 'AB'.repeat(32)
  expect(two.call('irn_subscribe', { topic: capitals })?.result).toMatch(/^[\da-f]{64}$/)
  expect(one.call('irn_publish', publication('hello', { topic: capitals }))?.result).toBe(true)
  expect(two.deliveries()[0]?.params?.data.topic).toBe(capitals)
})

test('irn_batchPublish publishes all messages, or none if one is refused', async () => {
  const { relay, one, two } = await pair()
  const messages = [publication('first'), publication('second', { tag: 1109 })]
  expect(one.call('irn_batchPublish', { messages })?.result).toBe(true)
  expect(two.messages()).toEqual(['first', 'second'])
  expect(relay.published).toMatchObject([{ method: 'irn_batchPublish', tag: 1108 }, { tag: 1109 }])
  const bad = [publication('third'), publication('fourth', { ttl: 0 })]
  expect(one.call('irn_batchPublish', { messages: bad })).toMatchObject({ error: { data: 'TtlTooShort' } })
  expect(two.messages()).toEqual(['first', 'second'])
})

test('irn_batchUnsubscribe ends subscriptions, whatever ids they are given', async () => {
  const { one, two } = await pair()
  two.call('irn_subscribe', { topic: topicOf(2) })
  const subscriptions = [{ topic, id: 'any' }, { topic: topicOf(2) }]
  expect(two.call('irn_batchUnsubscribe', { subscriptions })?.result).toBe(true)
  one.call('irn_publish', publication('hello'))
  one.call('irn_publish', publication('hello', { topic: topicOf(2) }))
  expect(two.messages()).toEqual([])
})

test('irn_batchReceive acknowledges deliveries', async () => {
  const { relay, one, two } = await pair()
  for (const message of ['first', 'second', 'third']) one.call('irn_publish', publication(message))
  const [first, second] = two.deliveries().map(({ id }) => id)
  const receipts = [
    { topic, message_id: first },
    { topic, message_id: String(second) },
  ]
  expect(two.call('irn_batchReceive', { receipts })?.result).toBe(true)
  two.leave()
  const again = await visit(relay, wallet)
  again.call('irn_subscribe', { topic })
  expect(again.messages()).toEqual(['third'])
})
