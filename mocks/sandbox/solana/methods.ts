/** The RPC methods of the sandbox's Solana node (https://solana.com/docs/rpc/http). */
import * as z from 'zod/mini'
import { parseParams } from '../eip155/params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { base58 } from '@scure/base'
import { feeOf } from './fee.ts'
import { addressOf, type MinedTransaction, type Ledger, type AccountChanges, type SimulationResult } from './ledger.ts'
import { paramsOf } from './params.ts'
import type { RpcMethods } from './rpc.ts'
import { readMessage, readTransaction } from './wire.ts'

const errorCodes = { preflight: -32002, signature: -32003 }
const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const neverPaysRent = 18_446_744_073_709_552_000

type RuntimeAccount = SimulationResult['accounts'][number]
type Encoding = 'base58' | 'base64' | 'jsonParsed' | undefined

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const accountInfo = ({ data, executable, lamports, programAddress, space }: RuntimeAccount, encoding: Encoding) => ({
  data:
    encoding === 'base58'
      ? [base58.encode(Uint8Array.from(data)), 'base58']
      : [base64(Uint8Array.from(data)), 'base64'],
  executable,
  lamports: Number(lamports),
  owner: programAddress,
  rentEpoch: neverPaysRent,
  space: Number(space),
})

/** Decodes bytes as a transaction or a message. Throws -32602 if they are invalid. */
function decode<T>(text: string, encoding: 'base58' | 'base64', parse: (bytes: Uint8Array) => T): T {
  try {
    return parse(encoding === 'base64' ? decodeBase64(text) : base58.decode(text))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ProviderRpcError(rpcCodes.invalidParams, `failed to deserialize: ${reason}`)
  }
}
function decodeBase64(text: string) {
  if (!z.safeParse(z.base64(), text).success) throw new RangeError('invalid base64 encoding')
  return Uint8Array.from(Buffer.from(text, 'base64'))
}

const simulation = ({ failure, logs, units, returnData: returned }: SimulationResult) => ({
  accounts: null as unknown[] | null,
  err: failure?.err ?? null,
  innerInstructions: null,
  logs,
  returnData: returned ? { programId: returned.program, data: [base64(returned.data), 'base64'] } : null,
  unitsConsumed: units,
})

/** The balances of the token accounts, by index in the transaction. */
const tokenBalances = (states: AccountChanges['before']) =>
  states.flatMap(({ program, data }, accountIndex) => {
    if (!tokenPrograms.includes(program) || data.length < 165) return []
    const amount = String(new DataView(data.buffer).getBigUint64(64, true))
    const [mint, owner] = [base58.encode(data.slice(0, 32)), base58.encode(data.slice(32, 64))]
    return [{ accountIndex, mint, owner, programId: program, uiTokenAmount: { amount } }]
  })

const transactionInfo = (
  { slot, failure }: MinedTransaction,
  { message, before, after }: AccountChanges,
  signature: string,
) => ({
  slot,
  version: message.version,
  transaction: { signatures: [signature], message: { accountKeys: message.accounts } },
  meta: {
    err: failure?.err ?? null,
    fee: Number(feeOf(message)),
    preBalances: before.map(({ lamports }) => Number(lamports)),
    postBalances: after.map(({ lamports }) => Number(lamports)),
    preTokenBalances: tokenBalances(before),
    postTokenBalances: tokenBalances(after),
  },
})

const badSignature = () => new ProviderRpcError(errorCodes.signature, 'Transaction signature verification failure')

/** The node's methods for a chain. */
export function createSolanaMethods(ledger: Ledger): RpcMethods {
  const { runtime } = ledger
  const withContext = <T>(value: T) => ({ context: { apiVersion: '3.0.0', slot: ledger.slot() }, value })
  const method =
    <S extends z.ZodMiniType>(schema: S, answer: (params: z.output<S>) => unknown) =>
    (params: unknown) =>
      answer(parseParams(schema, params))

  /** The requested token program, or the one that owns a mint. */
  const findTokenProgram = (filter: { programId: string } | { mint: string }): string => {
    if ('programId' in filter) return filter.programId
    const mint = runtime.getAccount(addressOf(filter.mint))
    if (!mint.exists) throw new ProviderRpcError(rpcCodes.invalidParams, 'Invalid param: could not find mint')
    if (tokenPrograms.includes(mint.programAddress)) return mint.programAddress
    throw new ProviderRpcError(rpcCodes.invalidParams, 'Invalid param: not a Token mint')
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getGenesisHash: () => ledger.genesisHash,
    getSlot: () => ledger.slot(),
    getEpochInfo: () => ({
      absoluteSlot: ledger.slot(),
      blockHeight: ledger.blockHeight(),
      epoch: Number(runtime.getClock().epoch),
      slotIndex: ledger.slot(),
      slotsInEpoch: 432_000,
      transactionCount: null,
    }),
    getBlockHeight: () => ledger.blockHeight(),
    getLatestBlockhash: () => withContext(ledger.latestBlockhash()),
    isBlockhashValid: method(paramsOf.isBlockhashValid, ([blockhash]) => withContext(ledger.isValid(blockhash))),

    getBalance: method(paramsOf.getBalance, ([key]) => withContext(Number(runtime.getBalance(addressOf(key)) ?? 0n))),
    getAccountInfo: method(paramsOf.getAccountInfo, ([key, config]) => {
      const account = runtime.getAccount(addressOf(key))
      return withContext(account.exists ? accountInfo(account, config?.encoding) : null)
    }),
    getMultipleAccounts: method(paramsOf.getMultipleAccounts, ([keys, config]) =>
      withContext(
        keys.map((key) => {
          const account = runtime.getAccount(addressOf(key))
          return account.exists ? accountInfo(account, config?.encoding) : null
        }),
      ),
    ),
    getMinimumBalanceForRentExemption: method(paramsOf.getMinimumBalanceForRentExemption, ([bytes]) =>
      Number(runtime.minimumBalanceForRentExemption(BigInt(bytes))),
    ),
    getTokenAccountsByOwner: method(paramsOf.getTokenAccountsByOwner, ([owner, filter, config]) => {
      const program = findTokenProgram(filter)
      const tokenAccounts = runtime.getProgramAccounts(addressOf(program)).filter(({ data }) => {
        // A token account starts with its mint and its owner.
        const isOwned = data.length >= 165 && base58.encode(Uint8Array.from(data.slice(32, 64))) === owner
        return isOwned && (!('mint' in filter) || base58.encode(Uint8Array.from(data.slice(0, 32))) === filter.mint)
      })
      return withContext(
        tokenAccounts.map((account) => ({ pubkey: account.address, account: accountInfo(account, config?.encoding) })),
      )
    }),

    getFeeForMessage: method(paramsOf.getFeeForMessage, ([text]) => {
      const message = decode(text, 'base64', readMessage)
      return withContext(ledger.isValid(message.blockhash) ? Number(feeOf(message)) : null)
    }),
    simulateTransaction: method(paramsOf.simulateTransaction, ([text, config]) => {
      const { sigVerify = false, replaceRecentBlockhash = false } = config
      if (sigVerify && replaceRecentBlockhash) {
        const message = 'sigVerify may not be used with replaceRecentBlockhash'
        throw new ProviderRpcError(rpcCodes.invalidParams, message)
      }
      const transaction = decode(text, config.encoding, readTransaction)
      const result = ledger.simulate(transaction, { signatures: sigVerify, blockhash: !replaceRecentBlockhash })
      if (sigVerify && result.failure?.err === 'SignatureFailure') throw badSignature()
      const accounts = config.accounts?.addresses.map((address) => {
        const resulting = result.accounts.find((account) => account.address === address)
        return resulting ? accountInfo(resulting, config.accounts?.encoding) : null
      })
      return withContext({ ...simulation(result), ...(accounts && { accounts }) })
    }),
    sendTransaction: method(paramsOf.sendTransaction, ([text, config]) => {
      const transaction = decode(text, config?.encoding ?? 'base58', readTransaction)
      if (config?.skipPreflight) return ledger.send(transaction)
      const result = ledger.simulate(transaction, { signatures: true, blockhash: true })
      const { failure } = result
      if (failure?.err === 'SignatureFailure') throw badSignature()
      if (!failure) return ledger.send(transaction)
      const message = `Transaction simulation failed: ${failure.text}`
      throw new ProviderRpcError(errorCodes.preflight, message, simulation(result))
    }),
    requestAirdrop: method(paramsOf.requestAirdrop, ([key, lamports]) => ledger.airdrop(key, BigInt(lamports))),
    getTransaction: method(paramsOf.getTransaction, ([signature]) => {
      const transaction = ledger.find(signature)
      return transaction?.accountChanges ? transactionInfo(transaction, transaction.accountChanges, signature) : null
    }),
    getSignatureStatuses: method(paramsOf.getSignatureStatuses, ([signatures]) =>
      withContext(
        signatures.map((signature) => {
          const transaction = ledger.find(signature)
          if (!transaction) return null
          const err = transaction.failure?.err ?? null
          const status = err === null ? { Ok: null } : { Err: err }
          return { slot: transaction.slot, confirmations: null, err, status, confirmationStatus: 'finalized' }
        }),
      ),
    ),
  }
}
