import type { AuthPayload, AuthRequest } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { namespaceKeyOf } from './namespaces.ts'
import { decodeRecap, encodeRecap, combineRecaps, recapOf, recapResource } from './recap.ts'
import { isWritable } from './signInText.ts'
import { isChainId, isRecord, isText, toText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateParams } from './topics.ts'

/** The parameters of a sign-in request. `uri` becomes the `aud` of the payload. */
export interface SignInParams extends Pick<
  AuthPayload,
  'chains' | 'domain' | 'nonce' | 'nbf' | 'exp' | 'statement' | 'resources' | 'type'
> {
  uri: string
  /** Methods that the app requests permission to call. */
  methods?: readonly string[] | undefined
}

/** Returns the first reason why a sign-in cannot be requested [5.47] to [5.49]. */
export function validateAuthenticate(params: unknown): MaybeError {
  if (!isRecord(params)) return validateParams(params, 'authenticate()')
  const { chains, uri, domain, nonce } = params
  if (!Array.isArray(chains) || chains.length === 0) return new LatchkeyError('session.authChainsMissing')
  if (!isText(uri)) return new LatchkeyError('session.authUriMissing')
  if (!isText(domain)) return new LatchkeyError('session.authDomainMissing')
  if (!isText(nonce)) return new LatchkeyError('session.authNonceMissing')
  const namespaces = new Set(chains.map((chain) => namespaceKeyOf(toText(chain))))
  if (namespaces.size > 1) return new LatchkeyError('session.authNamespaces')
  if (!namespaces.has('eip155')) return new LatchkeyError('session.authNamespace')
  const invalidChain: unknown = chains.find((chain) => !isChainId(chain))
  if (invalidChain !== undefined)
    return new LatchkeyError('pairing.chainInvalid', {
      params: { call: 'authenticate()', kind: 'chains', chain: toText(invalidChain) },
    })
  if (!isWritable(params))
    return new LatchkeyError('pairing.paramsInvalid', { params: { call: 'authenticate()', value: toText(params) } })
  return Array.isArray(params['resources']) ? validateRecap(recapResource(params['resources'])) : undefined
}

const validateRecap = (recap: string | undefined): MaybeError =>
  recap === undefined || decodeRecap(recap)
    ? undefined
    : new LatchkeyError('pairing.paramsInvalid', { params: { call: 'authenticate()', value: recap } })

/** Returns the resources with a ReCap for the methods. It is the last resource, merged with an existing ReCap. */
function withMethods(resources: readonly string[], methods: readonly string[]): string[] {
  if (methods.length === 0) return [...resources]
  const requested = recapOf('eip155', methods)
  const last = recapResource(resources)
  if (last === undefined) return [...resources, encodeRecap(requested)]
  const existing = decodeRecap(last)
  if (!existing) throw validateRecap(last)
  return [...resources.slice(0, -1), encodeRecap(combineRecaps(requested, existing))]
}

/**
 * Returns the payload that the wallet signs. `iat` is the time of the request in RFC 3339 format. Throws if a ReCap is invalid.
 */
export function authPayloadOf(params: SignInParams, iat: string): AuthPayload {
  const { uri, methods = [], resources = [], type = 'caip122', statement = '', chains, domain, nonce } = params
  const { nbf, exp } = params
  const allResources = withMethods(resources, methods)
  return { type, chains, statement, aud: uri, domain, version: '1', nonce, iat, exp, nbf, resources: allResources }
}

/** Returns an error if a sign-in request is not pending, so that it cannot be answered [8.48]. */
export const validateAuthRequest = (id: unknown, requests: readonly Pick<AuthRequest, 'id'>[]): MaybeError =>
  requests.some((request) => request.id === id)
    ? undefined
    : new LatchkeyError('session.authRequestUnknown', { params: { id: toText(id) } })
