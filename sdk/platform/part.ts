import { LatchkeyError } from '../../machines/errors/error.ts'

/** Code of the sdk that is loaded when it is first needed. Rejects with `feature.notLoaded`: no wallet, node or peer is to blame. */
export const part = <Code>(loading: Promise<Code>): Promise<Code> =>
  loading.catch((cause: unknown) => {
    throw new LatchkeyError('feature.notLoaded', { cause })
  })
