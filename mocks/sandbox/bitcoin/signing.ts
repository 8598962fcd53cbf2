/** The Bitcoin wallet's key operations: builds transfers, and signs a site's transactions. */
import { hex } from '@scure/base'
import { Address, OutScript, selectUTXO, SigHash, Transaction } from '@scure/btc-signer'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { bitcoinParameters, type BitcoinKey } from './accounts.ts'
import { fetchCoins, fetchFeeRate } from './node.ts'
import { formatBitcoin, type Payment, type PsbtDetails } from './questions.ts'

const invalid = (message: string) => new ProviderRpcError(rpcCodes.invalidParams, message)
const isSame = (left: Uint8Array, right: Uint8Array) => hex.encode(left) === hex.encode(right)

/** Accepts outputs of every kind: the user decides what to sign. */
const lenientOptions = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }

function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(bitcoinParameters).encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}

/** Returns the address if it belongs to this network. Throws -32602 otherwise. */
export function checkAddress(address: string): string {
  try {
    Address(bitcoinParameters).decode(address)
    return address
  } catch {
    throw invalid(`${address} is no address of this network.`)
  }
}

/** Builds an unsigned transaction from an address's coins. */
export async function makeTransfer(
  esploraUrl: string,
  { address, script }: Pick<BitcoinKey, 'address' | 'script'>,
  recipients: readonly { address: string; amount: bigint }[],
): Promise<{ transaction: Transaction; fee: bigint }> {
  const [coins, feePerByte] = await Promise.all([fetchCoins(esploraUrl, address), fetchFeeRate(esploraUrl)])
  const inputs = coins.map(({ txid, vout, value }) => ({
    txid,
    index: vout,
    witnessUtxo: { script, amount: BigInt(value) },
  }))
  const selected = selectUTXO(inputs, [...recipients], 'default', {
    changeAddress: address,
    feePerByte,
    bip69: true,
    createTx: true,
    network: bitcoinParameters,
  })
  if (!selected?.tx) throw new ProviderRpcError(rpcCodes.internal, 'Insufficient funds.')
  return { transaction: selected.tx, fee: selected.fee ?? 0n }
}

/** Signs all inputs of the wallet's own transaction. Returns it as hex. */
export function signTransfer(transaction: Transaction, { secretKey }: BitcoinKey): string {
  transaction.sign(secretKey)
  transaction.finalize()
  return hex.encode(transaction.extract())
}

/** An input that the site wants signed, and the sighash type (BIP-341). */
export interface InputToSign {
  address: string
  index: number
  sigHash?: number | undefined
}

/** Parses a PSBT. Throws -32602 if it is invalid. */
export function readPsbt(psbt: Uint8Array): Transaction {
  try {
    return Transaction.fromPSBT(psbt, lenientOptions)
  } catch (error) {
    throw invalid(`The wallet can't read the PSBT: ${String(error)}`)
  }
}

const coinOf = (transaction: Transaction, index: number) => {
  const { witnessUtxo, nonWitnessUtxo, index: vout = 0 } = transaction.getInput(index)
  return witnessUtxo ?? nonWitnessUtxo?.outputs[vout]
}

/** The sighash type: the requested one, or else the PSBT's, or else the default. */
const sighashOf = (transaction: Transaction, { index, sigHash }: InputToSign): SigHash =>
  sigHash ?? transaction.getInput(index).sighashType ?? SigHash.DEFAULT

const sighashTypes = Object.values(SigHash).filter((value) => typeof value === 'number')

/** The key for an input to sign. Throws -32602 if the input does not belong to the given address. */
function keyFor(transaction: Transaction, { address, index }: InputToSign, keys: readonly BitcoinKey[]): BitcoinKey {
  const coin = index < transaction.inputsLength ? coinOf(transaction, index) : undefined
  if (!coin) throw invalid(`The PSBT has no input ${index}, or doesn't say what that spends.`)
  const key = keys.find((candidate) => candidate.address === address)
  if (!key) throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${address}.`)
  if (!isSame(coin.script, key.script)) throw invalid(`Input ${index} is not spent from ${address}.`)
  return key
}

/** Validates a site's transaction. Returns what it does to the account, and a function that signs it. */
export function planPsbt(
  transaction: Transaction,
  inputs: readonly InputToSign[],
  keys: readonly BitcoinKey[],
): { details: Omit<PsbtDetails, 'from' | 'network' | 'isSent'>; sign(): Uint8Array } {
  const signableInputs = inputs.map((input) => ({
    ...input,
    key: keyFor(transaction, input, keys),
    sighash: sighashOf(transaction, input),
  }))
  const unsupported = signableInputs.find(({ sighash }) => !sighashTypes.includes(sighash))
  if (unsupported) throw invalid(`Signatures can't cover ${unsupported.sighash}.`)
  const isOwn = (script: Uint8Array) => keys.some((key) => isSame(key.script, script))
  const coins = Array.from({ length: transaction.inputsLength }, (_, index) => coinOf(transaction, index))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => transaction.getOutput(index)).map(
    ({ amount = 0n, script = new Uint8Array() }) => ({ amount, script }),
  )
  const sum = (some: readonly { amount: bigint }[]) => some.reduce((total, { amount }) => total + amount, 0n)
  const knownCoins = coins.filter((coin) => coin !== undefined)
  const ownAmount =
    sum(knownCoins.filter(({ script }) => isOwn(script))) - sum(outputs.filter(({ script }) => isOwn(script)))
  const payments = outputs
    .filter(({ script }) => !isOwn(script))
    .map(({ amount, script }): Payment => ({ to: addressOf(script), amount: formatBitcoin(amount) }))
  const isAnyoneCanPay = signableInputs.some(({ sighash }) => sighash & 0x80)
  const hasOpenOutputs = signableInputs.some(({ sighash }) => (sighash & 0x1f) > SigHash.ALL)
  return {
    details: {
      amount: formatBitcoin(ownAmount),
      payments,
      fee: knownCoins.length === coins.length ? formatBitcoin(sum(knownCoins) - sum(outputs)) : undefined,
      symbol: 'BTC',
      inputs: [signableInputs.length, transaction.inputsLength],
      unsigned: [
        ...(isAnyoneCanPay ? (['the inputs of others'] as const) : []),
        ...(hasOpenOutputs ? (['who is paid'] as const) : []),
      ],
    },
    sign() {
      for (const { key, index, sighash } of signableInputs) {
        if (key.purpose === 'ordinals') transaction.updateInput(index, { tapInternalKey: key.publicKey })
        if (sighash !== SigHash.DEFAULT) transaction.updateInput(index, { sighashType: sighash })
        transaction.signIdx(key.secretKey, index, [SigHash.DEFAULT, SigHash.ALL, sighash])
      }
      return transaction.toPSBT()
    },
  }
}

/** Finalizes a signed PSBT. Returns the transaction as hex, or throws -32602 while signatures are missing. */
export function completePsbt(psbt: Uint8Array): string {
  const transaction = readPsbt(psbt)
  try {
    transaction.finalize()
  } catch (error) {
    throw invalid(`The PSBT can't be sent yet: ${String(error)}`)
  }
  return hex.encode(transaction.extract())
}
