/** Where the sandbox's API is on the server that serves it, as it should be or in a scenario. */
import type { Hosts } from '../../sdk/api/call.ts'

export const providerRoot = '/provider'

/** The API's hosts as paths; with the name of a scenario, those of an API that is in it for whoever asks there. */
export const providerHosts = (scenario?: string): Hosts => {
  const root = scenario === undefined ? providerRoot : `${providerRoot}/like/${scenario}`
  return { blockchain: `${root}/blockchain`, catalogue: `${root}/catalogue`, analytics: `${root}/analytics` }
}

/** The scenario that a path asks for, if any, and the path as it is without. */
export function scenarioIn(pathname: string): { scenario: string | undefined; rest: string } {
  const [head = '', scenario] = new RegExp(`^${providerRoot}/like/([^/]+)(?=/)`).exec(pathname) ?? []
  return scenario === undefined
    ? { scenario, rest: pathname }
    : { scenario, rest: `${providerRoot}${pathname.slice(head.length)}` }
}
