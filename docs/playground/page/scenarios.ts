/** What the sandbox's API can be like, in the words of the page; each by its name in the address (`?provider=offline`). */
export const scenarios = {
  slow: 'Slow API',
  offline: 'API out of reach',
  tooManyRequests: 'Too many requests (429)',
  serverError: 'API down (500)',
  forbidden: 'Origin refused (403)',
  malformedJson: 'Malformed answers',
  wrongShape: 'Answers of another shape',
  empty: 'Nothing in it',
  huge: 'Huge: 10,000 wallets, 100,000 transactions',
} as const

/** The scenario that an address names; one that does not exist is none. */
export function scenarioOf(query: URLSearchParams): keyof typeof scenarios | undefined {
  const name = query.get('provider')
  return (Object.keys(scenarios) as (keyof typeof scenarios)[]).find((known) => known === name)
}
