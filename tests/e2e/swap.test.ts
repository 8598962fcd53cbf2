/** Swaps in a browser, on a real chain: quoted, explained beside the wallet, approved, carried out and measured. */
import {
  createClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  testActions,
  walletActions,
  type Address,
} from 'viem'
import { expect, inject, test } from 'vitest'
import { firstAccount, secondAccount } from '../../mocks/sandbox/accounts.ts'
import { full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'

type Site = Awaited<ReturnType<typeof openPlayground>>
interface Ended {
  status: string
  value?: { hash: `0x${string}`; received: string }
  error?: { code: string }
}

const NATIVE = 'native'
const me = firstAccount.address
function chain() {
  const [found] = inject('chains')
  if (!found?.exchange) throw new Error('A chain with an exchange is needed.')
  return { ...found, exchange: found.exchange }
}
const addressOf = (symbol: string): Address => {
  const found = chain().tokens.find((token) => token.symbol === symbol)
  if (!found) throw new Error(`There is no ${symbol}.`)
  return found.address
}
const node = () =>
  createClient({ transport: http(chain().rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
    .extend(testActions({ mode: 'anvil' }))
const held = (symbol: string): Promise<bigint> =>
  symbol === NATIVE
    ? node().getBalance({ address: me })
    : node().readContract({ address: addressOf(symbol), abi: erc20Abi, functionName: 'balanceOf', args: [me] })
const costOf = async (hash: `0x${string}`) => {
  const { gasUsed, effectiveGasPrice } = await node().getTransactionReceipt({ hash })
  return gasUsed * effectiveGasPrice
}

/** A page that is connected, with swaps. */
async function connected({ bundles = false } = {}) {
  const site = await openPlayground('dialog&swaps')
  if (!bundles) await site.fail('Know no bundles of calls')
  await site.page
    .getByRole('button', { name: /Connect Wallet/ })
    .first()
    .click()
  await site.connect()
  await site.answer(true)
  await seen(site.card).toBeHidden()
  return site
}

/** Drafts a swap, and waits for its quote: what it brings, in base units. */
async function quoted({ page }: Site, fromToken: string, toToken: string, amount: string): Promise<bigint> {
  await page.evaluate(
    async ([from, to, much]) => {
      type Swap = {
        on(type: string, heard: (event: { outcome: unknown }) => void): void
        getSnapshot(): { hasTag(tag: string): boolean; context: { balances: unknown[] } }
      }
      type Latchkey = {
        load(name: string): Promise<{ value: Swap }>
        send(command: object): void
      }
      const site = window as unknown as { latchkey: Latchkey; swap: Swap; ended?: string }
      delete site.ended
      await site.latchkey.load('balance')
      site.swap = (await site.latchkey.load('swap')).value
      const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
      site.swap.on('swap.settled', ({ outcome }) => (site.ended = JSON.stringify(outcome, plain)))
      site.latchkey.send({ type: 'swap.begin', fromToken: from, toToken: to, amount: much })
    },
    [fromToken, toToken, amount] as const,
  )
  type Shown = { hasTag(tag: string): boolean; context: { balances: unknown[]; quote?: { toUnits: bigint } } }
  await page.waitForFunction(() => {
    const { swap } = window as unknown as { swap: { getSnapshot(): Shown } }
    const shown = swap.getSnapshot()
    return shown.hasTag('submittable') && shown.context.balances.length > 0
  })
  const units = await page.evaluate(() => {
    const { swap } = window as unknown as { swap: { getSnapshot(): Shown } }
    return String(swap.getSnapshot().context.quote?.toUnits)
  })
  return BigInt(units)
}
const submit = ({ page }: Site) =>
  page.evaluate(() => {
    const { latchkey } = window as unknown as { latchkey: { send(command: object): void } }
    latchkey.send({ type: 'swap.submit' })
  })
async function ended({ page }: Site): Promise<Ended> {
  await page.waitForFunction(() => 'ended' in window)
  return JSON.parse(await page.evaluate(() => (window as unknown as { ended: string }).ended)) as Ended
}

test.runIf(full)('the coin for a token: said beside the wallet, and received to the last unit [1.6]', async () => {
  const site = await connected()
  const quote = await quoted(site, 'ETH', 'USDX', '1.5')
  const [coins, dollars] = [await held(NATIVE), await held('USDX')]
  await submit(site)
  await seen(site.card.getByRole('heading', { name: 'Call a contract' })).toBeVisible()
  await site.answer(true)
  const { status, value } = await ended(site)
  expect([status, value?.received]).toEqual(['done', String(quote)])
  expect((await held('USDX')) - dollars).toBe(quote)
  expect(coins - (await held(NATIVE))).toBe(parseEther('1.5') + (await costOf(value?.hash ?? '0x')))
  expect(site.faults).toEqual([])
})

test.runIf(full)('a token for a token: an approval of exactly as much, and then the swap', async () => {
  const site = await connected()
  const quote = await quoted(site, 'GLD', 'USDX', '2.000000000000000001')
  const [golds, dollars] = [await held('GLD'), await held('USDX')]
  await submit(site)
  await seen(site.card.getByRole('heading', { name: 'Allow spending of a token' })).toBeVisible()
  await seen(site.card.getByText('2.000000000000000001 GLD')).toBeVisible()
  await site.answer(true)
  await seen(site.card.getByRole('heading', { name: 'Call a contract' })).toBeVisible()
  await site.answer(true)
  const { status, value } = await ended(site)
  expect([status, value?.received]).toEqual(['done', String(quote)])
  expect((await held('USDX')) - dollars).toBe(quote)
  expect(golds - (await held('GLD'))).toBe(parseUnits('2.000000000000000001', 18))
  expect(site.faults).toEqual([])
})

test.runIf(full)('a token for the coin, approved and swapped at once (EIP-5792)', async () => {
  const site = await connected({ bundles: true })
  const quote = await quoted(site, 'USDX', 'ETH', '500')
  const dollars = await held('USDX')
  await submit(site)
  await seen(site.card.getByRole('heading', { name: 'Several calls at once' })).toBeVisible()
  await site.answer(true)
  const { status, value } = await ended(site)
  // The wallet makes the account a plain one again in a transaction of its own, which costs as well.
  expect([status, value?.received]).toEqual(['done', String(quote)])
  expect(dollars - (await held('USDX'))).toBe(parseUnits('500', 6))
  expect(site.faults).toEqual([])
})

test.runIf(full)('a price that moves while the wallet waits: the chain undoes the swap, which is said', async () => {
  const site = await connected()
  await quoted(site, 'ETH', 'USDX', '1')
  const dollars = await held('USDX')
  await submit(site)
  await seen(site.wallet.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  const { router, weth } = chain().exchange
  const hash = await node().sendTransaction({
    account: secondAccount,
    chain: null,
    to: router,
    value: parseEther('70'),
    data: encodeFunctionData({
      abi: parseAbi(['function swapExactETHForTokens(uint256, address[], address, uint256) payable']),
      args: [0n, [weth, addressOf('USDX')], secondAccount.address, maxUint256],
    }),
  })
  await node().waitForTransactionReceipt({ hash })
  await site.answer(true)
  const { status, error } = await ended(site)
  expect(status).toBe('failed')
  expect(['swap.reverted', 'request.failed', 'send.failed']).toContain(error?.code)
  expect(await held('USDX')).toBe(dollars)
  expect(site.faults).toEqual([])
})

test.runIf(full)('what the visitor declines, and what is called off, moves nothing', async () => {
  const site = await connected()
  await quoted(site, 'ETH', 'USDX', '1')
  const coins = await held(NATIVE)
  await submit(site)
  await site.answer(false)
  expect(await ended(site)).toMatchObject({ status: 'declined', error: { code: 'send.declined' } })
  expect(await held(NATIVE)).toBe(coins)
  expect(site.faults).toEqual([])
})

/** The draft is clicked together: from the account to the preview of a swap. */
async function previewed({ page, card }: Site, from: string | undefined, to: string, amount: string) {
  await page.getByRole('button', { name: /0x/ }).first().click()
  await card.getByRole('button', { name: 'Swap', exact: true }).click()
  if (from !== undefined) {
    await card.getByRole('button', { name: /Token to give/ }).click()
    await card.getByRole('searchbox').fill(from)
    await card.getByRole('button', { name: new RegExp(from) }).click()
  }
  await card.getByRole('button', { name: 'Select token' }).first().click()
  await card
    .getByRole('list', { name: 'All tokens' })
    .getByRole('button', { name: new RegExp(to) })
    .click()
  await card.getByLabel('You give').fill(amount)
  await card.getByRole('button', { name: 'Review swap' }).click()
  await seen(card.getByRole('heading', { name: 'Preview swap' })).toBeVisible()
}

test('from the account to what was received: the coin for a token, clicked through [1.6] [2.10]', async () => {
  const site = await connected()
  const { card } = site
  await previewed(site, undefined, 'USDX', '0.25')
  await seen(card.getByText('You receive at least')).toBeVisible()
  const [coins, dollars] = [await held(NATIVE), await held('USDX')]
  await card.getByRole('button', { name: 'Swap', exact: true }).click()
  await seen(card.getByRole('heading', { name: 'Call a contract' })).toBeVisible()
  await site.answer(true)
  await seen(card.getByText('Received in your account')).toBeVisible()
  const received = (await held('USDX')) - dollars
  expect(received).toBeGreaterThan(0n)
  expect(coins - (await held(NATIVE))).toBeGreaterThanOrEqual(parseEther('0.25'))
  const shown = (await card.locator('[data-part="sum"]').textContent()) ?? ''
  expect(parseUnits(shown.replace(/[^\d.]/g, ''), 6)).toBe(received)
  await card.getByRole('button', { name: 'Done' }).click()
  await seen(card.getByRole('heading', { name: 'Account' })).toBeVisible()
  const [whole = '', fraction = ''] = formatUnits(await held('USDX'), 6).split('.')
  const balance = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction.slice(0, 4)}`.replace(/\.?0*$/, '')
  await seen(card.getByText(balance, { exact: true })).toBeVisible()
  expect(site.faults).toEqual([])
})

test.runIf(full)(
  'a token for a token, clicked through: the allowance and the swap are two steps; the first one declined leaves the preview',
  async () => {
    const site = await connected()
    const { card } = site
    await previewed(site, 'GLD', 'USDX', '1.5')
    const [golds, dollars] = [await held('GLD'), await held('USDX')]
    const swap = card.getByRole('button', { name: 'Swap', exact: true })
    await swap.click()
    await seen(card.getByRole('heading', { name: 'Allow spending of a token' })).toBeVisible()
    await site.answer(false)
    await seen(card.getByText('You declined the transaction in your wallet.')).toBeVisible()
    expect([await held('GLD'), await held('USDX')]).toEqual([golds, dollars])
    await swap.click()
    await seen(card.getByRole('heading', { name: 'Allow spending of a token' })).toBeVisible()
    await site.answer(true)
    await seen(card.getByRole('heading', { name: 'Call a contract' })).toBeVisible()
    await site.answer(true)
    await seen(card.getByText('Received in your account')).toBeVisible()
    expect(golds - (await held('GLD'))).toBe(parseUnits('1.5', 18))
    expect(await held('USDX')).toBeGreaterThan(dollars)
    expect(site.faults).toEqual([])
  },
)
