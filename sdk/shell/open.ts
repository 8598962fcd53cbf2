import type { ConnectionOf } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { failed } from '../../machines/shared/outcome.rules.ts'
import { connectWithModal } from '../connection/connectWithModal.ts'
import type { Instance, OpenOptions } from '../instance/instance.ts'
import { dispatch } from '../instance/dispatch.ts'

/** Opens the modal, with a swap draft if one is given. Settles when the user connects a wallet or the modal closes. */
export async function open<Of extends Namespace = Namespace>(
  instance: Instance,
  options: OpenOptions<Of> = {},
): Promise<Outcome<ConnectionOf<Of>>> {
  if (!instance.started()) return failed(new LatchkeyError('instance.notStarted'))
  const { view, namespace, fromToken, toToken, amount } = options
  if (view === 'Swap' && [fromToken, toToken, amount].some((value) => value !== undefined))
    dispatch(instance, { type: 'swap.begin', fromToken, toToken, amount })
  return connectWithModal(instance, { view, namespace })
}
