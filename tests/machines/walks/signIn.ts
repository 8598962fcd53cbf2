import type * as machines from '../../../machines/index.ts'
import { cancelled, declined, done } from '../../../machines/shared/outcome.rules.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type { SignInData } from '../../../machines/sign-in/signIn.types.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { Walk } from '../../support/walker.ts'
import { connection, error } from './samples.ts'

const { address: accountAddress, networkId: chainId } = connection
const account = { accountAddress, chainId }
const data: SignInData = {
  ...account,
  domain: 'page.example',
  uri: 'https://page.example',
  version: '1',
  nonce: '12345678',
  issuedAt: '1970-01-01T00:00:00.000Z',
  expirationTime: '2023-11-14T22:15:00.000Z',
}
const message = { data, message: 'page.example wants you to sign in' }
const session = { ...message, signature: '0x01' }
const { expirationTime: _, ...lasting } = data
const call = { method: 'personal_sign', params: ['0x00', accountAddress] }
const no = declined(new LatchkeyError('request.declined'))

export const signInMachine: Walk<typeof machines.signInMachine> = {
  inputs: [true, false].flatMap((required) =>
    [true, false].map((exempt) => ({ connection, network: mainnet, required, exempt })),
  ),
  events: [
    { type: 'signIn.submit' },
    { type: 'signIn.submit', requestId: '1' },
    { type: 'signIn.cancel' },
    { type: 'signIn.cancel', requestId: '1' },
    { type: 'signIn.viewEntered', view: 'SIWXSignMessage' },
    { type: 'signIn.viewLeft', view: 'SIWXSignMessage' },
    { type: 'signIn.checkAgain' },
    { type: 'page.shown' },
    { type: 'page.hidden' },
    { type: 'signIn.end' },
    { type: 'view.shown', view: 'Account' },
    { type: 'modal.closed' },
  ],
  answers: {
    fetchSession: [undefined, session, { ...session, data: lasting }],
    signature: [done(session), no, cancelled],
  },
  refusals: { fetchSession: [error], signature: [error] },
  unless: (event, { context: { requestIds } }) => event.type === 'signIn.submit' && requestIds.length > 0,
  lasting: { exempt: 'an account on another network has a machine of its own' },
}

export const signatureMachine: Walk<typeof machines.signatureMachine> = {
  inputs: [{ connection, network: mainnet }],
  answers: { prepare: [{ message, call }], verify: [session], walletRequest: [done('0x01'), no] },
  refusals: { prepare: [error], verify: [error], walletRequest: [error] },
}

export const signOutMachine: Walk<typeof machines.signOutMachine> = {
  inputs: [
    { required: true, namespaces: ['eip155'], endsWith: { connection: true, account: true, network: true } },
    { required: true, namespaces: ['eip155'], endsWith: { connection: false, account: false, network: false } },
  ],
  events: [
    { type: 'signOut.submit' },
    { type: 'signOut.submit', requestId: '1' },
    { type: 'signOut.cancel', requestId: '1' },
    { type: 'account.disconnected', namespace: 'eip155', connectorId: connection.connector.id },
    { type: 'account.changed', connection: { ...connection, address: '0x0000000000000000000000000000000000000001' } },
    { type: 'account.networkChanged', connection: { ...connection, networkId: 'eip155:10' } },
  ],
  answers: { end: [undefined] },
  refusals: { end: [error] },
  unless: (event, { context: { queue } }) => event.type !== 'signOut.cancel' && queue.length > 1,
}
