import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { toLatchkeyError } from '../../../machines/shared/errors/error.ts'
import { cancelled, failed } from '../../../machines/shared/outcome.rules.ts'
import { copyOf } from '../../wallet-requests/copyOf.ts'
import type { Latchkey } from '../instance.ts'
import type { Run } from './run.ts'

/**
 * Methods that need the machines. A wallet request is copied on the call, so that later changes to the argument have no effect.
 */
const QUESTIONS = {
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

type Questions = Pick<Latchkey, keyof typeof QUESTIONS>
type Ask = (...given: unknown[]) => Promise<Outcome<never>>

/** Runs these methods once the machines are loaded. */
export function lazyActions(run: Run): Questions {
  async function wait(name: keyof Questions, copied: boolean, given: unknown[]): Promise<Outcome<never>> {
    let [question, ...rest] = given
    try {
      if (copied) question = copyOf(question)
    } catch (error) {
      return failed(toLatchkeyError(error))
    }
    const loaded = await run.wait(signalIn(given))
    if (loaded.status !== 'done') return loaded
    const there = run.there()
    return there ? (there[name] as Ask)(question, ...rest) : cancelled
  }
  const entries = Object.entries(QUESTIONS).map(([key, { copied = false }]: [string, { copied?: boolean }]) => {
    const name = key as keyof Questions
    const ask: Ask = (...given) => {
      const there = run.there()
      return there ? (there[name] as Ask)(...given) : wait(name, copied, given)
    }
    return [name, ask] as const
  })
  // Each method has its own types, which a loop over the names cannot express.
  return Object.fromEntries(entries) as unknown as Questions
}

/** The signal among the arguments of a call. */
const signalIn = (given: readonly unknown[]): AbortSignal | undefined =>
  given
    .map((each) => (typeof each === 'object' && each !== null && 'signal' in each ? each.signal : undefined))
    .find((signal) => signal instanceof AbortSignal)
