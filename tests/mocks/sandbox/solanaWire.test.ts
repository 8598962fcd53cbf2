import { Keypair, MessageV0, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { expect, test } from 'vitest'
import { readMessage, readTransaction } from '../../../mocks/sandbox/solana/wire.ts'

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

/** A legacy transaction with two signers, signed by the payer only. */
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

test('a legacy message has its signers, programs and data', () => {
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

test('a message of version 0 can reference accounts in lookup tables', () => {
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

test('invalid bytes throw a RangeError, wherever they are damaged', () => {
  const { bytes } = twoSigners()
  for (let length = 0; length < bytes.length; length += 1) {
    expect(() => readTransaction(bytes.slice(0, length))).toThrow(RangeError)
  }
  expect(() => readTransaction(Uint8Array.of(...bytes, 0))).toThrow('1 bytes are left over')
  expect(() => readMessage(Uint8Array.of(0x81))).toThrow('transaction version 1 is not supported')
  expect(() => readTransaction(Uint8Array.of(0xff, 0xff, 0xff))).toThrow('a count has more than three bytes')
  expect(() => readTransaction(Uint8Array.of(1, ...bytes.slice(1 + 64)))).toThrow('2 signatures are required')
})
