/** Service: the frame of the embedded wallet, which is made when it is first needed, and what is asked of it. */
import { assign, emit, enqueueActions, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { FrameQuestion } from '../schemas/frame.ts'
import type { AlertCode } from '../errors/catalogue.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, listener, timeout } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { isAlarming, isDecided, isSignIn, userAfter } from '../rules/frame.ts'
import { crashed } from '../rules/outcomes.ts'
import { alerts } from '../shell/alerts.contract.ts'
import type { FrameContract, OpenMessage } from './frame.contract.ts'
import { frameRequestLogic } from './frameRequest.machine.ts'

type Context = FrameContract['context']
interface Asked {
  message: FrameQuestion
  attempt: string
}
interface Ended {
  id: string
  outcome: Outcome<unknown>
}

const nameOf = (id: string) => `frameRequest:${id}`
const idOf = (type: string) => type.slice(type.lastIndexOf(':') + 1)
const markAll = (open: readonly OpenMessage[], those: readonly OpenMessage[], mark: 'withdrawn' | 'unheard') =>
  open.map((message) => (those.includes(message) ? { ...message, [mark]: true as const } : message))
const isShown = ({ decided, withdrawn }: OpenMessage) => decided !== undefined && withdrawn !== true

const ended = {
  actions: [
    { type: 'alarm', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
    { type: 'heed', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
    { type: 'keepUser', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
    { type: 'sync', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
    { type: 'settle', params: ({ event }: { event: { type: string; output: Outcome<unknown> } }) => endedBy(event) },
  ],
} as const
const endedBy = ({ type, output }: { type: string; output: Outcome<unknown> }): Ended => ({
  id: idOf(type),
  outcome: output,
})

const unreached = { type: 'alert', params: { code: 'alert.iframeLoadFailed' } } as const

export const frameMachine = setup({
  types: {} as TypesOf<FrameContract>,
  actors: {
    frameRequest: frameRequestLogic,
    /** Puts the frame into the page, and hears it until the state is left. `frame.sync` tells it the page's colours and data anew. */
    hold: listener<Extract<FrameContract['event'], { type: 'frame.answering' | 'frame.signedOut' | 'frame.lost' }>>(
      'frame.hold',
    ),
    /** Whether the secure site can be reached at all. */
    reach: effect<boolean>('frame.reach'),
    /** Lets the visitor see the frame, and press in it, until the state is left. */
    show: listener<never>('frame.show'),
  },
  actions: {
    begin: enqueueActions(({ context, enqueue }, { message, attempt }: Asked) => {
      const id = String(context.count + 1)
      const params = message.type === 'RPC_REQUEST' ? message.payload.params : undefined
      const decided = isDecided(message) ? { params } : undefined
      enqueue.spawnChild('frameRequest', { id: nameOf(id), input: { id, message } })
      enqueue.assign({
        open: [...context.open, { id, attempt, type: message.type, decided }],
        count: context.count + 1,
      })
    }),
    /** Those that were posted before do not hear it. */
    postAll: enqueueActions(({ context: { open }, enqueue }) => {
      for (const { id } of open) enqueue.sendTo(nameOf(id), { type: 'frameRequest.post' })
    }),
    failAll: enqueueActions(({ context: { open, error }, enqueue }) => {
      if (error) for (const { id } of open) enqueue.sendTo(nameOf(id), { type: 'frameRequest.fail', error })
    }),
    callOff: enqueueActions(({ context: { open }, enqueue }, { attempt }: { attempt: string }) => {
      const those = open.filter((message) => message.attempt === attempt)
      for (const { id } of those) enqueue.sendTo(nameOf(id), { type: 'frameRequest.cancel' })
      enqueue.assign({ open: markAll(open, those, 'withdrawn') })
    }),
    withdraw: enqueueActions(({ context: { open }, enqueue }, { params }: { params: unknown }) => {
      // Of several that are alike the last one goes: which of them it is makes no difference to who asked.
      const last = open.findLast((message) => isShown(message) && message.decided?.params === params)
      if (!last) return
      enqueue.sendTo(nameOf(last.id), { type: 'frameRequest.cancel' })
      enqueue.assign({ open: markAll(open, [last], 'withdrawn') })
    }),
    /** Tells whoever asked how it ended. */
    settle: enqueueActions(({ context: { open }, enqueue }, { id, outcome }: Ended) => {
      const message = open.find((each) => each.id === id)
      if (!message) return
      enqueue.emit({ type: 'frame.settled', attempt: message.attempt, outcome })
      enqueue.stopChild(nameOf(id))
      enqueue.assign({ open: open.filter((each) => each.id !== id) })
    }),
    keepError: assign({ error: (_, { error }: { error: LatchkeyError }) => error }),
    emitSignedOut: emit({ type: 'frame.signedOut' }),
    keepAbsence: assign({
      error: () => new LatchkeyError('embedded.lost', { params: { reason: 'it did not answer' } }),
    }),
    keepUnheard: assign(({ context: { open } }, { id }: { id: string }) => ({
      open: markAll(
        open,
        open.filter((message) => message.id === id),
        'unheard',
      ),
      isSilent: true,
    })),
    /** Any answer says that it is there. The visitor may be silent without it. */
    heed: assign({
      isSilent: ({ context: { open, isSilent } }, { id, outcome: { status } }: Ended) => {
        const message = open.find((each) => each.id === id)
        if (status === 'cancelled' || !message) return isSilent
        return status === 'expired' ? isSilent || (isAlarming(message.type) && !message.decided) : false
      },
    }),
    keepUser: assign({
      user: ({ context: { open, user } }, { id, outcome }: Ended) => {
        const message = open.find((each) => each.id === id)
        return message && outcome.status === 'done' ? userAfter(user, message.type, outcome.value) : user
      },
    }),
    forgetUser: assign({ user: undefined }),
    /** Whoever has signed in sees the page's colours, and which page it is. */
    sync: enqueueActions(({ context: { open }, enqueue }, { id, outcome }: Ended) => {
      const message = open.find((each) => each.id === id)
      if (message && outcome.status === 'done' && isSignIn(message.type, outcome.value))
        enqueue.sendTo('hold', { type: 'frame.sync' })
    }),
    beginAnew: assign({ error: undefined, isSilent: false }),
    alert: tell(alerts)(({ code }: { code: AlertCode }) => ({ type: 'alerts.open', alert: { code } })),
    /** A frame that does not answer is a matter for who builds the site [8.20]. */
    alarm: tell(alerts)(({ id, outcome }: Ended, { open }: Context) => {
      const message = open.find((each) => each.id === id)
      return outcome.status === 'expired' && message && isAlarming(message.type)
        ? { type: 'alerts.open', alert: { code: 'alert.iframeRequestTimeout' } }
        : undefined
    }),
  },
  guards: {
    reached: (_, { output }: { output: boolean }) => output,
    asked: ({ context }) => context.open.some(isShown),
    unasked: ({ context }) => !context.open.some(isShown),
    /** What it was told to take back, and has heard, it may have done before, and be about to say so. */
    gone: ({ context: { open, isSilent } }) => isSilent && open.every(({ unheard }) => unheard === true),
  },
  delays: { ready: timeout('frameReadyMs'), reach: timeout('apiMs'), settle: TIMING.frameSettleMs },
}).createMachine({
  id: 'frame',
  description: 'The frame of the embedded wallet: made when it is first needed, asked, and never believed blindly.',
  meta: { kind: 'service', spec: ['3.19', '4.29', '7.38', '7.39', '7.43', '8.19', '8.20', '8.27', '9.4', '9.7'] },
  context: { open: [], user: undefined, count: 0, isSilent: false, error: undefined },
  initial: 'absent',
  on: {
    'frame.cancel': { actions: { type: 'callOff', params: ({ event }) => event } },
    'xstate.done.actor.*': ended,
    'xstate.error.actor.*': {
      description: 'One that stopped by mistake takes no other with it.',
      actions: {
        type: 'settle',
        params: ({ event }) => ({ id: idOf(event.type), outcome: crashed(event.error) }),
      },
    },
  },
  states: {
    absent: {
      description: 'Nobody needed it yet, and nothing was asked of its site.',
      on: { 'frame.ask': { target: 'present', actions: { type: 'begin', params: ({ event }) => event } } },
    },
    present: {
      description: 'It is in the page.',
      entry: 'beginAnew',
      initial: 'loading',
      invoke: {
        id: 'hold',
        src: 'hold',
        onError: {
          target: 'failed',
          actions: [
            {
              type: 'keepError',
              params: ({ event }) => ({ error: new LatchkeyError('embedded.loadFailed', { cause: event.error }) }),
            },
            { type: 'alert', params: { code: 'alert.iframeLoadFailed' } },
          ],
        },
      },
      on: {
        'frame.ask': { actions: { type: 'begin', params: ({ event }) => event } },
        'frame.withdraw': { actions: { type: 'withdraw', params: ({ event }) => event } },
        'frame.signedOut': { actions: ['forgetUser', 'emitSignedOut'] },
        'frame.lost': { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      states: {
        loading: {
          description: 'Its site answers, or does not.',
          tags: 'busy',
          on: { 'frame.answering': 'settling' },
          after: {
            ready: {
              target: '#frame.explaining',
              actions: { type: 'keepError', params: () => ({ error: new LatchkeyError('embedded.loadFailed') }) },
            },
          },
        },
        settling: {
          description: 'It said that it listens; it is given a moment.',
          tags: 'busy',
          after: { settle: 'ready' },
        },
        ready: {
          description: 'It answers.',
          initial: 'quiet',
          entry: ['beginAnew', 'postAll'],
          on: {
            'frame.ask': [
              {
                description: 'It does not answer any more: another one is loaded.',
                guard: 'gone',
                target: '#frame.present',
                reenter: true,
                actions: ['keepAbsence', 'failAll', { type: 'begin', params: ({ event }) => event }],
              },
              { actions: [{ type: 'begin', params: ({ event }) => event }, 'postAll'] },
            ],
            'frame.unanswered': { actions: { type: 'keepUnheard', params: ({ event }) => event } },
          },
          states: {
            quiet: { description: 'The visitor does not see it.', always: { guard: 'asked', target: 'showing' } },
            showing: {
              description: 'The visitor decides in it.',
              tags: 'showing',
              invoke: {
                id: 'show',
                src: 'show',
                onError: { description: 'It stays where it is, and what it asks can be taken back.' },
              },
              always: { guard: 'unasked', target: 'quiet' },
            },
          },
        },
      },
    },
    explaining: {
      description: 'It did not come, and nobody waits for it. Is its site there, which may refuse this page?',
      entry: 'failAll',
      invoke: {
        id: 'reach',
        src: 'reach',
        onDone: [
          {
            guard: { type: 'reached', params: ({ event }) => event },
            target: 'failed',
            actions: { type: 'alert', params: { code: 'alert.unverifiedDomain' } },
          },
          { target: 'failed', actions: unreached },
        ],
        onError: { target: 'failed', actions: unreached },
      },
      on: {
        'frame.ask': { target: 'present', actions: [unreached, { type: 'begin', params: ({ event }) => event }] },
      },
      after: { reach: { target: 'failed', actions: unreached } },
    },
    failed: {
      description: 'It could not be loaded, or is not what was loaded. Whoever asks next tries again.',
      entry: 'failAll',
      on: { 'frame.ask': { target: 'present', actions: { type: 'begin', params: ({ event }) => event } } },
    },
  },
})

export const frameLogic = seal<FrameContract>()(frameMachine)
