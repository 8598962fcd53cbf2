import { catalogueMachine } from '../../machines/wallets/catalogue.machine.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Ports } from '../instance/ports.ts'
import { fetchWallets } from './wallets.effects.ts'

export const catalogueEffects = (ports: Ports) =>
  implement(catalogueMachine, {
    fetchPage: ({ input, signal }) => fetchWallets(ports, input, signal),
    fetchSearch: ({ input, signal }) => fetchWallets(ports, input, signal),
  })
