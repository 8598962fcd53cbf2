import type { Directory, LazyName } from '../directory.ts'
import type { Configuration } from '../../machines/entities/configuration.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RefOf } from '../../machines/kit/contract.ts'
import type { LoaderContract } from '../../machines/kit/loader.contract.ts'
import { loaderName } from '../../machines/kit/system.ts'
import { cancelled, done, failed } from '../../machines/rules/outcomes.ts'
import { features } from '../features.ts'
import type { Instance } from '../instance.ts'
import { outcomeOf } from '../outcomeOf.ts'

/** The machine of a feature, once it is there. */
export async function load<Name extends LazyName>(
  { configuration, find, started }: Pick<Instance, 'configuration' | 'find' | 'started'>,
  name: Name,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<RefOf<Directory[Name]>>> {
  if (!started()) return failed(new LatchkeyError('connection.clientMissing'))
  const known = find(name)
  if (known) return done(known)
  const loader: RefOf<LoaderContract> | undefined = find(loaderName(name))
  if (!loader) return failed(missing(configuration, name))
  const outcome = await outcomeOf<LoaderContract>(loader, { type: 'feature.load' }, signal)
  if (outcome.status !== 'done') return outcome
  const found = find(name)
  return found ? done(found) : cancelled
}

/** Why nothing stands for a feature: the site does not offer it, or it belongs to an account and there is none. */
const missing = (configuration: Configuration, name: LazyName) =>
  features.some((known) => known.name === name && known.isOffered(configuration))
    ? new LatchkeyError('wallet.disconnected')
    : new LatchkeyError('feature.off', { params: { name } })
