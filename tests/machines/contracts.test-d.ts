/** Code that must not compile. The compiler checks this file. */
import { actorKey } from '../../machines/core/actorKey.ts'
import { feature } from '../../machines/core/feature.ts'
import { broadcast, sendToActor } from '../../machines/core/messaging.ts'
import { withContract } from '../../machines/core/contract.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { modal } from '../../machines/shell/modal.contract.ts'
import type { SnackbarContract } from '../../machines/shell/snackbar.contract.ts'
import { snackbarMachine } from '../../machines/shell/snackbar.machine.ts'
import type { Latchkey } from '../../sdk/index.ts'

const never = () => new Promise<never>(() => {})

withContract<SnackbarContract>()(snackbarMachine)
// @ts-expect-error a contract may not list fewer states than the machine has
withContract<Omit<SnackbarContract, 'state'> & { state: 'hidden' }>()(snackbarMachine)
// @ts-expect-error a contract may not list an event that the machine does not handle
withContract<Omit<SnackbarContract, 'event'> & { event: { type: 'nope' } }>()(snackbarMachine)

sendToActor(modal)({ type: 'modal.close' })
// @ts-expect-error unknown command
sendToActor(modal)({ type: 'send.submit' })
broadcast({ type: 'modal.closed' })
// @ts-expect-error unknown event
broadcast({ type: 'nope' })

const views = actorKey<{ context: object; event: { type: 'toy.viewLeft' }; state: string }>()('toy')
feature(views, { views: { Networks: { left: true } }, load: never })
// @ts-expect-error a feature must handle the events that its views send
feature(views, { views: { Networks: { entered: true } }, load: never })

new LatchkeyError('send.incomplete')
// @ts-expect-error this text needs params
new LatchkeyError('amount.invalid')
// @ts-expect-error unknown code
new LatchkeyError('nope')

declare const latchkey: Latchkey
latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
// @ts-expect-error broadcast events come from machines, not sent from outside
latchkey.dispatch({ type: 'modal.closed' })
// @ts-expect-error events between machines cannot be sent from outside
latchkey.dispatch({ type: 'modal.lock', by: 'Networks' })
// @ts-expect-error only machines write to the storage
latchkey.dispatch({ type: 'storage.setTheme', choice: 'dark' })
// @ts-expect-error only the end of a swap request sets this
latchkey.dispatch({ type: 'swap.setNotRequested' })
// @ts-expect-error events of a wallet cannot be sent from outside
latchkey.dispatch({ type: 'wallet.accountsChanged', accounts: [] })
// @ts-expect-error unknown actor
latchkey.actor('nobody')
// @ts-expect-error a flow exists only at times: use find or watch
latchkey.actor('connectionAttempt')
// @ts-expect-error an actor that is loaded on demand may not exist yet
latchkey.actor('send')
const amount: string | undefined = latchkey.find('send')?.getSnapshot().context.amount
latchkey.find('send')?.on('send.settled', ({ outcome }) => {
  // @ts-expect-error the value exists only when the status is done
  void outcome.value
  if (outcome.status === 'done') void (outcome.value satisfies string)
})
void amount
