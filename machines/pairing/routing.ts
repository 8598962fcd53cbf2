/** Transitions that several events of the pairing share. */
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { cancelled, failed } from '../shared/outcome.rules.ts'
import { recipientOf, toActorEvent } from './rules/commands.ts'
import { itemOfCommand, disconnectionOf, type AfterEnd, type Item } from './rules/items.ts'
import { topicIn } from './rules/proposals.ts'
import type { PairingMessage } from './messages.ts'
import type { PairingCommand, PairingContract, SessionMessage } from './pairing.contract.ts'

/** The answer of a wallet to an offer. */
export type OfferMessage = Extract<PairingMessage, { pairingTopic: string }>

/** Disconnects a session that is no longer wanted, so that the other side does not keep it. */
const unwanted = (told: OfferMessage): Item[] => {
  const topic = 'session' in told ? topicIn(told.session) : undefined
  return topic === undefined ? [] : [disconnectionOf(topic)]
}

/** A command with an id that is in use is ignored: it would settle twice. */
export const command = [
  {
    guard: { type: 'isIdTaken', params: ({ event }: { event: PairingCommand }) => event },
    description: 'The caller must choose unique ids.',
  },
  {
    guard: { type: 'isAcceptable', params: ({ event }: { event: PairingCommand }) => event },
    actions: [
      { type: 'addCall', params: ({ event }: { event: PairingCommand }) => event },
      {
        type: 'startItems',
        params: ({ event }: { event: PairingCommand }) => ({
          items: [itemOfCommand(event)].filter((item) => item !== undefined),
        }),
      },
      {
        type: 'forward',
        params: ({ event }: { event: PairingCommand }) => ({ name: recipientOf(event), event: toActorEvent(event) }),
      },
    ],
  },
  { actions: { type: 'emitRefused', params: ({ event }: { event: PairingCommand }) => event } },
] as const

/** What a peer did in a session. */
export const message = [
  {
    guard: { type: 'isLive', params: ({ event }: { event: SessionMessage }) => event },
    actions: {
      type: 'forward',
      params: ({ event }: { event: SessionMessage }) => ({ name: `session:${event.topic}`, event }),
    },
  },
  {
    description: 'The session is being settled.',
    guard: { type: 'isEarly', params: ({ event }: { event: SessionMessage }) => event },
    actions: { type: 'holdMessage', params: ({ event }: { event: SessionMessage }) => event },
  },
  { actions: { type: 'emitIgnored', params: ({ event }: { event: SessionMessage }) => event } },
] as const

/** The answer of a wallet to an offer. If the offer is over, its session is disconnected. */
export const answer = [
  {
    guard: { type: 'isAwaited', params: ({ event }: { event: OfferMessage }) => event },
    actions: {
      type: 'forward',
      params: ({ context, event }: { context: PairingContract['context']; event: OfferMessage }) => ({
        name: context.offers[event.pairingTopic],
        event,
      }),
    },
  },
  { actions: { type: 'startItems', params: ({ event }: { event: OfferMessage }) => ({ items: unwanted(event) }) } },
] as const

/** The actions after the end of a proposal or a sign-in. */
export const closing = <Args>(ending: (args: Args) => AfterEnd) =>
  [
    { type: 'close', params: ending },
    {
      type: 'open',
      params: (args: Args) => ({
        sessions: [ending(args).session].filter((one) => one !== undefined),
        restored: false,
      }),
    },
    { type: 'settle', params: (args: Args) => ({ id: ending(args).caller, outcome: ending(args).outcome }) },
    { type: 'settleFor', params: ending },
    {
      type: 'startItems',
      params: (args: Args) => ({
        items: [ending(args).unwanted].filter((topic) => topic !== undefined).map(disconnectionOf),
      }),
    },
    'releaseMessages',
  ] as const

/** A message of an app to a wallet. It is handled once, even if a relay delivers it twice. */
export const received = <Message extends PairingMessage>(read: (message: Message) => Item[]) =>
  [
    {
      guard: { type: 'hasNewItems', params: ({ event }: { event: Message }) => ({ items: read(event) }) },
      actions: { type: 'startItems', params: ({ event }: { event: Message }) => ({ items: read(event) }) },
    },
    { actions: { type: 'emitIgnored', params: ({ event }: { event: Message }) => event } },
  ] as const

type Crash = { event: { type: string; error: unknown } }
/** The item that crashed, and the failed outcome for the callers that wait for it. */
const crashOf = ({ event: { type, error } }: Crash) => {
  const child = type.slice('xstate.error.actor.'.length)
  const [kind, id] = [child.slice(0, child.indexOf('.')), child.slice(child.indexOf('.') + 1)]
  return { child, name: `${kind}:${id}`, topic: id, ending: 'failed' as const, outcome: failed(toLatchkeyError(error)) }
}
export const crashed = {
  actions: [
    { type: 'stop', params: crashOf },
    { type: 'forget', params: crashOf },
    { type: 'settleFor', params: crashOf },
  ],
} as const
export const crashedSession = {
  actions: [
    { type: 'closeSession', params: crashOf },
    { type: 'settleFor', params: crashOf },
    { type: 'startItems', params: (crash: Crash) => ({ items: [disconnectionOf(crashOf(crash).topic)] }) },
  ],
} as const

/** Any command opens the client. */
export const asleep = {
  'pairing.*': {
    target: 'open',
    actions: { type: 'enqueue', params: ({ event }: { event: unknown }) => event as PairingCommand },
  },
  'pairing.open': 'open',
  'pairing.cancel': {},
} as const

/** A request needs a session, and the sessions are unknown until the client is open. */
export const unopened = {
  ...asleep,
  'pairing.request': {
    actions: {
      type: 'emit',
      params: ({ event: { id } }: { event: { id: string } }) => ({
        type: 'pairing.settled' as const,
        id,
        outcome: failed(new LatchkeyError('session.notInitialized')),
      }),
    },
  },
  'pairing.close': {},
} as const

/** Cancels all pending commands. */
export const shut = { type: 'settleAll', params: { outcome: cancelled } } as const

/** A message that arrived before the sessions of an earlier visit were ready for it [4.38]. */
export const stored = {
  guard: { type: 'isStored', params: ({ event }: { event: SessionMessage }) => event },
  actions: { type: 'holdMessage', params: ({ event }: { event: SessionMessage }) => event },
} as const
