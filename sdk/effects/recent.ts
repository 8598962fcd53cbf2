import { recentMachine } from '../../machines/account/recent.machine.ts'
import { fill } from '../../machines/kit/effects.ts'
import type { Ports } from '../ports.ts'
import { watchPage } from './visibility.ts'

export const recentEffects = (ports: Ports) => fill(recentMachine, { watchPage: watchPage(ports) })
