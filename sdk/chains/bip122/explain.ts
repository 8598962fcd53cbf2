/** Explains a request to a Bitcoin wallet: a message, a transfer, or a transaction to sign (PSBT) with its coins. */
import { base64, hex } from '@scure/base'
import { Address, OutScript } from '@scure/btc-signer/payment.js'
import { Script } from '@scure/btc-signer/script.js'
import { Transaction } from '@scure/btc-signer/transaction.js'
import { NETWORK, TEST_NETWORK } from '@scure/btc-signer/utils.js'
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
} from '../../../machines/wallet-requests/explanation.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount } from '../../../machines/shared/amounts.rules.ts'
import {
  EXPLAINED,
  explainText,
  explanationOf,
  toVisibleText,
  explainUnknownCall,
  withWarnings,
} from '../../../machines/wallet-requests/explanation.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { displaySymbol } from '../../../machines/shared/texts.rules.ts'
import type { RequestContext } from '../requestContext.ts'
import { readAddressOn } from './addresses.ts'
import { kindOf } from './networkKinds.ts'
import { psbtSchema, transferSchema } from './port.ts'

const DECIMALS = 8
/** The maximum length of a PSBT in base64; wallets would hardly accept more. */
const MAX_PSBT_LENGTH = 1_000_000
/** Signature types that cover the whole transaction: SIGHASH_DEFAULT, SIGHASH_ALL. */
const FULL_SIGHASH_TYPES: readonly number[] = [0, 1]
const OP_RETURN = 0x6a
const PARAMETERS = { mainnet: NETWORK, testnet: TEST_NETWORK } as const
/** Every transaction can be shown, whatever it pays and spends. The user decides about it. */
const LENIENT = { allowUnknownInputs: true, allowUnknownOutputs: true }

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  signMessage: ['account', 'address', 'message', 'protocol'],
  sendTransfer: ['account', 'recipientAddress', 'amount', 'changeAddress', 'memo'],
  signPsbt: ['account', 'psbt', 'signInputs', 'broadcast'],
}
const INPUT_FIELDS: readonly string[] = ['address', 'index', 'sighashTypes']

/** A coin and its locking script. */
interface Coin {
  amount: bigint
  script: Uint8Array
}

const bitcoinOf = (satoshis: bigint, { network }: RequestContext): string =>
  `${formatAmount(satoshis, DECIMALS)} ${displaySymbol(network?.nativeCurrency.symbol ?? 'BTC')}`
const sumOf = (coins: readonly Coin[]): bigint => coins.reduce((sum, { amount }) => sum + amount, 0n)

/** The address that a coin is locked to, or `undefined` if it uses another script or another network. */
function addressOf({ script }: Coin, { networkId }: RequestContext): string | undefined {
  const kind = kindOf(networkId)
  try {
    return kind && Address(PARAMETERS[kind]).encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}

const isOwn = (coin: Coin, context: RequestContext): boolean => context.own.includes(addressOf(coin, context) ?? '')

/** Whether a script is a witness program, whose signature covers the spent amount (BIP-143, BIP-341). */
const isWitness = (script: Uint8Array | undefined): boolean =>
  script !== undefined &&
  script.length >= 4 &&
  (script[0] === 0 || (script[0] ?? 0) > 0x50) &&
  (script[0] ?? 0) <= 0x60 &&
  script[1] === script.length - 2

/** The coin that an input spends. `undefined` if the PSBT does not contain it, or only in a form that no signature covers. */
function coinOf(transaction: Transaction, inputIndex: number): Coin | undefined {
  const { nonWitnessUtxo, witnessUtxo, index = 0, redeemScript } = transaction.getInput(inputIndex)
  if (nonWitnessUtxo) return nonWitnessUtxo.outputs[index]
  return witnessUtxo && (isWitness(witnessUtxo.script) || isWitness(redeemScript)) ? witnessUtxo : undefined
}

/** The data of an OP_RETURN output, as text if it is valid text. */
function opReturnParts(script: Uint8Array): Part[] {
  const code = { label: 'data', value: hex.encode(script.slice(1)), as: 'code' } as const
  try {
    const bytes = Script.decode(script).find((item) => item instanceof Uint8Array)
    const value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return value === '' || toVisibleText(value).isHidden ? [code] : [{ label: 'message', value, as: 'text' }, code]
  } catch {
    return [code]
  }
}

/** Whether an output pays no one and contains text. */
const isText = ({ script }: Coin): boolean => script[0] === OP_RETURN && opReturnParts(script)[0]?.as === 'text'

/** The destination of an output. */
function outputParts(coin: Coin, context: RequestContext): Part[] {
  const value = bitcoinOf(coin.amount, context)
  const address = addressOf(coin, context)
  if (address !== undefined)
    return [
      { label: isOwn(coin, context) ? 'ownOutput' : 'output', value, as: 'amount' },
      { label: 'receiver', value: address, as: 'address' },
    ]
  const burned: Part[] = coin.amount > 0n ? [{ label: 'output', value, as: 'amount' }] : []
  if (coin.script[0] === OP_RETURN) return [...burned, ...opReturnParts(coin.script)]
  return [
    { label: 'output', value, as: 'amount' },
    { label: 'receiver', value: hex.encode(coin.script), as: 'code' },
  ]
}

function inputParts(coin: Coin, context: RequestContext): Part[] {
  const address = addressOf(coin, context)
  return [
    { label: isOwn(coin, context) ? 'ownInput' : 'input', value: bitcoinOf(coin.amount, context), as: 'amount' },
    address === undefined
      ? { label: 'sender', value: hex.encode(coin.script), as: 'code' }
      : { label: 'sender', value: address, as: 'address' },
  ]
}

interface Coins {
  /** Unknown inputs have no coin. */
  inputs: readonly (Coin | undefined)[]
  outputs: readonly Coin[]
}

function coinsOf(transaction: Transaction): Coins {
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => coinOf(transaction, index))
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => transaction.getOutput(index))
  return { inputs, outputs: outputs.map(({ amount = 0n, script = new Uint8Array() }) => ({ amount, script })) }
}

/**
 * In satoshis: fees above the first value count as high. Above the second value they do if they exceed a fifth of what leaves the
 * account.
 */
const HIGH_FEES = [1_000_000n, 50_000n] as const
const HIGH_FEE_SHARE = 5n

/** The total change for the account, and the miners' fee. `undefined` if an input is unknown. */
function sumsOf({ inputs, outputs }: Coins, context: RequestContext) {
  const spent = inputs.filter((coin) => coin !== undefined)
  if (spent.length < inputs.length) return undefined
  const ownSum = (coins: readonly Coin[]) => sumOf(coins.filter((coin) => isOwn(coin, context)))
  const [out, fee] = [ownSum(spent) - ownSum(outputs), sumOf(spent) - sumOf(outputs)]
  const [highFee, highFeeForShare] = HIGH_FEES
  // The share that others pay costs the account nothing.
  const paid = fee < out ? fee : out
  return { out, fee, isHigh: paid > highFee || (paid > highFeeForShare && paid * HIGH_FEE_SHARE > out) }
}

function sumParts(sums: ReturnType<typeof sumsOf>, context: RequestContext): Part[] {
  if (!sums) return []
  const { out, fee } = sums
  return [
    ...(out > 0n ? [{ label: 'out', value: bitcoinOf(out, context), as: 'amount' } as const] : []),
    ...(out < 0n ? [{ label: 'in', value: bitcoinOf(-out, context), as: 'amount' } as const] : []),
    ...(fee >= 0n ? [{ label: 'fee', value: bitcoinOf(fee, context), as: 'amount' } as const] : []),
  ]
}

function transactionOf(psbt: string): Transaction | undefined {
  try {
    return psbt.length > MAX_PSBT_LENGTH ? undefined : Transaction.fromPSBT(base64.decode(psbt), LENIENT)
  } catch {
    return undefined
  }
}

type PsbtRequest = ReturnType<typeof psbtSchema.parse>

/** Warns about signatures that leave parts open, and about requests to other accounts. */
function warningsOf(
  { account, signInputs }: PsbtRequest,
  transaction: Transaction,
  coins: Coins,
  context: RequestContext,
) {
  const isRequested = (inputIndex: number) => signInputs.some(({ index }) => index === inputIndex)
  const isSigned = (coin: Coin | undefined, index: number) =>
    isRequested(index) || (coin !== undefined && isOwn(coin, context))
  const inputTypes = coins.inputs.flatMap((coin, index) =>
    isSigned(coin, index) ? [transaction.getInput(index).sighashType ?? 0] : [],
  )
  const signatureTypes = [...inputTypes, ...signInputs.flatMap(({ sighashTypes = [] }) => sighashTypes)]
  const accounts = [account, ...signInputs.map(({ address }) => address)]
  const isUnread =
    coins.inputs.includes(undefined) ||
    coins.outputs.some((coin) => addressOf(coin, context) === undefined && !isText(coin)) ||
    // The destination of ordinals on such a coin cannot be determined.
    coins.inputs.some((coin) => coin !== undefined && context.ordinals?.includes(addressOf(coin, context) ?? ''))
  return [
    ...(accounts.every((owner) => context.own.includes(owner)) ? [] : (['otherAccount'] as const)),
    ...(signatureTypes.every((type) => FULL_SIGHASH_TYPES.includes(type)) ? [] : (['partialSignature'] as const)),
    ...(isUnread ? (['unreadable'] as const) : []),
  ] satisfies Warning[]
}

function explainPsbt(call: RpcCall, context: RequestContext): Explanation {
  const { data: request } = psbtSchema.safeParse(call.params)
  const transaction = request && transactionOf(request.psbt)
  if (!request || !transaction) return explainUnknownCall(call.method, call.params)
  const coins = coinsOf(transaction)
  const sums = sumsOf(coins, context)
  const parts = [
    ...sumParts(sums, context),
    ...coins.outputs.flatMap((coin) => outputParts(coin, context)),
    ...coins.inputs.flatMap((coin, index): Part[] =>
      coin ? inputParts(coin, context) : [{ label: 'input', value: `#${index}`, as: 'code' }],
    ),
  ]
  const isTruncated = parts.length > EXPLAINED.parts
  return explanationOf(
    'transaction',
    [
      ...parts.slice(0, EXPLAINED.parts),
      ...(isTruncated ? [{ label: 'data', value: request.psbt, as: 'code' } as const] : []),
    ],
    [
      ...warningsOf(request, transaction, coins, context),
      ...(sums?.isHigh ? (['highFee'] as const) : []),
      ...(isTruncated ? (['unreadable', 'truncated'] as const) : []),
    ],
  )
}

function explainTransfer({ method, params }: RpcCall, context: RequestContext): Explanation {
  const { data } = transferSchema.safeParse(params)
  if (!data) return explainUnknownCall(method, params)
  const { account, recipientAddress, amount, changeAddress: change, memo } = data
  try {
    const { address } = readAddressOn(context.networkId, recipientAddress)
    return explanationOf(
      'transfer',
      [
        { label: 'amount', value: bitcoinOf(BigInt(amount), context), as: 'amount' },
        { label: 'receiver', value: address, as: 'address' },
        ...(change === undefined ? [] : [{ label: 'change', value: change, as: 'address' } as const]),
        ...(memo === undefined ? [] : [{ label: 'message', value: memo, as: 'text' } as const]),
      ],
      [
        ...(context.own.includes(account) ? [] : (['otherAccount'] as const)),
        ...(change === undefined || context.own.includes(change) ? [] : (['otherChange'] as const)),
      ],
    )
  } catch (error) {
    const raw = explainUnknownCall(method, params)
    const isOtherNetwork = error instanceof LatchkeyError && error.code === 'address.otherNetwork'
    return isOtherNetwork ? { ...raw, warnings: ['otherChain', ...raw.warnings] } : raw
  }
}

function explainMessage({ method }: RpcCall, params: Record<string, unknown>, context: RequestContext): Explanation {
  const { account, address, message } = params
  if (typeof message !== 'string') return explainUnknownCall(method, params)
  const isOwnAccount = [account, address].every(
    (value) => value === undefined || context.own.some((ownAddress) => ownAddress === value),
  )
  const explanation = explainText(message, context)
  return isOwnAccount ? explanation : withWarnings(explanation, 'otherAccount')
}

/** Explains a call without any requests. Never rejects because of the call's content. */
export function explainCall(call: RpcCall, context: RequestContext): Explanation {
  const { method, params } = call
  if (!isRecord(params)) return explainUnknownCall(method, params)
  // An unknown field could mean anything.
  const { signInputs = [] } = params
  const isKnown =
    Object.keys(params).every((name) => FIELDS[method]?.includes(name)) &&
    [signInputs]
      .flat()
      .every((input) => isRecord(input) && Object.keys(input).every((name) => INPUT_FIELDS.includes(name)))
  if (isKnown && method === 'signMessage') return explainMessage(call, params, context)
  if (isKnown && method === 'sendTransfer') return explainTransfer(call, context)
  return isKnown && method === 'signPsbt' ? explainPsbt(call, context) : explainUnknownCall(method, params)
}
