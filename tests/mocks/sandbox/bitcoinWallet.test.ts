/** The sandbox's Bitcoin wallet: what it asks, what it signs, and how it fails, asked in both ways that pages have. */
import { base64, hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Asked } from '../../../mocks/sandbox/approvals.ts'
import {
  bitcoinParameters,
  firstBitcoinAccount,
  secondBitcoinAccount,
  type BitcoinKey,
} from '../../../mocks/sandbox/bitcoin/accounts.ts'
import { startBitcoin, type BitcoinChain } from '../../../mocks/sandbox/bitcoin/chain.ts'
import type { BitcoinQuestion } from '../../../mocks/sandbox/bitcoin/questions.ts'
import { bitcoinWalletInfo, registerSandboxBitcoinWallet } from '../../../mocks/sandbox/bitcoin/register.ts'
import { createSandboxBitcoinWallet, type SandboxBitcoinWalletOptions } from '../../../mocks/sandbox/bitcoin/wallet.ts'
import { discoverBitcoin } from '../../../sdk/connectors/bitcoin.ts'
import { memoryStorage } from './setup.ts'

const { payment, ordinals } = firstBitcoinAccount
const second = secondBitcoinAccount.payment
const origin = 'https://shop.example'
const network = 'Sandbox Bitcoin'
const hello = 'Hello, Bitcoin! äöü 🔑'
const bytesOf = (text: string) => new TextEncoder().encode(text)

let node: BitcoinChain
beforeAll(async () => {
  node = await startBitcoin()
})
afterAll(() => node.stop())
afterEach(() => void vi.unstubAllGlobals())

/** A wallet whose person answers `yes`, with everything it asked and every change that it told. */
function open(options: Partial<SandboxBitcoinWalletOptions> = {}, yes = true) {
  const asked: Asked<BitcoinQuestion>[] = []
  const approve = async (question: Asked<BitcoinQuestion>) => {
    asked.push(question)
    return yes
  }
  const { esploraUrl } = node
  const wallet = createSandboxBitcoinWallet({ esploraUrl, network, approve, origin, ...options })
  const { features } = wallet.standard
  const changes: (readonly string[] | undefined)[] = []
  features['standard:events'].on('change', ({ accounts }) => changes.push(accounts?.map(({ address }) => address)))
  const told: unknown[] = []
  for (const event of ['accountChange', 'disconnect']) wallet.sats.addListener(event, (heard) => told.push(heard))
  return {
    wallet,
    asked,
    changes,
    told,
    standard: wallet.standard,
    request: wallet.sats.request,
    connect: () => features['bitcoin:connect'].connect({ purposes: ['payment', 'ordinals'] }),
    accounts: () => wallet.standard.accounts.map(({ address }) => address),
  }
}
async function connected(options?: Partial<SandboxBitcoinWalletOptions>) {
  const opened = open(options)
  const { accounts } = await opened.connect()
  const [pays, keeps] = accounts
  if (!pays || !keeps) throw new Error('The wallet shows fewer than two addresses.')
  return { ...opened, pays, keeps }
}

const result = async (answer: Promise<unknown>) => {
  const read = (await answer) as { result?: Record<string, unknown>; error?: { code: number; message: string } }
  if (!read.result) throw new Error(`Refused: ${JSON.stringify(read.error)}`)
  return read.result
}
const read = async (path: string) => (await fetch(`${node.esploraUrl}${path}`)).json()
const coinsOf = ({ address }: BitcoinKey): Promise<{ txid: string; vout: number; value: number }[]> =>
  read(`/address/${address}/utxo`)

/** A site's transaction that spends the biggest coin of each key, and gives what is left to the first. */
async function psbtOf(keys: readonly BitcoinKey[], to: string, amount: bigint) {
  const transaction = new Transaction()
  let left = -amount - 500n
  for (const { script, ...key } of keys) {
    const [coin] = (await coinsOf({ script, ...key })).toSorted((one, other) => other.value - one.value)
    if (!coin) throw new Error(`${key.address} has nothing.`)
    left += BigInt(coin.value)
    const witnessUtxo = { script, amount: BigInt(coin.value) }
    transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo })
  }
  transaction.addOutputAddress(to, amount, bitcoinParameters)
  transaction.addOutputAddress(keys[0]?.address ?? '', left, bitcoinParameters)
  return transaction.toPSBT()
}
const post = (transaction: Transaction) =>
  fetch(`${node.esploraUrl}/tx`, { method: 'POST', body: hex.encode(transaction.extract()) })

test('the wallet says what it is, and shows its two addresses once the person has agreed, who is asked once', async () => {
  const { standard, connect, asked, changes, told } = open()
  expect(standard).toMatchObject({ version: '1.0.0', ...bitcoinWalletInfo, chains: ['bitcoin:testnet'], accounts: [] })
  await Promise.all([connect(), connect()])
  await connect()
  const both = [payment.address, ordinals.address]
  expect(standard.accounts.map(({ address }) => address)).toEqual(both)
  expect(standard.accounts.map(({ publicKey }) => publicKey)).toEqual([payment.publicKey, ordinals.publicKey])
  expect(asked).toEqual([
    { kind: 'connect', origin, details: { account: payment.address, ordinals: ordinals.address } },
  ])
  expect(changes).toEqual([both])
  expect(told).toMatchObject([{ type: 'accountChange' }])
  const { accounts } = await standard.features['bitcoin:connect'].connect({ purposes: ['ordinals'] })
  expect(accounts.map(({ address }) => address)).toEqual([ordinals.address])
})

test('sats-connect is told the same addresses, with what they are for', async () => {
  const { request } = open()
  expect(await request('wallet_getAccount')).toMatchObject({ error: { code: -32002 } })
  const addresses = [
    { address: payment.address, publicKey: hex.encode(payment.publicKey), purpose: 'payment', addressType: 'p2wpkh' },
    { address: ordinals.address, publicKey: hex.encode(ordinals.publicKey), purpose: 'ordinals', addressType: 'p2tr' },
  ]
  expect(await result(request('wallet_connect'))).toMatchObject({ addresses })
  expect(await result(request('wallet_getAccount'))).toMatchObject({ addresses })
  expect(await result(request('getAddresses'))).toMatchObject({ addresses })
  expect(await result(request('getAccounts'))).toMatchObject(addresses)
  expect(await request('wallet_disconnect')).toMatchObject({ result: null })
  expect(await request('wallet_getAccount')).toMatchObject({ error: { code: -32002 } })
  expect(await request('stx_callContract')).toMatchObject({ error: { code: -32601 } })
})

describe('messages', () => {
  test.each(['payment', 'ordinals'] as const)('are signed by BIP-322 for the %s address', async (purpose) => {
    const { standard, asked, pays, keeps } = await connected()
    const account = purpose === 'payment' ? pays : keeps
    const message = bytesOf(hello)
    const [signed] = await standard.features['bitcoin:signMessage'].signMessage({ account, message })
    const signature = base64.encode(signed?.signature ?? new Uint8Array())
    expect(Verifier.verifySignature(account.address, hello, signature)).toBe(true)
    expect(Verifier.verifySignature(account.address, `${hello}.`, signature)).toBe(false)
    expect(signed?.signedMessage).toEqual(message)
    expect(asked.at(-1)).toEqual({
      kind: 'sign',
      origin,
      details: { account: account.address, message: hello, protocol: 'BIP-322' },
    })
  })

  test.each(['Hello', 'x'.repeat(300)])('are signed by ECDSA for payments through sats-connect', async (message) => {
    const { request, asked } = await connected()
    const { address } = payment
    const { signature, protocol } = await result(request('signMessage', { address, message }))
    expect(protocol).toBe('ECDSA')
    expect(Verifier.verifySignature(address, message, String(signature), true)).toBe(true)
    expect(Verifier.verifySignature(address, `${message}.`, String(signature), true)).toBe(false)
    expect(asked.at(-1)?.details).toMatchObject({ protocol: 'ECDSA' })
    const other = await result(request('signMessage', { address, message, protocol: 'BIP322' }))
    expect(Verifier.verifySignature(address, message, String(other['signature']))).toBe(true)
  })

  test('of ordinals are signed by BIP-322 unless ECDSA is asked for, which taproot has not', async () => {
    const { request, asked } = await connected()
    const { address } = ordinals
    expect(await result(request('signMessage', { address, message: hello }))).toMatchObject({ protocol: 'BIP322' })
    const before = asked.length
    expect(await request('signMessage', { address, message: hello, protocol: 'ECDSA' })).toMatchObject({
      error: { code: -32001 },
    })
    expect(asked).toHaveLength(before)
  })
})

describe('transfers', () => {
  test('are told with their fee, and are on the chain when they are answered', async () => {
    const { request, asked } = await connected()
    const sum = async (key: BitcoinKey) => (await coinsOf(key)).reduce((total, { value }) => total + value, 0)
    const [mine, theirs] = [await sum(payment), await sum(second)]
    const order = { recipients: [{ address: second.address, amount: 65_000_000 }] }
    const { txid } = await result(request('sendTransfer', order))
    const { fee, vin, status } = await read(`/tx/${String(txid)}`)
    expect(status).toMatchObject({ confirmed: true })
    // No coin is enough by itself.
    expect(vin.length).toBeGreaterThan(1)
    expect(await sum(second)).toBe(theirs + 65_000_000)
    expect(await sum(payment)).toBe(mine - 65_000_000 - fee)
    expect(asked.at(-1)).toEqual({
      kind: 'transaction',
      origin,
      details: {
        from: payment.address,
        payments: [{ to: second.address, amount: '0.65' }],
        fee: (fee / 1e8).toFixed(8),
        symbol: 'BTC',
        network,
      },
    })
  })

  test.each([
    ['more than there is', { address: second.address, amount: 10_000_000_000 }, -32603, 'Insufficient funds.'],
    ['to no address', { address: 'tb1banana', amount: 5_000 }, -32602, 'tb1banana is no address of this network.'],
    ['nothing', { address: second.address, amount: 0 }, -32602, 'Invalid parameters.'],
    ['part of a satoshi', { address: second.address, amount: 0.5 }, -32602, 'Invalid parameters.'],
  ])('%s: refused before the person is asked', async (_, recipient, code, message) => {
    const { request, asked } = await connected()
    expect(await request('sendTransfer', { recipients: [recipient] })).toMatchObject({ error: { code, message } })
    expect(asked).toHaveLength(1)
  })

  test('a node that is gone, and one that refuses, are told as they are', async () => {
    const order = { recipients: [{ address: second.address, amount: 5_000 }] }
    const { request } = await connected({ esploraUrl: 'http://127.0.0.1:1' })
    expect(await request('sendTransfer', order)).toMatchObject({ error: { code: 4900 } })
    const dusty = await connected()
    const dust = { recipients: [{ address: second.address, amount: 100 }] }
    expect(await dusty.request('sendTransfer', dust)).toMatchObject({ error: { code: -32603 } })
  })
})

describe('PSBTs', () => {
  const to = second.address
  const inputsOf = (...addresses: string[]) => Object.fromEntries(addresses.map((address, index) => [address, [index]]))

  test('of both addresses are signed, told as what they do, and taken by the chain', async () => {
    const { standard, asked, pays, keeps } = await connected()
    const psbt = await psbtOf([payment, ordinals], to, 2_000n)
    const [signed] = await standard.features['bitcoin:signTransaction'].signTransaction({
      psbt,
      chain: 'bitcoin:testnet',
      inputsToSign: [
        { account: pays, signingIndexes: [0] },
        { account: keeps, signingIndexes: [1] },
      ],
    })
    expect(asked.at(-1)).toEqual({
      kind: 'psbt',
      origin,
      details: {
        from: payment.address,
        amount: '0.000025',
        payments: [{ to, amount: '0.00002' }],
        fee: '0.000005',
        symbol: 'BTC',
        network,
        inputs: [2, 2],
        open: [],
        sent: false,
      },
    })
    const transaction = Transaction.fromPSBT(signed?.signedPsbt ?? new Uint8Array())
    transaction.finalize()
    expect(await (await post(transaction)).text()).toBe(transaction.id)
  })

  test('are sent as well where the site asks for it', async () => {
    const { request, asked } = await connected()
    const psbt = base64.encode(await psbtOf([payment], to, 3_000n))
    const signInputs = inputsOf(payment.address)
    const { txid } = await result(request('signPsbt', { psbt, signInputs, broadcast: true }))
    expect(await read(`/tx/${String(txid)}/status`)).toMatchObject({ confirmed: true })
    expect(asked.at(-1)?.details).toMatchObject({ sent: true, amount: '0.000035' })
  })

  test('that still need another signature are signed, but not sent', async () => {
    const { request, wallet } = await connected()
    // The other account's coin, which the site is not shown.
    const psbt = base64.encode(await psbtOf([payment, second], ordinals.address, 3_000n))
    const signInputs = { [payment.address]: [0] }
    expect(await request('signPsbt', { psbt, signInputs, broadcast: true })).toMatchObject({ error: { code: -32602 } })
    const half = await result(request('signPsbt', { psbt, signInputs }))
    wallet.selectAccount(second.address)
    const rest = { psbt: half['psbt'], signInputs: { [second.address]: [1] }, broadcast: true }
    const { txid } = await result(request('signPsbt', rest))
    expect(await read(`/tx/${String(txid)}/status`)).toMatchObject({ confirmed: true })
  })

  test('whose signatures leave something open say so, and cover no more than was asked', async () => {
    const { standard, asked, pays } = await connected()
    const psbt = await psbtOf([payment], to, 4_000n)
    const sigHash = SigHash.SINGLE_ANYONECANPAY
    const [signed] = await standard.features['bitcoin:signTransaction'].signTransaction({
      psbt,
      inputsToSign: [{ account: pays, signingIndexes: [0], sigHash }],
    })
    expect(asked.at(-1)?.details).toMatchObject({ open: ['the inputs of others', 'who is paid'] })
    const [[, signature] = []] =
      Transaction.fromPSBT(signed?.signedPsbt ?? new Uint8Array()).getInput(0).partialSig ?? []
    expect(signature?.at(-1)).toBe(sigHash)
  })

  test.each([
    ['none at all', async () => base64.encode(Uint8Array.of(1, 2, 3)), { [payment.address]: [0] }, -32602],
    [
      'an input it has not',
      async () => base64.encode(await psbtOf([payment], to, 1_000n)),
      { [payment.address]: [7] },
      -32602,
    ],
    [
      'an address that is not the input’s',
      async () => base64.encode(await psbtOf([payment], to, 1_000n)),
      { [ordinals.address]: [0] },
      -32602,
    ],
    [
      'an address of somebody else',
      async () => base64.encode(await psbtOf([payment], to, 1_000n)),
      { [to]: [0] },
      -32002,
    ],
  ])('%s: refused before the person is asked', async (_, psbt, signInputs, code) => {
    const { request, asked } = await connected()
    expect(await request('signPsbt', { psbt: await psbt(), signInputs })).toMatchObject({ error: { code } })
    expect(asked).toHaveLength(1)
  })
})

test('nothing is signed for a site that is not connected', async () => {
  const { request, wallet, standard, pays, asked } = await connected()
  wallet.disconnect()
  const message = bytesOf(hello)
  await expect(standard.features['bitcoin:signMessage'].signMessage({ account: pays, message })).rejects.toMatchObject({
    code: 4100,
  })
  for (const [method, params] of [
    ['signMessage', { address: payment.address, message: hello }],
    ['sendTransfer', { recipients: [{ address: second.address, amount: 5_000 }] }],
  ] as const)
    expect(await request(method, params)).toMatchObject({ error: { code: -32002 } })
  expect(asked).toHaveLength(1)
})

test('a person who says no is a 4001, and sats-connect’s own code there', async () => {
  const { connect, request, accounts } = open({}, false)
  await expect(connect()).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  expect(await request('wallet_connect')).toMatchObject({ error: { code: -32000 } })
  expect(accounts()).toEqual([])
})

test('another account has other addresses, which the site hears of', async () => {
  const { wallet, changes, told, accounts } = await connected()
  wallet.selectAccount(second.address)
  expect(accounts()).toEqual([second.address, secondBitcoinAccount.ordinals.address])
  expect(changes.at(-1)).toEqual(accounts())
  expect(told.at(-1)).toMatchObject({ type: 'accountChange', addresses: [{ address: second.address }, {}] })
  expect(() => wallet.selectAccount('tb1banana')).toThrow('no account')
})

test('a reload finds the wallet as it was, unless what was kept is of another version', async () => {
  const storage = memoryStorage()
  const before = await connected({ storage })
  before.wallet.selectAccount(second.address)
  expect(open({ storage }).accounts()).toEqual(before.accounts())
  storage.setItem('sandbox-bitcoin-wallet', '{"connected":true,"account":"tb1banana","failures":{}}')
  expect(open({ storage }).accounts()).toEqual([])
})

describe('on a page', () => {
  test('the SDK finds one wallet, which can be asked to send, until it is taken back', async () => {
    const page = new EventTarget()
    const { wallet } = open()
    const takeBack = registerSandboxBitcoinWallet(wallet, page)
    const found: { id: string; provider: { request(call: object): Promise<unknown> } }[] = []
    const stop = discoverBitcoin(page, ({ id }, provider) => void found.push({ id, provider }))
    expect(found.map(({ id }) => id)).toEqual(['bip122:Sandbox Bitcoin Wallet'])
    const [one] = found
    if (!one) throw new Error('no wallet was found')
    expect(await one.provider.request({ method: 'requestAccountAddresses' })).toMatchObject([
      { address: payment.address, intention: 'payment' },
      { address: ordinals.address, intention: 'ordinal' },
    ])
    const params = { account: payment.address, recipientAddress: second.address, amount: '5000' }
    const { txid } = (await one.provider.request({ method: 'sendTransfer', params })) as { txid: string }
    expect(await read(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
    stop()
    takeBack()
    discoverBitcoin(page, () => expect.unreachable())()
  })
})
