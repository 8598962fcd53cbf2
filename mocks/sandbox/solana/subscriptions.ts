/** The Solana node's WebSocket: a signature subscription is notified once, when the transaction is in a block. */
import { read } from '../eip155/params.ts'
import type { Ledger } from './ledger.ts'
import { paramsOf } from './params.ts'
import { answerRpc } from './rpc.ts'

// A client that receives a notification together with the subscription's response would miss it.
const tellAfterMs = 20

let lastId = 0

/** Serves one WebSocket: `receive` handles its messages, `close` removes its subscriptions. */
export function createSubscriptions(ledger: Ledger, send: (text: string) => void) {
  const subscriptions = new Map<number, string>()

  const tell = (subscription: number) => {
    const signature = subscriptions.get(subscription)
    const landed = signature === undefined ? undefined : ledger.find(signature)
    // The node ends a signature subscription after its notification.
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
