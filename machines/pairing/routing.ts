/** Transitions that several events of the pairing share. */
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { cancelled, failed } from '../shared/outcome.rules.ts'
import { recipientOf, toActorEvent } from './rules/commands.ts'
import { itemOfCommand, disconnectionOf, type ItemEnd, type Item } from './rules/items.ts'
import { topicIn } from './rules/proposals.ts'
import type { PairingMessage } from './messages.ts'
import type { PairingCommand, PairingContract, SessionMessage } from './pairing.contract.ts'

/** The answer of a wallet to a proposal or a sign-in. */
export type WalletAnswer = Extract<PairingMessage, { pairingTopic: string }>

/** Returns the item that disconnects the session of an answer that came too late, so that the wallet does not keep it. */
const disconnectionsFor = (answer: WalletAnswer): Item[] => {
  const topic = 'session' in answer ? topicIn(answer.session) : undefined
  return topic === undefined ? [] : [disconnectionOf(topic)]
}

/** The transitions for a command. A command with an id that is in use is ignored, because it would settle twice. */
export const commandTransitions = [
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

/** The transitions for a message of a peer in a session. */
export const messageTransitions = [
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

/** The transitions for the answer of a wallet to a proposal or a sign-in. If that is over, the session is disconnected. */
export const answerTransitions = [
  {
    guard: { type: 'isAwaited', params: ({ event }: { event: WalletAnswer }) => event },
    actions: {
      type: 'forward',
      params: ({ context, event }: { context: PairingContract['context']; event: WalletAnswer }) => ({
        name: context.pairingActors[event.pairingTopic],
        event,
      }),
    },
  },
  {
    actions: {
      type: 'startItems',
      params: ({ event }: { event: WalletAnswer }) => ({ items: disconnectionsFor(event) }),
    },
  },
] as const

/** The actions after the end of a proposal or a sign-in. */
export const closeActions = <Args>(endOf: (args: Args) => ItemEnd) =>
  [
    { type: 'close', params: endOf },
    {
      type: 'open',
      params: (args: Args) => ({
        sessions: [endOf(args).session].filter((session) => session !== undefined),
        restored: false,
      }),
    },
    { type: 'settle', params: (args: Args) => ({ id: endOf(args).callerId, outcome: endOf(args).outcome }) },
    { type: 'settleFor', params: endOf },
    {
      type: 'startItems',
      params: (args: Args) => ({
        items: [endOf(args).unwanted].filter((topic) => topic !== undefined).map(disconnectionOf),
      }),
    },
    'releaseMessages',
  ] as const

/** The transitions for a message of an app to a wallet. It is handled once, even if a relay delivers it twice. */
export const receiveTransitions = <Message extends PairingMessage>(toItems: (message: Message) => Item[]) =>
  [
    {
      guard: { type: 'hasNewItems', params: ({ event }: { event: Message }) => ({ items: toItems(event) }) },
      actions: { type: 'startItems', params: ({ event }: { event: Message }) => ({ items: toItems(event) }) },
    },
    { actions: { type: 'emitIgnored', params: ({ event }: { event: Message }) => event } },
  ] as const

type CrashArgs = { event: { type: string; error: unknown } }
/** The item that crashed, and the failed outcome for the callers that wait for it. */
const crashOf = ({ event: { type, error } }: CrashArgs) => {
  const child = type.slice('xstate.error.actor.'.length)
  const [kind, id] = [child.slice(0, child.indexOf('.')), child.slice(child.indexOf('.') + 1)]
  return { child, name: `${kind}:${id}`, topic: id, ending: 'failed' as const, outcome: failed(toLatchkeyError(error)) }
}
export const crashTransition = {
  actions: [
    { type: 'stop', params: crashOf },
    { type: 'forget', params: crashOf },
    { type: 'settleFor', params: crashOf },
  ],
} as const
export const sessionCrashTransition = {
  actions: [
    { type: 'closeSession', params: crashOf },
    { type: 'settleFor', params: crashOf },
    { type: 'startItems', params: (args: CrashArgs) => ({ items: [disconnectionOf(crashOf(args).topic)] }) },
  ],
} as const

/** The transitions while the client is closed: any command opens it. */
export const closedTransitions = {
  'pairing.*': {
    target: 'open',
    actions: { type: 'enqueue', params: ({ event }: { event: unknown }) => event as PairingCommand },
  },
  'pairing.open': 'open',
  'pairing.cancel': {},
} as const

/** The same before the first command. A request needs a session, and the sessions are unknown until the client is open. */
export const idleTransitions = {
  ...closedTransitions,
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
export const cancelAll = { type: 'settleAll', params: { outcome: cancelled } } as const

/** Stores a message that arrived before the sessions of an earlier visit were ready for it [4.38]. */
export const holdTransition = {
  guard: { type: 'isStored', params: ({ event }: { event: SessionMessage }) => event },
  actions: { type: 'holdMessage', params: ({ event }: { event: SessionMessage }) => event },
} as const
