/** The texts of the Solana wallet's requests, and its entry in the panel. */
import type { Approvals, Asked } from '../approvals.ts'
import { failureLabels, type Fact, type PanelEntry, type Told } from '../panel/panelEntry.ts'
import type { SolanaQuestion } from './questions.ts'
import { solanaWalletInfo } from './register.ts'
import type { SandboxSolanaWallet } from './wallet.ts'

function tell({ origin, ...asked }: Asked<SolanaQuestion>): Told {
  const site: Fact = ['Site', origin]
  switch (asked.kind) {
    case 'connect':
      return { title: 'Connect this site', facts: [site, ['Account', asked.details.account]] }
    case 'sign': {
      const { account, message } = asked.details
      return { title: 'Sign a message', facts: [site, ['Account', account], ['Message', message]] }
    }
    case 'transaction': {
      const { from, to, amount, symbol, network, sent, programs } = asked.details
      return {
        title: sent ? 'Send a transaction' : 'Sign a transaction',
        facts: [
          site,
          ['Amount', `${amount} ${symbol}`],
          ['From', from],
          ['To', to ?? (Number(amount) > 0 ? 'Several accounts' : undefined)],
          ['Network', network],
          ['Programs', programs?.join('\n')],
          ['Afterwards', sent ? undefined : 'The site can send it when it likes'],
        ],
      }
    }
  }
}

/** The Solana wallet's panel entry. */
export const solanaPanelEntry = (
  wallet: SandboxSolanaWallet,
  approvals: Omit<Approvals<SolanaQuestion>, 'approve'>,
): PanelEntry<SolanaQuestion> => ({
  info: solanaWalletInfo,
  namespace: 'Solana',
  wallet,
  approvals,
  failures: failureLabels,
  tell,
})
