/** The Solana node's WebSocket: a signature subscription is notified once, when the transaction is in a block. */
import { parseParams } from '../eip155/params.ts'
import type { Ledger } from './ledger.ts'
import { paramsOf } from './params.ts'
import { answerRpc } from './rpc.ts'

// A client that receives a notification together with the subscription's response would miss it.
const notifyDelayMs = 20

let lastId = 0

/** Serves one WebSocket: `receive` handles its messages, `close` removes its subscriptions. */
export function createSubscriptions(ledger: Ledger, send: (text: string) => void) {
  const subscriptions = new Map<number, string>()

  const notify = (subscription: number) => {
    const signature = subscriptions.get(subscription)
    const transaction = signature === undefined ? undefined : ledger.find(signature)
    // The node ends a signature subscription after its notification.
    if (!transaction || !subscriptions.delete(subscription)) return
    const result = { context: { slot: transaction.slot }, value: { err: transaction.failure?.err ?? null } }
    send(JSON.stringify({ jsonrpc: '2.0', method: 'signatureNotification', params: { result, subscription } }))
  }
  const scheduleNotify = (subscription: number) => setTimeout(notify, notifyDelayMs, subscription)

  const stopWatching = ledger.watch((signature) => {
    for (const [subscription, subscribedSignature] of subscriptions)
      if (subscribedSignature === signature) scheduleNotify(subscription)
  })
  const methods = {
    signatureSubscribe(params: unknown) {
      const [signature] = parseParams(paramsOf.signatureSubscribe, params)
      subscriptions.set(++lastId, signature)
      if (ledger.find(signature)) scheduleNotify(lastId)
      return lastId
    },
    signatureUnsubscribe(params: unknown) {
      const [subscription] = parseParams(paramsOf.signatureUnsubscribe, params)
      return subscriptions.delete(subscription)
    },
  }
  return {
    receive(text: string) {
      const answer = answerRpc(methods, text)
      if (answer) send(answer)
    },
    close() {
      stopWatching()
      subscriptions.clear()
    },
  }
}
