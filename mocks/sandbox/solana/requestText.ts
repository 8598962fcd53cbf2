/** The texts of the Solana wallet's requests, and its entry in the panel. */
import type { Approvals, SiteRequest } from '../approvals.ts'
import { failureLabels, type Detail, type PanelEntry, type RequestSummary } from '../panel/panelEntry.ts'
import type { SolanaRequest } from './questions.ts'
import { solanaWalletInfo } from './register.ts'
import type { SandboxSolanaWallet } from './wallet.ts'

function describe({ origin, ...request }: SiteRequest<SolanaRequest>): RequestSummary {
  const site: Detail = ['Site', origin]
  switch (request.kind) {
    case 'connect':
      return { title: 'Connect this site', details: [site, ['Account', request.details.account]] }
    case 'sign': {
      const { account, message } = request.details
      return { title: 'Sign a message', details: [site, ['Account', account], ['Message', message]] }
    }
    case 'transaction': {
      const { from, to, amount, symbol, network, isSent, programs } = request.details
      return {
        title: isSent ? 'Send a transaction' : 'Sign a transaction',
        details: [
          site,
          ['Amount', `${amount} ${symbol}`],
          ['From', from],
          ['To', to ?? (Number(amount) > 0 ? 'Several accounts' : undefined)],
          ['Network', network],
          ['Programs', programs?.join('\n')],
          ['Afterwards', isSent ? undefined : 'The site can send it when it likes'],
        ],
      }
    }
  }
}

/** The Solana wallet's panel entry. */
export const solanaPanelEntry = (
  wallet: SandboxSolanaWallet,
  approvals: Omit<Approvals<SolanaRequest>, 'approve'>,
): PanelEntry<SolanaRequest> => ({
  info: solanaWalletInfo,
  namespace: 'Solana',
  wallet,
  approvals,
  failures: failureLabels,
  describe,
})
