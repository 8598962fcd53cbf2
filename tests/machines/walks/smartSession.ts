import { TIMEOUTS } from '../../../machines/constants.ts'
import type {
  AddedSession,
  PermissionRequest,
  SmartSession,
} from '../../../machines/smart-sessions/smartSession.types.ts'
import type * as machines from '../../../machines/index.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { cancelled, declined, done, failed } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { Walk } from '../../support/walker.ts'
import { connection, error, onSolana } from './samples.ts'

const key = { type: 'secp256k1', publicKey: '0x04' } as const
const request: PermissionRequest = {
  chainId: '0x1',
  expiry: 1_800_000_000,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [],
  policies: [],
}
const added: AddedSession = { pci: 'pci', key }
const granted = {
  chainId: '0x1',
  address: connection.address,
  expiry: 1_800_000_000,
  permissions: [],
  context: 'pci',
} as const
const session: SmartSession = { pci: 'pci', expiry: 1_700_000_100, createdAt: 1, permissions: [], explained: [] }
const no = declined(new LatchkeyError('request.rejected'))
const broken = failed(new LatchkeyError('request.failed', { params: { reason: 'no' }, cause: { code: 4200 } }))
const activeAccount = { connection, network: mainnet }
/** Longer than any request takes. */
const boundMs = TIMEOUTS.walletRequestMs * 2 + TIMEOUTS.loadMs + TIMEOUTS.apiMs * 3
const settled = [done('0x01'), no, broken, cancelled].map(
  (outcome) => ({ type: 'requests.settled', requestId: '1', outcome }) as const,
)

export const sessionGrantMachine: Walk<typeof machines.sessionGrantMachine> = {
  inputs: [{ ...activeAccount, request }],
  events: settled,
  answers: { check: [request], add: [added], activate: [granted] },
  refusals: { check: [error], add: [error], activate: [error, new LatchkeyError('wallet.invalidResponse')] },
  boundMs,
}

export const sessionRevocationMachine: Walk<typeof machines.sessionRevocationMachine> = {
  inputs: [true, false].map((isReported) => ({ ...activeAccount, pci: 'pci', isReported })),
  events: settled,
  answers: { fetchSessions: [[session], [], [{ ...session, revokedAt: 2 }]], revoke: [undefined] },
  refusals: { fetchSessions: [error], revoke: [error] },
  boundMs,
}

export const smartSessionsMachine: Walk<typeof machines.smartSessionsMachine> = {
  inputs: [
    { ...activeAccount, isListVisible: false },
    { ...activeAccount, isListVisible: true },
    { network: mainnet, connection: onSolana, isListVisible: true },
  ],
  events: [
    { type: 'smartSessions.grant', request, requestId: '1' },
    { type: 'smartSessions.revoke', pci: 'pci', requestId: '1' },
    { type: 'smartSessions.revoke', pci: 'pci' },
    { type: 'smartSessions.cancel', requestId: '1' },
    { type: 'view.shown', view: 'SmartSessionList' },
    { type: 'view.shown', view: 'Account' },
    { type: 'xstate.done.actor.sessionGrant:1', output: done(granted) },
    { type: 'xstate.done.actor.sessionRevocation:1', output: cancelled },
    { type: 'xstate.error.actor.sessionGrant:1', error: new Error('crash') },
  ],
  answers: { fetchSessions: [[session], []] },
  refusals: { fetchSessions: [error] },
  unless: (event, { context: { count } }) =>
    (event.type === 'smartSessions.grant' || event.type === 'smartSessions.revoke') && count > 0,
  lasting: { unsupported: 'an account of another namespace has a machine of its own' },
  boundMs,
}
