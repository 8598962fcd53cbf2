/** Service: the NFTs that the account holds, where the chain tells them and no history does. */
import { assign, enqueueActions, setup } from 'xstate'
import { CACHE } from '../constants.ts'
import type { HeldNft } from '../entities/token.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { now } from '../kit/time.ts'
import { listsNfts } from '../rules/activity.ts'
import type { NftsContract } from './nfts.contract.ts'

type Place = Pick<NftsContract['context'], 'connection' | 'network'>

export const nftsMachine = setup({
  types: {} as TypesOf<NftsContract>,
  actors: {
    /** The NFTs that an account holds on a network, by the network's own word. */
    readNfts: effect<readonly HeldNft[], Place>('nfts.readNfts'),
  },
  actions: {
    keep: assign(({ system }, { output }: { output: readonly HeldNft[] }) => ({
      nfts: output,
      readAt: now(system),
      error: undefined,
    })),
    keepError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('nfts.failed', { cause: error }),
    }),
    clearError: assign({ error: undefined }),
    /** The visitor looks at them: what was read a while ago is read again. */
    rereadOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'nfts.retry' })
    }),
  },
  guards: {
    listed: ({ context }) => listsNfts(context.network.caipNetworkId),
    mine: ({ context }, { networkId }: { networkId: string }) => context.network.caipNetworkId === networkId,
  },
  delays: { read: timeout('balanceMs') },
}).createMachine({
  id: 'nfts',
  description: 'The NFTs that the account holds, read from its network where no history tells them.',
  meta: { kind: 'service', spec: ['2.3'] },
  context: ({ input }) => ({ ...input, nfts: [], readAt: 0, error: undefined }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Passing through: does the network itself tell them?',
      always: [{ guard: 'listed', target: 'reading' }, { target: 'unsupported' }],
    },
    unsupported: { description: 'They are told by the history of the account, or by nobody.' },
    reading: {
      description: 'The network is asked.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'readNfts',
        src: 'readNfts',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: { target: 'ready', actions: { type: 'keep', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: {
        'transaction.settled': {
          description: 'What is being read may be older than the transfer.',
          guard: { type: 'mine', params: ({ event }) => event },
          target: 'reading',
          reenter: true,
        },
      },
      after: { read: { target: 'failed', actions: { type: 'keepError', params: { error: undefined } } } },
    },
    ready: {
      description: 'They were read.',
      on: {
        'nfts.look': { actions: 'rereadOutdated' },
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'mine', params: ({ event }) => event }, target: 'reading' },
      },
    },
    failed: {
      description: 'They could not be read; what was read before is kept.',
      on: {
        'nfts.look': 'reading',
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'mine', params: ({ event }) => event }, target: 'reading' },
      },
    },
  },
})

export const nftsLogic = seal<NftsContract>()(nftsMachine)
