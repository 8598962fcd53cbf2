/** What a websocket of the Solana node answers: who subscribes to a signature is told once when it is in a block. */
import { read } from '../params.ts'
import type { Ledger } from './ledger.ts'
import { paramsOf } from './params.ts'
import { answerRpc } from './rpc.ts'

// A client that hears of a subscription in the same breath as of its answer would miss it.
const tellAfterMs = 20

let lastId = 0

/** Serves one websocket: `receive` takes what it says, `close` forgets its subscriptions. */
export function createSubscriptions(ledger: Ledger, send: (text: string) => void) {
  const subscriptions = new Map<number, string>()

  const tell = (subscription: number) => {
    const signature = subscriptions.get(subscription)
    const landed = signature === undefined ? undefined : ledger.find(signature)
    // The node ends such a subscription by itself.
    if (!landed || !subscriptions.delete(subscription)) return
    const result = { context: { slot: landed.slot }, value: { err: landed.failure?.err ?? null } }
    send(JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params: { result, subscription } }))
  }
  const tellSoon = (subscription: number) => setTimeout(tell, tellAfterMs, subscription)

  const unwatch = ledger.watch((signature) => {
    for (const [subscription, subscribed] of subscriptions) if (subscribed === signature) tellSoon(subscription)
  })
  const methods = {
    signatureSubscribe(params: unknown) {
      const [signature] = read(paramsOf.signatureSubscribe, params)
      subscriptions.set(++lastId, signature)
      if (ledger.find(signature)) tellSoon(lastId)
      return lastId
    },
    signatureUnsubscribe(params: unknown) {
      const [subscription] = read(paramsOf.signatureUnsubscribe, params)
      return subscriptions.delete(subscription)
    },
  }
  return {
    receive(text: string) {
      const answer = answerRpc(methods, text)
      if (answer) send(answer)
    },
    close() {
      unwatch()
      subscriptions.clear()
    },
  }
}
