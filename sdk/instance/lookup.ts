import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent } from 'xstate'
import { getActor } from '../../machines/core/messaging.ts'
import type { Passing } from './directory.ts'
import type { Instance, Latchkey } from './instance.ts'
import type { Root } from './root.ts'

/** Flows that are not registered in the system under their own name. */
type Unnamed = Exclude<keyof Passing, 'networkSwitch' | 'swapExecution'>
const UNNAMED: Readonly<Record<Unnamed, true>> = {
  attempt: true,
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

interface Watched {
  known: unknown
  listeners: Set<(ref: never) => void>
}

export interface Lookup extends Pick<Latchkey, 'actor' | 'find' | 'watch'> {
  /** Notifies the watchers of the actors that started or stopped. */
  look(): void
  /** Does the same as `look`, after an event that may have started or stopped actors. */
  lookAfter(event: InspectionEvent): void
}

/** Finds the actors of an instance by name, in whichever root is current. */
export function createLookup(root: () => Root, namespaces: Instance['namespaces']): Lookup {
  const watched = new Map<string, Watched>()
  /** Finds these flows through the actors that started them. All other actors are registered in the system by name. */
  const lookUp = (name: string): unknown => {
    const { system } = root()
    if (!FLOWS.includes(name)) return system.get(name)
    return [...namespaces, ...OWNERS]
      .flatMap((owner) => flowsOf(system.get(owner)))
      .find((flow) => flow.id === name && flow.getSnapshot().status === 'active')
  }
  const find: Latchkey['find'] = (name) => lookUp(name) as never
  const look = () => {
    for (const [name, entry] of watched) {
      const ref = lookUp(name)
      if (ref === entry.known) continue
      entry.known = ref
      for (const heard of entry.listeners) heard(ref as never)
    }
  }
  return {
    actor: (name) => getActor(root().system, { name }) as never,
    find,
    watch(name, heard) {
      const entry = watched.get(name) ?? { known: find(name), listeners: new Set() }
      watched.set(name, entry)
      const listener = heard as (ref: never) => void
      entry.listeners.add(listener)
      heard(find(name))
      return () => {
        entry.listeners.delete(listener)
        if (entry.listeners.size === 0) watched.delete(name)
      }
    },
    look,
    lookAfter({ type }) {
      // Not on `@xstate.actor`: at that point the new actor has no snapshot yet.
      if (type === '@xstate.snapshot') look()
    },
  }
}

/** The flows that an actor has started, with their nested flows. */
function flowsOf(owner: { getSnapshot(): unknown } | undefined): AnyActorRef[] {
  const { children = {} } = (owner?.getSnapshot() ?? {}) as Partial<AnyMachineSnapshot>
  const flows = FLOWS.flatMap((flow) => children[flow] ?? [])
  return [...flows, ...flows.flatMap(flowsOf)]
}
