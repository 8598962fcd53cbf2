/** The texts of the Bitcoin wallet's requests, and its entry in the panel. */
import type { Approvals, Asked } from '../approvals.ts'
import { failureLabels, type Fact, type PanelEntry, type Told } from '../panel/panelEntry.ts'
import type { BitcoinQuestion, Payment, PsbtDetails } from './questions.ts'
import { bitcoinWalletInfo } from './register.ts'
import type { SandboxBitcoinWallet } from './wallet.ts'

const payees = (payments: readonly Payment[], symbol: string): Fact[] => {
  const [first, ...others] = payments
  if (!first) return [['To', 'Your own addresses only']]
  if (others.length === 0) return [['To', first.to ?? 'No address: it is burnt, or a script decides']]
  return payments.map(({ to = 'no address', amount }): Fact => ['To', `${amount} ${symbol} to ${to}`])
}

function tellPsbt({ from, amount, payments, fee, symbol, network, inputs, open, sent }: PsbtDetails): Told {
  const [signed, all] = inputs
  const leaves = !amount.startsWith('-')
  return {
    title: sent ? 'Sign and send a transaction' : 'Sign a transaction',
    facts: [
      [leaves ? 'You pay' : 'You get', `${leaves ? amount : amount.slice(1)} ${symbol}`],
      ['From', from],
      ...payees(payments, symbol),
      ['Fee', fee === undefined ? 'Not known' : `${fee} ${symbol}`],
      ['Network', network],
      ['Inputs', `${signed} of ${all}`],
      ['Still open', open.length > 0 ? open.join(', ') : undefined],
      ['Afterwards', sent ? undefined : 'The site can send it when it likes'],
    ],
  }
}

function tell({ origin, ...asked }: Asked<BitcoinQuestion>): Told {
  const site: Fact = ['Site', origin]
  switch (asked.kind) {
    case 'connect': {
      const { account, ordinals } = asked.details
      return { title: 'Connect this site', facts: [site, ['Payments', account], ['Ordinals', ordinals]] }
    }
    case 'sign': {
      const { account, message, protocol } = asked.details
      return {
        title: 'Sign a message',
        facts: [site, ['Account', account], ['Message', message], ['Signed by', protocol]],
      }
    }
    case 'transaction': {
      const { from, payments, fee, symbol, network } = asked.details
      const amount = payments.length === 1 ? payments[0]?.amount : undefined
      return {
        title: 'Send bitcoin',
        facts: [
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
      const { title, facts } = tellPsbt(asked.details)
      return { title, facts: [site, ...facts] }
    }
  }
}

/** The Bitcoin wallet's panel entry. */
export const bitcoinPanelEntry = (
  wallet: SandboxBitcoinWallet,
  approvals: Omit<Approvals<BitcoinQuestion>, 'approve'>,
): PanelEntry<BitcoinQuestion> => ({
  info: bitcoinWalletInfo,
  namespace: 'Bitcoin',
  wallet,
  approvals,
  failures: failureLabels,
  tell,
})
