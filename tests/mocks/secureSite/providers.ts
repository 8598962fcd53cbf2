/** A secure site with providers for one test, and visitors who are sent to them and back. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { startOauth } from '../../../mocks/oauth/node.ts'
import type { ProviderClients, SocialProvider } from '../../../mocks/secureSite/server/providers.ts'
import type { SecureSiteOptions } from '../../../mocks/secureSite/server/start.ts'
import { siteOf, type deviceOf } from './site.ts'

type Device = ReturnType<typeof deviceOf>

export const shop = 'https://shop.example'

/** What the provider's page is told: `choice` is a button's, `email` an address. */
export type Choice = { choice: string; email?: string; unverified?: string }

/** What the window of a new attempt is answered. `cookie` is of its browser. */
export async function goAt(device: Device, provider: SocialProvider, cookie = ''): Promise<Response> {
  const { body } = await device.call('social', { provider, device: device.token, parent: shop })
  const { pathname, search } = new URL(body['uri'] ?? '')
  return fetch(device.at(pathname + search), { headers: { cookie }, redirect: 'manual' })
}

/** Where a new attempt is sent. */
export const beginAt = async (device: Device, provider: SocialProvider): Promise<URL> =>
  new URL((await goAt(device, provider)).headers.get('location') ?? '')

/** What the page that a provider sends people back to tells the page that began. */
export async function readResult(answer: Response): Promise<{ parent: string; resultUri: string }> {
  const html = await answer.text()
  return JSON.parse(/id="result">(.*?)<\/script>/.exec(html)?.[1] ?? html) as { parent: string; resultUri: string }
}

/** A site whose providers are the sandbox's. */
export async function socialSiteOf(options: Partial<SecureSiteOptions> = {}) {
  const oauth = await startOauth()
  onTestFinished(() => oauth.stop())
  const made = await siteOf({ providers: oauth.providers, clock: undefined, ...options })
  oauth.register(made.site.origin)
  const local = (url: string | URL) => {
    const at = new URL(url)
    at.hostname = '127.0.0.1'
    return at
  }
  /** Decides on the provider's page. Returns what its browser asks the site then. */
  async function decide(uri: URL, choice: Choice): Promise<Request> {
    const page = await fetch(local(uri))
    const ticket = /name="ticket" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
    const [, provider] = uri.pathname.split('/')
    const answer = await fetch(local(`${oauth.origin}/${provider}/authorize`), {
      method: 'POST',
      headers: { origin: oauth.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ticket, ...choice }),
      redirect: 'manual',
    })
    const location = answer.headers.get('location')
    if (location !== null) return new Request(local(location))
    const html = await answer.text()
    const fields = [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))),
    ])
    const to = /action="([^"]+)"/
      .exec(html)?.[1]
      ?.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    return new Request(local(to ?? ''), {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: oauth.origin },
    })
  }
  /** Goes to a provider and back. Returns what the page is told. */
  const visit = async (device: Device, provider: SocialProvider, choice: Choice) =>
    readResult(await fetch(await decide(await beginAt(device, provider), choice)))
  return {
    ...made,
    oauth,
    local,
    decide,
    visit,
    async signedIn(device: Device, provider: SocialProvider, choice: Choice) {
      const { resultUri } = await visit(device, provider, choice)
      return (await device.call('social-connect', { uri: resultUri, device: device.token })).body
    },
  }
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void

/** A server that answers as a test says. Returns where it is. */
export async function fakeServer(handle: Handle): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

/** A provider that answers as a test says: to the questions for a token, and for the person. */
export async function fakeProvider({ token, user }: { token: Handle; user: Handle }): Promise<ProviderClients> {
  const at = await fakeServer((...both) => (both[0].url === '/token' ? token(...both) : user(...both)))
  const client = { clientId: 'us', clientSecret: 'secret', tokenUrl: `${at}/token`, userUrl: `${at}/user` }
  return { google: client, apple: { clientId: 'us', clientSecret: 'secret', tokenUrl: `${at}/token` } }
}

export const json =
  (body: unknown, status = 200): Handle =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Goes to a provider that agrees at once, and back. */
export async function returned(
  device: Device,
  provider: SocialProvider,
): Promise<{ parent: string; resultUri: string }> {
  const state = (await beginAt(device, provider)).searchParams.get('state') ?? ''
  return readResult(
    await fetch(device.at(`/social/${provider}?${new URLSearchParams({ state, code: 'code' }).toString()}`)),
  )
}
