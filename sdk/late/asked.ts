import type { Outcome } from '../../machines/entities/attempt.ts'
import { toLatchkeyError } from '../../machines/errors/error.ts'
import { cancelled, failed } from '../../machines/rules/outcomes.ts'
import { copyOf } from '../copy.ts'
import type { Latchkey } from '../instance.ts'
import type { Run } from './run.ts'

/** What the machines alone can answer; a question for a wallet is copied, so that it is asked as it was when it was put. */
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

/** Asks what only the machines can answer, once they are there. */
export function questions(run: Run): Questions {
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
  // Each has the types of its own, which a loop over their names cannot say.
  return Object.fromEntries(entries) as unknown as Questions
}

/** The signal among the options of a question, wherever it has them. */
const signalIn = (given: readonly unknown[]): AbortSignal | undefined =>
  given
    .map((each) => (typeof each === 'object' && each !== null && 'signal' in each ? each.signal : undefined))
    .find((signal) => signal instanceof AbortSignal)
