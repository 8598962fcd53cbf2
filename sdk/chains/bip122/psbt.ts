/** Transfers as PSBTs (BIP-174): made of a plan, and taken back from the wallet that signed them. */
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2sh, p2tr, p2wpkh } from '@scure/btc-signer/payment.js'
import { RawTx } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import * as z from 'zod/mini'
import type { Network } from '../../../machines/entities/network.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { believe } from '../believe.ts'
import type { BitcoinAddress } from './addresses.ts'
import type { Coin, Plan } from './coins.ts'
import { rawTransactionOf } from './esplora.ts'

const PARAMETERS = { mainnet: NETWORK, testnet: TEST_NETWORK } as const
/** Says that the transaction may be replaced by one that pays more (BIP-125). */
const REPLACEABLE = 0xfffffffd
/** So many transactions are asked for at a time. */
const AT_A_TIME = 5
/** What a wallet adds to a PSBT is its own; what is signed is compared as a whole. */
const ANYTHING = { allowUnknown: true, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }

const signedSchema = z.object({ psbt: z.base64().check(z.minLength(1)) })

/** Who spends, and the public key to it where the wallet tells. */
export interface Spender extends BitcoinAddress {
  publicKey?: string | undefined
}

/** What an input says beside the coin: how the address is made of its key, where the key is known and fits; nothing where that cannot be said. */
function keyFields({ address, type, kind, publicKey }: Spender): object | undefined {
  const parameters = PARAMETERS[kind]
  try {
    const key = publicKey === undefined ? undefined : hex.decode(publicKey)
    if (type === 'tr' && key) {
      const tapInternalKey = key.length === 33 ? key.slice(1) : key
      return p2tr(tapInternalKey, undefined, parameters).address === address ? { tapInternalKey } : {}
    }
    if (type === 'sh' && key) {
      const made = p2sh(p2wpkh(key, parameters), parameters)
      return made.address === address ? { redeemScript: made.redeemScript } : undefined
    }
  } catch {
    // A key that is none; the wallet knows its own.
  }
  return type === 'sh' || type === 'pkh' ? undefined : {}
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => hex.encode(one) === hex.encode(other)

/**
 * The whole of the transaction that a coin comes from, for a signature that does not cover what all coins are worth. Throws
 * `rpc.malformed` where it is another transaction, or the coin is worth something else.
 */
async function originOf(network: Network, { txid, vout, value }: Coin, script: Uint8Array, signal: AbortSignal) {
  const told = await rawTransactionOf(network, txid, signal)
  try {
    const bytes = hex.decode(told)
    const origin = RawTx.decode(bytes)
    const output = origin.outputs[vout]
    const isTrue =
      Transaction.fromRaw(bytes, ANYTHING).id === txid && output?.amount === value && isSame(output.script, script)
    if (isTrue) return origin
  } catch (cause) {
    throw new LatchkeyError('rpc.malformed', { cause })
  }
  throw new LatchkeyError('rpc.malformed', { cause: told })
}

/**
 * A transfer as a PSBT, in base64. Only a signature of taproot covers what every coin is worth (BIP-341); one of segwit covers its own coin,
 * and signatures of several attempts fit together. So any other coin is shown with its whole transaction: no server can make the fee another
 * one by lying of a coin.
 */
export async function psbtOf(
  { network, plan, from, to }: { network: Network; plan: Plan; from: Spender; to: BitcoinAddress },
  signal: AbortSignal,
): Promise<string> {
  const scriptOf = ({ address, kind }: BitcoinAddress) => OutScript.encode(Address(PARAMETERS[kind]).decode(address))
  const script = scriptOf(from)
  const fields = keyFields(from)
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true })
  for (let at = 0; at < plan.coins.length; at += AT_A_TIME) {
    const coins = plan.coins.slice(at, at + AT_A_TIME)
    const proofs = await Promise.all(
      coins.map(async (coin) => ({
        ...fields,
        ...(fields && { witnessUtxo: { script, amount: coin.value } }),
        ...(from.type !== 'tr' && { nonWitnessUtxo: await originOf(network, coin, script, signal) }),
      })),
    )
    for (const [index, { txid, vout }] of coins.entries())
      transaction.addInput({ txid, index: vout, sequence: REPLACEABLE, ...proofs[index] })
  }
  transaction.addOutput({ script: scriptOf(to), amount: plan.amount })
  if (plan.change > 0n) transaction.addOutput({ script, amount: plan.change })
  return base64.encode(transaction.toPSBT())
}

/** What a wallet gave back for a PSBT, ready to be sent: the same transaction, signed. Throws `wallet.invalidResponse`. */
export function signedOf(asked: string, answer: unknown): { raw: string; txid: string } {
  const { psbt } = believe(signedSchema, answer)
  try {
    const wanted = Transaction.fromPSBT(base64.decode(asked), ANYTHING)
    const signed = Transaction.fromPSBT(base64.decode(psbt), ANYTHING)
    // Every coin, every output and its amount, in their order.
    if (!isSame(wanted.unsignedTx, signed.unsignedTx)) throw new Error('The wallet signed another transaction.')
    for (let index = 0; index < signed.inputsLength; index += 1) {
      const { finalScriptSig, finalScriptWitness } = signed.getInput(index)
      if (!finalScriptSig && !finalScriptWitness) signed.finalizeIdx(index)
    }
    return { raw: hex.encode(signed.extract()), txid: signed.id }
  } catch (cause) {
    throw new LatchkeyError('wallet.invalidResponse', { cause })
  }
}
