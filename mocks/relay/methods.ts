/** The relay's methods: what each takes, and what it asks of the relay. */
import * as z from 'zod/mini'
import { Refusal } from './refusals.ts'

/** A message as the relay sees it: everything but its ciphertext is in the clear. */
export interface Published {
  clientId: string
  method: string
  topic: string
  /** What kind of message it is (1108 is a session request). */
  tag: number
  ttlSeconds: number
  prompt: boolean
  /** The length of the ciphertext. */
  size: number
  /** Everything else that the publisher told the relay, `tvf` and `correlationId` among it. */
  clear: Readonly<Record<string, unknown>>
}

/** What a method does with the relay, for the client that calls it. */
export interface Desk {
  /** Opens a topic to the client and returns the subscription's id; deliveries come later. */
  subscribe(topic: string): string
  unsubscribe(topic: string): void
  /** Delivers what waits for the client on a topic. */
  deliver(topic: string): void
  /** What waits for the client on a topic, which it has then. */
  fetch(topic: string): readonly object[]
  /** Throws where the relay does not take a message. */
  judge(message: Sending): void
  publish(message: Sending): void
  /** Takes deliveries for received, by their ids in digits. */
  acknowledge(ids: readonly string[]): void
}

/** A message with its text. */
export interface Sending extends Omit<Published, 'clientId' | 'size'> {
  ciphertext: string
}

/** The answer to a request, and what is done once it is on its way. */
export interface Outcome {
  result: unknown
  after?: () => void
}

/** The most topics, messages or receipts of one request. */
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

/** Reads parameters; a topic that is none is refused as such. */
function read<S extends z.ZodMiniType>(schema: S, params: unknown): z.output<S> {
  const found = schema.safeParse(params)
  if (found.success) return found.data
  const isTopic = (path: readonly PropertyKey[]) => path.some((name) => /topic/i.test(String(name)))
  throw new Refusal(found.error.issues.every(({ path }) => isTopic(path)) ? 'topic' : 'params')
}

/** Reads the items of a batch. */
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

/** Publishes all of several messages or none. */
function publishAll(desk: Desk, sendings: readonly Sending[]) {
  sendings.forEach(desk.judge)
  return () => sendings.forEach(desk.publish)
}

type Method = (params: unknown, desk: Desk) => Outcome

const subscribe: Method = (params, desk) => {
  const { topic } = read(subscription, params)
  return { result: desk.subscribe(topic), after: () => desk.deliver(topic) }
}

/** The methods by name. Each throws a `Refusal` when its parameters don't fit. */
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
