/** Solana wallets that announce themselves by Wallet Standard, as providers of JSON-RPC like all others. */
import { base58, base64 } from '@scure/base'
import { getWallets } from '@wallet-standard/app'
import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'
import * as z from 'zod/mini'
import type { Connector } from '../../machines/entities/connector.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { believe } from '../chains/believe.ts'
import type { WalletProvider } from '../ports.ts'

type Features = Partial<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature
>
type Heard = (payload: unknown) => void

/** What is announced is a stranger's. */
const walletSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(128)),
  icon: z.string().check(z.regex(/^(data:image\/|https:\/\/)/)),
  chains: z.array(z.string()),
  features: z.looseObject({ 'standard:connect': z.looseObject({}) }),
})

/** Accounts as a wallet shows them, once it is asked or of itself. */
const accountsSchema = z.array(z.looseObject({ address: z.string(), chains: z.array(z.string()) }))
type Shown = z.infer<typeof accountsSchema>

/** Bytes of a wallet's answer; what is none is refused by name. */
function bytes(answer: unknown): Uint8Array {
  if (answer instanceof Uint8Array && answer.length > 0) return answer
  throw new LatchkeyError('wallet.invalidResponse', { cause: answer })
}

/** What the page asks: transactions as base64, messages and signatures as base58. */
const askedSchema = z.object({
  pubkey: z.optional(z.string()),
  message: z.optional(z.string()),
  transaction: z.optional(z.string()),
  /** CAIP-2. */
  chainId: z.optional(z.string()),
})

/** The names that Wallet Standard has for Solana's networks; any other is one of a developer's own. */
const CHAINS: Readonly<Record<string, `solana:${string}`>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** An error as EIP-1193 has them. */
const rpcError = (code: number, message: string) => Object.assign(new Error(message), { code })

const isSolana = ({ chains }: { chains: readonly string[] }): boolean =>
  chains.some((chain) => chain.startsWith('solana:'))

/** A wallet as a provider: `solana_*` as WalletConnect names them. */
export function solanaProvider(wallet: Wallet): WalletProvider {
  const features = wallet.features as Features
  const listeners = new Map<string, Map<Heard, () => void>>()
  const shared = () => wallet.accounts.filter(isSolana)
  const told = (accounts: Shown) => accounts.filter(isSolana).map(({ address }) => ({ pubkey: address }))

  async function connect(silent: boolean) {
    if (silent && shared().length > 0) return told(believe(accountsSchema, shared()))
    const answer = await features['standard:connect']?.connect(silent ? { silent } : undefined)
    return told(believe(accountsSchema, answer?.accounts))
  }
  const accountOf = (pubkey: string | undefined): WalletAccount => {
    const account = shared().find(({ address }) => pubkey === undefined || address === pubkey)
    if (!account) throw rpcError(4100, 'The wallet does not share that account.')
    return account
  }
  const unsupported = (method: string) => rpcError(4200, `The wallet does not support ${method}.`)

  return {
    async request({ method, params }) {
      if (method === 'solana_requestAccounts') return connect(false)
      if (method === 'solana_getAccounts') return connect(true)
      if (method === 'wallet_revokePermissions') {
        if (!features['standard:disconnect']) throw unsupported(method)
        return features['standard:disconnect'].disconnect()
      }
      const asked = z.parse(askedSchema, params ?? {})
      const chain = CHAINS[asked.chainId ?? ''] ?? 'solana:localnet'
      const transaction = asked.transaction === undefined ? undefined : base64.decode(asked.transaction)
      if (method === 'solana_signMessage' && features['solana:signMessage'] && asked.message !== undefined) {
        const input = { account: accountOf(asked.pubkey), message: base58.decode(asked.message) }
        const [signed] = await features['solana:signMessage'].signMessage(input)
        return { signature: base58.encode(bytes(signed?.signature)) }
      }
      if (method === 'solana_signTransaction' && features['solana:signTransaction'] && transaction) {
        const input = { account: accountOf(asked.pubkey), transaction, chain }
        const [signed] = await features['solana:signTransaction'].signTransaction(input)
        return { transaction: base64.encode(bytes(signed?.signedTransaction)) }
      }
      if (method === 'solana_signAndSendTransaction' && features['solana:signAndSendTransaction'] && transaction) {
        const input = { account: accountOf(asked.pubkey), transaction, chain }
        const [sent] = await features['solana:signAndSendTransaction'].signAndSendTransaction(input)
        return { signature: base58.encode(bytes(sent?.signature)) }
      }
      throw unsupported(method)
    },
    on(event, heard) {
      if (event !== 'accountsChanged') return
      const stop = features['standard:events']?.on('change', ({ accounts }) => {
        const read = accountsSchema.safeParse(accounts)
        // What cannot be read goes on as it is: whoever hears it says so.
        if (accounts) heard(read.success ? told(read.data) : accounts)
      })
      const known = listeners.get(event) ?? new Map<Heard, () => void>()
      listeners.set(event, known.set(heard, stop ?? (() => {})))
    },
    removeListener(event, heard) {
      listeners.get(event)?.get(heard)?.()
      listeners.get(event)?.delete(heard)
    },
  }
}

/** Hears Solana wallets announce themselves by Wallet Standard. Announcements that are malformed are passed over. */
export function discoverSolana(heard: (connector: Connector, provider: WalletProvider) => void): () => void {
  const { get, on } = getWallets()
  const add = (...wallets: readonly Wallet[]) => {
    for (const wallet of wallets) {
      const parsed = walletSchema.safeParse(wallet)
      if (!parsed.success || !isSolana(wallet)) continue
      const { name, icon: imageUrl } = parsed.data
      heard({ id: `solana:${name}`, name, type: 'ANNOUNCED', chain: 'solana', imageUrl }, solanaProvider(wallet))
    }
  }
  add(...get())
  return on('register', add)
}
