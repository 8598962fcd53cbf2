import { EMBEDDED_CONNECTOR_ID, TIMEOUTS } from '../../../machines/constants.ts'
import type { Connection } from '../../../machines/shared/account.types.ts'
import type { FrameQuestion } from '../../../machines/embedded/frame.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type * as machines from '../../../machines/index.ts'
import { Secret } from '../../../machines/shared/secret.types.ts'
import { cancelled, done, expired, failed } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import { START, type Walk } from '../../support/walker.ts'
import { connection, error, inFrame } from './samples.ts'

const signature = {
  type: 'RPC_REQUEST',
  payload: { method: 'personal_sign', params: ['0x01', '0x02'] },
} as const satisfies FrameQuestion
const chain: FrameQuestion = { type: 'GET_CHAIN_ID', payload: undefined }
const lost = new LatchkeyError('embedded.lost', { params: { reason: 'gone' } })
const silence = new LatchkeyError('embedded.expired')

export const frameMachine: Walk<typeof machines.frameMachine> = {
  events: [
    { type: 'frame.request', message: signature, requestId: '1' },
    { type: 'frame.request', message: chain, requestId: '1' },
    { type: 'frame.cancel', requestId: '1' },
    { type: 'frame.withdraw', params: signature.payload.params },
    { type: 'frame.signedOut' },
    { type: 'frame.lost', error: lost },
    { type: 'frame.unanswered', id: '1' },
    { type: 'xstate.done.actor.frameRequest:1', output: done(undefined) },
    { type: 'xstate.done.actor.frameRequest:1', output: expired(silence) },
    { type: 'xstate.done.actor.frameRequest:2', output: done(undefined) },
    { type: 'xstate.error.actor.frameRequest:1', error: new Error('crash') },
  ],
  unless: (event, { context: { open, count } }) =>
    event.type === 'frame.request'
      ? count > 1 || open.length > 0
      : event.type.startsWith('xstate.') && !event.type.endsWith(`:${open[0]?.id}`),
  answers: { reach: [true, false] },
  tells: ({ open, isSilent }) => [open[0]?.decided !== undefined, isSilent],
  boundMs: TIMEOUTS.frameReadyMs + TIMEOUTS.apiMs + 1_000,
}

export const frameRequestMachine: Walk<typeof machines.frameRequestMachine> = {
  inputs: [
    { id: '1', message: signature },
    { id: '1', message: chain },
    { id: '1', message: { type: 'SIGN_OUT', payload: undefined } },
  ],
  events: [{ type: 'frameRequest.fail', error: lost }],
  answers: { post: ['0x01'], withdraw: [undefined] },
  refusals: { post: [{ code: 4001 }, new LatchkeyError('embedded.refused', { params: { reason: 'no' } })] },
  boundMs: TIMEOUTS.frameDecisionMs + TIMEOUTS.frameReadyMs + TIMEOUTS.frameAnswerMs,
}

export const emailMachine: Walk<typeof machines.emailMachine> = {
  inputs: [
    { email: undefined, lastLoginAt: undefined },
    { email: 'ann@example.com', lastLoginAt: START - 1_000 },
  ],
  events: [
    { type: 'account.connected', connection, restored: false },
    { type: 'email.select' },
    { type: 'email.submit', email: 'ann@example.com', requestId: '1' },
    { type: 'email.submit', email: 'nobody' },
    { type: 'email.submitCode', code: new Secret('123456') },
    { type: 'email.cancel', requestId: '1' },
    { type: 'email.viewLeft', view: 'EmailVerifyOtp' },
    { type: 'view.shown', view: 'WhatIsAWallet' },
    { type: 'storage.restored', persisted: {} },
    { type: 'storage.updated', persisted: { embedded: { emailLoginAt: START } } },
  ],
  answers: {
    connectEmail: [
      { action: 'VERIFY_DEVICE', inUse: false },
      { action: 'VERIFY_OTP', inUse: true },
      { action: 'CONNECT', inUse: true },
    ],
    connectDevice: [undefined],
    connectOtp: [undefined],
    connectWallet: [done(connection), cancelled, failed(error)],
    signOut: [undefined],
  },
  refusals: {
    connectDevice: [silence],
    connectOtp: [new LatchkeyError('embedded.refused', { params: { reason: 'no' } })],
  },
  tells: ({ secondsLeft, pollCount: looks }) => [secondsLeft > 0, looks > 1],
  // The device is polled as long as the link is valid.
  boundMs: (TIMEOUTS.loadMs + TIMEOUTS.frameReadyMs + TIMEOUTS.frameAnswerMs * 2) * 45,
}

/** Another tab has connected the embedded wallet. */
const elsewhere = { connections: { eip155: { connectorId: EMBEDDED_CONNECTOR_ID } } }

export const socialMachine: Walk<typeof machines.socialMachine> = {
  events: [
    { type: 'account.connected', connection, restored: false },
    { type: 'social.choose', provider: 'google', requestId: '1' },
    { type: 'social.choose', provider: 'x' },
    { type: 'social.cancel', requestId: '1' },
    { type: 'social.viewLeft', view: 'ConnectingSocial' },
    { type: 'social.returned', uri: new Secret('?code=1') },
    { type: 'social.windowClosed' },
    { type: 'social.windowFailed', error: new LatchkeyError('social.blocked') },
    { type: 'storage.updated', persisted: elsewhere },
  ],
  answers: {
    leadWindow: [{ inUse: false }, { inUse: true }],
    connectSocial: [{ address: '0x01', chainId: 1, userName: 'Ann' }],
    connectWallet: [done(connection), cancelled, failed(error)],
    signOut: [undefined],
  },
  boundMs:
    TIMEOUTS.loadMs + TIMEOUTS.frameReadyMs + TIMEOUTS.frameAnswerMs * 2 + TIMEOUTS.connectMs + TIMEOUTS.socialMs,
}

export const farcasterMachine: Walk<typeof machines.farcasterMachine> = {
  events: [
    { type: 'account.connected', connection, restored: false },
    { type: 'farcaster.begin', requestId: '1' },
    { type: 'farcaster.begin' },
    { type: 'farcaster.cancel', requestId: '1' },
    { type: 'farcaster.viewLeft', view: 'ConnectingFarcaster' },
    { type: 'storage.updated', persisted: elsewhere },
  ],
  answers: {
    requestUrl: [
      { url: 'https://farcaster.example/1', inUse: false },
      { url: 'https://farcaster.example/1', inUse: true },
    ],
    connectFarcaster: [{ userName: 'ann' }],
    connectWallet: [done(connection), cancelled, failed(error)],
    signOut: [undefined],
  },
  refusals: { connectFarcaster: [silence] },
  tells: ({ pollCount: looks }) => looks > 1,
  // The app is polled as long as the link is valid.
  boundMs: (TIMEOUTS.loadMs + TIMEOUTS.frameReadyMs + TIMEOUTS.frameAnswerMs * 2) * 45,
}

const scoped = (active: Connection) => ({
  type: 'activeAccount.changed' as const,
  activeAccount: { connection: active, network: mainnet },
  connectionStatus: 'connected' as const,
  connected: false,
})

export const emailUpdateMachine: Walk<typeof machines.emailUpdateMachine> = {
  inputs: [{ embedded: true }, { embedded: false }],
  events: [
    { type: 'emailUpdate.submit', email: 'bea@example.com', requestId: '1' },
    { type: 'emailUpdate.submit', email: 'nobody' },
    { type: 'emailUpdate.submitCode', code: new Secret('123456') },
    { type: 'emailUpdate.cancel', requestId: '1' },
    { type: 'emailUpdate.viewLeft', view: 'UpdateEmailPrimaryOtp' },
    { type: 'view.shown', view: 'Account' },
    { type: 'view.shown', view: 'UpdateEmailWallet' },
    scoped(connection),
    scoped({ ...connection, connector: inFrame }),
  ],
  answers: {
    updateEmail: [{ action: 'VERIFY_PRIMARY_OTP' }, { action: 'VERIFY_SECONDARY_OTP' }],
    confirmCurrent: [undefined],
    confirmNew: ['bea@example.com'],
  },
  refusals: { confirmNew: [new LatchkeyError('embedded.refused', { params: { reason: 'no' } })] },
  tells: ({ secondsLeft }) => secondsLeft > 0,
  boundMs: TIMEOUTS.loadMs + TIMEOUTS.frameReadyMs + TIMEOUTS.frameAnswerMs * 2,
}

const smart = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' } as const
const ofFrame: Connection = { ...connection, connector: inFrame, accounts: [...connection.accounts, smart] }

export const accountTypeMachine: Walk<typeof machines.accountTypeMachine> = {
  inputs: [
    { connection: ofFrame, smartAccountNetworks: [] },
    { connection: undefined, smartAccountNetworks: [1] },
  ],
  events: [
    { type: 'accountType.set', accountType: 'smartAccount', requestId: '1' },
    { type: 'accountType.set', accountType: 'eoa' },
    { type: 'accountType.cancel', requestId: '1' },
    { type: 'account.connected', connection: ofFrame, restored: false },
    { type: 'account.changed', connection: ofFrame },
    { type: 'account.networkChanged', connection },
    { type: 'account.disconnected', namespace: 'eip155', connectorId: 'embedded' },
  ],
  answers: {
    fetchNetworks: [[1, 31337]],
    setPreferred: [smart, { type: 'eoa', address: '0x01' }],
  },
  boundMs: TIMEOUTS.loadMs + TIMEOUTS.frameReadyMs + TIMEOUTS.frameAnswerMs * 2,
}
