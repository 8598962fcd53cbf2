/** Every quirk of real Wallet Standard wallets against everything that users do on Solana, with the checks of `wallets.test.ts`. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { standardQuirks } from '../../mocks/quirks/standardQuirks.ts'
import { solanaAccounts } from '../../mocks/sandbox/solana/accounts.ts'
import { account, expectClosed, expectWayBack, LONGEST, openConnected, tryFlow } from './checks.ts'
import { solanaFlows } from './flows.ts'
import { createTable } from './guide.ts'
import { createSolanaWorld, loadCode, openPage, pass, simulateTime, within } from './page.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => void vi.useRealTimers())

const [first, second] = solanaAccounts.map(({ address }) => address) as [string, string]

const table = createTable('solana', solanaFlows, standardQuirks)

describe('a wallet without quirks', () => {
  test.each(solanaFlows)('$name', async (flow) => {
    const world = createSolanaWorld()
    const page = flow.isConnected ? await openConnected(world) : openPage(world)
    const { outcome, problems } = await tryFlow(flow, page, world)
    expect(outcome).toMatchObject({ status: 'done' })
    expect(problems).toEqual([])
    await expectClosed(page, world)
  })
})

describe.each(solanaFlows)('$name, with a wallet that', (flow) => {
  test.each(standardQuirks)('$title', async (quirk) => {
    const world = createSolanaWorld()
    const page = flow.isConnected ? await openConnected(world) : openPage(world)
    world.wallet.use(quirk)
    const { outcome, problems } = await tryFlow(flow, page, world)
    table.set(flow, quirk, outcome)
    expect(problems).toEqual([])
    await expectWayBack(page, world)
    await expectClosed(page, world)
  })
})

describe('reload, with a wallet that', () => {
  test.each(standardQuirks)('$title', async (quirk) => {
    const world = createSolanaWorld()
    const page = await openConnected(world)
    page.latchkey.stop()
    const calls = world.wallet.calls.length
    world.wallet.use(quirk)
    const next = openPage(world)
    await pass(LONGEST)
    const requested = world.wallet.calls.slice(calls).filter(({ method }) => method === 'standard:connect')
    for (const { params } of requested) expect(params, 'no prompt without the user').toEqual([{ silent: true }])
    world.wallet.use()
    next.revisit()
    await pass(10_000)
    expect(account(next), 'is connected again').toMatchObject({ status: 'connected', address: first })
    await expectWayBack(next, world)
    await expectClosed(next, world)
  })
})

describe('the user selects another account in a wallet that', () => {
  test.each(standardQuirks)('$title', async (quirk) => {
    const world = createSolanaWorld()
    const page = await openConnected(world)
    world.wallet.use(quirk)
    world.inner.selectAccount(second)
    await pass(LONGEST)
    page.revisit()
    await expectWayBack(page, world)
    expect(account(page).address).toBe(second)
    await expectClosed(page, world)
  })
})

describe('disconnect, with a wallet that', () => {
  test.each(standardQuirks)('$title', async (quirk) => {
    const world = createSolanaWorld()
    const page = await openConnected(world)
    world.wallet.use(quirk)
    expect(await within(LONGEST, page.latchkey.disconnect())).not.toBe('pending')
    await pass(LONGEST)
    expect(account(page).status).toBe('disconnected')
    page.latchkey.stop()
    const next = openPage(world)
    await pass(LONGEST)
    expect(account(next).status, 'stays disconnected on the next visit').toBe('disconnected')
    await expectWayBack(next, world)
    await expectClosed(next, world)
  })
})

test('the guide shows what the app reports for each quirk', async ({ skip }) => {
  skip(!table.isComplete(), 'needs all tests of this file')
  await table.expectInGuide()
})
