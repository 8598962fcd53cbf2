import type { Network } from '../machines/entities/network.ts'
import { filled, type Timeouts } from '../machines/kit/effects.ts'
import { latchkeyMachine } from '../machines/root/latchkey.machine.ts'
import { accountEffects, activityEffects, readingEffects } from './effects/account.ts'
import { clipboardEffects } from './effects/clipboard.ts'
import {
  attemptEffects,
  connectorsEffects,
  disconnectionEffects,
  externalEffects,
  namespaceEffects,
  networkSwitchEffects,
} from './effects/connection.ts'
import { memoryEffects } from './effects/memory.ts'
import { requestEffects } from './effects/requests.ts'
import { projectEffects, trackerEffects } from './effects/root.ts'
import { themeEffects } from './effects/theme.ts'
import { sendEffects, transactionEffects } from './effects/transfer.ts'
import { countdownEffects, walletConnectEffects } from './effects/walletConnect.ts'
import { catalogueEffects, walletsEffects } from './effects/wallets.ts'
import type { Ports } from './ports.ts'

/** The root with every slot filled. */
export const latchkeyLogic = (ports: Ports, timeouts: Timeouts, id: string, networks: () => readonly Network[]) =>
  filled(
    latchkeyMachine,
    {
      ...accountEffects(ports),
      ...activityEffects(ports),
      ...attemptEffects(ports),
      ...catalogueEffects(ports),
      ...clipboardEffects(ports),
      ...connectorsEffects(ports),
      ...countdownEffects(ports),
      ...disconnectionEffects(ports),
      ...externalEffects(ports, networks),
      ...memoryEffects(ports, id),
      ...namespaceEffects(ports, networks),
      ...networkSwitchEffects(ports),
      ...projectEffects(ports),
      ...readingEffects(ports),
      ...requestEffects(ports),
      ...sendEffects(ports),
      ...themeEffects(ports),
      ...trackerEffects(ports),
      ...transactionEffects(ports, timeouts),
      ...walletConnectEffects(ports, networks),
      ...walletsEffects(ports),
    },
    timeouts,
  )
