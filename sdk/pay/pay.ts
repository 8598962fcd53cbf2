import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { PaymentRequest, PaymentResult } from '../../machines/pay/payment.types.ts'
import { mayBePaid } from '../../machines/shared/outcome.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { load } from '../instance/load.ts'

/** Asks the user for a payment, with the wallet or at an exchange. */
export async function pay(
  instance: Instance,
  request: PaymentRequest,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Outcome<PaymentResult>> {
  const loaded = await load(instance, 'pay', { signal })
  return loaded.status === 'done'
    ? outcomeOf(loaded.value, { type: 'pay.submit', request }, signal, { crash: mayBePaid })
    : loaded
}
