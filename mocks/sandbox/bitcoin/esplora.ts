/** The endpoints of the sandbox's Bitcoin server (https://github.com/Blockstream/esplora/blob/master/API.md). */
import { hex } from '@scure/base'
import { Address, OutScript, RawTx } from '@scure/btc-signer'
import { CompactSize } from '@scure/btc-signer/script.js'
import { concatBytes } from '@scure/btc-signer/utils.js'
import { bitcoinParameters } from './accounts.ts'
import type { BitcoinLedger, Entry } from './ledger.ts'
import { Refusal, type Coin } from './policy.ts'
import { bits, type Block } from './wire.ts'

/** A response: text and bytes are sent unchanged, anything else as JSON. */
export interface Answer {
  status: number
  body: unknown
}

const answer = (body: unknown): Answer => ({ status: 200, body })
const refuse = (status: number, body: string): Answer => ({ status, body })

const pageLength = 25
/** The confirmation targets for which Esplora estimates fees, in blocks. */
const confirmationTargets = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1008]

const scriptTypes = {
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  pkh: 'p2pkh',
  sh: 'p2sh',
  pk: 'p2pk',
  ms: 'multisig',
}

/** A script as Esplora describes it: its type, and its address if it has one. */
function describeScript(script: Uint8Array) {
  const scriptpubkey = hex.encode(script)
  if (script[0] === 0x6a) return { scriptpubkey, scriptpubkey_type: 'op_return' }
  try {
    const decoded = OutScript.decode(script)
    const scriptpubkey_type = Reflect.get(scriptTypes, decoded.type) ?? 'unknown'
    return { scriptpubkey, scriptpubkey_type, scriptpubkey_address: Address(bitcoinParameters).encode(decoded) }
  } catch {
    return { scriptpubkey, scriptpubkey_type: 'unknown' }
  }
}

const describeOutput = ({ script, value }: Pick<Coin, 'script' | 'value'>) => ({
  ...describeScript(script),
  value: Number(value),
})

const describeStatus = (block: Block | undefined) =>
  block
    ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
    : { confirmed: false }

function describeEntry({ transaction, spent, outputs, fee, block }: Entry) {
  const { txid, version, lockTime, inputs, witnesses, bytes, weight } = transaction
  return {
    txid,
    version,
    locktime: lockTime,
    vin: inputs.map(({ txid: inputTxid, index: vout, finalScriptSig, sequence }, index) => ({
      txid: hex.encode(inputTxid),
      vout,
      prevout: spent[index] ? describeOutput(spent[index]) : null,
      scriptsig: hex.encode(finalScriptSig),
      ...(witnesses?.[index] && { witness: witnesses[index].map((item) => hex.encode(item)) }),
      is_coinbase: spent.length === 0,
      sequence,
    })),
    vout: outputs.map(describeOutput),
    size: bytes.length,
    weight,
    fee: Number(fee),
    status: describeStatus(block),
  }
}

const describeBlock = ({ height, hash, previous, time, merkleRoot, nonce, header, transactions }: Block) => ({
  id: hash,
  height,
  version: new DataView(header.buffer, header.byteOffset).getInt32(0, true),
  timestamp: time,
  tx_count: transactions.length,
  size: rawBlock({ header, transactions }).length,
  weight: transactions.reduce((sum, { weight }) => sum + weight, 4 * (header.length + 1)),
  merkle_root: merkleRoot,
  previousblockhash: previous,
  mediantime: time,
  nonce,
  bits,
})

const rawBlock = ({ header, transactions }: Pick<Block, 'header' | 'transactions'>) =>
  concatBytes(header, CompactSize.encode(BigInt(transactions.length)), ...transactions.map(({ bytes }) => bytes))

/** The amounts received and spent, in the transactions whose block `isCounted` accepts. */
function summarizeCoins(
  coins: readonly Coin[],
  ledger: BitcoinLedger,
  isCounted: (block: Block | undefined) => boolean,
) {
  const findEntry = (txid: string | undefined) => (txid === undefined ? undefined : ledger.find(txid))
  const isIncluded = (entry: Entry | undefined) => entry !== undefined && isCounted(entry.block)
  const funded = coins.filter(({ txid }) => isIncluded(findEntry(txid)))
  const spent = coins.filter(({ spentBy }) => isIncluded(findEntry(spentBy)))
  const total = (some: readonly Coin[]) => Number(some.reduce((sum, { value }) => sum + value, 0n))
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: total(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: total(spent),
    tx_count: new Set([...funded.map(({ txid }) => txid), ...spent.map(({ spentBy }) => spentBy)]).size,
  }
}

const scriptOf = (address: string): Uint8Array | undefined => {
  try {
    return OutScript.encode(Address(bitcoinParameters).decode(address))
  } catch {
    return undefined
  }
}

function answerAddress(ledger: BitcoinLedger, address: string, rest: string): Answer | undefined {
  const script = scriptOf(address)
  if (!script) return refuse(400, 'Invalid Bitcoin address')
  const [, section = '', , lastTxid] = /^(\/utxo|\/txs(\/mempool|\/chain(?:\/([0-9a-f]{64}))?)?)?$/.exec(rest) ?? [
    rest,
    'no',
  ]
  if (section === '') {
    const coins = ledger.coins(script)
    return answer({
      address,
      chain_stats: summarizeCoins(coins, ledger, (block) => block !== undefined),
      mempool_stats: summarizeCoins(coins, ledger, (block) => block === undefined),
    })
  }
  if (section === '/utxo') {
    const unspent = ledger.coins(script).filter(({ spentBy }) => spentBy === undefined)
    return answer(
      unspent.map(({ txid, vout, value }) => ({
        txid,
        vout,
        value: Number(value),
        status: describeStatus(ledger.find(txid)?.block),
      })),
    )
  }
  if (!section.startsWith('/txs')) return undefined
  const history = ledger.history(script)
  const pending = section.startsWith('/txs/chain') ? [] : history.filter(({ block }) => !block)
  const mined = section === '/txs/mempool' ? [] : history.filter(({ block }) => block)
  const from = lastTxid === undefined ? 0 : mined.findIndex(({ transaction }) => transaction.txid === lastTxid) + 1
  return answer([...pending, ...mined.slice(from, from + pageLength)].map(describeEntry))
}

/** The transaction that spends an output, if any. */
function describeSpender({ txid, vout, spentBy }: Coin, ledger: BitcoinLedger) {
  const spender = spentBy === undefined ? undefined : ledger.find(spentBy)
  if (!spender) return { spent: false }
  const vin = spender.spent.findIndex((coin) => coin.txid === txid && coin.vout === vout)
  return { spent: true, txid: spentBy, vin, status: describeStatus(spender.block) }
}

function answerTransaction(entry: Entry | undefined, rest: string, ledger: BitcoinLedger): Answer | undefined {
  if (!entry) return refuse(404, 'Transaction not found')
  const { transaction, block, outputs } = entry
  switch (rest) {
    case '':
      return answer(describeEntry(entry))
    case '/status':
      return answer(describeStatus(block))
    case '/hex':
      return answer(hex.encode(RawTx.encode(transaction)))
    case '/outspends':
      return answer(outputs.map((coin) => describeSpender(coin, ledger)))
    default: {
      const [, vout] = /^\/outspend\/(\d{1,9})$/.exec(rest) ?? []
      if (vout === undefined) return undefined
      const coin = outputs[Number(vout)]
      return answer(coin ? describeSpender(coin, ledger) : { spent: false })
    }
  }
}

function answerBlock(block: Block | undefined, rest: string): Answer | undefined {
  if (!block) return refuse(404, 'Block not found')
  switch (rest) {
    case '':
      return answer(describeBlock(block))
    case '/txids':
      return answer(block.transactions.map(({ txid }) => txid))
    case '/raw':
      return answer(rawBlock(block))
    default:
      return undefined
  }
}

function answerGet(ledger: BitcoinLedger, path: string): Answer | undefined {
  const [, kind = '', id = '', rest = ''] = /^\/([a-z-]+)(?:\/([^/]+))?(\/.*)?$/.exec(path) ?? []
  if (path === '/fee-estimates')
    // Blocks are never full here, so the minimum relay fee is enough for the next block.
    return answer(Object.fromEntries(confirmationTargets.map((target) => [target, 1])))
  if (path === '/mempool') {
    const pending = ledger.pending()
    const sum = (valueOf: (entry: Entry) => number) => pending.reduce((total, entry) => total + valueOf(entry), 0)
    const vsize = sum(({ transaction }) => transaction.vsize)
    return answer({ count: pending.length, vsize, total_fee: sum(({ fee }) => Number(fee)), fee_histogram: [] })
  }
  if (path === '/blocks/tip/height') return answer(String(ledger.height()))
  if (path === '/blocks/tip/hash') return answer(ledger.block(ledger.height())?.hash ?? '')
  if (kind === 'block-height' && rest === '') {
    const block = /^\d{1,9}$/.test(id) ? ledger.block(Number(id)) : undefined
    return block ? answer(block.hash) : refuse(404, 'Block not found')
  }
  if (kind === 'address') return answerAddress(ledger, id, rest)
  if (kind !== 'tx' && kind !== 'block') return undefined
  if (!/^[0-9a-f]{64}$/.test(id)) return refuse(400, 'Invalid hex string')
  return kind === 'tx' ? answerTransaction(ledger.find(id), rest, ledger) : answerBlock(ledger.block(id), rest)
}

/** Esplora's format of a node's error. */
const nodeRefusal = ({ code, message }: Refusal) =>
  refuse(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)

/**
 * Answers a request. Two endpoints exist only in the sandbox: `POST /mine` mines a block, and `PUT /automatic` with `true` or
 * `false` sets whether each transaction is mined immediately.
 */
export function answerEsplora(ledger: BitcoinLedger, method: string, path: string, body: string): Answer {
  const missing = refuse(404, 'Endpoint does not exist')
  if (method === 'GET') return answerGet(ledger, path) ?? missing
  if (method === 'POST' && path === '/mine') {
    ledger.mine()
    return answer(String(ledger.height()))
  }
  if (method === 'PUT' && path === '/automatic') {
    if (body !== 'true' && body !== 'false') return refuse(400, 'It is true or false')
    ledger.setAutomatic(body === 'true')
    return answer(body)
  }
  if (method !== 'POST' || path !== '/tx') return missing
  try {
    return answer(ledger.send(body))
  } catch (error) {
    if (error instanceof Refusal) return nodeRefusal(error)
    throw error
  }
}
