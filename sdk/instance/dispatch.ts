import { resolveRecipient } from '../../machines/core/messaging.ts'
import type { ActorName, Command } from './directory.ts'
import type { Instance } from './instance.ts'

/** Sends a command to the service that its first word names. Loads the service if necessary. */
export function dispatch({ find }: Pick<Instance, 'find'>, command: Command): void {
  const name = command.type.slice(0, command.type.indexOf('.')) as ActorName
  const recipient = resolveRecipient({ get: find as never } as never, name, command)
  recipient?.ref.send(recipient.event)
}
