import type { Instance } from '../instance.ts'
import { send } from './send.ts'

/** Closes the modal, unless it is locked. */
export const close = (instance: Pick<Instance, 'find'>): void => send(instance, { type: 'modal.close' })
