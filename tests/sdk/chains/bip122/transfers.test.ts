/** Bitcoin sent from every kind of address on a chain in this process, signed with real keys and verified with real scripts. */
import type { ServerResponse } from 'node:http'
import { base64, hex } from '@scure/base'
import { Address, OutScript, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction, utils } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstBitcoinAccount, secondBitcoinAccount } from '../../../../mocks/sandbox/bitcoin/accounts.ts'
import { startBitcoin, type BitcoinChain } from '../../../../mocks/sandbox/bitcoin/chain.ts'
import type { SendOrder } from '../../../../sdk/chains/adapter.ts'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { psbtSchema } from '../../../../sdk/chains/bip122/port.ts'
import { bitcoinTestnet } from '../../../../sdk/index.ts'
import { esploraServer } from './esploraServer.ts'

const { signal } = new AbortController()
const receiver = secondBitcoinAccount.payment.address

let chain: BitcoinChain
beforeAll(async () => void (chain = await startBitcoin()))
afterAll(() => chain.stop())

const networkAt = (...urls: string[]) => ({ ...bitcoinTestnet, rpcUrls: { default: { http: urls } } })
const here = () => networkAt(chain.esploraUrl)
const token = {
  name: 'Bitcoin',
  symbol: 'BTC',
  chainId: bitcoinTestnet.caipNetworkId,
  quantity: { decimals: '8', numeric: '1' },
}

const key = new Uint8Array(32).fill(7)
const publicKey = pubECDSA(key)
const schnorrKey = utils.pubSchnorr(key)
const ways = {
  'native segwit': p2wpkh(publicKey, TEST_NETWORK),
  'nested segwit': p2sh(p2wpkh(publicKey, TEST_NETWORK), TEST_NETWORK),
  taproot: p2tr(schnorrKey, undefined, TEST_NETWORK),
  legacy: p2pkh(publicKey, TEST_NETWORK),
}
type Way = keyof typeof ways
const addressOf = (way: Way) => Address(TEST_NETWORK).encode(OutScript.decode(ways[way].script))

interface Told {
  txid: string
  vin: { txid: string; vout: number; sequence: number; prevout: { value: number } }[]
  vout: { value: number; scriptpubkey_address: string }[]
  fee: number
  size: number
  weight: number
  status: { confirmed: boolean }
}
const read = async <Answer>(path: string) => (await fetch(`${chain.esploraUrl}${path}`)).json() as Promise<Answer>

/** A wallet with one key. `signs` can replace how it signs. */
function walletOf(
  way: Way,
  {
    told = hex.encode(publicKey),
    secret = key,
    address = addressOf(way),
    intention = 'payment',
  }: { told?: string; secret?: Uint8Array; address?: string; intention?: string } = {},
  signs: (transaction: Transaction) => Uint8Array = (asked) => (asked.sign(secret), Uint8Array.from(asked.toPSBT())),
) {
  const calls: { method: string; params?: unknown }[] = []
  return {
    calls,
    async request(call: { method: string; params?: unknown }) {
      calls.push(call)
      if (call.method === 'getAccountAddresses') return [{ address, publicKey: told, intention }]
      if (call.method !== 'signPsbt') throw Object.assign(new Error('No'), { code: 4200 })
      const { psbt } = psbtSchema.parse(call.params)
      const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true })
      return { psbt: base64.encode(Uint8Array.from(signs(transaction))) }
    },
  }
}

const orderOf = (order: Partial<SendOrder>): SendOrder => ({
  network: here(),
  token,
  amount: '0.001',
  receiver,
  from: addressOf('native segwit'),
  ...order,
})
const send = async (wallet: ReturnType<typeof walletOf>, order: SendOrder) =>
  bip122Adapter.send(wallet, order, await bip122Adapter.prepare(wallet, order, signal))

/** Gives an address a coin of a hundredth of a bitcoin. */
async function fund(address: string) {
  const { payment } = firstBitcoinAccount
  const wallet = walletOf('native segwit', {
    told: hex.encode(payment.publicKey),
    secret: payment.secretKey,
    address: payment.address,
  })
  await send(wallet, orderOf({ from: payment.address, receiver: address, amount: '0.01' }))
}

describe.each(Object.keys(ways) as Way[])('a transfer from a %s address', (way) => {
  const from = addressOf(way)

  test('arrives to the satoshi, at the fee that was shown, and returns the rest', async () => {
    await fund(from)
    const order = orderOf({ from })
    const fee = await bip122Adapter.estimateFee(order, signal)
    expect(fee).toMatchObject({ symbol: 'BTC', isExact: true })
    const txid = await send(walletOf(way), { ...order, fee })
    const sent = await read<Told>(`/tx/${txid}`)
    expect(sent.status.confirmed).toBe(true)
    const paid = BigInt(sent.fee)
    expect(fee.amount).toBe(`0.${String(paid).padStart(8, '0')}`.replace(/0+$/, ''))
    expect(sent.vout.map(({ value, scriptpubkey_address: to }) => [to, value])).toEqual([
      [receiver, 100_000],
      [from, 900_000 - sent.fee],
    ])
    // It can be replaced, and pays the rate for its bytes: not less, and hardly more.
    expect(sent.vin.map(({ sequence }) => sequence)).toEqual([0xfffffffd])
    const bytes = Math.ceil(sent.weight / 4)
    expect(sent.fee - bytes).toBeGreaterThanOrEqual(0)
    expect(sent.fee - bytes).toBeLessThanOrEqual(3)
  })

  test('leaves nothing behind with the maximum amount', async () => {
    await fund(from)
    const amount = await bip122Adapter.estimateMaximum({ network: here(), from, token }, signal)
    const order = orderOf({ from, amount })
    const fee = await bip122Adapter.estimateFee(order, signal)
    await send(walletOf(way), { ...order, fee })
    expect(await read(`/address/${from}/utxo`)).toEqual([])
  })
})

test('a coin of an unknown script, or of a legacy address, comes with the whole transaction that created it', async () => {
  const from = addressOf('nested segwit')
  await fund(from)
  const prepared = await bip122Adapter.prepare(walletOf('nested segwit', { told: 'ff' }), orderOf({ from }), signal)
  const { psbt } = psbtSchema.parse(prepared.params)
  const { witnessUtxo, nonWitnessUtxo } = Transaction.fromPSBT(base64.decode(psbt)).getInput(0)
  expect(witnessUtxo).toBeUndefined()
  expect(nonWitnessUtxo?.outputs.some(({ amount }) => amount === 1_000_000n)).toBe(true)
})

describe('a signed PSBT', () => {
  const from = addressOf('native segwit')
  const other = p2wpkh(pubECDSA(new Uint8Array(32).fill(9)), TEST_NETWORK).script

  test.each<[string, (transaction: Transaction) => Uint8Array]>([
    [
      'another receiver',
      (asked) => {
        asked.updateOutput(0, { script: other })
        return (asked.sign(key), asked.toPSBT())
      },
    ],
    [
      'one satoshi less',
      (asked) => {
        asked.updateOutput(0, { amount: 99_999n })
        return (asked.sign(key), asked.toPSBT())
      },
    ],
    [
      'no change',
      (asked) => {
        const made = new Transaction()
        made.addInput(asked.getInput(0))
        made.addOutput(asked.getOutput(0))
        return (made.sign(key), made.toPSBT())
      },
    ],
    ['no signature', (asked) => asked.toPSBT()],
    ['invalid bytes', () => Uint8Array.of(1, 2, 3)],
  ])('with %s is refused, and nothing is sent', async (_, signs) => {
    await fund(from)
    const before = await read(`/address/${receiver}`)
    const wallet = walletOf('native segwit', {}, signs)
    await expect(send(wallet, orderOf({ from }))).rejects.toMatchObject({ code: 'wallet.invalidResponse' })
    expect(await read(`/address/${receiver}`)).toEqual(before)
  })

  test('with an invalid signature is refused by the network', async () => {
    await fund(from)
    const wallet = walletOf('native segwit', {}, (asked) => {
      asked.sign(key)
      asked.finalize()
      const [signature, ownKey] = asked.getInput(0).finalScriptWitness ?? []
      if (!ownKey || !signature) throw new Error('It was not signed.')
      asked.updateInput(0, { finalScriptWitness: [signature.with(20, (signature[20] ?? 0) ^ 1), ownKey] }, true)
      return asked.toPSBT()
    })
    await expect(send(wallet, orderOf({ from }))).rejects.toMatchObject({ code: 'send.failed' })
  })

  test('with inputs that are finalized already is accepted', async () => {
    await fund(from)
    const wallet = walletOf('native segwit', {}, (asked) => {
      asked.sign(key)
      asked.finalize()
      return asked.toPSBT()
    })
    expect(await send(wallet, orderOf({ from }))).toMatch(/^[0-9a-f]{64}$/)
  })
})

test('a wallet that signs no PSBTs gets a request to make the transfer itself', async () => {
  const from = addressOf('native segwit')
  await fund(from)
  const calls: unknown[] = []
  const wallet = walletOf('native segwit')
  const simple = {
    async request(call: { method: string; params?: unknown }) {
      if (call.method === 'getAccountAddresses') return wallet.request(call)
      calls.push(call)
      if (call.method !== 'sendTransfer') throw Object.assign(new Error('No'), { code: 4200 })
      return { txid: 'CD'.repeat(32) }
    },
  }
  const order = orderOf({ from })
  const call = await bip122Adapter.prepare(simple, order, signal)
  expect(await bip122Adapter.send(simple, order, call)).toBe('cd'.repeat(32))
  expect(calls).toEqual([
    call,
    { method: 'sendTransfer', params: { account: from, recipientAddress: receiver, amount: '100000' } },
  ])
})

test('a wallet over a session, which has no method for its addresses, gets a PSBT too', async () => {
  const from = addressOf('native segwit')
  await fund(from)
  const wallet = {
    request: async () => {
      throw Object.assign(new Error('No'), { code: 5101 })
    },
  }
  expect(await bip122Adapter.prepare(wallet, orderOf({ from }), signal)).toMatchObject({ method: 'signPsbt' })
})

test('an address for ordinals is never spent from', async () => {
  const { ordinals } = firstBitcoinAccount
  const wallet = walletOf('taproot', { address: ordinals.address, intention: 'ordinal' })
  await expect(
    bip122Adapter.prepare(wallet, orderOf({ from: ordinals.address, amount: '0.00001' }), signal),
  ).rejects.toMatchObject({ code: 'send.ordinals' })
  expect(wallet.calls.map(({ method }) => method)).toEqual(['getAccountAddresses'])
})

describe('a lie of a server', () => {
  const from = addressOf('legacy')
  const txid = 'ab'.repeat(32)
  const serve = async (replies: Parameters<typeof esploraServer>[0]) => {
    const server = await esploraServer({
      '/fee-estimates': { 3: 10 },
      [`/address/${from}/utxo`]: [{ txid, vout: 0, value: 1_000_000, status: { confirmed: true } }],
      ...replies,
    })
    return { network: networkAt(server.url), close: server.close }
  }
  const prepare = async (
    replies: Parameters<typeof esploraServer>[0],
    order: Partial<SendOrder> = {},
    way: Way = 'legacy',
  ) => {
    const { network, close } = await serve(replies)
    try {
      return await bip122Adapter.prepare(walletOf(way), orderOf({ network, from, ...order }), signal)
    } finally {
      await close()
    }
  }

  test('about the fee rate is refused beyond a limit', async () => {
    await expect(prepare({ '/fee-estimates': { 3: 5_000 } })).rejects.toMatchObject({ code: 'send.feeTooHigh' })
  })

  test.each(['legacy', 'native segwit', 'nested segwit'] as const)(
    'about the transaction of a coin is detected, at a %s address',
    async (way) => {
      const owner = addressOf(way)
      await fund(owner)
      const [coin] = await read<{ txid: string; vout: number; value: number }[]>(`/address/${owner}/utxo`)
      if (!coin) throw new Error('There is no coin.')
      const raw = await (await fetch(`${chain.esploraUrl}/tx/${coin.txid}/hex`)).text()
      const claims = (value: number, of = coin.txid) => ({
        [`/address/${owner}/utxo`]: [{ txid: of, vout: coin.vout, value, status: { confirmed: true } }],
        [`/tx/${of}/hex`]: raw,
      })
      const asked = (replies: ReturnType<typeof claims>) => prepare(replies, { from: owner }, way)
      expect(await asked(claims(coin.value))).toMatchObject({ method: 'signPsbt' })
      for (const lie of [claims(coin.value - 500_000), claims(coin.value + 1), claims(coin.value, txid)])
        await expect(asked(lie)).rejects.toMatchObject({ code: 'rpc.malformed' })
    },
  )

  test('to raise the fee is detected: the fee that was shown is the maximum', async () => {
    await fund(from)
    const order = orderOf({ from })
    const fee = await bip122Adapter.estimateFee(order, signal)
    const now = { ...fee, amount: '0.00000001' }
    await expect(bip122Adapter.prepare(walletOf('legacy'), { ...order, fee: now }, signal)).rejects.toMatchObject({
      code: 'send.feeRose',
    })
  })
})

describe('the broadcast', () => {
  const from = addressOf('native segwit')
  const through = async (replies: Parameters<typeof esploraServer>[0], ...after: string[]) => {
    await fund(from)
    const order = orderOf({ from })
    const wallet = walletOf('native segwit')
    const call = await bip122Adapter.prepare(wallet, order, signal)
    const server = await esploraServer(replies)
    try {
      return await bip122Adapter.send(wallet, { ...order, network: networkAt(server.url, ...after) }, call)
    } finally {
      await server.close()
    }
  }
  const refuse =
    (status: number, text: string): Parameters<typeof esploraServer>[0][string] =>
    (response) =>
      response.writeHead(status).end(text)

  test('continues with the next server when one fails', async () => {
    const txid = await through({ '/tx': refuse(503, 'busy') }, chain.esploraUrl)
    expect((await read<Told>(`/tx/${txid}`)).status.confirmed).toBe(true)
  })

  test('is done when the chain has the transaction already', async () => {
    const text = 'sendrawtransaction RPC error: {"code":-27,"message":"Transaction outputs already in utxo set"}'
    expect(await through({ '/tx': refuse(400, text) })).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['fails', refuse(502, 'bad gateway')],
    ['takes too long', refuse(408, 'timeout')],
    ['hangs up', (response: ServerResponse) => void response.destroy()],
  ])('counts as sent when the only server %s, because it may have accepted the transaction', async (_, reply) => {
    expect(await through({ '/tx': reply })).toMatch(/^[0-9a-f]{64}$/)
  })

  test('fails when no server accepts the transaction and none has it', async () => {
    await expect(through({ '/tx': refuse(400, 'min relay fee not met') })).rejects.toMatchObject({
      code: 'send.failed',
    })
  })
})
