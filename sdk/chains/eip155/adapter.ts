/** The eip155 namespace, on viem. Loaded when the first EVM wallet is connected, restored or read from. */
import { encodeFunctionData, erc20Abi, getAddress, numberToHex, zeroAddress } from 'viem'
import { readContract } from 'viem/actions'
import { TIMEOUTS } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { TransactionPosition } from '../../../machines/transactions/transaction.contract.ts'
import { codesOf, LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { validateAddress } from '../../../machines/shared/addresses.rules.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { isTransactionHash } from '../../../machines/shared/hex.rules.ts'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import { loadPart } from '../../platform/loadPart.ts'
import { quietly } from '../../platform/untrusted.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { rpcClient } from '../../rpc/client.ts'
import type { ChainAdapter, SendOrder, WalletAccounts } from '../adapter.ts'
import { pollForReceipt } from '../pollForReceipt.ts'
import { fetchWalletAssets } from './assets.ts'
import type { DataCall } from './dataFees.ts'
import { legacyGasPrice, dataFeeOf, gasPriceOf, readLegacyGasPrice, readQuantity } from './fees.ts'
import { callWallet, assertAccountAndNetwork, hexChainId, readAccounts, readNetworkId } from './walletState.ts'
import { findReceipt, readReceipt } from './receipts.ts'
import { assertDecimals, contractOf } from './tokens.ts'

/** The share of the estimated fee, in percent, that is reserved from the maximum amount: fees rise from block to block. */
const GAS_MARGIN_PERCENT = 125n
/** A temporary loss of the wallet's own network, which some wallets report as a disconnect. */
const RETRYING_CODE = 1013

async function requestWalletAccounts(
  provider: WalletProvider,
  signal: AbortSignal,
  method: string,
): Promise<WalletAccounts | undefined> {
  const [first, ...others] = readAccounts(await callWallet(provider, signal, method))
  if (!first) return undefined
  return {
    accounts: [first, ...others],
    networkId: readNetworkId(await callWallet(provider, signal, 'eth_chainId')),
  }
}

/** The NFT code, loaded on first use. */
const loadNfts = () => loadPart(import('./nfts.ts'))

/** The transaction of a transfer, in the format of JSON-RPC. */
async function transactionOf(order: SendOrder) {
  const { from, receiver, token, amount } = order
  if (token.nft) return (await loadNfts()).nftTransaction(order, token.nft)
  const units = parseAmount(amount, Number(token.quantity.decimals))
  const contract = contractOf(token)
  const to = getAddress(receiver)
  return contract
    ? { from, to: contract, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }) }
    : { from, to, value: numberToHex(units) }
}

/** The maximum cost of a transaction in wei, as far as known, and its gas price. Throws `send.gasEstimate`. */
async function feeOf(network: Network, transaction: DataCall & { from: string }, signal: AbortSignal) {
  const client = rpcClient(network, signal)
  const [gasPrice, gas, dataFee] = await Promise.all([
    gasPriceOf(network, TIMEOUTS.estimateMs, signal),
    // As a raw request: the library's action would add 16 kB.
    client
      .request({ method: 'eth_estimateGas', params: [transaction] } as never)
      .then((answer: unknown) => readQuantity(answer)),
    dataFeeOf(network, [transaction], signal),
  ]).catch((cause: unknown) => {
    throw signal.aborted ? signal.reason : new LatchkeyError('send.gasEstimate', { cause })
  })
  return { fee: gasPrice.price * gas + dataFee, gasPrice }
}

const quantity = (units: bigint, decimals: number) => ({
  decimals: String(decimals),
  numeric: formatAmount(units, decimals),
})

export const eip155Adapter: ChainAdapter = {
  async connect(provider, _networks, signal) {
    const accounts = await requestWalletAccounts(provider, signal, 'eth_requestAccounts').catch((error: unknown) => {
      // A wallet that embeds the app, such as Safe, is already connected.
      if (!isUnsupportedMethod(error)) throw error
      return requestWalletAccounts(provider, signal, 'eth_accounts')
    })
    if (!accounts) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    return accounts
  },

  getAccounts: (provider, _networks, signal) => requestWalletAccounts(provider, signal, 'eth_accounts'),

  watch(provider, onEvent, onInvalid) {
    const catchInvalid = (handler: (payload: unknown) => void) => (payload: unknown) => {
      try {
        handler(payload)
      } catch (cause) {
        onInvalid(cause)
      }
    }
    const listeners = {
      accountsChanged: catchInvalid((payload) =>
        onEvent({ type: 'wallet.accountsChanged', accounts: readAccounts(payload) }),
      ),
      chainChanged: catchInvalid((payload) =>
        onEvent({ type: 'wallet.networkChanged', networkId: readNetworkId(payload) }),
      ),
      disconnect: catchInvalid((payload) => {
        if (!codesOf(payload).includes(RETRYING_CODE)) onEvent({ type: 'wallet.disconnected' })
      }),
    }
    let isReported = false
    const reportOnce = (cause: unknown) => {
      if (!isReported) onInvalid(cause)
      isReported = true
    }
    for (const [event, listener] of Object.entries(listeners)) quietly(() => provider.on?.(event, listener), reportOnce)
    return () => {
      for (const [event, listener] of Object.entries(listeners))
        quietly(() => provider.removeListener?.(event, listener))
    }
  },

  async disconnect(provider, signal) {
    try {
      await callWallet(provider, signal, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    } catch (error) {
      // Most wallets have no disconnect method. The app then disconnects on its own.
      if (!isUnsupportedMethod(error)) throw error
    }
  },

  async switchNetwork(provider, network, signal) {
    await callWallet(provider, signal, 'wallet_switchEthereumChain', [{ chainId: hexChainId(network.caipNetworkId) }])
    return readNetworkId(await callWallet(provider, signal, 'eth_chainId'))
  },

  async addNetwork(provider, network, signal) {
    const { name, nativeCurrency, rpcUrls, blockExplorers, assets } = network
    // Wallets require a URL to add a chain. The app's own URLs may contain an API key, so only the chain's public ones are
    // shared.
    const { http } = rpcUrls.chainDefault ?? { http: [] }
    if (http.length === 0) throw new LatchkeyError('rpc.urlMissing')
    await callWallet(provider, signal, 'wallet_addEthereumChain', [
      {
        chainId: hexChainId(network.caipNetworkId),
        chainName: name,
        nativeCurrency,
        rpcUrls: http,
        ...(blockExplorers && { blockExplorerUrls: [blockExplorers.default.url] }),
        // Wallets cannot load relative paths, and accept only https URLs.
        ...(assets?.imageUrl?.startsWith('https://') && { iconUrls: [assets.imageUrl] }),
      },
    ])
  },

  fetchAssets: fetchWalletAssets,

  async fetchBalances({ network, address, listed }, signal) {
    const client = rpcClient(network, signal)
    const owner = getAddress(address)
    const { name, symbol, decimals } = network.nativeCurrency
    const [native, ...amounts] = await Promise.all([
      client.request({ method: 'eth_getBalance', params: [owner, 'latest'] }).then(readQuantity),
      ...listed.map((token) =>
        readContract(client, {
          address: getAddress(token.address),
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [owner],
          // A token that cannot be read is left out; the others are shown.
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
    const error = validateAddress('eip155', receiver)
    if (error) throw error
    const address = getAddress(receiver.toLowerCase())
    if (address === zeroAddress) throw new LatchkeyError('address.zero')
    const hex = receiver.slice(2)
    const isMixedCase = hex !== hex.toLowerCase() && hex !== hex.toUpperCase()
    if (isMixedCase && address !== receiver) throw new LatchkeyError('address.checksum')
    return address
  },

  readAddress(address) {
    const [account] = readAccounts([address])
    if (!account) throw new LatchkeyError('address.invalid')
    return account.address
  },

  async estimateMaximum({ network, from, token, receiver = from }, signal) {
    const decimals = Number(token.quantity.decimals)
    if (token.address !== undefined) return token.quantity.numeric
    const { fee } = await feeOf(network, { from, to: receiver, value: '0x1' }, signal)
    const maximum = parseAmount(token.quantity.numeric, decimals) - (fee * GAS_MARGIN_PERCENT) / 100n
    if (maximum <= 0n) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: token.symbol } })
    return formatAmount(maximum, decimals)
  },

  async estimateFee(order, signal) {
    const { decimals, symbol } = order.network.nativeCurrency
    if (order.token.nft) await (await loadNfts()).assertOwned(order, order.token.nft, signal)
    const { fee, gasPrice } = await feeOf(order.network, await transactionOf(order), signal).catch(
      async (error: unknown) => {
        throw order.token.nft ? await (await loadNfts()).nftError(order, error, signal) : error
      },
    )
    return { amount: formatAmount(fee, decimals), symbol, ...legacyGasPrice(order.network, gasPrice) }
  },

  async readNft(order, signal) {
    return (await loadNfts()).readNft(order, signal)
  },

  async checkToken(order, signal) {
    const { network, token } = order
    if (token.nft) await (await loadNfts()).assertOwned(order, token.nft, signal)
    else await assertDecimals(network, token, signal)
  },

  async prepare(provider, order, signal) {
    const { network, from } = order
    const networkId = network.caipNetworkId
    const { gasPrice } = order.fee ?? (await readLegacyGasPrice(network, signal))
    const transaction = {
      ...(await transactionOf(order)),
      ...(gasPrice !== undefined && { gasPrice: numberToHex(BigInt(gasPrice)) }),
      chainId: hexChainId(networkId),
    }
    await assertAccountAndNetwork(provider, { networkId, from }, signal)
    return { method: 'eth_sendTransaction', params: [transaction] }
  },

  async send(provider, _order, call) {
    const answer = await provider.request(call)
    if (isTransactionHash(answer)) return answer
    const { readSentHash } = await loadPart(import('./sentHash.ts'))
    const hash = readSentHash(answer)
    if (hash === undefined) throw new LatchkeyError('send.unreadable', { cause: answer })
    return hash
  },

  async awaitReceipt({ timeoutMs, ...sent }, signal) {
    const ended = new AbortController()
    let position: TransactionPosition | undefined
    let reading: Promise<void> | undefined
    const poll = async (pollSignal: AbortSignal) => {
      const receipt = await eip155Adapter.fetchReceipt({ ...sent, position }, pollSignal)
      // Not awaited, so that a node that does not answer this does not delay the receipt.
      if (!receipt)
        reading ??= loadPart(import('./replaced.ts'))
          .then(({ readPosition }) => readPosition(sent, ended.signal))
          .then((read) => void (position = read))
          .catch(() => undefined)
      return receipt
    }
    return pollForReceipt(poll, { timeoutMs }, signal).finally(() => ended.abort())
  },

  async readPosition(order, signal) {
    const { readPosition } = await loadPart(import('./replaced.ts'))
    return readPosition(order, signal)
  },

  async fetchReceipt({ network, hash, from, position }, signal) {
    const receipt = await findReceipt(rpcClient(network, signal), hash)
    if (receipt) return readReceipt(receipt, hash, from)
    if (!position) return undefined
    const { readReplacement } = await loadPart(import('./replaced.ts'))
    return readReplacement({ network, hash, from, position }, signal)
  },
}
