/**
 * Every quirk of real nodes, and of servers, against what a page reads from nodes over HTTP: balances, fees and receipts. The
 * client's own code runs on the simulated clock; only `fetch` is simulated.
 */
import { formatEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { httpQuirks } from '../../mocks/quirks/httpQuirks.ts'
import { nodeQuirks } from '../../mocks/quirks/nodeQuirks.ts'
import { balanceStatusOf } from '../../sdk/account/balanceState.ts'
import { sendViewModel } from '../../machines/send/send.viewModel.ts'
import { balanceOf, sendOf } from '../support/features.ts'
import { createHttpWorld, loadCode, openPage, type Page, pass, simulateTime, within } from './page.ts'
import { connect, receiver } from './flows.ts'
import { createTable, errorCell, readGuide } from './guide.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime(['performance']))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const shown = ({ latchkey }: Page) => {
  const snapshot = balanceOf(latchkey).getSnapshot()
  return { status: balanceStatusOf(snapshot), ether: snapshot.context.tokens[0]?.quantity.numeric }
}

type World = ReturnType<typeof createHttpWorld>

/** The quirks of nodes, and those of servers in front of them. */
const quirks = [
  ...nodeQuirks.map((quirk) => ({ ...quirk, use: ({ node }: World) => node.use(quirk) })),
  ...httpQuirks.map((quirk) => ({ ...quirk, id: `http-${quirk.id}`, use: ({ server }: World) => server.use(quirk) })),
]
const table = createTable('nodes', 'A node that', ['balance', 'fee', 'transfer'], quirks)
const behave = ({ node, server }: World) => {
  node.use()
  server.use()
}

/** Nothing of a closed page is left. */
async function close({ latchkey }: Page, { server }: World) {
  latchkey.stop()
  await pass(60_000)
  const { length } = server.requests
  await pass(600_000)
  expect(server.requests.length, 'requests').toBe(length)
  expect(vi.getTimerCount(), 'timers').toBe(0)
}

/** Reads the balances, drafts a transfer of 1 ether, and sends a transaction. */
async function openWallet(world: World) {
  const page = openPage(world)
  expect(await within(60_000, connect.run(page))).toMatchObject({ status: 'done' })
  await within(60_000, page.latchkey.load('send'))
  void page.latchkey.open({ view: 'Account' })
  await pass(5_000)
  return page
}
async function draft(page: Page) {
  const [token] = balanceOf(page.latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  const send = sendOf(page.latchkey)
  send.send({ type: 'send.setToken', token })
  send.send({ type: 'send.setAmount', amount: '1' })
  send.send({ type: 'send.setReceiver', receiver })
  await pass(60_000)
  return send
}

describe('the balance, from a node that', () => {
  test.each(quirks)('$title', async (quirk) => {
    const world = createHttpWorld()
    quirk.use(world)
    const page = await openWallet(world)
    await pass(60_000)
    expect(world.server.requests.length).toBeGreaterThan(0)
    table.set('balance', quirk, shown(page).status === 'ready' ? '✓' : 'none')
    // A wrong balance is worse than none.
    expect([
      { status: 'ready', ether: '10' },
      { status: 'failed', ether: undefined },
      { status: 'loading', ether: undefined },
    ]).toContainEqual(shown(page))
    behave(world)
    page.revisit()
    await pass(120_000)
    expect(shown(page)).toEqual({ status: 'ready', ether: '10' })
    await close(page, world)
  })
})

describe('the fee of a transfer, from a node that', () => {
  test.each(quirks)('$title', async (quirk) => {
    const world = createHttpWorld()
    const page = await openWallet(world)
    quirk.use(world)
    const send = await draft(page)
    const { fee } = sendViewModel(send.getSnapshot())
    table.set('fee', quirk, fee ? '✓' : 'none')
    expect(Number(fee?.amount ?? 1)).toBeGreaterThan(quirk.id === 'gas-free' ? -1 : 0)
    behave(world)
    send.send({ type: 'send.setAmount', amount: '2' })
    await pass(60_000)
    expect(Number(sendViewModel(send.getSnapshot()).fee?.amount)).toBeGreaterThan(0)
    await close(page, world)
  })
})

describe('a transfer that is mined, on a node that', () => {
  test.each(quirks)('$title', async (quirk) => {
    const world = createHttpWorld()
    const page = await openWallet(world)
    const send = await draft(page)
    quirk.use(world)
    send.send({ type: 'send.submit' })
    await pass(240_000)
    const sent = world.ethereum.transactions.length
    const { progress, error } = send.getSnapshot().context
    const followed = progress === 'success' ? '✓' : progress
    table.set('transfer', quirk, sent === 0 && error ? errorCell(error) : followed)
    // Either nothing was sent and the user knows why, or it is followed and never reported as failed.
    expect(sent === 0 ? error : ['confirming', 'success', 'unconfirmed'].includes(progress)).toBeTruthy()
    behave(world)
    page.revisit()
    await pass(240_000)
    expect(world.ethereum.transactions.length, 'is not sent again').toBe(sent)
    const spent = BigInt(sent) * (10n ** 18n + 21_000n * 10n ** 9n)
    expect(shown(page).ether).toBe(formatEther(10n ** 19n - spent))
    await close(page, world)
  })
})

test('the guide shows what the app shows for each quirk', async ({ skip }) => {
  skip(!table.isComplete(), 'needs all tests of this file')
  await expect(table.writeInto(readGuide())).toMatchFileSnapshot('../../docs/quirks.md')
})
