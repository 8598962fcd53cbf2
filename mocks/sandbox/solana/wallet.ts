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
import { oneAtATime } from '../oneAtATime.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { WalletPerson, WalletStateOptions } from '../walletState.ts'
import { type SolanaAccount, solanaAccounts } from './accounts.ts'
import { describeSolanaTransaction, type SolanaQuestion } from './questions.ts'
import { solanaWalletInfo } from './register.ts'
import { readForSigning, sendSigned, signTransaction } from './signing.ts'
import { createSolanaWalletState, solanaChains } from './walletState.ts'

const reached = 'solana:localnet'
const version = '1.0.0'
const supportedTransactionVersions = ['legacy', 0] as const
const nonsense = { accounts: [42], signedMessage: 'ok', signedTransaction: 'ok', signature: 'ok' }

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
export interface SandboxSolanaWallet extends WalletPerson {
  wallet: StandardSolanaWallet
}

/** Options of the wallet: `network` is the displayed name of the chain at `rpcUrl`. */
export interface SandboxSolanaWalletOptions extends WalletStateOptions<SolanaQuestion> {
  rpcUrl: string
  network: string
}

/** The displayed network of a transaction. */
function networkOf(chain: IdentifierString, own: string) {
  if (chain === reached) return own
  if (solanaChains.some((known) => known === chain)) return chain
  throw new ProviderRpcError(rpcCodes.invalidParams, `The wallet knows no chain ${chain}.`)
}

/** Creates the wallet. With `storage`, its state survives a reload, as with a real extension. */
export function createSandboxSolanaWallet(options: SandboxSolanaWalletOptions): SandboxSolanaWallet {
  const { rpcUrl, network: own } = options
  const state = createSolanaWalletState(options)
  const { ask, shown } = state

  const signerOf = ({ address }: WalletAccount): SolanaAccount => {
    const account = solanaAccounts.find((candidate) => candidate.address === address)
    if (account && shown().some((candidate) => candidate.address === address)) return account
    throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${address}.`)
  }

  /** Parses all transactions before the user is asked about the first one. */
  const read = <I extends SolanaSignTransactionInput>(inputs: readonly I[], sent: boolean) =>
    inputs.map((input) => {
      const { transaction, account, chain = reached } = input
      const signer = signerOf(account)
      const network = networkOf(chain, own)
      if (sent && chain !== reached) {
        throw new ProviderRpcError(rpcCodes.chainDisconnected, `The wallet can't reach ${chain}.`)
      }
      const about = { from: signer.address, network, sent }
      const details = describeSolanaTransaction(readForSigning(transaction, signer), about)
      const sign = async () => {
        await ask({ kind: 'transaction', details })
        return signTransaction(transaction, signer)
      }
      return { input, sign }
    })

  const talksNonsense = () => state.get().failures.garbage

  /** Answers each input, or returns nonsense for each. */
  const answerEach =
    <I, O>(answer: (inputs: readonly I[]) => Promise<readonly O[]>) =>
    async (...inputs: readonly I[]): Promise<readonly O[]> =>
      talksNonsense() ? inputs.map(() => nonsense as O) : answer(inputs)

  const features: StandardSolanaWallet['features'] = {
    'standard:connect': {
      version,
      async connect({ silent = false } = {}) {
        if (talksNonsense()) return nonsense as never
        // A silent connect only works for connected sites and does not ask the user.
        if (silent) return { accounts: shown() }
        await state.connect()
        return { accounts: shown() }
      },
    },
    'standard:disconnect': { version, disconnect: async () => state.disconnect() },
    'standard:events': { version, on: (_change, listener) => state.onShown((accounts) => listener({ accounts })) },
    'solana:signMessage': {
      version,
      signMessage: answerEach(async (inputs: readonly SolanaSignMessageInput[]) => {
        const messages = inputs.map(({ account, message }) => ({ message, signer: signerOf(account) }))
        return oneAtATime(messages, async ({ message, signer }) => {
          await ask({ kind: 'sign', details: { account: signer.address, message: new TextDecoder().decode(message) } })
          return { signedMessage: message.slice(), signature: signer.sign(message) }
        })
      }),
    },
    'solana:signTransaction': {
      version,
      supportedTransactionVersions,
      signTransaction: answerEach(async (inputs: readonly SolanaSignTransactionInput[]) =>
        oneAtATime(read(inputs, false), async ({ sign }) => ({ signedTransaction: await sign() })),
      ),
    },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: answerEach(async (inputs: readonly SolanaSignAndSendTransactionInput[]) =>
        oneAtATime(read(inputs, true), async ({ input: { options }, sign }) => ({
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
      return shown()
    },
  }
  return Object.assign(state.person, { wallet })
}
