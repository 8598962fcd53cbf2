/** A page on another site that embeds the secure site's frame, and speaks its protocol without the SDK. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BrowserContext, Page } from 'playwright/test'
import { expect, inject } from 'vitest'
import type { Sandbox } from '../../docs/playground/page/sandbox.ts'
import { newContext, seen } from './support.ts'

interface Heard {
  origin: string
  data: { type: string; id?: string; payload?: unknown }
}
interface Spoken {
  heard: Heard[]
  ask(type: string, payload: unknown, id: string): Promise<Heard>
}
interface Mail {
  to: string
  subject: string
  text: string
  code?: string
  link?: string
}

const script = `
const frame = document.querySelector('iframe')
window.heard = []
addEventListener('message', ({ origin, data }) => heard.push({ origin, data }))
window.ask = (type, payload, id) => new Promise((resolve) => {
  addEventListener('message', function listen({ origin, data }) {
    if (data.id !== id) return
    removeEventListener('message', listen)
    resolve({ origin, data })
  })
  frame.contentWindow.postMessage({ type: '@w3m-app/' + type, id, payload }, new URL(frame.src).origin)
})`

const html = (src: string) => `<!doctype html>
<html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>body { margin: 0; background: #f3e9dc; font-family: sans-serif } h1 { margin: 1rem }
iframe { position: fixed; inset: 0; margin: auto; border: 0; border-radius: 24px; width: 360px; height: 600px; max-height: 100vh; box-shadow: 0 12px 48px #0004 }
@media (width < 430px) { iframe { width: 100%; margin-bottom: 0 } }</style></head>
<body><h1>The shop</h1><iframe src="${src}"></iframe><script>${script}</script></body></html>`

/** Serves the page under every host name of this machine. Returns the port, and a function that stops it. */
export async function serveShops(src: string) {
  const server = createServer((request, response) => {
    const page = request.url === '/blank' ? '<!doctype html><title>Blank</title>' : html(src)
    response.setHeader('content-type', 'text/html').end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the shops listen on no port')
  return {
    port: address.port,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export const sandbox = async (): Promise<Sandbox> =>
  (await (await fetch(new URL('sandbox.json', inject('baseUrl')))).json()) as Sandbox

/** The emails to an address, oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const { mailbox } = (await sandbox()).secureSite
  const all = (await (await fetch(mailbox)).json()) as Mail[]
  return all.filter(({ to }) => to === email)
}

/** The code or link of the last email to an address, once there are `count` of them. */
export async function mailed(email: string, what: 'code' | 'link', count = 1): Promise<string> {
  const found = async () => (await mailsTo(email)).flatMap((mail) => mail[what] ?? [])
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(count)
  return (await found()).at(-1) ?? ''
}

let lastId = 0

/** `before` runs in each page and frame before its own code. */
export async function openShop(url: string, before?: () => void) {
  const profile = await newContext()
  if (before) await profile.addInitScript(before)
  const page = await profile.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => void faults.push(error.message))
  page.on('console', (message) => {
    if (/content security policy|trusted type/i.test(message.text())) faults.push(message.text())
  })
  await page.goto(url)
  return { ...talkOf(page), page, context: profile, faults }
}

function talkOf(page: Page) {
  const frame = page.frameLocator('iframe')
  const heard = (): Promise<Heard[]> => page.evaluate(() => (window as unknown as Spoken).heard)
  const send = (type: string, payload?: unknown, id = `id-${(lastId += 1)}`): Promise<Heard> =>
    page.evaluate(([type, payload, id]) => (window as unknown as Spoken).ask(type, payload, id), [
      type,
      payload,
      id,
    ] as const)
  /** Sends a message, and expects success. */
  async function ask(type: string, payload?: unknown, id?: string): Promise<unknown> {
    const { data } = await send(type, payload, id)
    expect(data).toMatchObject({ type: `@w3m-frame/${type}_SUCCESS` })
    return data.payload
  }
  const card = frame.getByRole('dialog')
  /** Clicks a button until the card is gone, since the card ignores clicks right after it appears. */
  async function press(name: string) {
    const button = card.getByRole('button', { name })
    const heading = await card.getByRole('heading').textContent()
    await expect
      .poll(async () => {
        if ((await button.count()) > 0) await button.click()
        return card.getByRole('heading', { name: heading ?? '' }).count()
      })
      .toBe(0)
  }

  return {
    frame,
    card,
    heard,
    send,
    ask,
    /** Sends a message, and expects a refusal. Returns its reason. */
    async refused(type: string, payload?: unknown, id?: string): Promise<string> {
      const { data } = await send(type, payload, id)
      expect(data).toMatchObject({ type: `@w3m-frame/${type}_ERROR` })
      return (data.payload as { message: string }).message
    },
    async ready() {
      await expect
        .poll(async () => (await heard()).map(({ data }) => data))
        .toContainEqual({ type: '@w3m-frame/READY', payload: { version: '4' } })
    },
    /** Scrolls the card to its end, and approves. The card takes the focus when it becomes visible, so the first key can get lost. */
    async approve() {
      const button = card.getByRole('button', { name: 'Approve' })
      await expect
        .poll(async () => {
          await card.getByRole('region', { name: 'What is asked' }).press('End')
          return button.isEnabled()
        })
        .toBe(true)
      await press('Approve')
    },
    reject: () => press('Reject'),
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

/** Opens an emailed link, and registers the device there. */
export async function openLink(context: BrowserContext, link: string) {
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('button', { name: 'Register this device' }).click()
  await seen(page.getByRole('heading', { name: 'The device is registered' })).toBeVisible()
  await page.close()
}

/** Signs in on a device that is not registered. */
export async function signIn({ ask, context }: Shop, email: string) {
  expect(await ask('CONNECT_EMAIL', { email })).toEqual({ action: 'VERIFY_DEVICE' })
  const registered = ask('CONNECT_DEVICE')
  await openLink(context, await mailed(email, 'link'))
  await registered
  await ask('CONNECT_OTP', { otp: await mailed(email, 'code') })
}
