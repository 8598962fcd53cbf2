/** The texts of the EVM wallet's requests, and its entry in the panel. */
import { walletInfo } from './announce.ts'
import type { Approvals, SiteRequest } from '../approvals.ts'
import { failureLabels, type Detail, type PanelEntry, type RequestSummary } from '../panel/panelEntry.ts'
import type { TransactionDetails, WalletQuestion } from './questions.ts'
import type { FailureName, SandboxWallet } from './wallet.ts'

const failures: Record<FailureName, string> = {
  ...failureLabels,
  unknownChain: 'Know no other network',
  unknownBundles: 'Know no bundles of calls',
  refusedBundles: 'Refuse bundles of calls',
  wrongChain: 'Stay on the wrong network',
  noPermissions: 'Grant no permissions',
}

/** One call of a bundle. */
const callDetail = ({ to, amount, symbol, contract, data }: TransactionDetails, index: number): Detail => [
  `Call ${index + 1}`,
  [
    `${amount} ${symbol} to ${to ?? 'a new contract'}`,
    ...(contract && contract !== to ? [`by ${contract}`] : []),
    ...(data ? [`with ${data}`] : []),
  ].join(' '),
]

function describe({ origin, ...request }: SiteRequest<WalletQuestion>): RequestSummary {
  const site: Detail = ['Site', origin]
  switch (request.kind) {
    case 'connect':
      return { title: 'Connect this site', details: [site, ['Account', request.details.account]] }
    case 'sign': {
      const { account, message } = request.details
      return { title: 'Sign a message', details: [site, ['Account', account], ['Message', message]] }
    }
    case 'typedData': {
      const { account, primaryType, message } = request.details
      const text = JSON.stringify(message, null, 2)
      return {
        title: 'Sign typed data',
        details: [site, ['Account', account], ['Type', primaryType], ['Message', text]],
      }
    }
    case 'transaction': {
      const { from, to, amount, symbol, network, contract, data } = request.details
      const parties: Detail[] = [
        ['From', from],
        ['To', to ?? 'New contract'],
        ['Network', network],
      ]
      const call: Detail[] = [
        ['Contract', contract === to ? undefined : contract],
        ['Data', data],
      ]
      return { title: 'Send a transaction', details: [site, ['Amount', `${amount} ${symbol}`], ...parties, ...call] }
    }
    case 'calls': {
      const { from, network, atomic, calls } = request.details
      const common: Detail[] = [site, ['From', from], ['Network', network], ['All or none', atomic ? 'Yes' : 'No']]
      return { title: 'Send several calls', details: [...common, ...calls.map(callDetail)] }
    }
    case 'grant': {
      const { account, network, permissions, keys, until } = request.details
      const details: Detail[] = [
        ['Account', account],
        ['Network', network],
        ...permissions.map((description): Detail => ['Allow', description]),
        ['Keys', `${keys}`],
        ['Until', until],
      ]
      return { title: 'Allow without asking again', details: [site, ...details] }
    }
    case 'revoke': {
      const { account, session, permissions } = request.details
      const revoked = permissions.map((description): Detail => ['No more', description])
      return {
        title: 'Take back what was allowed',
        details: [site, ['Account', account], ['Session', session], ...revoked],
      }
    }
    case 'switch':
      return { title: 'Switch network', details: [site, ['Network', request.details.network]] }
    case 'add': {
      const { network, chainId, symbol, rpcUrl } = request.details
      const details: Detail[] = [
        ['Network', network],
        ['Chain id', `${chainId}`],
        ['Symbol', symbol],
        ['RPC', rpcUrl],
      ]
      return { title: 'Add a network', details: [site, ...details] }
    }
  }
}

/** The EVM wallet's panel entry. */
export const panelEntry = (
  wallet: SandboxWallet,
  approvals: Omit<Approvals<WalletQuestion>, 'approve'>,
): PanelEntry<WalletQuestion> => ({
  info: walletInfo,
  namespace: 'Ethereum',
  wallet,
  approvals,
  failures,
  describe,
})
