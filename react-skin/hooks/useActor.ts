import { useCallback, useSyncExternalStore } from 'react'
import type { ActorName, Directory, RefOf, ServiceName } from '../../sdk/index.ts'
import { useLatchkey } from './useLatchkey.ts'

/** A machine's actor by name. Always defined for a service; `undefined` while any other machine is not running. */
export type ActorByName<Name extends ActorName> = Name extends ServiceName
  ? RefOf<Directory[Name]>
  : RefOf<Directory[Name]> | undefined

/**
 * Returns the actor of a machine, to send events to it or subscribe to it. Renders again when the machine starts or stops. On a
 * server and during hydration, the actor is in its initial state.
 * @param name A machine, such as `theme`, `send` or `namespace:eip155`.
 * @returns The actor. Returns `undefined` while that machine is not running.
 */
export function useActor<Name extends ActorName>(name: Name): ActorByName<Name> {
  const latchkey = useLatchkey()
  const subscribe = useCallback((changed: () => void) => latchkey.watch(name, changed), [latchkey, name])
  const find = () => latchkey.find(name)
  // `find` always returns a service, but one signature for all names cannot express that.
  return useSyncExternalStore(subscribe, find, () => latchkey.initial(name)) as ActorByName<Name>
}
