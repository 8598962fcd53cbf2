import { fill } from '../../machines/kit/effects.ts'
import { themeMachine } from '../../machines/shell/theme.machine.ts'
import type { Ports } from '../ports.ts'

export const themeEffects = ({ scheme }: Ports) =>
  fill(themeMachine, {
    watchScheme: ({ sendBack }) => scheme.watch((system) => sendBack({ type: 'scheme.changed', scheme: system })),
  })
