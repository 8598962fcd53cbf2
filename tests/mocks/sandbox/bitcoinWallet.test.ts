/** The sandbox's Bitcoin wallet: its requests, signatures and failures, through both interfaces that pages use. */
import { base64, hex } from '@scure/base'
import { SigHash, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SiteRequest } from '../../../mocks/sandbox/approvals.ts'
import {
  bitcoinParameters,
  firstBitcoinAccount,
  secondBitcoinAccount,
  type BitcoinKey,
} from '../../../mocks/sandbox/bitcoin/accounts.ts'
import { startBitcoin, type BitcoinChain } from '../../../mocks/sandbox/bitcoin/chain.ts'
import type { BitcoinRequest } from '../../../mocks/sandbox/bitcoin/questions.ts'
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

/** A wallet whose user always answers `yes`, with all its requests and account changes. */
function open(options: Partial<SandboxBitcoinWalletOptions> = {}, yes = true) {
  const asked: SiteRequest<BitcoinRequest>[] = []
  const approve = async (question: SiteRequest<BitcoinRequest>) => {
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

/** A site's transaction that spends the largest coin of each key, with change to the first. */
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

test('the wallet exposes its metadata; it asks the user once before it returns its two addresses', async () => {
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

test('sats-connect returns the same addresses with their purposes', async () => {
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

describe('message signatures', () => {
  test.each(['payment', 'ordinals'] as const)('use BIP-322 for the %s address', async (purpose) => {
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

  test.each(['Hello', 'x'.repeat(300)])('use ECDSA for payments through sats-connect', async (message) => {
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

  test('use BIP-322 for ordinals, and ECDSA is refused for Taproot', async () => {
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

describe('a transfer', () => {
  test('shows its fee, and is mined before the response', async () => {
    const { request, asked } = await connected()
    const sum = async (key: BitcoinKey) => (await coinsOf(key)).reduce((total, { value }) => total + value, 0)
    const [mine, theirs] = [await sum(payment), await sum(second)]
    const order = { recipients: [{ address: second.address, amount: 65_000_000 }] }
    const { txid } = await result(request('sendTransfer', order))
    const { fee, vin, status } = await read(`/tx/${String(txid)}`)
    expect(status).toMatchObject({ confirmed: true })
    // No single coin is enough.
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
    ['more than the balance', { address: second.address, amount: 10_000_000_000 }, -32603, 'Insufficient funds.'],
    [
      'an amount to an invalid address',
      { address: 'tb1banana', amount: 5_000 },
      -32602,
      'tb1banana is no address of this network.',
    ],
    ['0 satoshis', { address: second.address, amount: 0 }, -32602, 'Invalid parameters.'],
    ['half a satoshi', { address: second.address, amount: 0.5 }, -32602, 'Invalid parameters.'],
  ])('of %s is refused before the user is asked', async (_, recipient, code, message) => {
    const { request, asked } = await connected()
    expect(await request('sendTransfer', { recipients: [recipient] })).toMatchObject({ error: { code, message } })
    expect(asked).toHaveLength(1)
  })

  test('fails with the error of an unreachable or refusing node', async () => {
    const order = { recipients: [{ address: second.address, amount: 5_000 }] }
    const { request } = await connected({ esploraUrl: 'http://127.0.0.1:1' })
    expect(await request('sendTransfer', order)).toMatchObject({ error: { code: 4900 } })
    const dusty = await connected()
    const dust = { recipients: [{ address: second.address, amount: 100 }] }
    expect(await dusty.request('sendTransfer', dust)).toMatchObject({ error: { code: -32603 } })
  })
})

describe('a PSBT', () => {
  const to = second.address
  const inputsOf = (...addresses: string[]) => Object.fromEntries(addresses.map((address, index) => [address, [index]]))

  test('of both addresses is shown with its effects, signed, and accepted by the chain', async () => {
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
        unsigned: [],
        isSent: false,
      },
    })
    const transaction = Transaction.fromPSBT(signed?.signedPsbt ?? new Uint8Array())
    transaction.finalize()
    expect(await (await post(transaction)).text()).toBe(transaction.id)
  })

  test('is also broadcast if the site requests it', async () => {
    const { request, asked } = await connected()
    const psbt = base64.encode(await psbtOf([payment], to, 3_000n))
    const signInputs = inputsOf(payment.address)
    const { txid } = await result(request('signPsbt', { psbt, signInputs, broadcast: true }))
    expect(await read(`/tx/${String(txid)}/status`)).toMatchObject({ confirmed: true })
    expect(asked.at(-1)?.details).toMatchObject({ isSent: true, amount: '0.000035' })
  })

  test('that needs another signature is signed but not broadcast', async () => {
    const { request, wallet } = await connected()
    // The other account's coin, whose address the site does not see.
    const psbt = base64.encode(await psbtOf([payment, second], ordinals.address, 3_000n))
    const signInputs = { [payment.address]: [0] }
    expect(await request('signPsbt', { psbt, signInputs, broadcast: true })).toMatchObject({ error: { code: -32602 } })
    const half = await result(request('signPsbt', { psbt, signInputs }))
    wallet.selectAccount(second.address)
    const rest = { psbt: half['psbt'], signInputs: { [second.address]: [1] }, broadcast: true }
    const { txid } = await result(request('signPsbt', rest))
    expect(await read(`/tx/${String(txid)}/status`)).toMatchObject({ confirmed: true })
  })

  test('with partial signatures shows what stays open, and the signatures cover only what was requested', async () => {
    const { standard, asked, pays } = await connected()
    const psbt = await psbtOf([payment], to, 4_000n)
    const sigHash = SigHash.SINGLE_ANYONECANPAY
    const [signed] = await standard.features['bitcoin:signTransaction'].signTransaction({
      psbt,
      inputsToSign: [{ account: pays, signingIndexes: [0], sigHash }],
    })
    expect(asked.at(-1)?.details).toMatchObject({ unsigned: ['the inputs of others', 'who is paid'] })
    const [[, signature] = []] =
      Transaction.fromPSBT(signed?.signedPsbt ?? new Uint8Array()).getInput(0).partialSig ?? []
    expect(signature?.at(-1)).toBe(sigHash)
  })

  test.each([
    ['malformed bytes', async () => base64.encode(Uint8Array.of(1, 2, 3)), { [payment.address]: [0] }, -32602],
    [
      'an input that does not exist',
      async () => base64.encode(await psbtOf([payment], to, 1_000n)),
      { [payment.address]: [7] },
      -32602,
    ],
    [
      'an address that does not own the input',
      async () => base64.encode(await psbtOf([payment], to, 1_000n)),
      { [ordinals.address]: [0] },
      -32602,
    ],
    [
      'an address of another wallet',
      async () => base64.encode(await psbtOf([payment], to, 1_000n)),
      { [to]: [0] },
      -32002,
    ],
  ])('with %s is refused before the user is asked', async (_, psbt, signInputs, code) => {
    const { request, asked } = await connected()
    expect(await request('signPsbt', { psbt: await psbt(), signInputs })).toMatchObject({ error: { code } })
    expect(asked).toHaveLength(1)
  })
})

test('a site that is not connected gets no signature', async () => {
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

test("a rejection by the user has the code 4001, and sats-connect's own code there", async () => {
  const { connect, request, accounts } = open({}, false)
  await expect(connect()).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  expect(await request('wallet_connect')).toMatchObject({ error: { code: -32000 } })
  expect(accounts()).toEqual([])
})

test('selecting another account changes the addresses, and notifies the site', async () => {
  const { wallet, changes, told, accounts } = await connected()
  wallet.selectAccount(second.address)
  expect(accounts()).toEqual([second.address, secondBitcoinAccount.ordinals.address])
  expect(changes.at(-1)).toEqual(accounts())
  expect(told.at(-1)).toMatchObject({ type: 'accountChange', addresses: [{ address: second.address }, {}] })
  expect(() => wallet.selectAccount('tb1banana')).toThrow('no account')
})

test('a reload restores the wallet, unless another version saved its state', async () => {
  const storage = memoryStorage()
  const before = await connected({ storage })
  before.wallet.selectAccount(second.address)
  expect(open({ storage }).accounts()).toEqual(before.accounts())
  storage.setItem('sandbox-bitcoin-wallet', '{"connected":true,"account":"tb1banana","failures":{}}')
  expect(open({ storage }).accounts()).toEqual([])
})

describe('the wallet on a page', () => {
  test('is discovered once by the SDK, and can send until it is unregistered', async () => {
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
