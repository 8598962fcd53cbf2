import { LatchkeyError } from '../../shared/errors/error.ts'
import { isInline, namespaceKeyOf } from './namespaces.ts'
import {
  isAccountId,
  isChainId,
  isNamespaceKey,
  isRecord,
  isText,
  toText,
  type MaybeError,
} from '../../shared/typeGuards.rules.ts'

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

/** Returns the first error among the items. */
const firstOf = <Item>(items: readonly Item[], faultOf: (item: Item) => MaybeError): MaybeError => {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault) return fault
  }
  return undefined
}

const field = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

function validateActions(namespace: unknown, call: string): MaybeError {
  if (!isTexts(field(namespace, 'methods'))) return new LatchkeyError('pairing.methodsInvalid', { params: { call } })
  return isTexts(field(namespace, 'events'))
    ? undefined
    : new LatchkeyError('pairing.eventsInvalid', { params: { call } })
}

function validateChain(chain: unknown, key: string, call: string, kind: string): MaybeError {
  const params = { call, kind, chain: toText(chain) }
  if (!isChainId(chain)) return new LatchkeyError('pairing.chainInvalid', { params })
  const namespace = namespaceKeyOf(key)
  return namespaceKeyOf(chain) === namespace
    ? undefined
    : new LatchkeyError('pairing.chainOutside', { params: { ...params, namespace } })
}

function validateChains(key: string, chains: unknown, call: string, kind: string): MaybeError {
  if (isInline(key)) return validateChain(key, key, call, kind)
  if (!Array.isArray(chains) || chains.length === 0)
    return new LatchkeyError('pairing.chainsMissing', { params: { call, kind } })
  return firstOf<unknown>(chains, (chain) => validateChain(chain, key, call, kind))
}

function validateAccount(account: unknown, key: string, call: string): MaybeError {
  const params = { call, account: toText(account) }
  if (!isAccountId(account)) return new LatchkeyError('pairing.accountInvalid', { params })
  const namespace = namespaceKeyOf(key)
  return namespaceKeyOf(account) === namespace
    ? undefined
    : new LatchkeyError('pairing.accountOutside', { params: { ...params, namespace } })
}

function validateAccounts(key: string, accounts: unknown, call: string): MaybeError {
  if (!Array.isArray(accounts)) return new LatchkeyError('pairing.accountsInvalid', { params: { call } })
  return firstOf<unknown>(accounts, (account) => validateAccount(account, key, call))
}

const validateKey = (key: string, call: string, kind: string): MaybeError =>
  isNamespaceKey(key) ? undefined : new LatchkeyError('pairing.keyUnsupported', { params: { call, kind, key } })

/** Returns what is wrong with proposed namespaces, including their chains [5.33]. */
export function validateProposed(namespaces: unknown, call: string, kind: string): MaybeError {
  if (!isRecord(namespaces) || Object.keys(namespaces).length === 0)
    return new LatchkeyError('pairing.objectInvalid', { params: { call, kind } })
  const entries = Object.entries(namespaces)
  return (
    firstOf(entries, ([key, namespace]) => validateChains(key, field(namespace, 'chains'), call, kind)) ??
    firstOf(entries, ([key]) => validateKey(key, call, kind)) ??
    firstOf(entries, ([, namespace]) => validateActions(namespace, call))
  )
}

/** Returns what is wrong with approved namespaces, whether or not they match the proposal. */
export function validateApproved(namespaces: unknown, call: string): MaybeError {
  const kind = 'namespaces'
  if (!isRecord(namespaces) || Object.keys(namespaces).length === 0)
    return new LatchkeyError('pairing.objectInvalid', { params: { call, kind } })
  const entries = Object.entries(namespaces)
  return (
    firstOf(entries, ([key, namespace]) => validateAccounts(key, field(namespace, 'accounts'), call)) ??
    firstOf(entries, ([key]) => validateKey(key, call, kind)) ??
    firstOf(entries, ([, namespace]) => validateActions(namespace, call)) ??
    // The accounts say which chains are approved, so the list of chains may be missing or empty.
    firstOf(entries, ([key, namespace]) => {
      const chains = field(namespace, 'chains')
      if (chains === undefined || (Array.isArray(chains) && chains.length === 0)) return undefined
      if (!isTexts(chains)) return new LatchkeyError('pairing.chainsMissing', { params: { call, kind } })
      return validateChains(key, chains, call, kind)
    })
  )
}
