import { recentMachine } from '../../machines/transactions/recent.machine.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Ports } from '../instance/ports.ts'
import { watchPage } from '../shell/visibility.ts'

export const recentEffects = (ports: Ports) => implement(recentMachine, { watchPage: watchPage(ports) })
