/** Wallets of sats-connect as a provider of the adapter: their answers, refusals and events. */
import { expect, test, vi } from 'vitest'
import { connectOutcome, isPending } from '../../../../machines/shared/outcome.rules.ts'
import { satsConnectProvider } from '../../../../sdk/chains/bip122/satsConnect.ts'
import type { Answer } from '../../../support/bitcoinWallet.ts'
import { account, addresses, ask, look, message, psbt, shared, signer, transfer } from './asked.ts'
import { listening, satsBitcoinWallet } from './wallets.ts'

const refuse =
  (code: number, text = 'No') =>
  () => {
    throw Object.assign(new Error(text), { code })
  }

const open = (answers: Record<string, Answer> = {}) => {
  const sats = satsBitcoinWallet(signer, answers)
  return { ...sats, provider: satsConnectProvider(sats.wallet) }
}
const unknown = refuse(-32601)
const old = { wallet_connect: unknown, wallet_getAccount: unknown }
const listed = [
  { address: addresses.payment, publicKey: '02', purpose: 'payment' },
  { address: addresses.ordinal, publicKey: '02', purpose: 'ordinals' },
]

test('a wallet shares nothing before it was requested to, and nothing after a disconnect', async () => {
  const { provider } = open()
  expect(await provider.request(look)).toEqual([])
  expect(await provider.request(ask)).toEqual(shared.toReversed())
  expect(await provider.request(look)).toEqual(shared.toReversed())
  await provider.request({ method: 'wallet_revokePermissions' })
  expect(await provider.request(look)).toEqual([])
})

test.each<[string, Record<string, Answer>]>([
  ['by accounts', { ...old, getAccounts: () => listed }],
  ['by addresses', { ...old, getAccounts: refuse(-32001), getAddresses: () => ({ addresses: listed }) }],
  [
    'by addresses with types',
    {
      ...old,
      getAddresses: () => ({
        addresses: [
          { symbol: 'BTC', type: 'p2wpkh', address: addresses.payment },
          { symbol: 'BTC', type: 'p2tr', address: addresses.ordinal },
          { symbol: 'STX', address: 'SP1' },
        ],
      }),
    },
  ],
])('an older wallet shares %s, and is not called again on this page', async (_, answers) => {
  const { provider, calls } = open(answers)
  expect(await provider.request(look)).toEqual([])
  expect(await provider.request(ask)).toMatchObject([
    { address: addresses.payment, intention: 'payment' },
    { address: addresses.ordinal, intention: 'ordinal' },
  ])
  const asked = calls.length
  expect(await provider.request(look)).toHaveLength(2)
  expect(calls.slice(asked).map(({ method }) => method)).toEqual(['wallet_getAccount'])
})

test.each([
  [-32000, 4001],
  [4001, 4001],
  [-32001, 4200],
  [-32601, -32601],
  [-32002, 4100],
  [-32603, -32603],
])('the error code %d is passed on as %d', async (code, told) => {
  const { provider } = open({ sendTransfer: refuse(code) })
  const failure = await provider.request({ method: 'sendTransfer', params: transfer }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: told, message: 'No', cause: expect.anything() })
})

test.each([
  ['as a JSON-RPC response', { jsonrpc: '2.0', id: '1', error: { code: -32000, message: 'No' } }],
  ['as a bare error', { code: -32000, message: 'No' }],
])('a rejection that is thrown %s has the same code', async (_, thrown) => {
  const provider = satsConnectProvider({ request: () => Promise.reject(thrown) })
  await expect(provider.request(ask)).rejects.toMatchObject({ code: 4001 })
})

test('a wallet that denies access does not appear to show a request already', async () => {
  const { provider } = open({ wallet_connect: refuse(-32002, 'Access denied.') })
  const denied: unknown = await provider.request(ask).catch((error: unknown) => error)
  expect([isPending(denied), connectOutcome(denied, 'Fox')]).toMatchObject([
    false,
    { status: 'failed', error: { code: 'wallet.unauthorized' } },
  ])
})

test('a transfer is requested in satoshis, for the one receiver', async () => {
  const { provider, calls } = open()
  expect(await provider.request({ method: 'sendTransfer', params: transfer })).toEqual({ txid: 'cd'.repeat(32) })
  expect(calls).toEqual([
    { method: 'sendTransfer', params: { recipients: [{ address: transfer.recipientAddress, amount: 1000 }] } },
  ])
})

test.each([
  ['change elsewhere', { changeAddress: account }],
  ['a memo', { memo: 'ff' }],
  ['coins of the ordinals', { account: addresses.ordinal }],
])('a transfer with %s is refused, because the wallet would ignore that', async (_, more) => {
  const { provider, calls } = open()
  await provider.request(ask)
  const params = { ...transfer, ...more }
  await expect(provider.request({ method: 'sendTransfer', params })).rejects.toMatchObject({ code: 4200 })
  expect(calls.map(({ method }) => method)).not.toContain('sendTransfer')
})

test.each(['0', '-1', '1.5', '1e3', '', '0x10'])('an amount of %j is refused', async (amount) => {
  const params = { ...transfer, amount }
  await expect(open().provider.request({ method: 'sendTransfer', params })).rejects.toMatchObject({ code: -32602 })
})

test('PSBTs are requested by address', async () => {
  const { provider, calls } = open({ signPsbt: () => ({ psbt: 'cHNidP8=', txid: 'ef' }) })
  const signInputs = [0, 2].map((index) => ({ address: account, index }))
  const params = { ...psbt, signInputs: [...signInputs, { address: addresses.ordinal, index: 1 }], broadcast: true }
  expect(await provider.request({ method: 'signPsbt', params })).toEqual({ psbt: 'cHNidP8=', txid: 'ef' })
  expect(calls[0]?.params).toEqual({
    psbt: 'cHNidP8=',
    signInputs: { [account]: [0, 2], [addresses.ordinal]: [1] },
    broadcast: true,
  })
})

test.each<[string, string, unknown, unknown]>([
  ['addresses', 'wallet_connect', ask, { addresses: [{ purpose: 'payment' }] }],
  ['a transfer', 'sendTransfer', { method: 'sendTransfer', params: transfer }, { hash: 'ab' }],
  ['a signature', 'signMessage', message, { signature: '?' }],
  ['a PSBT', 'signPsbt', { method: 'signPsbt', params: psbt }, { psbt: 'äöü' }],
])('a wallet’s answer for %s is refused when it is invalid', async (_, method, call, answer) => {
  const { provider } = open({ [method]: () => answer })
  const failure = await provider.request(call as typeof ask).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'wallet.invalidResponse', cause: expect.any(Error) })
})

test.each(['today', 'before'] as const)(
  'a wallet emits other accounts and a disconnect as wallets do %s, while it has listeners',
  async (when) => {
    const { wallet, emit, listeners } = satsBitcoinWallet(signer, {}, listening[when])
    const provider = satsConnectProvider(wallet)
    await provider.request(ask)
    const changed = vi.fn<(payload: unknown) => void>()
    const ended = vi.fn<(payload: unknown) => void>()
    provider.on?.('accountsChanged', changed)
    provider.on?.('disconnect', ended)
    emit('accountChange')
    await vi.waitFor(() => expect(changed).toHaveBeenCalledWith(shared.toReversed()))
    emit('disconnect')
    expect(ended).toHaveBeenCalledOnce()
    provider.removeListener?.('accountsChanged', changed)
    expect(listeners.size).toBe(3)
    provider.removeListener?.('disconnect', ended)
    expect(listeners.size).toBe(0)
  },
)

test('new accounts are emitted at once when the event has them, also by older wallets, which cannot be called again', async () => {
  const { provider, emit, calls } = open({ ...old, getAccounts: () => listed })
  await provider.request(ask)
  const changed = vi.fn<(payload: unknown) => void>()
  provider.on?.('accountsChanged', changed)
  const asked = calls.length
  emit('accountChange', { addresses: [listed[1]] })
  const now = [{ address: addresses.ordinal, publicKey: '02', intention: 'ordinal' }]
  await vi.waitFor(() => expect(changed).toHaveBeenCalledWith(now))
  expect(calls).toHaveLength(asked)
  expect(await provider.request(look)).toEqual(now)
  emit('accountChange', { addresses: ['nonsense'] })
  await vi.waitFor(() =>
    expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ code: 'wallet.invalidResponse' })),
  )
})

const signed = { address: account, signature: 'AAAA' }
test.each([
  ['bip322', 'BIP322', signed],
  ['ecdsa', 'BIP322', { code: 4200 }],
  [undefined, 'BIP322', signed],
  ['ecdsa', undefined, signed],
])('a request for %s that is answered with a signature by %s ends as %o', async (protocol, used, ended) => {
  const { provider } = open({ signMessage: () => ({ signature: 'AAAA', ...(used && { protocol: used }) }) })
  const call = { ...message, params: { ...message.params, protocol } }
  expect(await provider.request(call).catch((error: unknown) => error)).toMatchObject(ended)
})

test('a wallet that throws whenever it is observed can still be used', async () => {
  const { wallet } = satsBitcoinWallet(signer)
  const refuses = () => {
    throw new Error('no listeners')
  }
  for (const addListener of [refuses, () => Promise.reject(new Error('later')), () => refuses, 'nonsense' as never]) {
    const provider = satsConnectProvider({ ...wallet, addListener })
    const heard = () => {}
    provider.on?.('accountsChanged', heard)
    provider.removeListener?.('accountsChanged', heard)
    expect(await provider.request(ask)).toEqual(shared.toReversed())
  }
})
