/** Item: fetches the fee of a transfer and the profile of its receiver, and sends each to the draft as soon as it is known. */
import { and, assign, setup } from 'xstate'
import type { Profile } from '../account/account.contract.ts'
import { TIMING } from '../constants.ts'
import type { Fee } from './transfer.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActorIfRunning } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { estimateError } from '../shared/outcome.rules.ts'
import { send } from './send.contract.ts'
import type { TransferOrder, TransferReviewContract } from './transferReview.contract.ts'

type Context = TransferReviewContract['context']

export const transferReviewMachine = setup({
  types: {} as SetupTypes<TransferReviewContract>,
  actors: {
    /** Estimates the fee of the transfer. */
    estimateFee: promiseActor<Fee, TransferOrder>('send.estimateFee'),
    /** Fetches the name and the avatar of the receiver's profile. */
    fetchProfile: promiseActor<Profile, TransferOrder>('send.fetchProfile'),
  },
  actions: {
    setFee: assign({ fee: (_, { output }: { output: Fee }) => output }),
    setError: assign({ error: (_, { error }: { error: unknown }) => estimateError(error) }),
    setProfile: assign({ profile: (_, { output }: { output: Profile }) => output }),
    notifyFee: sendToActorIfRunning(send)((_: undefined, { fee }: Context) => ({
      type: 'send.priced',
      fee: assertDefined(fee),
    })),
    notifyError: sendToActorIfRunning(send)((_: undefined, { error }: Context) => ({
      type: 'send.unpriced',
      error: assertDefined(error),
    })),
    notifyProfile: sendToActorIfRunning(send)((_: undefined, { profile }: Context) => ({
      type: 'send.profileFound',
      profile: assertDefined(profile),
    })),
  },
  guards: {
    /** The fee was estimated, or the reason why it is unknown was reported. */
    isPriced: ({ context }) => context.fee !== undefined || context.error !== undefined,
    /** The time is over and the fee estimate has not returned, so the fee is reported as unknown. */
    isUnpriced: ({ context }) => context.fee === undefined && context.error === undefined,
    /** The receiver's profile was fetched, or it was found that there is none. */
    hasProfile: ({ context }) => context.profile !== undefined,
    /** Neither the fee nor the profile is still being fetched, so the review ends. */
    isPricedWithProfile: and(['isPriced', 'hasProfile']),
  },
  delays: {
    /** From the last change of the draft until its fee is estimated: the user may still be typing. */
    pause: TIMING.reviewMs,
    /** How long the fee and the profile may take to load. */
    estimate: configurableDelay('estimateMs'),
  },
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
      always: { guard: 'isPricedWithProfile', target: 'ended' },
      invoke: [
        {
          id: 'estimateFee',
          src: 'estimateFee',
          input: ({ context }) => context.order,
          onDone: { actions: [{ type: 'setFee', params: ({ event }) => event }, 'notifyFee'] },
          onError: { actions: [{ type: 'setError', params: ({ event }) => event }, 'notifyError'] },
        },
        {
          id: 'fetchProfile',
          src: 'fetchProfile',
          input: ({ context }) => context.order,
          onDone: { actions: [{ type: 'setProfile', params: ({ event }) => event }, 'notifyProfile'] },
          onError: {
            description: 'Without a profile, the address is shown alone.',
            actions: { type: 'setProfile', params: { output: { name: undefined, avatar: undefined } } },
          },
        },
      ],
      after: {
        estimate: [
          {
            guard: 'isUnpriced',
            target: 'ended',
            actions: [
              { type: 'setError', params: () => ({ error: new LatchkeyError('send.gasEstimate') }) },
              'notifyError',
            ],
          },
          { target: 'ended' },
        ],
      },
    },
    ended: { type: 'final', description: 'The fee and the profile were fetched, or their time is over.' },
  },
})

export const transferReviewLogic = withContract<TransferReviewContract>()(transferReviewMachine)
