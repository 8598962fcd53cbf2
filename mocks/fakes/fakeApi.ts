import type { Api, ApiPort, CallInput, CallName, CallOptions, CallOutput } from '../../sdk/index.ts'
import { ApiError } from '../../sdk/index.ts'

/** The answers of a fake API, by call: a value, or a function of the input, which may throw or return a promise. */
export type FakeAnswers = {
  [Name in CallName]?:
    | CallOutput<Name>
    | ((input: CallInput<Name>, options: CallOptions) => CallOutput<Name> | Promise<CallOutput<Name>>)
}

export interface FakeApi extends ApiPort {
  answers: FakeAnswers
  /** Every call so far, oldest first. */
  calls: { name: CallName; input: unknown; options: CallOptions }[]
}

/**
 * An API that a test scripts, without network requests. Calls without an answer fail as if the page were offline. To test the
 * real client over HTTP, use MSW with the handlers of this package instead.
 */
export function fakeApi(answers: FakeAnswers = {}, { serves = true }: { serves?: boolean } = {}): FakeApi {
  const listeners = new Set<(error: ApiError) => void>()
  const fail = (error: ApiError) => {
    for (const listener of listeners) listener(error)
    return error
  }
  const client: Api = {
    async call<Name extends CallName>(name: Name, input: CallInput<Name>, options: CallOptions = {}) {
      fake.calls.push({ name, input, options })
      options.signal?.throwIfAborted()
      const answer: unknown = fake.answers[name]
      if (answer === undefined) throw fail(new ApiError('api.offline', { call: name }))
      try {
        const result: unknown = typeof answer === 'function' ? await answer(input, options) : answer
        return result as CallOutput<Name>
      } catch (error) {
        throw error instanceof ApiError ? fail(error) : error
      }
    },
    serves: async () => serves,
    imageUrl: (name, imageId) => `https://images.example/${name}/${imageId}`,
    networkImage: ({ assets }) => assets?.imageId && client.imageUrl('assetImage', assets.imageId),
    watch: (listener) => port.watch(listener),
  }
  const port: ApiPort = {
    client: async () => client,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    networkImage: (network) => client.networkImage(network),
  }
  const fake: FakeApi = { ...port, answers: { ...answers }, calls: [] }
  return fake
}
