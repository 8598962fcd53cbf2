/** Verifies messages signed by Bitcoin addresses: BIP-322 (simple), and BIP-137, which older wallets use. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { Address, OutScript, p2pkh } from '@scure/btc-signer/payment.js'
import { SigHash, Transaction } from '@scure/btc-signer/transaction.js'
import { RawTx, RawWitness, VarBytes } from '@scure/btc-signer/script.js'
import {
  concatBytes,
  equalBytes,
  hash160,
  NETWORK,
  sha256x2,
  tagSchnorr,
  TEST_NETWORK,
} from '@scure/btc-signer/utils.js'
import { referenceOf } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { kindOf } from '../chains/bip122/networkKinds.ts'
import type { Verifier } from './verifier.ts'

/** In characters. */
const MAX_LENGTH = 1_024
const PARAMETERS = { mainnet: NETWORK, testnet: TEST_NETWORK, regtest: { ...TEST_NETWORK, bech32: 'bcrt' } } as const
/** The reference of regtest, where every node starts its own chain from the same block. */
const REGTEST = '0f9188f13cb7b2c71f2a335e3a4fc328'

type Output = ReturnType<ReturnType<typeof Address>['decode']>
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The transaction that BIP-322 signs in place of the message: it spends a virtual output that pays the address. */
function createToSign(message: Uint8Array, script: Uint8Array): Transaction {
  const finalScriptSig = concatBytes(Uint8Array.of(0, 32), tagSchnorr('BIP0322-signed-message', message))
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: new Uint8Array(32), index: 0xffffffff, sequence: 0, finalScriptSig }],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({ txid: sha256x2(toSpend).toReversed(), index: 0, sequence: 0 })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return toSign
}

/** Whether an address belongs to this key and not to another script: P2WPKH, directly or within P2SH. */
function isWitnessKey(output: Output, key: Uint8Array): boolean {
  const hash = hash160(key)
  if (output.type === 'wpkh') return equalBytes(hash, output.hash)
  return output.type === 'sh' && equalBytes(hash160(concatBytes(Uint8Array.of(0, 20), hash)), output.hash)
}

/** BIP-143: the witness is a DER signature with its sighash type, and a key. */
function isSignedByHash(output: Output, toSign: Transaction, witness: Uint8Array[]): boolean {
  const [signature, key, ...others] = witness
  if (!signature || key?.length !== 33 || others.length > 0) return false
  if (!isWitnessKey(output, key) || signature.at(-1) !== SigHash.ALL) return false
  const digest = toSign.preimageWitnessV0(0, p2pkh(key).script, SigHash.ALL, 0n)
  return secp256k1.verify(signature.subarray(0, -1), digest, key, { prehash: false, format: 'der' })
}

/** BIP-341 key path: the witness is a 64-byte signature, or one with an additional byte for SIGHASH_ALL. */
function isSignedByTweak(key: Uint8Array, script: Uint8Array, toSign: Transaction, witness: Uint8Array[]): boolean {
  const [signature, ...others] = witness
  if (!signature || others.length > 0) return false
  const isTyped = signature.length === 65 && signature[64] === SigHash.ALL
  if (signature.length !== 64 && !isTyped) return false
  const digest = toSign.preimageWitnessV1(0, [script], isTyped ? SigHash.ALL : SigHash.DEFAULT, [0n])
  return schnorr.verify(signature.subarray(0, 64), digest, key)
}

function isSignedByBip322(output: Output, message: Uint8Array, signature: Uint8Array): boolean {
  const script = OutScript.encode(output)
  const toSign = createToSign(message, script)
  const witness = RawWitness.decode(signature)
  return output.type === 'tr'
    ? isSignedByTweak(output.pubkey, script, toSign, witness)
    : isSignedByHash(output, toSign, witness)
}

/** The first byte gives the recovery id and the address type; wallets agree only on the recovery id. */
function isSignedByBip137(output: Output, message: Uint8Array, [header = 0, ...rest]: Uint8Array): boolean {
  if (header < 27 || header > 42) return false
  const digest = sha256x2(VarBytes.encode(utf8('Bitcoin Signed Message:\n')), VarBytes.encode(message))
  const recovered = Uint8Array.of((header - 27) % 4, ...rest)
  const key = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
  if (output.type !== 'pkh') return isWitnessKey(output, key)
  const isCompressed = header >= 31
  return equalBytes(hash160(secp256k1.Point.fromBytes(key).toBytes(isCompressed)), output.hash)
}

/** Chooses the format by the signature: 65 bytes with a header are BIP-137, anything else is a witness. */
export const verifyBitcoin: Verifier = ({ chainId, accountAddress, message, signature }) => {
  const kind = referenceOf(chainId) === REGTEST ? 'regtest' : kindOf(chainId)
  if (kind === undefined) throw new LatchkeyError('signIn.unverifiable')
  if (signature.length > MAX_LENGTH) return false
  try {
    const output = Address(PARAMETERS[kind]).decode(accountAddress)
    const signed = base64.decode(signature)
    const isSigned = signed.length === 65 ? isSignedByBip137 : isSignedByBip322
    return isSigned(output, utf8(message), signed)
  } catch {
    // An unreadable address or signature is invalid.
    return false
  }
}
