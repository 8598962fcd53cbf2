import type { ActorName, Command } from '../../machines/directory.ts'
import type { Instance } from '../instance.ts'

/** Sends a command to the service that its first word names. */
export function send({ find }: Pick<Instance, 'find'>, command: Command): void {
  const name = command.type.slice(0, command.type.indexOf('.')) as ActorName
  const ref = find(name) as { send(event: Command): void } | undefined
  ref?.send(command)
}
