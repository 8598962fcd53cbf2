import { useLayoutEffect, type Ref, type RefObject } from 'react'
import { withRef } from '../withRef.ts'

type Listener = (event: Event) => void

/** What Radix hands its child, as the element's own events: by their types, and whether they are heard on their way down. */
const EVENTS = {
  onKeyDown: ['keydown', false],
  onFocusCapture: ['focus', true],
  onBlurCapture: ['blur', true],
  onPointerDownCapture: ['pointerdown', true],
} as const

type Props = { element: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> } & {
  [Name in keyof typeof EVENTS]?: Listener
}

/**
 * Puts the ref and the listeners that Radix has for its child, with `asChild`, on an element that is there already: what comes
 * and goes around it then renders nothing of it anew.
 */
export const OnElement = /* @__PURE__ */ withRef('OnElement', ({ element, ref, ...props }: Props) => {
  useLayoutEffect(() => {
    const { current } = element
    if (typeof ref !== 'function') return undefined
    const detach = ref(current)
    return () => {
      if (typeof detach === 'function') detach()
      else ref(null)
    }
  }, [element, ref])
  useLayoutEffect(() => {
    const { current } = element
    const names = Object.keys(EVENTS) as (keyof typeof EVENTS)[]
    const listeners = names.flatMap((name) => {
      const [type, capture] = EVENTS[name]
      const listener = props[name]
      return listener ? [[type, listener, capture] as const] : []
    })
    for (const listener of listeners) current?.addEventListener(...listener)
    return () => {
      for (const listener of listeners) current?.removeEventListener(...listener)
    }
  })
  return null
})
