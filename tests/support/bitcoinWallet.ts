/** A Bitcoin wallet with its own keys: it signs messages (BIP-137, BIP-322) and PSBTs. */
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, NETWORK, OutScript, p2pkh, p2tr, p2wpkh, RawTx, RawWitness, Transaction } from '@scure/btc-signer'
import { TEST_NETWORK, utils } from '@scure/btc-signer'
import type { WalletProvider } from '../../sdk/provider/walletProvider.ts'

const sha256 = (...parts: Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return Uint8Array.from(hash.digest())
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const base64 = (data: Uint8Array) => Buffer.from(data).toString('base64')
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')

/** The only input of BIP-322's virtual transaction, which spends nothing. */
const nowhere = { txid: new Uint8Array(32), index: 0xffffffff, sequence: 0 }

/** BIP-322's virtual transaction for a message. */
export function messageTransaction(message: string, script: Uint8Array): Transaction {
  const tag = sha256(utf8('BIP0322-signed-message'))
  const finalScriptSig = Uint8Array.from([0, 32, ...sha256(tag, tag, utf8(message))])
  const toSpend = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [{ ...nowhere, finalScriptSig }],
    outputs: [{ amount: 0n, script }],
    lockTime: 0,
  })
  const toSign = new Transaction({ version: 0, allowUnknownOutputs: true })
  const txid = sha256(sha256(toSpend)).toReversed()
  toSign.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  return toSign
}

/** The keys and addresses for a number, which are always the same. */
export function bitcoinKeys(seed = 1, network = NETWORK) {
  const key = new Uint8Array(32).fill(seed)
  const publicKey = secp256k1.getPublicKey(key, true)
  const schnorrKey = utils.pubSchnorr(key)
  const outputs = {
    payment: p2wpkh(publicKey, network),
    ordinal: p2tr(schnorrKey, undefined, network),
    legacy: p2pkh(publicKey, network),
  }
  const addressOf = ({ script }: { script: Uint8Array }) => Address(network).encode(OutScript.decode(script))
  return {
    key,
    publicKey,
    schnorrKey,
    outputs,
    addresses: {
      payment: addressOf(outputs.payment),
      ordinal: addressOf(outputs.ordinal),
      legacy: addressOf(outputs.legacy),
    },
  }
}

interface SignInput {
  address: string
  index: number
}

/** The signing operations that all interfaces of the wallet share. */
export function bitcoinSigner({ seed = 1, testnet = false } = {}) {
  const network = testnet ? TEST_NETWORK : NETWORK
  const keys = bitcoinKeys(seed, network)
  const { key, addresses } = keys
  const scriptOf = (address: string) => OutScript.encode(Address(network).decode(address))

  return {
    ...keys,
    network,
    /** BIP-137: the header byte contains the recovery id. */
    signEcdsa(address: string, message: string): Uint8Array {
      const body = utf8(message)
      const hash = sha256(sha256(utf8('\u0018Bitcoin Signed Message:\n'), Uint8Array.of(body.length), body))
      const signature = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      const [recovery = 0, ...rest] = signature
      return Uint8Array.of((address === addresses.legacy ? 31 : 39) + recovery, ...rest)
    },
    signBip322(address: string, message: string): Uint8Array {
      const transaction = messageTransaction(message, scriptOf(address))
      if (address === addresses.ordinal) transaction.updateInput(0, { tapInternalKey: keys.schnorrKey })
      transaction.signIdx(key, 0)
      transaction.finalize()
      return RawWitness.encode(transaction.getInput(0).finalScriptWitness ?? [])
    },
    signPsbt(psbt: Uint8Array, inputs: readonly SignInput[]): Uint8Array {
      const transaction = Transaction.fromPSBT(psbt)
      for (const { index } of inputs) transaction.signIdx(key, index)
      return transaction.toPSBT()
    },
  }
}
export type BitcoinSigner = ReturnType<typeof bitcoinSigner>

export type Answer = (params: Record<string, unknown>) => unknown
export interface BitcoinWallet extends WalletProvider {
  calls: { method: string; params?: unknown }[]
  /** Answers that replace the default ones. */
  answers: Record<string, Answer>
  emit(event: string, payload?: unknown): void
  listeners(): number
}

/** The wallet as a port. With `shared` false, it shares no account until it is asked. */
export function bitcoinWallet(signer: BitcoinSigner = bitcoinSigner(), shared = true): BitcoinWallet {
  const { addresses, publicKey } = signer
  const heard = new Map<string, Set<(payload: unknown) => void>>()
  const own = [
    { address: addresses.ordinal, publicKey: hex(publicKey), intention: 'ordinal' },
    { address: addresses.payment, publicKey: hex(publicKey), intention: 'payment' },
  ]
  const answers: Record<string, Answer> = {
    getAccountAddresses: () => (shared ? own : []),
    requestAccountAddresses: () => ((shared = true), own),
    wallet_revokePermissions: () => ((shared = false), null),
    sendTransfer: () => ({ txid: 'ab'.repeat(32) }),
    signMessage: ({ account, address = account, message, protocol }) => ({
      address,
      signature: base64(
        protocol === 'bip322'
          ? signer.signBip322(String(address), String(message))
          : signer.signEcdsa(String(address), String(message)),
      ),
    }),
    signPsbt: ({ psbt, signInputs }) => ({
      psbt: base64(signer.signPsbt(Buffer.from(String(psbt), 'base64'), signInputs as SignInput[])),
    }),
  }
  const calls: BitcoinWallet['calls'] = []
  return {
    calls,
    answers,
    async request(call) {
      calls.push(call)
      const answer = answers[call.method]
      if (!answer) throw Object.assign(new Error(`No ${call.method}`), { code: 4200 })
      return answer((call.params ?? {}) as Record<string, unknown>)
    },
    on: (event, listener) => heard.set(event, (heard.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => heard.get(event)?.delete(listener),
    emit(event, payload) {
      for (const listener of heard.get(event) ?? []) listener(payload)
    },
    listeners: () => [...heard.values()].reduce((sum, { size }) => sum + size, 0),
  }
}
