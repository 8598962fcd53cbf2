import { nftsMachine } from '../../machines/account/nfts.machine.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Ports } from '../instance/ports.ts'

export const nftsEffects = ({ chains }: Ports) =>
  implement(nftsMachine, {
    readNfts: async ({ input: { connection, network }, signal }) => {
      const chain = await chains.at(connection.namespace)
      if (!chain.readNfts) throw new LatchkeyError('chain.adapterMissing')
      return chain.readNfts({ network, from: connection.address }, signal)
    },
  })
