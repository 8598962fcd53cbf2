import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { Exchange, Payment, PaymentOrder } from '../../machines/pay/payment.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import type { PaymentCheck } from '../../machines/pay/exchangePayment.contract.ts'
import { exchangePaymentMachine } from '../../machines/pay/exchangePayment.machine.ts'
import { payMachine } from '../../machines/pay/pay.machine.ts'
import { walletPaymentMachine } from '../../machines/pay/walletPayment.machine.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { assetIdOf, exchangeHost, hashIn } from '../../machines/pay/pay.rules.ts'
import { createPayments, type Payments } from './payments.ts'
import { loadPart } from '../platform/loadPart.ts'
import { browserPopup } from '../platform/popup.ts'
import type { Popup, Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { watchPage } from '../shell/visibility.ts'

/** The initial URL of a new window, until the exchange's page is known. */
const BLANK_PAGE = 'about:blank'

/** The open windows, by payment id. */
function createWindows({ popup: port = browserPopup }: Pick<Ports, 'popup'>) {
  const windows = new Map<string, { popup: Popup; showsExchange: boolean }>()
  return {
    /**
     * Opens a window and returns a function that releases it. A window that shows the exchange's page stays open for the user.
     */
    open(id: string, closed: () => void): (() => void) | undefined {
      const popup = port.open(BLANK_PAGE, { closed })
      if (!popup) return undefined
      const entry = { popup, showsExchange: false }
      windows.set(id, entry)
      return () => {
        windows.delete(id)
        if (entry.showsExchange) popup.leave()
        else popup.close()
      }
    },
    isOpen: (id: string) => windows.has(id),
    navigate(id: string, url: string) {
      const entry = windows.get(id)
      if (!entry) return
      entry.showsExchange = true
      entry.popup.go(url)
    },
  }
}

/** Requests the exchange's payment page. Stores the payment before it can be paid, so that a reload does not lose it. */
async function createExchangePayment(
  ports: Ports,
  payments: Payments,
  { order, exchange }: { order: PaymentOrder; exchange: Exchange },
  signal: AbortSignal,
): Promise<{ payment: Payment; url: string; host: string }> {
  const { network, recipient, asset, amount } = order
  const client = await ports.api.client()
  const query = { exchangeId: exchange.id, asset: assetIdOf(order), amount, recipient: `${network}:${recipient}` }
  const { url, sessionId } = await client.call('exchangePayUrl', query, { signal, networkId: network })
  const host = exchangeHost(url)
  if (host === undefined) throw new LatchkeyError('pay.urlFailed', { cause: url })
  const method = { kind: 'exchange', exchangeId: exchange.id, exchangeName: exchange.name, sessionId } as const
  const payment = { id: ports.ids.next(), startedAt: ports.clock.now(), network, recipient, asset, amount, method }
  await payments.store(payment)
  signal.throwIfAborted()
  return { payment, url, host }
}

/** Queries a payment once, unless another tab is watching it. */
async function checkPayment(
  { api }: Ports,
  payments: Payments,
  payment: Payment,
  signal: AbortSignal,
): Promise<PaymentCheck> {
  const claim = await payments.claim(payment)
  if (claim.kind !== 'thisTab') return claim
  if (payment.method.kind !== 'exchange') throw new LatchkeyError('pay.statusFailed')
  const { sessionId, exchangeId } = payment.method
  const client = await api.client()
  const query = { sessionId, exchangeId }
  const { status, txHash } = await client.call('exchangeBuyStatus', query, { signal, networkId: payment.network })
  return { kind: 'status', status, hash: hashIn(payment.network, txHash) }
}

export const payEffects = (ports: Ports, { id: instanceId, networks, timeouts }: AppSettings) => {
  const payments = createPayments(ports, instanceId)
  const windows = createWindows(ports)
  return {
    ...implement(payMachine, {
      readPayments: () => payments.unfinished(),
      checkRecipient: async ({ input: { recipient, network }, signal }) => {
        const chain = await ports.chains.at(namespaceOf(network))
        return chain.resolveReceiver(recipient, network, signal)
      },
      fetchExchanges: async ({ input, signal }) => {
        const { network, includeOnly, exclude, amount } = input
        const client = await ports.api.client()
        const query = { page: 1, asset: assetIdOf(input), amount, includeOnly, exclude }
        const { exchanges } = await client.call('exchanges', query, { signal, networkId: network })
        return exchanges
      },
    }),
    ...implement(exchangePaymentMachine, {
      watchWindow({ input: { id, isNew }, sendBack }) {
        if (!isNew) return undefined
        const release = windows.open(id, () => sendBack({ type: 'exchangePayment.windowClosed' }))
        if (!release) sendBack({ type: 'exchangePayment.windowFailed' })
        return release
      },
      async agree({ input: { id, ...request }, signal }) {
        if (!windows.isOpen(id)) throw new LatchkeyError('pay.blocked')
        const { payment, url, host } = await createExchangePayment(ports, payments, request, signal)
        windows.navigate(id, url)
        return { payment, host }
      },
      check: ({ input, signal }) => checkPayment(ports, payments, input, signal),
      async verify({ input: { payment, hash }, signal }) {
        const network = networkOf(networks(), payment.network)
        if (!network) return false
        const { verifyPayment } = await loadPart(import('../chains/eip155/payments.ts'))
        const isPaid = await verifyPayment(payment, { network, hash, timeoutMs: timeouts.receiptMs }, signal)
        return isPaid && payments.assignTransaction(payment, hash)
      },
      finish: ({ input: { payment, end } }) => payments.finish(payment, end),
    }),
    ...implement(walletPaymentMachine, {
      keep: ({ input }) => payments.store(input),
      claim: ({ input }) => payments.claim(input),
      async check({ input: { payment, network }, signal }) {
        const claim = await payments.claim(payment)
        if (claim.kind !== 'thisTab') return claim
        if (payment.method.kind !== 'wallet') return { kind: 'none' }
        const { hash, from } = payment.method
        const chain = await ports.chains.at(namespaceOf(payment.network))
        const receipt = await chain.fetchReceipt({ network, hash, from }, signal)
        return receipt ? { kind: 'receipt', receipt } : { kind: 'none' }
      },
      watchPage: watchPage(ports),
      finish: ({ input: { payment, end } }) => payments.finish(payment, end),
    }),
  }
}
