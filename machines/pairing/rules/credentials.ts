import * as z from 'zod/mini'
import { cacaoSchema, type AuthPayload, type Cacao, type SessionNamespaces } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { CLOCK_SKEW_MS, parseTimestamp } from '../../shared/timestamps.rules.ts'
import { decodeRecap, isRecap, recapChains, recapMethods, recapResource, recapStatement, type Recap } from './recap.ts'
import { accountOfIss, isWritable } from './signInText.ts'
import { toJson, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** The requested payload, the time of the request, and the current time. Times are in milliseconds since 1970. */
export interface RequestedSignIn {
  payload: AuthPayload
  sinceMs: number
  nowMs: number
}

const mismatch = (field: string, received: unknown): LatchkeyError =>
  new LatchkeyError('session.authMismatch', { params: { field, received: toJson(received) } })

/** Checks the statement: the requested one, alone or followed by a description of what the credential's ReCap allows. */
function validateStatement({ p }: Cacao, { payload }: RequestedSignIn): MaybeError {
  const requested = payload.statement ?? ''
  const received = p.statement ?? ''
  const recap = decodeRecap(recapResource(p.resources) ?? '')
  return received === requested || (recap && received === recapStatement(requested, recap))
    ? undefined
    : mismatch('statement', received)
}

/** Checks that every field that the app relies on is as requested. */
function validateFields({ p }: Cacao, { payload }: RequestedSignIn): MaybeError {
  if (p.nonce !== payload.nonce) return mismatch('nonce', p.nonce)
  if (p.domain !== payload.domain) return mismatch('domain', p.domain)
  for (const uri of [p.aud || p.uri, p.uri ?? payload.aud]) if (uri !== payload.aud) return mismatch('URI', uri)
  if (p.version !== payload.version) return mismatch('version', p.version)
  if (payload.exp !== undefined && p.exp !== payload.exp) return mismatch('expiration time', p.exp)
  if (payload.nbf !== undefined && p.nbf !== payload.nbf) return mismatch('not-before time', p.nbf)
  if (p.requestId !== payload.requestId) return mismatch('request id', p.requestId)
  return undefined
}

/** Checks that the credential was issued after the request, and is valid now. */
function validateTimes({ p: { iat, exp, nbf } }: Cacao, { sinceMs, nowMs }: RequestedSignIn): MaybeError {
  const issuedAt = parseTimestamp(iat)
  if (issuedAt === undefined) return new LatchkeyError('session.authMalformed')
  if (issuedAt < sinceMs - CLOCK_SKEW_MS || issuedAt > nowMs + CLOCK_SKEW_MS) return mismatch('time of issue', iat)
  const [end, begin] = [
    exp === undefined ? Infinity : parseTimestamp(exp),
    nbf === undefined ? -Infinity : parseTimestamp(nbf),
  ]
  if (end === undefined || begin === undefined) return new LatchkeyError('session.authMalformed')
  if (nowMs >= end) return new LatchkeyError('session.authExpired', { params: { time: String(exp) } })
  return nowMs < begin ? new LatchkeyError('session.authEarly', { params: { time: String(nbf) } }) : undefined
}

/** Checks that the account is on one of the requested chains. */
function validateAccount({ p: { iss } }: Cacao, { payload }: RequestedSignIn): MaybeError {
  const account = accountOfIss(iss)
  if (!account) return new LatchkeyError('session.authAccount', { params: { iss } })
  return payload.chains.includes(account.chainId)
    ? undefined
    : new LatchkeyError('session.authChain', { params: { chainId: account.chainId } })
}

const plainResources = (resources: readonly string[] = []): string[] =>
  resources.filter((resource) => !isRecap(resource))

/** Checks that a ReCap allows nothing that was not requested. */
function validateAbilities(allowed: Recap, { payload }: RequestedSignIn): MaybeError {
  const { att } = decodeRecap(recapResource(payload.resources) ?? '') ?? { att: {} }
  const requested = new Map(Object.entries(att))
  for (const [resource, abilities] of Object.entries(allowed.att))
    for (const ability of Object.keys(abilities))
      if (!Object.hasOwn(requested.get(resource) ?? {}, ability))
        return new LatchkeyError('session.authAbility', { params: { ability, resource } })
  const chainId = recapChains(allowed).find((chain) => !payload.chains.includes(chain))
  return chainId === undefined ? undefined : new LatchkeyError('session.authChain', { params: { chainId } })
}

/** Checks that the resources are the requested ones, with a ReCap only as the last one. */
function validateResources({ p: { resources = [] } }: Cacao, request: RequestedSignIn): MaybeError {
  if (resources.slice(0, -1).some(isRecap)) return new LatchkeyError('session.authRecapPlace')
  if (toJson(plainResources(resources)) !== toJson(plainResources(request.payload.resources)))
    return mismatch('list of resources', resources)
  const recap = recapResource(resources)
  if (recap === undefined) return undefined
  const allowed = decodeRecap(recap)
  return allowed ? validateAbilities(allowed, request) : new LatchkeyError('session.authMalformed')
}

/**
 * Returns what is wrong with a credential apart from its signature [5.50]: the nonce, domain, URI, times, account, chains and
 * resources must be as the app requested.
 */
export const validateCredential = (cacao: Cacao, request: RequestedSignIn): MaybeError =>
  (isWritable(cacao.p) ? undefined : new LatchkeyError('session.authMalformed')) ??
  validateFields(cacao, request) ??
  validateStatement(cacao, request) ??
  validateTimes(cacao, request) ??
  validateAccount(cacao, request) ??
  validateResources(cacao, request)

/** Validates the credentials with which a wallet answers a sign-in. Throws the first error. */
export function readCredentials(cacaos: unknown, request: RequestedSignIn): Cacao[] {
  const { success, data } = z.safeParse(z.array(cacaoSchema).check(z.minLength(1)), cacaos)
  if (!success) throw new LatchkeyError('session.authMalformed')
  for (const cacao of data) {
    const fault = validateCredential(cacao, request)
    if (fault) throw fault
  }
  return data
}

/**
 * Returns the CAIP-10 accounts of credentials, and the methods that they allow. A key controls the same account on every chain; a
 * contract only counts on its own chain, because its address may have another owner on another chain.
 */
export function grantOf(cacaos: readonly Cacao[]): { accounts: string[]; methods: string[] } {
  const accounts = new Set<string>()
  const methods = new Set<string>()
  for (const { p, s } of cacaos) {
    const account = accountOfIss(p.iss)
    const recap = decodeRecap(recapResource(p.resources) ?? '')
    if (!account) continue
    const others = recap && s.t === 'eip191' ? recapChains(recap) : []
    for (const chain of [account.chainId, ...others]) accounts.add(`${chain}:${account.address}`)
    for (const method of recap ? recapMethods(recap, 'eip155') : []) methods.add(method)
  }
  return { accounts: [...accounts], methods: [...methods] }
}

/** Removes the accounts from a session that none of its credentials is for. */
export function grantedNamespaces(namespaces: SessionNamespaces, cacaos: readonly Cacao[]): SessionNamespaces {
  const granted = grantOf(cacaos).accounts.map((account) => account.toLowerCase())
  const isGranted = (account: string) => granted.includes(account.toLowerCase())
  const isUsed = (chain: string, accounts: string[]) => accounts.some((account) => account.startsWith(`${chain}:`))
  return Object.fromEntries(
    Object.entries(namespaces).map(([key, { chains, ...namespace }]) => {
      const accounts = namespace.accounts.filter(isGranted)
      return [
        key,
        { ...namespace, accounts, ...(chains && { chains: chains.filter((chain) => isUsed(chain, accounts)) }) },
      ]
    }),
  )
}
