/** Every quirk of real nodes against what a page reads from them: balances, fees and receipts. */
import { formatEther } from 'viem'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { nodeQuirks } from '../../mocks/quirks/nodeQuirks.ts'
import { balanceStatusOf } from '../../sdk/account/balanceState.ts'
import { sendViewModel } from '../../machines/send/send.viewModel.ts'
import { balanceOf, sendOf } from '../support/features.ts'
import { createWorld, loadCode, openPage, type Page, pass, simulateTime, within, type EthereumWorld } from './page.ts'
import { connect, receiver } from './flows.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => void vi.useRealTimers())

const shown = ({ latchkey }: Page) => {
  const snapshot = balanceOf(latchkey).getSnapshot()
  return { status: balanceStatusOf(snapshot), ether: snapshot.context.tokens[0]?.quantity.numeric }
}

/** Reads the balances, drafts a transfer of 1 ether, and sends a transaction. */
async function openWallet(world: EthereumWorld) {
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
  test.each(nodeQuirks)('$title', async (quirk) => {
    const world = createWorld()
    world.node.use(quirk)
    const page = await openWallet(world)
    await pass(60_000)
    // A wrong balance is worse than none.
    expect([
      { status: 'ready', ether: '10' },
      { status: 'failed', ether: undefined },
      { status: 'loading', ether: undefined },
    ]).toContainEqual(shown(page))
    world.node.use()
    page.revisit()
    await pass(120_000)
    expect(shown(page)).toEqual({ status: 'ready', ether: '10' })
    page.latchkey.stop()
  })
})

describe('the fee of a transfer, from a node that', () => {
  test.each(nodeQuirks)('$title', async (quirk) => {
    const world = createWorld()
    const page = await openWallet(world)
    world.node.use(quirk)
    const send = await draft(page)
    const { fee } = sendViewModel(send.getSnapshot())
    expect(Number(fee?.amount ?? 1)).toBeGreaterThan(quirk.id === 'gas-free' ? -1 : 0)
    world.node.use()
    send.send({ type: 'send.setAmount', amount: '2' })
    await pass(60_000)
    expect(Number(sendViewModel(send.getSnapshot()).fee?.amount)).toBeGreaterThan(0)
    page.latchkey.stop()
  })
})

describe('a transfer that is mined, on a node that', () => {
  test.each(nodeQuirks)('$title', async (quirk) => {
    const world = createWorld()
    const page = await openWallet(world)
    const send = await draft(page)
    world.node.use(quirk)
    send.send({ type: 'send.submit' })
    await pass(240_000)
    const sent = world.ethereum.transactions.length
    const { progress, error } = send.getSnapshot().context
    // Either nothing was sent and the user knows why, or it is followed and never reported as failed.
    expect(sent === 0 ? error : ['confirming', 'success', 'unconfirmed'].includes(progress)).toBeTruthy()
    world.node.use()
    page.revisit()
    await pass(240_000)
    expect(world.ethereum.transactions.length, 'is not sent again').toBe(sent)
    const spent = BigInt(sent) * (10n ** 18n + 21_000n * 10n ** 9n)
    expect(shown(page).ether).toBe(formatEther(10n ** 19n - spent))
    page.latchkey.stop()
  })
})
