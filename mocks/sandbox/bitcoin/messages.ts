/** Signs messages: with BIP-322, and with BIP-137 for older sites. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { VarBytes } from '@scure/btc-signer/script.js'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import type { BitcoinKey } from './accounts.ts'
import { readTransaction } from './wire.ts'

/** An outpoint that does not exist. */
const nullOutpoint = { txid: new Uint8Array(32), index: 0xffffffff, sequence: 0 }
/** OP_RETURN: an unspendable output. */
const unspendableOutput = { script: Uint8Array.of(0x6a), amount: 0n }

/** Signs a message with BIP-322 (simple): the witness of a virtual transaction that commits to the message. */
export function signBip322({ script, secretKey, publicKey, purpose }: BitcoinKey, message: Uint8Array): Uint8Array {
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        ...nullOutpoint,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), tagSchnorr('BIP0322-signed-message', message)),
      },
    ],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  toSign.addInput({
    txid: readTransaction(toSpend).txid,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...(purpose === 'ordinals' && { tapInternalKey: publicKey }),
  })
  toSign.addOutput(unspendableOutput)
  toSign.signIdx(secretKey, 0)
  toSign.finalize()
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}

const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n')
/** BIP-137: the offset of the header byte for P2WPKH addresses. */
const witnessKeyOffset = 39

/** Signs a message with BIP-137: a recoverable signature after a header byte that contains the recovery id. */
export function signEcdsa({ secretKey }: BitcoinKey, message: Uint8Array): Uint8Array {
  const hash = sha256x2(VarBytes.encode(prefix), VarBytes.encode(message))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
  return Uint8Array.of(witnessKeyOffset + recovery, ...rest)
}
