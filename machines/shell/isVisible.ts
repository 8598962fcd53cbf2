import type { AnySystem } from '../core/contract.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { modal } from './modal.contract.ts'

/** Whether the modal is visible: open, or embedded in the page. */
export const isModalVisible = (system: AnySystem): boolean => {
  const shell = getActorSnapshot(system, modal)
  return shell !== undefined && (shell.context.embedded || shell.hasTag('open'))
}
