import { afterEach, beforeAll, beforeEach, test, vi } from 'vitest'
import { connect } from './flows.ts'
import { createWalletConnectWorld, loadCode, openPage, simulateTime, within } from './page.ts'
beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => void vi.useRealTimers())
test('x', async () => {
  const world = createWalletConnectWorld()
  const page = openPage(world)
  const outcome = await within(60_000, connect.run(page))
  console.log(outcome, world.wallet.calls, world.inner.deeds)
})
