import type { Outcome } from '../machines/entities/attempt.ts'
import type { Address } from '../machines/kit/address.ts'
import type { AnySystem, Contract, RefOf } from '../machines/kit/contract.ts'
import type { LoaderContract } from '../machines/kit/loader.contract.ts'
import { loaderName } from '../machines/kit/system.ts'
import { cancelled, done } from '../machines/rules/outcomes.ts'
import { outcomeOf } from './outcomeOf.ts'

/** Loads a feature that the app has, and resolves to its machine. */
export async function loaded<C extends Contract>(
  { get }: Pick<AnySystem, 'get'>,
  { name }: Address<string, C>,
  signal?: AbortSignal,
): Promise<Outcome<RefOf<C>>> {
  const known: RefOf<C> | undefined = get(name)
  if (known) return done(known)
  const outcome = await outcomeOf<LoaderContract>(get(loaderName(name)), { type: 'feature.load' }, signal)
  if (outcome.status !== 'done') return outcome
  const found: RefOf<C> | undefined = get(name)
  return found ? done(found) : cancelled
}
