/** The embedded wallet in Chromium with a hostile or broken secure site, with foreign windows, and with blocked storage. */
import { hkdfSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { chromium, type Browser, type Page } from 'playwright/test'
import { numberToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findChromium, launchArgs } from '../support/chromium.ts'
import { openWithSite, serveHostile } from './hostileSite.ts'
import { mailed, openLink } from './shop.ts'
import { launch, seen } from './support.ts'
import { begun } from './visitor.ts'

const right = { status: 'done', value: { chainId: 31337 } }

describe('a secure site that is hostile or broken', () => {
  let hostile: Awaited<ReturnType<typeof serveHostile>>
  beforeAll(async () => {
    hostile = await serveHostile()
  })
  afterAll(() => hostile.stop())

  test('is named in the card and in an alert when it cannot be reached [8.19] [8.27]', async () => {
    const site = await openWithSite('http://wallet.localhost:9', '&frame-patience=2000')
    await site.card.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
    await site.card.getByRole('button', { name: 'Continue with email' }).click()
    await seen(
      site.card.getByText('The embedded wallet could not be loaded. Check your connection and try again.'),
    ).toBeVisible()
    await expect.poll(site.alerts).toEqual(['alert.iframeLoadFailed'])
    expect(await site.stateOf('email')).toMatchObject({ value: 'idle', code: 'embedded.loadFailed' })
    expect(site.faults).toEqual([])
    await site.context.close()
  })

  test('is replaced for the next message when its document navigates, crashes or redirects [8.20]', async () => {
    const asked = (then: string) => `ready()\nbehave('GET_CHAIN_ID', ${JSON.stringify(then)})`
    hostile.behavior = 'redirect'
    const site = await openWithSite(hostile.origin, '&frame-patience=2000')
    for (const [behavior, code] of [
      ['redirect', 'embedded.loadFailed'],
      [asked('document.open()'), 'embedded.expired'],
      [asked('location.reload()'), 'embedded.lost'],
      [asked("location.href = 'data:text/html,hello'"), 'embedded.lost'],
    ] as const) {
      hostile.behavior = behavior
      expect(await site.outcome(await site.begin())).toMatchObject({ code })
      await vi.waitUntil(async () => (await site.stateOf('frame')).value !== 'explaining')
      hostile.behavior = 'ready()'
      expect(await site.outcome(await site.begin())).toMatchObject(right)
      await (await site.frame()).evaluate(() => location.reload())
      await vi.waitUntil(async () => (await site.stateOf('frame')).value === 'failed')
      await seen(site.page.locator('#w3m-iframe')).toHaveCount(0)
    }
    await site.context.close()
  })

  test('is hidden, and messages from other windows are ignored even if they know the id [7.38] [7.39]', async () => {
    hostile.behavior = 'ready()'
    const site = await openWithSite(hostile.origin)
    const { page, context } = site
    expect(await site.outcome(await site.begin())).toMatchObject(right)
    await seen(page.locator('#w3m-iframe')).toBeHidden()
    const { pathname, searchParams } = new URL((await site.frame()).url())
    expect([pathname, ...searchParams.keys()]).toEqual(['/sdk', 'projectId', 'chainId', 'version', 'enableLogger'])
    await page.evaluate((url) => {
      const counted = Object.assign(window, { strangers: 0 })
      addEventListener('message', ({ data }) => {
        if (Reflect.get(Object(data), 'stranger')) counted.strangers += 1
      })
      document.body.append(Object.assign(document.createElement('iframe'), { name: 'sibling', src: url }))
    }, `${hostile.origin}/other`)
    await expect.poll(() => page.frame('sibling')?.title()).toBe('Elsewhere')
    const opening = context.waitForEvent('page')
    await page.evaluate((url) => void window.open(url), `${hostile.origin}/other`)
    const popup = await opening
    await popup.waitForLoadState()
    await site.behave('GET_CHAIN_ID', '')
    const name = await site.begin()
    await expect.poll(async () => (await site.heard()).at(-1)?.type).toBe('@w3m-app/GET_CHAIN_ID')
    await expect.poll(async () => (await site.heard()).length).toBe(4)
    const { id } = (await site.heard()).at(-1) ?? {}
    for (const stranger of [page.frame('sibling'), popup.mainFrame(), page.mainFrame()])
      await stranger?.evaluate((of) => {
        const target: Window = parent === window ? ((opener as Window | null) ?? window) : parent
        const answer = { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: of, payload: { chainId: 666 } }
        for (const said of [answer, { type: '@w3m-frame/READY' }]) target.postMessage({ ...said, stranger: true }, '*')
      }, id)
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'strangers'))).toBe(6)
    await (
      await site.frame()
    ).evaluate((of) => {
      parent.postMessage({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: of, payload: { chainId: 31337 } }, '*')
    }, id)
    expect(await site.outcome(name)).toMatchObject(right)
    expect(site.faults).toEqual([])
    await context.close()
  })
})

/** Signs in at the sandbox's own secure site by the link and the code. `typing` runs between them. */
async function signIn(page: Page, email: string, typing?: (code: string) => Promise<void>) {
  const card = page.getByRole('region', { name: 'The site' })
  await card.getByRole('textbox', { name: 'Email' }).fill(email)
  await card.getByRole('button', { name: 'Continue with email' }).click()
  await openLink(page.context(), await mailed(email, 'link'))
  await page.bringToFront()
  const code = await mailed(email, 'code')
  await typing?.(code)
  await card.getByRole('textbox', { name: 'Code' }).fill(code)
  await expect.poll(() => statusIn(page)).toBe('connected')
  return code
}
interface Asked {
  latchkey: { getAccount(): { status: string; address: string } }
}
const statusIn = (page: Page) => page.evaluate(() => (window as unknown as Asked).latchkey.getAccount().status)
const frameOf = (page: Page) =>
  vi.waitUntil(() => page.frames().find((each) => each.name() === 'w3m-secure-iframe' && each.url().includes('/sdk')))
const playground = (query: string) => new URL(query, inject('baseUrl')).href

test('a wallet lasts as long as the page if the browser blocks storage in frames', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  await mkdir(join(folder, 'Default'))
  const blocked = { profile: { cookie_controls_mode: 1 } }
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(blocked))
  // The headless shell reads no preferences.
  const executablePath = await findChromium()
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: [...launchArgs] })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => void faults.push(error.message))
    await page.goto(playground('?email&start=fresh'))
    await page.evaluate(() => history.replaceState(null, '', '?email'))
    await signIn(page, 'blocked@example.com')
    const frame = await frameOf(page)
    await expect(frame.evaluate(() => localStorage.length)).rejects.toThrow('Access is denied')
    await page.reload()
    await begun({ page })
    expect(await statusIn(page)).toBe('disconnected')
    await seen(page.getByRole('textbox', { name: 'Email' })).toHaveValue('')
    expect(faults).toEqual([])
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})

describe('a page in its own process', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch('--site-per-process')
  })
  afterAll(() => browser.close())

  test('does not store, show or inspect any code, token or key of an email sign-in', async () => {
    const page = await (await browser.newContext()).newPage()
    const printed: string[] = []
    page.on('console', (message) => void printed.push(message.text()))
    await page.goto(playground('?email&start=fresh'))
    await seen(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await page.evaluate(() => {
      const books = { inspected: [] as string[], said: [] as string[], tokens: [] as string[] }
      const { latchkey } = window as unknown as { latchkey: { inspect(seen: (event: object) => void): void } }
      latchkey.inspect((event) => {
        for (const part of ['event', 'snapshot'])
          if (part in event) books.inspected.push(JSON.stringify(Reflect.get(event, part)) ?? '')
      })
      addEventListener('message', ({ data }: MessageEvent<{ type?: string; payload?: { token?: string } }>) => {
        if (data.type === '@w3m-frame/SESSION_UPDATE' && data.payload?.token) books.tokens.push(data.payload.token)
        else books.said.push(JSON.stringify(data))
      })
      Object.assign(window, { books })
    })
    const code = await signIn(page, 'hidden@example.com', async () => {
      const listen = () => {
        const heard: string[] = []
        addEventListener('message', ({ data }) => void heard.push(JSON.stringify(data)))
        Object.assign(window, { heard })
      }
      await (await frameOf(page)).evaluate(listen)
    })
    const { tokens, address, places } = await page.evaluate(() => {
      const { books, latchkey } = window as unknown as Asked & {
        books: { inspected: string[]; said: string[]; tokens: string[] }
      }
      // The mailbox of the playground shows the codes.
      document.querySelector('.mails')?.remove()
      return {
        tokens: books.tokens,
        address: latchkey.getAccount().address,
        places: {
          inspected: books.inspected.join('\n'),
          said: books.said.join('\n'),
          localStorage: JSON.stringify(localStorage),
          sessionStorage: JSON.stringify(sessionStorage),
          address: location.href,
          document: document.documentElement.outerHTML,
        },
      }
    })
    const frame = await frameOf(page)
    const { heard, device, session, seed } = await frame.evaluate(async () => {
      const kept = (name: string) => localStorage.getItem(`secure-site.${name}`) ?? ''
      const [device, session] = [kept('device'), kept('session')]
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/session', { method: 'POST', headers, body: JSON.stringify({ session }) })
      const { seed } = (await answer.json()) as { seed: string }
      return { heard: (window as unknown as { heard: string[] }).heard, device, session, seed }
    })
    const key = ethereumKeyOf(seed)
    expect(privateKeyToAccount(key).address).toBe(address)

    expect(heard.filter((message) => message.includes(code)).map((message) => JSON.parse(message).type)).toEqual([
      '@w3m-app/CONNECT_OTP',
    ])
    expect(tokens.length).toBeGreaterThan(0)
    expect(places.inspected).toContain('[secret]')
    // Any long number may hold six digits.
    const typed = new RegExp(`(?<![\\da-z])${code}(?![\\da-z])`, 'i')
    const keys = [device, session, seed, Buffer.from(seed, 'base64url').toString('hex'), key.slice(2)]
    for (const [place, text] of Object.entries({ ...places, printed: printed.join('\n') }))
      for (const secret of [typed, ...tokens, ...keys]) expect(text.split(secret).length, `${place}: a secret`).toBe(1)
    const heap = await heapOf(page)
    expect(heap).toContain(tokens[0])
    for (const secret of keys) {
      expect(secret.length).toBeGreaterThan(30)
      expect(heap.includes(secret), 'the heap: a secret').toBe(false)
    }
  })
})

/** Derives the key as mocks/secureSite/page/keys.ts does. */
function ethereumKeyOf(seed: string): Hex {
  const info = 'latchkey embedded wallet v1: eip155 secp256k1'
  const bytes = hkdfSync('sha256', Buffer.from(seed, 'base64url'), '', info, 48)
  const number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  return numberToHex((number % (secp256k1.Point.Fn.ORDER - 1n)) + 1n, { size: 32 })
}

/** A heap snapshot of the page's process, as text. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void parts.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return parts.join('')
}
