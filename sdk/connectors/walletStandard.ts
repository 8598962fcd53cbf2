/** Solana wallets that announce themselves through Wallet Standard, as JSON-RPC providers. */
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
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { parseAnswer } from '../chains/parseAnswer.ts'
import { quietly, safely } from '../platform/untrusted.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { announcedConnector, type AddConnector, type RemoveConnector } from './announced.ts'
import { iconSchema, nameSchema } from './announcedSchemas.ts'

type Features = Partial<
  StandardConnectFeature &
    StandardDisconnectFeature &
    StandardEventsFeature &
    SolanaSignMessageFeature &
    SolanaSignTransactionFeature &
    SolanaSignAndSendTransactionFeature
>
type Heard = (payload: unknown) => void

const walletSchema = z.object({
  name: nameSchema,
  icon: iconSchema,
  chains: z.array(z.string()),
  features: z.looseObject({ 'standard:connect': z.looseObject({}) }),
})

/** The accounts that a wallet shares, on request or on a change. */
const accountSchema = z.looseObject({ address: z.string(), chains: z.array(z.string()) })
type Shown = z.infer<typeof accountSchema>[]

/** Parses the accounts of a list and leaves out malformed ones. Throws `wallet.invalidResponse` if all of them are malformed. */
function readShown(list: unknown): Shown {
  const all = parseAnswer(z.array(z.unknown()), list)
  const known = all.flatMap((each) => accountSchema.safeParse(each).data ?? [])
  return all.length > 0 && known.length === 0 ? parseAnswer(z.array(accountSchema), all) : known
}

/** A wallet responds with a list that has one result per input. */
const resultsSchema = z.array(z.custom<object>((result) => typeof result === 'object' && result !== null))

/** The bytes under `name` in each of `count` results. Throws `wallet.invalidResponse` if one is missing or malformed. */
function bytesOf(answer: unknown, name: string, count = 1): Uint8Array[] {
  const found: unknown[] = parseAnswer(resultsSchema, answer).map((result) => Reflect.get(result, name))
  const isBytes = (one: unknown): one is Uint8Array => one instanceof Uint8Array && one.length > 0
  if (found.length === count && found.every(isBytes)) return found
  throw new LatchkeyError('wallet.invalidResponse', { cause: answer })
}

/** The parameters of a request, and the format of each. */
const askedSchema = z.object({
  pubkey: z.optional(z.string()),
  message: z.optional(z.string()),
  transaction: z.optional(z.string()),
  transactions: z.optional(z.array(z.string())),
  /** CAIP-2. */
  chainId: z.optional(z.string()),
})
type Asked = z.infer<typeof askedSchema>
const WRITTEN = {
  pubkey: 'an address',
  message: 'text in base58',
  transaction: 'text in base64',
  transactions: 'a list of texts in base64',
  chainId: 'a CAIP-2 id',
} satisfies Record<keyof Asked, string>

/** The Wallet Standard names of Solana's networks. Any other network is a developer's own. */
const CHAINS: ReadonlyMap<string | undefined, `solana:${string}`> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** An EIP-1193-style error with a code. */
const rpcError = (code: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code })

const invalid = (field: keyof Asked, cause?: unknown) =>
  rpcError(-32602, `Invalid params: ${field} has to be ${WRITTEN[field]}.`, cause)

function readAsked(params: unknown): Asked {
  const { data, error } = askedSchema.safeParse(params ?? {})
  if (data) return data
  const [field] = error.issues[0]?.path ?? []
  if (typeof field === 'string' && field in WRITTEN) throw invalid(field as keyof Asked, error)
  throw rpcError(-32602, 'Invalid params: an object is needed.', error)
}

/** Decodes a parameter to bytes. Throws an error that names the parameter if it is missing or malformed. */
function decoded(field: keyof Asked, text: string | undefined, decode: (text: string) => Uint8Array): Uint8Array {
  try {
    if (text !== undefined && text !== '') return decode(text)
  } catch (cause) {
    throw invalid(field, cause)
  }
  throw invalid(field)
}

const isSolana = ({ chains }: { chains: readonly string[] }): boolean =>
  chains.some((chain) => chain.startsWith('solana:'))

const told = (accounts: Shown) => accounts.filter(isSolana).map(({ address }) => ({ pubkey: address }))

/** Subscribes to changes of a wallet. */
function changesOf(features: () => Features): Pick<WalletProvider, 'on' | 'removeListener'> {
  const listeners = new Map<string, Map<Heard, unknown>>()
  return {
    on(event, heard) {
      if (event !== 'accountsChanged') return
      const changed = (change: { accounts?: unknown }) => {
        // An unreadable change is passed on unchanged: the subscriber reports it.
        const accounts = safely(() => change.accounts)
        if (accounts) heard(safely(() => told(readShown(accounts))) ?? accounts)
      }
      const stop = quietly(() => features()['standard:events']?.on('change', changed))
      const known = listeners.get(event) ?? new Map<Heard, unknown>()
      listeners.set(event, known.set(heard, stop))
    },
    removeListener(event, heard) {
      const stop = listeners.get(event)?.get(heard)
      listeners.get(event)?.delete(heard)
      if (typeof stop === 'function') quietly(() => stop())
    },
  }
}

/** A wallet as a provider of the `solana_*` methods, with the names of WalletConnect. */
export function solanaProvider(wallet: Wallet): WalletProvider {
  /** Read on each use: a getter of a wallet may throw. */
  const features = () => wallet.features as Features
  const shared = () => wallet.accounts.filter(isSolana)

  async function connect(silent: boolean) {
    if (silent && shared().length > 0) return told(readShown(shared()))
    const answer = await features()['standard:connect']?.connect(silent ? { silent } : undefined)
    // Some wallets return nothing here; their accounts are then on the wallet.
    return told(readShown(safely(() => answer?.accounts) ?? shared()))
  }
  const accountOf = (pubkey: string | undefined): WalletAccount => {
    const account = shared().find(({ address }) => pubkey === undefined || address === pubkey)
    if (!account) throw rpcError(4100, 'The wallet does not share that account.')
    return account
  }
  /** A transaction to sign, with its account and network. */
  const orderOf = ({ pubkey, transaction, chainId }: Asked, field: keyof Asked = 'transaction') => ({
    account: accountOf(pubkey),
    transaction: decoded(field, transaction, base64.decode),
    chain: CHAINS.get(chainId) ?? 'solana:localnet',
  })

  return {
    async request({ method, params }) {
      const needed = <Name extends keyof Features>(name: Name): NonNullable<Features[Name]> => {
        const found = features()[name]
        if (!found) throw rpcError(4200, `The wallet does not support ${method}.`)
        return found
      }
      switch (method) {
        case 'solana_requestAccounts':
          return connect(false)
        case 'solana_getAccounts':
          return connect(true)
        case 'wallet_revokePermissions':
          return needed('standard:disconnect').disconnect()
        case 'solana_signMessage': {
          const feature = needed('solana:signMessage')
          const { pubkey, message: text } = readAsked(params)
          const message = decoded('message', text, base58.decode)
          const answer = await feature.signMessage({ account: accountOf(pubkey), message })
          return { signature: bytesOf(answer, 'signature').map(base58.encode)[0] }
        }
        case 'solana_signTransaction': {
          const feature = needed('solana:signTransaction')
          const answer = await feature.signTransaction(orderOf(readAsked(params)))
          return { transaction: bytesOf(answer, 'signedTransaction').map(base64.encode)[0] }
        }
        case 'solana_signAllTransactions': {
          const feature = needed('solana:signTransaction')
          const { transactions = [], ...asked } = readAsked(params)
          if (transactions.length === 0) throw invalid('transactions')
          const orders = transactions.map((transaction) => orderOf({ ...asked, transaction }, 'transactions'))
          const answer = await feature.signTransaction(...orders)
          return { transactions: bytesOf(answer, 'signedTransaction', orders.length).map(base64.encode) }
        }
        case 'solana_signAndSendTransaction': {
          const feature = needed('solana:signAndSendTransaction')
          const answer = await feature.signAndSendTransaction(orderOf(readAsked(params)))
          return { signature: bytesOf(answer, 'signature').map(base58.encode)[0] }
        }
      }
      throw rpcError(4200, `The wallet does not support ${method}.`)
    },
    ...changesOf(features),
  }
}

/** Listens for Solana wallets that register or leave through Wallet Standard. Malformed announcements are ignored. */
export function discoverSolana(heard: AddConnector, gone: RemoveConnector = () => {}): () => void {
  const { get, on } = getWallets()
  const providers = new Map<Wallet, WalletProvider>()
  const add = (...wallets: readonly Wallet[]) => {
    for (const wallet of wallets) {
      const told = safely(() => walletSchema.safeParse(wallet).data)
      if (!told || !isSolana(told) || providers.has(wallet)) continue
      const provider = solanaProvider(wallet)
      providers.set(wallet, provider)
      heard(announcedConnector({ id: `solana:${told.name}`, name: told.name, chain: 'solana' }, told.icon), provider)
    }
  }
  const remove = (...wallets: readonly Wallet[]) => {
    for (const wallet of wallets) {
      const provider = providers.get(wallet)
      if (provider && providers.delete(wallet)) gone(provider)
    }
  }
  add(...get())
  const stops = [on('register', add), on('unregister', remove)]
  return () => stops.forEach((stop) => stop())
}
