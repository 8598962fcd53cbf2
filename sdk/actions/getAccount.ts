import type { Namespace } from '../../machines/entities/namespace.ts'
import { accountOf, type AccountState } from '../accounts.ts'
import { activeNamespace } from '../connections.ts'
import type { Instance } from '../instance.ts'

/** The account in a namespace, by default the active one. */
export const getAccount = (
  instance: Pick<Instance, 'actor' | 'find'>,
  namespace: Namespace = activeNamespace(instance),
): AccountState => accountOf(instance.find(`namespace:${namespace}`)?.getSnapshot())
