/** A secure site whose behavior a test scripts, and the playground that uses it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Frame } from 'playwright/test'
import { vi } from 'vitest'
import { openPlayground } from './support.ts'

/** The script of the secure site. `behave` sets the code that answers a type of message. */
const script = `
window.heard = []
addEventListener('message', ({ data, origin }) => {
  heard.push({ ...data, origin })
  const [, type] = String(data?.type).split('/')
  if (Object.hasOwn(answers, type)) answers[type](data)
})
const say = (message) => parent.postMessage(message, '*')
const ready = () => say({ type: '@w3m-frame/READY', payload: { version: '4' } })
const answer = ({ type, id }, payload, status = 'SUCCESS') =>
  say({ type: type.replace('app', 'frame') + '_' + status, id, payload })
const refuse = (message, text) => answer(message, { message: text }, 'ERROR')
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const answers = {
  CONNECT_EMAIL: (message) => answer(message, { action: 'CONNECT' }),
  IS_CONNECTED: (message) => answer(message, { isConnected: true }),
  GET_USER: (message) => answer(message, { email: 'ann@example.com', address, chainId: 31337 }),
  SWITCH_NETWORK: (message) => answer(message, message.payload),
  GET_CHAIN_ID: (message) => answer(message, { chainId: 31337 }),
  SIGN_OUT: (message) => answer(message),
}
window.behave = (type, body) => {
  answers[type] = new Function('message', body)
}
`

const page = (title: string, code: string) =>
  `<!doctype html><title>${title}</title><body><script>${script}\n${code}</script></body>`

/** Serves it. `/sdk` does what `behavior` says. Other paths serve a page that only listens. */
export async function serveHostile() {
  const site = { behavior: 'ready()' }
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://wallet.localhost')
    response.setHeader('content-type', 'text/html')
    if (pathname === '/sdk' && site.behavior === 'redirect')
      response.writeHead(302, { location: `http://127.0.0.1:${port}/ready` }).end()
    else if (pathname === '/sdk') response.end(page('Secure', site.behavior))
    else response.end(page('Elsewhere', pathname === '/ready' ? 'ready()' : ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the hostile site listens on no port')
  const { port } = address
  return Object.assign(site, {
    origin: `http://wallet.localhost:${port}`,
    /** Another origin of the same server. */
    elsewhere: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

interface Outcome {
  status: string
  value?: unknown
  error?: { code: string; message: string }
}
interface Message {
  type: string
  id?: string
}
interface Ref {
  getSnapshot(): { value: unknown; context: { error?: { code: string }; opened: string[] } }
  send(event: object): void
  on(type: string, listener: (event: { requestId: string; outcome: Outcome }) => void): void
}
interface HostileWindow {
  latchkey: { find(name: string): Ref | undefined; load(name: string): Promise<{ value: Ref }> }
  outcomes?: Record<string, object>
  heard: Message[]
  behave(type: string, body: string): void
}

let asked = 0

/** The playground with the secure site at `origin`. */
export async function openWithSite(origin: string, query = '') {
  const site = await openPlayground(`email&start=fresh&secure-site=${encodeURIComponent(origin)}${query}`)
  const { page } = site
  const stateOf = (name: string) =>
    page.evaluate((machine) => {
      const snapshot = (window as unknown as HostileWindow).latchkey.find(machine)?.getSnapshot()
      return { value: snapshot?.value, code: snapshot?.context.error?.code }
    }, name)
  /** The iframe of the page, once the document of its site is loaded. */
  const frame = async (): Promise<Frame> => {
    const found = () =>
      page.frames().find((each) => each.name() === 'w3m-secure-iframe' && each.url().startsWith(origin))
    const title = () =>
      found()
        ?.evaluate(() => document.title)
        .catch(() => undefined)
    await vi.waitUntil(async () => (await title()) === 'Secure')
    const there = found()
    if (!there) throw new Error('the page has no iframe')
    return there
  }
  /** Sends `GET_CHAIN_ID` to the iframe. `outcome` resolves with the result of the returned request. */
  async function begin(): Promise<string> {
    const name = `asked-${(asked += 1)}`
    await page.evaluate(async (requestId) => {
      const site = window as unknown as HostileWindow
      const { value: ref } = await site.latchkey.load('frame')
      ref.on('frame.settled', ({ requestId: of, outcome: { status, value, error } }) => {
        if (of === requestId)
          (site.outcomes ??= {})[requestId] = { status, value, code: error?.code, message: error?.message }
      })
      ref.send({ type: 'frame.request', requestId, message: { type: 'GET_CHAIN_ID' } })
    }, name)
    return name
  }
  async function outcome(name: string): Promise<object> {
    const look = () => page.evaluate((of) => (window as unknown as HostileWindow).outcomes?.[of], name)
    await vi.waitUntil(async () => (await look()) !== undefined)
    return (await look()) ?? {}
  }
  return {
    ...site,
    stateOf,
    frame,
    begin,
    outcome,
    /** The messages that the iframe received. */
    heard: async (): Promise<Message[]> => (await frame()).evaluate(() => (window as unknown as HostileWindow).heard),
    /** Changes how the iframe answers messages of this type. */
    behave: async (type: string, body: string) =>
      (await frame()).evaluate(([of, code]) => (window as unknown as HostileWindow).behave(of, code), [
        type,
        body,
      ] as const),
    alerts: () =>
      page.evaluate(
        () => (window as unknown as HostileWindow).latchkey.find('alerts')?.getSnapshot().context.opened ?? [],
      ),
  }
}
