import { useSyncExternalStore, type ComponentType } from 'react'

/** The state of a component that is loaded on demand. */
export type Loaded<Props> = { status: 'loading' | 'failed' } | { status: 'ready'; Component: ComponentType<Props> }

/** A component in its own file. */
export interface Loadable<Props> {
  /** Loads the component, unless it is loaded or loading. After a failure it is loaded again. */
  load(): void
  current(): Loaded<Props>
  /** Loads the component and subscribes to its state. */
  subscribe(changed: () => void): () => void
  /** Calls `ready` once the component is loaded, without loading it. */
  whenReady(ready: () => void): () => void
}

/** Makes a component loadable. Not `lazy`: Suspense delays content by 300 ms after a placeholder, and a failure is permanent. */
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

/** The state on a server, which loads nothing, and during hydration. */
const loading = { status: 'loading' } as const
const unloaded = () => loading

/** Loads a component, and renders again when its state changes. */
export const useLoaded = <Props>({ subscribe, current }: Loadable<Props>): Loaded<Props> =>
  useSyncExternalStore(subscribe, current, unloaded)
