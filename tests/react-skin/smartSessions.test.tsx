/** Permissions that were granted in advance, as the user sees and revokes them. */
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi, type FakeAnswers } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import type { CallOutput, LatchkeyOptions } from '../../sdk/index.ts'
import { app, declined, emptyAnswers, instance } from './support.tsx'

const permission = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x2386f26fc10000', start: 1_790_000_000, period: 172_800 },
}
const session = (pci: string, name: string | null, more: object = {}) => ({
  pci,
  project: name === null ? null : { id: pci, name, url: 'https://shop.example' },
  expiry: 4_000_000_000,
  createdAt: 1_790_000_000,
  permissions: [permission],
  ...more,
})
const pcis: CallOutput<'smartSessions'>['pcis'] = [
  session('pci-1', 'Orchard'),
  session('pci-2', null, { createdAt: 1, expiry: 1e300 }),
  session('pci-3', 'Marigold', { expiry: 1 }),
  session('pci-4', 'Quillwork', { revokedAt: 2 }),
]

async function visit(answers: FakeAnswers = {}, options: LatchkeyOptions = {}, wallet = fakeWallet()) {
  const api = fakeApi({
    ...emptyAnswers,
    balance: { balances: [] },
    smartSessions: { pcis },
    revokeSmartSession: { success: true },
    ...answers,
  })
  const latchkey = instance(wallet, { features: { smartSessions: true }, ...options }, api)
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'modal.open', view: 'Account' })
  return { latchkey, screen, wallet, api }
}
const sessionsIn = () =>
  [...document.querySelectorAll('[data-part="panel"] [data-part="row-name"]')].map(({ textContent }) => textContent)

test('the clock next to the account leads to the list, whose tabs are active, expired and revoked [1.9]', async () => {
  const { screen } = await visit()
  await screen.getByRole('button', { name: 'Smart sessions' }).click()
  await expect.element(screen.getByRole('heading', { name: /Smart sessions.*Beta/ })).toBeVisible()
  await vi.waitFor(() => expect(sessionsIn()).toEqual(['Orchard', 'Unknown app']))
  screen.getByRole('tab', { name: 'Active' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await vi.waitFor(() => expect(sessionsIn()).toEqual(['Marigold']))
  await userEvent.keyboard('{ArrowRight}')
  await vi.waitFor(() => expect(sessionsIn()).toEqual(['Quillwork']))
  await screen.getByRole('button', { name: /Quillwork/ }).click()
  expect(screen.getByRole('button', { name: 'Revoke' }).query()).toBeNull()
})

test('a session shows what it allows and until when, and is revoked on request [1.9]', async () => {
  const { screen, wallet, api } = await visit({}, {}, fakeWallet({ wallet_revokePermissions: '0x51' }))
  await screen.getByRole('button', { name: 'Smart sessions' }).click()
  const row = screen.getByRole('button', { name: /Orchard/ })
  await expect.element(row).toHaveAttribute('aria-expanded', 'false')
  expect(row.element().textContent).toContain('2096')
  await row.click()
  const details = screen.getByRole('region', { name: 'What Orchard can do' })
  for (const text of ['https://shop.example', 'Spend up to a limit', '0.01 ETH', '2 days'])
    await expect.element(details.getByText(text)).toBeVisible()
  await details.getByRole('button', { name: 'Revoke' }).click()
  await vi.waitFor(() => expect(api.calls.map(({ name }) => name)).toContain('revokeSmartSession'))
  expect(wallet.calls.filter(({ method }) => method === 'wallet_revokePermissions')).toMatchObject([
    { params: [{ pci: 'pci-1', expiry: 4_000_000_000, permissions: [permission] }] },
  ])
})

test('a revocation that the user declines says so, and can be requested again', async () => {
  const { screen } = await visit({}, {}, fakeWallet({ wallet_revokePermissions: declined }))
  await screen.getByRole('button', { name: 'Smart sessions' }).click()
  await screen.getByRole('button', { name: /Orchard/ }).click()
  await screen.getByRole('button', { name: 'Revoke' }).click()
  await expect
    .element(
      screen
        .getByText('Request declined')
        .or(screen.getByText(/declined/i))
        .first(),
    )
    .toBeVisible()
})

test('a list that fails to load is loaded again on request', async () => {
  const { screen, api } = await visit({
    smartSessions: () => {
      throw new Error('no')
    },
  })
  await screen.getByRole('button', { name: 'Smart sessions' }).click()
  await expect.element(screen.getByText(/Error fetching smart sessions/)).toBeVisible()
  api.answers.smartSessions = { pcis: [] }
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('No active sessions')).toBeVisible()
})

test('the clock is absent unless the app turns sessions on', async () => {
  const { screen } = await visit({}, { features: {} })
  await expect.element(screen.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Smart sessions' }).query()).toBeNull()
})
