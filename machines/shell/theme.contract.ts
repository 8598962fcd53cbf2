import type { BroadcastEventOf } from '../events.ts'
import { actorKey } from '../core/actorKey.ts'

export interface ThemeContract {
  context: {
    /** The chosen theme. `system`: the theme follows the color scheme of the system. */
    choice: 'light' | 'dark' | 'system'
  }
  event:
    /** Sets the color theme. */
    | { type: 'theme.set'; choice: 'light' | 'dark' | 'system' }
    /** The choice that the user made on an earlier visit was read. */
    | { type: 'theme.restored'; choice: 'light' | 'dark' | 'system' }
    /** The color scheme of the system changed. */
    | { type: 'scheme.changed'; scheme: 'light' | 'dark' }
    | BroadcastEventOf<'storage.restored'>
    | BroadcastEventOf<'storage.updated'>
  state: 'deciding' | 'light' | 'dark' | { following: 'light' | 'dark' }
  tag: 'dark'
  input: {
    /** The theme that the app configures, until the stored choice of the user is read. */
    choice: 'light' | 'dark' | 'system'
  }
}

export const theme = actorKey<ThemeContract>()('theme')
