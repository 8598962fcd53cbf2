import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { done } from '../../machines/shared/outcome.rules.ts'
import { followChanges } from '../instance/followChanges.ts'
import { connectionIn, actorRefs } from '../connection/connections.ts'
import { markAsOwn } from '../connectors/ownProviders.ts'
import { providerOf } from '../connection/providers.ts'
import type { Instance, Latchkey } from '../instance/instance.ts'
import { waitForOutcome } from '../instance/outcomeOf.ts'
import { createProvider } from './createProvider.ts'
import type { EthereumProvider } from './ethereumProvider.ts'

/** Returns an EIP-1193 provider of the instance for EVM networks. */
export function getProvider(instance: Instance, latchkey: Latchkey): EthereumProvider {
  const { ports, started } = instance
  const names = evmNamespaces(instance)
  return markAsOwn(
    createProvider({
      latchkey,
      rpc: ports.rpc,
      logger: ports.logger,
      started,
      waitUntilRestored: () => waitUntilRestored(instance),
      wallet() {
        const connector = connectionIn(instance, 'eip155')?.connector
        return connector && providerOf(ports, connector)
      },
      follow: (listener) => followChanges(instance, ['network', ...names], listener),
    }),
  )
}

const evmNamespaces = ({ namespaces }: Instance) => namespaces.filter((name) => name === 'namespace:eip155')

/** Resolves when no EVM wallet from an earlier visit is being reconnected any more. The machines limit the time. */
async function waitUntilRestored(instance: Instance): Promise<Outcome<undefined> | undefined> {
  const { actor, started } = instance
  const names = evmNamespaces(instance)
  if (!started()) return undefined
  const isRestoring = () =>
    actor('latchkey').getSnapshot().value === 'restoring' ||
    names.some((name) => actor(name).getSnapshot().value === 'syncing')
  return waitForOutcome<undefined>(actorRefs(instance, names), (settle) => {
    const check = () => void (isRestoring() || settle(done(undefined)))
    check()
    return [{ unsubscribe: followChanges(instance, ['latchkey', ...names], check) }]
  })
}
