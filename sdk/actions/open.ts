import type { ConnectionIn } from '../../machines/entities/account.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { Namespace } from '../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { failed } from '../../machines/rules/outcomes.ts'
import { choose } from '../choosing.ts'
import type { Instance, Opening } from '../instance.ts'
import { send } from './send.ts'

/** Opens the modal, with the draft of a swap where one is told. Ends with the visitor's choice of a wallet, or as the modal is closed. */
export async function open<Of extends Namespace = Namespace>(
  instance: Instance,
  options: Opening<Of> = {},
): Promise<Outcome<ConnectionIn<Of>>> {
  if (!instance.started()) return failed(new LatchkeyError('instance.notStarted'))
  const { view, namespace, fromToken, toToken, amount } = options
  if (view === 'Swap' && [fromToken, toToken, amount].some((each) => each !== undefined))
    send(instance, { type: 'swap.begin', fromToken, toToken, amount })
  return choose(instance, { view, namespace })
}
