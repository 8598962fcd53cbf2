import { createActor, type Actor, type InspectionEvent } from 'xstate'
import type { Configuration } from '../../machines/project/configuration.types.ts'
import { alertTexts, formatMessage } from '../../machines/shared/errors/messages.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { getActor, ROOT } from '../../machines/core/messaging.ts'
import type { NamespaceContract } from '../../machines/connection/namespace.contract.ts'
import { alerts } from '../../machines/shell/alerts.contract.ts'
import type { Instance, Latchkey } from './instance.ts'
import type { latchkeyLogic } from './logic.ts'
import type { LoggerPort, Ports } from './ports.ts'

export type Root = Actor<ReturnType<typeof latchkeyLogic>>

interface RootOptions {
  logic: ReturnType<typeof latchkeyLogic>
  configuration: Configuration
  namespaces: Instance['namespaces']
  ports: Ports
  /** Receives the events of every root. `current` is true for the root in use. */
  inspect(event: InspectionEvent, current: boolean): void
}

/** Manages the root of an instance: created on first use, and again after each stop. */
export function createRoot({ logic, configuration, namespaces, ports, inspect }: RootOptions) {
  let root: Root | undefined
  /** A root that is never started. `initial` reads it. */
  let unstarted: Root | undefined
  const options = { systemId: ROOT, input: { configuration }, clock: ports.clock }
  const create = () => {
    const created = createActor(logic, {
      ...options,
      inspect: (event) => inspect(event, event.rootId === root?.sessionId),
    })
    logErrors(created, namespaces, ports.logger)
    return created
  }
  const initial: Latchkey['initial'] = (name) => {
    unstarted ??= createActor(logic, options)
    return unstarted.system.get(name) as never
  }
  return {
    get: (): Root => (root ??= create()),
    /** The root, if it exists already. */
    current: () => root,
    initial,
    stop() {
      const stopped = root
      root = undefined
      stopped?.stop()
    },
  }
}

/** Logs events that are not reported elsewhere: crashes, alerts, and wallets that could not be disconnected. */
function logErrors(root: Root, namespaces: Instance['namespaces'], logger: LoggerPort): void {
  root.on('latchkey.crashed', ({ name, error: cause }) =>
    logger.error(new LatchkeyError('actor.crashed', { params: { name }, cause }).message, cause),
  )
  getActor(root.system, alerts).on('alerts.opened', ({ alert: { code, params } }) =>
    logger.error(formatMessage(alertTexts[code].long, params ?? {})),
  )
  for (const name of namespaces)
    getActor<NamespaceContract>(root.system, { name }).on('namespace.left', ({ outcome }) => {
      if ('error' in outcome) logger.error(outcome.error.message, outcome.error.cause)
    })
}
