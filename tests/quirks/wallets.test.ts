/** Every quirk of real EIP-1193 wallets. */
import { expect, test } from 'vitest'
import { fakeAccounts } from '../../mocks/fakes/fakeWallet.ts'
import type { Quirk } from '../../mocks/quirks/quirk.ts'
import { walletQuirks } from '../../mocks/quirks/walletQuirks.ts'
import { account, LONGEST, openConnected } from './checks.ts'
import { flows, receiver } from './flows.ts'
import { createWorld, pass, within } from './page.ts'
import { testWallets } from './suite.ts'

testWallets({ name: 'ethereum', quirks: walletQuirks, flows, createWorld, accounts: fakeAccounts })

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
