import { namespaceOf, type NetworkId } from '../../machines/entities/namespace.ts'
import type { Payment } from '../../machines/entities/payment.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { fill } from '../../machines/kit/effects.ts'
import { exchangePaymentMachine } from '../../machines/pay/exchangePayment.machine.ts'
import { payMachine } from '../../machines/pay/pay.machine.ts'
import { walletPaymentMachine } from '../../machines/pay/walletPayment.machine.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { assetIdOf, exchangeHost, hashIn } from '../../machines/rules/paying.ts'
import { createPayments } from '../payments.ts'
import { part } from '../platform/part.ts'
import { browserPopup } from '../platform/popup.ts'
import type { Popup, Ports } from '../ports.ts'
import type { Site } from './site.ts'

/** What a new window shows until it is known where the exchange's page is. */
const EMPTY = 'about:blank'

export const payEffects = (ports: Ports, site: Site) => {
  const payments = createPayments(ports, site.id)
  /** The windows that were opened, by payment, and whether each shows its exchange's page. */
  const windows = new Map<string, { popup: Popup; isLed: boolean }>()
  const networkAt = (networkId: NetworkId) => {
    const network = networkOf(site.networks(), networkId)
    if (!network) throw new LatchkeyError('pay.invalidConfig')
    return network
  }

  return {
    ...fill(payMachine, {
      readPayments: () => payments.unfinished(),
      checkRecipient: async ({ input: { recipient, network }, signal }) => {
        const chain = await ports.chains.at(namespaceOf(network))
        return chain.resolveReceiver(recipient, network, signal)
      },
      fetchExchanges: async ({ input, signal }) => {
        const client = await ports.api.client()
        const { includeOnly, exclude, amount } = input
        const asked = { page: 1, asset: assetIdOf(input), amount, includeOnly, exclude }
        const { exchanges } = await client.call('exchanges', asked, { signal, networkId: input.network })
        return exchanges
      },
    }),
    ...fill(exchangePaymentMachine, {
      watchWindow({ input: { id, isNew }, sendBack }) {
        if (!isNew) return undefined
        const popup = (ports.popup ?? browserPopup).open(EMPTY, {
          closed: () => sendBack({ type: 'exchangePayment.windowClosed' }),
        })
        if (!popup) return sendBack({ type: 'exchangePayment.windowFailed' })
        const opened = { popup, isLed: false }
        windows.set(id, opened)
        return () => {
          windows.delete(id)
          // What the visitor reads on the exchange's page stays theirs.
          if (opened.isLed && popup.leave) popup.leave()
          else popup.close()
        }
      },
      async agree({ input: { id, order, exchange }, signal }) {
        const client = await ports.api.client()
        const { network, recipient, asset, amount } = order
        const asked = { exchangeId: exchange.id, asset: assetIdOf(order), amount, recipient: `${network}:${recipient}` }
        const { url, sessionId } = await client.call('exchangePayUrl', asked, { signal, networkId: network })
        const host = exchangeHost(url)
        const opened = windows.get(id)
        if (host === undefined) throw new LatchkeyError('pay.urlFailed', { cause: url })
        if (!opened) throw new LatchkeyError('pay.blocked')
        const payment: Payment = {
          id: ports.ids.next(),
          startedAt: ports.clock.now(),
          network,
          recipient,
          asset,
          amount,
          way: { kind: 'exchange', exchangeId: exchange.id, exchangeName: exchange.name, sessionId },
        }
        // It is kept before it can be paid, so that no reload loses it.
        await payments.keep(payment)
        signal.throwIfAborted()
        opened.isLed = true
        opened.popup.go(url)
        return { payment, host }
      },
      async look({ input: payment, signal }) {
        const claim = await payments.claim(payment)
        if (claim.kind !== 'ours' || payment.way.kind !== 'exchange') return claim.kind === 'ours' ? NOTHING : claim
        const client = await ports.api.client()
        const { sessionId, exchangeId } = payment.way
        const asked = { sessionId, exchangeId }
        const { status, txHash } = await client.call('exchangeBuyStatus', asked, { signal, networkId: payment.network })
        return { kind: 'told', status, hash: hashIn(payment.network, txHash) }
      },
      async verify({ input: { payment, hash }, signal }) {
        const { verifyPayment } = await part(import('../chains/eip155/payments.ts'))
        const network = networkAt(payment.network)
        return verifyPayment(payment, { network, hash, timeoutMs: site.timeouts.receiptMs }, signal)
      },
      finish: ({ input: { payment, end } }) => payments.finish(payment, end),
    }),
    ...fill(walletPaymentMachine, {
      keep: ({ input }) => payments.keep(input),
      claim: ({ input }) => payments.claim(input),
      finish: ({ input: { payment, end } }) => payments.finish(payment, end),
    }),
  }
}

const NOTHING = { kind: 'told', status: 'UNKNOWN', hash: undefined } as const
