/** Several quirks at once, in random combinations. */
import { assert, asyncProperty, constantFrom, uniqueArray } from 'fast-check'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { walletQuirks } from '../../mocks/quirks/walletQuirks.ts'
import { bound, runs } from '../support/full.ts'
import { expectClosed, expectWayBack, openConnected, tryFlow } from './checks.ts'
import { flows } from './flows.ts'
import { createWorld, loadCode, openPage, simulateTime } from './page.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => void vi.useRealTimers())

const flowNames = flows.map(({ name }) => name)
const quirkIds = walletQuirks.map(({ id }) => id)

test(
  'a wallet with several quirks is reported truthfully, and works again once it behaves',
  async () => {
    await assert(
      asyncProperty(
        constantFrom(...flowNames),
        uniqueArray(constantFrom(...quirkIds), { minLength: 2, maxLength: 4 }),
        async (name, ids) => {
          const flow = flows.find((one) => one.name === name)
          if (!flow) throw new Error(`no flow ${name}`)
          const world = createWorld()
          const page = flow.isConnected ? await openConnected(world) : openPage(world)
          world.wallet.use(...walletQuirks.filter(({ id }) => ids.includes(id)))
          const { problems } = await tryFlow(flow, page, world)
          expect(problems).toEqual([])
          await expectWayBack(page, world)
          await expectClosed(page, world)
        },
      ),
      runs(20, 800),
    )
  },
  bound(60_000),
)
