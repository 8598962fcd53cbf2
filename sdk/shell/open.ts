import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { done, failed } from '../../machines/shared/outcome.rules.ts'
import type { Instance, OpenOptions } from '../instance/instance.ts'
import { dispatch } from '../instance/dispatch.ts'

/** Opens the modal, with a swap draft if one is given. */
export async function open(instance: Instance, options: OpenOptions = {}): Promise<Outcome<undefined>> {
  if (!instance.started()) return failed(new LatchkeyError('instance.notStarted'))
  const { view, namespace, fromToken, toToken, amount } = options
  if (view === 'Swap' && [fromToken, toToken, amount].some((value) => value !== undefined))
    dispatch(instance, { type: 'swap.begin', fromToken, toToken, amount })
  dispatch(instance, { type: 'modal.open', ...(view && { view }), ...(namespace && { namespace }) })
  return done(undefined)
}
