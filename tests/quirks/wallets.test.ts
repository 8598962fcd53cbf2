/**
 * Every quirk of real wallets against everything that users do. The checks know nothing of the quirk: what the app reports agrees with
 * what the wallet did, nothing is forgotten or requested twice, and once the wallet behaves, everything works without a reload.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeAccounts } from '../../mocks/fakes/fakeWallet.ts'
import type { Quirk } from '../../mocks/quirks/quirk.ts'
import { walletQuirks } from '../../mocks/quirks/walletQuirks.ts'
import { account, expectClosed, expectWayBack, LONGEST, openConnected, tryFlow } from './checks.ts'
import { flows, receiver } from './flows.ts'
import { createTable } from './guide.ts'
import { createWorld, loadCode, openPage, pass, simulateTime, within } from './page.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => void vi.useRealTimers())

const table = createTable('ethereum', flows, walletQuirks)

describe.each(flows)('$name, with a wallet that', (flow) => {
  test.each(walletQuirks)('$title', async (quirk) => {
    const world = createWorld()
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
  test.each(walletQuirks)('$title', async (quirk) => {
    const world = createWorld()
    const first = await openConnected(world)
    first.latchkey.stop()
    const calls = world.wallet.calls.length
    world.wallet.use(quirk)
    const page = openPage(world)
    await pass(LONGEST)
    const requested = world.wallet.calls.slice(calls).map(({ method }) => method)
    expect(requested, 'no prompt without the user').not.toContain('eth_requestAccounts')
    world.wallet.use()
    page.revisit()
    await pass(10_000)
    expect(account(page), 'is connected again').toMatchObject({ status: 'connected', address: fakeAccounts[0] })
    await expectWayBack(page, world)
    await expectClosed(page, world)
  })
})

describe('the user selects another account in a wallet that', () => {
  test.each(walletQuirks)('$title', async (quirk) => {
    const world = createWorld()
    const page = await openConnected(world)
    world.wallet.use(quirk)
    world.inner.selectAccount(fakeAccounts[1])
    await pass(LONGEST)
    page.revisit()
    await expectWayBack(page, world)
    expect(account(page).address).toBe(fakeAccounts[1])
    await expectClosed(page, world)
  })
})

describe('disconnect, with a wallet that', () => {
  test.each(walletQuirks)('$title', async (quirk) => {
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

test('shows a wallet as not connected once a transaction finds it locked, without an event', async () => {
  const world = createWorld()
  const page = await openConnected(world)
  const locked: Quirk = {
    id: 'locked-silently',
    title: 'is locked without an event',
    source: '',
    start: () => ({ request: (call, next) => (call.method === 'eth_accounts' ? [] : next()) }),
  }
  world.wallet.use(locked)
  const sent = page.latchkey.sendTransaction({ to: receiver, value: 1n })
  expect(await within(LONGEST, sent)).toMatchObject({ status: 'failed', error: { code: 'account.undefined' } })
  await pass(1_000)
  expect(account(page).status).toBe('disconnected')
  page.latchkey.stop()
})

test('the guide shows what the app reports for each quirk', async ({ skip }) => {
  skip(!table.isComplete(), 'needs all tests of this file')
  await table.expectInGuide()
})
