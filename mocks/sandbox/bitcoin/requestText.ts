/** The texts of the Bitcoin wallet's requests, and its entry in the panel. */
import type { Approvals, SiteRequest } from '../approvals.ts'
import { failureLabels, type Detail, type PanelEntry, type RequestSummary } from '../panel/panelEntry.ts'
import type { BitcoinRequest, Payment, PsbtDetails } from './questions.ts'
import { bitcoinWalletInfo } from './register.ts'
import type { SandboxBitcoinWallet } from './wallet.ts'

const payees = (payments: readonly Payment[], symbol: string): Detail[] => {
  const [first, ...others] = payments
  if (!first) return [['To', 'Your own addresses only']]
  if (others.length === 0) return [['To', first.to ?? 'No address: it is burnt, or a script decides']]
  return payments.map(({ to = 'no address', amount }): Detail => ['To', `${amount} ${symbol} to ${to}`])
}

function describePsbt({
  from,
  amount,
  payments,
  fee,
  symbol,
  network,
  inputs,
  unsigned,
  isSent,
}: PsbtDetails): RequestSummary {
  const [signed, all] = inputs
  const isPayment = !amount.startsWith('-')
  return {
    title: isSent ? 'Sign and send a transaction' : 'Sign a transaction',
    details: [
      [isPayment ? 'You pay' : 'You get', `${isPayment ? amount : amount.slice(1)} ${symbol}`],
      ['From', from],
      ...payees(payments, symbol),
      ['Fee', fee === undefined ? 'Not known' : `${fee} ${symbol}`],
      ['Network', network],
      ['Inputs', `${signed} of ${all}`],
      ['Still open', unsigned.length > 0 ? unsigned.join(', ') : undefined],
      ['Afterwards', isSent ? undefined : 'The site can send it when it likes'],
    ],
  }
}

function describe({ origin, ...request }: SiteRequest<BitcoinRequest>): RequestSummary {
  const site: Detail = ['Site', origin]
  switch (request.kind) {
    case 'connect': {
      const { account, ordinals } = request.details
      return { title: 'Connect this site', details: [site, ['Payments', account], ['Ordinals', ordinals]] }
    }
    case 'sign': {
      const { account, message, protocol } = request.details
      return {
        title: 'Sign a message',
        details: [site, ['Account', account], ['Message', message], ['Signed by', protocol]],
      }
    }
    case 'transaction': {
      const { from, payments, fee, symbol, network } = request.details
      const amount = payments.length === 1 ? payments[0]?.amount : undefined
      return {
        title: 'Send bitcoin',
        details: [
          site,
          ['Amount', amount === undefined ? undefined : `${amount} ${symbol}`],
          ['From', from],
          ...payees(payments, symbol),
          ['Fee', `${fee} ${symbol}`],
          ['Network', network],
        ],
      }
    }
    case 'psbt': {
      const { title, details } = describePsbt(request.details)
      return { title, details: [site, ...details] }
    }
  }
}

/** The Bitcoin wallet's panel entry. */
export const bitcoinPanelEntry = (
  wallet: SandboxBitcoinWallet,
  approvals: Omit<Approvals<BitcoinRequest>, 'approve'>,
): PanelEntry<BitcoinRequest> => ({
  info: bitcoinWalletInfo,
  namespace: 'Bitcoin',
  wallet,
  approvals,
  failures: failureLabels,
  describe,
})
