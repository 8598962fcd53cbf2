import { recentMachine } from '../../machines/transactions/recent.machine.ts'
import { fill } from '../../machines/core/actors.ts'
import type { Ports } from '../instance/ports.ts'
import { watchPage } from '../shell/visibility.ts'

export const recentEffects = (ports: Ports) => fill(recentMachine, { watchPage: watchPage(ports) })
