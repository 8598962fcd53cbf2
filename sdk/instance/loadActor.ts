import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { ActorKey } from '../../machines/core/actorKey.ts'
import type { AnySystem, Contract, RefOf } from '../../machines/core/contract.ts'
import type { LoaderContract } from '../../machines/core/loader.contract.ts'
import { loaderName } from '../../machines/core/messaging.ts'
import { cancelled, done } from '../../machines/shared/outcome.rules.ts'
import { outcomeOf } from './outcomeOf.ts'

/** Loads a feature that the app has, and resolves to its machine. */
export async function loadActor<C extends Contract>(
  { get }: Pick<AnySystem, 'get'>,
  { name }: ActorKey<string, C>,
  signal?: AbortSignal,
): Promise<Outcome<RefOf<C>>> {
  const existing: RefOf<C> | undefined = get(name)
  if (existing) return done(existing)
  const outcome = await outcomeOf<LoaderContract>(get(loaderName(name)), { type: 'feature.load' }, signal)
  if (outcome.status !== 'done') return outcome
  const loaded: RefOf<C> | undefined = get(name)
  return loaded ? done(loaded) : cancelled
}
