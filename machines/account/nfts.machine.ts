/** Service: the NFTs of the account, on networks where the chain lists them. On other networks they come from the history. */
import { assign, enqueueActions, setup } from 'xstate'
import { CACHE } from '../constants.ts'
import type { OwnedNft } from '../shared/token.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { now } from '../core/time.ts'
import { supportsNfts } from './activity.rules.ts'
import type { NftsContract } from './nfts.contract.ts'

type NftScope = Pick<NftsContract['context'], 'connection' | 'network'>

export const nftsMachine = setup({
  types: {} as SetupTypes<NftsContract>,
  actors: {
    /** Reads the NFTs of the account from the chain. */
    readNfts: promiseActor<readonly OwnedNft[], NftScope>('nfts.readNfts'),
  },
  actions: {
    setNfts: assign(({ system }, { output }: { output: readonly OwnedNft[] }) => ({
      nfts: output,
      readAt: now(system),
      error: undefined,
    })),
    setError: assign({
      error: (_, { error }: { error: unknown }) => new LatchkeyError('nfts.failed', { cause: error }),
    }),
    clearError: assign({ error: undefined }),
    /** Reads outdated NFTs again when the user looks at them. */
    reloadOutdated: enqueueActions(({ context, system, enqueue }) => {
      if (now(system) - context.readAt >= CACHE.balanceMs) enqueue.raise({ type: 'nfts.retry' })
    }),
  },
  guards: {
    /** The chain lists the NFTs of an account. On other chains, they come from the transaction history. */
    canListNfts: ({ context }) => supportsNfts(context.network.caipNetworkId),
    /** The settled transaction is on the account's network, so it may have moved an NFT. */
    isOwnNetwork: ({ context }, { networkId }: { networkId: string }) => context.network.caipNetworkId === networkId,
  },
  delays: {
    /** How long to wait for the NFTs. */
    read: configurableDelay('balanceMs'),
  },
}).createMachine({
  id: 'nfts',
  description: 'The NFTs of the account, read from its network. On some networks they come from the history instead.',
  meta: { kind: 'service', spec: ['2.3'] },
  context: ({ input }) => ({ ...input, nfts: [], readAt: 0, error: undefined }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checks whether the NFTs can be read from this network.',
      always: [{ guard: 'canListNfts', target: 'reading' }, { target: 'unsupported' }],
    },
    unsupported: { description: 'NFTs of this network come from the history, if there is one.' },
    reading: {
      description: 'The NFTs are being read from the network.',
      tags: 'busy',
      entry: 'clearError',
      invoke: {
        id: 'readNfts',
        src: 'readNfts',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: { target: 'ready', actions: { type: 'setNfts', params: ({ event }) => event } },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: {
        'transaction.settled': {
          description: 'The NFTs being read may be older than the transaction.',
          guard: { type: 'isOwnNetwork', params: ({ event }) => event },
          target: 'reading',
          reenter: true,
        },
      },
      after: { read: { target: 'failed', actions: { type: 'setError', params: { error: undefined } } } },
    },
    ready: {
      description: 'The NFTs were read.',
      on: {
        'nfts.refresh': { actions: 'reloadOutdated' },
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'isOwnNetwork', params: ({ event }) => event }, target: 'reading' },
      },
    },
    failed: {
      description: 'The NFTs could not be read. Those of the last read are kept.',
      on: {
        'nfts.refresh': 'reading',
        'nfts.retry': 'reading',
        'transaction.settled': { guard: { type: 'isOwnNetwork', params: ({ event }) => event }, target: 'reading' },
      },
    },
  },
})

export const nftsLogic = withContract<NftsContract>()(nftsMachine)
