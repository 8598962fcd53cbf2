/** The paths of the sandbox's API, with or without a scenario. */
import type { Hosts } from '../../sdk/api/call.ts'

export const providerRoot = '/provider'

/** The API's hosts as paths. With a scenario, requests to these paths are answered as in that scenario. */
export const providerHosts = (scenario?: string): Hosts => {
  const root = scenario === undefined ? providerRoot : `${providerRoot}/like/${scenario}`
  return { blockchain: `${root}/blockchain`, catalog: `${root}/catalog`, analytics: `${root}/analytics` }
}

/** The scenario in a path, if any, and the path without it. */
export function scenarioIn(pathname: string): { scenario: string | undefined; rest: string } {
  const [head = '', scenario] = new RegExp(`^${providerRoot}/like/([^/]+)(?=/)`).exec(pathname) ?? []
  return scenario === undefined
    ? { scenario, rest: pathname }
    : { scenario, rest: `${providerRoot}${pathname.slice(head.length)}` }
}
