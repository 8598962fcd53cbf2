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
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import { abortable } from '../../platform/abort.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { ChainAdapter, SendOrder, WalletAccounts, WalletEvent } from '../adapter.ts'
import { pollForReceipt } from '../pollForReceipt.ts'
import { isAddress, readAddress, readAddressOn } from './addresses.ts'
import { DECIMALS } from './coins.ts'
import { balanceOf, broadcast, hasApi } from './esplora.ts'
import { readMaximum, readPlan } from './fees.ts'
import { kindOf, DEFAULT_NETWORKS, type NetworkKind } from './networkKinds.ts'
import { psbtSchema } from './port.ts'
import { parseAnswer } from '../parseAnswer.ts'

/** The longest pause between two polls for a transaction: blocks take minutes, and public servers limit requests. */
const MAX_POLL_INTERVAL_MS = 16_000

const addressesSchema = z.array(
  z.object({
    address: z.string().check(z.refine(isAddress)),
    intention: z._default(z.enum(['payment', 'ordinal']), 'payment'),
    /** Only a hint; an invalid value is ignored. */
    publicKey: z.optional(z.unknown()),
  }),
)
const sentSchema = z.object({ txid: z.string().check(z.regex(/^[0-9a-fA-F]{64}$/)) })

interface WalletAddress extends Account {
  kind: NetworkKind
  publicKey: string | undefined
}

/** The addresses of a wallet without duplicates, those for payments first. */
function readAddresses(answer: unknown): WalletAddress[] {
  const addresses = parseAnswer(addressesSchema, answer).map(({ address, intention: type, publicKey }) => ({
    ...readAddress(address),
    type,
    publicKey: typeof publicKey === 'string' ? publicKey : undefined,
  }))
  const sorted = [
    ...addresses.filter(({ type }) => type === 'payment'),
    ...addresses.filter(({ type }) => type === 'ordinal'),
  ]
  const byAddress = new Map<string, WalletAddress>()
  for (const { address, kind, type, publicKey } of sorted)
    if (!byAddress.has(address)) byAddress.set(address, { address, kind, type, publicKey })
  return [...byAddress.values()]
}

/** The first network in which the wallet has addresses, and these addresses. */
function accountsOn(addresses: readonly WalletAddress[], networks: readonly Network[]): WalletAccounts | undefined {
  const hasAddress = ({ caipNetworkId }: Network) => addresses.some(({ kind }) => kind === kindOf(caipNetworkId))
  const networkId = networks.find(hasAddress)?.caipNetworkId ?? DEFAULT_NETWORKS[addresses[0]?.kind ?? 'mainnet']
  const [first, ...others] = addresses
    .filter(({ kind }) => kind === kindOf(networkId))
    .map(({ address, type }): Account => ({ address, type }))
  return first && { accounts: [first, ...others], networkId }
}

/** The last known state of a wallet, which cannot report its network itself, and its subscribers. */
interface WalletState {
  networks: readonly Network[]
  walletAccounts: WalletAccounts | undefined
  listeners: Set<(event: WalletEvent) => void>
}
const walletStates = new WeakMap<WalletProvider, WalletState>()

function walletStateOf(provider: WalletProvider): WalletState {
  const state = walletStates.get(provider) ?? { networks: [], walletAccounts: undefined, listeners: new Set() }
  walletStates.set(provider, state)
  return state
}

const requestWallet = (
  provider: WalletProvider,
  signal: AbortSignal,
  method: string,
  params?: unknown,
): Promise<unknown> => abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

async function readWalletAccounts(
  provider: WalletProvider,
  networks: readonly Network[],
  signal: AbortSignal,
  method: string,
) {
  const walletAccounts = accountsOn(readAddresses(await requestWallet(provider, signal, method, {})), networks)
  Object.assign(walletStateOf(provider), { networks, walletAccounts })
  return walletAccounts
}

/** A transfer that the wallet builds and sends itself. */
function transferCall({ network, from, receiver, amount }: SendOrder): RpcCall {
  const { address: recipientAddress } = readAddressOn(network.caipNetworkId, receiver)
  const params = { account: from, recipientAddress, amount: parseAmount(amount, DECIMALS).toString() }
  return { method: 'sendTransfer', params }
}

/** The id of the transaction that the wallet sent. Some wallets return it as plain text. */
async function sendThroughWallet(provider: WalletProvider, call: RpcCall): Promise<string> {
  const answer = await provider.request(call)
  const response = typeof answer === 'string' ? { txid: answer } : answer
  return parseAnswer(sentSchema, response, 'send.unreadable').txid.toLowerCase()
}

export const bip122Adapter: ChainAdapter = {
  async connect(provider, networks, signal) {
    const accounts = await readWalletAccounts(provider, networks, signal, 'requestAccountAddresses').catch(
      (error: unknown) => {
        if (!isUnsupportedMethod(error)) throw error
        return readWalletAccounts(provider, networks, signal, 'getAccountAddresses')
      },
    )
    if (!accounts) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    return accounts
  },

  getAccounts: (provider, networks, signal) => readWalletAccounts(provider, networks, signal, 'getAccountAddresses'),

  watch(provider, onEvent, onInvalid) {
    const state = walletStateOf(provider)
    const onAccountsChanged = (payload: unknown) => {
      try {
        const walletAccounts = accountsOn(readAddresses(payload), state.networks)
        const hasNetworkChanged = walletAccounts && walletAccounts.networkId !== state.walletAccounts?.networkId
        state.walletAccounts = walletAccounts
        onEvent({ type: 'wallet.accountsChanged', accounts: walletAccounts?.accounts ?? [] })
        if (hasNetworkChanged) onEvent({ type: 'wallet.networkChanged', networkId: walletAccounts.networkId })
      } catch (cause) {
        onInvalid(cause)
      }
    }
    const onDisconnect = () => onEvent({ type: 'wallet.disconnected' })
    state.listeners.add(onEvent)
    provider.on?.('accountsChanged', onAccountsChanged)
    provider.on?.('disconnect', onDisconnect)
    return () => {
      state.listeners.delete(onEvent)
      provider.removeListener?.('accountsChanged', onAccountsChanged)
      provider.removeListener?.('disconnect', onDisconnect)
    }
  },

  async disconnect(provider, signal) {
    try {
      await requestWallet(provider, signal, 'wallet_revokePermissions')
    } catch (error) {
      // Most wallets have no disconnect method. The app then disconnects on its own.
      if (!isUnsupportedMethod(error)) throw error
    }
  },

  async switchNetwork(provider, network, signal) {
    const { networks, walletAccounts: previous, listeners } = walletStateOf(provider)
    const addresses = readAddresses(await requestWallet(provider, signal, 'getAccountAddresses', {}))
    const walletAccounts = accountsOn(addresses, [network])
    // A wallet cannot be switched to another network: either it shares addresses there, or it does not.
    if (walletAccounts?.networkId !== network.caipNetworkId) throw new LatchkeyError('network.notSupported')
    Object.assign(walletStateOf(provider), {
      networks: [network, ...networks.filter(({ caipNetworkId }) => caipNetworkId !== network.caipNetworkId)],
      walletAccounts,
    })
    if (previous?.accounts[0].address !== walletAccounts.accounts[0].address)
      for (const listener of listeners) listener({ type: 'wallet.accountsChanged', accounts: walletAccounts.accounts })
    return walletAccounts.networkId
  },

  async addNetwork() {
    throw new LatchkeyError('network.notSupported')
  },

  fetchAssets: async () => undefined,

  async fetchBalances({ network, address }, signal) {
    // Balances need an API server, which the app configures.
    if (!hasApi(network)) return []
    const { caipNetworkId: chainId, assets, nativeCurrency } = network
    const balance = await balanceOf(network, readAddressOn(chainId, address).address, signal)
    return [
      {
        name: nativeCurrency.name,
        symbol: nativeCurrency.symbol,
        chainId,
        quantity: { decimals: String(DECIMALS), numeric: formatAmount(balance, DECIMALS) },
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
    const addresses = await requestWallet(provider, signal, 'getAccountAddresses', {}).then(
      readAddresses,
      (error: unknown) => {
        if (isUnsupportedMethod(error)) return undefined
        throw error
      },
    )
    if (addresses && !addresses.some(({ kind }) => kind === kindOf(caipNetworkId)))
      throw new LatchkeyError('send.otherNetwork')
    const sender = addresses?.find(({ address }) => address === account)
    // Not every wallet accepts the account to send from, so the active account must be the expected one.
    if (addresses && !sender) throw new LatchkeyError('send.otherAccount')
    if (sender?.type === 'ordinal') throw new LatchkeyError('send.ordinals')
    if (!hasApi(network)) return transferCall(order)
    const { buildPsbt } = await loadPart(import('./psbt.ts'))
    const from = { ...readAddressOn(caipNetworkId, account), publicKey: sender?.publicKey }
    const plan = await readPlan(order, signal)
    const psbt = await buildPsbt({ network, plan, from, to }, signal)
    const signInputs = plan.coins.map((_, index) => ({ address: from.address, index }))
    return { method: 'signPsbt', params: { account, psbt, signInputs, broadcast: false } }
  },

  async send(provider, order, call) {
    if (call.method === 'sendTransfer') return sendThroughWallet(provider, call)
    let answer: unknown
    try {
      answer = await provider.request(call)
    } catch (error) {
      if (!isUnsupportedMethod(error)) throw error
      // A wallet that does not sign PSBTs builds the transfer itself.
      return sendThroughWallet(provider, transferCall(order))
    }
    const { readSignedTransaction } = await loadPart(import('./psbt.ts'))
    const { raw, txid } = readSignedTransaction(psbtSchema.parse(call.params).psbt, answer)
    await broadcast(order.network, raw, txid, new AbortController().signal)
    return txid
  },

  async awaitReceipt({ network, hash, timeoutMs }, signal) {
    const { createReceiptPoll } = await loadPart(import('./replaced.ts'))
    return pollForReceipt(createReceiptPoll({ network, hash }), { timeoutMs, maxPauseMs: MAX_POLL_INTERVAL_MS }, signal)
  },

  async readPosition(order, signal) {
    const { readPosition } = await loadPart(import('./replaced.ts'))
    return readPosition(order, signal)
  },

  async fetchReceipt({ network, hash, position }, signal) {
    const { createReceiptPoll } = await loadPart(import('./replaced.ts'))
    return createReceiptPoll({ network, hash }, position)(signal)
  },
}
