import { useCallback } from 'react'
import type { ConnectionOf, ConnectOptions, Connector, Namespace, Outcome } from '../../sdk/index.ts'
import { useAction, type ActionState } from './useAction.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'

export type UseConnectReturnType<Of extends Namespace = Namespace> = ActionState<ConnectionOf<Of>> & {
  connect: (options?: ConnectOptions<Of>) => Promise<Outcome<ConnectionOf<Of>>>
  connectors: readonly Connector[]
}

/**
 * Returns the available wallets and connects one of them.
 * @returns `connect`, the `connectors`, and the state of the last call. Without a `connectorId`, `connect` opens the modal.
 */
export function useConnect<Of extends Namespace = Namespace>(): UseConnectReturnType<Of> {
  const latchkey = useLatchkey()
  const action = useCallback((options?: ConnectOptions<Of>) => latchkey.connect(options), [latchkey])
  const [state, connect] = useAction(action)
  const connectors = useActorSelector('connectors', ({ context }) => context.connectors)
  return { ...state, connect, connectors }
}
