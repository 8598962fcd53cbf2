/** A working Solana wallet: it signs with real ed25519 keys, sends to the sandbox's chain, and can fail on demand. */
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignAndSendTransactionInput,
  SolanaSignMessageFeature,
  SolanaSignMessageInput,
  SolanaSignTransactionFeature,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features'
import type { IdentifierString, WalletAccount, WalletWithFeatures } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { runSequentially } from '../runSequentially.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { WalletUser, WalletStateOptions } from '../walletState.ts'
import { type SolanaAccount, solanaAccounts } from './accounts.ts'
import { describeSolanaTransaction, type SolanaRequest } from './questions.ts'
import { solanaWalletInfo } from './register.ts'
import { parseForSigning, sendSigned, signTransaction } from './signing.ts'
import { createSolanaWalletState, solanaChains } from './walletState.ts'

const reachableChain = 'solana:localnet'
const version = '1.0.0'
const supportedTransactionVersions = ['legacy', 0] as const
const garbage = { accounts: [42], signedMessage: 'ok', signedTransaction: 'ok', signature: 'ok' }

/** The part of the wallet that sites see (Wallet Standard). */
export type StandardSolanaWallet = WalletWithFeatures<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature
>

/** The wallet: `wallet` is for the site, the rest is for the user or a test that acts as the user. */
export interface SandboxSolanaWallet extends WalletUser {
  wallet: StandardSolanaWallet
}

/** Options of the wallet: `network` is the displayed name of the chain at `rpcUrl`. */
export interface SandboxSolanaWalletOptions extends WalletStateOptions<SolanaRequest> {
  rpcUrl: string
  network: string
}

/** The displayed network of a transaction. */
function networkOf(chain: IdentifierString, sandboxNetwork: string) {
  if (chain === reachableChain) return sandboxNetwork
  if (solanaChains.some((supported) => supported === chain)) return chain
  throw new ProviderRpcError(rpcCodes.invalidParams, `The wallet knows no chain ${chain}.`)
}

/** Creates the wallet. With `storage`, its state survives a reload, as with a real extension. */
export function createSandboxSolanaWallet(options: SandboxSolanaWalletOptions): SandboxSolanaWallet {
  const { rpcUrl, network: sandboxNetwork } = options
  const state = createSolanaWalletState(options)
  const { requestApproval, siteAccounts } = state

  const requireSigner = ({ address }: WalletAccount): SolanaAccount => {
    const account = solanaAccounts.find((candidate) => candidate.address === address)
    if (account && siteAccounts().some((candidate) => candidate.address === address)) return account
    throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${address}.`)
  }

  /** Parses all transactions before requesting the first approval. */
  const parseInputs = <I extends SolanaSignTransactionInput>(inputs: readonly I[], isSent: boolean) =>
    inputs.map((input) => {
      const { transaction, account, chain = reachableChain } = input
      const signer = requireSigner(account)
      const network = networkOf(chain, sandboxNetwork)
      if (isSent && chain !== reachableChain) {
        throw new ProviderRpcError(rpcCodes.chainDisconnected, `The wallet can't reach ${chain}.`)
      }
      const context = { from: signer.address, network, isSent }
      const details = describeSolanaTransaction(parseForSigning(transaction, signer), context)
      const sign = async () => {
        await requestApproval({ kind: 'transaction', details })
        return signTransaction(transaction, signer)
      }
      return { input, sign }
    })

  const returnsGarbage = () => state.get().failures.garbage

  /** Answers each input, or returns nonsense for each. */
  const handleAll =
    <I, O>(handle: (inputs: readonly I[]) => Promise<readonly O[]>) =>
    async (...inputs: readonly I[]): Promise<readonly O[]> =>
      returnsGarbage() ? inputs.map(() => garbage as O) : handle(inputs)

  const features: StandardSolanaWallet['features'] = {
    'standard:connect': {
      version,
      async connect({ silent = false } = {}) {
        if (returnsGarbage()) return garbage as never
        // A silent connect only works for connected sites and does not ask the user.
        if (silent) return { accounts: siteAccounts() }
        await state.connect()
        return { accounts: siteAccounts() }
      },
    },
    'standard:disconnect': { version, disconnect: async () => state.disconnect() },
    'standard:events': {
      version,
      on: (_change, listener) => state.onSiteAccountsChange((accounts) => listener({ accounts })),
    },
    'solana:signMessage': {
      version,
      signMessage: handleAll(async (inputs: readonly SolanaSignMessageInput[]) => {
        const messages = inputs.map(({ account, message }) => ({ message, signer: requireSigner(account) }))
        return runSequentially(messages, async ({ message, signer }) => {
          await requestApproval({
            kind: 'sign',
            details: { account: signer.address, message: new TextDecoder().decode(message) },
          })
          return { signedMessage: message.slice(), signature: signer.sign(message) }
        })
      }),
    },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions,
      signTransaction: handleAll(async (inputs: readonly SolanaSignTransactionInput[]) =>
        runSequentially(parseInputs(inputs, false), async ({ sign }) => ({ signedTransaction: await sign() })),
      ),
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: handleAll(async (inputs: readonly SolanaSignAndSendTransactionInput[]) =>
        runSequentially(parseInputs(inputs, true), async ({ input: { options }, sign }) => ({
          signature: await sendSigned(rpcUrl, await sign(), options),
        })),
      ),
    },
  }

  const wallet: StandardSolanaWallet = {
    version,
    ...solanaWalletInfo,
    chains: solanaChains,
    features,
    get accounts() {
      return siteAccounts()
    },
  }
  return Object.assign(state.user, { wallet })
}
