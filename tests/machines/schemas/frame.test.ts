/** Every message between an app and the frame of an embedded wallet: written, answered, refused and invalid. */
import { describe, expect, test } from 'vitest'
import {
  FrameMessageError,
  frameMessages,
  frameVersion,
  readAppMessage,
  readFrameMessage,
  writeAppMessage,
  writeFrameAnswer,
  writeFrameNews,
  type FrameMessageType,
} from '../../../machines/embedded/frame.schemas.ts'

interface Case {
  payloads: readonly unknown[]
  brokenPayloads?: readonly unknown[]
  answers: readonly unknown[]
  brokenAnswers?: readonly unknown[]
}

const address = '0x00000000000000000000000000000000000a11ce'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const email = 'ann@example.com'
const otp = '012345'
const brokenChains = [undefined, {}, { chainId: '' }, { chainId: 0 }, { chainId: 1.5 }, { chainId: 'x'.repeat(129) }]
const brokenEmails = [undefined, {}, { email: 'ann' }, { email: '' }, { email: `${'a'.repeat(250)}@example.com` }]
const brokenCodes = [undefined, {}, ...['', '12345', '1234567', 123456, '12345a'].map((otp) => ({ otp }))]
const user = { address, chainId: 1 }
const fullUser = {
  ...user,
  email,
  userName: 'ann',
  smartAccountDeployed: false,
  accounts: [
    { address, type: 'eoa' },
    { address, type: 'smartAccount' },
  ],
  preferredAccountType: 'smartAccount',
}
const users = [user, fullUser, { ...user, chainId: solana, email: null, userName: null }]
const brokenUsers = [
  undefined,
  {},
  { address },
  { ...user, address: '' },
  { ...user, preferredAccountType: 'EOA' },
  { ...user, accounts: [{ address, type: 'SMART_ACCOUNT' }] },
]
const emptyOnes = { payloads: [undefined], answers: [undefined] }

const cases: Record<FrameMessageType, Case> = {
  SWITCH_NETWORK: {
    payloads: [{ chainId: 1 }, { chainId: '1' }, { chainId: solana }],
    brokenPayloads: brokenChains,
    answers: [{ chainId: 1 }, { chainId: solana }],
    brokenAnswers: brokenChains,
  },
  CONNECT_EMAIL: {
    payloads: [{ email }],
    brokenPayloads: brokenEmails,
    answers: [{ action: 'VERIFY_DEVICE' }, { action: 'VERIFY_OTP' }, { action: 'CONNECT' }],
    brokenAnswers: [undefined, {}, { action: 'VERIFY' }],
  },
  CONNECT_DEVICE: emptyOnes,
  CONNECT_OTP: { payloads: [{ otp }], brokenPayloads: brokenCodes, answers: [undefined] },
  CONNECT_SOCIAL: {
    payloads: [{ uri: 'https://a.example/?code=1' }, { uri: 'x', preferredAccountType: 'eoa' }],
    brokenPayloads: [undefined, {}, { uri: '' }, { uri: 'x', preferredAccountType: 'EOA' }],
    answers: users,
    brokenAnswers: brokenUsers,
  },
  GET_SOCIAL_REDIRECT_URI: {
    payloads: ['google', 'github', 'apple', 'facebook', 'x', 'discord'].map((provider) => ({ provider })),
    brokenPayloads: [undefined, {}, { provider: 'farcaster' }],
    answers: [{ uri: 'https://a.example' }],
    brokenAnswers: [undefined, {}, { uri: '' }],
  },
  GET_FARCASTER_URI: { payloads: [undefined], answers: [{ url: 'https://a.example' }], brokenAnswers: [undefined, {}] },
  CONNECT_FARCASTER: {
    payloads: [undefined],
    answers: [{ userName: 'ann' }],
    brokenAnswers: [undefined, { userName: 1 }, { userName: 'x'.repeat(257) }],
  },
  GET_USER: {
    payloads: [undefined, null, {}, { chainId: solana, preferredAccountType: 'eoa', socialUri: 'x' }],
    brokenPayloads: [{ chainId: '' }, { preferredAccountType: 'x' }, 1],
    answers: users,
    brokenAnswers: brokenUsers,
  },
  SIGN_OUT: emptyOnes,
  IS_CONNECTED: {
    payloads: [undefined, null, {}, { token: 'a' }, { token: '' }],
    brokenPayloads: [{ token: 1 }, 'a'],
    answers: [{ isConnected: true }, { isConnected: false }],
    brokenAnswers: [undefined, {}, { isConnected: 'yes' }],
  },
  GET_CHAIN_ID: {
    payloads: [undefined],
    answers: [{ chainId: 1 }, { chainId: solana }],
    brokenAnswers: brokenChains,
  },
  RPC_REQUEST: {
    payloads: [
      { method: 'eth_accounts' },
      { method: 'personal_sign', params: ['0x00', address], chainId: 1 },
      { method: 'solana_signMessage', params: { message: 'a', pubkey: 'b' }, chainId: solana },
      { method: 'solana_signTransaction', params: { transaction: 'AQ==' } },
      { method: 'solana_signAllTransactions', params: { transactions: ['AQ==', 'Ag=='] } },
      { method: 'solana_signAndSendTransaction', params: { transaction: 'AQ==' } },
      {
        method: 'solana_signAndSendTransaction',
        params: { transaction: 'AQ==', options: { skipPreflight: true, preflightCommitment: 'max', maxRetries: 3 } },
      },
      { method: 'wallet_sendCalls', params: [{ from: address, calls: [{ to: address, data: '0x', value: '0x1' }] }] },
      { method: 'wallet_getCallsStatus', params: ['0x1'] },
    ],
    brokenPayloads: [
      undefined,
      {},
      { method: '' },
      { method: 'eth_accounts', chainId: '' },
      { method: 'solana_signMessage', params: { message: 'a' } },
      { method: 'solana_signMessage', params: ['a', 'b'] },
      { method: 'solana_signTransaction', params: {} },
      { method: 'solana_signAllTransactions', params: { transactions: [] } },
      {
        method: 'solana_signAndSendTransaction',
        params: { transaction: 'AQ==', options: { preflightCommitment: 'soon' } },
      },
      { method: 'wallet_sendCalls', params: [] },
      { method: 'wallet_sendCalls', params: [{ calls: [{ to: 'ann.eth' }] }] },
      { method: 'wallet_getCallsStatus', params: [1] },
    ],
    answers: [undefined, null, '0x', [address], { signature: 'a' }],
  },
  RPC_ABORT: {
    payloads: [undefined, null, {}, { id: 'a' }],
    brokenPayloads: [{ id: '' }, { id: 1 }],
    answers: [undefined],
  },
  UPDATE_EMAIL: {
    payloads: [{ email }],
    brokenPayloads: brokenEmails,
    answers: [{ action: 'VERIFY_PRIMARY_OTP' }, { action: 'VERIFY_SECONDARY_OTP' }],
    brokenAnswers: [undefined, { action: 'VERIFY_OTP' }],
  },
  UPDATE_EMAIL_PRIMARY_OTP: { payloads: [{ otp }], brokenPayloads: brokenCodes, answers: [undefined] },
  UPDATE_EMAIL_SECONDARY_OTP: {
    payloads: [{ otp }],
    brokenPayloads: brokenCodes,
    answers: [{ newEmail: email }],
    brokenAnswers: [undefined, {}, { newEmail: 'ann' }],
  },
  SYNC_THEME: {
    payloads: [{}, { themeMode: 'dark', themeVariables: { '--w3m-z-index': 1 }, w3mThemeVariables: {} }],
    brokenPayloads: [undefined, { themeMode: 'system' }, { themeVariables: 'x' }],
    answers: [undefined],
  },
  SYNC_DAPP_DATA: {
    payloads: [
      { projectId: '' },
      {
        projectId: 'p',
        sdkVersion: 'html-latchkey-1',
        sdkType: 'appkit',
        metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
      },
    ],
    brokenPayloads: [undefined, {}, { projectId: 'p', metadata: {} }],
    answers: [undefined],
  },
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: {
    payloads: [undefined],
    answers: [{ smartAccountEnabledNetworks: [] }, { smartAccountEnabledNetworks: [1, 10] }],
    brokenAnswers: [undefined, {}, { smartAccountEnabledNetworks: ['1'] }],
  },
  INIT_SMART_ACCOUNT: {
    payloads: [undefined],
    answers: [{ address, isDeployed: true }],
    brokenAnswers: [undefined, {}, { address }],
  },
  SET_PREFERRED_ACCOUNT: {
    payloads: [{ type: 'eoa' }, { type: 'smartAccount' }],
    brokenPayloads: [undefined, {}, { type: 'EOA' }],
    answers: [{ type: 'eoa', address }],
    brokenAnswers: [undefined, { type: 'eoa' }, { type: 'other', address }],
  },
  RELOAD: emptyOnes,
}

/** What a window delivers: a structured clone. */
const posted = (message: object): unknown => structuredClone(message)
const faultOf = (run: () => unknown): FrameMessageError => {
  try {
    run()
  } catch (error) {
    if (error instanceof FrameMessageError) return error
    throw error
  }
  throw new Error('nothing was wrong')
}

test('every message has a case', () => {
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(frameMessages).toSorted())
})

describe.each(Object.keys(cases) as FrameMessageType[])('%s', (type) => {
  const { payloads, brokenPayloads = [], answers, brokenAnswers = [] } = cases[type]

  test.each(payloads)('is written and read: %j [7.39] [7.47]', (payload) => {
    const message = posted(writeAppMessage(type, 'id', payload as never))
    expect(message).toMatchObject({ type: `@w3m-app/${type}`, id: 'id' })
    expect(readAppMessage(message)).toEqual({ type, id: 'id', payload })
  })

  test.each([...brokenPayloads])('is neither written nor read: %j', (payload) => {
    expect(faultOf(() => writeAppMessage(type, 'id', payload as never))).toMatchObject({ id: 'id', type })
    const heard = { type: `@w3m-app/${type}`, id: 'id', payload }
    expect(faultOf(() => readAppMessage(heard))).toMatchObject({ id: 'id', type })
  })

  test.each(answers)('has its answer written and read: %j [7.47]', (payload) => {
    const message = posted(writeFrameAnswer(type, 'id', { payload: payload as never }))
    expect(message).toMatchObject({ type: `@w3m-frame/${type}_SUCCESS`, id: 'id' })
    expect(readFrameMessage(message)).toEqual({ type, id: 'id', status: 'success', payload })
  })

  test.each([...brokenAnswers])('has its answer refused: %j', (payload) => {
    const heard = { type: `@w3m-frame/${type}_SUCCESS`, id: 'id', payload }
    expect(faultOf(() => readFrameMessage(heard))).toMatchObject({ id: 'id', type })
  })

  test('is refused with a message, or without one [7.47] [8.32]', () => {
    const refused = (message: string) => ({ type, id: 'id', status: 'error', message })
    const written = posted(writeFrameAnswer(type, 'id', { message: 'No.' }))
    expect(written).toEqual({ type: `@w3m-frame/${type}_ERROR`, id: 'id', payload: { message: 'No.' } })
    expect(readFrameMessage(written)).toEqual(refused('No.'))
    for (const payload of [undefined, null, {}, 'No.', { message: '' }, { message: 1 }])
      expect(readFrameMessage({ type: `@w3m-frame/${type}_ERROR`, id: 'id', payload })).toEqual(
        refused('An error occurred'),
      )
    const long = { type: `@w3m-frame/${type}_ERROR`, id: 'id', payload: { message: 'x'.repeat(9_999) } }
    expect(readFrameMessage(long)).toEqual(refused('x'.repeat(500)))
  })

  test('may have no id', () => {
    const [payload] = payloads
    expect(readAppMessage({ type: `@w3m-app/${type}`, payload })).toEqual({ type, id: undefined, payload })
    expect(writeFrameAnswer(type, undefined, { message: 'No.' })).not.toHaveProperty('id')
  })
})

test('events of the frame are written and read', () => {
  const news = [
    { type: 'READY', version: frameVersion },
    ...['a', undefined].map((token) => ({ type: 'SESSION_UPDATE', token })),
  ]
  for (const one of news) expect(readFrameMessage(posted(writeFrameNews(one as never)))).toEqual(one)
  expect(frameVersion).toBe('4')
  for (const payload of [undefined, null, {}, { version: 4 }, 'x'])
    expect(readFrameMessage({ type: '@w3m-frame/READY', payload })).toEqual({ type: 'READY', version: undefined })
  expect(writeFrameNews({ type: 'SESSION_UPDATE', token: undefined })).toMatchObject({ payload: { token: '' } })
  for (const payload of [undefined, { token: 1 }])
    expect(faultOf(() => readFrameMessage({ type: '@w3m-frame/SESSION_UPDATE', payload })).message).toContain(
      'SESSION_UPDATE',
    )
})

test.each([undefined, null, 1, 'x', [], {}, { type: 1 }, { type: 'webpackOk' }, { type: '@other/READY' }])(
  'a message of another protocol is ignored: %j',
  (data) => {
    expect(readAppMessage(data)).toBeUndefined()
    expect(readFrameMessage(data)).toBeUndefined()
  },
)

test('neither side reads its own messages as the other’s', () => {
  expect(readFrameMessage(writeAppMessage('GET_CHAIN_ID', 'id', undefined))).toBeUndefined()
  expect(readAppMessage(writeFrameAnswer('GET_CHAIN_ID', 'id', { payload: { chainId: 1 } }))).toBeUndefined()
})

test.each(['UNHEARD_OF', '', 'toString', '__proto__', 'GET_USER_SUCCESS', 'READY'])(
  'an unknown message is an error: %s',
  (name) => {
    expect(faultOf(() => readAppMessage(posted({ type: `@w3m-app/${name}`, id: 'id' })))).toMatchObject({
      id: 'id',
      type: undefined,
    })
  },
)

test.each(['UNHEARD_OF_SUCCESS', 'GET_USER', 'toString_ERROR', 'GET_USER_success'])(
  'an answer to an unknown message is an error: %s',
  (name) => {
    expect(faultOf(() => readFrameMessage(posted({ type: `@w3m-frame/${name}`, id: 'id' }))).id).toBe('id')
  },
)

test.each(['SIGN_OUT', 'GET_USER', 'IS_CONNECTED', 'CONNECT_DEVICE'] as const)(
  '%s is read without a payload',
  (type) => {
    expect(readAppMessage(writeAppMessage(type, 'id', undefined))).toEqual({ type, id: 'id', payload: undefined })
  },
)
test('an answer is read without a payload', () => {
  const answer = { type: '@w3m-frame/SIGN_OUT_SUCCESS', id: 'id' }
  expect(readFrameMessage(answer)).toMatchObject({ type: 'SIGN_OUT', status: 'success' })
})

test('an app whose images or versions exceed the limits still sends its name', () => {
  const metadata = { name: 'Shop', description: '', url: 'https://shop.example', icons: ['x'.repeat(4_097)] }
  const payload = { projectId: 'p', sdkVersion: '', sdkType: 'x'.repeat(129), metadata }
  const read = readAppMessage({ type: '@w3m-app/SYNC_DAPP_DATA', id: '1', payload })
  expect(read).toMatchObject({ payload: { projectId: 'p', metadata: { ...metadata, icons: [] } } })
  expect(read).not.toHaveProperty('payload.sdkVersion', '')
})
