import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { accountOf, type AccountState } from './accounts.ts'
import { activeNamespace } from '../connection/connections.ts'
import type { Instance } from '../instance/instance.ts'

/** The account in a namespace, by default the active one. */
export const getAccount = <Of extends Namespace = Namespace>(
  instance: Pick<Instance, 'actor' | 'find'>,
  namespace?: Of,
): AccountState<Of> =>
  accountOf(instance.find(`namespace:${namespace ?? activeNamespace(instance)}`)?.getSnapshot(), namespace)
