import { createLatchkey, type Latchkey } from '../sdk/index.ts'
import { readAttributes, type Attributes } from './attributes.ts'

/** An element of the page that shows the instance. */
export interface Shower {
  attributesOf(): Attributes
  show(): void
}

const showers = new Set<Shower>()
/** The page's own; the one that attributes describe; and whether they describe none. */
let given: Latchkey | undefined
let made: Latchkey | undefined
let failed = false

/** Says what is wrong with an element, in the console. */
export const complain = (text: string): void => console.error(`Latchkey: ${text}`)

/** The instance that all elements of the page share: the page's own, or the one that their attributes describe, made now. */
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

/** Whether an instance was made of attributes, which are then read no more. */
export const isMade = (): boolean => made !== undefined && given === undefined

/** Has the elements show another instance, or again the one that attributes describe. */
export function setShared(latchkey: Latchkey | undefined): void {
  given = latchkey
  for (const shower of showers) shower.show()
}

/** Counts an element in, until the returned function is called. What attributes described goes with the last one. */
export function join(shower: Shower): () => void {
  showers.add(shower)
  return () => {
    showers.delete(shower)
    if (showers.size > 0) return
    made = undefined
    failed = false
  }
}
