import type { ApiError } from '../../machines/shared/errors/apiError.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { ApiPort } from '../instance/ports.ts'
import type { Api, ApiOptions } from '../api/client.ts'
import { afterNextPaint } from './afterNextPaint.ts'

/**
 * The API, whose client is loaded on the first call. After a failed load, the next call tries again. Without a project id nothing
 * is loaded, and every call rejects with `api.unavailable`.
 */
export function lazyApi(options: ApiOptions): ApiPort {
  const listeners = new Set<(error: ApiError) => void>()
  let loading: Promise<Api> | undefined
  let loaded: Api | undefined
  const load = async (): Promise<Api> => {
    // The first call comes as the modal opens. Wait for the paint, so that loading does not delay it.
    await afterNextPaint()
    const { createApi } = await import('../api/client.ts')
    const api = createApi(options)
    api.watch((error) => {
      for (const listener of listeners) listener(error)
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
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    networkImage: (network) => loaded?.networkImage(network),
  }
}
