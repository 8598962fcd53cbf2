import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { fakePairing } from '../support/pairing.ts'
import { app, catalogueOf, instance, madeUp, overflowing, styled, violations } from './support.tsx'

const rainbow = { id: 'rainbow', name: 'Rainbow', mobileLink: 'rainbow://' }

async function show(mobile = false, theme: 'light' | 'dark' = 'light') {
  const pairing = fakePairing()
  const latchkey = instance(
    fakeWallet(),
    {
      theme,
      enableWalletConnect: true,
      customWallets: [rainbow],
      ports: {
        pairing: pairing.port,
        page: { read: () => ({ url: 'https://site.example/', origin: 'https://site.example', mobile }) },
      },
    },
    catalogueOf(madeUp(4)),
  )
  const screen = await render(app(latchkey))
  return { ...pairing, latchkey, screen }
}

test('a code is shown with the chosen wallet’s name, and a new one when it is asked for', async () => {
  const { screen, offers } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await expect.element(screen.getByText('Scan this code with Rainbow')).toBeVisible()
  const code = screen.getByRole('img', { name: 'A code to scan with your wallet' })
  await expect.element(code).toBeVisible()
  const before = code.element().innerHTML
  await screen.getByRole('button', { name: 'New code' }).click()
  await vi.waitFor(() => expect(offers).toHaveLength(2))
  await vi.waitFor(() => expect(code.element().innerHTML).not.toBe(before))
  await screen.getByRole('button', { name: 'Get', exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get Rainbow' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(code).toBeVisible()
  expect(offers[1]?.signal.aborted).toBe(false)
})

test('without a chosen wallet any will do', async () => {
  const { screen } = await show()
  await screen.getByRole('button', { name: /WalletConnect/ }).click()
  await expect.element(screen.getByText('Scan this code with your wallet')).toBeVisible()
  expect(document.querySelector('[data-part="qr-picture"]')).toBeNull()
})

test('on a phone the chosen wallet’s app is opened by a plain link that is there before the tap', async () => {
  const { screen } = await show(true)
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  const link = screen.getByRole('link', { name: 'Open in Rainbow' })
  await expect.element(link).toHaveAttribute('href', 'rainbow://wc?uri=wc%3Aoffer-1')
})

test('a refusal is told, and the way to try again leads to a new code', async () => {
  const { screen, offers } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await vi.waitFor(() => expect(offers).toHaveLength(1))
  offers[0]?.refuse({ code: 5000, message: 'User rejected.' })
  await expect.element(screen.getByText('Rainbow is not connected')).toBeVisible()
  await expect.element(screen.getByText('Connection declined').first()).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('img', { name: 'A code to scan with your wallet' })).toBeVisible()
  expect(offers).toHaveLength(2)
})

test.each(['light', 'dark'] as const)(
  'axe finds nothing to object to, %s, and nothing overflows at 320 px',
  async (theme) => {
    await page.viewport(320, 720)
    const { screen } = await show(false, theme)
    await screen.getByRole('button', { name: /Rainbow/ }).click()
    await expect.element(screen.getByRole('img', { name: 'A code to scan with your wallet' })).toBeVisible()
    expect(await violations()).toEqual([])
    expect(await overflowing()).toEqual([])
    expect(styled()).toEqual([])
    await page.viewport(1280, 900)
  },
)
