import { useSyncExternalStore, type ComponentType } from 'react'

/** What became of a component that is loaded when it is first needed. */
export type Loaded<Props> = { status: 'loading' | 'failed' } | { status: 'ready'; Component: ComponentType<Props> }

/** A component in a file of its own. */
export interface Loadable<Props> {
  /** Loads it, if it is not there or on its way; after a failure, once more. */
  load(): void
  current(): Loaded<Props>
  /** Loads it for whoever needs it, and tells when it is there. */
  subscribe(changed: () => void): () => void
  /** Tells when it is there, without loading it. */
  whenReady(ready: () => void): () => void
}

/**
 * Makes a component loadable. This is not `lazy`: Suspense holds back what it has shown a placeholder for by 300 ms,
 * and remembers a failure for good.
 */
export function loadable<Props>(fetch: () => Promise<ComponentType<Props>>): Loadable<Props> {
  const listeners = new Set<() => void>()
  let current: Loaded<Props> = { status: 'loading' }
  let under = false
  const become = (next: Loaded<Props>) => {
    current = next
    for (const changed of listeners) changed()
  }
  const load = () => {
    if (under || current.status === 'ready') return
    under = true
    if (current.status === 'failed') become({ status: 'loading' })
    void fetch()
      .then(
        (Component) => become({ status: 'ready', Component }),
        () => become({ status: 'failed' }),
      )
      .finally(() => (under = false))
  }
  const watch = (changed: () => void) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }
  return {
    load,
    current: () => current,
    subscribe(changed) {
      const unwatch = watch(changed)
      load()
      return unwatch
    },
    whenReady(ready) {
      const look = () => {
        if (current.status !== 'ready') return
        unwatch()
        ready()
      }
      const unwatch = watch(look)
      look()
      return unwatch
    },
  }
}

/** What a server renders, which loads nothing, and a page that takes that over. */
const loading = { status: 'loading' } as const
const unloaded = () => loading

/** Loads a component, and renders again when it is there. */
export const useLoaded = <Props>({ subscribe, current }: Loadable<Props>): Loaded<Props> =>
  useSyncExternalStore(subscribe, current, unloaded)
