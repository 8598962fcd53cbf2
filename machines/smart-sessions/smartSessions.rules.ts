/** Smart sessions: what a wallet can grant, and the status of what it granted. */
import {
  sessionGroups,
  type PermissionRequest,
  type PermissionsCapability,
  type SessionGroup,
  type SessionKey,
  type SmartSession,
} from './smartSession.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'

/** Returns why a wallet cannot grant a request; undefined if it can. */
export function validateCapability(
  { permissions, signer, policies }: PermissionRequest,
  capability: PermissionsCapability | undefined,
): LatchkeyError | undefined {
  if (!capability?.supported) return new LatchkeyError('smartSession.capabilityMissing')
  const missing = (required: readonly { type: string }[], supported: readonly string[]) =>
    required.find(({ type }) => !supported.includes(type))
  const permission = missing(permissions, capability.permissionTypes)
  if (permission) return new LatchkeyError('smartSession.permissionUnsupported', { params: { type: permission.type } })
  if (missing([signer], capability.signerTypes))
    return new LatchkeyError('smartSession.signerUnsupported', { params: { type: signer.type } })
  const policy = missing(policies, capability.policyTypes)
  return policy && new LatchkeyError('smartSession.policyUnsupported', { params: { type: policy.type } })
}

/** Returns a request with the API's co-signer key, which comes before the other keys. */
export const withCoSigner = (request: PermissionRequest, key: SessionKey): PermissionRequest => ({
  ...request,
  signer: { type: 'keys', data: { keys: [key, ...request.signer.data.keys] } },
})

const secondsOf = (nowMs: number): number => Math.floor(nowMs / 1_000)

/** Returns the status of a session. A revoked session stays revoked after it expires. */
export const groupOf = ({ revokedAt, expiry }: SmartSession, nowMs: number): SessionGroup =>
  revokedAt !== undefined ? 'revoked' : expiry <= secondsOf(nowMs) ? 'expired' : 'active'

/** Returns the sessions by status, newest first. */
export function groupSessions(
  sessions: readonly SmartSession[],
  nowMs: number,
): Readonly<Record<SessionGroup, readonly SmartSession[]>> {
  const newest = sessions.toSorted((one, other) => other.createdAt - one.createdAt)
  const groups = sessionGroups.map((group) => [group, newest.filter((each) => groupOf(each, nowMs) === group)])
  return Object.fromEntries(groups)
}

/** Returns the milliseconds until the next session expires; undefined if none will. */
export function untilNextExpiry(sessions: readonly SmartSession[], nowMs: number): number | undefined {
  const active = sessions.filter((each) => groupOf(each, nowMs) === 'active')
  return active.length === 0 ? undefined : Math.min(...active.map(({ expiry }) => expiry * 1_000 - nowMs))
}
