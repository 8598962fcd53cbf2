import type * as z from 'zod/mini'
import { accountCalls } from './calls/account.ts'
import { catalogueCalls } from './calls/catalogue.ts'
import { convertCalls } from './calls/convert.ts'
import { namesCalls } from './calls/names.ts'
import { onrampCalls } from './calls/onramp.ts'
import { payCalls } from './calls/pay.ts'
import { projectCalls } from './calls/project.ts'
import { sessionsCalls } from './calls/sessions.ts'

/** Every call of the API and the wallet catalogue. The client, the docs and the mocks use this table. */
export const calls = {
  ...projectCalls,
  ...accountCalls,
  ...convertCalls,
  ...namesCalls,
  ...onrampCalls,
  ...payCalls,
  ...sessionsCalls,
  ...catalogueCalls,
}

export type Calls = typeof calls
export type CallName = keyof Calls
/** The input of a call, before its schema parses it. */
export type CallInput<Name extends CallName> = z.input<Calls[Name]['request']>
/** The result of a call, after its schema has parsed it. */
export type CallOutput<Name extends CallName> = z.infer<Calls[Name]['response']>
