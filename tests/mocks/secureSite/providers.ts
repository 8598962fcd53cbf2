/** A secure site with login providers for one test, and users who are redirected to them and back. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { startOauth } from '../../../mocks/login/oauth/node.ts'
import type { ProviderClients, SocialProvider } from '../../../mocks/secureSite/server/providers.ts'
import type { SecureSiteOptions } from '../../../mocks/secureSite/server/start.ts'
import { siteOf, type deviceOf } from './site.ts'

type Device = ReturnType<typeof deviceOf>

export const shop = 'https://shop.example'

/** The form on the provider's page: `choice` is the value of a button, `email` an address. */
export type Choice = { choice: string; email?: string; unverified?: string }

/** Opens the window of a new attempt and returns the response. `cookie` belongs to its browser. */
export async function goAt(device: Device, provider: SocialProvider, cookie = ''): Promise<Response> {
  const { body } = await device.call('social', { provider, device: device.token, parent: shop })
  const { pathname, search } = new URL(body['uri'] ?? '')
  return fetch(device.at(pathname + search), { headers: { cookie }, redirect: 'manual' })
}

/** The provider's URL for a new attempt. */
export const beginAt = async (device: Device, provider: SocialProvider): Promise<URL> =>
  new URL((await goAt(device, provider)).headers.get('location') ?? '')

/** The result that the redirect page sends to the page that began the sign-in. */
export async function readResult(answer: Response): Promise<{ parent: string; resultUri: string }> {
  const html = await answer.text()
  return JSON.parse(/id="result">(.*?)<\/script>/.exec(html)?.[1] ?? html) as { parent: string; resultUri: string }
}

/** A site with the sandbox's login providers. */
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
  /** Submits the provider's page. Returns the request with which it redirects to the site. */
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
  /** Signs in at a provider. Returns the result for the page. */
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

/** A server with scripted responses. Returns its URL. */
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

/** A provider with scripted responses: to token requests and to user requests. */
export async function fakeProvider({ token, user }: { token: Handle; user: Handle }): Promise<ProviderClients> {
  const at = await fakeServer((...both) => (both[0].url === '/token' ? token(...both) : user(...both)))
  const client = { clientId: 'us', clientSecret: 'secret', tokenUrl: `${at}/token`, userUrl: `${at}/user` }
  return { google: client, apple: { clientId: 'us', clientSecret: 'secret', tokenUrl: `${at}/token` } }
}

export const json =
  (body: unknown, status = 200): Handle =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** Signs in at a provider that consents immediately. */
export async function returned(
  device: Device,
  provider: SocialProvider,
): Promise<{ parent: string; resultUri: string }> {
  const state = (await beginAt(device, provider)).searchParams.get('state') ?? ''
  return readResult(
    await fetch(device.at(`/social/${provider}?${new URLSearchParams({ state, code: 'code' }).toString()}`)),
  )
}
