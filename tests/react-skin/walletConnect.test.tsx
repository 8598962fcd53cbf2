import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SimulatedClock } from 'xstate'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import type { LatchkeyOptions, VisibilityPort } from '../../sdk/index.ts'
import { fakePairing } from '../support/pairing.ts'
import { app, catalogOf, instance, madeUp } from './support.tsx'

const rainbow = {
  id: 'rainbow',
  name: 'Rainbow',
  mobileLink: 'rainbow://',
  webappLink: 'https://rainbow.example',
  desktopLink: 'rainbow-desktop://',
  appStore: 'https://apple.example/rainbow',
  playStore: 'https://play.example/rainbow',
  homepage: 'https://rainbow.example/home',
}

interface Shown {
  mobile?: boolean
  theme?: 'light' | 'dark'
  options?: LatchkeyOptions
  propose?: () => Promise<never>
}

async function show({ mobile = false, theme = 'light', options = {}, propose }: Shown = {}) {
  const pairing = fakePairing({ ...(propose && { propose }) })
  const heard = new Set<Parameters<VisibilityPort['watch']>[0]>()
  const see = (type: 'page.shown' | 'page.hidden' | 'page.left') => heard.forEach((hear) => hear({ type }))
  const clock = new SimulatedClock()
  const copied: string[] = []
  const latchkey = instance(
    fakeWallet(),
    {
      theme,
      enableWalletConnect: true,
      customWallets: [rainbow],
      ...options,
      ports: {
        pairing: pairing.port,
        clock,
        clipboard: { write: async (text) => void copied.push(text) },
        visibility: {
          watch: (listener) => {
            heard.add(listener)
            return () => heard.delete(listener)
          },
        },
        page: {
          read: () => ({
            url: 'https://site.example/',
            origin: 'https://site.example',
            mobile,
            ...(mobile && { system: 'ios' as const }),
          }),
        },
      },
    },
    catalogOf(madeUp(4)),
  )
  const screen = await render(app(latchkey))
  return { ...pairing, latchkey, screen, see, clock, copied }
}

test('a code is shown with the selected wallet’s name, and renewed on request', async () => {
  const { screen, proposals } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await expect.element(screen.getByText('Scan this code with Rainbow')).toBeVisible()
  const code = screen.getByRole('img', { name: 'QR code to scan with your wallet' })
  await expect.element(code).toBeVisible()
  const before = code.element().innerHTML
  await screen.getByRole('button', { name: 'New code' }).click()
  await vi.waitFor(() => expect(proposals).toHaveLength(2))
  await vi.waitFor(() => expect(code.element().innerHTML).not.toBe(before))
  await screen.getByRole('button', { name: 'Get', exact: true }).click()
  await expect.element(screen.getByRole('heading', { name: 'Get Rainbow' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(code).toBeVisible()
  expect(proposals[1]?.signal.aborted).toBe(false)
})

test('a code without a selected wallet is for any wallet', async () => {
  const { screen } = await show()
  await screen.getByRole('button', { name: /WalletConnect/ }).click()
  await expect.element(screen.getByText('Scan this code with your wallet')).toBeVisible()
  expect(document.querySelector('[data-part="qr-picture"]')).toBeNull()
})

test('a code shows the selected wallet’s image in its middle, and its link can be copied [2.6]', async () => {
  const { screen, copied } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await expect.element(screen.getByRole('img', { name: 'QR code to scan with your wallet' })).toBeVisible()
  expect(document.querySelector('[data-part="qr-picture"]')?.textContent).toBe('R')
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(screen.getByText('Link copied')).toBeVisible()
  expect(copied).toEqual(['wc:uri-1'])
})

test('buttons that need a pairing are disabled until there is one', async () => {
  const { screen } = await show({ propose: never })
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await expect.element(screen.getByRole('img', { name: 'Preparing code…' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'New code' })).toBeDisabled()
  await screen.getByRole('tab', { name: 'Desktop' }).click()
  await expect.element(screen.getByRole('button', { name: 'Open in Rainbow' })).toBeDisabled()
})

test('the ways to a wallet are tabs, for the keyboard as well, and a single way has no tab [2.6]', async () => {
  const { screen, latchkey } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await expect.element(screen.getByRole('tab', { name: 'Mobile' })).toHaveAttribute('aria-selected', 'true')
  expect(
    screen
      .getByRole('tab')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Mobile', 'Web app', 'Desktop'])
  await screen.getByRole('tab', { name: 'Mobile' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'Web app' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'Desktop' })).toHaveAttribute('aria-selected', 'true')
  const link = screen.getByRole('link', { name: /^Open in Rainbow/ })
  await expect.element(link).toHaveAttribute('href', 'rainbow-desktop://wc?uri=wc%3Auri-1')
  await screen.getByRole('tab', { name: 'Web app' }).click()
  await expect.element(link).toHaveAttribute('href', 'https://rainbow.example/wc?uri=wc%3Auri-1')
  await expect.element(link).toHaveAttribute('target', '_blank')
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer')

  latchkey.dispatch({ type: 'view.back' })
  latchkey.dispatch({ type: 'wallets.choose', wallet: { id: 'one', name: 'One', chains: [], mobileLink: 'one://' } })
  await expect.element(screen.getByText('Scan this code with One')).toBeVisible()
  expect(screen.getByRole('tab').elements()).toEqual([])
})

test('the selected wallet’s app opens on a phone by a plain link, which is there before the tap [2.6]', async () => {
  const { screen } = await show({ mobile: true })
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  const link = screen.getByRole('link', { name: 'Open in Rainbow' })
  await expect.element(link).toHaveAttribute('href', 'rainbow://wc?uri=wc%3Auri-1')
  await expect.element(link).toHaveAttribute('target', '_self')
  expect(document.querySelector('[data-part="qr"]')).toBeNull()
})

/** Presses the link without leaving the test's page. */
async function pressLink(screen: Awaited<ReturnType<typeof show>>['screen']) {
  const link = screen.getByRole('link', { name: 'Open in Rainbow' })
  await expect.element(link).toBeVisible()
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await link.click()
}

test('an app that opened is awaited, and one that did not shows its store and a code [2.6]', async () => {
  const { screen, see, clock, latchkey } = await show({ mobile: true })
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await pressLink(screen)
  see('page.hidden')
  await expect.element(screen.getByText('Accept the connection request in the wallet')).toBeVisible()
  await pressLink(screen)
  await vi.waitFor(() => expect(latchkey.find('walletConnect')?.getSnapshot().hasTag('opening')).toBe(true))
  clock.increment(3_000)
  await expect.element(screen.getByText(/^Rainbow did not open\?/)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /iOS app/ })).toHaveAttribute('href', rainbow.appStore)
  expect(screen.getByRole('link', { name: /Android app/ }).elements()).toEqual([])
  await expect.element(screen.getByRole('img', { name: 'QR code to scan with your wallet' })).toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: 'Open in Rainbow' })).toBeVisible()
})

test('the last seconds of a code are shown without being announced, and then it is renewed', async () => {
  const { screen, clock, proposals } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  const code = screen.getByRole('img', { name: 'QR code to scan with your wallet' })
  await expect.element(code).toBeVisible()
  expect(screen.getByRole('timer').elements()).toEqual([])
  clock.increment(180_000)
  await expect.element(screen.getByText('New code in 60 s')).toBeVisible()
  expect(screen.getByRole('timer').element().closest('[aria-live], [role="status"], [role="alert"]')).toBeNull()
  clock.increment(1_000)
  await expect.element(screen.getByText('New code in 59 s')).toBeVisible()
  clock.increment(59_000)
  await vi.waitFor(() => expect(proposals).toHaveLength(2))
  expect(screen.getByRole('timer').elements()).toEqual([])
})

test('a refusal is shown, and a retry leads to a new code', async () => {
  const { screen, proposals } = await show()
  await screen.getByRole('button', { name: /Rainbow/ }).click()
  await vi.waitFor(() => expect(proposals).toHaveLength(1))
  proposals[0]?.refuse({ code: 5000, message: 'User rejected.' })
  await expect.element(screen.getByText('Rainbow is not connected')).toBeVisible()
  await expect.element(screen.getByText('Connection declined').first()).toBeVisible()
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('img', { name: 'QR code to scan with your wallet' })).toBeVisible()
  expect(proposals).toHaveLength(2)
})

test('the list of all wallets leads on a phone to a code for another device, and back', async () => {
  const { screen, proposals } = await show({ mobile: true })
  await screen.getByRole('button', { name: /All wallets/ }).click()
  await screen.getByRole('button', { name: 'Show a QR code for another device' }).click()
  await expect.element(screen.getByRole('img', { name: 'QR code to scan with your wallet' })).toBeVisible()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByRole('button', { name: 'Show a QR code for another device' })).toBeVisible()
  expect(proposals[0]?.signal.aborted).toBe(true)
})

test('with manual control, the QR code is shown once the app creates it, with all wallets beneath [2.5] [2.4]', async () => {
  const { screen, latchkey, proposals } = await show({ options: { manualWCControl: true } })
  await expect.element(screen.getByRole('heading', { name: 'WalletConnect' })).toBeInTheDocument()
  await expect.element(screen.getByText('No code yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Back' }).elements()).toEqual([])
  expect(proposals).toEqual([])

  const outcome = latchkey.connect({ connectorId: 'walletConnect' })
  await expect.element(screen.getByRole('img', { name: 'QR code to scan with your wallet' })).toBeVisible()
  await screen.getByRole('button', { name: /All wallets/ }).click()
  await screen.getByRole('button', { name: 'Wallet 3' }).click()
  await expect.element(screen.getByText('Scan this code with Wallet 3')).toBeVisible()
  expect(proposals).toHaveLength(1)
  await screen.getByRole('button', { name: 'Back' }).click()
  await screen.getByRole('button', { name: 'Back' }).click()
  await expect.element(screen.getByText('Scan this code with your wallet')).toBeVisible()
  proposals[0]?.refuse({ code: 5000, message: 'User rejected.' })
  await expect.element(screen.getByText('WalletConnect is not connected')).toBeVisible()
  expect(await outcome).toMatchObject({ status: 'declined' })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await vi.waitFor(() => expect(proposals).toHaveLength(2))
})
