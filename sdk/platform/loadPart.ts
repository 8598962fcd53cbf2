import { LatchkeyError } from '../../machines/shared/errors/error.ts'

/**
 * Loads code of the sdk on first use. Rejects with `feature.notLoaded`, to distinguish it from errors of wallets, nodes or peers.
 */
export const loadPart = <Code>(loading: Promise<Code>): Promise<Code> =>
  loading.catch((cause: unknown) => {
    throw new LatchkeyError('feature.notLoaded', { cause })
  })
