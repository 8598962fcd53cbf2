/** The pages of the sandbox's login providers. */
import { escapeHtml, cspHash, linkPage, linkPolicy } from '../../secureSite/server/pages.ts'
import { people } from './people.ts'

interface Consent {
  title: string
  /** The URL that the form posts to. */
  action: string
  ticket: string
  /** The origin of the requesting site. */
  site: string
}

/** The page on which the user picks an identity and consents. */
export function consentPage({ title, action, ticket, site }: Consent): string {
  const form = (...fields: string[]) => `<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${ticket}">
${fields.map((field) => `<p>${field}</p>`).join('\n')}
</form>`
  const button = (choice: string, text: string) =>
    `<button name="choice" value="${choice}">${escapeHtml(text)}</button>`
  return linkPage(
    `Sign in with ${title}`,
    [
      `<p>${escapeHtml(site)} wants to know who you are. This is a sandbox: be whoever you like.</p>`,
      form(...people.map(({ id, name }) => button(id, `Continue as ${name}`))),
      form(
        '<label>E-mail address <input name="email" type="email" required></label>',
        `<label><input name="unverified" type="checkbox"> ${title} has not verified it</label>`,
        button('other', 'Continue with this address'),
      ),
      form(button('decline', 'Decline')),
    ].join('\n'),
  )
}

/** The form redirects to another site, which `form-action` must allow too. */
export const consentPolicy = (redirectUri: string): string =>
  linkPolicy.replace("form-action 'self'", `form-action 'self' ${new URL(redirectUri).origin}`)

const postScript = 'document.forms[0].submit()'

/** A page that posts a result to the requesting site. */
export function postPage(to: string, params: Record<string, string>): string {
  const fields = Object.entries(params).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return linkPage(
    'One moment',
    `<form method="post" action="${escapeHtml(to)}">
${fields.join('\n')}
<button>Continue</button>
</form>
<script>${postScript}</script>`,
  )
}

export const postPolicy = (redirectUri: string): string =>
  `${consentPolicy(redirectUri)}; script-src ${cspHash(postScript)}`
