/** What real Bitcoin wallets with the interface of sats-connect do differently, each with a public report. */
import { commonQuirks } from './commonQuirks.ts'
import { fail, github, instead } from './helpers.ts'
import type { Quirk } from './quirk.ts'
import { isPrompt } from './simulatedUser.ts'

const errorResponse = (code: number, message: string) => ({ error: { code, message } })

export const bitcoinQuirks: readonly Quirk[] = [
  ...commonQuirks,
  {
    id: 'denial-empty',
    title: 'answers a denied request to connect with nothing instead of an error',
    source: github('secretkeylabs/sats-connect', 159),
    start: instead('wallet_connect', () => ({})),
  },
  {
    id: 'request-missing',
    title: 'has a request function that is not implemented',
    source: github('secretkeylabs/sats-connect', 246),
    start: () => ({ request: () => fail(new Error('`request` function is not implemented')) }),
  },
  {
    id: 'old-methods-only',
    title: 'knows getAddresses, but not the newer methods for connecting',
    source: github('secretkeylabs/sats-connect', 142),
    start: () => ({
      request: (call, next) =>
        call.method.startsWith('wallet_') || call.method === 'getAccounts'
          ? errorResponse(-32_601, `Method ${call.method} not found`)
          : next(),
    }),
  },
  {
    id: 'locked-empty',
    title: 'lists no addresses while it is locked, and rejects every request',
    source: 'https://github.com/babylonlabs-io/babylon-toolkit/pull/1973',
    start: () => ({
      request(call, next) {
        if (call.method === 'wallet_getAccount') return { result: { addresses: [] } }
        return isPrompt(call) ? errorResponse(-32_002, 'The wallet is locked.') : next()
      },
    }),
  },
  {
    id: 'broadcast-refused',
    title: 'cannot send, because its server refuses the transaction with status 400',
    source: github('secretkeylabs/sats-connect', 125),
    start: instead('sendTransfer', () => errorResponse(-32_603, 'Request failed with status code 400')),
  },
]
