import type { Instance } from '../instance.ts'
import { send } from './send.ts'

/** Closes the modal, where it may be closed. */
export const close = (instance: Pick<Instance, 'find'>): void => send(instance, { type: 'modal.close' })
