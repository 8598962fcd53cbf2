/** The Solana namespace, on `@solana/web3.js`. Loaded when the first Solana wallet is connected, restored or read from. */
import { base58, base64 } from '@scure/base'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { NATIVE_ADDRESSES, SOLANA } from '../../../machines/constants.ts'
import type { Account } from '../../../machines/shared/account.types.ts'
import type { NetworkId } from '../../../machines/shared/namespace.types.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { addressOf as idOf, type TokenBalance } from '../../../machines/shared/token.types.ts'
import type { Fee } from '../../../machines/send/transfer.types.ts'
import type { ErrorCode } from '../../../machines/shared/errors/catalog.ts'
import { codesOf, LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount, parseAmount } from '../../../machines/shared/amounts.rules.ts'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import type { Receipt } from '../../../machines/transactions/transaction.contract.ts'
import { abortable } from '../../platform/abort.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import type { ChainAdapter, SendOrder, WalletAccounts } from '../adapter.ts'
import { pollForReceipt } from '../pollForReceipt.ts'
import { parseAnswer } from '../parseAnswer.ts'
import { assertNoToken, tokenBalanceOf, tokenTransferOf } from './tokens.ts'
import {
  accountsSchema,
  requestNode,
  balanceSchema,
  blockhashSchema,
  COMMITMENT,
  feeSchema,
  hashSchema,
  isPubkey,
  sentSchema,
  signedSchema,
  statusesSchema,
} from './wire.ts'

const SIGNATURE_BYTES = 64

/** The library would also accept shorter texts. */
function addressOf(text: string): PublicKey {
  if (!isPubkey(text)) throw new LatchkeyError('address.invalid')
  return new PublicKey(text)
}

const readAccounts = (answer: unknown): Account[] =>
  [...new Set(parseAnswer(accountsSchema, answer).map(({ pubkey }) => pubkey))].map((address) => ({
    address,
    type: 'eoa',
  }))

async function requestWalletAccounts(
  provider: WalletProvider,
  [network]: readonly Network[],
  signal: AbortSignal,
  method: string,
): Promise<WalletAccounts | undefined> {
  const [first, ...others] = readAccounts(await abortable(provider.request({ method }), signal))
  // The wallet has no active network: each transaction names its own.
  return first && network && { accounts: [first, ...others], networkId: network.caipNetworkId }
}

/** The instructions of a transaction and its compute budget. */
interface TransactionPlan {
  instructions: readonly TransactionInstruction[]
  /** The rent of an account that is created for the receiver. */
  rentLamports: number
  unitPriceMicroLamports: number
  unitLimit: number
  /** The token's transfer fee, in its smallest units. */
  transferFee: bigint
}

/** The cost of a transaction in addition to its amount, in lamports. */
const costOf = ({ unitLimit, unitPriceMicroLamports, rentLamports }: TransactionPlan): bigint =>
  BigInt(SOLANA.signatureLamports + Math.ceil((unitLimit * unitPriceMicroLamports) / 1e6) + rentLamports)

/** Builds an unsigned transaction of version 0. */
async function transactionOf(network: Network, from: string, plan: TransactionPlan, signal: AbortSignal) {
  const call = { method: 'getLatestBlockhash', params: [COMMITMENT] }
  const { value } = await requestNode(network, blockhashSchema, call, signal)
  const message = new TransactionMessage({
    payerKey: addressOf(from),
    recentBlockhash: value.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: plan.unitPriceMicroLamports }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: plan.unitLimit }),
      ...plan.instructions,
    ],
  })
  return new VersionedTransaction(message.compileToV0Message())
}

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof LatchkeyError && error.code === code

/** The NFT code, loaded on first use. */
const loadNfts = () => loadPart(import('./nfts.ts'))

/** Transfers the native token. */
const nativeTransferOf = (from: string, receiver: string, lamports: bigint): TransactionPlan => ({
  ...SOLANA,
  rentLamports: 0,
  transferFee: 0n,
  instructions: [SystemProgram.transfer({ fromPubkey: addressOf(from), toPubkey: addressOf(receiver), lamports })],
})

async function transferOf(
  { network, from, receiver, token, amount }: SendOrder,
  signal: AbortSignal,
): Promise<TransactionPlan> {
  const decimals = Number(token.quantity.decimals)
  const units = parseAmount(amount, decimals)
  const mint = mintOf(token)
  if (mint === undefined) {
    await assertNoToken(network, receiver, signal)
    return nativeTransferOf(from, receiver, units)
  }
  const order = { network, from, receiver: addressOf(receiver).toBase58(), mint, units, decimals }
  const transfer = await tokenTransferOf(order, signal).catch((cause: unknown) => {
    throw token.nft && hasCode(cause, 'amount.insufficient') ? new LatchkeyError('send.nftNotHeld', { cause }) : cause
  })
  return { ...SOLANA.tokens, ...transfer }
}

/** The token's transfer fee and the amount that arrives; empty without a fee. */
function formatTransferFee(
  { token, amount }: SendOrder,
  { transferFee }: TransactionPlan,
): Pick<Fee, 'tokenFee' | 'receivedAmount'> {
  if (transferFee === 0n) return {}
  const decimals = Number(token.quantity.decimals)
  return {
    tokenFee: formatAmount(transferFee, decimals),
    receivedAmount: formatAmount(parseAmount(amount, decimals) - transferFee, decimals),
  }
}

/** The parameters of a signing request. */
interface SigningParams {
  /** The unsigned transaction, in base64. */
  transaction: string
  pubkey: string
  chainId: NetworkId
}

const isSigned = ({ signatures: [first] }: VersionedTransaction): boolean =>
  first?.length === SIGNATURE_BYTES && first.some((byte) => byte !== 0)

/** The signed transaction: the wallet returns the whole transaction or only its signature. */
function readSignedTransaction(answer: unknown, unsigned: VersionedTransaction, from: string): VersionedTransaction {
  const { transaction, signature } = parseAnswer(signedSchema, answer)
  try {
    if (transaction !== undefined) return VersionedTransaction.deserialize(base64.decode(transaction))
    if (signature !== undefined) unsigned.addSignature(addressOf(from), base58.decode(signature))
  } catch (cause) {
    throw new LatchkeyError('wallet.invalidResponse', { cause })
  }
  return unsigned
}

/** The codes with which a node rejects a transaction: it was invalid, or failed in the simulation. */
const REJECTION_CODES: readonly number[] = [-32_002, -32_003, -32_013, -32_015, -32_600, -32_601, -32_602]

/** Whether no node sent the transaction. A node also rejects a transaction with a code if it has already sent it. */
function isRejected(error: unknown): boolean {
  if (hasCode(error, 'rpc.busy') || hasCode(error, 'rpc.urlMissing')) return true
  const status = LatchkeyError.is(error, 'rpc.failed') ? Number(error.params['status']) : 0
  if (status >= 400 && status < 500 && status !== 408) return true
  return codesOf(error).some((code) => REJECTION_CODES.includes(code)) && !/already been processed/i.test(String(error))
}

/**
 * Asks the wallet to sign a transaction, and sends it to the network's nodes. A wallet that can only sign and send at once does
 * both.
 */
async function sendSigned(
  provider: WalletProvider,
  { network, from }: Pick<SendOrder, 'network' | 'from'>,
  call: RpcCall,
): Promise<string> {
  const unsigned = VersionedTransaction.deserialize(base64.decode((call.params as SigningParams).transaction))
  let answer: unknown
  try {
    answer = await provider.request(call)
  } catch (error) {
    if (!isUnsupportedMethod(error)) throw error
    const sent = await provider.request({ ...call, method: 'solana_signAndSendTransaction' })
    return parseAnswer(sentSchema, typeof sent === 'string' ? { signature: sent } : sent, 'send.unreadable').signature
  }
  const signed = readSignedTransaction(answer, unsigned, from)
  if (!isSigned(signed)) throw new LatchkeyError('wallet.invalidResponse', { cause: answer })
  await submit(network, signed)
  // The id of a transaction is its first signature, whatever the node returns.
  return base58.encode(signed.signatures[0] ?? new Uint8Array())
}

/**
 * Sends a signed transaction to a node. Throws if the node rejected it. A node that gave no readable response may have sent it,
 * so the caller tracks it by its signature like a sent one.
 */
async function submit(network: Network, signed: VersionedTransaction): Promise<void> {
  const call = {
    method: 'sendTransaction',
    params: [base64.encode(signed.serialize()), { encoding: 'base64', preflightCommitment: 'confirmed' }],
  }
  try {
    await requestNode(network, hashSchema, call, new AbortController().signal)
  } catch (error) {
    if (isRejected(error)) throw error
  }
}

async function receiptOf({ network, hash }: { network: Network; hash: string }, signal: AbortSignal) {
  const call = { method: 'getSignatureStatuses', params: [[hash], { searchTransactionHistory: true }] }
  const [status] = (await requestNode(network, statusesSchema, call, signal)).value
  if (!status || status.confirmationStatus === 'processed') return undefined
  return { status: status.err === null ? 'success' : 'reverted', hash } satisfies Receipt
}

/** The mint of a token; `undefined` for the native one. */
function mintOf(token: TokenBalance): string | undefined {
  const mint = idOf(token)
  return mint === undefined || mint === NATIVE_ADDRESSES.solana ? undefined : addressOf(mint).toBase58()
}

export const solanaAdapter: ChainAdapter = {
  async connect(provider, networks, signal) {
    const accounts = await requestWalletAccounts(provider, networks, signal, 'solana_requestAccounts')
    if (!accounts) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    return accounts
  },

  getAccounts: (provider, networks, signal) => requestWalletAccounts(provider, networks, signal, 'solana_getAccounts'),

  watch(provider, onEvent, onInvalid) {
    const accountsChanged = (payload: unknown) => {
      try {
        onEvent({ type: 'wallet.accountsChanged', accounts: readAccounts(payload) })
      } catch (cause) {
        onInvalid(cause)
      }
    }
    const disconnect = () => onEvent({ type: 'wallet.disconnected' })
    provider.on?.('accountsChanged', accountsChanged)
    provider.on?.('disconnect', disconnect)
    return () => {
      provider.removeListener?.('accountsChanged', accountsChanged)
      provider.removeListener?.('disconnect', disconnect)
    }
  },

  async disconnect(provider, signal) {
    try {
      await abortable(provider.request({ method: 'wallet_revokePermissions' }), signal)
    } catch (error) {
      // The wallet has no disconnect method, so only the app disconnects.
      if (!isUnsupportedMethod(error)) throw error
    }
  },

  // The wallet does not take part in a switch.
  switchNetwork: async (_provider, { caipNetworkId }) => caipNetworkId,

  addNetwork: async () => {
    throw new LatchkeyError('network.notSupported')
  },

  fetchAssets: async () => undefined,

  async fetchBalances({ network, address, listed }, signal) {
    const { name, symbol, decimals } = network.nativeCurrency
    const { caipNetworkId: chainId, assets } = network
    const call = { method: 'getBalance', params: [address, COMMITMENT] }
    const [{ value }, ...amounts] = await Promise.all([
      requestNode(network, balanceSchema, call, signal),
      // A token that cannot be read is left out; the others are shown.
      ...listed.map((token) => tokenBalanceOf(network, address, token.address, signal).catch(() => undefined)),
    ])
    return [
      {
        name,
        symbol,
        chainId,
        quantity: { decimals: String(decimals), numeric: formatAmount(BigInt(value), decimals) },
        ...(assets?.imageUrl !== undefined && { iconUrl: assets.imageUrl }),
      },
      ...listed.flatMap((token, index) => {
        const amount = amounts[index]
        if (amount === undefined) return []
        const quantity = { decimals: String(token.decimals), numeric: formatAmount(amount, token.decimals) }
        const { name: tokenName, symbol: tokenSymbol, address: mint, iconUrl } = token
        const balance = { name: tokenName, symbol: tokenSymbol, chainId, address: `${chainId}:${mint}`, quantity }
        return [iconUrl === undefined ? balance : { ...balance, iconUrl }]
      }),
    ]
  },

  resolveReceiver: async (receiver) => addressOf(receiver).toBase58(),

  readAddress: (address) => addressOf(address).toBase58(),

  async estimateMaximum({ network, from, token, receiver = from }, signal) {
    if (mintOf(token) !== undefined) return token.quantity.numeric
    const decimals = Number(token.quantity.decimals)
    const { message } = await transactionOf(network, from, nativeTransferOf(from, receiver, 1n), signal)
    const params = [base64.encode(message.serialize()), COMMITMENT]
    const { value: fee } = await requestNode(network, feeSchema, { method: 'getFeeForMessage', params }, signal)
    if (fee === null) throw new LatchkeyError('send.gasEstimate')
    const maximum = parseAmount(token.quantity.numeric, decimals) - BigInt(fee)
    if (maximum <= 0n) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: token.symbol } })
    return formatAmount(maximum, decimals)
  },

  // The transaction contains everything, so no request is needed.
  async estimateFee(order, signal) {
    const { decimals, symbol } = order.network.nativeCurrency
    const plan = await transferOf(order, signal)
    const { rentLamports } = plan
    return {
      amount: formatAmount(costOf(plan), decimals),
      symbol,
      ...(rentLamports > 0 && { opening: formatAmount(BigInt(rentLamports), decimals) }),
      ...formatTransferFee(order, plan),
    }
  },

  async readNft(order, signal) {
    return (await loadNfts()).readNft(order, signal)
  },

  async readNfts(order, signal) {
    return (await loadNfts()).readNfts(order, signal)
  },

  // TransferChecked includes the decimals, and the chain rejects it if they differ.
  checkToken: async () => {},

  async prepare(_provider, order, signal) {
    const { network, from, fee } = order
    const plan = await transferOf(order, signal)
    if (fee && costOf(plan) > parseAmount(fee.amount, network.nativeCurrency.decimals))
      throw new LatchkeyError('send.feeRose')
    if (formatTransferFee(order, plan).tokenFee !== fee?.tokenFee) throw new LatchkeyError('send.tokenFeeChanged')
    const unsigned = await transactionOf(network, from, plan, signal)
    const transaction = base64.encode(unsigned.serialize())
    const params: SigningParams = { transaction, pubkey: from, chainId: network.caipNetworkId }
    return { method: 'solana_signTransaction', params }
  },

  send: sendSigned,

  sendBuilt: sendSigned,

  awaitReceipt: ({ timeoutMs, ...sent }, signal) =>
    pollForReceipt((pollSignal) => receiptOf(sent, pollSignal), { timeoutMs }, signal),

  fetchReceipt: (order, signal) => receiptOf(order, signal),
}
