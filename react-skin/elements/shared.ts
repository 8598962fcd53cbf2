import { createLatchkey, type Latchkey } from '../../sdk/index.ts'
import { readAttributes, type Attributes } from './attributes.ts'

/** A connected element that shows the instance. */
export interface SharedElement {
  attributesOf(): Attributes
  show(): void
}

const elements = new Set<SharedElement>()
/** The app's own instance, the one from attributes with its secure site, and whether the attributes describe none. */
let ownInstance: Latchkey | undefined
let madeInstance: Latchkey | undefined
let madeSite: string | undefined
let failed = false

/** Logs a problem with an element to the console. */
export const complain = (text: string): void => console.error(`Latchkey: ${text}`)

/**
 * The instance that all elements of the page share: the app's own, or the one from their attributes, which is created on first
 * use.
 */
export function shared(element?: SharedElement): Latchkey | undefined {
  if (ownInstance) return ownInstance
  if (madeInstance || failed) return madeInstance
  const { options, faults, contradiction } = readAttributes(
    [...new Set([...elements, ...(element ? [element] : [])])].map((one) => one.attributesOf()),
  )
  faults.forEach(complain)
  if (contradiction !== undefined) {
    failed = true
    complain(contradiction)
    return undefined
  }
  try {
    madeInstance = createLatchkey(options)
    madeSite = options.secureSite
  } catch (error) {
    failed = true
    complain(error instanceof Error ? error.message : String(error))
  }
  return madeInstance
}

/** Discards the instance if an element that is added later names another secure site: the intended one is unknown. */
function rejectOtherSite(site: string | undefined): void {
  if (site === undefined || madeSite === undefined || site === madeSite) return
  failed = true
  madeInstance = undefined
  complain(`secure-site="${site}": another element has "${madeSite}"`)
  for (const element of elements) element.show()
}

/** Whether the instance was created from attributes, which are no longer read then. */
export const isMade = (): boolean => madeInstance !== undefined && ownInstance === undefined

/** Makes all elements show another instance. `undefined` restores the one from attributes. */
export function setShared(latchkey: Latchkey | undefined): void {
  ownInstance = latchkey
  for (const element of elements) element.show()
}

/**
 * Registers an element. Returns a function that unregisters it. The instance from attributes is discarded with the last element.
 */
export function join(element: SharedElement): () => void {
  elements.add(element)
  if (madeInstance) rejectOtherSite(element.attributesOf()['secure-site'])
  return () => {
    elements.delete(element)
    if (elements.size > 0) return
    madeInstance = undefined
    madeSite = undefined
    failed = false
  }
}
