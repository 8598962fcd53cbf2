import { useLayoutEffect, type Ref, type RefObject } from 'react'
import { withRef } from '../components/withRef.ts'

type Listener = (event: Event) => void

/** The props that Radix passes to its child, as DOM events: their types, and whether they use the capture phase. */
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
 * Attaches the ref and the listeners that Radix passes with `asChild` to an existing element, so that changes around it do not
 * render it again.
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
