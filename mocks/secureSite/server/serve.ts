/** Answers requests, by path. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isListed } from '../origins.ts'
import type { createApi } from './api.ts'
import { bundlePage } from './bundle.ts'
import { checkOrigin, readForm, writeHeaders, writeHtml, writeJson } from './http.ts'
import { rateLimitKey } from './limit.ts'
import type { Mailbox } from './mail.ts'
import {
  decisionPolicy,
  devicePage,
  framePage,
  framePolicy,
  linkPolicy,
  loadingPage,
  noticePage,
  registeredPage,
  resultPage,
  resultPolicy,
  type FrameSettings,
} from './pages.ts'
import { isSocialProvider } from './providers.ts'
import { Refusal } from './refusal.ts'
import type { Caller, SignIn } from './signIn.ts'
import { resultTokenOf, type Social } from './social.ts'

interface Parts {
  origin: string
  settings: FrameSettings
  api: ReturnType<typeof createApi>
  signIn: SignIn
  social: Social
  /** Shown at `/mailbox` if set. */
  mailbox?: Mailbox | undefined
  /** Whether a proxy sets the client's address. */
  behindProxy: boolean
  report(error: unknown): void
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>

function callerOf({ headers, socket }: IncomingMessage, behindProxy: boolean): Caller {
  // The proxy itself has written the last entry.
  const forwarded = behindProxy ? [headers['x-forwarded-for'] ?? ''].flat().join().split(',').at(-1)?.trim() : undefined
  return {
    address: rateLimitKey(forwarded || (socket.remoteAddress ?? '')),
    userAgent: (headers['user-agent'] ?? '').slice(0, 300),
  }
}

const asRefusal = (error: unknown) => (error instanceof Refusal ? error : undefined)

/** Sends a page, redirects, or sends a page with the refusal. */
async function sendPage(
  response: ServerResponse,
  origin: string,
  policy: string,
  page: () => string | URL | Promise<string | URL>,
): Promise<void> {
  writeHeaders(response, origin, policy)
  try {
    const content = await page()
    if (typeof content === 'string') writeHtml(response, 200, content)
    else response.writeHead(302, { location: content.href }).end()
  } catch (error) {
    const refusal = asRefusal(error)
    if (!refusal) throw error
    writeHtml(response, refusal.status, noticePage('This did not work', refusal.message))
  }
}

function linkHandlers({ origin, signIn }: Parts): Record<'GET' | 'POST', Handler> {
  const sendLinkPage = (response: ServerResponse, page: () => string | Promise<string>) =>
    sendPage(response, origin, linkPolicy, page)
  return {
    // Mail scanners open links, so opening one changes nothing.
    GET: (_, response, { searchParams }) =>
      sendLinkPage(response, () => {
        const link = searchParams.get('link') ?? ''
        const details = signIn.link(link)
        if (details.isUsed) throw new Refusal('link.used')
        return devicePage(link, details)
      }),
    POST: (request, response) =>
      sendLinkPage(response, async () => {
        checkOrigin(request, origin)
        await signIn.confirm((await readForm(request)).get('link') ?? '')
        return registeredPage()
      }),
  }
}

/** Holds the token of a result that could not be sent to the page. */
const resultCookie = 'social-result'
const resultSeconds = 600

/** The token of the last result with which this browser returned. */
const readPreviousResult = ({ headers }: IncomingMessage) =>
  new RegExp(`(?:^|; ?)${resultCookie}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1] ?? ''

function setResultCookie(response: ServerResponse, origin: string, resultUri: string) {
  const attributes = ['Path=/social', `Max-Age=${resultSeconds}`, 'HttpOnly', 'SameSite=Lax']
  if (origin.startsWith('https:')) attributes.push('Secure')
  response.setHeader('set-cookie', [`${resultCookie}=${resultTokenOf(resultUri)}`, ...attributes].join('; '))
}

/** Redirects the window of a social sign-in to the provider, or sends the page a result that it has not received. */
const createGoHandler =
  ({ origin, social }: Parts): Handler =>
  (request, response, { pathname, searchParams }) =>
    sendPage(response, origin, resultPolicy, () => {
      const provider = pathname.slice('/social/'.length, -'/go'.length)
      if (!isSocialProvider(provider)) throw new Refusal('request.unknown')
      const destination = social.go(provider, searchParams.get('state') ?? '', readPreviousResult(request))
      return destination instanceof URL ? destination : resultPage(destination)
    })

/** Handles the redirect back from a provider: by URL, or with a form that the provider's page posts. */
const createSocialHandler =
  ({ origin, social }: Parts): Handler =>
  (request, response, { pathname, searchParams }) =>
    sendPage(response, origin, resultPolicy, async () => {
      const provider = pathname.slice('/social/'.length)
      if (!isSocialProvider(provider)) throw new Refusal('request.unknown')
      const result = social.handleReturn(provider, request.method === 'POST' ? await readForm(request) : searchParams)
      if (!result.refusal) setResultCookie(response, origin, result.resultUri)
      return resultPage(result)
    })

/** The mailbox as JSON, readable by the sites that may embed the frame. */
const createMailboxHandler =
  (mailbox: Mailbox, { parents }: FrameSettings): Handler =>
  ({ headers }, response) => {
    response.setHeader('vary', 'origin')
    if (headers.origin !== undefined && isListed(parents, headers.origin))
      response.setHeader('access-control-allow-origin', headers.origin)
    writeJson(response, 200, mailbox.mails)
  }

/** Answers requests. Never rejects. */
export function createRequestHandler(
  parts: Parts,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { origin, settings, api, mailbox, behindProxy, report } = parts
  const linkHandler = linkHandlers(parts)
  const [handleGo, handleSocialResult] = [createGoHandler(parts), createSocialHandler(parts)]
  const handleFrame: Handler = async (_, response) => {
    writeHeaders(response, origin, framePolicy(settings))
    writeHtml(response, 200, framePage(await bundlePage(), settings))
  }
  const pages: Record<string, Handler> = {
    'GET /sdk': handleFrame,
    'GET /decide': async (_, response) => {
      writeHeaders(response, origin, decisionPolicy)
      writeHtml(response, 200, framePage(await bundlePage(), { parents: [], networks: [] }))
    },
    'GET /loading': (_, response) => sendPage(response, origin, linkPolicy, loadingPage),
    'GET /device': linkHandler.GET,
    'POST /device': linkHandler.POST,
    ...(mailbox && { 'GET /mailbox': createMailboxHandler(mailbox, settings) }),
  }
  const handleAsset: Handler = async (_, response, { pathname }) => {
    const file = (await bundlePage()).files.get(pathname)
    if (!file) throw new Refusal('request.unknown')
    // The file name contains a hash of its content.
    response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    response.writeHead(200, { 'content-type': file.type }).end(file.body)
  }
  const handleApi: Handler = async (request, response, { pathname }) => {
    const route = api.get(pathname.slice('/api/'.length))
    if (!route) throw new Refusal('request.unknown')
    if (request.method !== 'POST') throw new Refusal('request.method')
    checkOrigin(request, origin)
    const disconnected = new AbortController()
    response.on('close', () => disconnected.abort())
    writeJson(response, 200, await route(request, callerOf(request, behindProxy), disconnected.signal))
  }
  const findHandler = ({ method }: IncomingMessage, { pathname }: URL): Handler => {
    if (pathname.startsWith('/api/')) return handleApi
    if (method === 'GET' && pathname.startsWith('/assets/')) return handleAsset
    if (method === 'GET' && /^\/social\/\w+\/go$/.test(pathname)) return handleGo
    if ((method === 'GET' || method === 'POST') && pathname.startsWith('/social/')) return handleSocialResult
    const page = pages[`${method} ${pathname}`]
    if (!page) throw new Refusal('request.unknown')
    return page
  }
  return async (request, response) => {
    try {
      writeHeaders(response, origin)
      const url = URL.parse(request.url ?? '/', origin)
      if (!url) throw new Refusal('request.malformed')
      await findHandler(request, url)(request, response, url)
    } catch (error) {
      const refusal = asRefusal(error)
      if (!refusal) report(error)
      if (response.headersSent) return void response.destroy()
      const {
        status = 500,
        code = 'unknown',
        message = 'The wallet has a problem. Please try again later.',
      } = refusal ?? {}
      writeJson(response, status, { error: code, message })
    }
  }
}
