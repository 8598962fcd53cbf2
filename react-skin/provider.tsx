import { useEffect, useMemo, type ReactNode } from 'react'
import type { Latchkey } from '../sdk/index.ts'
import { LatchkeyContext } from './hooks/index.ts'
import type { Locale } from './strings/languages.ts'
import { LanguageProvider } from './strings/replaced.tsx'
import type { OwnParts } from './components/ownParts.ts'
import { ReplacementsContext, type OwnSlots, type OwnViews } from './components/replaceable.tsx'
import { ThemeContext } from './theme/root.tsx'
import type { Theme } from './theme/theme.ts'

const none = {}

export interface LatchkeyProviderProps {
  /** The instance. Create it outside your components. */
  latchkey: Latchkey
  /** The language, loaded on demand; `auto` is the user's. Default: English. */
  locale?: Locale | 'auto'
  /** Your own colors, radii and fonts, or one of the `presets`. */
  theme?: Theme
  /** Your own views, which replace the skin's. */
  views?: OwnViews
  /** Content above and below views, which remain unchanged. */
  slots?: OwnSlots
  /** Your own parts, which replace those that views are built with. */
  parts?: OwnParts
  children?: ReactNode
}

/** Provides an instance to the components below, and keeps it started while mounted. */
export function LatchkeyProvider({
  latchkey,
  locale,
  theme,
  views = none,
  slots = none,
  parts = none,
  children,
}: LatchkeyProviderProps) {
  useEffect(() => latchkey.start(), [latchkey])
  const swapped = useMemo(() => ({ views, slots, parts }), [views, slots, parts])
  return (
    <LatchkeyContext.Provider value={latchkey}>
      <ReplacementsContext.Provider value={swapped}>
        <ThemeContext.Provider value={theme}>
          {locale === undefined ? children : <LanguageProvider locale={locale}>{children}</LanguageProvider>}
        </ThemeContext.Provider>
      </ReplacementsContext.Provider>
    </LatchkeyContext.Provider>
  )
}
