/** A request that the user decides, as plain data. */

/** A label and a value. `code` is shown unchanged in its own box. */
export interface Detail {
  label: string
  value: string
  code?: boolean
}

/** The requesting page: its verified origin, and the name that it claims. */
export interface Requester {
  origin: string
  name: string | undefined
}

export interface ApprovalRequest {
  title: string
  /** The wallet's account and network. `kind` distinguishes it from other accounts. */
  signer: { account: string; kind?: string; network: string }
  /** The amount that the user pays, with its unit. */
  amount?: string
  details: readonly Detail[]
  warnings?: readonly string[]
}

/** A request without its account and network. */
export type RequestDescription = Omit<ApprovalRequest, 'signer'>

/** A request and its action, which runs after the user has approved. */
export interface Plan {
  request: ApprovalRequest
  execute(): Promise<unknown>
}

// Control characters except line breaks and tabs, and characters that change direction, join or are invisible.
const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu

/** Untrusted text with its invisible characters replaced by their code points. */
export const escapeInvisible = (text: string): string =>
  text.replace(invisibleCharacters, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )

/** Warns about a sign-in message (EIP-4361) for another site than the requesting one. */
export function signInWarning(bytes: Uint8Array, site: string): string[] {
  const [, claimedUri] = /^(\S+) wants you to sign in with your /.exec(new TextDecoder().decode(bytes)) ?? []
  if (claimedUri === undefined) return []
  const domain = claimedUri.replace(/^[a-z][\w+.-]*:\/\//i, '')
  return URL.canParse(site) && new URL(site).host === domain
    ? []
    : [
        `This signs in to ${escapeInvisible(domain)}, which is not the site that asks. Somebody may want to sign in as you.`,
      ]
}

/** The message to sign: as text, or as hex bytes if it is not readable text. */
export function messageDetail(bytes: Uint8Array): Detail {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!/[^\P{Cc}\n\r\t]/u.test(text))
      return { label: 'Message', value: escapeInvisible(text.replaceAll('\r\n', '\n')), code: true }
  } catch {
    // Not UTF-8.
  }
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { label: 'Message, which is no readable text', value: `0x${hex}`, code: true }
}
