/** Every quirk of real wallets on other devices, and of the relay between them and the app. */
import { expect, test } from 'vitest'
import { fakeAccounts } from '../../mocks/fakes/fakeWallet.ts'
import { walletConnectQuirks } from '../../mocks/quirks/walletConnectQuirks.ts'
import { account, expectClosed, expectWayBack, LONGEST, openConnected, tryFlow } from './checks.ts'
import { connect, sign, walletConnectFlows } from './flows.ts'
import { createWalletConnectWorld, openPage, pass, within } from './page.ts'
import { testWallets } from './suite.ts'

testWallets({
  name: 'walletConnect',
  quirks: walletConnectQuirks,
  flows: walletConnectFlows,
  createWorld: createWalletConnectWorld,
  accounts: fakeAccounts,
  early: ['namespace-per-chain', 'no-chains', 'few-methods', 'settles-twice'],
})

test('uses another network of the session once the user removes the active one in the wallet', async () => {
  const world = createWalletConnectWorld({ knowsBoth: true })
  const page = await openConnected(world)
  expect(page.latchkey.getNetwork()?.network?.id).toBe(1)
  world.inner.selectChains([10])
  await pass(10_000)
  expect(account(page)).toMatchObject({ status: 'connected', address: fakeAccounts[0] })
  expect(page.latchkey.getNetwork()?.network?.id).toBe(10)
  const { outcome, problems } = await tryFlow(sign, page, world)
  expect(outcome).toMatchObject({ status: 'done' })
  expect(problems).toEqual([])
  await expectWayBack(page, world)
  await expectClosed(page, world)
})

test('follows a wallet that approves a network after the app stopped waiting', async () => {
  const world = createWalletConnectWorld()
  const page = await openConnected(world)
  world.wallet.use(...walletConnectQuirks.filter(({ id }) => id === 'events-late'))
  expect(await within(LONGEST, page.latchkey.switchNetwork(10))).toMatchObject({
    status: 'expired',
    error: { code: 'session.chainNotApproved' },
  })
  expect(page.latchkey.getNetwork().network?.id).toBe(1)
  await pass(10_000)
  expect(page.latchkey.getNetwork().network?.id).toBe(10)
  await expectWayBack(page, world)
  await expectClosed(page, world)
})

test('is disconnected once the user removes all networks in the wallet', async () => {
  const world = createWalletConnectWorld()
  const page = await openConnected(world)
  world.inner.selectChains([])
  await pass(10_000)
  expect(account(page).status).toBe('disconnected')
  await expectWayBack(page, world)
  await expectClosed(page, world)
})

test.each([
  ['at once', false],
  ['after a reload', true],
])('a wallet that lost its sessions is connected again %s, if the user disconnects it', async (_, isReloaded) => {
  const world = createWalletConnectWorld()
  const first = await openConnected(world)
  world.inner.forget()
  if (isReloaded) first.latchkey.stop()
  const page = isReloaded ? openPage(world) : first
  await pass(60_000)
  expect(await within(LONGEST, sign.run(page))).toMatchObject({ status: 'expired' })
  expect(await within(LONGEST, page.latchkey.disconnect())).toMatchObject({ status: 'done' })
  expect(await within(LONGEST, connect.run(page))).toMatchObject({ status: 'done' })
  await expectWayBack(page, world)
  await expectClosed(page, world)
})
