/** The eip155 family, on viem. Loaded when the first EVM wallet is connected, restored or read from. */
import { encodeFunctionData, erc20Abi, getAddress, numberToHex, type Client, type Hex } from 'viem'
import {
  estimateFeesPerGas,
  getBalance,
  getBlock,
  getTransactionReceipt,
  readContract,
  waitForTransactionReceipt,
} from 'viem/actions'
import * as z from 'zod/mini'
import { RPC } from '../../../machines/constants.ts'
import type { Account } from '../../../machines/entities/account.ts'
import { referenceOf, type NetworkId } from '../../../machines/entities/namespace.ts'
import type { Network } from '../../../machines/entities/network.ts'
import type { TokenBalance } from '../../../machines/entities/token.ts'
import { codesOf, LatchkeyError } from '../../../machines/errors/error.ts'
import { addressFault } from '../../../machines/rules/addresses.ts'
import { formatAmount, parseAmount } from '../../../machines/rules/amounts.ts'
import { isTransactionHash } from '../../../machines/rules/hex.ts'
import { isUnsupportedMethod } from '../../../machines/rules/outcomes.ts'
import { abortable, bounded } from '../../platform/abort.ts'
import type { WalletProvider } from '../../ports.ts'
import { rpcClient } from '../../rpc/client.ts'
import type { ChainAdapter, Shared } from '../adapter.ts'
import { believe } from '../believe.ts'

/** What is kept back of the largest amount, in percent of the estimated fee: fees rise from block to block. */
const GAS_MARGIN_PERCENT = 125n
/** A temporary loss of the wallet's own network, which some wallets report as a disconnect. */
const RETRYING_CODE = 1013

const accountsSchema = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)))
const chainIdSchema = z.union([
  z.int().check(z.gt(0)),
  z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,16}|[1-9][0-9]{0,18})$/)),
])

/** What a wallet can do, by hex chain id (EIP-5792). */
const capabilitiesSchema = z.record(
  z.string(),
  z.object({ assetDiscovery: z.optional(z.object({ supported: z.boolean() })) }),
)
/** What a wallet holds, by hex chain id (EIP-7811): spec 3.2. Without decimals a token's amount cannot be told. */
const assetsSchema = z.record(
  z.string(),
  z.array(
    z.object({
      type: z.string(),
      address: z.string(),
      balance: z.string().check(z.regex(/^0x[0-9a-fA-F]+$/)),
      metadata: z.optional(
        z.object({
          name: z.optional(z.string()),
          symbol: z.optional(z.string()),
          decimals: z.optional(z.int().check(z.gte(0), z.lte(255))),
          price: z.optional(z.number()),
          value: z.optional(z.number()),
          iconUrl: z.optional(z.string()),
        }),
      ),
    }),
  ),
)

const readAccounts = (answer: unknown): Account[] =>
  [...new Set(believe(accountsSchema, answer).map((address) => getAddress(address)))].map((address) => ({
    address,
    type: 'eoa',
  }))

const readNetworkId = (answer: unknown): NetworkId => `eip155:${BigInt(believe(chainIdSchema, answer)).toString()}`

const hexChainId = (network: Network) => numberToHex(BigInt(referenceOf(network.caipNetworkId)))

const ask = (provider: WalletProvider, signal: AbortSignal, method: string, params?: unknown): Promise<unknown> =>
  abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

async function shared(provider: WalletProvider, signal: AbortSignal, method: string): Promise<Shared | undefined> {
  const [first, ...others] = readAccounts(await ask(provider, signal, method))
  if (!first) return undefined
  return {
    accounts: [first, ...others],
    networkId: readNetworkId(await ask(provider, signal, 'eth_chainId')),
  }
}

/** The contract of a balance's token; nothing for the native one. */
const contractOf = ({ address }: TokenBalance) =>
  address === undefined ? undefined : getAddress(address.slice(address.lastIndexOf(':') + 1))

/** The price of gas, in wei, on a chain whose blocks have no base fee; nothing where they have one (EIP-1559). */
async function gasPriceOf(client: Client): Promise<bigint | undefined> {
  const { baseFeePerGas } = await getBlock(client)
  return baseFeePerGas === null ? BigInt(await client.request({ method: 'eth_gasPrice' })) : undefined
}

/** What a unit of gas costs at most, in wei. */
const highestPriceOf = async (client: Client): Promise<bigint> =>
  (await gasPriceOf(client)) ?? (await estimateFeesPerGas(client, { chain: null })).maxFeePerGas

/** Networks whose blocks were seen to have a base fee; that does not go away. */
const withBaseFee = new WeakSet<Network>()

/**
 * The fee to ask a wallet for. Wallets know the base fee and the tip of the moment that the visitor confirms; but not each
 * knows of chains that have neither. A node that is slow to tell is not waited for.
 */
async function feeOf(network: Network, signal: AbortSignal): Promise<{ gasPrice?: Hex }> {
  if (withBaseFee.has(network)) return {}
  const bound = bounded(signal, RPC.feeMs, () => new LatchkeyError('send.gasEstimate'))
  try {
    const price = await gasPriceOf(rpcClient(network, bound.signal))
    if (price !== undefined) return { gasPrice: numberToHex(price) }
    withBaseFee.add(network)
    return {}
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  } finally {
    bound.end()
  }
}

const quantity = (units: bigint, decimals: number) => ({
  decimals: String(decimals),
  numeric: formatAmount(units, decimals),
})

export const eip155Adapter: ChainAdapter = {
  async connect(provider, _offered, signal) {
    const found = await shared(provider, signal, 'eth_requestAccounts')
    if (!found) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    return found
  },

  existing: (provider, _offered, signal) => shared(provider, signal, 'eth_accounts'),

  watch(provider, heard, refused) {
    const guarded = (hear: (payload: unknown) => void) => (payload: unknown) => {
      try {
        hear(payload)
      } catch (cause) {
        refused(cause)
      }
    }
    const listeners = {
      accountsChanged: guarded((payload) =>
        heard({ type: 'provider.accountsChanged', accounts: readAccounts(payload) }),
      ),
      chainChanged: guarded((payload) => heard({ type: 'provider.networkChanged', networkId: readNetworkId(payload) })),
      disconnect: guarded((payload) => {
        if (!codesOf(payload).includes(RETRYING_CODE)) heard({ type: 'provider.disconnected' })
      }),
    }
    for (const [event, listener] of Object.entries(listeners)) provider.on?.(event, listener)
    return () => {
      for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener)
    }
  },

  async disconnect(provider, signal) {
    try {
      await ask(provider, signal, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    } catch (error) {
      // Most wallets cannot be told; leaving them is then a matter of this page alone.
      if (!isUnsupportedMethod(error)) throw error
    }
  },

  async switchNetwork(provider, network, signal) {
    await ask(provider, signal, 'wallet_switchEthereumChain', [{ chainId: hexChainId(network) }])
    return readNetworkId(await ask(provider, signal, 'eth_chainId'))
  },

  async addNetwork(provider, network, signal) {
    const { name, nativeCurrency, rpcUrls, blockExplorers, assets } = network
    const { http } = rpcUrls.chainDefault ?? rpcUrls.default
    // No wallet adds a chain without a URL, and one of the site's own is no wallet's.
    if (http.length === 0) throw new LatchkeyError('rpc.urlMissing')
    await ask(provider, signal, 'wallet_addEthereumChain', [
      {
        chainId: hexChainId(network),
        chainName: name,
        nativeCurrency,
        rpcUrls: http,
        ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
        ...(assets?.imageUrl !== undefined && { iconUrls: [assets.imageUrl] }),
      },
    ])
  },

  async fetchAssets(provider, { network, address }, signal) {
    const chainId = hexChainId(network)
    const offered = capabilitiesSchema.safeParse(await ask(provider, signal, 'wallet_getCapabilities', [address]))
    if (offered.data?.[chainId]?.assetDiscovery?.supported !== true) return undefined
    const answer = await ask(provider, signal, 'wallet_getAssets', [{ account: address, chainFilter: [chainId] }])
    const { name, symbol, decimals } = network.nativeCurrency
    return (believe(assetsSchema, answer)[chainId] ?? []).map(({ type, address: contract, balance, metadata = {} }) => {
      const scale = type === 'NATIVE' ? decimals : (metadata.decimals ?? 18)
      return {
        name: metadata.name ?? name,
        symbol: metadata.symbol ?? symbol,
        chainId: network.caipNetworkId,
        ...(type !== 'NATIVE' && { address: `${network.caipNetworkId}:${getAddress(contract)}` }),
        quantity: quantity(BigInt(balance), scale),
        ...(metadata.value !== undefined && { value: metadata.value }),
        ...(metadata.price !== undefined && { price: metadata.price }),
        ...(metadata.iconUrl !== undefined && { iconUrl: metadata.iconUrl }),
      }
    })
  },

  async fetchBalances({ network, address, listed }, signal) {
    const client = rpcClient(network, signal)
    const owner = getAddress(address)
    const { name, symbol, decimals } = network.nativeCurrency
    const [native, ...amounts] = await Promise.all([
      getBalance(client, { address: owner }),
      ...listed.map((token) =>
        readContract(client, {
          address: getAddress(token.address),
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [owner],
          // A token that cannot be read is left out; the others are worth showing.
        }).catch(() => undefined),
      ),
    ])
    const { caipNetworkId: chainId, assets } = network
    return [
      {
        name,
        symbol,
        chainId,
        quantity: quantity(native, decimals),
        ...(assets?.imageUrl !== undefined && { iconUrl: assets.imageUrl }),
      },
      ...listed.flatMap((token, index) => {
        const amount = amounts[index]
        return amount === undefined
          ? []
          : [
              {
                name: token.name,
                symbol: token.symbol,
                chainId,
                address: `${chainId}:${getAddress(token.address)}`,
                quantity: quantity(amount, token.decimals),
                ...(token.iconUrl !== undefined && { iconUrl: token.iconUrl }),
              },
            ]
      }),
    ]
  },

  async resolveReceiver(receiver) {
    const fault = addressFault('eip155', receiver)
    if (fault) throw fault
    const address = getAddress(receiver.toLowerCase())
    const hex = receiver.slice(2)
    const mixed = hex !== hex.toLowerCase() && hex !== hex.toUpperCase()
    if (mixed && address !== receiver) throw new LatchkeyError('address.checksum')
    return address
  },

  async estimateMaximum({ network, from, token }, signal) {
    const decimals = Number(token.quantity.decimals)
    if (token.address !== undefined) return token.quantity.numeric
    const client = rpcClient(network, signal)
    const account = getAddress(from)
    const [price, gas] = await Promise.all([
      highestPriceOf(client),
      // As bare JSON-RPC: the library's own action would bring 16 kB with it.
      client.request({ method: 'eth_estimateGas', params: [{ from: account, to: account, value: '0x1' }] }),
    ]).catch((cause: unknown) => {
      throw new LatchkeyError('send.gasEstimate', { cause })
    })
    const fee = (price * BigInt(gas) * GAS_MARGIN_PERCENT) / 100n
    const left = parseAmount(token.quantity.numeric, decimals) - fee
    if (left <= 0n) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: token.symbol } })
    return formatAmount(left, decimals)
  },

  async send(provider, { network, from, receiver, token, amount }, signal) {
    if (readNetworkId(await ask(provider, signal, 'eth_chainId')) !== network.caipNetworkId)
      throw new LatchkeyError('send.otherNetwork')
    const units = parseAmount(amount, Number(token.quantity.decimals))
    const contract = contractOf(token)
    const to = getAddress(receiver)
    const transaction = contract
      ? {
          from,
          to: contract,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
        }
      : { from, to, value: numberToHex(units) }
    const params = [{ ...transaction, ...(await feeOf(network, signal)) }]
    // Not raced against the signal: what the visitor confirms late is sent all the same, and must be heard of.
    const hash = await provider.request({ method: 'eth_sendTransaction', params })
    if (!isTransactionHash(hash)) throw new LatchkeyError('wallet.invalidResponse', { cause: hash })
    return hash
  },

  async awaitReceipt({ network, hash, timeoutMs }, signal) {
    let replaced = false
    const receipt = await abortable(
      waitForTransactionReceipt(rpcClient(network, signal), {
        hash: hash as `0x${string}`,
        pollingInterval: RPC.receiptPollMs,
        timeout: timeoutMs,
        // Repriced is the same transfer under another hash; anything else is another transaction in its place.
        onReplaced: ({ reason }) => (replaced = reason !== 'repriced'),
      }),
      signal,
    )
    return { status: replaced ? 'replaced' : receipt.status, hash: receipt.transactionHash }
  },

  async fetchReceipt({ network, hash }, signal) {
    try {
      const receipt = await getTransactionReceipt(rpcClient(network, signal), { hash: hash as `0x${string}` })
      return { status: receipt.status, hash: receipt.transactionHash }
    } catch (error) {
      if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return undefined
      throw error
    }
  },
}
