/** Checked by the compiler: what must not be possible. */
import { address } from '../../machines/kit/address.ts'
import { feature } from '../../machines/kit/feature.ts'
import { announce, tell } from '../../machines/kit/system.ts'
import { seal } from '../../machines/kit/contract.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { modal } from '../../machines/shell/modal.contract.ts'
import type { SnackbarContract } from '../../machines/shell/snackbar.contract.ts'
import { snackbarMachine } from '../../machines/shell/snackbar.machine.ts'
import type { Latchkey } from '../../sdk/index.ts'

const never = () => new Promise<never>(() => {})

seal<SnackbarContract>()(snackbarMachine)
// @ts-expect-error a contract may not promise fewer states than there are
seal<Omit<SnackbarContract, 'state'> & { state: 'hidden' }>()(snackbarMachine)
// @ts-expect-error nor an event that the machine does not take
seal<Omit<SnackbarContract, 'event'> & { event: { type: 'nope' } }>()(snackbarMachine)

tell(modal)({ type: 'modal.close' })
// @ts-expect-error no such command
tell(modal)({ type: 'send.submit' })
announce({ type: 'modal.closed' })
// @ts-expect-error no such fact
announce({ type: 'nope' })

const views = address<{ context: object; event: { type: 'toy.viewLeft' }; state: string }>()('toy')
feature(views, { views: { Networks: { left: true } }, load: never })
// @ts-expect-error a feature that a view tells something has to hear it
feature(views, { views: { Networks: { entered: true } }, load: never })

new LatchkeyError('send.incomplete')
// @ts-expect-error this text needs params
new LatchkeyError('amount.invalid')
// @ts-expect-error no such code
new LatchkeyError('nope')

declare const latchkey: Latchkey
latchkey.send({ type: 'send.setAmount', amount: '1' })
// @ts-expect-error facts are announced by machines, not sent from outside
latchkey.send({ type: 'modal.closed' })
// @ts-expect-error nor is what one machine tells another
latchkey.send({ type: 'modal.lock', by: 'Networks' })
// @ts-expect-error nor is what a wallet says
latchkey.send({ type: 'provider.accountsChanged', accounts: [] })
// @ts-expect-error no such actor
latchkey.actor('nobody')
// @ts-expect-error flows come and go: find or watch them
latchkey.actor('external')
// @ts-expect-error nor is there what is loaded when it is first needed
latchkey.actor('send')
const amount: string | undefined = latchkey.find('send')?.getSnapshot().context.amount
latchkey.find('send')?.on('send.settled', ({ outcome }) => {
  // @ts-expect-error there is a value only when it is done
  void outcome.value
  if (outcome.status === 'done') void (outcome.value satisfies string)
})
void amount
