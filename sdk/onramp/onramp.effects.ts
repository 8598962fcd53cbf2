import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { onrampMachine } from '../../machines/onramp/onramp.machine.ts'
import { purchaseMachine } from '../../machines/onramp/purchase.machine.ts'
import { purchasesMachine } from '../../machines/onramp/purchases.machine.ts'
import {
  validateLink,
  appLink,
  presetAmount,
  purchasesOn,
  quoteFor,
  type PurchaseOrder,
} from '../../machines/onramp/onramp.rules.ts'
import { assertDefined } from '../../machines/core/assertDefined.ts'
import { browserPopup } from '../platform/popup.ts'
import type { ApiPort, Popup, Ports } from '../instance/ports.ts'
import { watchPage } from '../shell/visibility.ts'

/** The purchases of an account on a network, as the API's provider currently reports them. */
async function readPurchases(api: ApiPort, account: string, networkId: string, signal: AbortSignal) {
  const query = { account, chainId: networkId, onramp: 'coinbase' as const }
  const { data } = await (await api.client()).call('history', query, { networkId, signal, fresh: true })
  return purchasesOn(data, networkId)
}

/** The API's link for an order, limited to one network and one account. */
async function apiLink(api: ApiPort, order: PurchaseOrder, signal: AbortSignal): Promise<string> {
  const { connection, network, currency } = order
  const amount = presetAmount(order)
  const blockchain = assertDefined(currency.networkName)
  const { url } = await (
    await api.client()
  ).call(
    'onrampUrl',
    {
      destinationWallets: [{ address: connection.address, blockchains: [blockchain], assets: [currency.symbol] }],
      defaultNetwork: blockchain,
      partnerUserId: connection.address,
      // The API takes a number: nine digits and two decimals are represented exactly.
      ...(amount !== undefined && { presetFiatAmount: Number(amount) }),
    },
    { networkId: network.caipNetworkId, signal },
  )
  return url
}

/** The effects of an account's on-ramp and of each purchase. */
export const onrampEffects = (ports: Ports) => {
  const { api } = ports
  let popup: Popup | undefined
  return {
    ...implement(onrampMachine, {
      fetchOptions: async ({ input: { network }, signal }) =>
        (await api.client()).call('onrampOptions', {}, { networkId: network.caipNetworkId, signal }),
      fetchQuote: async ({ input: { network, currency, payment }, signal }) => {
        const { symbol } = currency
        const response = await (
          await api.client()
        ).call(
          'onrampQuote',
          { purchaseCurrency: symbol, paymentCurrency: payment.currency, amount: payment.amount, network: symbol },
          { networkId: network.caipNetworkId, signal, fresh: true },
        )
        const quote = quoteFor(response, { currency, payment })
        if (!quote) throw new LatchkeyError('onramp.quoteFailed')
        return quote
      },
    }),
    ...implement(purchaseMachine, {
      watchWindow({ input: { opens }, sendBack, receive }) {
        if (!opens) return
        const newPopup = (ports.popup ?? browserPopup).open('about:blank', {
          closed: () => sendBack({ type: 'purchase.windowClosed' }),
        })
        popup = newPopup
        if (!newPopup) return sendBack({ type: 'purchase.windowBlocked' })
        let end = newPopup.close
        receive(() => {
          newPopup.leave()
          end = () => {}
        })
        return () => end()
      },
      async leadWindow({ input: order, signal }) {
        if (!popup) throw new LatchkeyError('onramp.blocked')
        const { provider, connection, network } = order
        const reportsPurchases = provider.kind === 'api'
        const [link, earlierPurchases] = await Promise.all([
          reportsPurchases ? apiLink(api, order, signal) : appLink(order),
          reportsPurchases
            ? readPurchases(api, connection.address, network.caipNetworkId, signal).catch(() => undefined)
            : undefined,
        ])
        const error = validateLink(link, order)
        if (error) throw error
        // The window may belong to another purchase by now.
        signal.throwIfAborted()
        popup.go(link)
        return { reportsPurchases, known: earlierPurchases?.map(({ id }) => id) }
      },
      fetchPurchases: ({ input: { connection, network }, signal }) =>
        readPurchases(api, connection.address, network.caipNetworkId, signal),
      watchPage: watchPage(ports),
    }),
  }
}

/** The effects of an account's list of purchases. */
export const purchasesEffects = (ports: Ports) =>
  implement(purchasesMachine, {
    fetchPurchases: ({ input: { address, networkId }, signal }) => readPurchases(ports.api, address, networkId, signal),
    watchPage: watchPage(ports),
  })
