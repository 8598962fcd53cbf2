import { caipAddressOf, type Connection } from '../../machines/shared/account.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { SmartSession } from '../../machines/smart-sessions/smartSession.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import { implement } from '../../machines/core/actors.ts'
import { getActorSnapshot } from '../../machines/core/messaging.ts'
import { now } from '../../machines/core/time.ts'
import { provider as walletElsewhere } from '../../machines/pairing/provider.contract.ts'
import { EXPLAINED } from '../../machines/wallet-requests/explanation.rules.ts'
import { explainPermission, unknownPermission } from '../../machines/smart-sessions/permissionTexts.rules.ts'
import { isWebLink } from '../../machines/shared/links.rules.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import { methodsFor } from '../../machines/pairing/rules/namespaces.ts'
import { readPermissionRequest } from '../../machines/smart-sessions/permissions.rules.ts'
import { validateCapability, withCoSigner } from '../../machines/smart-sessions/smartSessions.rules.ts'
import { displaySymbol, toPlainText } from '../../machines/shared/texts.rules.ts'
import { permissionSchema } from '../../machines/smart-sessions/permission.schemas.ts'
import { sessionGrantMachine } from '../../machines/smart-sessions/sessionGrant.machine.ts'
import { sessionRevocationMachine } from '../../machines/smart-sessions/sessionRevocation.machine.ts'
import { smartSessionsMachine } from '../../machines/smart-sessions/smartSessions.machine.ts'
import type { CallOutput } from '../api/calls.ts'
import type { Ports } from '../instance/ports.ts'
import { providerOf } from '../connection/providers.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { loadPart } from '../platform/loadPart.ts'

const METHOD = 'wallet_grantPermissions'

/**
 * Whether the wallet can grant permissions. A wallet on another device lists its methods; a wallet in this browser is assumed to
 * support them.
 */
function canGrant(system: AnySystem, { connector, networkId }: Connection): boolean {
  if (connector.type !== 'WALLET_CONNECT') return true
  const session = getActorSnapshot(system, walletElsewhere)?.context.activeSession?.session
  return session !== undefined && methodsFor(session.namespaces, networkId).includes(METHOD)
}

/** Converts a session of the API and explains its permissions. Unknown permissions are shown in their raw form. */
function sessionOf(
  { pci, expiry, createdAt, permissions, project, revokedAt }: CallOutput<'smartSessions'>['pcis'][number],
  { symbol = '', decimals = 18 }: Partial<Network['nativeCurrency']> = {},
): SmartSession {
  const units = { native: { symbol: displaySymbol(symbol), decimals } }
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
        name: toPlainText(name ?? '') || undefined,
        url: toPlainText(url ?? '') || undefined,
        iconUrl: iconUrl && isWebLink(iconUrl) ? iconUrl : undefined,
      },
    }),
    ...(typeof revokedAt === 'number' && { revokedAt }),
  }
}

const readPermissions = () => loadPart(import('../chains/eip155/permissions.ts'))

const grantEffects = (ports: Ports) =>
  implement(sessionGrantMachine, {
    async check({ input: { connection, requested }, signal, system }) {
      const request = readPermissionRequest(requested, { ...connection, nowMs: now(system) })
      if (!canGrant(system, connection)) throw new LatchkeyError('smartSession.methodMissing')
      const { permissionsCapabilityOf } = await readPermissions()
      const provider = providerOf(ports, connection.connector)
      const fault = validateCapability(request, await permissionsCapabilityOf(provider, connection, signal))
      if (fault) throw fault
      return request
    },
    async add({ input: { connection, request }, signal }) {
      const client = await ports.api.client()
      const params = { account: caipAddressOf(connection), ...request }
      return client.call('addSmartSession', params, { signal, networkId: connection.networkId })
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

export const smartSessionEffects = (ports: Ports, { networks }: Pick<AppSettings, 'networks'>) => {
  async function fetchSessions({ input, signal }: { input: Connection; signal: AbortSignal }) {
    const { networkId } = input
    const client = await ports.api.client()
    const params = { address: caipAddressOf(input) }
    const { pcis } = await client.call('smartSessions', params, { signal, networkId, fresh: true })
    return pcis.map((entry) => sessionOf(entry, networkOf(networks(), networkId)?.nativeCurrency))
  }
  return {
    ...implement(smartSessionsMachine, { fetchSessions }),
    ...grantEffects(ports),
    ...implement(sessionRevocationMachine, {
      fetchSessions,
      async revoke({ input: { connection, pci, answer }, signal }) {
        const { readRevocation } = await readPermissions()
        const params = { address: caipAddressOf(connection), pci, signature: readRevocation(answer) }
        const client = await ports.api.client()
        const { success } = await client.call('revokeSmartSession', params, { signal, networkId: connection.networkId })
        if (!success) throw new LatchkeyError('smartSession.revokeFailed')
      },
    }),
  }
}
