import { useCallback, useSyncExternalStore } from 'react'
import type { ActorName, Directory, RefOf, ServiceName } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

/** A running actor by name. Always defined for a service; `undefined` while a flow or an item does not run. */
export type ActorByName<Name extends ActorName> = Name extends ServiceName
  ? RefOf<Directory[Name]>
  : RefOf<Directory[Name]> | undefined

/**
 * Returns the running actor with a name, to send events to it or subscribe to it. Renders again when the instance stops or
 * starts, and when a flow starts or ends. On a server and during hydration, the actor is in its initial state.
 * @param name The name of a service, a flow or an item.
 * @returns The actor; `undefined` while a flow or an item does not run.
 */
export function useActor<Name extends ActorName>(name: Name): ActorByName<Name> {
  const latchkey = useLatchkey()
  const subscribe = useCallback((changed: () => void) => latchkey.watch(name, changed), [latchkey, name])
  const find = () => latchkey.find(name)
  // `find` always returns a service, but one signature for all names cannot express that.
  return useSyncExternalStore(subscribe, find, () => latchkey.initial(name)) as ActorByName<Name>
}
