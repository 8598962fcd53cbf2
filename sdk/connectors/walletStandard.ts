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
type Listener = (payload: unknown) => void

const walletSchema = z.object({
  name: nameSchema,
  icon: iconSchema,
  chains: z.array(z.string()),
  features: z.looseObject({ 'standard:connect': z.looseObject({}) }),
})

/** The accounts that a wallet shares, on request or on a change. */
const accountSchema = z.looseObject({ address: z.string(), chains: z.array(z.string()) })
type SharedAccounts = z.infer<typeof accountSchema>[]

/** Parses the accounts of a list and leaves out malformed ones. Throws `wallet.invalidResponse` if all of them are malformed. */
function readAccounts(list: unknown): SharedAccounts {
  const all = parseAnswer(z.array(z.unknown()), list)
  const valid = all.flatMap((item) => accountSchema.safeParse(item).data ?? [])
  return all.length > 0 && valid.length === 0 ? parseAnswer(z.array(accountSchema), all) : valid
}

/** A wallet responds with a list that has one result per input. */
const resultsSchema = z.array(z.custom<object>((result) => typeof result === 'object' && result !== null))

/** The bytes under `name` in each of `count` results. Throws `wallet.invalidResponse` if one is missing or malformed. */
function bytesOf(answer: unknown, name: string, count = 1): Uint8Array[] {
  const values: unknown[] = parseAnswer(resultsSchema, answer).map((result) => Reflect.get(result, name))
  const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array && value.length > 0
  if (values.length === count && values.every(isBytes)) return values
  throw new LatchkeyError('wallet.invalidResponse', { cause: answer })
}

/** The parameters of a request, and the format of each. */
const paramsSchema = z.object({
  pubkey: z.optional(z.string()),
  message: z.optional(z.string()),
  transaction: z.optional(z.string()),
  transactions: z.optional(z.array(z.string())),
  /** CAIP-2. */
  chainId: z.optional(z.string()),
})
type Params = z.infer<typeof paramsSchema>
const FORMATS = {
  pubkey: 'an address',
  message: 'text in base58',
  transaction: 'text in base64',
  transactions: 'a list of texts in base64',
  chainId: 'a CAIP-2 id',
} satisfies Record<keyof Params, string>

/** The Wallet Standard names of Solana's networks. Any other network is a developer's own. */
const CHAINS: ReadonlyMap<string | undefined, `solana:${string}`> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** An EIP-1193-style error with a code. */
const rpcError = (code: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code })

const invalidParams = (field: keyof Params, cause?: unknown) =>
  rpcError(-32602, `Invalid params: ${field} has to be ${FORMATS[field]}.`, cause)

function readParams(params: unknown): Params {
  const { data, error } = paramsSchema.safeParse(params ?? {})
  if (data) return data
  const [field] = error.issues[0]?.path ?? []
  if (typeof field === 'string' && field in FORMATS) throw invalidParams(field as keyof Params, error)
  throw rpcError(-32602, 'Invalid params: an object is needed.', error)
}

/** Decodes a parameter to bytes. Throws an error that names the parameter if it is missing or malformed. */
function decodeParam(field: keyof Params, text: string | undefined, decode: (text: string) => Uint8Array): Uint8Array {
  try {
    if (text !== undefined && text !== '') return decode(text)
  } catch (cause) {
    throw invalidParams(field, cause)
  }
  throw invalidParams(field)
}

const isSolana = ({ chains }: { chains: readonly string[] }): boolean =>
  chains.some((chain) => chain.startsWith('solana:'))

const toPubkeys = (accounts: SharedAccounts) => accounts.filter(isSolana).map(({ address }) => ({ pubkey: address }))

/** Subscribes to changes of a wallet. */
function changesOf(features: () => Features): Pick<WalletProvider, 'on' | 'removeListener'> {
  const listeners = new Map<string, Map<Listener, unknown>>()
  return {
    on(event, listener) {
      if (event !== 'accountsChanged') return
      const changed = (change: { accounts?: unknown }) => {
        // An unreadable change is passed on unchanged: the subscriber reports it.
        const accounts = safely(() => change.accounts)
        if (accounts) listener(safely(() => toPubkeys(readAccounts(accounts))) ?? accounts)
      }
      const stop = quietly(() => features()['standard:events']?.on('change', changed))
      const stops = listeners.get(event) ?? new Map<Listener, unknown>()
      listeners.set(event, stops.set(listener, stop))
    },
    removeListener(event, listener) {
      const stop = listeners.get(event)?.get(listener)
      listeners.get(event)?.delete(listener)
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
    if (silent && shared().length > 0) return toPubkeys(readAccounts(shared()))
    const answer = await features()['standard:connect']?.connect(silent ? { silent } : undefined)
    // Some wallets return nothing here; their accounts are then on the wallet.
    return toPubkeys(readAccounts(safely(() => answer?.accounts) ?? shared()))
  }
  const accountOf = (pubkey: string | undefined): WalletAccount => {
    const account = shared().find(({ address }) => pubkey === undefined || address === pubkey)
    if (!account) throw rpcError(4100, 'The wallet does not share that account.')
    return account
  }
  /** A transaction to sign, with its account and network. */
  const transactionInput = ({ pubkey, transaction, chainId }: Params, field: keyof Params = 'transaction') => ({
    account: accountOf(pubkey),
    transaction: decodeParam(field, transaction, base64.decode),
    chain: CHAINS.get(chainId) ?? 'solana:localnet',
  })

  return {
    async request({ method, params }) {
      const requireFeature = <Name extends keyof Features>(name: Name): NonNullable<Features[Name]> => {
        const feature = features()[name]
        if (!feature) throw rpcError(4200, `The wallet does not support ${method}.`)
        return feature
      }
      switch (method) {
        case 'solana_requestAccounts':
          return connect(false)
        case 'solana_getAccounts':
          return connect(true)
        case 'wallet_revokePermissions':
          return requireFeature('standard:disconnect').disconnect()
        case 'solana_signMessage': {
          const feature = requireFeature('solana:signMessage')
          const { pubkey, message: text } = readParams(params)
          const message = decodeParam('message', text, base58.decode)
          const answer = await feature.signMessage({ account: accountOf(pubkey), message })
          return { signature: bytesOf(answer, 'signature').map(base58.encode)[0] }
        }
        case 'solana_signTransaction': {
          const feature = requireFeature('solana:signTransaction')
          const answer = await feature.signTransaction(transactionInput(readParams(params)))
          return { transaction: bytesOf(answer, 'signedTransaction').map(base64.encode)[0] }
        }
        case 'solana_signAllTransactions': {
          const feature = requireFeature('solana:signTransaction')
          const { transactions = [], ...rest } = readParams(params)
          if (transactions.length === 0) throw invalidParams('transactions')
          const inputs = transactions.map((transaction) => transactionInput({ ...rest, transaction }, 'transactions'))
          const answer = await feature.signTransaction(...inputs)
          return { transactions: bytesOf(answer, 'signedTransaction', inputs.length).map(base64.encode) }
        }
        case 'solana_signAndSendTransaction': {
          const feature = requireFeature('solana:signAndSendTransaction')
          const answer = await feature.signAndSendTransaction(transactionInput(readParams(params)))
          return { signature: bytesOf(answer, 'signature').map(base58.encode)[0] }
        }
      }
      throw rpcError(4200, `The wallet does not support ${method}.`)
    },
    ...changesOf(features),
  }
}

/** Listens for Solana wallets that register or leave through Wallet Standard. Malformed announcements are ignored. */
export function discoverSolana(onAdd: AddConnector, onRemove: RemoveConnector = () => {}): () => void {
  const { get, on } = getWallets()
  const providers = new Map<Wallet, WalletProvider>()
  const add = (...wallets: readonly Wallet[]) => {
    for (const wallet of wallets) {
      const details = safely(() => walletSchema.safeParse(wallet).data)
      if (!details || !isSolana(details) || providers.has(wallet)) continue
      const provider = solanaProvider(wallet)
      providers.set(wallet, provider)
      onAdd(
        announcedConnector({ id: `solana:${details.name}`, name: details.name, chain: 'solana' }, details.icon),
        provider,
      )
    }
  }
  const remove = (...wallets: readonly Wallet[]) => {
    for (const wallet of wallets) {
      const provider = providers.get(wallet)
      if (provider && providers.delete(wallet)) onRemove(provider)
    }
  }
  add(...get())
  const stops = [on('register', add), on('unregister', remove)]
  return () => stops.forEach((stop) => stop())
}
