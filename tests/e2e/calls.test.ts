/** Bundles of calls on a real chain: the page sends them, the wallet answers, and the page follows them to their end. */
import { createClient, encodeFunctionData, erc20Abi, http } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { getBalance } from 'viem/actions'
import { expect, inject, test } from 'vitest'
import { openPlayground, seen, told, type Site } from './support.ts'

/** Calls an action of the page's instance. `told` waits for its outcome. */
const ask = ({ page }: Site, action: 'sendCalls' | 'waitForCalls', asked: unknown) =>
  page.evaluate(
    ([name, given]) => {
      type Action = (given: unknown) => Promise<unknown>
      const site = window as unknown as { latchkey: Record<string, Action>; told?: unknown }
      delete site.told
      const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
      void site.latchkey[name]?.(given).then((outcome) => (site.told = JSON.parse(JSON.stringify(outcome, plain))))
    },
    [action, asked] as const,
  )

test('all calls of a bundle take effect, or none, and the card lists them next to the wallet [4.32]', async () => {
  const [chain] = inject('chains')
  const [token] = chain?.tokens ?? []
  if (!chain || !token) throw new Error('a chain with a token is needed')
  const client = createClient({ transport: http(chain.rpcUrl) })
  const receiver = privateKeyToAddress(generatePrivateKey())
  const held = () => getBalance(client, { address: receiver })
  const pay = { to: receiver, value: 7n }
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, 2n ** 200n] })
  const site = await openPlayground('dialog')
  const { page, card, wallet, answer } = site
  await page
    .getByRole('button', { name: /Connect wallet/ })
    .first()
    .click()
  await site.connect()
  await answer(true)
  await seen(card).toBeHidden()
  const sent = async (): Promise<string> => ((await told(page)).value as { id: string }).id

  await ask(site, 'sendCalls', { calls: [pay, pay], atomicRequired: true })
  await seen(card.getByRole('heading', { name: 'Multiple calls' })).toBeVisible()
  await seen(wallet.getByText('Send several calls')).toBeVisible()
  await seen(wallet.getByText('0.000000000000000007 ETH to')).toHaveCount(2)
  await answer(true)
  await ask(site, 'waitForCalls', await sent())
  expect(await told(page)).toMatchObject({
    status: 'done',
    value: { status: 'success', atomic: true, receipts: [{ status: 'success' }] },
  })
  expect(await held()).toBe(14n)

  await ask(site, 'sendCalls', { calls: [pay, { to: token.address, data }, pay], atomicRequired: true })
  await answer(true)
  await ask(site, 'waitForCalls', await sent())
  expect(await told(page)).toMatchObject({ value: { status: 'reverted', atomic: true } })
  expect(await held()).toBe(14n)

  await ask(site, 'sendCalls', { calls: [pay], atomicRequired: true })
  await answer(false)
  expect(await told(page)).toMatchObject({ status: 'declined', error: { code: 'send.declined' } })
  expect(site.faults).toEqual([])
  await site.context.close()
})
