/** The pages of the sandbox's providers. */
import { escape, hashSource, linkPage, linkPolicy } from '../secureSite/server/pages.ts'
import { people } from './people.ts'

interface Consent {
  title: string
  /** Where the answer is posted. */
  action: string
  ticket: string
  /** The site that asks. */
  site: string
}

/** Asks who somebody is, and whether a site may know. */
export function consentPage({ title, action, ticket, site }: Consent): string {
  const form = (...fields: string[]) => `<form method="post" action="${action}">
<input type="hidden" name="ticket" value="${ticket}">
${fields.map((field) => `<p>${field}</p>`).join('\n')}
</form>`
  const button = (choice: string, text: string) => `<button name="choice" value="${choice}">${escape(text)}</button>`
  return linkPage(
    `Sign in with ${title}`,
    [
      `<p>${escape(site)} wants to know who you are. This is a sandbox: be whoever you like.</p>`,
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

/** A form's answer leads to another site: browsers look at that too. */
export const consentPolicy = (redirectUri: string): string =>
  linkPolicy.replace("form-action 'self'", `form-action 'self' ${new URL(redirectUri).origin}`)

const postScript = 'document.forms[0].submit()'

/** Posts a result to the site that asked. */
export function postPage(to: string, params: Record<string, string>): string {
  const fields = Object.entries(params).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`,
  )
  return linkPage(
    'One moment',
    `<form method="post" action="${escape(to)}">
${fields.join('\n')}
<button>Continue</button>
</form>
<script>${postScript}</script>`,
  )
}

export const postPolicy = (redirectUri: string): string =>
  `${consentPolicy(redirectUri)}; script-src ${hashSource(postScript)}`
