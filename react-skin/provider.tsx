import { useEffect, useMemo, type ReactNode } from 'react'
import type { Latchkey } from '../sdk/index.ts'
import { LatchkeyContext } from './hooks.ts'
import type { Locale } from './strings/languages.ts'
import { LanguageProvider } from './strings/replaced.tsx'
import { SwapContext, type OwnParts, type OwnSlots, type OwnViews } from './swap.tsx'
import { ThemeContext } from './theme/root.tsx'
import type { Theme } from './theme/theme.ts'

const none = {}

/** Hands an instance to the components below, and keeps it started for as long as it is mounted. */
export function LatchkeyProvider({
  latchkey,
  locale,
  theme,
  views = none,
  slots = none,
  parts = none,
  children,
}: {
  latchkey: Latchkey
  /** The language, loaded when it is needed; `auto` is the visitor's. English where nothing is given. */
  locale?: Locale | 'auto'
  /** Colours, corners and fonts of your own, or one of the `presets`. */
  theme?: Theme
  /** Views of your own in the place of the skin's. */
  views?: OwnViews
  /** What you add above and below views, which stay as they are. */
  slots?: OwnSlots
  /** Parts of your own in the place of those that views are made of. */
  parts?: OwnParts
  children?: ReactNode
}) {
  useEffect(() => latchkey.start(), [latchkey])
  const swapped = useMemo(() => ({ views, slots, parts }), [views, slots, parts])
  return (
    <LatchkeyContext.Provider value={latchkey}>
      <SwapContext.Provider value={swapped}>
        <ThemeContext.Provider value={theme}>
          {locale === undefined ? children : <LanguageProvider locale={locale}>{children}</LanguageProvider>}
        </ThemeContext.Provider>
      </SwapContext.Provider>
    </LatchkeyContext.Provider>
  )
}
