import { createContext, useCallback, useContext, useRef } from 'react'
import type { Latchkey } from '../../sdk/index.ts'
import { useLatchkey, useColorScheme } from '../hooks/index.ts'
import { directionOf } from '../strings/languages.ts'
import { useEarlyWord } from '../strings/replaced.tsx'
import { themeProperties, type Theme } from './theme.ts'

/** The current theme. */
export const ThemeContext = createContext<Theme | undefined>(undefined)

const owners = new WeakMap<Element, Latchkey>()

/** The instance that a root element of the skin belongs to: a page may have several instances. */
export const ownerOf = (root: Element): Latchkey | undefined => owners.get(root)

/** A style sheet in a shadow root cannot register properties (`styles/base.css`), so they are registered here for the page. */
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
      // Another root registered it already.
    }
}

/**
 * The props of every root element of the skin: its scope, color scheme and language. The theme is set through the element's style
 * object, not a style attribute, which a strict CSP allows.
 */
export function useRoot(mode: 'embedded' | 'dialog' | 'button' | 'notice') {
  const latchkey = useLatchkey()
  const scheme = useColorScheme()
  const theme = useContext(ThemeContext)
  const locale = useEarlyWord()('locale')
  const undress = useRef<() => void>(undefined)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      // The cleanup is stored here, because refs can return one only since React 19.
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
