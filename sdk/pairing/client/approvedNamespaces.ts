/**
 * Stores the namespaces that this side approved, per session. The client's own store may contain changes that only the peer made.
 */
import type { SessionNamespaces } from '../../../machines/pairing/pairing.schemas.ts'
import { isRecord, toJson } from '../../../machines/shared/typeGuards.rules.ts'
import type { Client } from './client.types.ts'
import { internalsOf } from './internals.ts'
import type { PairingDriver } from '../port.ts'

const agreedByClient = new WeakMap<Client, Map<string, unknown>>()
const keyOf = (client: Client) => internalsOf(client).session.storageKey.replace(/session$/, 'agreed')

/** Reads the stored approvals, once, before any message is processed. */
export async function readAgreedNamespaces(client: Client): Promise<void> {
  const stored = await internalsOf(client)
    .core.storage.getItem<unknown>(keyOf(client))
    .catch(() => undefined)
  agreedByClient.set(client, new Map(isRecord(stored) ? Object.entries(stored) : []))
}

/** Sessions that this side settles itself count as approved when they are stored. */
export function createAgreedNamespaces(client: Client): Pick<PairingDriver, 'agreed' | 'keep'> {
  const { core, session } = internalsOf(client)
  const agreed = agreedByClient.get(client) ?? new Map<string, unknown>()

  async function write(topic: string, namespaces: SessionNamespaces) {
    if (toJson(agreed.get(topic)) === toJson(namespaces)) return
    for (const storedTopic of agreed.keys()) if (!session.keys.includes(storedTopic)) agreed.delete(storedTopic)
    agreed.set(topic, namespaces)
    await core.storage.setItem(keyOf(client), Object.fromEntries(agreed))
  }

  const { set } = session
  session.set = async (topic, settled) => {
    if (settled.controller === settled.self.publicKey) await write(topic, settled.namespaces)
    await set(topic, settled)
  }

  return {
    agreed: () => Object.fromEntries(agreed),
    async keep({ topic, namespaces }) {
      if (!session.keys.includes(topic)) return
      if (toJson(client.session.get(topic).namespaces) !== toJson(namespaces))
        await session.update(topic, { namespaces })
      await write(topic, namespaces)
    },
  }
}
