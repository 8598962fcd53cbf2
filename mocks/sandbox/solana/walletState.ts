/** The Solana wallet's state, with its accounts in Wallet Standard's format. */
import type { WalletAccount } from '@wallet-standard/base'
import { createWalletState, type WalletStateOptions } from '../walletState.ts'
import { firstSolanaAccount, secondSolanaAccount, solanaAccounts } from './accounts.ts'
import type { SolanaRequest } from './questions.ts'

/** Solana's chains with Wallet Standard's names. The sandbox's is `solana:localnet`. */
export const solanaChains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const
const siteAccounts: readonly WalletAccount[] = solanaAccounts.map(({ address, publicKey }) =>
  Object.freeze({ address, publicKey: publicKey.slice(), chains: solanaChains, features }),
)

/** Creates the wallet's state, or restores it from `storage`. A site sees all accounts, the selected one first. */
export const createSolanaWalletState = (options: WalletStateOptions<SolanaRequest>) =>
  createWalletState<SolanaRequest, WalletAccount>(options, {
    storageKey: 'sandbox-solana-wallet',
    accounts: [firstSolanaAccount.address, secondSolanaAccount.address],
    connectRequest: (account) => ({ kind: 'connect', details: { account } }),
    siteAccountsOf(account) {
      const isSelected = ({ address }: WalletAccount) => address === account
      return [...siteAccounts.filter(isSelected), ...siteAccounts.filter((account) => !isSelected(account))]
    },
  })
