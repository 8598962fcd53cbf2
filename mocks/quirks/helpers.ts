/** What the lists of quirks have in common. */
import type { QuirkContext, QuirkHandlers, RpcCall } from './quirk.ts'

/** The URL of an issue on GitHub. */
export const github = (repository: string, number: number): string =>
  `https://github.com/${repository}/issues/${number}`

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
export const never = (): Promise<never> => new Promise(() => {})

/** Throws a value, which need not be an error. */
export const fail = (thrown: unknown): never => {
  throw thrown
}

/** Changes the answers to one method. */
export const answering =
  (method: string, change: (answer: unknown, context: QuirkContext) => unknown) =>
  (context: QuirkContext): QuirkHandlers => ({
    request: async (call, next) => (call.method === method ? change(await next(), context) : next()),
  })

/** Answers one method without the wallet. */
export const instead = (method: string, answer: (call: RpcCall) => unknown) => (): QuirkHandlers => ({
  request: (call, next) => (call.method === method ? answer(call) : next()),
})
