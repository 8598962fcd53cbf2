/** A command was addressed to an actor that does not exist. */
export class ActorMissingError extends Error {
  override name = 'ActorMissingError'
  constructor(name: string) {
    super(`No actor is registered under "${name}".`)
  }
}
