import { fromCallback } from 'xstate'
import { seal } from '../../machines/kit/contract.ts'
import type { ThemeContract } from '../../machines/shell/theme.contract.ts'
import { themeMachine } from '../../machines/shell/theme.machine.ts'
import type { Ports } from '../ports.ts'

export const themeLogic = ({ scheme }: Ports) =>
  seal<ThemeContract>()(
    themeMachine.provide({
      actors: {
        watchScheme: fromCallback(({ sendBack }) =>
          scheme.watch((system) => sendBack({ type: 'scheme.changed', scheme: system })),
        ),
      },
    }),
  )
