import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface ThemeContract {
  context: { choice: 'light' | 'dark' | 'system' }
  event:
    /** Sets the color theme. */
    | { type: 'theme.set'; choice: 'light' | 'dark' | 'system' }
    /** The user chose this theme on an earlier visit. */
    | { type: 'theme.restored'; choice: 'light' | 'dark' | 'system' }
    /** The color scheme of the system changed. */
    | { type: 'scheme.changed'; scheme: 'light' | 'dark' }
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'storage.updated'>
  state: 'deciding' | 'light' | 'dark' | { following: 'light' | 'dark' }
  tag: 'dark'
  input: { choice: 'light' | 'dark' | 'system' }
}

export const theme = actorKey<ThemeContract>()('theme')
