/**
 * Every quirk of real wallets against everything that users do. The checks know nothing of the quirk: what the app reports agrees with
 * what the wallet did, nothing is forgotten or requested twice, and once the wallet behaves, everything works without a reload.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Quirk } from '../../mocks/quirks/quirk.ts'
import { isPrompt } from '../../mocks/quirks/simulatedUser.ts'
import { account, expectClosed, expectWayBack, LONGEST, openConnected, tryFlow } from './checks.ts'
import type { Flow } from './flows.ts'
import { cellOf, createTable, readGuide } from './guide.ts'
import { loadCode, openPage, pass, simulateTime, within, type World } from './page.ts'

interface Wallets {
  /** The name of the table in the guide. */
  name: string
  quirks: readonly Quirk[]
  flows: readonly Flow[]
  createWorld(): World
  /** The account that the wallet shares first, and the one that the user selects later. */
  accounts: readonly [string, string]
  /** Ids of quirks of how the wallet connects. They run before a wallet is connected. */
  early?: readonly string[]
}

export function testWallets({
  name,
  quirks,
  flows,
  createWorld,
  accounts: [first, second],
  early = [],
}: Wallets): void {
  const columns = flows.map((flow) => flow.name)
  const table = createTable(name, 'A wallet that', columns, quirks)
  /** Without a request, a wallet has nothing to reject. */
  const unasked = quirks.filter(({ id }) => !/^(proposal-)?reject/.test(id))
  beforeAll(loadCode)
  beforeEach(() => void simulateTime())
  afterEach(() => void vi.useRealTimers())

  describe('a wallet without quirks', () => {
    test.each(flows)('$name', async (flow) => {
      const world = createWorld()
      const page = flow.isConnected ? await openConnected(world) : openPage(world)
      const { outcome, problems } = await tryFlow(flow, page, world)
      expect(outcome).toMatchObject({ status: 'done' })
      expect(problems).toEqual([])
      await expectClosed(page, world)
    })
  })

  describe.each(flows)('$name, with a wallet that', (flow) => {
    test.each(quirks)('$title', async (quirk) => {
      const world = createWorld()
      const isEarly = early.includes(quirk.id)
      if (isEarly) world.wallet.use(quirk)
      const page = flow.isConnected ? await openConnected(world) : openPage(world)
      if (!isEarly) world.wallet.use(quirk)
      const { outcome, problems } = await tryFlow(flow, page, world)
      table.set(flow.name, quirk, cellOf(outcome))
      expect(problems).toEqual([])
      await expectWayBack(page, world)
      await expectClosed(page, world)
    })
  })

  describe('reload, with a wallet that', () => {
    test.each(unasked)('$title', async (quirk) => {
      const world = createWorld()
      const page = await openConnected(world)
      page.latchkey.stop()
      const calls = world.wallet.calls.length
      world.wallet.use(quirk)
      const next = openPage(world)
      await pass(LONGEST)
      expect(world.wallet.calls.slice(calls).filter(isPrompt), 'no prompt without the user').toEqual([])
      world.wallet.use()
      next.revisit()
      await pass(10_000)
      expect(account(next), 'is connected again').toMatchObject({ status: 'connected', address: first })
      await expectWayBack(next, world)
      await expectClosed(next, world)
    })
  })

  describe('the user selects another account in a wallet that', () => {
    test.each(unasked)('$title', async (quirk) => {
      const world = createWorld()
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
    test.each(unasked)('$title', async (quirk) => {
      const world = createWorld()
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
    await expect(table.writeInto(readGuide())).toMatchFileSnapshot('../../docs/quirks.md')
  })
}
