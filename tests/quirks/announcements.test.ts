/** Wallets that announce themselves in unusual ways: connect, reload, and another wallet with the same name. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeAccounts } from '../../mocks/fakes/fakeWallet.ts'
import { announce, announcementQuirks, type WalletPage } from '../../mocks/quirks/announcementQuirks.ts'
import { simulatedWallet } from '../../mocks/quirks/simulatedWallet.ts'
import { account, expectClosed } from './checks.ts'
import { connect, sign } from './flows.ts'
import { createWorld, loadCode, openPage, pass, simulateTime, within, type World } from './page.ts'

beforeAll(loadCode)
beforeEach(() => void simulateTime())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const info = { uuid: 'one', name: 'Wallet', icon: 'data:image/png;base64,AA==', rdns: 'dev.wallet' }
const announced = { connectors: [], connectorId: 'eip6963:dev.wallet' }
const injected = { connectors: [], connectorId: 'injected' }

/** Opens a page on which the wallets announce themselves. */
function visit(world: World, how: typeof announced, announceAll: (page: WalletPage) => void) {
  const page: WalletPage = new EventTarget()
  vi.stubGlobal('window', page)
  announceAll(page)
  return openPage(world, how)
}

describe('a wallet that', () => {
  test.each(announcementQuirks)('$title connects, and is connected after a reload', async ({ id, announce: start }) => {
    const world = createWorld()
    const how = id.startsWith('injected') ? injected : announced
    const announceAll = (page: WalletPage) => start(page, { info, provider: world.wallet })
    const first = visit(world, how, announceAll)
    await pass(15_000)
    expect(await within(60_000, connect.run(first))).toMatchObject({ status: 'done' })
    first.latchkey.stop()
    const second = visit(world, how, announceAll)
    await pass(90_000)
    expect(account(second)).toMatchObject({ status: 'connected', address: fakeAccounts[0] })
    expect(await within(60_000, sign.run(second))).toMatchObject({ status: 'done' })
    expect(world.inner.deeds.filter(({ type }) => type === 'granted')).toHaveLength(1)
    await expectClosed(second, world)
  })
})

test('another wallet that claims the same name and announces itself first is not connected on the next visit', async () => {
  const world = createWorld()
  const first = visit(world, announced, (page) => announce(page, { info, provider: world.wallet }))
  await pass(1_000)
  expect(await within(60_000, connect.run(first))).toMatchObject({ status: 'done' })
  first.latchkey.stop()
  const impostor = simulatedWallet()
  const second = visit(world, announced, (page) => {
    announce(page, { info: { ...info, uuid: 'two' }, provider: impostor })
    announce(page, { info, provider: world.wallet })
  })
  await pass(90_000)
  expect(account(second).status).not.toBe('connected')
  expect(impostor.deeds).toEqual([])
  second.latchkey.stop()
})
