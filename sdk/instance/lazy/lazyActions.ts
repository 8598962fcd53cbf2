import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { toLatchkeyError } from '../../../machines/shared/errors/error.ts'
import { cancelled, failed } from '../../../machines/shared/outcome.rules.ts'
import { deepCopy } from '../../wallet-requests/copyOf.ts'
import type { Latchkey } from '../instance.ts'
import type { Run } from './run.ts'

/**
 * Methods that need the machines. A wallet request is copied on the call, so that later changes to the argument have no effect.
 */
const LAZY_ACTIONS = {
  load: {},
  open: {},
  connect: {},
  disconnect: {},
  switchNetwork: {},
  signIn: {},
  signOut: {},
  signMessage: { copied: true },
  sendTransaction: { copied: true },
  sendCalls: { copied: true },
  getCallsStatus: {},
  waitForCalls: {},
  getCapabilities: {},
  grantPermissions: { copied: true },
  revokeSession: {},
  pay: { copied: true },
  request: { copied: true },
} as const satisfies Partial<Record<keyof Latchkey, { copied?: true }>>

type LazyActions = Pick<Latchkey, keyof typeof LAZY_ACTIONS>
type Ask = (...given: unknown[]) => Promise<Outcome<never>>

/** Runs these methods once the machines are loaded. */
export function lazyActions(run: Run): LazyActions {
  async function wait(name: keyof LazyActions, copied: boolean, given: unknown[]): Promise<Outcome<never>> {
    let [question, ...rest] = given
    try {
      if (copied) question = deepCopy(question)
    } catch (error) {
      return failed(toLatchkeyError(error))
    }
    const loaded = await run.wait(signalIn(given))
    if (loaded.status !== 'done') return loaded
    const there = run.there()
    return there ? (there[name] as Ask)(question, ...rest) : cancelled
  }
  const entries = Object.entries(LAZY_ACTIONS).map(([key, { copied = false }]: [string, { copied?: boolean }]) => {
    const name = key as keyof LazyActions
    const ask: Ask = (...given) => {
      const there = run.there()
      return there ? (there[name] as Ask)(...given) : wait(name, copied, given)
    }
    return [name, ask] as const
  })
  // Each method has its own types, which a loop over the names cannot express.
  return Object.fromEntries(entries) as unknown as LazyActions
}

/** The signal among the arguments of a call. */
const signalIn = (given: readonly unknown[]): AbortSignal | undefined =>
  given
    .map((each) => (typeof each === 'object' && each !== null && 'signal' in each ? each.signal : undefined))
    .find((signal) => signal instanceof AbortSignal)
