import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { getActor } from '../../machines/core/messaging.ts'
import type { Flows } from './directory.ts'
import type { Instance, Latchkey } from './instance.ts'
import type { Root } from './root.ts'

/** Flows that are not registered in the system under their own name. */
type Unnamed = Exclude<keyof Flows, 'networkSwitch' | 'swapExecution'>
const UNNAMED: Readonly<Record<Unnamed, true>> = {
  connectionAttempt: true,
  walletRequest: true,
  walletConnect: true,
  countdown: true,
  disconnection: true,
  signature: true,
  purchase: true,
  receiver: true,
  nameLookup: true,
  registration: true,
}
const FLOWS = Object.keys(UNNAMED)
/** The actors that start these flows, in addition to the namespaces. A `walletRequest` is searched for in this order. */
const OWNERS = ['signIn', 'onramp', 'send', 'names']

interface WatchedActor {
  ref: unknown
  listeners: Set<(ref: never) => void>
}

export interface Lookup extends Pick<Latchkey, 'actor' | 'find' | 'watch'> {
  /** Notifies the watchers of the actors that started or stopped. */
  refresh(): void
  /** Does the same as `refresh`, after an event that may have started or stopped actors. */
  refreshAfter(event: InspectionEvent): void
}

/** Finds the actors of an instance by name, in whichever root is current. */
export function createLookup(root: () => Root, namespaces: Instance['namespaces']): Lookup {
  const watchedActors = new Map<string, WatchedActor>()
  /** Finds these flows through the actors that started them. All other actors are registered in the system by name. */
  const resolveActor = (name: string): unknown => {
    const { system } = root()
    if (!FLOWS.includes(name)) return system.get(name)
    return [...namespaces, ...OWNERS]
      .flatMap((owner) => flowsOf(system.get(owner)))
      .find((flow) => flow.id === name && flow.getSnapshot().status === 'active')
  }
  const find: Latchkey['find'] = (name) => resolveActor(name) as never
  const refresh = () => {
    for (const [name, entry] of watchedActors) {
      const ref = resolveActor(name)
      if (ref === entry.ref) continue
      entry.ref = ref
      for (const listener of entry.listeners) listener(ref as never)
    }
  }
  return {
    actor: (name) => getActor(root().system, { name }) as never,
    find,
    watch(name, onChange) {
      const entry = watchedActors.get(name) ?? { ref: find(name), listeners: new Set() }
      watchedActors.set(name, entry)
      const listener = onChange as (ref: never) => void
      entry.listeners.add(listener)
      onChange(find(name))
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0) watchedActors.delete(name)
      }
    },
    refresh,
    refreshAfter({ type }) {
      // Not on `@xstate.actor`: at that point the new actor has no snapshot yet.
      if (type === '@xstate.snapshot') refresh()
    },
  }
}

/** The flows that an actor has started, with their nested flows. */
function flowsOf(owner: { getSnapshot(): unknown } | undefined): AnyActorRef[] {
  const { children = {} } = (owner?.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>
  const flows = FLOWS.flatMap((flow) => children[flow] ?? [])
  return [...flows, ...flows.flatMap(flowsOf)]
}
