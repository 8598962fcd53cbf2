import {
  type Address,
  createClient,
  decodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  http,
  isHex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import { createSandboxWallet } from '../../../mocks/sandbox/eip155/wallet.ts'
import { failure, MAINNET, NATIVE, useHandlers, useSandbox } from './support.ts'

const { chains, one, two, token, exchange } = useSandbox()
const provider = useHandlers()

const pairAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getReserves() view returns (uint112, uint112, uint32)',
])
const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

const id = (address: Address, networkId: string = one().networkId) => `${networkId}:${address}`
const reader = () =>
  createClient({ transport: http(one().rpcUrl), pollingInterval: 20, cacheTime: 0 }).extend(publicActions)
const me = () => id(firstAccount.address)
const on = () => ({ networkId: one().networkId })

/** A pair's reserves, in the requested order. */
async function reserves(from: Address, to: Address) {
  const { factory: address } = exchange()
  const pair = await reader().readContract({ address, abi: pairAbi, functionName: 'getPair', args: [from, to] })
  const [low, high] = await reader().readContract({ address: pair, abi: pairAbi, functionName: 'getReserves' })
  return BigInt(from) < BigInt(to) ? [low, high] : [high, low]
}

/** Uniswap v2's formula: the product of the reserves stays constant, after a fee of 0.3 percent. */
async function mathOf(amount: bigint, from: Address, to: Address) {
  const [given = 0n, taken = 0n] = await reserves(from, to)
  return (amount * 997n * taken) / (given * 1_000n + amount * 997n)
}

test('a quote follows from the reserves of the pair', async () => {
  const api = provider({ chains: chains() })
  const amount = parseEther('3')
  const { quotes } = await api.call(
    'swapQuotes',
    { amount: `${amount}`, userAddress: me(), from: id(NATIVE), to: id(token('USDX').address) },
    on(),
  )
  const brought = await mathOf(amount, exchange().weth, token('USDX').address)
  expect(quotes).toEqual([
    {
      id: null,
      fromAmount: `${amount}`,
      fromAccount: id(getAddress(NATIVE)),
      toAmount: `${brought}`,
      toAccount: id(token('USDX').address),
    },
  ])
})

test('tokens without a direct pair are quoted through the dollar', async () => {
  const api = provider({ chains: chains() })
  const amount = parseUnits('10', 18)
  const [gold, dollar] = [token('GLD').address, token('USDX').address]
  const { quotes } = await api.call(
    'swapQuotes',
    { amount: `${amount}`, userAddress: me(), from: id(gold), to: id(NATIVE) },
    on(),
  )
  const dollars = await mathOf(amount, gold, dollar)
  expect(quotes[0]?.toAmount).toBe(`${await mathOf(dollars, dollar, exchange().weth)}`)
})

test('prices follow from the reserves, and change with them', async () => {
  const api = provider({ chains: chains() })
  const gold = token('GLD').address
  const price = async () => {
    const { fungibles } = await api.call('tokenPrices', { addresses: [id(NATIVE), id(gold)] }, on())
    return fungibles.map(({ symbol, price, address }) => [symbol, address, price])
  }
  const told = async () => {
    const [golds = 0n, dollars = 0n] = await reserves(gold, token('USDX').address)
    const [ethers = 0n, forEthers = 0n] = await reserves(exchange().weth, token('USDX').address)
    const scale = 10n ** 12n * 10n ** 18n
    return [
      ['ETH', id(NATIVE), Number(formatUnits((forEthers * scale) / ethers, 18))],
      ['GLD', id(gold), Number(formatUnits((dollars * scale) / golds, 18))],
    ]
  }
  const before = await price()
  expect(before).toEqual(await told())
  await swap(gold, NATIVE, parseUnits('100', 18))
  const after = await price()
  expect(after).toEqual(await told())
  expect(after[1]?.[2]).toBeLessThan(Number(before[1]?.[2]))
  expect(after[0]?.[2]).toBeGreaterThan(Number(before[0]?.[2]))
})

test('prices are in the token that is configured as the dollar, on either side of the pair', async () => {
  const [gold, dollar] = [token('GLD').address, token('USDX').address]
  const api = provider({ chains: [{ ...one(), exchange: { ...exchange(), dollar: gold } }] })
  const { fungibles } = await api.call('tokenPrices', { addresses: [id(dollar), id(gold)] }, on())
  const [dollars = 0n, golds = 0n] = await reserves(dollar, gold)
  const inGold = Number(formatUnits((golds * 10n ** 6n) / dollars, 18))
  expect(fungibles.map(({ price }) => price)).toEqual([inGold, 1])
})

test('tokens without a pair have no price', async () => {
  const api = provider({ chains: chains() })
  const unknown = [id('0x00000000000000000000000000000000000000AA'), id(NATIVE, two().networkId), 'gold']
  expect(await api.call('tokenPrices', { addresses: unknown }, on())).toEqual({ fungibles: [] })
})

test('the tokens that can be swapped are those with a price', async () => {
  const api = provider({ chains: chains() })
  const { tokens } = await api.call('swapTokens', { chainId: one().networkId }, on())
  expect(tokens.map(({ symbol, address, decimals }) => [symbol, address, decimals])).toEqual([
    ['ETH', id(getAddress(NATIVE)), 18],
    ['USDX', id(token('USDX').address), 6],
    ['GLD', id(token('GLD').address), 18],
  ])
  expect(await api.call('swapTokens', { chainId: two().networkId }, { networkId: two().networkId })).toEqual({
    tokens: [],
  })
})

/** Swaps as an app does: an approval if required, then the built transaction, both through the wallet. */
async function swap(from: Address, to: Address, amount: bigint) {
  const api = provider({ chains: chains() })
  const wallet = createSandboxWallet({ chains: chains(), approve: async () => true })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  const send = async ({ to: target, data }: { to: string; data: string }, value = 0n) => {
    const params = [{ from: firstAccount.address, to: target.split(':')[2], data, value: toHex(value) }]
    const hash = await wallet.provider.request({ method: 'eth_sendTransaction', params })
    return isHex(hash) ? reader().waitForTransactionReceipt({ hash }) : undefined
  }
  const sides = { from: id(from), to: id(to), userAddress: me() }
  const isNative = from === NATIVE
  const { allowance } = await api.call('swapAllowance', { tokenAddress: id(from), userAddress: me() }, on())
  if (BigInt(allowance) < amount) await send((await api.call('buildApproval', sides, on())).tx)
  const { tx } = await api.call('buildSwap', { ...sides, amount: `${amount}`, eip155: { slippage: 1 } }, on())
  return { tx, receipt: await send(tx, isNative ? amount : 0n) }
}

const unitsOf = (address: Address) =>
  reader().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [firstAccount.address] })

test('a built swap returns the quoted amount', async () => {
  const dollar = token('USDX').address
  const before = await unitsOf(dollar)
  const { tx, receipt } = await swap(NATIVE, dollar, parseEther('2'))
  expect(receipt?.status).toBe('success')
  expect((await unitsOf(dollar)) - before).toBe(BigInt(tx.amount))
  // The wallet adds a margin of half the estimate, as others do: the pair uses more gas if another second has started since.
  const { gas } = await reader().getTransaction({ hash: receipt?.transactionHash ?? '0x' })
  expect(gas * 10n).toBeGreaterThanOrEqual((receipt?.gasUsed ?? 0n) * 12n)
  expect([tx.from, tx.to]).toEqual([me(), id(exchange().router)])
  expect(Number(receipt?.gasUsed)).toBeLessThanOrEqual(Number(tx.eip155?.gas))
})

test('an approval allows the router to spend the token, after which the swap can be built', async () => {
  const api = provider({ chains: chains() })
  const [gold, dollar] = [token('GLD').address, token('USDX').address]
  const allowance = async (user: Address, of: Address = gold) =>
    (await api.call('swapAllowance', { tokenAddress: id(of), userAddress: id(user) }, on())).allowance
  expect(await allowance(secondAccount.address)).toBe('0')
  expect(await allowance(secondAccount.address, NATIVE)).toBe(`${maxUint256}`)
  const unapproved = {
    amount: '1',
    userAddress: id(secondAccount.address),
    from: id(gold),
    to: id(dollar),
    eip155: { slippage: 1 },
  }
  expect(await failure(api.call('buildSwap', unapproved, on()))).toMatchObject({ code: 'api.refused', status: 400 })

  const before = await unitsOf(dollar)
  const { tx, receipt } = await swap(gold, dollar, parseUnits('5', 18))
  expect(receipt?.status).toBe('success')
  expect((await unitsOf(dollar)) - before).toBe(BigInt(tx.amount))
  // The wallet adds a margin of half the estimate, as others do: the pair uses more gas if another second has started since.
  const { gas } = await reader().getTransaction({ hash: receipt?.transactionHash ?? '0x' })
  expect(gas * 10n).toBeGreaterThanOrEqual((receipt?.gasUsed ?? 0n) * 12n)
  expect(BigInt(await allowance(firstAccount.address))).toBeGreaterThan(parseUnits('1000000', 18))
})

test('a swap built without an estimate accepts at most one percent less', async () => {
  const api = provider({ chains: chains() })
  const [gold, dollar] = [token('GLD').address, token('USDX').address]
  const amount = parseUnits('7', 18)
  const { tx } = await api.call(
    'buildSwap',
    {
      amount: `${amount}`,
      userAddress: id(secondAccount.address),
      from: id(gold),
      to: id(dollar),
      disableEstimate: true,
      eip155: { slippage: 1 },
    },
    on(),
  )
  expect(tx.eip155?.gas).toBeUndefined()
  if (!isHex(tx.data)) throw new Error('The swap has no data.')
  const [given, least, path, to] = decodeFunctionData({ abi: routerAbi, data: tx.data }).args
  expect([given, path, to]).toEqual([amount, [gold, dollar], secondAccount.address])
  expect(least).toBe((BigInt(tx.amount) * 99n) / 100n)
})

test('a swap is in the history with what was paid and received', async () => {
  const gold = token('GLD').address
  const { tx, receipt } = await swap(gold, NATIVE, parseUnits('4', 18))
  expect(receipt?.status).toBe('success')
  const api = provider({ chains: [one()] })
  const { data } = await api.call('history', { account: firstAccount.address, chainId: one().networkId }, on())
  expect(data[0]).toMatchObject({
    id: receipt?.transactionHash,
    metadata: { operationType: 'trade', application: { name: 'Uniswap v2' } },
  })
  const moved = data[0]?.transfers.map(({ direction, fungible_info: info, quantity }) => [
    direction,
    info?.symbol,
    parseUnits(quantity.numeric, 18),
  ])
  expect(moved).toEqual(
    expect.arrayContaining([
      ['out', 'GLD', parseUnits('4', 18)],
      ['in', 'ETH', BigInt(tx.amount)],
    ]),
  )
  expect(moved).toHaveLength(2)
})

test('gas prices come from the chain, and are higher for faster transactions', async () => {
  const api = provider({ chains: chains() })
  for (const { networkId, rpcUrl } of chains()) {
    const asked = await createClient({ transport: http(rpcUrl) })
      .extend(publicActions)
      .getGasPrice()
    const { standard, fast, instant } = await api.call('gasPrice', { chainId: networkId }, { networkId })
    expect(BigInt(standard)).toBe(asked)
    expect(BigInt(fast)).toBeGreaterThan(BigInt(standard))
    expect(BigInt(instant)).toBeGreaterThan(BigInt(fast))
  }
})

test.each([
  ['across chains', () => ({ from: id(NATIVE), to: id(NATIVE, two().networkId) }), /chains must be the same/],
  ['for itself', () => ({ from: id(NATIVE), to: id(exchange().weth) }), /cannot be swapped for itself/],
  ['of 0 ETH', () => ({ from: id(NATIVE), to: id(token('USDX').address), amount: '0' }), /INSUFFICIENT_INPUT_AMOUNT/],
  [
    'of an untraded token',
    () => ({ from: id('0x00000000000000000000000000000000000000AA'), to: id(NATIVE) }),
    /revert/,
  ],
])('a swap is refused %s', async (_, asked, words) => {
  const api = provider({ chains: chains() })
  const { code, status, serverText } = await failure(
    api.call('swapQuotes', { amount: '1000', userAddress: me(), ...asked() }, on()),
  )
  expect([code, status]).toEqual(['api.refused', 400])
  expect(serverText).toMatch(words)
})

test('swaps are refused on networks without an exchange', async () => {
  const api = provider({ chains: chains() })
  for (const networkId of [two().networkId, MAINNET]) {
    const side = id(NATIVE, networkId)
    const asked = { amount: '1000', userAddress: side, from: side, to: side }
    const { status, serverText } = await failure(api.call('swapQuotes', asked, { networkId }))
    expect([status, serverText]).toEqual([400, `There are no swaps on ${networkId}`])
  }
})
