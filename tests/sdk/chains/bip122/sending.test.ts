import { expect, test } from 'vitest'
import { bip122Adapter } from '../../../../sdk/chains/bip122/adapter.ts'
import { bitcoin, bitcoinTestnet } from '../../../../sdk/index.ts'
import { bitcoinKeys, bitcoinSigner, bitcoinWallet } from '../../../support/bitcoinWallet.ts'
import { sentBy } from '../../../support/sentBy.ts'

const { signal } = new AbortController()
const { addresses } = bitcoinKeys()
const here = bitcoinSigner()
const there = bitcoinSigner({ testnet: true })
const native = (numeric: string) => ({
  name: 'Bitcoin',
  symbol: 'BTC',
  chainId: bitcoin.caipNetworkId,
  quantity: { decimals: '8', numeric },
})
const receiver = bitcoinKeys(2).addresses.payment
const order = { network: bitcoin, from: addresses.payment, receiver, token: native('1'), amount: '0.00012345' }

test('a transfer is sent to the wallet in satoshis, as text [7.28] [3.16]', async () => {
  const wallet = bitcoinWallet(here)
  expect(await sentBy(bip122Adapter, wallet, order, signal)).toBe('ab'.repeat(32))
  expect(wallet.calls.at(-1)).toEqual({
    method: 'sendTransfer',
    params: { account: addresses.payment, recipientAddress: receiver, amount: '12345' },
  })
})

test.each([
  ['to an address of another network', { receiver: there.addresses.payment }, 'address.otherNetwork'],
  ['from an account that the wallet does not use', { from: bitcoinKeys(3).addresses.payment }, 'send.otherAccount'],
  [
    'on a network that the wallet does not use',
    { network: bitcoinTestnet, receiver: there.addresses.payment },
    'send.otherNetwork',
  ],
  ['of anything but bitcoin', { token: { ...native('1'), address: 'RUNE' } }, 'send.unsupportedChain'],
  ['of less than a satoshi', { amount: '0.000000001' }, 'amount.tooPrecise'],
])('a transfer %s is refused before the wallet request', async (_, change, code) => {
  const wallet = bitcoinWallet(here)
  await expect(sentBy(bip122Adapter, wallet, { ...order, ...change }, signal)).rejects.toMatchObject({ code })
  expect(wallet.calls.map(({ method }) => method)).not.toContain('sendTransfer')
})

test.each([
  ['nothing', null],
  ['no id', {}],
  ['an invalid id', { txid: '0x12' }],
])('a transfer is unreadable when the wallet answers %s', async (_, answer) => {
  const wallet = bitcoinWallet(here)
  wallet.answers['sendTransfer'] = () => answer
  await expect(sentBy(bip122Adapter, wallet, order, signal)).rejects.toMatchObject({ code: 'send.unreadable' })
})
