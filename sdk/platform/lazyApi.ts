import type { ApiError } from '../../machines/errors/apiError.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { ApiPort } from '../ports.ts'
import type { Api, ApiOptions } from '../api/client.ts'
import { painted } from './painted.ts'

/**
 * The API, its client loaded with the first call. A load that failed is tried again with the next. Without
 * a project id nothing is loaded: every call is `api.unavailable`.
 */
export function lazyApi(options: ApiOptions): ApiPort {
  const listeners = new Set<(error: ApiError) => void>()
  let loading: Promise<Api> | undefined
  let loaded: Api | undefined
  const load = async (): Promise<Api> => {
    // The first call comes as the modal opens, which is not kept from the screen by code that it does not need.
    await painted()
    const { createApi } = await import('../api/client.ts')
    const api = createApi(options)
    api.watch((error) => {
      for (const heard of listeners) heard(error)
    })
    loaded = api
    return api
  }
  return {
    client() {
      if (options.projectId === undefined) return Promise.reject(new LatchkeyError('api.unavailable'))
      loading ??= load().catch((cause: unknown) => {
        loading = undefined
        throw cause
      })
      return loading
    },
    watch(heard) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
    networkImage: (network) => loaded?.networkImage(network),
  }
}
