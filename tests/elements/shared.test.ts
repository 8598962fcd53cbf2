/** The instance that the elements of a page share. */
import { afterEach, expect, test, vi } from 'vitest'
import { join, shared, type SharedElement } from '../../react-skin/elements/shared.ts'
import type { Attributes } from '../../react-skin/elements/attributes.ts'

const leaves: (() => void)[] = []
afterEach(() => {
  for (const leave of leaves.splice(0)) leave()
  vi.restoreAllMocks()
})

/** Adds an element to the page, as its `connectedCallback` does. */
function add(attributes: Attributes) {
  const element = { attributesOf: () => attributes, show: vi.fn<() => void>() } satisfies SharedElement
  leaves.push(join(element))
  return { element, instance: shared(element) }
}
const injected = { 'secure-site': 'https://evil.example', features: 'email' }
const own = { 'project-id': 'p', 'secure-site': 'https://wallet.example' }

test('an element that is added later and names another secure site ends the instance of all', () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const first = add(injected)
  expect(first.instance).toBeDefined()
  expect(add(own).instance).toBeUndefined()
  expect(shared()).toBeUndefined()
  expect(first.element.show).toHaveBeenCalled()
  expect(complaints).toHaveBeenCalledWith(
    'Latchkey: secure-site="https://wallet.example": another element has "https://evil.example"',
  )
})

test('an element that is added later and names the same secure site, or none, shares the instance', () => {
  const { instance } = add(own)
  expect(instance).toBeDefined()
  expect(add({}).instance).toBe(instance)
  expect(add(own).instance).toBe(instance)
})

test('an element that is added later cannot add a secure site to an instance without one', () => {
  const { instance } = add({ 'project-id': 'p' })
  expect(add(injected).instance).toBe(instance)
})
