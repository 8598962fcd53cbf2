/** Builds PSBTs (BIP-174) for transfers, and reads the signed ones from wallets. */
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2sh, p2tr, p2wpkh } from '@scure/btc-signer/payment.js'
import { RawTx } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import * as z from 'zod/mini'
import type { Network } from '../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { parseAnswer } from '../parseAnswer.ts'
import type { BitcoinAddress } from './addresses.ts'
import type { Coin, Plan } from './coins.ts'
import { rawTransactionOf } from './esplora.ts'

const PARAMETERS = { mainnet: NETWORK, testnet: TEST_NETWORK } as const
/** The sequence that signals replaceability (BIP-125). */
const REPLACEABLE = 0xfffffffd
/** How many transactions to fetch in parallel. */
const BATCH_SIZE = 5
/** A wallet may add its own fields to a PSBT. The transaction is compared as a whole. */
const LENIENT = { allowUnknown: true, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }

const signedSchema = z.object({ psbt: z.base64().check(z.minLength(1)) })

/** The sender, with its public key if the wallet shares it. */
export interface Spender extends BitcoinAddress {
  publicKey?: string | undefined
}

/**
 * The fields of an input that describe the address's key, if it is known and matches. `undefined` for inputs that must not have
 * `witnessUtxo`: legacy addresses, and P2SH addresses with an unknown key.
 */
function keyFields({ address, type, kind, publicKey }: Spender): object | undefined {
  const parameters = PARAMETERS[kind]
  try {
    const key = publicKey === undefined ? undefined : hex.decode(publicKey)
    if (type === 'tr' && key) {
      const tapInternalKey = key.length === 33 ? key.slice(1) : key
      return p2tr(tapInternalKey, undefined, parameters).address === address ? { tapInternalKey } : {}
    }
    if (type === 'sh' && key) {
      const payment = p2sh(p2wpkh(key, parameters), parameters)
      return payment.address === address ? { redeemScript: payment.redeemScript } : undefined
    }
  } catch {
    // An invalid key; the wallet knows its own.
  }
  return type === 'sh' || type === 'pkh' ? undefined : {}
}

const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean => hex.encode(a) === hex.encode(b)

/**
 * Fetches the transaction that created a coin, for signatures that do not cover the values of all inputs. Throws `rpc.malformed`
 * if the transaction or the coin's value does not match.
 */
async function fetchPreviousTransaction(
  network: Network,
  { txid, vout, value }: Coin,
  script: Uint8Array,
  signal: AbortSignal,
) {
  const rawHex = await rawTransactionOf(network, txid, signal)
  try {
    const bytes = hex.decode(rawHex)
    const previous = RawTx.decode(bytes)
    const output = previous.outputs[vout]
    const isValid =
      Transaction.fromRaw(bytes, LENIENT).id === txid && output?.amount === value && isSameBytes(output.script, script)
    if (isValid) return previous
  } catch (cause) {
    throw new LatchkeyError('rpc.malformed', { cause })
  }
  throw new LatchkeyError('rpc.malformed', { cause: rawHex })
}

/**
 * Builds the PSBT of a transfer, in base64. A taproot signature covers the value of every input (BIP-341). A segwit signature
 * covers only its own, and signatures of several attempts can be combined. Therefore each coin that is not taproot includes its
 * whole previous transaction, so a server cannot change the fee by reporting a wrong value.
 */
export async function buildPsbt(
  { network, plan, from, to }: { network: Network; plan: Plan; from: Spender; to: BitcoinAddress },
  signal: AbortSignal,
): Promise<string> {
  const scriptOf = ({ address, kind }: BitcoinAddress) => OutScript.encode(Address(PARAMETERS[kind]).decode(address))
  const script = scriptOf(from)
  const fields = keyFields(from)
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
  for (let start = 0; start < plan.coins.length; start += BATCH_SIZE) {
    const coins = plan.coins.slice(start, start + BATCH_SIZE)
    const inputFields = await Promise.all(
      coins.map(async (coin) => ({
        ...fields,
        ...(fields && { witnessUtxo: { script, amount: coin.value } }),
        ...(from.type !== 'tr' && { nonWitnessUtxo: await fetchPreviousTransaction(network, coin, script, signal) }),
      })),
    )
    for (const [index, { txid, vout }] of coins.entries())
      transaction.addInput({ txid, index: vout, sequence: REPLACEABLE, ...inputFields[index] })
  }
  transaction.addOutput({ script: scriptOf(to), amount: plan.amount })
  if (plan.change > 0n) transaction.addOutput({ script, amount: plan.change })
  return base64.encode(transaction.toPSBT())
}

/**
 * Reads the signed transaction from the wallet's response, ready to be sent. Throws `wallet.invalidResponse` if it is not the
 * requested transaction.
 */
export function readSignedTransaction(requestedPsbt: string, answer: unknown): { raw: string; txid: string } {
  const { psbt } = parseAnswer(signedSchema, answer)
  try {
    const requested = Transaction.fromPSBT(base64.decode(requestedPsbt), LENIENT)
    const signed = Transaction.fromPSBT(base64.decode(psbt), LENIENT)
    // Compares every input, every output and its amount, in order.
    if (!isSameBytes(requested.unsignedTx, signed.unsignedTx)) throw new Error('The wallet signed another transaction.')
    for (let index = 0; index < signed.inputsLength; index += 1) {
      const { finalScriptSig, finalScriptWitness } = signed.getInput(index)
      if (!finalScriptSig && !finalScriptWitness) signed.finalizeIdx(index)
    }
    return { raw: hex.encode(signed.extract()), txid: signed.id }
  } catch (cause) {
    throw new LatchkeyError('wallet.invalidResponse', { cause })
  }
}
