import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { toLatchkeyError } from '../../../machines/shared/errors/error.ts'
import { cancelled, failed } from '../../../machines/shared/outcome.rules.ts'
import { deepCopy } from '../../wallet-requests/deepCopy.ts'
import type { Latchkey } from '../instance.ts'
import type { Lifecycle } from './lifecycle.ts'

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
  signTypedData: { copied: true },
  sendTransaction: { copied: true },
  waitForTransactionReceipt: {},
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
type LazyMethod = (...args: unknown[]) => Promise<Outcome<never>>

/** Runs these methods once the machines are loaded. */
export function lazyActions(lifecycle: Lifecycle): LazyActions {
  async function runWhenLoaded(name: keyof LazyActions, copied: boolean, args: unknown[]): Promise<Outcome<never>> {
    let [firstArg, ...rest] = args
    try {
      if (copied) firstArg = deepCopy(firstArg)
    } catch (error) {
      return failed(toLatchkeyError(error))
    }
    const loaded = await lifecycle.load(signalIn(args))
    if (loaded.status !== 'done') return loaded
    const instance = lifecycle.getInstance()
    return instance ? (instance[name] as LazyMethod)(firstArg, ...rest) : cancelled
  }
  const entries = Object.entries(LAZY_ACTIONS).map(([key, { copied = false }]: [string, { copied?: boolean }]) => {
    const name = key as keyof LazyActions
    const method: LazyMethod = (...args) => {
      const instance = lifecycle.getInstance()
      return instance ? (instance[name] as LazyMethod)(...args) : runWhenLoaded(name, copied, args)
    }
    return [name, method] as const
  })
  // Each method has its own types, which a loop over the names cannot express.
  return Object.fromEntries(entries) as unknown as LazyActions
}

/** The signal among the arguments of a call. */
const signalIn = (args: readonly unknown[]): AbortSignal | undefined =>
  args
    .map((arg) => (typeof arg === 'object' && arg !== null && 'signal' in arg ? arg.signal : undefined))
    .find((signal) => signal instanceof AbortSignal)
