import { caipAddressOf, type Connection } from '../../machines/entities/account.ts'
import type { Network } from '../../machines/entities/network.ts'
import type { SmartSession } from '../../machines/entities/smartSession.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { AnySystem } from '../../machines/kit/contract.ts'
import { fill } from '../../machines/kit/effects.ts'
import { peek } from '../../machines/kit/system.ts'
import { now } from '../../machines/kit/time.ts'
import { provider as walletElsewhere } from '../../machines/pairing/provider.contract.ts'
import { EXPLAINED } from '../../machines/rules/explaining.ts'
import { explainPermission, unknownPermission } from '../../machines/rules/explainingPermissions.ts'
import { isWebLink } from '../../machines/rules/links.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import { methodsFor } from '../../machines/rules/pairing/namespaces.ts'
import { readPermissionRequest } from '../../machines/rules/permissions.ts'
import { capabilityFault, withCoSigner } from '../../machines/rules/smartSessions.ts'
import { drawnSymbol, plainText } from '../../machines/rules/texts.ts'
import { permissionSchema } from '../../machines/schemas/permission.ts'
import { sessionGrantMachine } from '../../machines/smartSession/sessionGrant.machine.ts'
import { sessionRevocationMachine } from '../../machines/smartSession/sessionRevocation.machine.ts'
import { smartSessionsMachine } from '../../machines/smartSession/smartSessions.machine.ts'
import type { CallOutput } from '../api/calls.ts'
import type { Ports } from '../ports.ts'
import { providerOf } from './providers.ts'
import type { Site } from './site.ts'
import { part } from '../platform/part.ts'

const METHOD = 'wallet_grantPermissions'

/**
 * Whether the wallet can grant permissions. A wallet on another device lists its methods; a wallet in this browser is assumed to
 * support them.
 */
function canGrant(system: AnySystem, { connector, networkId }: Connection): boolean {
  if (connector.type !== 'WALLET_CONNECT') return true
  const session = peek(system, walletElsewhere)?.context.spoken?.session
  return session !== undefined && methodsFor(session.namespaces, networkId).includes(METHOD)
}

/** Converts a session of the API and explains its permissions. Unknown permissions are shown in their raw form. */
function sessionOf(
  { pci, expiry, createdAt, permissions, project, revokedAt }: CallOutput<'smartSessions'>['pcis'][number],
  { symbol = '', decimals = 18 }: Partial<Network['nativeCurrency']> = {},
): SmartSession {
  const units = { native: { symbol: drawnSymbol(symbol), decimals } }
  const rest = permissions.slice(EXPLAINED.steps)
  const { name, url, iconUrl } = project ?? {}
  return {
    pci,
    expiry,
    createdAt,
    permissions,
    explained: [
      ...permissions.slice(0, EXPLAINED.steps).map((permission) => {
        const { data } = permissionSchema.safeParse(permission)
        return data ? explainPermission(data, units) : unknownPermission(permission)
      }),
      ...(rest.length === 0 ? [] : [unknownPermission(rest)]),
    ],
    ...(project && {
      project: {
        name: plainText(name ?? '') || undefined,
        url: plainText(url ?? '') || undefined,
        iconUrl: iconUrl && isWebLink(iconUrl) ? iconUrl : undefined,
      },
    }),
    ...(typeof revokedAt === 'number' && { revokedAt }),
  }
}

const readPermissions = () => part(import('../chains/eip155/permissions.ts'))

const grantEffects = (ports: Ports) =>
  fill(sessionGrantMachine, {
    async check({ input: { connection, given }, signal, system }) {
      const request = readPermissionRequest(given, { ...connection, nowMs: now(system) })
      if (!canGrant(system, connection)) throw new LatchkeyError('smartSession.methodMissing')
      const { permissionsCapabilityOf } = await readPermissions()
      const provider = providerOf(ports, connection.connector)
      const fault = capabilityFault(request, await permissionsCapabilityOf(provider, connection, signal))
      if (fault) throw fault
      return request
    },
    async add({ input: { connection, request }, signal }) {
      const client = await ports.api.client()
      const asked = { account: caipAddressOf(connection), ...request }
      return client.call('addSmartSession', asked, { signal, networkId: connection.networkId })
    },
    async activate({ input: { connection, request, added, answer }, signal }) {
      const { readGrant } = await readPermissions()
      const { context, ...granted } = readGrant(answer, connection)
      const { networkId, address } = connection
      const { signer, policies } = withCoSigner(request, added.key)
      const session = { account: caipAddressOf(connection), address, pci: added.pci, context, signer, policies }
      const client = await ports.api.client()
      await client.call('activateSmartSession', { ...session, ...granted }, { signal, networkId })
      return { ...granted, address, context: added.pci }
    },
  })

export const smartSessionEffects = (ports: Ports, { networks }: Pick<Site, 'networks'>) => {
  async function fetchSessions({ input, signal }: { input: Connection; signal: AbortSignal }) {
    const { networkId } = input
    const client = await ports.api.client()
    const asked = { address: caipAddressOf(input) }
    const { pcis } = await client.call('smartSessions', asked, { signal, networkId, fresh: true })
    return pcis.map((each) => sessionOf(each, networkOf(networks(), networkId)?.nativeCurrency))
  }
  return {
    ...fill(smartSessionsMachine, { fetchSessions }),
    ...grantEffects(ports),
    ...fill(sessionRevocationMachine, {
      fetchSessions,
      async revoke({ input: { connection, pci, answer }, signal }) {
        const { readRevocation } = await readPermissions()
        const asked = { address: caipAddressOf(connection), pci, signature: readRevocation(answer) }
        const client = await ports.api.client()
        const { success } = await client.call('revokeSmartSession', asked, { signal, networkId: connection.networkId })
        if (!success) throw new LatchkeyError('smartSession.revokeFailed')
      },
    }),
  }
}
