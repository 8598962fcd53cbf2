/** The texts of the EVM wallet's requests, and its entry in the panel. */
import { walletInfo } from './announce.ts'
import type { Approvals, Asked } from '../approvals.ts'
import { failureLabels, type Fact, type PanelEntry, type Told } from '../panel/panelEntry.ts'
import type { TransactionDetails, WalletQuestion } from './questions.ts'
import type { FailureName, SandboxWallet } from './wallet.ts'

const labels: Record<FailureName, string> = {
  ...failureLabels,
  unknownChain: 'Know no other network',
  unknownBundles: 'Know no bundles of calls',
  refusedBundles: 'Refuse bundles of calls',
  wrongChain: 'Stay on the wrong network',
  noPermissions: 'Grant no permissions',
}

/** One call of a bundle. */
const callFact = ({ to, amount, symbol, contract, data }: TransactionDetails, index: number): Fact => [
  `Call ${index + 1}`,
  [
    `${amount} ${symbol} to ${to ?? 'a new contract'}`,
    ...(contract && contract !== to ? [`by ${contract}`] : []),
    ...(data ? [`with ${data}`] : []),
  ].join(' '),
]

function tell({ origin, ...asked }: Asked<WalletQuestion>): Told {
  const site: Fact = ['Site', origin]
  switch (asked.kind) {
    case 'connect':
      return { title: 'Connect this site', facts: [site, ['Account', asked.details.account]] }
    case 'sign': {
      const { account, message } = asked.details
      return { title: 'Sign a message', facts: [site, ['Account', account], ['Message', message]] }
    }
    case 'typedData': {
      const { account, primaryType, message } = asked.details
      const text = JSON.stringify(message, null, 2)
      return { title: 'Sign typed data', facts: [site, ['Account', account], ['Type', primaryType], ['Message', text]] }
    }
    case 'transaction': {
      const { from, to, amount, symbol, network, contract, data } = asked.details
      const parties: Fact[] = [
        ['From', from],
        ['To', to ?? 'New contract'],
        ['Network', network],
      ]
      const call: Fact[] = [
        ['Contract', contract === to ? undefined : contract],
        ['Data', data],
      ]
      return { title: 'Send a transaction', facts: [site, ['Amount', `${amount} ${symbol}`], ...parties, ...call] }
    }
    case 'calls': {
      const { from, network, atomic, calls } = asked.details
      const about: Fact[] = [site, ['From', from], ['Network', network], ['All or none', atomic ? 'Yes' : 'No']]
      return { title: 'Send several calls', facts: [...about, ...calls.map(callFact)] }
    }
    case 'grant': {
      const { account, network, permissions, keys, until } = asked.details
      const facts: Fact[] = [
        ['Account', account],
        ['Network', network],
        ...permissions.map((words): Fact => ['Allow', words]),
        ['Keys', `${keys}`],
        ['Until', until],
      ]
      return { title: 'Allow without asking again', facts: [site, ...facts] }
    }
    case 'revoke': {
      const { account, session, permissions } = asked.details
      const taken = permissions.map((words): Fact => ['No more', words])
      return {
        title: 'Take back what was allowed',
        facts: [site, ['Account', account], ['Session', session], ...taken],
      }
    }
    case 'switch':
      return { title: 'Switch network', facts: [site, ['Network', asked.details.network]] }
    case 'add': {
      const { network, chainId, symbol, rpcUrl } = asked.details
      const facts: Fact[] = [
        ['Network', network],
        ['Chain id', `${chainId}`],
        ['Symbol', symbol],
        ['RPC', rpcUrl],
      ]
      return { title: 'Add a network', facts: [site, ...facts] }
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
  failures: labels,
  tell,
})
