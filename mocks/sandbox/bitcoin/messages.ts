/** How the Bitcoin wallet signs messages: by BIP-322, and by BIP-137 for the sites of old. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { VarBytes } from '@scure/btc-signer/script.js'
import { concatBytes, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import type { BitcoinKey } from './accounts.ts'
import { readTransaction } from './wire.ts'

/** Whatever spends nothing that there is. */
const nowhere = { txid: new Uint8Array(32), index: 0xffffffff, sequence: 0 }
/** OP_RETURN: whatever is sent there is gone. */
const gone = { script: Uint8Array.of(0x6a), amount: 0n }

/** Signs by BIP-322, simple: a witness that would spend a coin which stands for the message. */
export function signBip322({ script, secretKey, publicKey, purpose }: BitcoinKey, message: Uint8Array): Uint8Array {
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      { ...nowhere, finalScriptSig: concatBytes(Uint8Array.of(0, 32), tagSchnorr('BIP0322-signed-message', message)) },
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
  toSign.addOutput(gone)
  toSign.signIdx(secretKey, 0)
  toSign.finalize()
  return RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? [])
}

const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n')
/** BIP-137: what the first byte begins to count from for a P2WPKH address. */
const ofWitnessKey = 39

/** Signs by BIP-137: a signature from which the public key can be had, after a byte that says which of those that fit. */
export function signEcdsa({ secretKey }: BitcoinKey, message: Uint8Array): Uint8Array {
  const hash = sha256x2(VarBytes.encode(prefix), VarBytes.encode(message))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
  return Uint8Array.of(ofWitnessKey + recovery, ...rest)
}
