import * as z from 'zod/mini'
import { CACHE } from '../../machines/constants.ts'
import { tokenBalanceSchema } from '../../machines/shared/token.schemas.ts'
import { transactionSchema } from '../../machines/transactions/transaction.schemas.ts'
import { call, listOf, maybeText, withoutNulls } from '../api/call.ts'

const address = z.string().check(z.minLength(1), z.maxLength(128))

/** A transaction without transfers gets an empty list, whichever way the API represents that. */
const transaction = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'object' && value !== null && !('transfers' in value && value.transfers)
      ? { ...value, transfers: [] }
      : value,
  ),
  transactionSchema,
)

/** The names, balances and history of an account. */
export const accountCalls = {
  /** The name and avatar that an address has set. */
  identity: call({
    spec: '7.4',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/identity/{address}',
    query: ['sender'],
    request: z.object({ address, sender: z.optional(address) }),
    response: z.object({ name: maybeText, avatar: maybeText }),
    gated: { empty: { name: undefined, avatar: undefined } },
    cacheMs: CACHE.identityMs,
  }),
  /** A page of transactions, newest first; `next` is the cursor of the following page. */
  history: call({
    spec: '7.5',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/account/{account}/history',
    query: ['cursor', 'onramp', 'chainId'],
    request: z.object({
      account: address,
      cursor: z.optional(z.string()),
      onramp: z.optional(z.literal('coinbase')),
      /** CAIP-2. */
      chainId: z.optional(z.string()),
    }),
    response: z.object({ data: listOf(transaction), next: maybeText }),
    lists: ['data'],
    gated: { empty: { data: [], next: undefined } },
  }),
  /** The balances of an account. The API refreshes the tokens that `forceUpdate` names. */
  balance: call({
    spec: '7.6',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/account/{address}/balance',
    query: ['chainId', 'forceUpdate'],
    fixed: { query: { currency: 'usd' } },
    request: z.object({
      address,
      /** CAIP-2. */
      chainId: z.optional(z.string()),
      /** Comma-separated CAIP-10 ids. */
      forceUpdate: z.optional(z.string()),
    }),
    response: z.object({ balances: listOf(z.pipe(withoutNulls, tokenBalanceSchema)) }),
    lists: ['balances'],
    gated: { empty: { balances: [] } },
    cacheMs: CACHE.balanceMs,
    // A refreshed balance replaces the cached one.
    cacheKeyFields: ['address', 'chainId'],
  }),
}
