/** A pending Bitcoin transfer that the wallet replaces with another transaction, on a chain in this process. */
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bitcoinParameters,
  firstBitcoinAccount,
  secondBitcoinAccount,
} from '../../../../mocks/sandbox/bitcoin/accounts.ts'
import { startBitcoin, type BitcoinChain } from '../../../../mocks/sandbox/bitcoin/chain.ts'
import type { TransactionPosition } from '../../../../machines/transactions/transaction.contract.ts'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { readPosition } from '../../../../sdk/chains/bip122/replaced.ts'
import { bitcoinTestnet } from '../../../../sdk/index.ts'
import { esploraServer } from './esploraServer.ts'

const { payment } = firstBitcoinAccount
const receiver = secondBitcoinAccount.payment.address
const { signal } = new AbortController()
const from = payment.address

let chain: BitcoinChain
beforeAll(async () => {
  chain = await startBitcoin()
  chain.setAutomatic(false)
})
afterAll(() => chain.stop())

const networkAt = (url: string) => ({ ...bitcoinTestnet, rpcUrls: { default: { http: [url] } } })
const network = () => networkAt(chain.esploraUrl)
const ask = async (path: string, body?: string) =>
  (await fetch(`${chain.esploraUrl}${path}`, body === undefined ? {} : { method: 'POST', body })).text()

interface Coin {
  txid: string
  vout: number
  value: number
}
const coinsOf = async (): Promise<Coin[]> => JSON.parse(await ask(`/address/${from}/utxo`))
const anyCoin = async () => (await coinsOf()).find(({ value }) => value > 1_000_000) ?? expect.unreachable('no coin')

/** Sends 0.005 BTC from one coin, or something else, at a fee. Returns the transaction's id. */
async function send(coin: Coin, fee: bigint, { to = receiver, amount = 500_000n } = {}): Promise<string> {
  const made = new Transaction()
  const witnessUtxo = { script: payment.script, amount: BigInt(coin.value) }
  made.addInput({ txid: coin.txid, index: coin.vout, sequence: 0xfffffffd, witnessUtxo })
  made.addOutputAddress(to, amount, bitcoinParameters)
  made.addOutputAddress(from, BigInt(coin.value) - amount - fee, bitcoinParameters)
  made.sign(payment.secretKey)
  made.finalize()
  expect(await ask('/tx', hex.encode(made.extract()))).toBe(made.id)
  return made.id
}

/** A pending transfer, and a function that reads its receipt. */
async function waiting() {
  const coin = await anyCoin()
  const hash = await send(coin, 300n)
  const position = await readPosition({ network: network(), hash }, signal)
  const look = (at: TransactionPosition | undefined = position) =>
    bip122Adapter.fetchReceipt({ network: network(), hash, from, position: at }, signal)
  expect(await look()).toBeUndefined()
  return { coin, hash, position, look }
}

test('a replacement with a higher fee counts as the transfer, under its new hash, once it is in a block', async () => {
  const { coin, hash, position, look } = await waiting()
  expect(position.coins).toEqual([`${coin.txid}:${coin.vout}`])
  const dearer = await send(coin, 900n)
  expect(dearer).not.toBe(hash)
  // A pending transaction can be replaced again.
  expect(await look()).toBeUndefined()
  const dearest = await send(coin, 2_000n)
  await ask('/mine', '')
  expect(await look()).toEqual({ status: 'success', hash: dearest })
  // The replacement cannot be found without knowing which coins the transfer spends.
  expect(await bip122Adapter.fetchReceipt({ network: network(), hash, from }, signal)).toBeUndefined()
})

test.each([
  ['that goes back to the account', { to: from }],
  ['that pays another amount', { amount: 400_000n }],
  ['that pays another receiver', { to: firstBitcoinAccount.ordinals.address }],
])('a transaction %s replaces the transfer', async (_, instead) => {
  const { coin, look } = await waiting()
  const other = await send(coin, 900n, instead)
  await ask('/mine', '')
  expect(await look()).toEqual({ status: 'replaced', hash: other })
})

test('awaitReceipt resolves with the replacement of a transfer', async () => {
  const [hash, coin, dearer] = ['ef', 'ab', 'cd'].map((byte) => byte.repeat(32))
  const vin = [{ txid: coin, vout: 0 }]
  const server = await esploraServer({
    [`/tx/${hash}/status`]: { confirmed: false },
    [`/tx/${coin}/outspend/0`]: { spent: true, txid: dearer },
    [`/tx/${dearer}`]: { txid: dearer, vin, vout: [], status: { confirmed: true } },
    [`/tx/${hash}`]: (response) => {
      // It was there a moment ago.
      delete server.replies[`/tx/${hash}/status`]
      response.end(JSON.stringify({ txid: hash, vin, vout: [], status: { confirmed: false } }))
    },
  })
  const order = { network: networkAt(server.url), hash: hash ?? '', from, timeoutMs: 30_000 }
  expect(await bip122Adapter.awaitReceipt(order, signal)).toEqual({ status: 'success', hash: dearer })
  await server.close()
})

test('a transfer that is in a block was not replaced', async () => {
  const { hash, look } = await waiting()
  await ask('/mine', '')
  expect(await look()).toEqual({ status: 'success', hash })
})

test('a server is not trusted when its spender does not spend the coin, or is in no block', async () => {
  const txid = 'ab'.repeat(32)
  const spender = 'cd'.repeat(32)
  const position = { coins: [`${txid}:0`], doing: '' }
  const told = (vin: object[], confirmed: boolean) => ({ txid: spender, vin, vout: [], status: { confirmed } })
  const server = await esploraServer({
    [`/tx/${txid}/outspend/0`]: { spent: true, txid: spender },
    [`/tx/${spender}`]: told([{ txid, vout: 1 }], true),
  })
  try {
    const look = () =>
      bip122Adapter.fetchReceipt({ network: networkAt(server.url), hash: 'ef'.repeat(32), from, position }, signal)
    expect(await look()).toBeUndefined()
    server.replies[`/tx/${spender}`] = told([{ txid, vout: 0 }], false)
    expect(await look()).toBeUndefined()
    server.replies[`/tx/${spender}`] = told([{ txid, vout: 0 }], true)
    expect(await look()).toEqual({ status: 'success', hash: spender })
    server.replies[`/tx/${spender}`] = { ...told([{ txid, vout: 0 }], true), txid: 'ab'.repeat(32) }
    await expect(look()).rejects.toMatchObject({ code: 'rpc.malformed' })
  } finally {
    await server.close()
  }
})
