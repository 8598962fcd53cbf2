/** The labels of the API scenarios, by their value in the URL (`?provider=offline`). */
export const scenarios = {
  slow: 'Slow API',
  offline: 'API is offline',
  tooManyRequests: 'Too many requests (429)',
  serverError: 'Server error (500)',
  forbidden: 'Origin refused (403)',
  malformedJson: 'Malformed responses',
  wrongShape: 'Responses with another schema',
  empty: 'Empty responses',
  huge: 'Huge: 10,000 wallets, 100,000 transactions',
} as const

/** The scenario in the URL; `undefined` if there is none with that name. */
export function scenarioOf(query: URLSearchParams): keyof typeof scenarios | undefined {
  const name = query.get('provider')
  return (Object.keys(scenarios) as (keyof typeof scenarios)[]).find((candidate) => candidate === name)
}
