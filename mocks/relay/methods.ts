/** The relay's methods: their params, and what they do on the relay. */
import * as z from 'zod/mini'
import { Refusal } from './refusals.ts'

/** A message as the relay sees it: everything except its ciphertext is readable. */
export interface Published {
  clientId: string
  method: string
  topic: string
  /** The message type, for example 1108 for a session request. */
  tag: number
  ttlSeconds: number
  prompt: boolean
  /** The length of the ciphertext. */
  size: number
  /** Everything else that the publisher sent to the relay, including `tvf` and `correlationId`. */
  clear: Readonly<Record<string, unknown>>
}

/** What a method can do on the relay, for the client that calls it. */
export interface Desk {
  /** Subscribes the client to a topic and returns the subscription's id. Deliveries follow later. */
  subscribe(topic: string): string
  unsubscribe(topic: string): void
  /** Delivers the client's waiting messages on a topic. */
  deliver(topic: string): void
  /** Returns the client's waiting messages on a topic and marks them as received. */
  fetch(topic: string): readonly object[]
  /** Throws if the relay refuses the message. */
  judge(message: Sending): void
  publish(message: Sending): void
  /** Acknowledges deliveries, by their ids in digits. */
  acknowledge(ids: readonly string[]): void
}

/** A message including its text. */
export interface Sending extends Omit<Published, 'clientId' | 'size'> {
  ciphertext: string
}

/** The response to a request, and an action that runs after it is sent. */
export interface Outcome {
  result: unknown
  after?: () => void
}

/** The maximum number of topics, messages or receipts in one request. */
const batchLimit = 500
const u32 = z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1))

const topic = z.string().check(z.regex(/^[\da-f]{64}$/i))
const ciphertext = z.string().check(z.minLength(1))
const prompt = z._default(z.boolean(), false)

const subscription = z.looseObject({ topic })
const publication = z.looseObject({ topic, message: ciphertext, ttl: u32, tag: u32, prompt })
const receipt = z.looseObject({ topic, message_id: z.union([z.string(), z.number()]) })
const proposal = z.looseObject({ pairingTopic: topic, sessionProposal: ciphertext, ttl: u32 })
const approval = z.looseObject({
  pairingTopic: topic,
  sessionTopic: topic,
  sessionProposalResponse: ciphertext,
  sessionSettlementRequest: ciphertext,
  ttl: u32,
})

/** Parses params. An invalid topic has its own refusal. */
function read<S extends z.ZodMiniType>(schema: S, params: unknown): z.output<S> {
  const found = schema.safeParse(params)
  if (found.success) return found.data
  const isTopic = (path: readonly PropertyKey[]) => path.some((name) => /topic/i.test(String(name)))
  throw new Refusal(found.error.issues.every(({ path }) => isTopic(path)) ? 'topic' : 'params')
}

/** Parses the items of a batch. */
function readBatch<S extends z.ZodMiniType>(name: string, schema: S, params: unknown): z.output<S>[] {
  const { [name]: items } = read(z.looseObject({ [name]: z.array(z.unknown()) }), params)
  if (!Array.isArray(items)) throw new Refusal('params')
  if (items.length === 0) throw new Refusal('batchEmpty')
  if (items.length > batchLimit) throw new Refusal('batchLimit')
  return items.map((item) => read(schema, name === 'topics' ? { topic: item } : item))
}

const sendingOf = (method: string, item: z.output<typeof publication>): Sending => {
  const { topic, message, ttl, tag, prompt, ...clear } = item
  return { method, topic, tag, ttlSeconds: ttl, prompt, clear, ciphertext: message }
}

/** Publishes all messages, or none if one is refused. */
function publishAll(desk: Desk, sendings: readonly Sending[]) {
  sendings.forEach(desk.judge)
  return () => sendings.forEach(desk.publish)
}

type Method = (params: unknown, desk: Desk) => Outcome

const subscribe: Method = (params, desk) => {
  const { topic } = read(subscription, params)
  return { result: desk.subscribe(topic), after: () => desk.deliver(topic) }
}

/** The methods by name. Each throws a `Refusal` if its params are invalid. */
export const methods: Readonly<Record<string, Method>> = {
  irn_publish(params, desk) {
    return { result: true, after: publishAll(desk, [sendingOf('irn_publish', read(publication, params))]) }
  },
  irn_batchPublish(params, desk) {
    const items = readBatch('messages', publication, params)
    return {
      result: true,
      after: publishAll(
        desk,
        items.map((item) => sendingOf('irn_batchPublish', item)),
      ),
    }
  },
  irn_subscribe: subscribe,
  irn_subscribeBlocking: subscribe,
  irn_batchSubscribe(params, desk) {
    const topics = readBatch('topics', subscription, params).map(({ topic }) => topic)
    return { result: topics.map((topic) => desk.subscribe(topic)), after: () => topics.forEach(desk.deliver) }
  },
  irn_unsubscribe(params, desk) {
    desk.unsubscribe(read(subscription, params).topic)
    return { result: true }
  },
  irn_batchUnsubscribe(params, desk) {
    for (const { topic } of readBatch('subscriptions', subscription, params)) desk.unsubscribe(topic)
    return { result: true }
  },
  irn_fetchMessages(params, desk) {
    return { result: { messages: desk.fetch(read(subscription, params).topic), hasMore: false } }
  },
  irn_batchFetchMessages(params, desk) {
    const topics = readBatch('topics', subscription, params).map(({ topic }) => topic)
    return { result: { messages: topics.flatMap((topic) => desk.fetch(topic)), hasMore: false } }
  },
  irn_batchReceive(params, desk) {
    desk.acknowledge(readBatch('receipts', receipt, params).map(({ message_id: id }) => `${id}`))
    return { result: true }
  },
  wc_proposeSession(params, desk) {
    const { pairingTopic, sessionProposal, ttl, ...clear } = read(proposal, params)
    const common = { method: 'wc_proposeSession', ttlSeconds: ttl, clear }
    const publish = publishAll(desk, [
      { ...common, topic: pairingTopic, tag: 1100, prompt: true, ciphertext: sessionProposal },
    ])
    desk.subscribe(pairingTopic)
    const after = () => {
      publish()
      desk.deliver(pairingTopic)
    }
    return { result: true, after }
  },
  wc_approveSession(params, desk) {
    const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl, ...clear } = read(
      approval,
      params,
    )
    const common = { method: 'wc_approveSession', ttlSeconds: ttl, prompt: false, clear }
    const publish = publishAll(desk, [
      { ...common, topic: pairingTopic, tag: 1101, ciphertext: sessionProposalResponse },
      { ...common, topic: sessionTopic, tag: 1102, ciphertext: sessionSettlementRequest },
    ])
    desk.subscribe(sessionTopic)
    const after = () => {
      publish()
      desk.deliver(sessionTopic)
    }
    return { result: true, after }
  },
}
