/**
 * The bip122 namespace: Bitcoin. Loaded when the first Bitcoin wallet is connected, restored or read from.
 *
 * Wallets in this browser and on other devices use JSON-RPC with WalletConnect's bip122 methods:
 * - `getAccountAddresses` `{ account?, intentions? }` → `[{ address, publicKey?, path?, intention }]`, where the intention is
 *   `payment` or `ordinal`. Does not ask the user; returns `[]` if the wallet shares nothing.
 * - `requestAccountAddresses`, the same but asks the user. A Latchkey method; a wallet without it has asked before.
 * - `sendTransfer` `{ account, recipientAddress, amount, changeAddress?, memo? }` → `{ txid }`; satoshis as text.
 * - `signMessage` `{ account, message, address?, protocol? }` → `{ address, signature, messageHash? }`; the protocol is `ecdsa`
 *   (BIP-137) or `bip322`, the signature is base64.
 * - `signPsbt` `{ account, psbt, signInputs: [{ address, index, sighashTypes? }], broadcast? }` → `{ psbt, txid? }`; base64
 *   (BIP-174).
 * - `wallet_revokePermissions`, to disconnect.
 *
 * The events are `accountsChanged` (addresses, as above) and `disconnect`. A rejection by the user has code 4001, an unsupported
 * method 4200 (EIP-1193). A Bitcoin wallet has no active network: its addresses determine it.
 */
import * as z from 'zod/mini'
import type { Account } from '../../../machines/shared/account.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import { RPC } from '../../../machines/constants.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import { abortable, bounded, pause } from '../../platform/abort.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { ChainAdapter, SendOrder, WalletAccounts, WalletEvent } from '../adapter.ts'
import { isAddress, readAddress, readAddressOn } from './addresses.ts'
import { DECIMALS } from './coins.ts'
import { balanceOf, broadcast, hasApi } from './esplora.ts'
import { readMaximum, readPlan } from './fees.ts'
import { kindOf, USUAL_NETWORK, type NetworkKind } from './networkKinds.ts'
import { psbtSchema } from './port.ts'
import { parseAnswer } from '../parseAnswer.ts'

/** The longest pause between two polls for a transaction: blocks take minutes, and public servers limit requests. */
const LONGEST_PAUSE_MS = 16_000

const addressesSchema = z.array(
  z.object({
    address: z.string().check(z.refine(isAddress)),
    intention: z._default(z.enum(['payment', 'ordinal']), 'payment'),
    /** Only a hint; an invalid value is ignored. */
    publicKey: z.optional(z.unknown()),
  }),
)
const sentSchema = z.object({ txid: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)) })

interface Owned extends Account {
  kind: NetworkKind
  publicKey: string | undefined
}

/** The addresses of a wallet without duplicates, those for payments first. */
function readOwned(answer: unknown): Owned[] {
  const told = parseAnswer(addressesSchema, answer).map(({ address, intention: type, publicKey }) => ({
    ...readAddress(address),
    type,
    publicKey: typeof publicKey === 'string' ? publicKey : undefined,
  }))
  const sorted = [...told.filter(({ type }) => type === 'payment'), ...told.filter(({ type }) => type === 'ordinal')]
  const byAddress = new Map<string, Owned>()
  for (const { address, kind, type, publicKey } of sorted)
    if (!byAddress.has(address)) byAddress.set(address, { address, kind, type, publicKey })
  return [...byAddress.values()]
}

/** The first network in which the wallet has addresses, and these addresses. */
function sharedOn(owned: readonly Owned[], networks: readonly Network[]): WalletAccounts | undefined {
  const has = ({ caipNetworkId }: Network) => owned.some(({ kind }) => kind === kindOf(caipNetworkId))
  const networkId = networks.find(has)?.caipNetworkId ?? USUAL_NETWORK[owned[0]?.kind ?? 'mainnet']
  const [first, ...others] = owned
    .filter(({ kind }) => kind === kindOf(networkId))
    .map(({ address, type }): Account => ({ address, type }))
  return first && { accounts: [first, ...others], networkId }
}

/** The last known state of a wallet, which cannot report its network itself, and its subscribers. */
interface Place {
  networks: readonly Network[]
  shared: WalletAccounts | undefined
  hearers: Set<(event: WalletEvent) => void>
}
const places = new WeakMap<WalletProvider, Place>()

function placeOf(provider: WalletProvider): Place {
  const place = places.get(provider) ?? { networks: [], shared: undefined, hearers: new Set() }
  places.set(provider, place)
  return place
}

const ask = (provider: WalletProvider, signal: AbortSignal, method: string, params?: unknown): Promise<unknown> =>
  abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

async function find(provider: WalletProvider, networks: readonly Network[], signal: AbortSignal, method: string) {
  const shared = sharedOn(readOwned(await ask(provider, signal, method, {})), networks)
  Object.assign(placeOf(provider), { networks, shared })
  return shared
}

/** A transfer that the wallet builds and sends itself. */
function transferCall({ network, from, receiver, amount }: SendOrder): RpcCall {
  const { address: recipientAddress } = readAddressOn(network.caipNetworkId, receiver)
  const params = { account: from, recipientAddress, amount: parseAmount(amount, DECIMALS).toString() }
  return { method: 'sendTransfer', params }
}

/** The id of the transaction that the wallet sent. Some wallets return it as plain text. */
async function sentBy(provider: WalletProvider, call: RpcCall): Promise<string> {
  const answer = await provider.request(call)
  const told = typeof answer === 'string' ? { txid: answer } : answer
  return parseAnswer(sentSchema, told, 'send.unreadable').txid.toLowerCase()
}

export const bip122Adapter: ChainAdapter = {
  async connect(provider, offered, signal) {
    const found = await find(provider, offered, signal, 'requestAccountAddresses').catch((error: unknown) => {
      if (!isUnsupportedMethod(error)) throw error
      return find(provider, offered, signal, 'getAccountAddresses')
    })
    if (!found) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    return found
  },

  getAccounts: (provider, offered, signal) => find(provider, offered, signal, 'getAccountAddresses'),

  watch(provider, heard, refused) {
    const place = placeOf(provider)
    const changed = (payload: unknown) => {
      try {
        const shared = sharedOn(readOwned(payload), place.networks)
        const moved = shared && shared.networkId !== place.shared?.networkId
        place.shared = shared
        heard({ type: 'provider.accountsChanged', accounts: shared?.accounts ?? [] })
        if (moved) heard({ type: 'provider.networkChanged', networkId: shared.networkId })
      } catch (cause) {
        refused(cause)
      }
    }
    const disconnected = () => heard({ type: 'provider.disconnected' })
    place.hearers.add(heard)
    provider.on?.('accountsChanged', changed)
    provider.on?.('disconnect', disconnected)
    return () => {
      place.hearers.delete(heard)
      provider.removeListener?.('accountsChanged', changed)
      provider.removeListener?.('disconnect', disconnected)
    }
  },

  async disconnect(provider, signal) {
    try {
      await ask(provider, signal, 'wallet_revokePermissions')
    } catch (error) {
      // Most wallets have no disconnect method. The app then disconnects on its own.
      if (!isUnsupportedMethod(error)) throw error
    }
  },

  async switchNetwork(provider, network, signal) {
    const { networks, shared: before, hearers } = placeOf(provider)
    const owned = readOwned(await ask(provider, signal, 'getAccountAddresses', {}))
    const shared = sharedOn(owned, [network])
    // A wallet cannot be switched to another network: either it shares addresses there, or it does not.
    if (shared?.networkId !== network.caipNetworkId) throw new LatchkeyError('network.notSupported')
    Object.assign(placeOf(provider), {
      networks: [network, ...networks.filter(({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId)],
      shared,
    })
    if (before?.accounts[0].address !== shared.accounts[0].address)
      for (const heard of hearers) heard({ type: 'provider.accountsChanged', accounts: shared.accounts })
    return shared.networkId
  },

  async addNetwork() {
    throw new LatchkeyError('network.notSupported')
  },

  fetchAssets: async () => undefined,

  async fetchBalances({ network, address }, signal) {
    // Balances need an API server, which the app configures.
    if (!hasApi(network)) return []
    const { caipNetworkId: chainId, assets, nativeCurrency } = network
    const held = await balanceOf(network, readAddressOn(chainId, address).address, signal)
    return [
      {
        name: nativeCurrency.name,
        symbol: nativeCurrency.symbol,
        chainId,
        quantity: { decimals: String(DECIMALS), numeric: formatAmount(held, DECIMALS) },
        ...(assets?.imageUrl !== undefined && { iconUrl: assets.imageUrl }),
      },
    ]
  },

  resolveReceiver: async (receiver, networkId) => readAddressOn(networkId, receiver).address,

  readAddress: (address) => readAddress(address).address,

  estimateMaximum: ({ network, from, token: { symbol } }, signal) => readMaximum({ network, from, symbol }, signal),

  async estimateFee(order, signal) {
    const { fee, rate } = await readPlan(order, signal)
    const { symbol } = order.network.nativeCurrency
    return { amount: formatAmount(fee, DECIMALS), symbol, isExact: true, satoshiRate: String(rate) }
  },

  checkToken: async () => {},

  async prepare(provider, order, signal) {
    const { network, from: account, token } = order
    if (token.address !== undefined) throw new LatchkeyError('send.unsupportedChain')
    const { caipNetworkId } = network
    const to = readAddressOn(caipNetworkId, order.receiver)
    // A wallet on another device may have shared its accounts only in its session, which was compared already.
    const owned = await ask(provider, signal, 'getAccountAddresses', {}).then(readOwned, (error: unknown) => {
      if (isUnsupportedMethod(error)) return undefined
      throw error
    })
    if (owned && !owned.some(({ kind }) => kind === kindOf(caipNetworkId))) throw new LatchkeyError('send.otherNetwork')
    const own = owned?.find(({ address }) => address === account)
    // Not every wallet accepts the account to send from, so the active account must be the expected one.
    if (owned && !own) throw new LatchkeyError('send.otherAccount')
    if (own?.type === 'ordinal') throw new LatchkeyError('send.ordinals')
    if (!hasApi(network)) return transferCall(order)
    const { psbtOf } = await loadPart(import('./psbt.ts'))
    const from = { ...readAddressOn(caipNetworkId, account), publicKey: own?.publicKey }
    const plan = await readPlan(order, signal)
    const psbt = await psbtOf({ network, plan, from, to }, signal)
    const signInputs = plan.coins.map((_, index) => ({ address: from.address, index }))
    return { method: 'signPsbt', params: { account, psbt, signInputs, broadcast: false } }
  },

  async send(provider, order, call) {
    if (call.method === 'sendTransfer') return sentBy(provider, call)
    let answer: unknown
    try {
      answer = await provider.request(call)
    } catch (error) {
      if (!isUnsupportedMethod(error)) throw error
      // A wallet that does not sign PSBTs builds the transfer itself.
      return sentBy(provider, transferCall(order))
    }
    const { signedOf } = await loadPart(import('./psbt.ts'))
    const { raw, txid } = signedOf(psbtSchema.parse(call.params).psbt, answer)
    await broadcast(order.network, raw, txid, new AbortController().signal)
    return txid
  },

  async awaitReceipt({ network, hash, timeoutMs }, signal) {
    const bound = bounded(signal, timeoutMs, () => new LatchkeyError('transaction.timedOut'))
    const { createReceiptPoll: looks } = await loadPart(import('./replaced.ts'))
    const look = looks({ network, hash })
    try {
      for (let ms: number = RPC.receiptPollMs; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
        const receipt = await look(bound.signal)
        if (receipt) return receipt
        await pause(ms, bound.signal)
      }
    } finally {
      bound.end()
    }
  },

  async readPosition(order, signal) {
    const { readPosition: readPlace } = await loadPart(import('./replaced.ts'))
    return readPlace(order, signal)
  },

  async fetchReceipt({ network, hash, place }, signal) {
    const { createReceiptPoll: looks } = await loadPart(import('./replaced.ts'))
    return looks({ network, hash }, place)(signal)
  },
}
