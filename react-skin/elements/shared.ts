import { createLatchkey, type Latchkey } from '../../sdk/index.ts'
import { readAttributes, type Attributes } from './attributes.ts'

/** A connected element that shows the instance. */
export interface Shower {
  attributesOf(): Attributes
  show(): void
}

const showers = new Set<Shower>()
/** The app's own instance, the one from attributes, and whether the attributes describe none. */
let given: Latchkey | undefined
let made: Latchkey | undefined
let failed = false

/** Logs a problem with an element to the console. */
export const complain = (text: string): void => console.error(`Latchkey: ${text}`)

/**
 * The instance that all elements of the page share: the app's own, or the one from their attributes, which is created on first
 * use.
 */
export function shared(asking?: Shower): Latchkey | undefined {
  if (given) return given
  if (made || failed) return made
  const { options, faults, contradiction } = readAttributes(
    [...new Set([...showers, ...(asking ? [asking] : [])])].map((one) => one.attributesOf()),
  )
  faults.forEach(complain)
  if (contradiction !== undefined) {
    failed = true
    complain(contradiction)
    return undefined
  }
  try {
    made = createLatchkey(options)
  } catch (error) {
    failed = true
    complain(error instanceof Error ? error.message : String(error))
  }
  return made
}

/** Whether the instance was created from attributes, which are no longer read then. */
export const isMade = (): boolean => made !== undefined && given === undefined

/** Makes all elements show another instance. `undefined` restores the one from attributes. */
export function setShared(latchkey: Latchkey | undefined): void {
  given = latchkey
  for (const shower of showers) shower.show()
}

/**
 * Registers an element. Returns a function that unregisters it. The instance from attributes is discarded with the last element.
 */
export function join(shower: Shower): () => void {
  showers.add(shower)
  return () => {
    showers.delete(shower)
    if (showers.size > 0) return
    made = undefined
    failed = false
  }
}
