import { createContext, useCallback, useContext, useRef } from 'react'
import type { Latchkey } from '../../sdk/index.ts'
import { useLatchkey, useScheme } from '../hooks.ts'
import { directionOf } from '../strings/languages.ts'
import { useEarlyWord } from '../strings/replaced.tsx'
import { themeProperties, type Theme } from './theme.ts'

/** The theme that is in force here. */
export const ThemeContext = createContext<Theme | undefined>(undefined)

const owners = new WeakMap<Element, Latchkey>()

/** The instance that an outermost element of the skin belongs to: there may be several on a page. */
export const ownerOf = (root: Element): Latchkey | undefined => owners.get(root)

/** Within a shadow root a sheet registers no properties (`styles/base.css`), so they are registered for the page from here. */
function registerLetters(element: Element) {
  if (!(element.getRootNode() instanceof ShadowRoot) || !('registerProperty' in CSS)) return
  const properties = [
    { name: '--latchkey-text-base', syntax: '<length>', inherits: true, initialValue: '16px' },
    { name: '--latchkey-registered', syntax: '<number>', inherits: true, initialValue: '1' },
  ]
  for (const property of properties)
    try {
      CSS.registerProperty(property)
    } catch {
      // It is registered already, as by another root.
    }
}

/**
 * What every outermost element of the skin bears: its scope, the colours, the language. A theme is set on the element's own
 * style object, which needs no style attribute, so a strict CSP allows it.
 */
export function useRoot(mode: 'embedded' | 'dialog' | 'button' | 'notice') {
  const latchkey = useLatchkey()
  const scheme = useScheme()
  const theme = useContext(ThemeContext)
  const locale = useEarlyWord()('locale')
  const undress = useRef<() => void>(undefined)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      // What was set is remembered here: only from React 19 on does a ref give back what undoes it.
      undress.current?.()
      undress.current = undefined
      if (!element) return
      owners.set(element, latchkey)
      registerLetters(element)
      if (!theme) return
      const properties = themeProperties(theme, scheme)
      for (const [name, value] of properties) element.style.setProperty(name, value)
      undress.current = () => {
        for (const name of properties.keys()) element.style.removeProperty(name)
      }
    },
    [latchkey, theme, scheme],
  )
  return {
    ref,
    'data-latchkey': '',
    'data-mode': mode,
    'data-scheme': scheme,
    lang: locale,
    dir: directionOf(locale),
  } as const
}
