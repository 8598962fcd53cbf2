/** Wallets of Wallet Standard as the port that the adapter describes: what they answer and refuse. */
import { expect, test } from 'vitest'
import { walletStandardProvider } from '../../../../sdk/chains/bip122/walletStandard.ts'
import { account, addresses, ask, look, message, psbt, shared, signer, transfer } from './asked.ts'
import { standardBitcoinWallet } from './wallets.ts'

const rejecting = (error: unknown) => async () => {
  throw error
}

const open = (features: Record<string, unknown> = {}) => {
  const standard = standardBitcoinWallet(signer, features)
  return { ...standard, provider: walletStandardProvider(standard.wallet) }
}

test('shares nothing until it was asked to, and nothing once it is left', async () => {
  const { provider } = open()
  expect(await provider.request(look)).toEqual([])
  expect(await provider.request(ask)).toEqual(shared)
  expect(await provider.request(look)).toEqual(shared)
  await provider.request({ method: 'wallet_revokePermissions' })
  expect(await provider.request(look)).toEqual([])
})

test('takes a taproot address that stands alone for payments, and leaves other chains out', async () => {
  const { provider, wallet, account: of } = open()
  wallet.accounts = [
    of(addresses.ordinal),
    { ...of('9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'), chains: ['solana:mainnet'] },
  ]
  expect(await provider.request(look)).toEqual([
    expect.objectContaining({ address: addresses.ordinal, intention: 'payment' }),
  ])
})

test.each([
  ['an error with its code', Object.assign(new Error('No'), { code: 4001 })],
  ['an error of sats-connect’s words', new Error('User rejected the request.')],
  ['a code within', { message: 'Failed', error: { code: 4001 } }],
])('tells that the visitor refused by the code 4001, from %s', async (_, error) => {
  const { provider } = open({ 'bitcoin:connect': { connect: rejecting(error) } })
  await expect(provider.request(ask)).rejects.toMatchObject({ code: 4001 })
})

test('passes on what else goes wrong', async () => {
  const error = new Error('Locked')
  const { provider } = open({ 'bitcoin:connect': { connect: rejecting(error) } })
  await expect(provider.request(ask)).rejects.toBe(error)
})

test.each([
  ['connect', 'bitcoin:connect', ask],
  ['connect', 'bitcoin:connect', ask, { accounts: [{}] }],
  ['signMessage', 'bitcoin:signMessage', message, [{ signature: 'text' }]],
  ['signMessage', 'bitcoin:signMessage', message, []],
  ['signTransaction', 'bitcoin:signTransaction', { method: 'signPsbt', params: psbt }, [{ signedPsbt: 'text' }]],
])('is not believed where %s of %s answers what does not fit', async (by, feature, call, answer: unknown = null) => {
  const { provider, wallet, account: of } = open({ [feature]: { [by]: async () => answer } })
  wallet.accounts = [of(account)]
  const failure = await provider.request(call).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'wallet.invalidResponse', cause: expect.any(Error) })
})

test('cannot do what it has no feature for', async () => {
  const {
    provider,
    wallet,
    account: of,
  } = open({
    'bitcoin:signMessage': undefined,
    'bitcoin:signTransaction': undefined,
    'bitcoin:disconnect': undefined,
  })
  wallet.accounts = [of(account)]
  for (const call of [
    message,
    { method: 'signPsbt', params: psbt },
    { method: 'signPsbt', params: { ...psbt, broadcast: true } },
    { method: 'sendTransfer', params: transfer },
    { method: 'wallet_revokePermissions' },
    { method: 'toString' },
  ])
    await expect(provider.request(call)).rejects.toMatchObject({ code: 4200 })
})

test('is not asked what is malformed, or about an address that it does not share', async () => {
  const { provider } = open()
  for (const params of [undefined, {}, { account }, { account, message: 1 }])
    await expect(provider.request({ method: 'signMessage', params })).rejects.toMatchObject({ code: -32602 })
  await expect(provider.request(message)).rejects.toMatchObject({ code: 4100 })
})

test('signs as it was asked, or not at all', async () => {
  const { provider } = open()
  await provider.request(ask)
  const params = { ...message.params, protocol: 'ecdsa' }
  await expect(provider.request({ method: 'signMessage', params })).rejects.toMatchObject({ code: 4200 })
})
