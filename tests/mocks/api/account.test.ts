import {
  createClient,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  http,
  parseEther,
  parseUnits,
  publicActions,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { expect, test } from 'vitest'
import { firstAccount, mnemonic, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import { failure, MAINNET, useHandlers, useSandbox } from './support.ts'

const { chains, one, two, token } = useSandbox()
const provider = useHandlers()

const first = firstAccount.address
const second = secondAccount.address
const stranger = '0x00000000000000000000000000000000000000AA'

const clientOf = ({ rpcUrl }: SandboxChain, account = firstAccount) =>
  createClient({ account, transport: http(rpcUrl), pollingInterval: 20 }).extend(publicActions)

type Sent = Omit<Parameters<typeof sendTransaction>[1], 'chain' | 'account'>

/** Sends a transaction from a sandbox account, and waits for its receipt. */
async function send(chain: SandboxChain, transaction: Sent, account = firstAccount) {
  const client = clientOf(chain, account)
  const hash = await sendTransaction(client, { chain: null, ...transaction } as Parameters<typeof sendTransaction>[1])
  return waitForTransactionReceipt(client, { hash })
}

const transferOf = (symbol: string, to: `0x${string}`, amount: string): Sent => {
  const { address, decimals } = token(symbol)
  const args = [to, parseUnits(amount, decimals)] as const
  return { to: address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) }
}

test('balances come from the chain, with prices if it has an exchange', async () => {
  const api = provider({ chains: chains() })
  await send(one(), { to: stranger, value: parseEther('1.25') })
  await send(one(), transferOf('GLD', stranger, '0.5'))
  for (const owner of [first, stranger] as const) {
    const networkId = one().networkId
    const { balances } = await api.call('balance', { address: owner, chainId: networkId }, { networkId })
    const reader = clientOf(one())
    const ether = formatUnits(await reader.getBalance({ address: owner }), 18)
    expect(balances[0]).toMatchObject({
      symbol: 'ETH',
      chainId: networkId,
      quantity: { decimals: '18', numeric: ether },
    })
    expect(balances[0]).not.toHaveProperty('address')
    expect(balances[0]?.value).toBe((balances[0]?.price ?? 0) * Number(ether))
    const held = await Promise.all(
      one().tokens.map(async ({ address, decimals, symbol }) => {
        const args = [owner] as const
        const units = await reader.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args })
        return [symbol, `${networkId}:${address}`, formatUnits(units, decimals)]
      }),
    )
    expect(balances.slice(1).map(({ symbol, address, quantity }) => [symbol, address, quantity.numeric])).toEqual(held)
    expect(balances.map(({ price }) => typeof price)).toEqual(['number', 'number', 'number'])
  }
})

test('balances have no prices without an exchange, and cover all chains if none is named', async () => {
  const api = provider({ chains: chains() })
  const { networkId } = two()
  const { balances } = await api.call('balance', { address: second }, { networkId })
  expect(new Set(balances.map(({ chainId }) => chainId))).toEqual(new Set([one().networkId, networkId]))
  const unpriced = balances.filter(({ chainId }) => chainId === networkId)
  expect(unpriced.map(({ symbol, price, value }) => [symbol, price, value])).toEqual([
    ['ETH', undefined, undefined],
    ['USDX', undefined, undefined],
    ['GLD', undefined, undefined],
  ])
  expect(await api.call('balance', { address: second, chainId: MAINNET }, { networkId: MAINNET })).toEqual({
    balances: [],
  })
})

test('an invalid address is refused', async () => {
  const api = provider({ chains: chains() })
  const asked = api.call('balance', { address: 'somebody' }, { networkId: MAINNET })
  expect(await failure(asked)).toMatchObject({ code: 'api.refused', status: 400 })
})

test('a transfer on the chain is in the history of both accounts', async () => {
  const api = provider({ chains: chains() })
  const { networkId } = one()
  const history = async (account: string) =>
    (await api.call('history', { account, chainId: networkId }, { networkId })).data
  const dollars = await send(one(), transferOf('USDX', second, '12.5'))
  const ether = await send(one(), { to: second, value: parseEther('0.75') })
  const block = await clientOf(one()).getBlock({ blockNumber: ether.blockNumber })

  const [newest, before] = await history(first)
  expect(newest).toEqual({
    id: ether.transactionHash,
    metadata: {
      application: null,
      operationType: 'send',
      hash: ether.transactionHash,
      minedAt: new Date(Number(block.timestamp) * 1_000).toISOString(),
      sentFrom: first,
      sentTo: second,
      status: 'confirmed',
      nonce: (await clientOf(one()).getTransactionCount({ address: first })) - 1,
      chain: networkId,
    },
    transfers: [
      {
        fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
        nft_info: null,
        direction: 'out',
        quantity: { numeric: '0.75' },
        value: null,
        price: null,
      },
    ],
  })
  expect(before).toMatchObject({
    id: dollars.transactionHash,
    metadata: { operationType: 'send', sentFrom: first, sentTo: second },
    transfers: [{ fungible_info: { symbol: 'USDX' }, direction: 'out', quantity: { numeric: '12.5' } }],
  })
  const received = (await history(second)).slice(0, 2)
  expect(received.map(({ id }) => id)).toEqual([ether.transactionHash, dollars.transactionHash])
  expect(received.map(({ metadata }) => metadata.operationType)).toEqual(['receive', 'receive'])
  expect(received.map(({ transfers }) => transfers[0]?.direction)).toEqual(['in', 'in'])
})

test('the history contains failures, approvals and transfers to the own account', async () => {
  const api = provider({ chains: chains() })
  const { networkId } = two()
  const [dollar] = two().tokens
  if (!dollar) throw new Error('The second chain has no token.')
  const call = (functionName: 'transfer' | 'approve', amount: bigint) =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [first, amount] })
  await send(two(), { to: first, value: 1n }, firstAccount)
  await send(two(), { to: dollar.address, data: call('approve', 5n) })
  await send(two(), { to: dollar.address, data: call('transfer', 5n), value: 1n, gas: 100_000n }, secondAccount)

  const of = async (account: string) => {
    const { data } = await api.call('history', { account, chainId: networkId }, { networkId })
    return data.map(({ metadata: { operationType, status }, transfers }) => [
      operationType,
      status,
      transfers.map(({ direction }) => direction).join(),
    ])
  }
  expect((await of(first)).slice(0, 2)).toEqual([
    ['approve', 'confirmed', ''],
    ['send', 'confirmed', 'self'],
  ])
  expect(await of(second)).toEqual([['execute', 'failed', '']])
})

test('pages of the history neither repeat nor lose entries when new transactions arrive in between', async () => {
  const api = provider({ chains: chains() })
  const { networkId } = one()
  const busy = mnemonicToAccount(mnemonic, { addressIndex: 5 })
  const hashes: string[] = []
  for (let nonce = 0; nonce < 60; nonce += 1)
    hashes.push((await send(two(), { to: stranger, value: 1n, nonce }, busy)).transactionHash)
  // All in one block, so that a page ends within it.
  const miner = createTestClient({ mode: 'anvil', transport: http(one().rpcUrl) })
  await miner.setAutomine(false)
  for (let nonce = 0; nonce < 60; nonce += 1)
    hashes.push(await sendTransaction(clientOf(one(), busy), { chain: null, to: stranger, value: 1n, nonce }))
  await miner.mine({ blocks: 1 })
  await miner.setAutomine(true)

  const page = (cursor?: string) =>
    api.call('history', { account: busy.address, ...(cursor !== undefined && { cursor }) }, { networkId })
  const firstPage = await page()
  expect(firstPage.data).toHaveLength(50)
  const newer = await Promise.all([one(), two()].map((chain) => send(chain, { to: stranger, value: 1n }, busy)))
  const secondPage = await page(firstPage.next)
  const thirdPage = await page(secondPage.next)
  expect(thirdPage.next).toBeUndefined()
  const seen = [firstPage, secondPage, thirdPage].flatMap(({ data }) => data)
  expect(seen.map(({ id }) => id).toSorted()).toEqual(hashes.toSorted())
  const times = seen.map(({ metadata }) => metadata.minedAt)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(new Set(seen.map(({ metadata }) => metadata.chain))).toEqual(new Set([one().networkId, two().networkId]))
  // A new request includes the newer transactions.
  const looks = [one(), two()].map(async (chain) => {
    const asked = { account: busy.address, chainId: chain.networkId }
    return (await api.call('history', asked, { networkId: chain.networkId })).data[0]?.id
  })
  expect(await Promise.all(looks)).toEqual(newer.map(({ transactionHash }) => transactionHash))
})

test('an unknown cursor is refused, and the history has no purchases', async () => {
  const api = provider({ chains: chains() })
  const { networkId } = one()
  const asked = api.call('history', { account: first, cursor: 'page-2' }, { networkId })
  expect(await failure(asked)).toMatchObject({ status: 400, serverText: 'Invalid parameter: cursor' })
  const bought = await api.call('history', { account: first, onramp: 'coinbase' }, { networkId })
  expect(bought).toEqual({ data: [], next: undefined })
})
