/** A transfer is bound to its chain and account. */
import { expect, test } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { defineNetwork } from '../../sdk/index.ts'
import { countingServer } from '../support/countingServer.ts'
import { sentBy } from '../support/sentBy.ts'

const [from, receiver] = fakeAccounts
const { signal } = new AbortController()

async function over(answers: Record<string, unknown>, before: () => void = () => {}) {
  const node = await countingServer(({ method }) => {
    before()
    return method === 'eth_gasPrice' ? { result: '0x1' } : { result: { number: '0x1', transactions: [] } }
  })
  const network = defineNetwork(
    {
      id: 1,
      name: 'Legacy',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [node.url] } },
    },
    { legacyFees: true },
  )
  const wallet = fakeWallet({ eth_sendTransaction: `0x${'ab'.repeat(32)}`, ...answers })
  const token = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: network.caipNetworkId,
    quantity: { decimals: '18', numeric: '5' },
  }
  const sent = sentBy(eip155Adapter, wallet, { network, from, receiver, token, amount: '1' }, signal)
  return { wallet, sent, node }
}

const methods = ({ calls }: ReturnType<typeof fakeWallet>) => calls.map(({ method }) => method)

test("the wallet's network and account are checked last, and the transaction contains its chain id", async () => {
  const { wallet, sent, node } = await over({})
  await sent
  expect(node.methods()).toContain('eth_gasPrice')
  expect(methods(wallet)).toEqual(['eth_chainId', 'eth_accounts', 'eth_sendTransaction'])
  expect(wallet.calls[2]?.params).toMatchObject([{ from, to: receiver, chainId: '0x1' }])
})

test('a wallet that switches during the fee estimate gets no transaction request', async () => {
  const at = { chainId: '0x1' }
  const { wallet, sent } = await over({ eth_chainId: () => at.chainId }, () => void (at.chainId = '0x89'))
  await expect(sent).rejects.toMatchObject({ code: 'send.otherNetwork' })
  expect(methods(wallet)).not.toContain('eth_sendTransaction')
})

test('a wallet that no longer shares the account gets no transaction request', async () => {
  const { wallet, sent } = await over({ eth_accounts: [receiver] })
  await expect(sent).rejects.toMatchObject({ code: 'send.otherAccount' })
  expect(methods(wallet)).not.toContain('eth_sendTransaction')
})
