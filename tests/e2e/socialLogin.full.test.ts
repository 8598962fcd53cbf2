/** Signing in to the embedded wallet by a provider, in Chromium, by a page of another site that speaks the protocol by hand. */
import type { Page } from 'playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailed, openShop, sandbox, serveShops, signIn, type Shop } from './shop.ts'
import { seen } from './support.ts'

let origin: string
let shops: Awaited<ReturnType<typeof serveShops>>
let shop: string
beforeAll(async () => {
  const { chains, secureSite } = await sandbox()
  origin = secureSite.origin
  const query = `projectId=test&chainId=${chains[0]?.chainId}&version=4&enableLogger=false`
  shops = await serveShops(`${origin}/sdk?${query}`)
  shop = `http://shop.localhost:${shops.port}`
})
afterAll(() => shops.stop())

type Opener = Window & { popup?: Window | null }

/** Opens the window as the press of a button does, and sends it to the provider. */
async function openProvider({ page, ask }: Shop, provider: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.evaluate((url) => {
    ;(window as Opener).popup = window.open(url, '', 'popup,width=600,height=800')
  }, `${origin}/loading`)
  const popup = await opened
  await seen(popup.getByRole('heading', { name: 'Loading…' })).toBeVisible()
  const { uri } = (await ask('GET_SOCIAL_REDIRECT_URI', { provider })) as { uri: string }
  await page.evaluate((uri) => {
    const { popup } = window as Opener
    if (popup) popup.location = uri
  }, uri)
  return popup
}

/** Presses a button of the provider's page, and waits until the window has told its result and closed itself. */
async function press(page: Shop, popup: Page, name: string): Promise<string> {
  const results = async () =>
    (await page.heard()).flatMap(({ origin, data }) =>
      'resultUri' in data && typeof data.resultUri === 'string' ? [{ origin, uri: data.resultUri }] : [],
    )
  const before = (await results()).length
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name }).click()
  await closed
  await expect.poll(async () => (await results()).length).toBe(before + 1)
  const last = (await results()).at(-1)
  expect(last?.origin).toBe(origin)
  return last?.uri ?? ''
}

test.each([
  ['google', 'Google'],
  ['github', 'GitHub'],
  ['apple', 'Apple'],
] as const)('a visitor of %s has a wallet, the same one as by e-mail [1.2] [7.40] [7.41]', async (provider, title) => {
  const email = `${provider}.visitor@example.com`
  const page = await openShop(shop)
  await page.ready()
  const popup = await openProvider(page, provider)
  await seen(popup.getByRole('heading', { name: `Sign in with ${title}` })).toBeVisible()
  await popup.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  const uri = await press(page, popup, 'Continue with this address')
  const user = (await page.ask('CONNECT_SOCIAL', { uri })) as { address: string }
  const { address } = user
  const told = {
    email,
    userName: `${provider}.visitor`,
    address,
    chainId: 31337,
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
  }
  expect(user).toMatchObject(told)
  expect(await page.ask('GET_USER', { socialUri: uri })).toEqual(user)
  expect((await page.heard()).map(({ data }) => data.type)).toContain('@w3m-frame/SESSION_UPDATE')
  expect(await page.ask('IS_CONNECTED')).toEqual({ isConnected: true })
  await page.ask('SIGN_OUT')
  expect(await page.refused('GET_USER')).toBe('You are not signed in.')

  const elsewhere = await openShop(`http://localhost:${shops.port}`)
  await elsewhere.ready()
  expect(await elsewhere.refused('CONNECT_SOCIAL', { uri })).toBe(
    'This login is not known, or was used already. Please begin again.',
  )
  await signIn(elsewhere, email)
  expect(await elsewhere.ask('GET_USER')).toMatchObject({ email, address })
  expect(await mailed(email, 'code')).toMatch(/^\d{6}$/)
  expect(page.faults).toEqual([])
})

test('who declines is not signed in, and may try again; who closes the window has told nothing', async () => {
  const page = await openShop(shop)
  await page.ready()
  const declined = await press(page, await openProvider(page, 'discord'), 'Decline')
  expect(await page.refused('CONNECT_SOCIAL', { uri: declined })).toBe('The login with Discord was declined.')
  const closed = await openProvider(page, 'discord')
  await seen(closed.getByRole('button', { name: 'Decline' })).toBeVisible()
  const heard = (await page.heard()).length
  await closed.close()
  await expect.poll(() => page.page.evaluate(() => (window as Opener).popup?.closed)).toBe(true)
  expect(await page.heard()).toHaveLength(heard)
  expect(await page.ask('IS_CONNECTED')).toEqual({ isConnected: false })
  const uri = await press(page, await openProvider(page, 'discord'), 'Continue as Bob')
  expect(await page.ask('CONNECT_SOCIAL', { uri })).toMatchObject({ email: 'bob@example.com', userName: 'Bob' })
  expect(page.faults).toEqual([])
})

test('a result is of no use on another device, and is told to no other window', async () => {
  const page = await openShop(shop)
  await page.ready()
  const uri = await press(page, await openProvider(page, 'x'), 'Continue as Ann')
  const stranger = await openShop(shop)
  await stranger.ready()
  expect(await stranger.refused('CONNECT_SOCIAL', { uri })).toBe(
    'This login was begun on another device. Please begin again.',
  )
  await page.ask('CONNECT_SOCIAL', { uri })

  // A stranger's page that opens the provider for somebody hears nothing.
  const { uri: theirs } = (await page.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })) as { uri: string }
  const trap = await openShop(`http://stranger.localhost:${shops.port}/blank`)
  const opened = trap.page.waitForEvent('popup')
  await trap.page.evaluate((uri) => {
    const site = window as unknown as { heard: unknown[] }
    site.heard = []
    window.addEventListener('message', ({ data }) => site.heard.push(data))
    window.open(uri)
  }, theirs)
  const popup = await opened
  const gone = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue as Bob' }).click()
  await gone
  expect(await trap.page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])

  // Where no page has opened it, it stays, and says what to do.
  const { uri: alone } = (await page.ask('GET_SOCIAL_REDIRECT_URI', { provider: 'x' })) as { uri: string }
  const tab = await page.context.newPage()
  await tab.goto(alone)
  await tab.getByRole('button', { name: 'Continue as Bob' }).click()
  await seen(tab.getByText('Close it, and begin again there.')).toBeVisible()
})

test('who confirms in Farcaster has a wallet; who asks again waits for the same, until another attempt begins [7.46]', async () => {
  const page = await openShop(shop)
  const { ask, refused, context } = page
  await page.ready()
  expect(await refused('CONNECT_FARCASTER')).toBe('Nobody was asked in Farcaster. Please begin again.')
  const begin = async () => ((await ask('GET_FARCASTER_URI')) as { url: string }).url
  const abandoned = await begin()
  const ended = refused('CONNECT_FARCASTER')
  const url = await begin()
  expect(url).not.toBe(abandoned)
  const waiting = [ask('CONNECT_FARCASTER'), ask('CONNECT_FARCASTER')]
  expect(await ended).toBe('This attempt to sign in is over.')
  const app = await context.newPage()
  await app.goto(url)
  await seen(app.getByText(new URL(origin).host)).toBeVisible()
  await app.getByRole('button', { name: 'Confirm as @ann' }).click()
  await seen(app.getByRole('heading', { name: 'You have signed in' })).toBeVisible()
  for (const answer of waiting) expect(await answer).toEqual({ userName: 'ann' })
  expect(await ask('CONNECT_FARCASTER')).toEqual({ userName: 'ann' })
  const user = await ask('GET_USER')
  expect(user).toMatchObject({ userName: 'ann', address: expect.stringMatching(/^0x[\da-fA-F]{40}$/) as string })
  expect(user).not.toHaveProperty('email')
  await ask('SIGN_OUT')
  expect(await refused('CONNECT_FARCASTER')).toBe('You are not signed in.')

  const elsewhere = await openShop(`http://localhost:${shops.port}`)
  await elsewhere.ready()
  const { url: again } = (await elsewhere.ask('GET_FARCASTER_URI')) as { url: string }
  await app.goto(again)
  await app.getByRole('button', { name: 'Confirm as @ann' }).click()
  await seen(app.getByRole('heading', { name: 'You have signed in' })).toBeVisible()
  expect(await elsewhere.ask('CONNECT_FARCASTER')).toEqual({ userName: 'ann' })
  expect(await elsewhere.ask('GET_USER')).toEqual(user)
  expect(page.faults).toEqual([])
})
