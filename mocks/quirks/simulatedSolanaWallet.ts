import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { WalletAccount, WalletWithFeatures } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import { base58, base64 } from '@scure/base'
import { solanaAccounts } from '../sandbox/solana/accounts.ts'
import { signTransaction } from '../sandbox/solana/signing.ts'
import { rpcError } from './rpcError.ts'
import { simulatedSolanaChain, type SimulatedSolanaChain } from './simulatedSolanaChain.ts'
import type { StandardWallet } from './withStandardQuirks.ts'
import { simulatedUser, type SimulatedUserOptions, type WalletDeed } from './simulatedUser.ts'

export interface SimulatedSolanaWalletOptions extends SimulatedUserOptions {
  chain?: SimulatedSolanaChain
}

type SolanaFeatures = StandardConnectFeature &
  StandardDisconnectFeature &
  StandardEventsFeature &
  SolanaSignMessageFeature &
  SolanaSignTransactionFeature &
  SolanaSignAndSendTransactionFeature

export interface SimulatedSolanaWallet {
  /** The wallet as apps find it (Wallet Standard). */
  readonly wallet: StandardWallet
  /** Everything that the wallet did, oldest first. A transaction that it signed was `sent` once the chain accepted it. */
  readonly deeds: readonly WalletDeed[]
  /** The addresses that the wallet shares now. */
  accounts(): readonly string[]
  listenerCount(): number
  /** The user selects another of the accounts. The wallet shares only the selected one. */
  selectAccount(address: string): void
  /** The user removes the app's permission in the wallet. */
  revoke(): void
}

const CHAIN = 'solana:mainnet'
const features = ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction'] as const
const known: StandardWallet['accounts'] = solanaAccounts.map(({ address, publicKey }) => ({
  address,
  publicKey,
  chains: [CHAIN],
  features,
}))
const version = '1.0.0'
const supportedTransactionVersions = ['legacy', 0] as const

/**
 * A Solana wallet that follows Wallet Standard to the letter, on a chain in memory. It signs with real keys and records what it did. It
 * shares one account at a time. Its user decides after `decisionMs`. It waits with `setTimeout`, so that fake timers control it.
 */
export function simulatedSolanaWallet({
  chain = simulatedSolanaChain(),
  ...userOptions
}: SimulatedSolanaWalletOptions = {}): SimulatedSolanaWallet {
  const deeds: WalletDeed[] = []
  const confirm = simulatedUser(userOptions, deeds)
  const listeners = new Set<(change: { accounts: readonly WalletAccount[] }) => void>()
  let selected = known[0]?.address
  let isConnected = false

  const accounts = () => (isConnected ? known.filter(({ address }) => address === selected) : [])
  const notify = () => {
    for (const listener of listeners) listener({ accounts: accounts() })
  }
  const setConnected = (connected: boolean) => {
    isConnected = connected
    notify()
  }
  const signerOf = ({ address }: WalletAccount) => {
    const signer = solanaAccounts.find((account) => account.address === address)
    if (signer && accounts().some((account) => account.address === address)) return signer
    throw rpcError(4100, 'The requested account has not been authorized by the user.')
  }
  const signed = (method: string, signature: string) => void deeds.push({ type: 'signed', method, signature })

  chain.watch(({ payer, signature }) => {
    if (known.some(({ address }) => address === payer))
      deeds.push({ type: 'sent', chainId: chain.chainId, hash: signature })
  })

  /** The user confirms each input, one after the other. */
  const each =
    <Input extends { account: WalletAccount }, Output>(
      method: string,
      answer: (input: Input, signer: ReturnType<typeof signerOf>) => Output | Promise<Output>,
    ) =>
    async (...inputs: readonly Input[]): Promise<readonly Output[]> => {
      const outputs: Output[] = []
      for (const input of inputs) {
        const signer = signerOf(input.account)
        await confirm({ method, params: [input] })
        outputs.push(await answer(input, signer))
      }
      return outputs
    }

  const wallet: WalletWithFeatures<SolanaFeatures> & StandardWallet = {
    version,
    name: 'Simulated Wallet',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=',
    chains: [CHAIN],
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version,
        async connect(input) {
          if (isConnected || input?.silent) return { accounts: accounts() }
          await confirm({ method: 'standard:connect', params: [input] })
          setConnected(true)
          deeds.push({ type: 'granted', accounts: accounts().map(({ address }) => address) })
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': {
        version,
        async disconnect() {
          deeds.push({ type: 'revoked' })
          setConnected(false)
        },
      },
      'standard:events': {
        version,
        on(_event, listener) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version,
        signMessage: each('solana:signMessage', ({ message }, signer) => {
          const signature = signer.sign(message)
          signed('solana:signMessage', base58.encode(signature))
          return { signedMessage: message, signature }
        }),
      },
      'solana:signTransaction': {
        version,
        supportedTransactionVersions,
        signTransaction: each('solana:signTransaction', ({ transaction }, signer) => {
          const signedTransaction = signTransaction(transaction, signer)
          signed('solana:signTransaction', base64.encode(signedTransaction))
          return { signedTransaction }
        }),
      },
      'solana:signAndSendTransaction': {
        version,
        supportedTransactionVersions,
        signAndSendTransaction: each('solana:signAndSendTransaction', async ({ transaction }, signer) => {
          const text = base64.encode(signTransaction(transaction, signer))
          const signature = await chain.request({ method: 'sendTransaction', params: [text] })
          return { signature: base58.decode(String(signature)) }
        }),
      },
    },
  }

  return {
    wallet,
    deeds,
    accounts: () => accounts().map(({ address }) => address),
    listenerCount: () => listeners.size,
    selectAccount(address) {
      selected = address
      if (isConnected) notify()
    },
    revoke() {
      deeds.push({ type: 'revoked' })
      setConnected(false)
    },
  }
}
