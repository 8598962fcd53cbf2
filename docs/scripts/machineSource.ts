/** Reads the actors and delays of a machine from its source file. */
import { nameIn, nodeIn, nodesIn, type Node, type Reader } from './types.ts'

/** An actor that the SDK implements. */
export interface ActorSource {
  name: string
  /** `callback`: a subscription that lasts as long as a state. */
  kind: 'promise' | 'callback'
  /** The source text of its output type, or of the events that it sends. `given` is that of its input. */
  gives: string
  given: string
  meaning: string
}

const KINDS = new Map<string, ActorSource['kind']>([
  ['promiseActor', 'promise'],
  ['callbackActor', 'callback'],
])

/** A named delay. */
export interface DelaySource {
  name: string
  meaning: string
}

/** The argument of the `setup({ … })` call in an expression. */
function setupIn(node: Node | undefined): Node | undefined {
  if (!node) return undefined
  const callee = nodeIn(node, 'callee')
  if (node.type === 'CallExpression' && nameIn(node, 'callee') === 'setup') return nodesIn(node, 'arguments')[0]
  return setupIn(callee) ?? setupIn(nodeIn(node, 'object')) ?? nodesIn(node, 'arguments').map(setupIn).find(Boolean)
}

const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  nodesIn(object, 'properties').find((property) => nameIn(property, 'key') === name)

/** A named guard or action. */
export interface NamedSource {
  name: string
  meaning: string
  /** The source text. */
  text: string
}

/** Returns the actors, delays, guards and actions of a machine, in source order. */
export function sourceOf(
  reader: Reader,
  path: string,
  machine: string,
): {
  actors: readonly ActorSource[]
  delays: readonly DelaySource[]
  guards: readonly NamedSource[]
  actions: readonly NamedSource[]
} {
  const module = reader.moduleAt(path)
  const setup = setupIn(module.declared.get(machine))
  const entriesOf = (name: string) => nodesIn(nodeIn(propertyOf(setup, name), 'value'), 'properties')
  const namedIn = (name: string) =>
    entriesOf(name).map((property) => ({
      name: nameIn(property, 'key'),
      meaning: reader.meaningOf(module, property),
      text: reader.textOf(module, property),
    }))
  return {
    actors: entriesOf('actors').flatMap((property) => {
      const call = nodeIn(property, 'value')
      const kind = call && KINDS.get(nameIn(call, 'callee'))
      if (!kind) return []
      const [gives, given] = nodesIn(nodeIn(call, 'typeArguments'), 'params').map((type) => reader.textOf(module, type))
      return {
        name: nameIn(property, 'key'),
        kind,
        gives: gives ?? '',
        given: given ?? '',
        meaning: reader.meaningOf(module, property),
      }
    }),
    delays: namedIn('delays'),
    guards: namedIn('guards'),
    actions: namedIn('actions'),
  }
}
