/** Bundles of calls on a real chain, asked for by the page, answered in the wallet, and followed to their end. */
import { createClient, encodeFunctionData, erc20Abi, http, type Address } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { expect, inject, test } from 'vitest'
import { full } from '../support/full.ts'
import { openPlayground, seen } from './support.ts'

type Site = Awaited<ReturnType<typeof openPlayground>>
interface Outcome {
  status: string
  value: {
    id: string
    status: string
    atomic: boolean
    receipts: unknown[]
    oneByOne?: { hashes: string[]; stopped?: { code: string } }
  }
  error?: { code: string }
}
interface Call {
  to: Address
  value?: string
  data?: string
}

/** Has the page's own instance do something; what it is told stands in the page until it is looked at. */
const ask = ({ page }: Site, action: 'sendCalls' | 'waitForCalls', asked: unknown) =>
  page.evaluate(
    ([name, given]) => {
      type Action = (given: unknown) => Promise<unknown>
      const site = window as unknown as { latchkey: Record<string, Action>; told?: unknown }
      delete site.told
      const bundle = given as { calls?: { value?: string }[] }
      for (const call of bundle.calls ?? [])
        if (call.value !== undefined) Object.assign(call, { value: BigInt(call.value) })
      const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
      void site.latchkey[name]?.(given).then((outcome) => (site.told = JSON.parse(JSON.stringify(outcome, plain))))
    },
    [action, asked] as const,
  )
const told = async ({ page }: Site): Promise<Outcome> => {
  const outcome = () => page.evaluate(() => (window as unknown as { told?: unknown }).told)
  await expect.poll(outcome, { timeout: 20_000 }).toBeDefined()
  return (await outcome()) as Outcome
}
const ended = async (site: Site, id: string): Promise<Outcome> => {
  await ask(site, 'waitForCalls', id)
  return told(site)
}

/** A page with a wallet, a receiver that has nothing, and a call that fails. */
async function connected() {
  const [chain] = inject('chains')
  const [token] = chain?.tokens ?? []
  if (!chain || !token) throw new Error('a chain with a token is needed')
  const receiver = privateKeyToAddress(generatePrivateKey())
  const site = await openPlayground('dialog')
  await site.page
    .getByRole('button', { name: /Connect Wallet/ })
    .first()
    .click()
  await site.connect()
  await site.answer(true)
  await seen(site.card).toBeHidden()
  const client = createClient({ transport: http(chain.rpcUrl) })
  const pay: Call = { to: receiver, value: '7' }
  const fails: Call = {
    to: token.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 2n ** 200n] }),
  }
  return { ...site, pay, fails, held: () => getBalance(client, { address: receiver }) }
}

test('all of a bundle is done, said call by call beside the wallet, or none of it [4.32]', async () => {
  const site = await connected()
  const { card, wallet, answer, pay, fails, held } = site
  await ask(site, 'sendCalls', { calls: [pay, pay], atomicRequired: true })
  await seen(card.getByRole('heading', { name: 'Several calls at once' })).toBeVisible()
  await seen(wallet.getByText('Send several calls')).toBeVisible()
  await seen(wallet.getByText('0.000000000000000007 ETH to')).toHaveCount(2)
  await answer(true)
  const sent = await told(site)
  expect(sent).toMatchObject({ status: 'done' })
  expect(await ended(site, sent.value.id)).toMatchObject({
    status: 'done',
    value: { status: 'success', atomic: true, receipts: [{ status: 'success' }] },
  })
  expect(await held()).toBe(14n)

  await ask(site, 'sendCalls', { calls: [pay, fails, pay], atomicRequired: true })
  await answer(true)
  const undone = await told(site)
  expect(await ended(site, undone.value.id)).toMatchObject({ value: { status: 'reverted', atomic: true } })
  expect(await held()).toBe(14n)

  await ask(site, 'sendCalls', { calls: [pay], atomicRequired: true })
  await answer(false)
  expect(await told(site)).toMatchObject({ status: 'declined', error: { code: 'send.declined' } })
  expect(site.faults).toEqual([])
  await site.context.close()
})

test.runIf(full)(
  'a wallet that knows no bundles is asked for each call, and what it did is known after a reload',
  async () => {
    const site = await connected()
    const { page, answer, pay, held } = site
    await site.fail('Know no bundles of calls')
    await ask(site, 'sendCalls', { calls: [pay, pay] })
    expect(await told(site)).toMatchObject({ status: 'failed', error: { code: 'request.failed' } })

    await ask(site, 'sendCalls', { calls: [pay, pay], fallback: true })
    await answer(true)
    await expect.poll(held).toBe(7n)
    await answer(true)
    const sent = await told(site)
    expect(sent.value.oneByOne?.hashes).toHaveLength(2)
    expect(await ended(site, sent.value.id)).toMatchObject({
      value: { status: 'success', atomic: false, receipts: [{}, {}] },
    })
    expect(await held()).toBe(14n)

    await ask(site, 'sendCalls', { calls: [pay, pay, pay], fallback: true })
    await answer(true)
    await expect.poll(held).toBe(21n)
    await answer(false)
    const stopped = await told(site)
    expect(stopped.value.oneByOne).toMatchObject({ hashes: [expect.any(String)], stopped: { code: 'send.declined' } })
    await page.reload()
    await seen(page.getByRole('region', { name: 'Sandbox Wallet panel' })).toBeVisible()
    expect(await ended(site, stopped.value.id)).toMatchObject({ value: { status: 'partlyReverted', receipts: [{}] } })
    expect(site.faults).toEqual([])
    await site.context.close()
  },
)
