import { createContext, use, useCallback } from 'react'
import { useScheme } from '../hooks.ts'
import { directionOf } from '../strings/languages.ts'
import { useStrings } from '../strings/strings.tsx'
import { themeProperties, type Theme } from './theme.ts'

/** The theme that is in force here. */
export const ThemeContext = createContext<Theme | undefined>(undefined)

/**
 * What every outermost element of the skin bears: its scope, the colours, the language. A theme is set on the element's own
 * style object, which needs no style attribute, so a strict CSP allows it.
 */
export function useRoot(mode: 'embedded' | 'dialog' | 'button') {
  const scheme = useScheme()
  const theme = use(ThemeContext)
  const { locale } = useStrings().words
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element || !theme) return undefined
      const properties = themeProperties(theme, scheme)
      for (const [name, value] of properties) element.style.setProperty(name, value)
      return () => {
        for (const name of properties.keys()) element.style.removeProperty(name)
      }
    },
    [theme, scheme],
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
