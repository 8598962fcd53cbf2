/** The labels of the API scenarios, by their value in the URL (`?provider=offline`). */
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

/** The scenario in the URL; `undefined` if there is none with that name. */
export function scenarioOf(query: URLSearchParams): keyof typeof scenarios | undefined {
  const name = query.get('provider')
  return (Object.keys(scenarios) as (keyof typeof scenarios)[]).find((known) => known === name)
}
