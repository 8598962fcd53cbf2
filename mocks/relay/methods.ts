/** The relay's methods: what each takes, and what it asks of the relay. */
import * as z from 'zod/mini'

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
  publish(message: Omit<Published, 'clientId' | 'size'>, ciphertext: string): void
}

/** The answer to a request, and what is done once it is on its way. */
export interface Outcome {
  result: unknown
  after?: () => void
}

const topic = z.string().check(z.regex(/^[\da-f]{64}$/))
const ciphertext = z.string().check(z.minLength(1))
const ttl = z.int().check(z.positive())
const tag = z._default(z.int(), 0)
const prompt = z._default(z.boolean(), false)

const subscription = z.looseObject({ topic })
const batch = z.looseObject({ topics: z.array(topic).check(z.maxLength(500)) })
const publication = z.looseObject({ topic, message: ciphertext, ttl, tag, prompt })
const proposal = z.looseObject({ pairingTopic: topic, sessionProposal: ciphertext, ttl })
const approval = z.looseObject({
  pairingTopic: topic,
  sessionTopic: topic,
  sessionProposalResponse: ciphertext,
  sessionSettlementRequest: ciphertext,
  ttl,
})

type Method = (params: unknown, desk: Desk) => Outcome

/** The methods by name. Each throws when its parameters don't fit. */
export const methods: Readonly<Record<string, Method>> = {
  irn_publish(params, desk) {
    const { topic, message, ttl, tag, prompt, ...clear } = publication.parse(params)
    const published = { method: 'irn_publish', topic, tag, ttlSeconds: ttl, prompt, clear }
    return { result: true, after: () => desk.publish(published, message) }
  },
  irn_subscribe(params, desk) {
    const { topic } = subscription.parse(params)
    return { result: desk.subscribe(topic), after: () => desk.deliver(topic) }
  },
  irn_batchSubscribe(params, desk) {
    const { topics } = batch.parse(params)
    return { result: topics.map((topic) => desk.subscribe(topic)), after: () => topics.forEach(desk.deliver) }
  },
  irn_unsubscribe(params, desk) {
    const { topic } = subscription.parse(params)
    desk.unsubscribe(topic)
    return { result: true }
  },
  irn_fetchMessages(params, desk) {
    const { topic } = subscription.parse(params)
    return { result: { messages: desk.fetch(topic), hasMore: false } }
  },
  irn_batchFetchMessages(params, desk) {
    const { topics } = batch.parse(params)
    return { result: { messages: topics.flatMap((topic) => desk.fetch(topic)), hasMore: false } }
  },
  wc_proposeSession(params, desk) {
    const { pairingTopic, sessionProposal, ttl, ...clear } = proposal.parse(params)
    const common = { method: 'wc_proposeSession', ttlSeconds: ttl, clear }
    const after = () => {
      desk.subscribe(pairingTopic)
      desk.publish({ ...common, topic: pairingTopic, tag: 1100, prompt: true }, sessionProposal)
      desk.deliver(pairingTopic)
    }
    return { result: true, after }
  },
  wc_approveSession(params, desk) {
    const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl, ...clear } =
      approval.parse(params)
    const common = { method: 'wc_approveSession', ttlSeconds: ttl, prompt: false, clear }
    const after = () => {
      desk.subscribe(sessionTopic)
      desk.publish({ ...common, topic: pairingTopic, tag: 1101 }, sessionProposalResponse)
      desk.publish({ ...common, topic: sessionTopic, tag: 1102 }, sessionSettlementRequest)
      desk.deliver(sessionTopic)
    }
    return { result: true, after }
  },
}
