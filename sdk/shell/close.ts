import type { Instance } from '../instance/instance.ts'
import { dispatch } from '../instance/dispatch.ts'

/** Closes the modal, unless it is locked. */
export const close = (instance: Pick<Instance, 'find'>): void => dispatch(instance, { type: 'modal.close' })
