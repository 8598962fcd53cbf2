import type { ConnectionIn } from '../../machines/entities/account.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { failed } from '../../machines/rules/outcomes.ts'
import type { ViewName } from '../../machines/entities/view.ts'
import { choose } from '../choosing.ts'
import type { Instance } from '../instance.ts'

/** Opens the modal. Ends with the visitor's choice of a wallet, or as the modal is closed. */
export async function open<Of extends Namespace = Namespace>(
  instance: Instance,
  options: { view?: ViewName; namespace?: Of } = {},
): Promise<Outcome<ConnectionIn<Of>>> {
  if (!instance.started()) return failed(new LatchkeyError('instance.notStarted'))
  return choose(instance, options)
}
