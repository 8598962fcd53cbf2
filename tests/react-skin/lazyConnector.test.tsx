/** A wallet whose SDK loads when the user selects it. */
import { StrictMode } from 'react'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { fakeWallet, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { app, instance } from './support.tsx'

const connector = { id: 'lazy', name: 'Lazy Wallet', type: 'EXTERNAL', chain: 'eip155' } as const

test('the view says that the wallet loads, shows that it could not be loaded, and connects after Try again', async () => {
  const wallet = fakeWallet()
  let fail: (error: Error) => void = () => {}
  const provider = vi
    .fn<() => Promise<FakeWallet>>()
    .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
    .mockResolvedValue(wallet)
  const latchkey = instance(undefined, { connectors: [{ connector, provider }] })
  const screen = await render(<StrictMode>{app(latchkey)}</StrictMode>)
  await screen.getByRole('button', { name: 'Lazy Wallet' }).click()
  await expect.element(screen.getByText('Loading Lazy Wallet…')).toBeVisible()
  expect(screen.getByText('Accept the connection request in the wallet').query()).toBeNull()
  fail(new TypeError('Failed to fetch dynamically imported module'))
  await expect
    .element(screen.getByText('Lazy Wallet could not be loaded. Try again, or reload the page.'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Connected with Lazy Wallet')).toBeVisible()
  expect(provider).toHaveBeenCalledTimes(2)
  expect(wallet.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})
