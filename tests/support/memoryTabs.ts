/** Tabs of one page with one storage: what each of them does, and what must be stored in the end. */
import * as fc from 'fast-check'
import { vi } from 'vitest'
import { createActor, waitFor, type Actor } from 'xstate'
import { NAMESPACES, TIMEOUTS } from '../../machines/constants.ts'
import type { Connection } from '../../machines/shared/account.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { PersistedState } from '../../machines/storage/persisted.types.ts'
import { withImplementations } from '../../machines/core/implementations.ts'
import { storageMachine } from '../../machines/storage/storage.machine.ts'
import { storageEffects } from '../../sdk/storage/storage.effects.ts'
import type { StoragePort } from '../../sdk/instance/ports.ts'

export const TABS = 10

/** An act of one tab. In a round, each tab and each namespace acts once, so that the result does not depend on the order. */
export type Act =
  | { tab: number; type: 'connect' | 'leave' | 'move'; namespace: Namespace }
  | { tab: number; type: 'theme'; choice: 'light' | 'dark' | 'system' }

const act = fc.oneof(
  fc.record({
    tab: fc.nat({ max: TABS - 1 }),
    type: fc.constantFrom('connect', 'connect', 'leave', 'move'),
    // A few namespaces, so that tabs use the same ones.
    namespace: fc.constantFrom(...NAMESPACES.slice(0, 3)),
  }),
  fc.record({
    tab: fc.nat({ max: TABS - 1 }),
    type: fc.constant('theme'),
    choice: fc.constantFrom('light', 'dark', 'system'),
  }),
) as fc.Arbitrary<Act>

export const rounds = fc.array(
  fc.uniqueArray(act, { selector: ({ tab }) => tab, minLength: 1, maxLength: TABS }).map((acts) => {
    const taken = new Set<string>()
    return acts.filter((one) => {
      const what = 'namespace' in one ? one.namespace : 'theme'
      return !taken.has(what) && taken.add(what)
    })
  }),
  { minLength: 1, maxLength: 12 },
)

const idOf = (tab: number) => `wallet-${tab}`
const addressOf = (tab: number) => `account-${tab}`
/** The stored part of a tab's wallet, for any namespace. */
const ofTab = (tab: number) => ({ connectorId: idOf(tab), address: addressOf(tab) })
const networkOf = (namespace: Namespace, moves: number) => `${namespace}:${moves + 1}` as const

export interface Tab {
  memory: Actor<typeof storageMachine>
  connections: Partial<Record<Namespace, number>>
}

/** A tab whose page was just loaded. */
export async function openTab(storage: StoragePort, id = 'tabs'): Promise<Tab> {
  const errors: string[] = []
  const logger = { error: (message: string) => void errors.push(message) }
  const memory = createActor(
    withImplementations(storageMachine, storageEffects({ storage, logger }, { id }), TIMEOUTS),
    {},
  ).start()
  await settled(memory)
  return { memory, connections: {} }
}

const settled = (memory: Tab['memory']) => waitFor(memory, ({ value }) => value === 'ready')

function connectionOf(tab: number, namespace: Namespace, moves: number): Connection {
  const connector = { id: idOf(tab), name: idOf(tab), type: 'ANNOUNCED', chain: namespace } as const
  const account = { address: addressOf(tab), type: 'eoa' } as const
  const networkId = networkOf(namespace, moves)
  return { namespace, connector, address: account.address, accounts: [account], networkId }
}

const persistedIn = ({ memory }: Tab): string => {
  const { connections = {}, theme } = memory.getSnapshot().context.persisted
  return JSON.stringify([...NAMESPACES.map((namespace) => connections[namespace]), theme])
}

/**
 * Lets the tabs act concurrently in rounds, and returns what must be stored. With `hears`, each round is received before the
 * next.
 */
export async function play(tabs: readonly Tab[], played: readonly Act[][], hears: boolean): Promise<PersistedState> {
  const connections: NonNullable<PersistedState['connections']> = {}
  let theme: PersistedState['theme']
  for (const acts of played) {
    for (const one of acts) {
      const { memory, connections: own } = tabs[one.tab] as Tab
      if (one.type === 'theme') {
        theme = one.choice
        memory.send({ type: 'storage.setTheme', choice: one.choice })
        continue
      }
      const { namespace, type, tab } = one
      const stored = connections[namespace]
      const moves = own[namespace]
      if (type === 'connect') {
        if (moves !== undefined) continue
        own[namespace] = 0
        connections[namespace] = { ...ofTab(tab), networkId: networkOf(namespace, 0) }
        memory.send({ type: 'account.connected', connection: connectionOf(tab, namespace, 0), restored: false })
      } else if (moves !== undefined) {
        const isOwn = stored?.connectorId === idOf(tab)
        if (type === 'leave') {
          delete own[namespace]
          if (isOwn) delete connections[namespace]
          memory.send({ type: 'account.disconnected', namespace, connectorId: idOf(tab) })
        } else {
          own[namespace] = moves + 1
          if (isOwn) connections[namespace] = { ...ofTab(tab), networkId: networkOf(namespace, moves + 1) }
          memory.send({ type: 'account.networkChanged', connection: connectionOf(tab, namespace, moves + 1) })
        }
      }
    }
    await Promise.all(tabs.map(({ memory }) => settled(memory)))
    if (hears) await vi.waitUntil(() => new Set(tabs.map(persistedIn)).size === 1, { interval: 1 })
  }
  return { ...(Object.keys(connections).length > 0 && { connections }), ...(theme && { theme }) }
}
