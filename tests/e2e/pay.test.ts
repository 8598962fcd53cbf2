/** Payments in a browser, on a real chain: by the wallet and at an exchange, to the last unit, across reloads and tabs. */
import type { Page } from 'playwright/test'
import { createClient, erc20Abi, http, parseEther, parseUnits, publicActions, type Address } from 'viem'
import { expect, inject, test } from 'vitest'
import { full } from '../support/full.ts'
import { secondAccount } from '../../mocks/sandbox/accounts.ts'
import { openPlayground, seen } from './support.ts'

type Site = Awaited<ReturnType<typeof openPlayground>>
interface Ended {
  status: string
  value?: { hash?: string; isVerified: boolean; amount: string }
  error?: { code: string }
}

const shop = secondAccount.address
function chain() {
  const [found] = inject('chains')
  if (!found) throw new Error('A chain is needed.')
  return found
}
const dollar = () => {
  const found = chain().tokens.find(({ symbol }) => symbol === 'USDX')
  if (!found) throw new Error('There is no USDX.')
  return found
}
const node = () => createClient({ transport: http(chain().rpcUrl), cacheTime: 0 }).extend(publicActions)
const held = (token?: Address): Promise<bigint> =>
  token === undefined
    ? node().getBalance({ address: shop })
    : node().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [shop] })

interface Asking {
  latchkey: {
    pay(request: object): Promise<unknown>
    load(name: string): Promise<{ value: { on(type: string, heard: (event: { outcome: object }) => void): void } }>
  }
  ended?: string
  reported?: string[]
}
/** Starts a payment, and collects the reports of payments. */
async function ask(page: Page, asked: object): Promise<void> {
  await listen(page)
  await page.evaluate((request) => {
    const site = window as unknown as Asking
    delete site.ended
    void site.latchkey.pay(request).then((outcome) => (site.ended = JSON.stringify(outcome)))
  }, asked)
}
const listen = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => 'latchkey' in window)
  await page.evaluate(async () => {
    const site = window as unknown as Asking
    if (site.reported) return
    const reported: string[] = []
    site.reported = reported
    const { value } = await site.latchkey.load('pay')
    value.on('pay.reported', ({ outcome }) => reported.push((outcome as { status: string }).status))
  })
}
async function ended(page: Page): Promise<Ended> {
  await page.waitForFunction(() => 'ended' in window, undefined, { timeout: 30_000 })
  return JSON.parse(await page.evaluate(() => (window as unknown as { ended: string }).ended)) as Ended
}
const reported = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { reported?: string[] }).reported ?? [])

const inCoin = (amount: string) => ({ network: chain().networkId, recipient: shop, asset: 'native', amount })
const inDollars = (amount: string) => ({ ...inCoin(amount), asset: dollar().address })

async function connected(query = 'dialog&pay'): Promise<Site> {
  const site = await openPlayground(query)
  await site.page
    .getByRole('button', { name: /Connect wallet/ })
    .first()
    .click()
  await site.connect()
  await site.answer(true)
  await seen(site.card).toBeHidden()
  return site
}
/** Chooses the exchange, and returns its window. */
async function atExchange({ card, context }: Site): Promise<Page> {
  const opening = context.waitForEvent('page')
  await card.getByRole('button', { name: /Sandbox Exchange/ }).click()
  const opened = await opening
  await seen(opened.getByRole('heading', { name: 'Sandbox Exchange' })).toBeVisible()
  return opened
}

test('a payment by wallet asks for what is shown, which arrives to the last unit [2.12]', async () => {
  const site = await connected()
  const before = await held()
  await ask(site.page, inCoin('0.500000000000000001'))
  await seen(site.card.getByText('0.500000000000000001')).toBeVisible()
  await seen(site.card.getByText(shop)).toBeVisible()
  await site.card.getByRole('button', { name: /Pay with Sandbox Wallet/ }).click()
  await site.answer(true)
  expect(await ended(site.page)).toMatchObject({ status: 'done', value: { amount: '0.500000000000000001' } })
  expect((await held()) - before).toBe(parseEther('0.500000000000000001'))
  await seen(site.card.getByText('Paid', { exact: true })).toBeVisible()
  await site.card.getByRole('button', { name: 'Done' }).click()
  await seen(site.card).toBeHidden()
  expect([await reported(site.page), site.faults]).toEqual([['done'], []])
})

test.runIf(full)(
  'a payment at an exchange needs no wallet, hides the page from the window, and is verified on the chain [2.12]',
  async () => {
    const site = await openPlayground('dialog&pay')
    const before = await held(dollar().address)
    await ask(site.page, inDollars('25.500001'))
    const exchange = await atExchange(site)
    expect(await exchange.evaluate(() => window.opener as unknown)).toBeNull()
    await seen(exchange.getByText('25.500001 USDX')).toBeVisible()
    await seen(exchange.getByText(shop)).toBeVisible()
    await seen(site.card.getByText(new RegExp(`Pay there, at ${new URL(exchange.url()).host}`))).toBeVisible()
    await exchange.getByRole('button', { name: 'Pay' }).click()
    await seen(exchange.getByRole('heading', { name: 'Paid' })).toBeVisible()
    const { status, value } = await ended(site.page)
    expect([status, value?.isVerified]).toEqual(['done', true])
    expect((await held(dollar().address)) - before).toBe(parseUnits('25.500001', 6))
    await seen(site.card.getByText(String(value?.hash))).toBeVisible()
    expect(exchange.isClosed()).toBe(false)
    expect([await reported(site.page), site.faults]).toEqual([['done'], []])
  },
)

test.runIf(full)('a payment is reported once, in spite of a reload and a second tab', async () => {
  const site = await openPlayground('dialog&pay')
  await ask(site.page, inDollars('1.5'))
  const exchange = await atExchange(site)
  await site.page.reload()
  const other = await site.context.newPage()
  await other.goto(site.page.url())
  await Promise.all([listen(site.page), listen(other)])
  await exchange.getByRole('button', { name: 'Pay' }).click()
  await seen(exchange.getByRole('heading', { name: 'Paid' })).toBeVisible()
  const all = async () => [...(await reported(site.page)), ...(await reported(other))]
  await expect.poll(all, { timeout: 30_000 }).toEqual(['done'])
  await site.page.reload()
  await listen(site.page)
  const kept = () =>
    site.page.evaluate(() => JSON.parse(localStorage.getItem('latchkey.playground.payments') ?? '{}') as unknown)
  expect(await kept()).toMatchObject({ value: [{ end: { status: 'paid', isVerified: true } }] })
  expect(await all()).toHaveLength((await reported(other)).length)
})
