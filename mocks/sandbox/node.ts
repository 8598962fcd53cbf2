/** The sandbox as Node starts it, for tests and the playground's server. */
import { startChains } from './chains.ts'

/** Starts everything the sandbox runs outside the browser. What it started ends with `stop`, or with this process. */
export const startSandbox = () => startChains()
