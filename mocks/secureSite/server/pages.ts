/** The site's HTML pages: the frame, and the pages that emailed links open. */
import { createHash } from 'node:crypto'
import type { SecureSiteNetwork } from '../network.ts'
import { browserOf } from './browser.ts'
import type { Bundle } from './bundle.ts'
import type { LinkDetails } from './signIn.ts'
import type { SocialResult } from './social.ts'

/** The settings that the server writes into the frame's page. */
export interface FrameSettings {
  parents: readonly string[]
  networks: readonly SecureSiteNetwork[]
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** JSON that cannot close a script element. */
const embedJson = (value: object) => JSON.stringify(value).replaceAll('<', '\\u003c')

const htmlDocument = (title: string, head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`

export function framePage({ script, styles }: Bundle, settings: FrameSettings): string {
  const links = styles.map((path) => `<link rel="stylesheet" href="${path}">`)
  const data = embedJson(settings)
  return htmlDocument(
    'Wallet',
    [...links, `<script type="module" src="${script}"></script>`].join('\n'),
    `<script type="application/json" id="settings">${data}</script>`,
  )
}

/** The policy of the window in which a request is decided: no network requests, and it cannot be embedded. */
export const decisionPolicy =
  "script-src 'self'; style-src 'self'; form-action 'none'; require-trusted-types-for 'script'; frame-ancestors 'none'"

/** The frame's policy: which sites may embed it, and which nodes, bundlers and paymasters it may call. */
export function framePolicy({ parents, networks }: FrameSettings): string {
  const nodes = new Set(
    networks
      .flatMap(({ rpcUrl, smartAccount }) => [rpcUrl, smartAccount?.bundlerUrl, smartAccount?.paymasterUrl])
      .flatMap((url) => (url === undefined ? [] : [new URL(url).origin])),
  )
  return [
    "script-src 'self'",
    "style-src 'self'",
    ['connect-src', "'self'", ...nodes].join(' '),
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    ['frame-ancestors', ...(parents.length > 0 ? parents : ["'none'"])].join(' '),
  ].join('; ')
}

const linkStyle = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; box-sizing: border-box;
    background: light-dark(#f4f4f2, #141416); color: light-dark(#1b1b1f, #f2f2f4); }
  main { box-sizing: border-box; inline-size: 100%; max-inline-size: 24rem; padding: 2rem; border-radius: 1.25rem;
    background: light-dark(#fff, #1f1f23); }
  h1 { margin: 0 0 0.75rem; font-size: 1.25rem; line-height: 1.3; }
  p { margin: 0 0 1rem; overflow-wrap: anywhere; }
  dl { margin: 0 0 1.5rem; }
  dt { color: light-dark(#5c5c66, #a8a8b3); font-size: 0.8125rem; }
  dd { margin: 0 0 0.75rem; overflow-wrap: anywhere; }
  button { inline-size: 100%; padding: 0.75rem; border: 0; border-radius: 0.75rem; font: inherit; font-weight: 600;
    background: light-dark(#1b1b1f, #f2f2f4); color: light-dark(#fff, #141416); cursor: pointer; }
  button:focus-visible { outline: 3px solid light-dark(#2b5ce6, #8fb0ff); outline-offset: 2px; }
`

export const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** The policy of pages that links open, which cannot be embedded. */
export const linkPolicy = `style-src ${cspHash(linkStyle)}; form-action 'self'; frame-ancestors 'none'`

/** A page in the site's style. The body is HTML. */
export const linkPage = (title: string, body: string) =>
  htmlDocument(title, `<style>${linkStyle}</style>`, `<main>\n<h1>${escapeHtml(title)}</h1>\n${body}\n</main>`)

/** A page with a title and a sentence. */
export const noticePage = (title: string, text: string): string => linkPage(title, `<p>${escapeHtml(text)}</p>`)

/** The page that asks whether to register a device. */
export function devicePage(link: string, { email, parent, userAgent }: LinkDetails): string {
  const details = [
    ['E-mail address', email],
    ['Site that says it asks', parent ?? 'Unknown'],
    ['Browser that says it asks', browserOf(userAgent)],
  ] as const
  const rows = details.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('\n')
  return linkPage(
    'Register this device?',
    `<p>The device below wants to sign in to your wallet. If this was not you just now, close this page.</p>
<dl>
${rows}
</dl>
<form method="post" action="/device">
<input type="hidden" name="link" value="${escapeHtml(link)}">
<button type="submit">Register this device</button>
</form>`,
  )
}

export const registeredPage = (): string =>
  noticePage(
    'The device is registered',
    'A code is on its way to you. Go back to where you began, and type it in there.',
  )

/** The page of a window before it is redirected to a provider. */
export const loadingPage = (): string => noticePage('Loading…', 'In a moment you are asked to sign in.')

const resultScript = `
  const { parent, resultUri } = JSON.parse(document.getElementById('result').textContent)
  if (window.opener) {
    window.opener.postMessage({ resultUri }, parent)
    window.close()
  }
`

/** The policy of the page that sends a result. */
export const resultPolicy = `${linkPolicy}; script-src ${cspHash(resultScript)}`

/**
 * Sends the result to the page that opened this window, if that page began the sign-in, and closes the window. If the provider
 * has cut the window off from the page, the user presses the button there again, and the next window sends the result.
 */
export function resultPage({ parent, resultUri, refusal }: SocialResult): string {
  const host = URL.canParse(parent) ? new URL(parent).host : parent
  return linkPage(
    refusal ? 'You are not signed in' : 'You are signed in',
    `<p>${escapeHtml(refusal ? refusal.message : `Close this window, go back to ${host}, and continue there.`)}</p>
<script type="application/json" id="result">${embedJson({ parent, resultUri })}</script>
<script>${resultScript}</script>`,
  )
}
