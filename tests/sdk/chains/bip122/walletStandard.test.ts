/** Wallets of Wallet Standard as a provider of the adapter: their answers and refusals. */
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

test('a wallet shares nothing before it was requested to, and nothing after a disconnect', async () => {
  const { provider } = open()
  expect(await provider.request(look)).toEqual([])
  expect(await provider.request(ask)).toEqual(shared)
  expect(await provider.request(look)).toEqual(shared)
  await provider.request({ method: 'wallet_revokePermissions' })
  expect(await provider.request(look)).toEqual([])
})

test('a single taproot address is used for payments, and other chains are left out', async () => {
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
  ['an error with the text of sats-connect', new Error('User rejected the request.')],
  ['a nested code', { message: 'Failed', error: { code: 4001 } }],
])('a rejection by the user has the code 4001, from %s', async (_, error) => {
  const { provider } = open({ 'bitcoin:connect': { connect: rejecting(error) } })
  await expect(provider.request(ask)).rejects.toMatchObject({ code: 4001 })
})

test('any other error is passed on', async () => {
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
])('the answer of %s of %s is refused when it is invalid', async (by, feature, call, answer: unknown = null) => {
  const { provider, wallet, account: of } = open({ [feature]: { [by]: async () => answer } })
  wallet.accounts = [of(account)]
  const failure = await provider.request(call).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'wallet.invalidResponse', cause: expect.any(Error) })
})

test('a method without a wallet feature is refused', async () => {
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

test('a request is refused when it is malformed, or for an address that the wallet does not share', async () => {
  const { provider } = open()
  for (const params of [undefined, {}, { account }, { account, message: 1 }])
    await expect(provider.request({ method: 'signMessage', params })).rejects.toMatchObject({ code: -32602 })
  await expect(provider.request(message)).rejects.toMatchObject({ code: 4100 })
})

test('a message is signed by the requested protocol, or not at all', async () => {
  const { provider } = open()
  await provider.request(ask)
  const params = { ...message.params, protocol: 'ecdsa' }
  await expect(provider.request({ method: 'signMessage', params })).rejects.toMatchObject({ code: 4200 })
})
