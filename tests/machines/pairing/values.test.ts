import { ENGINE_RPC_OPTS, SESSION_EXPIRY, SESSION_REQUEST_EXPIRY_BOUNDARIES } from '@walletconnect/sign-client'
import { SDK_ERRORS } from '@walletconnect/utils'
import { describe, expect, test } from 'vitest'
import { PAIRING } from '../../../machines/constants.ts'
import {
  authRequestSchema,
  metadataSchema,
  pairingSessionSchema,
  pendingRequestSchema,
  proposalSchema,
  sessionEventSchema,
  sessionUpdateSchema,
  verifyContextSchema,
} from '../../../machines/pairing/pairing.schemas.ts'
import { errorTexts } from '../../../machines/shared/errors/catalog.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { approved, cacaoOf, payload, sessionOf } from './fixtures.ts'

describe('the protocol’s values', () => {
  test('are those of the pinned client: tags, times to live and prompts [7.34] [9.19]', () => {
    for (const [method, theirs] of Object.entries(ENGINE_RPC_OPTS)) {
      const ours = new Map(Object.entries(PAIRING.methods)).get(method)
      const { req, res, reject, autoReject } = theirs
      for (const [mine, its] of [
        [ours?.request, req],
        [ours?.response, res],
        [ours && 'reject' in ours ? ours.reject : undefined, reject],
        [ours && 'autoReject' in ours ? ours.autoReject : undefined, autoReject],
      ] as const)
        expect(mine).toEqual(its && { tag: its.tag, ttlSeconds: its.ttl, prompt: its.prompt })
    }
    expect(Object.keys(PAIRING.methods)).toEqual([
      ...Object.keys(ENGINE_RPC_OPTS),
      'wc_pairingDelete',
      'wc_pairingPing',
    ])
    expect(PAIRING.methods.wc_pairingDelete).toEqual({
      request: { tag: 1000, ttlSeconds: 86_400, prompt: false },
      response: { tag: 1001, ttlSeconds: 86_400, prompt: false },
    })
    expect(PAIRING.methods.wc_pairingPing.request).toEqual({ tag: 1002, ttlSeconds: 30, prompt: false })
  })

  test('are those of the pinned client: lifetimes [5.45]', () => {
    expect(PAIRING.sessionExpirySeconds).toBe(SESSION_EXPIRY)
    expect(PAIRING.sessionExpirySeconds).toBe(604_800)
    expect(PAIRING.requestExpirySeconds).toEqual({ ...SESSION_REQUEST_EXPIRY_BOUNDARIES, default: 300 })
    expect([PAIRING.proposalExpirySeconds, PAIRING.authExpirySeconds]).toEqual([300, 3_600])
  })

  test('are those of the specification: pauses and delays', () => {
    expect(PAIRING).toMatchObject({
      queueRestMs: 1_000,
      startRestMs: 1_000,
      cachedMessagesMs: 50,
      deletedIds: 200,
      uriMarginSeconds: 10,
    })
  })

  test('are those of the pinned client: codes and texts of errors', () => {
    expect(Object.values(PAIRING.errors)).toEqual(Object.values(SDK_ERRORS))
  })
})

describe('texts', () => {
  test('keep the braces of an example', () => {
    const { message } = new LatchkeyError('pairing.chainsMissing', { params: { call: 'connect()', kind: 'x' } })
    expect(message).toContain('"eip155:1": {...} in the namespace key')
    expect(message).toContain('eip155: { chains: ["eip155:1", "eip155:5"] }')
  })

  test('of the protocol are those of the specification', () => {
    expect(errorTexts).toMatchObject({
      'session.signatureInvalid': 'Session settlement failed. Signature verification failed',
      'session.authRequestUnknown': 'Could not find pending auth request with id {id}',
      'session.notInitialized': 'Sign Client not initialized',
      'session.notConnected': 'Please call connect() before request()',
      'session.addressMissing': 'Missing address parameter in wallet_getCapabilities request',
      'session.callStatusNotApproved': 'Fetching call status not approved by the wallet.',
      'rpc.urlMissing': 'No RPC url provided for chainId',
      'pairing.proposalExpired': 'Proposal expired',
    })
  })
})

describe('the data of a peer', () => {
  const verifyContext = { verified: { origin: 'https://a', validation: 'VALID', verifyUrl: '', isScam: undefined } }
  const { self } = sessionOf()

  test('is a session with the fields of the specification [3.28] [3.29] [3.30] [3.31] [3.32] [3.33]', () => {
    const session = {
      ...sessionOf(),
      transportType: 'relay',
      sessionProperties: { a: 'b' },
      scopedProperties: { eip155: {} },
      sessionConfig: { disableDeepLink: true },
      authentication: [cacaoOf()],
    }
    expect(pairingSessionSchema.parse({ ...session, more: 1 })).toEqual(session)
    for (const key of ['topic', 'expiry', 'acknowledged', 'self', 'peer', 'controller', 'namespaces', 'relay'])
      expect(pairingSessionSchema.safeParse({ ...session, [key]: undefined }).success).toBe(false)
    for (const broken of [{ topic: '' }, { expiry: '5' }, { transportType: 'pigeon' }, { namespaces: { eip155: {} } }])
      expect(pairingSessionSchema.safeParse({ ...session, ...broken }).success).toBe(false)
  })

  test('is a proposal with the fields of the specification [3.34]', () => {
    const proposal = {
      id: 1,
      pairingTopic: 'topic',
      expiryTimestamp: 5,
      proposer: self,
      relays: [{ protocol: 'irn' }],
      requiredNamespaces: {},
      optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } },
    }
    expect(proposalSchema.parse(proposal)).toEqual(proposal)
    for (const key of ['id', 'pairingTopic', 'expiryTimestamp', 'proposer', 'relays'])
      expect(proposalSchema.safeParse({ ...proposal, [key]: undefined }).success).toBe(false)
  })

  test('is a pending request with the fields of the specification [3.35]', () => {
    const request = {
      id: 1,
      topic: 'topic',
      params: { request: { method: 'm', params: [], expiryTimestamp: 5 }, chainId: 'eip155:1' },
      verifyContext,
    }
    expect(pendingRequestSchema.parse(request)).toEqual(request)
    for (const key of ['id', 'topic', 'params', 'verifyContext'])
      expect(pendingRequestSchema.safeParse({ ...request, [key]: undefined }).success).toBe(false)
  })

  test('is a sign-in with the fields of the specification [3.36]', () => {
    const request = {
      id: 1,
      pairingTopic: 'topic',
      requester: self,
      authPayload: payload,
      expiryTimestamp: 5,
      verifyContext,
      transportType: 'link_mode',
    }
    expect(authRequestSchema.parse(request)).toEqual(request)
    for (const key of ['id', 'pairingTopic', 'requester', 'authPayload', 'expiryTimestamp', 'verifyContext'])
      expect(authRequestSchema.safeParse({ ...request, [key]: undefined }).success).toBe(false)
  })

  test('is verified as valid, invalid or unknown [3.38]', () => {
    for (const validation of ['VALID', 'INVALID', 'UNKNOWN'])
      expect(verifyContextSchema.safeParse({ verified: { ...verifyContext.verified, validation } }).success).toBe(true)
    expect(verifyContextSchema.safeParse({ verified: { ...verifyContext.verified, validation: 'OK' } }).success).toBe(
      false,
    )
    expect(verifyContextSchema.safeParse({ verified: { ...verifyContext.verified, isScam: 'no' } }).success).toBe(false)
  })

  test('is an event or an update of the namespaces', () => {
    expect(sessionEventSchema.parse({ event: { name: 'x', data: 1 }, chainId: 'eip155:1' }).event.data).toBe(1)
    expect(sessionEventSchema.safeParse({ event: { data: 1 }, chainId: 'eip155:1' }).success).toBe(false)
    expect(sessionUpdateSchema.parse({ namespaces: approved })).toEqual({ namespaces: approved })
    expect(sessionUpdateSchema.safeParse({ namespaces: { eip155: { accounts: 'x' } } }).success).toBe(false)
  })

  test('includes metadata with plain texts, and with links only where they are safe', () => {
    expect(
      metadataSchema.parse({
        name: 'A',
        description: 5,
        url: 'javascript:alert(1)',
        icons: [1],
        redirect: { native: 'javascript:alert(1)', universal: 'https://a.example', linkMode: true },
      }),
    ).toEqual({
      name: 'A',
      description: '',
      url: '',
      icons: [],
      redirect: { native: undefined, universal: 'https://a.example', linkMode: true },
      verifyUrl: undefined,
    })
    expect(metadataSchema.parse({ url: 'https://a.example', redirect: { native: 'wallet://' } })).toMatchObject({
      url: 'https://a.example',
      redirect: { native: 'wallet://' },
    })
  })
})
