import {
  ComputeBudgetProgram,
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { base58 } from '@scure/base'
import { type SolanaChain, startSolana } from '../../../mocks/sandbox/solana/chain.ts'
import { solanaTokenAccount, solanaToken } from '../../../mocks/sandbox/solana/token.ts'

const first = new PublicKey(firstSolanaAccount.address)
const firstKeypair = Keypair.fromSeed(firstSolanaAccount.secretKey)
const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')

let chain: SolanaChain
let connection: Connection
beforeAll(async () => {
  chain = await startSolana()
  connection = new Connection(chain.rpcUrl, 'confirmed')
})
afterAll(() => chain.stop())

const stranger = () => Keypair.generate().publicKey
const transfer = (lamports: number, toPubkey = stranger(), fromPubkey = first) =>
  SystemProgram.transfer({ fromPubkey, toPubkey, lamports })

/** A signed legacy transaction. */
async function signed(instructions: TransactionInstruction[], payer = firstKeypair) {
  const lifetime = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, ...lifetime }).add(...instructions)
  transaction.sign(payer)
  return { transaction, bytes: transaction.serialize(), lifetime }
}

const post = async (body: unknown) => {
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
const call = (method: string, ...params: unknown[]) => post({ jsonrpc: '2.0', id: 1, method, params })

const refusal = (answer: Promise<unknown>): Promise<SendTransactionError> =>
  answer.then(
    () => expect.unreachable(),
    (error: unknown) => (error instanceof SendTransactionError ? error : expect.unreachable(String(error))),
  )

test('the network id is derived from the genesis hash, which is the same on every start', async () => {
  expect(chain.networkId).toBe('solana:CmpNeggWJ4JaWJeJ8YKN1Zypmk7uvQq3')
  expect(await connection.getGenesisHash()).toBe('CmpNeggWJ4JaWJeJ8YKN1Zypmk7uvQq3PECGUCAEMbky')
  expect(await connection.getVersion()).toHaveProperty('solana-core')
  expect(await call('getHealth')).toEqual({ jsonrpc: '2.0', id: 1, result: 'ok' })
})

test('the first account starts with 100 SOL, the second with nothing', async () => {
  const fresh = await startSolana()
  const reader = new Connection(fresh.rpcUrl)
  expect(await reader.getBalance(first)).toBe(100 * LAMPORTS_PER_SOL)
  expect(await reader.getBalance(new PublicKey(secondSolanaAccount.address))).toBe(0)
  await fresh.stop()
  await fresh.stop()
  await expect(fetch(fresh.rpcUrl)).rejects.toThrow('fetch failed')
})

test('an airdrop arrives, even the same one twice, if it covers the rent', async () => {
  const poor = stranger()
  const signatures = [
    await connection.requestAirdrop(poor, 5_000_000),
    await connection.requestAirdrop(poor, 5_000_000),
  ]
  expect(new Set(signatures).size).toBe(2)
  expect(await connection.getBalance(poor)).toBe(10_000_000)
  await expect(connection.requestAirdrop(stranger(), 5)).rejects.toThrow('insufficient funds for rent')
})

test('slots and blocks advance with time, with each transaction, and on demand', async () => {
  const [slot, height] = [await connection.getSlot(), await connection.getBlockHeight()]
  chain.advance(10)
  expect(await connection.getSlot()).toBeGreaterThanOrEqual(slot + 10)
  await connection.requestAirdrop(stranger(), 1_000_000)
  expect(await connection.getBlockHeight()).toBeGreaterThanOrEqual(height + 11)
  const before = await connection.getBlockHeight()
  await expect.poll(() => connection.getBlockHeight()).toBeGreaterThan(before)
})

test('a legacy transfer costs the fee that was returned for its message, and is confirmed by polling', async () => {
  const to = stranger()
  const { transaction, bytes } = await signed([transfer(LAMPORTS_PER_SOL, to)])
  const { value: fee } = await connection.getFeeForMessage(transaction.compileMessage())
  expect(fee).toBe(5_000)
  const before = await connection.getBalance(first)
  const signature = await connection.sendRawTransaction(bytes)
  expect(signature).toBe(base58.encode(transaction.signature ?? new Uint8Array()))
  const { value } = await connection.getSignatureStatus(signature)
  expect(value).toMatchObject({ err: null, confirmations: null, confirmationStatus: 'finalized' })
  expect(await connection.getBalance(to)).toBe(LAMPORTS_PER_SOL)
  expect(await connection.getBalance(first)).toBe(before - LAMPORTS_PER_SOL - 5_000)
})

test.each([
  ['no limit', []],
  ['a limit', [ComputeBudgetProgram.setComputeUnitLimit({ units: 1_234 })]],
  ['a limit above the maximum', [ComputeBudgetProgram.setComputeUnitLimit({ units: 2_000_000 })]],
])('a transaction with a price and %s costs the fee that was returned for its message', async (_, limits) => {
  const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 12_345 })
  const { transaction, bytes } = await signed([price, ...limits, transfer(1_000_000)])
  const { value: fee } = await connection.getFeeForMessage(transaction.compileMessage())
  const before = await connection.getBalance(first)
  await connection.sendRawTransaction(bytes)
  expect(fee).toBeGreaterThan(5_000)
  expect(before - (await connection.getBalance(first))).toBe(1_000_000 + Number(fee))
})

test('a v0 transfer is confirmed', async () => {
  const to = stranger()
  const lifetime = await connection.getLatestBlockhash()
  const message = new TransactionMessage({
    payerKey: first,
    recentBlockhash: lifetime.blockhash,
    instructions: [transfer(2_000_000, to)],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  transaction.sign([firstKeypair])
  const signature = await connection.sendTransaction(transaction)
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null })
  expect(await connection.getBalance(to)).toBe(2_000_000)
})

test('a wrong signature is refused, and has no effect without preflight', async () => {
  const to = stranger()
  const { bytes } = await signed([transfer(1_000_000, to)])
  bytes[5] = (bytes[5] ?? 0) ^ 1
  const refused = await refusal(connection.sendRawTransaction(bytes))
  expect(refused.message).toContain('Transaction signature verification failure')
  expect(await call('sendTransaction', bytes.toString('base64'), { encoding: 'base64' })).toMatchObject({
    error: { code: -32003 },
  })
  const signature = await connection.sendRawTransaction(bytes, { skipPreflight: true })
  expect((await connection.getSignatureStatus(signature)).value).toBeNull()
  expect(await connection.getBalance(to)).toBe(0)
})

test('a blockhash is valid for 150 blocks', async () => {
  const { bytes, lifetime, transaction } = await signed([transfer(1_000_000)])
  chain.advance(100)
  expect((await connection.isBlockhashValid(lifetime.blockhash)).value).toBe(true)
  chain.advance(51)
  expect((await connection.isBlockhashValid(lifetime.blockhash)).value).toBe(false)
  expect(await connection.getBlockHeight()).toBeGreaterThan(lifetime.lastValidBlockHeight)
  expect((await refusal(connection.sendRawTransaction(bytes))).message).toContain(
    'Transaction simulation failed: Blockhash not found',
  )
  expect(await call('sendTransaction', bytes.toString('base64'), { encoding: 'base64' })).toMatchObject({
    error: { code: -32002, data: { err: 'BlockhashNotFound', logs: [] } },
  })
  expect((await connection.getFeeForMessage(transaction.compileMessage())).value).toBeNull()
  const signature = await connection.sendRawTransaction(bytes, { skipPreflight: true })
  expect((await connection.getSignatureStatus(signature)).value).toBeNull()
})

test('a transaction is processed only once', async () => {
  const { bytes } = await signed([transfer(1_000_000)])
  await connection.sendRawTransaction(bytes)
  expect((await refusal(connection.sendRawTransaction(bytes))).message).toContain(
    'Transaction simulation failed: This transaction has already been processed',
  )
})

test("an insufficient balance fails with Solana's message, and in a block without preflight", async () => {
  const { bytes } = await signed([transfer(1_000 * LAMPORTS_PER_SOL)])
  const refused = await refusal(connection.sendRawTransaction(bytes))
  expect(refused.message).toContain(
    'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
  )
  expect(refused.logs).toContainEqual(
    expect.stringMatching(/^Transfer: insufficient lamports \d+, need 1000000000000$/),
  )
  const err = { InstructionError: [0, { Custom: 1 }] }
  expect(await call('sendTransaction', bytes.toString('base64'), { encoding: 'base64' })).toMatchObject({
    error: { code: -32002, data: { err } },
  })
  const signature = await connection.sendRawTransaction(bytes, { skipPreflight: true })
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err })
})

test('an account with too little for its rent is reported by index', async () => {
  const { bytes } = await signed([transfer(1)])
  expect((await refusal(connection.sendRawTransaction(bytes))).message).toContain(
    'Transaction results in an account (1) with insufficient funds for rent',
  )
})

test('a simulation changes nothing, needs no signature, and returns the resulting accounts', async () => {
  const to = stranger()
  const message = new TransactionMessage({
    payerKey: first,
    recentBlockhash: base58.encode(new Uint8Array(32)),
    instructions: [transfer(3_000_000, to)],
  })
  const transaction = new VersionedTransaction(message.compileToV0Message())
  const { value } = await connection.simulateTransaction(transaction, {
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: [to.toBase58()] },
  })
  expect(value).toMatchObject({ err: null, unitsConsumed: 150, accounts: [{ lamports: 3_000_000 }] })
  expect((await connection.simulateTransaction(transaction)).value.err).toBe('BlockhashNotFound')
  const checked = connection.simulateTransaction(transaction, { sigVerify: true })
  await expect(checked).rejects.toThrow('Transaction signature verification failure')
  expect(await connection.getBalance(to)).toBe(0)
})

test('accounts, rent and token accounts can be read', async () => {
  expect(await connection.getAccountInfo(first)).toMatchObject({ owner: SystemProgram.programId, executable: false })
  expect(await connection.getAccountInfo(stranger())).toBeNull()
  expect(await connection.getAccountInfo(tokenProgram)).toMatchObject({ executable: true })
  expect(await connection.getMinimumBalanceForRentExemption(0)).toBe(890_880)
  const none = stranger()
  expect((await connection.getTokenAccountsByOwner(none, { programId: tokenProgram })).value).toEqual([])
  expect((await connection.getParsedTokenAccountsByOwner(none, { programId: tokenProgram })).value).toEqual([])
})

test('the first account holds all of the token, and can approve a delegate', async () => {
  const [holding, mint, friend] = [new PublicKey(solanaTokenAccount), new PublicKey(solanaToken.address), stranger()]
  expect((await connection.getAccountInfo(mint))?.data[44]).toBe(solanaToken.decimals)
  const { value } = await connection.getTokenAccountsByOwner(first, { mint })
  expect(value.map(({ pubkey, account }) => [pubkey.toBase58(), account.data.readBigUInt64LE(64)])).toEqual([
    [solanaTokenAccount, 250_000_000_000n],
  ])
  // ApproveChecked
  const data = Buffer.concat([Buffer.of(13), Buffer.of(5, 0, 0, 0, 0, 0, 0, 0), Buffer.of(solanaToken.decimals)])
  const keys = [holding, mint, friend, first].map((pubkey) => ({
    pubkey,
    isSigner: pubkey === first,
    isWritable: pubkey === holding,
  }))
  const { bytes } = await signed([new TransactionInstruction({ programId: tokenProgram, keys, data })])
  await connection.sendRawTransaction(bytes)
  const allowed = (await connection.getAccountInfo(holding))?.data
  expect([allowed?.subarray(76, 108), allowed?.readBigUInt64LE(121)]).toEqual([friend.toBuffer(), 5n])
})
