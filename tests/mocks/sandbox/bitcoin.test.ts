/** The sandbox's Bitcoin chain: blocks, refused transactions, and the answers of Esplora's API. */
import { createRequire } from 'node:module'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bitcoinParameters,
  firstBitcoinAccount,
  miner,
  secondBitcoinAccount,
  type BitcoinKey,
} from '../../../mocks/sandbox/bitcoin/accounts.ts'
import { startBitcoin, type BitcoinChain } from '../../../mocks/sandbox/bitcoin/chain.ts'
import { balanceOf, feeRateOf, isConfirmed, unspentOf } from '../../../sdk/chains/bip122/esplora.ts'
import { bitcoinTestnet } from '../../../sdk/index.ts'

interface Bitcore {
  Block: {
    fromBuffer(bytes: Buffer): {
      hash: string
      header: { validProofOfWork(): boolean; prevHash: Buffer }
      transactions: { id: string; isCoinbase(): boolean }[]
      validMerkleRoot(): boolean
    }
  }
}
const bitcore: Bitcore = createRequire(import.meta.url)('bitcore-lib')

const { payment, ordinals } = firstBitcoinAccount
const other = secondBitcoinAccount.payment
const { signal } = new AbortController()

let chain: BitcoinChain
beforeAll(async () => {
  chain = await startBitcoin()
})
afterAll(() => chain.stop())

const network = () => ({ ...bitcoinTestnet, rpcUrls: { default: { http: [chain.esploraUrl] } } })
const ask = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${chain.esploraUrl}${path}`, init)
  return { status: response.status, text: await response.text() }
}
const get = async (path: string) => {
  const { text } = await ask(path)
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
const post = (bytes: Uint8Array | string) =>
  ask('/tx', { method: 'POST', body: typeof bytes === 'string' ? bytes : hex.encode(bytes) })
const refusal = (code: number, message: string) => ({
  status: 400,
  text: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
})

interface Unspent {
  txid: string
  vout: number
  value: number
}
const coinsOf = async ({ address }: BitcoinKey): Promise<Unspent[]> => get(`/address/${address}/utxo`)
const coinOf = async (key: BitcoinKey): Promise<Unspent> => {
  const [coin] = (await coinsOf(key)).toSorted((one, next) => next.value - one.value)
  return coin ?? expect.unreachable('There is no coin left.')
}

interface Plan {
  amount?: bigint
  fee?: bigint
  to?: BitcoinKey
  coin?: Unspent
  /** The value that the signature covers, if it differs. */
  claimed?: (value: bigint) => bigint
  signer?: BitcoinKey
  lockTime?: number
  sequence?: number
  /** Whether the rest is returned as change. */
  change?: boolean
}

/** A signed transaction that spends one coin of a key. */
async function spend(key: BitcoinKey = payment, plan: Plan = {}) {
  const { amount = 10_000n, fee = 300n, to = other, signer = key, lockTime = 0, sequence = 0xfffffffd } = plan
  const { claimed = (value: bigint) => value } = plan
  const coin = plan.coin ?? (await coinOf(key))
  const transaction = new Transaction({ lockTime })
  transaction.addInput({
    txid: coin.txid,
    index: coin.vout,
    sequence,
    witnessUtxo: { script: signer.script, amount: claimed(BigInt(coin.value)) },
    ...(signer.purpose === 'ordinals' && { tapInternalKey: signer.publicKey }),
  })
  transaction.addOutputAddress(to.address, amount, bitcoinParameters)
  const left = BigInt(coin.value) - amount - fee
  if (plan.change !== false) transaction.addOutputAddress(key.address, left, bitcoinParameters)
  transaction.sign(signer.secretKey)
  transaction.finalize()
  return { bytes: transaction.extract(), txid: transaction.id, coin, left }
}

describe('the initial chain', () => {
  test("has the id of testnet's genesis block, and answers until it is stopped", async () => {
    expect(chain.networkId).toBe(bitcoinTestnet.caipNetworkId)
    const fresh = await startBitcoin()
    const tip = await fetch(`${fresh.esploraUrl}/blocks/tip/height`)
    expect(await tip.text()).toBe('101')
    await fresh.stop()
    await fresh.stop()
    await expect(fetch(`${fresh.esploraUrl}/blocks/tip/height`)).rejects.toThrow('fetch failed')
  })

  test('has blocks that another library parses, each referencing the previous one', async () => {
    let previous = '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943'
    expect(chain.networkId.endsWith(previous.slice(0, 32))).toBe(true)
    for (const height of [1, 2, 3]) {
      const hash = await get(`/block-height/${height}`)
      const raw = await fetch(`${chain.esploraUrl}/block/${hash}/raw`)
      const block = bitcore.Block.fromBuffer(Buffer.from(await raw.arrayBuffer()))
      expect(block.hash).toBe(hash)
      expect(block.validMerkleRoot()).toBe(true)
      expect(block.header.validProofOfWork()).toBe(true)
      expect(hex.encode(Uint8Array.from(block.header.prevHash).toReversed())).toBe(previous)
      expect(block.transactions[0]?.isCoinbase()).toBe(true)
      expect(await get(`/block/${hash}/txids`)).toEqual(block.transactions.map(({ id }) => id))
      expect(await get(`/block/${hash}`)).toMatchObject({ id: hash, height, previousblockhash: previous })
      previous = hash
    }
  })

  test('has 1 BTC in three coins and a small ordinals coin for the first account, and nothing for the second', async () => {
    const fresh = await startBitcoin()
    const here = { ...network(), rpcUrls: { default: { http: [fresh.esploraUrl] } } }
    const amountsOf = async (address: string) => (await unspentOf(here, address, signal)).map(({ value }) => value)
    expect(await balanceOf(here, payment.address, signal)).toBe(100_000_000n)
    expect(await amountsOf(payment.address)).toEqual([60_000_000n, 30_000_000n, 10_000_000n])
    expect(await amountsOf(ordinals.address)).toEqual([10_000n])
    expect(await balanceOf(here, other.address, signal)).toBe(0n)
    expect(await feeRateOf(here, signal)).toBe(1)
    await fresh.stop()
  })
})

describe('the running chain', () => {
  test('mines a transaction immediately, and pays its fee to the miner', async () => {
    const before = await balanceOf(network(), payment.address, signal)
    const got = await balanceOf(network(), other.address, signal)
    const { bytes, txid, coin, left } = await spend(payment, { amount: 25_000n, fee: 777n })
    expect(await post(bytes)).toEqual({ status: 200, text: txid })
    expect(await isConfirmed(network(), txid, signal)).toBe(true)
    expect(await balanceOf(network(), payment.address, signal)).toBe(before - 25_777n)
    expect(await balanceOf(network(), other.address, signal)).toBe(got + 25_000n)
    expect(await coinsOf(payment)).toContainEqual(expect.objectContaining({ txid, vout: 1, value: Number(left) }))
    expect(await get(`/tx/${coin.txid}/outspends`)).toContainEqual(
      expect.objectContaining({ spent: true, txid, vin: 0 }),
    )
    const told = await get(`/tx/${txid}`)
    expect(told).toMatchObject({
      txid,
      fee: 777,
      vin: [{ txid: coin.txid, prevout: { scriptpubkey_address: payment.address, value: coin.value } }],
      vout: [{ scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: other.address, value: 25_000 }, {}],
      status: { confirmed: true },
    })
    expect(await get(`/tx/${txid}/hex`)).toBe(hex.encode(bytes))
    expect((await get(`/address/${payment.address}/txs`))[0]).toEqual(told)
    const [coinbase] = await get(`/block/${told.status.block_hash}/txids`)
    expect((await get(`/tx/${coinbase}`)).vout[0]).toMatchObject({
      scriptpubkey_address: miner.address,
      value: 5_000_000_777,
    })
  })

  test('accepts a Taproot coin that is spent with its key', async () => {
    const { bytes, txid } = await spend(ordinals, { amount: 1_000n })
    expect(await post(bytes)).toEqual({ status: 200, text: txid })
  })

  test('keeps a transaction pending without automatic blocks, and rejects a double spend meanwhile', async () => {
    expect(await ask('/automatic', { method: 'PUT', body: 'false' })).toEqual({ status: 200, text: 'false' })
    const before = await balanceOf(network(), other.address, signal)
    const { bytes, txid, coin } = await spend(payment, { amount: 5_000n, sequence: 0xfffffffe })
    await post(bytes)
    expect(await isConfirmed(network(), txid, signal)).toBe(false)
    expect(await get('/mempool')).toMatchObject({ count: 1, total_fee: 300 })
    expect(await get(`/address/${other.address}`)).toMatchObject({
      mempool_stats: { funded_txo_count: 1, funded_txo_sum: 5_000, tx_count: 1 },
    })
    expect(await balanceOf(network(), other.address, signal)).toBe(before + 5_000n)
    expect((await get(`/address/${other.address}/txs`))[0]).toMatchObject({ txid, status: { confirmed: false } })
    expect(await get(`/address/${other.address}/txs/mempool`)).toHaveLength(1)
    // Sending it again returns the same result.
    expect(await post(bytes)).toEqual({ status: 200, text: txid })
    const again = await spend(payment, { coin, amount: 6_000n })
    expect(await post(again.bytes)).toEqual(refusal(-26, 'txn-mempool-conflict'))

    const height = Number(await get('/blocks/tip/height'))
    expect(await ask('/mine', { method: 'POST' })).toEqual({ status: 200, text: `${height + 1}` })
    expect(await get(`/tx/${txid}/status`)).toMatchObject({ confirmed: true, block_height: height + 1 })
    expect(await post(again.bytes)).toEqual(refusal(-25, 'bad-txns-inputs-missingorspent'))
    expect(await get('/mempool')).toMatchObject({ count: 0 })
    await ask('/automatic', { method: 'PUT', body: 'true' })
  })
})

describe('the validation', () => {
  const script = 'mandatory-script-verify-flag-failed'

  test.each<[string, BitcoinKey, Plan]>([
    ['is signed by another key', payment, { signer: other }],
    ['is signed for another value', payment, { claimed: (value) => value + 1n }],
    ['is signed by another Taproot key', ordinals, { signer: secondBitcoinAccount.ordinals }],
    ['is signed for another value with Taproot', ordinals, { claimed: (value) => value + 1n }],
  ])('rejects a transaction that %s', async (_, key, plan) => {
    const { bytes, txid } = await spend(key, { amount: 1_000n, ...plan })
    const { status, text } = await post(bytes)
    expect(status).toBe(400)
    expect(text).toContain(script)
    expect(await ask(`/tx/${txid}`)).toEqual({ status: 404, text: 'Transaction not found' })
  })

  test.each<[string, Plan, string]>([
    [
      'outputs above the inputs',
      { amount: 6_000_000_000n, claimed: () => 7_000_000_000n, change: false },
      'bad-txns-in-belowout',
    ],
    ['a dust output', { amount: 293n }, 'dust'],
    ['a lock time in the future', { lockTime: 10_000 }, 'non-final'],
    ['an unmet relative lock time', { sequence: 5_000 }, 'non-BIP68-final'],
  ])('rejects %s', async (_, plan, reason) => {
    expect(await post((await spend(payment, plan)).bytes)).toEqual(refusal(-26, reason))
  })

  test('rejects a fee one satoshi below the relay minimum', async () => {
    const coin = await coinOf(payment)
    const { text } = await post((await spend(payment, { coin, fee: 140n })).bytes)
    expect(text).toContain('min relay fee not met, 140 < 141')
    expect((await post((await spend(payment, { coin, fee: 141n })).bytes)).status).toBe(200)
  })

  test('rejects a transaction that is mined already, has unknown inputs or is invalid', async () => {
    const { bytes } = await spend()
    await post(bytes)
    expect(await post(bytes)).toEqual(refusal(-27, 'Transaction outputs already in utxo set'))
    const { bytes: stray } = await spend(payment, { coin: { txid: 'ab'.repeat(32), vout: 0, value: 50_000 } })
    expect(await post(stray)).toEqual(refusal(-25, 'bad-txns-inputs-missingorspent'))
    const none = refusal(-22, 'TX decode failed. Make sure the tx has at least one input.')
    expect(await post('banana')).toEqual(none)
    expect(await post(bytes.slice(0, -1))).toEqual(none)
  })
})

test('unknown ids return 404, and invalid ones 400', async () => {
  expect(await ask(`/tx/${'ab'.repeat(32)}/status`)).toEqual({ status: 404, text: 'Transaction not found' })
  expect(await ask('/block-height/100000000')).toEqual({ status: 404, text: 'Block not found' })
  expect(await ask('/tx/banana')).toEqual({ status: 400, text: 'Invalid hex string' })
  expect(await ask('/address/banana/utxo')).toEqual({ status: 400, text: 'Invalid Bitcoin address' })
  for (const path of ['/', '/banana', `/address/${payment.address}/banana`, '/blocks'])
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  expect((await ask('/mine')).status).toBe(404)
  expect((await ask('/automatic', { method: 'PUT', body: 'maybe' })).status).toBe(400)
})

test('a long history has pages', async () => {
  const amount = 1_000n
  for (let time = 0; time < 27; time += 1) await post((await spend(payment, { amount, to: miner })).bytes)
  const first = await get(`/address/${payment.address}/txs`)
  expect(first).toHaveLength(25)
  const next = await get(`/address/${payment.address}/txs/chain/${first[24].txid}`)
  expect(next.length).toBeGreaterThan(1)
  const ids = [...first, ...next].map(({ txid }) => txid)
  expect(new Set(ids).size).toBe(ids.length)
})
