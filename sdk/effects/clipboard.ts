import { fromPromise } from 'xstate'
import { seal } from '../../machines/kit/contract.ts'
import type { ClipboardContract } from '../../machines/shell/clipboard.contract.ts'
import { clipboardMachine } from '../../machines/shell/clipboard.machine.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'

export const clipboardLogic = (ports: Ports, { copyMs }: Timeouts) =>
  seal<ClipboardContract>()(
    clipboardMachine.provide({
      actors: { copy: fromPromise(({ input }) => ports.clipboard.write(input.text)) },
      delays: { copy: copyMs },
    }),
  )
