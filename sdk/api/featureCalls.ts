import { accountCalls } from '../account/account.api.ts'
import { convertCalls } from '../swap/swap.api.ts'
import { namesCalls } from '../names/names.api.ts'
import { onrampCalls } from '../onramp/onramp.api.ts'
import { payCalls } from '../pay/pay.api.ts'
import { sessionsCalls } from '../smart-sessions/smartSessions.api.ts'

/** The calls of an account and its features. They are loaded with the first of them. */
export const featureCalls = {
  ...accountCalls,
  ...convertCalls,
  ...namesCalls,
  ...onrampCalls,
  ...payCalls,
  ...sessionsCalls,
}
