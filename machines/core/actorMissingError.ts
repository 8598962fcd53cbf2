/** Thrown when a command is sent to an actor that does not exist. */
export class ActorMissingError extends Error {
  override name = 'ActorMissingError'
  constructor(name: string) {
    super(`No actor is registered under "${name}".`)
  }
}
