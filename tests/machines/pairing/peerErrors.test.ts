import { describe, expect, test } from 'vitest'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { peerError, peerOutcome, readPeerError } from '../../../machines/pairing/rules/peerErrors.ts'

describe('a wallet’s error', () => {
  test.each([
    ['an Error', new Error('boom'), { meaning: 'other', code: undefined, reason: 'boom', data: undefined }],
    [
      'an object with a code and a message',
      { code: 5000, message: 'No.', data: { a: 1 } },
      { meaning: 'declined', code: 5000, reason: 'No.', data: { a: 1 } },
    ],
    ['a string', 'boom', { meaning: 'other', code: undefined, reason: 'boom', data: undefined }],
    [
      'the protocol’s text for a code',
      'User rejected chains. Sorry',
      { meaning: 'declined', code: 5001, reason: 'User rejected chains. Sorry', data: undefined },
    ],
    [
      'an empty object',
      {},
      {
        meaning: 'silent',
        code: undefined,
        reason: 'The wallet rejected the request without a reason',
        data: undefined,
      },
    ],
    [
      'undefined',
      undefined,
      {
        meaning: 'silent',
        code: undefined,
        reason: 'The wallet rejected the request without a reason',
        data: undefined,
      },
    ],
  ])('is read from %s', (_, thrown, read) => {
    expect(readPeerError(thrown)).toEqual(read)
  })

  test.each([
    [4001, 'declined', 'connect.declined', 'request.declined'],
    [5000, 'declined', 'connect.declined', 'request.declined'],
    [5001, 'declined', 'connect.declined', 'request.declined'],
    [5002, 'declined', 'connect.declined', 'request.declined'],
    [5003, 'declined', 'connect.declined', 'request.declined'],
    [6000, 'left', 'wallet.left', 'wallet.left'],
    [5100, 'unsupported', 'session.unsupported', 'session.unsupported'],
    [5101, 'unsupported', 'session.unsupported', 'session.unsupported'],
    [5102, 'unsupported', 'session.unsupported', 'session.unsupported'],
    [5103, 'unsupported', 'session.unsupported', 'session.unsupported'],
    [5104, 'unsupported', 'session.unsupported', 'session.unsupported'],
    [4200, 'unsupported', 'session.unsupported', 'session.unsupported'],
    [3001, 'unauthorized', 'session.unauthorized', 'session.unauthorized'],
    [3004, 'unauthorized', 'session.unauthorized', 'session.unauthorized'],
    [4100, 'unauthorized', 'session.unauthorized', 'session.unauthorized'],
    [7000, 'settlement', 'session.settlementFailed', 'session.settlementFailed'],
    [10001, 'callUnsupported', 'session.callUnsupported', 'session.callUnsupported'],
    [-32700, 'reserved', 'pairing.failed', 'request.failed'],
    [-32602, 'reserved', 'pairing.failed', 'request.failed'],
    [-32000, 'other', 'pairing.failed', 'request.failed'],
    [1003, 'other', 'pairing.failed', 'request.failed'],
  ])('has the code %i and the meaning %s [8.59] [8.60] [8.61] [8.62]', (code, meaning, connecting, requesting) => {
    const thrown = { code, message: 'its words' }
    expect(readPeerError(thrown).meaning).toBe(meaning)
    expect(peerError(thrown, 'connect')).toMatchObject({ code: connecting, cause: thrown })
    expect(peerError(thrown, 'request')).toMatchObject({ code: requesting, cause: thrown })
    expect(peerOutcome(thrown, 'connect').status).toBe(meaning === 'declined' ? 'declined' : 'failed')
    // The same code deeper in the cause chain means the same.
    expect(readPeerError(new Error('outer', { cause: thrown })).meaning).toBe(meaning)
  })

  test('keeps the wallet’s message', () => {
    expect(peerError({ code: 5101, message: 'no eth_sign' }, 'request').message).toBe(
      'The wallet does not support this: no eth_sign',
    )
    expect(peerError(new Error('boom'), 'connect').message).toBe('The wallet could not connect: boom')
    expect(peerError('boom', 'request').message).toBe('The wallet reported an error: boom')
    expect(peerError({}, 'request').message).toBe('The wallet rejected the request without a reason')
    expect(peerError({ code: -32602, message: 'Invalid params' }, 'request').message).toBe(
      'The wallet reported an error: Invalid params',
    )
  })

  test('is recognized as a user’s rejection by its text when it has no code [8.46]', () => {
    expect(peerOutcome('User rejected the request', 'request')).toMatchObject({
      status: 'declined',
      error: { code: 'request.declined' },
    })
  })

  test('is recognized as a user’s rejection inside an internal error', () => {
    const nested = { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: 4001 } } }
    expect(peerOutcome(nested, 'connect')).toMatchObject({ status: 'declined', error: { code: 'connect.declined' } })
  })

  test('stays unchanged when it is a LatchkeyError already', () => {
    const ours = new LatchkeyError('session.notConnected')
    expect(peerError(ours, 'request')).toBe(ours)
  })
})

describe('a timeout of the protocol', () => {
  test.each([
    [{ code: 0, message: 'Proposal expired' }, 'pairing.proposalExpired', 'Proposal expired'],
    [new Error('Proposal expired'), 'pairing.proposalExpired', 'Proposal expired'],
    [new Error('Request expired. Please try again.'), 'session.requestExpired', 'Request expired. Please try again.'],
    [new Error('Request expired'), 'session.authTimedOut', 'Request expired'],
  ])('is reported as expired, with its own code: %o', (thrown, code, message) => {
    expect(peerOutcome(thrown, 'request')).toMatchObject({ status: 'expired', error: { code, message } })
  })
})
