/** Bitcoin in an instance: what the account holds, from a server that the site names, and who may be sent to. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryStorage } from '../../../../mocks/index.ts'
import { bitcoin, createLatchkey, defineNetwork } from '../../../../sdk/index.ts'
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

test('what an account holds is read from the site’s server, with what is on its way, and is not read without one [3.20]', async () => {
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
    latchkey.send({ type: 'send.setReceiver', receiver })
    await vi.waitFor(() => expect(sendOf(latchkey).getSnapshot().value).not.toEqual({ editing: 'resolving' }))
    return sendOf(latchkey).getSnapshot().context
  }
  expect(await typed('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toMatchObject({
    receiverAddress: undefined,
    receiverError: { code: 'address.otherNetwork', message: 'This address belongs to another network' },
  })
  expect(await typed(address.toUpperCase())).toMatchObject({ receiverAddress: address, receiverError: undefined })
})
