import { latchkeyMachine } from '../machines/root/latchkey.machine.ts'
import type { Timeouts } from './config.ts'
import { balanceLogic } from './effects/account.ts'
import { connectorsLogic, namespaceLogic, networkLogic } from './effects/connection.ts'
import { memoryLogic } from './effects/memory.ts'
import { requestsLogic } from './effects/requests.ts'
import { themeLogic } from './effects/theme.ts'
import { sendLogic } from './effects/transfer.ts'
import type { Ports } from './ports.ts'

/** The root with every slot filled. */
export const latchkeyLogic = (ports: Ports, timeouts: Timeouts, id: string) =>
  latchkeyMachine.provide({
    actors: {
      balance: balanceLogic(ports, timeouts),
      connectors: connectorsLogic(ports),
      memory: memoryLogic(ports, timeouts, id),
      namespace: namespaceLogic(ports, timeouts),
      network: networkLogic(ports, timeouts),
      requests: requestsLogic(ports, timeouts),
      send: sendLogic(ports, timeouts),
      theme: themeLogic(ports),
    },
    delays: { restoring: timeouts.restoringMs },
  })
