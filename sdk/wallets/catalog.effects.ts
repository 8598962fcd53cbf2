import { catalogMachine } from '../../machines/wallets/catalog.machine.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Ports } from '../instance/ports.ts'
import { fetchWallets } from './wallets.effects.ts'

export const catalogEffects = (ports: Ports) =>
  implement(catalogMachine, {
    fetchPage: ({ input, signal }) => fetchWallets(ports, input, signal),
    fetchSearch: ({ input, signal }) => fetchWallets(ports, input, signal),
  })
