/** A refusal, with a text for the user. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly code: RefusalCode
  constructor(code: RefusalCode, params: Record<string, string | number> = {}) {
    const [status, text] = refusals[code]
    super(text.replace(/\{(\w+)\}/g, (_, name: string) => `${params[name]}`))
    this.status = status
    this.code = code
  }
}

const refusals = {
  'email.invalid': [400, 'This is not an e-mail address.'],
  'email.taken': [409, 'This e-mail address has a wallet of its own.'],
  'email.none': [409, 'This wallet has no e-mail address to confirm with.'],
  'email.same': [409, 'This is the e-mail address that the wallet has already.'],
  'mail.tooMany': [429, 'Too many e-mails were asked for. Please try again in {minutes} min.'],
  'signIn.parent': [403, 'This site may not ask for a sign-in.'],
  'mail.failed': [502, 'The e-mail could not be sent. Please try again later.'],
  'code.wrong': [400, 'The code is wrong. Tries left: {left}.'],
  'code.tooManyTries': [429, 'The code was wrong too often. Please ask for a new one.'],
  'code.locked': [429, 'Codes were wrong too often today. Please try again in {minutes} min.'],
  'code.expired': [410, 'The code has expired. Please ask for a new one.'],
  'code.missing': [409, 'No code was asked for. Please begin again.'],
  'link.expired': [410, 'The link has expired. Please begin again.'],
  'link.used': [409, 'The link was used already.'],
  'link.unknown': [404, 'The link is not valid. Please begin again.'],
  'social.unavailable': [404, 'This wallet does not offer {provider}.'],
  'social.parent': [403, 'This site may not ask for a social login.'],
  'social.tooMany': [429, 'Too many logins were begun. Please try again in {minutes} min.'],
  'social.declined': [403, 'The login with {provider} was declined.'],
  'social.failed': [502, '{provider} could not sign you in. Please try again later.'],
  'social.unknown': [409, 'This login is not known, or was used already. Please begin again.'],
  'social.expired': [410, 'This login took too long. Please begin again.'],
  'social.device': [403, 'This login was begun on another device. Please begin again.'],
  'session.missing': [401, 'You are not signed in.'],
  'request.malformed': [400, 'The request is malformed.'],
  'request.type': [415, 'The body has to be application/json.'],
  'request.tooLong': [413, 'The request is too long.'],
  'request.origin': [403, 'The request comes from another site.'],
  'request.unknown': [404, 'There is nothing here.'],
  'request.method': [405, 'This is not the way to ask.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type RefusalCode = keyof typeof refusals
