import type { Network } from '../machines/entities/network.ts'
import { seal } from '../machines/kit/contract.ts'
import { latchkeyMachine } from '../machines/root/latchkey.machine.ts'
import type { ModalContract } from '../machines/shell/modal.contract.ts'
import { modalMachine } from '../machines/shell/modal.machine.ts'
import type { Timeouts } from './config.ts'
import { accountLogic, activityLogic, balanceLogic } from './effects/account.ts'
import { clipboardLogic } from './effects/clipboard.ts'
import { connectorsLogic, namespaceLogic, networkLogic } from './effects/connection.ts'
import { memoryLogic } from './effects/memory.ts'
import { requestsLogic } from './effects/requests.ts'
import { projectLogic, trackerLogic } from './effects/root.ts'
import { themeLogic } from './effects/theme.ts'
import { sendLogic } from './effects/transfer.ts'
import { catalogueLogic, walletsLogic } from './effects/wallets.ts'
import type { Ports } from './ports.ts'

/** The root with every slot filled. */
export const latchkeyLogic = (ports: Ports, timeouts: Timeouts, id: string, networks: () => readonly Network[]) =>
  latchkeyMachine.provide({
    actors: {
      account: accountLogic(ports, timeouts),
      activity: activityLogic(ports, timeouts),
      balance: balanceLogic(ports, timeouts),
      catalogue: catalogueLogic(ports, timeouts),
      clipboard: clipboardLogic(ports, timeouts),
      connectors: connectorsLogic(ports),
      memory: memoryLogic(ports, timeouts, id),
      modal: seal<ModalContract>()(modalMachine.provide({ delays: { choose: timeouts.chooseMs } })),
      namespace: namespaceLogic(ports, timeouts, networks),
      network: networkLogic(ports, timeouts),
      project: projectLogic(ports, timeouts),
      requests: requestsLogic(ports, timeouts),
      send: sendLogic(ports, timeouts),
      theme: themeLogic(ports),
      tracker: trackerLogic(ports, timeouts),
      wallets: walletsLogic(ports, timeouts),
    },
    delays: { restoring: timeouts.restoringMs },
  })
