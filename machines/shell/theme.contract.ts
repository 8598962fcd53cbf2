import type { FactOf } from '../facts.ts'
import { address } from '../kit/address.ts'

export interface ThemeContract {
  context: { choice: 'light' | 'dark' | 'system' }
  event:
    /** Chooses the colours. */
    | { type: 'theme.set'; choice: 'light' | 'dark' | 'system' }
    /** The visitor chose these colours on an earlier visit. */
    | { type: 'theme.restored'; choice: 'light' | 'dark' | 'system' }
    /** The system's own colours changed. */
    | { type: 'scheme.changed'; scheme: 'light' | 'dark' }
    | FactOf<'memory.restored'>
    | FactOf<'memory.changed'>
  state: 'deciding' | 'light' | 'dark' | { following: 'light' | 'dark' }
  tag: 'dark'
  input: { choice: 'light' | 'dark' | 'system' }
}

export const theme = address<ThemeContract>()('theme')
