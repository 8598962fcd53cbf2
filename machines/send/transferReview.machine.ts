/** Item: fetches the fee of a transfer and the profile of its receiver, and sends each to the draft as soon as it is known. */
import { and, assign, setup } from 'xstate'
import type { Profile } from '../account/account.contract.ts'
import { TIMING } from '../constants.ts'
import type { Fee } from './transfer.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tellIfThere } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { estimateError } from '../shared/outcome.rules.ts'
import { send } from './send.contract.ts'
import type { TransferOrder, TransferReviewContract } from './transferReview.contract.ts'

type Context = TransferReviewContract['context']

export const transferReviewMachine = setup({
  types: {} as TypesOf<TransferReviewContract>,
  actors: {
    /** Estimates the fee of the transfer. */
    estimateFee: effect<Fee, TransferOrder>('send.estimateFee'),
    /** Fetches the name and the avatar of the receiver's profile. */
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
  description: 'The fee of one draft and the profile of its receiver: fetched once the user stops typing.',
  meta: { kind: 'item', spec: ['3.3'] },
  context: ({ input }) => ({ ...input, fee: undefined, error: undefined, profile: undefined }),
  initial: 'pausing',
  on: { 'transferReview.cancel': '.ended' },
  states: {
    pausing: {
      description: 'The user may still be typing.',
      after: { pause: 'reviewing' },
    },
    reviewing: {
      description: 'The fee and the profile are being fetched in parallel.',
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
            description: 'Without a profile, the address is shown alone.',
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
    ended: { type: 'final', description: 'Results that are missing by now are not waited for.' },
  },
})

export const transferReviewLogic = seal<TransferReviewContract>()(transferReviewMachine)
