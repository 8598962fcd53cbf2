/** What a person is asked before the wallet acts, as plain data. */

/** A label and a value. `code` is shown letter by letter, in a box of its own. */
export interface Fact {
  label: string
  value: string
  code?: boolean
}

export interface Question {
  title: string
  /** With which account of this wallet, on which network. `kind` is there where it has to be told from others. */
  place: { account: string; kind?: string; network: string }
  /** What is given away, with its unit. */
  amount?: string
  facts: readonly Fact[]
  warnings?: readonly string[]
}

/** What is done, without who does it where. */
export type Deed = Omit<Question, 'place'>

/** Something the wallet would do, and what it does once the person has agreed. */
export interface Plan {
  question: Question
  act(): Promise<unknown>
}

// Control characters but line breaks and tabs, and what turns text around, joins, or is not seen.
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029\u115f\u1160\u3164\uffa0]/gu

/** A text of somebody else, in which nothing hides: what is not seen is named. */
export const shown = (text: string): string =>
  text.replace(unseen, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )

/** A message that signs in to another site than the one that asks for it (EIP-4361) is a trap. */
export function signInWarning(bytes: Uint8Array, site: string): string[] {
  const [, named] = /^(\S+) wants you to sign in with your /.exec(new TextDecoder().decode(bytes)) ?? []
  if (named === undefined) return []
  const domain = named.replace(/^[a-z][\w+.-]*:\/\//i, '')
  return URL.canParse(site) && new URL(site).host === domain
    ? []
    : [`This signs in to ${shown(domain)}, which is not the site that asks. Somebody may want to sign in as you.`]
}

/** A message to be signed as a fact: its words where it is text, else its bytes, said to be such. */
export function messageFact(bytes: Uint8Array): Fact {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!/[^\P{Cc}\n\r\t]/u.test(text))
      return { label: 'Message', value: shown(text.replaceAll('\r\n', '\n')), code: true }
  } catch {
    // It is no text.
  }
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { label: 'Message, which is no readable text', value: `0x${hex}`, code: true }
}
