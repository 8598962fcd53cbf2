import type { Instance } from '../instance/instance.ts'
import { send } from '../instance/send.ts'

/** Closes the modal, unless it is locked. */
export const close = (instance: Pick<Instance, 'find'>): void => send(instance, { type: 'modal.close' })
