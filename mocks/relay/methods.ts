/** The relay's methods: their params, and what they do on the relay. */
import * as z from 'zod/mini'
import { Refusal } from './refusals.ts'

/** A message as the relay sees it: everything except its ciphertext is readable. */
export interface PublishedMessage {
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
export interface RelayActions {
  /** Subscribes the client to a topic and returns the subscription's id. Deliveries follow later. */
  subscribe(topic: string): string
  unsubscribe(topic: string): void
  /** Delivers the client's waiting messages on a topic. */
  deliver(topic: string): void
  /** Returns the client's waiting messages on a topic and marks them as received. */
  fetch(topic: string): readonly object[]
  /** Throws if the relay refuses the message. */
  validate(message: OutgoingMessage): void
  publish(message: OutgoingMessage): void
  /** Acknowledges deliveries, by their ids in digits. */
  acknowledge(ids: readonly string[]): void
}

/** A message including its text. */
export interface OutgoingMessage extends Omit<PublishedMessage, 'clientId' | 'size'> {
  ciphertext: string
}

/** The response to a request, and an action that runs after it is sent. */
export interface Outcome {
  result: unknown
  afterResponse?: () => void
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
function parseParams<S extends z.ZodMiniType>(schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  const isTopic = (path: readonly PropertyKey[]) => path.some((name) => /topic/i.test(String(name)))
  throw new Refusal(parsed.error.issues.every(({ path }) => isTopic(path)) ? 'topic' : 'params')
}

/** Parses the items of a batch. */
function parseBatch<S extends z.ZodMiniType>(name: string, schema: S, params: unknown): z.output<S>[] {
  const { [name]: items } = parseParams(z.looseObject({ [name]: z.array(z.unknown()) }), params)
  if (!Array.isArray(items)) throw new Refusal('params')
  if (items.length === 0) throw new Refusal('batchEmpty')
  if (items.length > batchLimit) throw new Refusal('batchLimit')
  return items.map((item) => parseParams(schema, name === 'topics' ? { topic: item } : item))
}

const toOutgoingMessage = (method: string, item: z.output<typeof publication>): OutgoingMessage => {
  const { topic, message, ttl, tag, prompt, ...clear } = item
  return { method, topic, tag, ttlSeconds: ttl, prompt, clear, ciphertext: message }
}

/** Publishes all messages, or none if one is refused. */
function publishAll(actions: RelayActions, messages: readonly OutgoingMessage[]) {
  messages.forEach(actions.validate)
  return () => messages.forEach(actions.publish)
}

type Method = (params: unknown, actions: RelayActions) => Outcome

const subscribe: Method = (params, actions) => {
  const { topic } = parseParams(subscription, params)
  return { result: actions.subscribe(topic), afterResponse: () => actions.deliver(topic) }
}

/** The methods by name. Each throws a `Refusal` if its params are invalid. */
export const methods: Readonly<Record<string, Method>> = {
  irn_publish(params, actions) {
    return {
      result: true,
      afterResponse: publishAll(actions, [toOutgoingMessage('irn_publish', parseParams(publication, params))]),
    }
  },
  irn_batchPublish(params, actions) {
    const items = parseBatch('messages', publication, params)
    return {
      result: true,
      afterResponse: publishAll(
        actions,
        items.map((item) => toOutgoingMessage('irn_batchPublish', item)),
      ),
    }
  },
  irn_subscribe: subscribe,
  irn_subscribeBlocking: subscribe,
  irn_batchSubscribe(params, actions) {
    const topics = parseBatch('topics', subscription, params).map(({ topic }) => topic)
    return {
      result: topics.map((topic) => actions.subscribe(topic)),
      afterResponse: () => topics.forEach(actions.deliver),
    }
  },
  irn_unsubscribe(params, actions) {
    actions.unsubscribe(parseParams(subscription, params).topic)
    return { result: true }
  },
  irn_batchUnsubscribe(params, actions) {
    for (const { topic } of parseBatch('subscriptions', subscription, params)) actions.unsubscribe(topic)
    return { result: true }
  },
  irn_fetchMessages(params, actions) {
    return { result: { messages: actions.fetch(parseParams(subscription, params).topic), hasMore: false } }
  },
  irn_batchFetchMessages(params, actions) {
    const topics = parseBatch('topics', subscription, params).map(({ topic }) => topic)
    return { result: { messages: topics.flatMap((topic) => actions.fetch(topic)), hasMore: false } }
  },
  irn_batchReceive(params, actions) {
    actions.acknowledge(parseBatch('receipts', receipt, params).map(({ message_id: id }) => `${id}`))
    return { result: true }
  },
  wc_proposeSession(params, actions) {
    const { pairingTopic, sessionProposal, ttl, ...clear } = parseParams(proposal, params)
    const common = { method: 'wc_proposeSession', ttlSeconds: ttl, clear }
    const publish = publishAll(actions, [
      { ...common, topic: pairingTopic, tag: 1100, prompt: true, ciphertext: sessionProposal },
    ])
    actions.subscribe(pairingTopic)
    const afterResponse = () => {
      publish()
      actions.deliver(pairingTopic)
    }
    return { result: true, afterResponse }
  },
  wc_approveSession(params, actions) {
    const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl, ...clear } =
      parseParams(approval, params)
    const common = { method: 'wc_approveSession', ttlSeconds: ttl, prompt: false, clear }
    const publish = publishAll(actions, [
      { ...common, topic: pairingTopic, tag: 1101, ciphertext: sessionProposalResponse },
      { ...common, topic: sessionTopic, tag: 1102, ciphertext: sessionSettlementRequest },
    ])
    actions.subscribe(sessionTopic)
    const afterResponse = () => {
      publish()
      actions.deliver(sessionTopic)
    }
    return { result: true, afterResponse }
  },
}
