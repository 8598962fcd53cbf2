/** Item: what a transfer costs and what its receiver is known as, told to the draft as soon as either is known. */
import { and, assign, setup } from 'xstate'
import type { Profile } from '../account/account.contract.ts'
import { TIMING } from '../constants.ts'
import type { Fee } from '../entities/transfer.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { tellIfThere } from '../kit/system.ts'
import { there } from '../kit/there.ts'
import { estimateError } from '../rules/outcomes.ts'
import { send } from './send.contract.ts'
import type { TransferOrder, TransferReviewContract } from './transferReview.contract.ts'

type Context = TransferReviewContract['context']

export const transferReviewMachine = setup({
  types: {} as TypesOf<TransferReviewContract>,
  actors: {
    /** What the transfer costs beside its amount. */
    estimateFee: effect<Fee, TransferOrder>('send.estimateFee'),
    /** The name and picture that the receiver's address has made for itself. */
    fetchProfile: effect<Profile, TransferOrder>('send.fetchProfile'),
  },
  actions: {
    keepFee: assign({ fee: (_, { output }: { output: Fee }) => output }),
    keepError: assign({ error: (_, { error }: { error: unknown }) => estimateError(error) }),
    keepProfile: assign({ profile: (_, { output }: { output: Profile }) => output }),
    tellFee: tellIfThere(send)((_: undefined, { fee }: Context) => ({ type: 'send.priced', fee: there(fee) })),
    tellError: tellIfThere(send)((_: undefined, { error }: Context) => ({
      type: 'send.unpriced',
      error: there(error),
    })),
    tellProfile: tellIfThere(send)((_: undefined, { profile }: Context) => ({
      type: 'send.profileFound',
      profile: there(profile),
    })),
  },
  guards: {
    priced: ({ context }) => context.fee !== undefined || context.error !== undefined,
    unpriced: ({ context }) => context.fee === undefined && context.error === undefined,
    named: ({ context }) => context.profile !== undefined,
    known: and(['priced', 'named']),
  },
  delays: { pause: TIMING.reviewMs, estimate: timeout('estimateMs') },
}).createMachine({
  id: 'transferReview',
  description:
    'What the transfer of one draft costs, and what its receiver is known as: looked up once nobody types any more.',
  meta: { kind: 'item', spec: ['3.3'] },
  context: ({ input }) => ({ ...input, fee: undefined, error: undefined, profile: undefined }),
  initial: 'pausing',
  on: { 'transferReview.cancel': '.ended' },
  states: {
    pausing: {
      description: 'Somebody may still be typing.',
      after: { pause: 'reviewing' },
    },
    reviewing: {
      description: 'Both are looked up at once; neither waits for the other.',
      tags: 'busy',
      always: { guard: 'known', target: 'ended' },
      invoke: [
        {
          id: 'estimateFee',
          src: 'estimateFee',
          input: ({ context }) => context.order,
          onDone: { actions: [{ type: 'keepFee', params: ({ event }) => event }, 'tellFee'] },
          onError: { actions: [{ type: 'keepError', params: ({ event }) => event }, 'tellError'] },
        },
        {
          id: 'fetchProfile',
          src: 'fetchProfile',
          input: ({ context }) => context.order,
          onDone: { actions: [{ type: 'keepProfile', params: ({ event }) => event }, 'tellProfile'] },
          onError: {
            description: 'The address says enough.',
            actions: { type: 'keepProfile', params: { output: { name: undefined, avatar: undefined } } },
          },
        },
      ],
      after: {
        estimate: [
          {
            guard: 'unpriced',
            target: 'ended',
            actions: [
              { type: 'keepError', params: () => ({ error: new LatchkeyError('send.gasEstimate') }) },
              'tellError',
            ],
          },
          { target: 'ended' },
        ],
      },
    },
    ended: { type: 'final', description: 'What is not known by now is not waited for.' },
  },
})

export const transferReviewLogic = seal<TransferReviewContract>()(transferReviewMachine)
