/** The Solana family, on `@solana/web3.js`. Loaded when the first Solana wallet is connected, restored or read from. */
import { base58, base64 } from '@scure/base'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { RPC, SOLANA } from '../../../machines/constants.ts'
import type { Account } from '../../../machines/entities/account.ts'
import type { Network } from '../../../machines/entities/network.ts'
import type { TokenBalance } from '../../../machines/entities/token.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { formatAmount, parseAmount } from '../../../machines/rules/amounts.ts'
import { isUnsupportedMethod } from '../../../machines/rules/outcomes.ts'
import type { Receipt } from '../../../machines/transfer/transaction.contract.ts'
import { abortable, bounded, pause } from '../../platform/abort.ts'
import type { WalletProvider } from '../../ports.ts'
import type { ChainAdapter, Shared } from '../adapter.ts'
import { believe } from '../believe.ts'
import {
  accountsSchema,
  askNode,
  balanceSchema,
  blockhashSchema,
  feeSchema,
  hashSchema,
  isPubkey,
  sentSchema,
  signedSchema,
  statusesSchema,
} from './wire.ts'

const COMMITMENT = { commitment: 'confirmed' } as const
const SIGNATURE_BYTES = 64

/** The library would take shorter texts, too. */
function addressOf(text: string): PublicKey {
  if (!isPubkey(text)) throw new LatchkeyError('address.invalid')
  return new PublicKey(text)
}

const readAccounts = (answer: unknown): Account[] =>
  [...new Set(believe(accountsSchema, answer).map(({ pubkey }) => pubkey))].map((address) => ({
    address,
    type: 'eoa',
  }))

async function shared(
  provider: WalletProvider,
  [network]: readonly Network[],
  signal: AbortSignal,
  method: string,
): Promise<Shared | undefined> {
  const [first, ...others] = readAccounts(await abortable(provider.request({ method }), signal))
  // The wallet is on no network of its own: each transaction says where it is for.
  return first && network && { accounts: [first, ...others], networkId: network.caipNetworkId }
}

interface Transfer {
  network: Network
  from: string
  receiver: string
  lamports: bigint
}

/** A transfer of the native token, unsigned, as a transaction of version 0. */
async function transferOf({ network, from, receiver, lamports }: Transfer, signal: AbortSignal) {
  const call = { method: 'getLatestBlockhash', params: [COMMITMENT] }
  const { value } = await askNode(network, blockhashSchema, call, signal)
  const payer = addressOf(from)
  const message = new TransactionMessage({
    payerKey: payer,
    recentBlockhash: value.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: SOLANA.unitPriceMicroLamports }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: SOLANA.unitLimit }),
      SystemProgram.transfer({ fromPubkey: payer, toPubkey: addressOf(receiver), lamports }),
    ],
  })
  return new VersionedTransaction(message.compileToV0Message())
}

const isSigned = ({ signatures: [first] }: VersionedTransaction): boolean =>
  first?.length === SIGNATURE_BYTES && first.some((byte) => byte !== 0)

/** The transaction as the wallet signed it: given back whole, or its signature alone. */
function signedOf(answer: unknown, unsigned: VersionedTransaction, from: string): VersionedTransaction {
  const { transaction, signature } = believe(signedSchema, answer)
  try {
    if (transaction !== undefined) return VersionedTransaction.deserialize(base64.decode(transaction))
    if (signature !== undefined) unsigned.addSignature(addressOf(from), base58.decode(signature))
  } catch (cause) {
    throw new LatchkeyError('wallet.invalidResponse', { cause })
  }
  return unsigned
}

async function receiptOf({ network, hash }: { network: Network; hash: string }, signal: AbortSignal) {
  const call = { method: 'getSignatureStatuses', params: [[hash], { searchTransactionHistory: true }] }
  const [status] = (await askNode(network, statusesSchema, call, signal)).value
  if (!status || status.confirmationStatus === 'processed') return undefined
  return { status: status.err === null ? 'success' : 'reverted', hash } satisfies Receipt
}

/** What a provider lists the native token under, where it gives it an address. */
const NATIVE_ADDRESS = 'So11111111111111111111111111111111111111111'

/** Only the native token is sent: the amount of another one would be taken for lamports. */
function nativeOnly({ address }: TokenBalance): void {
  if (address !== undefined && address.slice(address.lastIndexOf(':') + 1) !== NATIVE_ADDRESS)
    throw new LatchkeyError('send.unsupportedToken')
}

export const solanaAdapter: ChainAdapter = {
  async connect(provider, offered, signal) {
    const found = await shared(provider, offered, signal, 'solana_requestAccounts')
    if (!found) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    return found
  },

  existing: (provider, offered, signal) => shared(provider, offered, signal, 'solana_getAccounts'),

  watch(provider, heard, refused) {
    const accountsChanged = (payload: unknown) => {
      try {
        heard({ type: 'provider.accountsChanged', accounts: readAccounts(payload) })
      } catch (cause) {
        refused(cause)
      }
    }
    const disconnect = () => heard({ type: 'provider.disconnected' })
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
      // A wallet that cannot be told is left by this page alone.
      if (!isUnsupportedMethod(error)) throw error
    }
  },

  // No wallet has to be asked.
  switchNetwork: async (_provider, { caipNetworkId }) => caipNetworkId,

  addNetwork: async () => {
    throw new LatchkeyError('network.notSupported')
  },

  fetchAssets: async () => undefined,

  async fetchBalances({ network, address }, signal) {
    const { name, symbol, decimals } = network.nativeCurrency
    const { caipNetworkId: chainId, assets } = network
    const { value } = await askNode(
      network,
      balanceSchema,
      { method: 'getBalance', params: [address, COMMITMENT] },
      signal,
    )
    return [
      {
        name,
        symbol,
        chainId,
        quantity: { decimals: String(decimals), numeric: formatAmount(BigInt(value), decimals) },
        ...(assets?.imageUrl !== undefined && { iconUrl: assets.imageUrl }),
      },
    ]
  },

  resolveReceiver: async (receiver) => addressOf(receiver).toBase58(),

  async estimateMaximum({ network, from, token }, signal) {
    nativeOnly(token)
    const decimals = Number(token.quantity.decimals)
    const { message } = await transferOf({ network, from, receiver: from, lamports: 1n }, signal)
    const params = [base64.encode(message.serialize()), COMMITMENT]
    const { value: fee } = await askNode(network, feeSchema, { method: 'getFeeForMessage', params }, signal)
    if (fee === null) throw new LatchkeyError('send.gasEstimate')
    const left = parseAmount(token.quantity.numeric, decimals) - BigInt(fee)
    if (left <= 0n) throw new LatchkeyError('send.gasUnaffordable', { params: { symbol: token.symbol } })
    return formatAmount(left, decimals)
  },

  async send(provider, { network, from, receiver, token, amount }, signal) {
    nativeOnly(token)
    const lamports = parseAmount(amount, Number(token.quantity.decimals))
    const unsigned = await transferOf({ network, from, receiver, lamports }, signal)
    const transaction = base64.encode(unsigned.serialize())
    const params = { transaction, pubkey: from, chainId: network.caipNetworkId }
    let answer: unknown
    try {
      // Not raced against the signal: what the visitor confirms late is sent all the same, and must be heard of.
      answer = await provider.request({ method: 'solana_signTransaction', params })
    } catch (error) {
      if (!isUnsupportedMethod(error)) throw error
      const sent = await provider.request({ method: 'solana_signAndSendTransaction', params })
      return believe(sentSchema, sent).signature
    }
    const signed = signedOf(answer, unsigned, from)
    if (!isSigned(signed)) throw new LatchkeyError('wallet.invalidResponse', { cause: answer })
    const call = {
      method: 'sendTransaction',
      params: [base64.encode(signed.serialize()), { encoding: 'base64', preflightCommitment: 'confirmed' }],
    }
    return askNode(network, hashSchema, call, new AbortController().signal)
  },

  async awaitReceipt({ network, hash, timeoutMs }, signal) {
    const bound = bounded(signal, timeoutMs, () => new LatchkeyError('transaction.timedOut'))
    try {
      for (;;) {
        const receipt = await receiptOf({ network, hash }, bound.signal)
        if (receipt) return receipt
        await pause(RPC.receiptPollMs, bound.signal)
      }
    } catch (error) {
      throw bound.signal.aborted ? bound.signal.reason : error
    } finally {
      bound.end()
    }
  },

  fetchReceipt: (order, signal) => receiptOf(order, signal),
}
