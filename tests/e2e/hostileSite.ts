/** A secure site that does to the page around it whatever a test says, the playground that uses it, and strangers beside both. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Frame, Page } from 'playwright/test'
import { vi } from 'vitest'
import { openPlayground } from './support.ts'

/** What speaks to a page; `behave` says how a message is answered, in the words of the script that it runs. */
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
const behave = window.behave
const silent = (...types) => types.forEach((type) => delete answers[type])`

const page = (title: string, code: string) =>
  `<!doctype html><title>${title}</title><body><script>${script}\n${code}</script></body>`

/** Serves it. `/sdk` does what `behaviour` says, at another path is a page that only listens, and `/hang` never answers. */
export async function serveHostile() {
  const site = { behaviour: 'ready()' }
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://wallet.localhost')
    response.setHeader('content-type', 'text/html')
    if (pathname === '/hang' || (pathname === '/sdk' && site.behaviour === 'hang')) return
    if (pathname === '/sdk' && site.behaviour === 'redirect')
      response.writeHead(302, { location: `http://127.0.0.1:${port}/ready` }).end()
    else if (pathname === '/sdk')
      response.end(page('Secure', `const ELSEWHERE = 'http://127.0.0.1:${port}'\n${site.behaviour}`))
    else response.end(page('Elsewhere', pathname === '/ready' ? 'ready()' : ''))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the hostile site listens on no port')
  const { port } = address
  return Object.assign(site, {
    port,
    origin: `http://wallet.localhost:${port}`,
    /** The same server as another origin. */
    elsewhere: `http://127.0.0.1:${port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

/** A message, as a window of the hostile site has heard it. */
export interface HeardMessage {
  origin: string
  type: string
  id?: string
  payload?: unknown
}
/** What became of a question; `code` and `message` of its error. */
export interface Told {
  status: string
  value?: unknown
  code?: string
  message?: string
}
interface Failure {
  code: string
  message: string
}
interface Ref {
  getSnapshot(): {
    value: unknown
    context: { error?: Failure; opened: string[]; stack: string[]; isSilent: boolean }
  }
  send(event: object): void
  on(type: string, heard: (event: { attempt: string; outcome: Ended }) => void): void
}
interface Ended {
  status: string
  value?: unknown
  error?: Failure
}
interface HostileWindow {
  latchkey: {
    find(name: string): Ref | undefined
    load(name: string): Promise<{ value: Ref }>
    getAccount(): { status: string }
    request(call: object, options?: object): Promise<Ended>
    send(command: object): void
  }
  told: Record<string, Told>
  keep(name: string, outcome: Promise<Ended>): void
  heard: HeardMessage[]
  behave(type: string, body: string): void
}

let asked = 0

const queryOf = (origin: string) => `email&start=fresh&secure-site=${encodeURIComponent(origin)}`
export const playgroundPath = (origin: string) => `?${queryOf(origin)}`

/** The playground with a secure site of the test's. */
export async function openWithSite(origin: string, query = '') {
  const site = await openPlayground(`${queryOf(origin)}${query}`)
  return { ...site, ...talkOf(site.page, origin) }
}

export function talkOf(page: Page, origin: string) {
  void page.evaluate(() => {
    const site = window as unknown as HostileWindow
    site.told = {}
    site.keep = (name, outcome) =>
      void outcome.then(({ status, value, error }) => {
        site.told[name] = {
          status,
          ...(value !== undefined && { value }),
          ...(error && { code: error.code, message: error.message }),
        }
      })
  })
  const told = async (name: string): Promise<Told> => {
    const look = () => page.evaluate((name) => (window as unknown as HostileWindow).told[name], name)
    await vi.waitUntil(async () => (await look()) !== undefined)
    return (await look()) ?? { status: 'never' }
  }
  const stateOf = (name: string) =>
    page.evaluate((name) => {
      const snapshot = (window as unknown as HostileWindow).latchkey.find(name)?.getSnapshot()
      const { code, message } = snapshot?.context.error ?? {}
      const { stack, isSilent } = snapshot?.context ?? {}
      return { value: snapshot?.value, stack, isSilent, code, message }
    }, name)
  /** The frame that the page has put there, once its site's document is in it. */
  const frame = async (): Promise<Frame> => {
    const found = () =>
      page.frames().find((each) => each.name() === 'w3m-secure-iframe' && each.url().startsWith(origin))
    const title = () =>
      found()
        ?.evaluate(() => document.title)
        .catch(() => undefined)
    await vi.waitUntil(async () => (await title()) === 'Secure')
    const there = found()
    if (!there) throw new Error('the frame went away')
    return there
  }
  const heard = async (): Promise<HeardMessage[]> =>
    (await frame()).evaluate(() => (window as unknown as HostileWindow).heard)
  /** Asks the frame, and leaves what it is told under the returned name. */
  async function begin(type: string, payload?: unknown): Promise<string> {
    const name = `asked-${(asked += 1)}`
    await page.evaluate(
      async ([name, type, payload]) => {
        const { latchkey, keep } = window as unknown as HostileWindow
        const { value: ref } = await latchkey.load('frame')
        const outcome = new Promise<Ended>((resolve) => {
          ref.on('frame.settled', ({ attempt, outcome }) => {
            if (attempt === name) resolve(outcome)
          })
        })
        keep(name, outcome)
        ref.send({ type: 'frame.ask', attempt: name, message: { type, payload } })
      },
      [name, type, payload] as const,
    )
    return name
  }
  /** Says how the frame answers such a message from now on. */
  const behave = async (type: string, body: string) =>
    (await frame()).evaluate(([type, body]) => (window as unknown as HostileWindow).behave(type, body), [
      type,
      body,
    ] as const)
  return {
    told,
    stateOf,
    frame,
    heard,
    begin,
    behave,
    /** Asks a frame that answers so, and waits until it has heard it. */
    async posted(type: string, body: string, payload?: unknown) {
      await behave(type, body)
      const those = async () => (await heard()).filter((message) => message.type === `@w3m-app/${type}`)
      const before = (await those()).length
      const name = await begin(type, payload)
      await vi.waitUntil(async () => (await those()).length > before)
      return { ...(await those()).at(-1), name }
    },
    /** The frame says something unasked. */
    say: async (message: object) => (await frame()).evaluate((message) => parent.postMessage(message, '*'), message),
    callOff: (attempt: string) =>
      page.evaluate((attempt) => {
        const { latchkey } = window as unknown as HostileWindow
        latchkey.find('frame')?.send({ type: 'frame.cancel', attempt })
      }, attempt),
    /** Has the frame go, so that the next question makes another. */
    async lose() {
      const there = await frame()
      await there.evaluate(() => location.reload())
      await vi.waitUntil(async () => (await stateOf('frame')).value === 'failed')
    },
    account: () => page.evaluate(() => (window as unknown as HostileWindow).latchkey.getAccount().status),
    send: (command: object) =>
      page.evaluate((command) => (window as unknown as HostileWindow).latchkey.send(command), command),
    submit: () =>
      page.evaluate(() => {
        const { latchkey } = window as unknown as HostileWindow
        latchkey.send({ type: 'email.submit', email: 'ann@example.com' })
      }),
    alerts: () =>
      page.evaluate(
        () => (window as unknown as HostileWindow).latchkey.find('alerts')?.getSnapshot().context.opened ?? [],
      ),
    /** Has the connected wallet asked; what it is told is left under the returned name. */
    async request(method: string, params: unknown): Promise<string> {
      const name = `requested-${(asked += 1)}`
      await page.evaluate(
        ([name, method, params]) => {
          const { latchkey, keep } = window as unknown as HostileWindow
          keep(name, latchkey.request({ method, params }))
        },
        [name, method, params] as const,
      )
      return name
    },
  }
}
export type HostilePage = Awaited<ReturnType<typeof openWithSite>>
