/** The checks of the quirks. They know nothing of a quirk. */
import { expect, vi } from 'vitest'
import { checkReport, type Report } from '../../mocks/quirks/checkReport.ts'
import type { Outcome } from '../../sdk/index.ts'
import { connect, sign, type Flow } from './flows.ts'
import { openPage, pass, passMinutes, within, type Page, type World } from './page.ts'

/** Longer than any timeout of a request to a wallet. */
export const LONGEST = 600_000

export const account = ({ latchkey, namespace }: Page) => latchkey.getAccount(namespace)

export async function openConnected(world: World): Promise<Page> {
  const page = openPage(world)
  expect(await within(60_000, connect.run(page))).toMatchObject({ status: 'done' })
  return page
}

const reported = (outcome: Outcome<unknown> | 'pending'): Report['reported'] => {
  if (outcome === 'pending') return 'pending'
  return outcome.status === 'expired' ? 'unconfirmed' : outcome.status
}

/** Runs a flow, and compares its outcome with what the wallet did until long after it. */
export async function tryFlow({ run, asks, limitMs = LONGEST }: Flow, page: Page, { inner, wallet }: World) {
  const before = { deeds: inner.deeds.length, calls: wallet.calls.length, answered: wallet.answered.length }
  const outcome = await within(limitMs, run(page))
  await passMinutes(20)
  const problems = checkReport({
    reported: reported(outcome),
    asks,
    deeds: inner.deeds.slice(before.deeds),
    calls: wallet.calls.slice(before.calls),
    answered: wallet.answered.slice(before.answered),
  })
  return { outcome, problems }
}

/** The wallet behaves again. The user comes back to the page, connects if necessary, and signs. */
export async function expectWayBack(page: Page, world: World) {
  world.wallet.use()
  page.revisit()
  await pass(10_000)
  if (account(page).status !== 'connected')
    expect(await within(LONGEST, connect.run(page)), 'connects again').toMatchObject({ status: 'done' })
  expect(account(page).address, 'shows the account of the wallet').toBe(world.inner.accounts()[0])
  expect(await within(LONGEST, sign.run(page)), 'signs').toMatchObject({ status: 'done' })
}

/** Nothing of a closed page is left. */
export async function expectClosed({ latchkey }: Page, { wallet }: World) {
  latchkey.stop()
  await passMinutes(20)
  expect(wallet.listenerCount(), 'listeners').toBe(0)
  expect(vi.getTimerCount(), 'timers').toBe(0)
}
