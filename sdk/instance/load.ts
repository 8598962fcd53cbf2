import type { Directory, LazyName } from './directory.ts'
import type { Configuration } from '../../machines/project/configuration.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RefOf } from '../../machines/core/contract.ts'
import { loaderName } from '../../machines/core/messaging.ts'
import { done, failed } from '../../machines/shared/outcome.rules.ts'
import { features } from './features.ts'
import type { Instance } from './instance.ts'
import { loadActor } from './loadActor.ts'

/** Loads a feature and resolves to its machine. */
export async function load<Name extends LazyName>(
  { configuration, find, started }: Pick<Instance, 'configuration' | 'find' | 'started'>,
  name: Name,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Outcome<RefOf<Directory[Name]>>> {
  if (!started()) return failed(new LatchkeyError('connection.clientMissing'))
  const existing = find(name)
  if (existing) return done(existing)
  if (!find(loaderName(name))) return failed(missingError(configuration, name))
  return loadActor<Directory[Name]>({ get: find as never }, { name }, signal)
}

/** The reason a feature has no loader: the app does not have it, or it requires a connected account. */
const missingError = (configuration: Configuration, name: LazyName) =>
  features.some((feature) => feature.name === name && feature.isOffered(configuration))
    ? new LatchkeyError('wallet.disconnected')
    : new LatchkeyError('feature.off', { params: { name } })
