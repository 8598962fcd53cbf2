/** What tests of machines read, and what they do as the user and as the page. */
import type { TokenBalance } from '../../machines/shared/token.types.ts'
import type { AlwaysRunningName } from '../../sdk/instance/directory.ts'
import type { Latchkey, LazyName, ServiceName, VisibilityPort } from '../../sdk/index.ts'
import { balanceOf } from '../support/features.ts'
import { settle } from '../support/instance.ts'

export const stackOf = (latchkey: Latchkey) => latchkey.actor('view').getSnapshot().context.stack
/** The code of the message that the snackbar shows. */
export const messageOf = (latchkey: Latchkey) => latchkey.actor('snackbar').getSnapshot().context.message?.code
export const isOpen = (latchkey: Latchkey) => latchkey.actor('modal').getSnapshot().hasTag('open')

/** The event of a transaction that succeeded on Ethereum. */
export const succeeded = {
  type: 'transaction.settled',
  hash: '0x1',
  finalHash: '0x1',
  networkId: 'eip155:1',
  status: 'success',
} as const

/** The state of the account's balances: the state of their machine, the tokens, and the code of the error. */
export function holdingsOf(latchkey: Latchkey) {
  const { value, context } = balanceOf(latchkey).getSnapshot()
  return [value, context.tokens, context.error?.code] as const
}

/** Makes an actor throw while it handles an event of this type: when it reads this field of the event. */
export function crash(latchkey: Latchkey, name: LazyName | AlwaysRunningName, type: string, field: string) {
  const event = Object.defineProperty({ type }, field, {
    get() {
      throw new Error('by mistake')
    },
  })
  latchkey.find(name as ServiceName)?.send(event as never)
}

/** Drafts a transfer. */
export async function draft(latchkey: Latchkey, token: TokenBalance, amount: string, receiver: string): Promise<void> {
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount })
  latchkey.dispatch({ type: 'send.setReceiver', receiver })
  await settle()
}

/** The events of a type that an actor emits from now on. */
export function received<Event = { type: string }>(latchkey: Latchkey, name: LazyName | ServiceName, type: string) {
  const events: Event[] = []
  latchkey.inspect((event) => {
    if (event.type !== '@xstate.event' || event.actorRef !== latchkey.find(name as ServiceName)) return
    if (event.event.type === type) events.push(event.event as Event)
  })
  return events
}

type Seen = Parameters<Parameters<VisibilityPort['watch']>[0]>[0]['type']
/** A page that the test shows and hides. */
export function scriptedVisibility(now: Seen = 'page.shown') {
  const heard = new Set<(event: { type: Seen }) => void>()
  const port: VisibilityPort = {
    watch: (listener) => {
      heard.add(listener)
      listener({ type: now })
      return () => heard.delete(listener)
    },
  }
  const see = (type: Seen) => {
    if (type !== 'page.left') now = type
    for (const hear of heard) hear({ type })
  }
  return { port, see, heard }
}
