import { afterEach, describe, expect, test } from 'vitest'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { bitcoin } from '../../../../sdk/index.ts'
import { bitcoinKeys } from '../../../support/bitcoinWallet.ts'
import { esploraServer } from './esploraServer.ts'

const { signal } = new AbortController()
const { addresses } = bitcoinKeys()
const address = addresses.payment
const hash = 'ab'.repeat(32)
const status = `/tx/${hash}/status`
const confirmed = { confirmed: true, block_height: 900_000, block_hash: '00', block_time: 1 }
const stats = (funded: number, spent: number) => ({ funded_txo_sum: funded, spent_txo_sum: spent, tx_count: 1 })
const token = {
  name: 'Bitcoin',
  symbol: 'BTC',
  chainId: bitcoin.caipNetworkId,
  quantity: { decimals: '8', numeric: '1' },
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
async function serve(replies: Parameters<typeof esploraServer>[0], before: string[] = []) {
  const server = await esploraServer(replies)
  closing.push(server.close)
  return { server, network: { ...bitcoin, rpcUrls: { default: { http: [...before, `${server.url}/`] } } } }
}

describe('balances', () => {
  const read = (network: typeof bitcoin) => bip122Adapter.fetchBalances({ network, address, listed: [] }, signal)

  test('are what came in minus what went out, with pending transactions', async () => {
    const { network } = await serve({
      [`/address/${address}`]: { address, chain_stats: stats(150_000_001, 50_000_000), mempool_stats: stats(5, 1_000) },
    })
    expect(await read(network)).toEqual([{ ...token, quantity: { decimals: '8', numeric: '0.99999006' } }])
  })

  test('are empty when the app configures no server', async () => {
    expect(await read(bitcoin)).toEqual([])
  })

  test('are read from the next server when one cannot be reached', async () => {
    const reply = { chain_stats: stats(1, 0), mempool_stats: stats(0, 0) }
    const { network } = await serve({ [`/address/${address}`]: reply }, ['http://127.0.0.1:1'])
    expect(await read(network)).toMatchObject([{ quantity: { numeric: '0.00000001' } }])
  })

  test.each([
    ['invalid JSON', '<html>'],
    ['no sums', { chain_stats: {}, mempool_stats: {} }],
    ['strings for sums', { chain_stats: stats('1' as never, 0), mempool_stats: stats(0, 0) }],
    ['fractions of satoshis', { chain_stats: stats(0.5, 0), mempool_stats: stats(0, 0) }],
    ['more spent than received', { chain_stats: stats(1, 2), mempool_stats: stats(0, 0) }],
  ])('are refused from a server that answers %s', async (_, reply) => {
    const { network } = await serve({ [`/address/${address}`]: reply })
    const failure = await read(network).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'rpc.malformed', cause: expect.anything() })
  })

  test.each([
    [400, 'api.refused'],
    [404, 'api.refused'],
  ])('fail with a specific error when the server answers %d', async (code, name) => {
    const { network } = await serve({ [`/address/${address}`]: (response) => response.writeHead(code).end('no') })
    await expect(read(network)).rejects.toMatchObject({ code: name })
  })

  test('are requested again from a server with an internal error', async () => {
    const reply = JSON.stringify({ chain_stats: stats(7, 0), mempool_stats: stats(0, 0) })
    const { network } = await serve({
      [`/address/${address}`]: (response, asked) => (asked < 3 ? response.writeHead(503).end() : response.end(reply)),
    })
    expect(await read(network)).toMatchObject([{ quantity: { numeric: '0.00000007' } }])
  })

  test('are not awaited after an abort', async () => {
    const { network } = await serve({ [`/address/${address}`]: () => {} })
    const control = new AbortController()
    const reading = bip122Adapter.fetchBalances({ network, address, listed: [] }, control.signal)
    control.abort(new Error('Enough'))
    await expect(reading).rejects.toThrow('Enough')
  })
})

describe('the maximum amount', () => {
  const utxo = (...values: number[]) => values.map((value, vout) => ({ txid: hash, vout, value, status: confirmed }))
  const most = (network: typeof bitcoin, from = address) =>
    bip122Adapter.estimateMaximum({ network, from, token }, signal)

  test('is everything minus the fee, without coins that cost more than their value', async () => {
    const { network } = await serve({
      '/fee-estimates': { 1: 20, 3: 10.5, 144: 1 },
      [`/address/${address}/utxo`]: utxo(100_000, 50_000, 700),
    })
    // 150 000 - 2 × 68 × 10.5 - 54 × 10.5
    expect(await most(network)).toBe('0.00148005')
  })

  test('depends on the kind of address', async () => {
    const { network } = await serve({
      '/fee-estimates': { 3: 10 },
      [`/address/${addresses.legacy}/utxo`]: utxo(100_000),
    })
    expect(await most(network, addresses.legacy)).toBe('0.0009798')
  })

  test('is refused when the fee takes everything', async () => {
    const { network } = await serve({ '/fee-estimates': { 3: 10 }, [`/address/${address}/utxo`]: utxo(1_700) })
    await expect(most(network)).rejects.toMatchObject({ code: 'send.gasUnaffordable', params: { symbol: 'BTC' } })
  })

  test('is unknown when no server reports a rate', async () => {
    await expect(most(bitcoin)).rejects.toMatchObject({ code: 'send.gasEstimate' })
    const { network } = await serve({ '/fee-estimates': { 3: 'many' }, [`/address/${address}/utxo`]: [] })
    await expect(most(network)).rejects.toMatchObject({ code: 'send.gasEstimate' })
  })
})

describe('receipts', () => {
  test('exist once the transaction is in a block', async () => {
    const { network, server } = await serve({})
    const look = () => bip122Adapter.fetchReceipt({ network, hash, from: '' }, signal)
    expect(await look()).toBeUndefined()
    server.replies[status] = { confirmed: false }
    expect(await look()).toBeUndefined()
    server.replies[status] = confirmed
    expect(await look()).toEqual({ status: 'success', hash })
  })

  test('are awaited', async () => {
    const { network, server } = await serve({
      [status]: (response, asked) => response.end(JSON.stringify({ confirmed: asked > 1 })),
    })
    const receipt = await bip122Adapter.awaitReceipt({ network, hash, from: '', timeoutMs: 10_000 }, signal)
    expect(receipt).toEqual({ status: 'success', hash })
    expect(server.asked.filter((path) => path === status)).toHaveLength(2)
  })

  test('are awaited until the time limit or an abort', async () => {
    const { network } = await serve({ [status]: { confirmed: false } })
    const waiting = bip122Adapter.awaitReceipt({ network, hash, from: '', timeoutMs: 50 }, signal)
    await expect(waiting).rejects.toMatchObject({ code: 'transaction.timedOut' })
    const control = new AbortController()
    const left = bip122Adapter.awaitReceipt({ network, hash, from: '', timeoutMs: 10_000 }, control.signal)
    control.abort(new Error('Enough'))
    await expect(left).rejects.toThrow('Enough')
  })

  test('are refused when they are invalid', async () => {
    const { network } = await serve({ [status]: { confirmed: 'yes' } })
    await expect(bip122Adapter.fetchReceipt({ network, hash, from: '' }, signal)).rejects.toMatchObject({
      code: 'rpc.malformed',
    })
    await expect(bip122Adapter.fetchReceipt({ network: bitcoin, hash, from: '' }, signal)).rejects.toMatchObject({
      code: 'rpc.urlMissing',
    })
  })
})
