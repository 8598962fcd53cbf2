import type * as z from 'zod/mini'
import { accountCalls } from '../account/account.api.ts'
import { catalogCalls } from '../wallets/catalog.api.ts'
import { convertCalls } from '../swap/swap.api.ts'
import { namesCalls } from '../names/names.api.ts'
import { onrampCalls } from '../onramp/onramp.api.ts'
import { payCalls } from '../pay/pay.api.ts'
import { projectCalls } from '../project/project.api.ts'
import { sessionsCalls } from '../smart-sessions/smartSessions.api.ts'

/** Every call of the API and the wallet catalog. The client, the docs and the mocks use this table. */
export const calls = {
  ...projectCalls,
  ...accountCalls,
  ...convertCalls,
  ...namesCalls,
  ...onrampCalls,
  ...payCalls,
  ...sessionsCalls,
  ...catalogCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
/** The input of a call, before its schema parses it. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['request']>
/** The result of a call, after its schema has parsed it. */
export type CallOutput<Name extends CallName> = z.infer<Calls[Name]['response']>
