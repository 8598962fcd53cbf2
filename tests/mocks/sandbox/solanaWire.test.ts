import { Keypair, MessageV0, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { base58 } from '@scure/base'
import { failureNamed, readFailure } from '../../../mocks/sandbox/solana/failure.ts'
import { readMessage, readTransaction, signerIndex, withSignature } from '../../../mocks/sandbox/solana/wire.ts'

const [payer, signer, reader] = [Keypair.generate(), Keypair.generate(), Keypair.generate()]
const recentBlockhash = Keypair.generate().publicKey.toBase58()
const data = Buffer.from(Array.from({ length: 300 }, (_, index) => index % 256))
const instruction = new TransactionInstruction({
  programId: Keypair.generate().publicKey,
  keys: [
    { pubkey: signer.publicKey, isSigner: true, isWritable: true },
    { pubkey: reader.publicKey, isSigner: false, isWritable: false },
  ],
  data,
})
const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: reader.publicKey, lamports: 1 })

/** A legacy transaction of two signers, of whom the payer has signed. */
function twoSigners() {
  const transaction = new Transaction({
    feePayer: payer.publicKey,
    blockhash: recentBlockhash,
    lastValidBlockHeight: 1,
  })
  transaction.add(instruction, transfer).partialSign(payer)
  return { transaction, bytes: new Uint8Array(transaction.serialize({ requireAllSignatures: false })) }
}

const lookup = {
  accountKey: Keypair.generate().publicKey,
  writableIndexes: [1, 2],
  readonlyIndexes: [3],
}

test('base58 is what @solana/web3.js writes, leading zeros too', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat({ max: 31 }), (bytes, zeros) => {
      const key = bytes.fill(0, 0, zeros)
      expect(base58.encode(key)).toBe(new PublicKey(key).toBase58())
      expect(base58.decode(base58.encode(key))).toEqual(key)
    }),
  )
  expect(base58.encode(new Uint8Array())).toBe('')
  expect(base58.decode('')).toEqual(new Uint8Array())
  expect(() => base58.decode('0')).toThrow('0')
})

test('a legacy message says who signs, what is called, and with what', () => {
  const { transaction, bytes } = twoSigners()
  const { message, messageBytes, signatures } = readTransaction(bytes)
  expect(messageBytes).toEqual(new Uint8Array(transaction.serializeMessage()))
  expect(signatures).toHaveLength(2)
  expect(message).toMatchObject({ version: 'legacy', signers: 2, blockhash: recentBlockhash })
  expect(message.accounts.slice(0, 2)).toEqual([payer, signer].map(({ publicKey }) => publicKey.toBase58()))
  expect(message.instructions).toEqual([
    {
      program: instruction.programId.toBase58(),
      accounts: [signer, reader].map(({ publicKey }) => publicKey.toBase58()),
      data: new Uint8Array(data),
    },
    {
      program: SystemProgram.programId.toBase58(),
      accounts: [payer, reader].map(({ publicKey }) => publicKey.toBase58()),
      data: new Uint8Array(transfer.data),
    },
  ])
})

test('a message of version 0 may have accounts that lookup tables hold', () => {
  const message = new MessageV0({
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
    staticAccountKeys: [payer.publicKey, SystemProgram.programId],
    recentBlockhash,
    compiledInstructions: [{ programIdIndex: 1, accountKeyIndexes: [0, 2], data: new Uint8Array(transfer.data) }],
    addressTableLookups: [lookup],
  })
  expect(readMessage(message.serialize())).toMatchObject({
    version: 0,
    signers: 1,
    instructions: [{ program: SystemProgram.programId.toBase58(), accounts: [payer.publicKey.toBase58(), undefined] }],
  })
})

test('a signer is found at its place among the signers, and nobody else is', () => {
  const { message } = readTransaction(twoSigners().bytes)
  const indexes = [payer, signer, reader, Keypair.generate()].map(({ publicKey }) =>
    signerIndex(message, publicKey.toBase58()),
  )
  expect(indexes).toEqual([0, 1, -1, -1])
})

test('a signature goes to its place and changes nothing else', () => {
  const { bytes, transaction } = twoSigners()
  const before = bytes.slice()
  transaction.partialSign(signer)
  const signature = new Uint8Array(transaction.signatures[1]?.signature ?? [])
  expect(withSignature(bytes, 1, signature)).toEqual(new Uint8Array(transaction.serialize()))
  expect(bytes).toEqual(before)
})

test('what is no transaction throws a RangeError, however it is broken', () => {
  const { bytes } = twoSigners()
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => readTransaction(bytes.slice(0, length))).toThrow(RangeError)
  }
  expect(() => readTransaction(Uint8Array.of(...bytes, 0))).toThrow('1 bytes are left over')
  expect(() => readMessage(Uint8Array.of(0x81))).toThrow('transaction version 1 is not supported')
  expect(() => readTransaction(Uint8Array.of(0xff, 0xff, 0xff))).toThrow('a count has more than three bytes')
  expect(() => readTransaction(Uint8Array.of(1, ...bytes.slice(1 + 64)))).toThrow('2 signatures are required')
})

test('errors have Solana’s names and words', () => {
  expect(failureNamed('BlockhashNotFound')).toEqual({ err: 'BlockhashNotFound', text: 'Blockhash not found' })
  expect(readFailure(4)).toEqual({ err: 'InsufficientFundsForFee', text: 'Insufficient funds for fee' })
  expect(readFailure({ index: 2, err: () => 5 })).toEqual({
    err: { InstructionError: [2, 'InsufficientFunds'] },
    text: 'Error processing Instruction 2: insufficient funds for instruction',
  })
  expect(readFailure({ index: 0, err: () => ({ code: 6000 }) })).toEqual({
    err: { InstructionError: [0, { Custom: 6000 }] },
    text: 'Error processing Instruction 0: custom program error: 0x1770',
  })
  expect(readFailure({ index: 1, err: () => ({ msg: 'short' }) })).toMatchObject({
    err: { InstructionError: [1, 'BorshIoError'] },
  })
  expect(readFailure({ index: 3 })).toEqual({
    err: { DuplicateInstruction: 3 },
    text: 'Transaction contains a duplicate instruction (3) that is not allowed',
  })
})
