import { implement } from '../../machines/core/actors.ts'
import { themeMachine } from '../../machines/shell/theme.machine.ts'
import type { Ports } from '../instance/ports.ts'
import { readTheme } from '../storage/entries.ts'
import type { AppSettings } from '../instance/appSettings.ts'

export const themeEffects = ({ scheme, storage }: Ports, { id }: AppSettings) =>
  implement(themeMachine, {
    readChoice({ sendBack }) {
      const choice = readTheme(storage, id)
      if (choice) sendBack({ type: 'theme.restored', choice })
    },
    watchScheme: ({ sendBack }) => scheme.watch((system) => sendBack({ type: 'scheme.changed', scheme: system })),
  })
