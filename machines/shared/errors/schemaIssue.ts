import type * as z from 'zod/mini'

/** Our own message for issues without one, so that a locale that the app sets for zod does not change our errors. */
export const PLAIN = { error: () => 'Invalid input' } as const

/** Returns the first issue, after the path of its field. `within` is the path of the value itself. */
export function issueText({ issues: [issue] }: z.core.$ZodError, ...within: readonly string[]): string {
  const path = [...within, ...(issue?.path ?? [])].map(String).join('.')
  const keys = issue?.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : ''
  return `${path === '' ? '' : `${path}: `}${issue?.message ?? PLAIN.error()}${keys}`
}
