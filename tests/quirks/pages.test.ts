/** What happens to pages, in the middle of everything that users do. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { nodeQuirks } from '../../mocks/quirks/nodeQuirks.ts'
import { account, expectClosed, expectWayBack, LONGEST, openConnected, tryFlow } from './checks.ts'
import { connect, flows } from './flows.ts'
import { createWorld, loadCode, openPage, type Page, pass, simulateTime, within, type EthereumWorld } from './page.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => void vi.useRealTimers())

interface Condition {
  title: string
  /** Happens before the page is opened. */
  before?(world: EthereumWorld): void
  /** Happens while the wallet shows the request. */
  during?(page: Page, world: EthereumWorld): void
}

const hours = (count: number) => count * 3_600_000
const refuseStorage =
  (...methods: readonly ('getItem' | 'setItem' | 'removeItem')[]) =>
  ({ storage }: EthereumWorld) => {
    for (const method of methods)
      storage[method] = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
  }
const down = nodeQuirks.filter(({ id }) => id === 'down')

const conditions: readonly Condition[] = [
  {
    title: 'sleeps for eight hours: the clock jumps, but timers do not run',
    during: () => void vi.setSystemTime(Date.now() + hours(8)),
  },
  {
    title: 'is frozen in the background for ten minutes',
    during(page) {
      page.hide()
      vi.setSystemTime(Date.now() + 600_000)
      page.show()
    },
  },
  {
    title: 'is in the background while the user is in the wallet',
    during(page) {
      page.hide()
      setTimeout(page.show, 5_000)
    },
  },
  {
    title: 'goes offline for half a minute',
    during(page, { node }) {
      node.use(...down)
      setTimeout(page.goOnline, 30_000)
    },
  },
  { title: 'cannot write to its storage', before: refuseStorage('setItem', 'removeItem') },
  { title: 'has no access to its storage', before: refuseStorage('getItem', 'setItem', 'removeItem') },
]

describe.each(flows)('$name, on a page that', (flow) => {
  test.each(conditions)('$title', async ({ before, during }) => {
    const world = createWorld()
    before?.(world)
    const page = flow.isConnected ? await openConnected(world) : openPage(world)
    setTimeout(() => during?.(page, world), flow.shownAfterMs ?? 300)
    const { outcome, problems } = await tryFlow(flow, page, world)
    expect(problems).toEqual([])
    // A payment and a swap wait for their confirmation, which a page without a node cannot read.
    const ends = flow.isConfirmed ? ['done', 'expired'] : ['done']
    expect(ends).toContain(outcome === 'pending' ? outcome : outcome.status)
    await expectWayBack(page, world)
    await expectClosed(page, world)
  })

  test('is closed while the wallet shows the request, and opened again', async () => {
    const world = createWorld()
    const page = flow.isConnected ? await openConnected(world) : openPage(world)
    setTimeout(() => page.latchkey.stop(), flow.shownAfterMs ?? 300)
    const running = flow.run(page)
    expect(await within(10_000, running)).toMatchObject({ status: 'cancelled' })
    const next = openPage(world)
    await pass(10_000)
    expect(account(next).status).toBe(flow.isConnected ? 'connected' : 'disconnected')
    await expectWayBack(next, world)
    await expectClosed(next, world)
  })

  test('is open in two tabs', async () => {
    const world = createWorld()
    const other = openPage(world)
    const page = flow.isConnected ? await openConnected(world) : openPage(world)
    const { outcome, problems } = await tryFlow(flow, page, world)
    expect(problems).toEqual([])
    expect(outcome).toMatchObject({ status: 'done' })
    expect(await within(LONGEST, connect.run(other))).toMatchObject({ status: 'done' })
    expect(account(other).address).toBe(account(page).address)
    await expectWayBack(other, world)
    other.latchkey.stop()
    await expectWayBack(page, world)
    await expectClosed(page, world)
  })
})
