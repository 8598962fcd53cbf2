import { implement } from '../../machines/core/actors.ts'
import { clipboardMachine } from '../../machines/shell/clipboard.machine.ts'
import type { Ports } from '../instance/ports.ts'

export const clipboardEffects = (ports: Ports) =>
  implement(clipboardMachine, { copy: ({ input }) => ports.clipboard.write(input.text) })
