import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { loadErrorTexts } from './loadErrorTexts.ts'

/**
 * Loads code of the sdk on first use, and the texts of its errors. Rejects with `feature.notLoaded`, to distinguish it from errors
 * of wallets, nodes or peers.
 */
export const loadPart = <Code>(loading: Promise<Code>): Promise<Code> =>
  Promise.all([loading, loadErrorTexts()]).then(
    ([code]) => code,
    (cause: unknown) => {
      throw new LatchkeyError('feature.notLoaded', { cause })
    },
  )
