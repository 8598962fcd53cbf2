/** Bitcoin in an instance: balances from a server that the app configures, the check of a receiver, and a transfer. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryStorage } from '../../../../mocks/index.ts'
import { firstBitcoinAccount, secondBitcoinAccount } from '../../../../mocks/sandbox/bitcoin/accounts.ts'
import { startBitcoin } from '../../../../mocks/sandbox/bitcoin/chain.ts'
import { createSandboxBitcoinWallet } from '../../../../mocks/sandbox/bitcoin/wallet.ts'
import { satsConnectProvider } from '../../../../sdk/chains/bip122/satsConnect.ts'
import { bitcoin, bitcoinTestnet, createLatchkey, defineNetwork } from '../../../../sdk/index.ts'
import { bitcoinKeys, bitcoinWallet } from '../../../support/bitcoinWallet.ts'
import { esploraServer } from './esploraServer.ts'
import { balanceOf, sendOf } from '../../../support/features.ts'

const address = bitcoinKeys().addresses.payment

async function connected(...urls: string[]) {
  const provider = bitcoinWallet()
  const latchkey = createLatchkey({
    networks: [defineNetwork(bitcoin, { rpcUrls: urls })],
    connectors: [{ connector: { id: 'btc', name: 'Wallet', type: 'ANNOUNCED', chain: 'bip122' }, provider }],
    ports: { storage: memoryStorage(), logger: { error: () => {} } },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  expect(await latchkey.connect({ connectorId: 'btc' })).toMatchObject({ status: 'done', value: { address } })
  return latchkey
}

test('the balance is read from the app’s server, with pending transactions, and not read without a server [3.20]', async () => {
  const sums = (funded: number, spent: number) => ({ funded_txo_sum: funded, spent_txo_sum: spent })
  const server = await esploraServer({
    [`/address/${address}`]: { chain_stats: sums(250_000_000, 0), mempool_stats: sums(50, 25_000_000) },
  })
  onTestFinished(async () => void (await server.close()))
  const latchkey = await connected(server.url)
  await vi.waitFor(() =>
    expect(balanceOf(latchkey).getSnapshot()).toMatchObject({
      value: 'ready',
      context: { tokens: [{ symbol: 'BTC', quantity: { decimals: '8', numeric: '2.2500005' } }] },
    }),
  )
  expect(server.asked).toEqual([`/address/${address}`])
  const without = await connected()
  await vi.waitFor(() =>
    expect(balanceOf(without).getSnapshot()).toMatchObject({ value: 'unsupported', context: { tokens: [] } }),
  )
})

test('a receiver on another network is refused as soon as it is typed', async () => {
  const latchkey = await connected()
  const typed = async (receiver: string) => {
    latchkey.dispatch({ type: 'send.setReceiver', receiver })
    await vi.waitFor(() => expect(sendOf(latchkey).getSnapshot().value).not.toEqual({ editing: 'resolving' }))
    return sendOf(latchkey).getSnapshot().context
  }
  expect(await typed('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toMatchObject({
    receiverAddress: undefined,
    receiverError: { code: 'address.otherNetwork', message: 'This address belongs to another network' },
  })
  expect(await typed(address.toUpperCase())).toMatchObject({ receiverAddress: address, receiverError: undefined })
})

test('a transfer is drafted, priced to the satoshi, signed, sent and tracked until it is in a block [1.5] [4.22]', async () => {
  const chain = await startBitcoin()
  onTestFinished(() => chain.stop())
  const wallet = createSandboxBitcoinWallet({
    esploraUrl: chain.esploraUrl,
    network: 'Sandbox',
    approve: async () => true,
  })
  const latchkey = createLatchkey({
    // The balances of a testnet are not read.
    networks: [{ ...defineNetwork(bitcoinTestnet, { rpcUrls: [chain.esploraUrl] }), testnet: false }],
    connectors: [
      {
        connector: { id: 'btc', name: 'Wallet', type: 'ANNOUNCED', chain: 'bip122' },
        provider: satsConnectProvider(wallet.sats),
      },
    ],
    ports: { storage: memoryStorage(), logger: { error: () => {} } },
  })
  onTestFinished(() => latchkey.stop())
  latchkey.start()
  expect(await latchkey.connect({ connectorId: 'btc' })).toMatchObject({ status: 'done' })
  const tokenOf = () => balanceOf(latchkey).getSnapshot().context.tokens[0]
  await vi.waitFor(() => expect(tokenOf()).toMatchObject({ symbol: 'BTC', quantity: { numeric: '1' } }))
  const token = tokenOf()
  if (!token) throw new Error('There is nothing to send.')
  const to = secondBitcoinAccount.payment.address
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '0.61' })
  latchkey.dispatch({ type: 'send.setReceiver', receiver: to })
  const context = () => sendOf(latchkey).getSnapshot().context
  // Two inputs, two outputs, one satoshi for each virtual byte.
  await vi.waitFor(() =>
    expect(context().fee).toEqual({ amount: '0.00000209', symbol: 'BTC', isExact: true, satoshiRate: '1000' }),
  )
  latchkey.dispatch({ type: 'send.submit' })
  await vi.waitFor(() => expect(context().progress).toBe('success'))
  const { hash, transfer } = context()
  expect(transfer).toMatchObject({ amount: '0.61', receiver: to })
  const sent = (await (await fetch(`${chain.esploraUrl}/tx/${hash}`)).json()) as { fee: number; vout: object[] }
  expect(sent).toMatchObject({
    fee: 209,
    vout: [
      { value: 61_000_000, scriptpubkey_address: to },
      { value: 28_999_791, scriptpubkey_address: firstBitcoinAccount.payment.address },
    ],
  })
})
