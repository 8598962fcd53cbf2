import type * as z from 'zod/mini'

/** Words of its own for what a schema says nothing about: a page that sets a language for zod changes no error of ours. */
export const PLAIN = { error: () => 'Invalid input' } as const

/** What is wrong first, after the field that it is in; `within` names what the value itself is part of. */
export function faultText({ issues: [issue] }: z.core.$ZodError, ...within: readonly string[]): string {
  const place = [...within, ...(issue?.path ?? [])].map(String).join('.')
  const keys = issue?.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : ''
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? PLAIN.error()}${keys}`
}
