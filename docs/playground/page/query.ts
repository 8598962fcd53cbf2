/** The query of the page's URL, as a store. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let cached: { search: string; query: URLSearchParams } | undefined

/** The current query. The same object until the URL changes. */
export function currentQuery(): URLSearchParams {
  const { search } = location
  if (cached?.search !== search) cached = { search, query: new URLSearchParams(search) }
  return cached.query
}

/** Changes a parameter without a reload; `undefined` removes it. */
export function replaceParameter(name: string, value: string | undefined): void {
  if ((currentQuery().get(name) ?? undefined) === value) return
  history.replaceState(history.state, '', addressWith(name, value))
  for (const listener of listeners) listener()
}

/** The query of the URL, in a component. */
export const useQuery = (): URLSearchParams => useSyncExternalStore(subscribe, currentQuery)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the URL of the page with a query parameter changed; `undefined` removes it. */
export function addressWith(name: string, value: string | undefined): string {
  const query = new URLSearchParams(location.search)
  query.delete(name)
  if (value !== undefined) query.set(name, value)
  const text = query.toString().replace(/=(?=&|$)/g, '')
  return text === '' ? location.pathname : `?${text}`
}
