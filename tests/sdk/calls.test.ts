/** Bundles of calls (EIP-5792): validated before a wallet request, with answers in one shape for every version of a wallet. */
import { describe, expect, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import { nextPollMs, encodeOwnId, refusalCodes, parseOwnId, statusCodeOf } from '../../machines/calls/bundle.rules.ts'
import { bundleRefusal } from '../../machines/shared/outcome.rules.ts'
import { createLatchkey, solana } from '../../sdk/index.ts'
import type { CallsRequest, LatchkeyOptions } from '../../sdk/index.ts'
import { connected, instance, settle } from '../support/instance.ts'

const [first, second] = fakeAccounts
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const block = hash(9)
const receipt = (status: string, n = 1) => ({
  status,
  transactionHash: hash(n),
  blockHash: block,
  blockNumber: '0x10',
  gasUsed: '0x5208',
  logs: [{ address: second, data: '0x', topics: [hash(5)], logIndex: '0x0' }],
})
const read = (status: 'success' | 'reverted', n = 1) => ({
  status,
  transactionHash: hash(n),
  blockHash: block,
  blockNumber: 16n,
  gasUsed: 21_000n,
  logs: [{ address: second, data: '0x', topics: [hash(5)] }],
})
const refuse = (error: object) => async (): Promise<never> => {
  throw Object.assign(new Error('No'), error)
}
const pay = { to: second, value: 1n }

async function page(answers: Record<string, unknown> = {}, options: LatchkeyOptions = {}) {
  const wallet = fakeWallet({ wallet_sendCalls: { id: '0x12' }, ...answers })
  const made = await connected({ wallet, ...options })
  const asked = (method: string) => wallet.calls.filter((call) => call.method === method)
  return { ...made, asked, provider: made.latchkey.getProvider('eip155') }
}

describe('a bundle', () => {
  test('is sent as EIP-5792 defines it, from the account and on the chain of the connection', async () => {
    const { latchkey, asked } = await page({
      wallet_sendCalls: { id: '0x12', capabilities: { note: { is: 1 } }, more: 1 },
    })
    const calls = [pay, { data: '0x6000' }, { to: second, data: '0x' }] as const
    expect(await latchkey.sendCalls({ calls })).toEqual({
      status: 'done',
      value: { id: '0x12', capabilities: { note: { is: 1 } } },
    })
    expect(asked('wallet_sendCalls')).toEqual([
      {
        method: 'wallet_sendCalls',
        params: [
          {
            version: '2.0.0',
            from: first,
            chainId: '0x1',
            atomicRequired: false,
            calls: [{ to: second, value: '0x1' }, { data: '0x6000' }, { to: second, data: '0x' }],
          },
        ],
      },
    ])
  })

  test('is tracked even when the user confirms it after the app aborted it', async () => {
    let confirm: (sent: unknown) => void = () => {}
    const { latchkey, asked } = await page({
      wallet_sendCalls: () => new Promise((resolve) => (confirm = resolve)),
      wallet_getCallsStatus: never,
    })
    const control = new AbortController()
    const outcome = latchkey.sendCalls({ calls: [pay] }, control)
    await vi.waitFor(() => expect(asked('wallet_sendCalls')).toHaveLength(1))
    control.abort()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(latchkey.find('calls:0x12')).toBeUndefined()
    confirm({ id: '0x12' })
    await vi.waitFor(() => expect(latchkey.find('calls:0x12')).toBeDefined())
    expect(asked('wallet_getCallsStatus')).toMatchObject([{ params: ['0x12'] }])
    // A browser wallet shows this itself.
    expect(latchkey.actor('snackbar').getSnapshot().context.message).toBeUndefined()
  })

  test('may still be sent when it is pending as the wallet disconnects, and is neither failed nor declined', async () => {
    const { latchkey, asked, provider, wallet } = await page({ wallet_sendCalls: never })
    const outcome = latchkey.sendCalls({ calls: [pay] })
    const asking = { method: 'wallet_sendCalls', params: [{ calls: [{ to: second }] }] }
    const rejection = provider.request(asking).catch((error: unknown) => error)
    await vi.waitFor(() => expect(asked('wallet_sendCalls')).toHaveLength(2))
    wallet.emit('accountsChanged', [])
    expect(await outcome).toMatchObject({ status: 'expired', error: { code: 'send.expired' } })
    expect(await rejection).toMatchObject({ code: 4900 })
  })

  test('has its id, its capabilities and its atomicity passed on unchanged', async () => {
    const { latchkey, asked } = await page()
    const capabilities = { paymasterService: { url: 'https://pay.example', optional: true } }
    const bundle = { calls: [{ ...pay, capabilities }], capabilities, id: 'mine', atomicRequired: true, chainId: 1 }
    expect(await latchkey.sendCalls(bundle)).toMatchObject({ status: 'done' })
    expect(asked('wallet_sendCalls')).toMatchObject([
      { params: [{ id: 'mine', atomicRequired: true, capabilities, calls: [{ capabilities }], chainId: '0x1' }] },
    ])
  })

  test('has its id once it was sent, whatever else in the answer is invalid', async () => {
    const { latchkey, wallet } = await page()
    const sent = (answer: unknown) => {
      wallet.answers['wallet_sendCalls'] = answer
      return latchkey.sendCalls({ calls: [pay] })
    }
    for (const capabilities of ['none', { long: 'x'.repeat(65_536) }, { big: 1n }])
      expect(await sent({ id: '0x12', capabilities })).toEqual({ status: 'done', value: { id: '0x12' } })
    // Older wallets answer with the bare id.
    expect(await sent('0x34')).toEqual({ status: 'done', value: { id: '0x34' } })
    const noIds = [undefined, null, '', 5, {}, { id: '' }, { id: 5 }, { id: 'latchkey:1' }, { id: 'x'.repeat(8_195) }]
    for (const answer of noIds)
      expect(await sent(answer)).toMatchObject({
        status: 'expired',
        error: { code: 'send.unreadable' },
      })
  })

  const malformed: [bundle: unknown, text: string][] = [
    [undefined, 'bundle: '],
    [{}, 'bundle.calls: '],
    [{ calls: [] }, 'bundle.calls: '],
    [{ calls: [pay], more: 1 }, '(more)'],
    [{ calls: [{ ...pay, gas: 1n }] }, '(gas)'],
    [{ calls: [{ to: second, value: 1 }] }, 'bundle.calls.0.value: '],
    [{ calls: [{ to: second, value: -1n }] }, 'bundle.calls.0.value: '],
    [{ calls: [{ to: 5 }] }, 'bundle.calls.0.to: '],
    [{ calls: [{ value: 1n }] }, 'neither `to` nor `data`'],
    [{ calls: [pay], chainId: '1' }, 'bundle.chainId: '],
    [{ calls: [pay], id: '' }, 'bundle.id: '],
    [{ calls: [pay], id: 'latchkey:1' }, 'bundle.id: '],
    [{ calls: [pay], atomicRequired: 'yes' }, 'bundle.atomicRequired: '],
    [{ calls: [pay], capabilities: [] }, 'bundle.capabilities: '],
    [{ calls: [pay], capabilities: { a: 1n } }, 'bundle.capabilities: '],
    [{ calls: [pay], capabilities: { a: 'x'.repeat(65_536) } }, 'bundle.capabilities: '],
  ]
  test('is refused with the place of its fault when it is malformed', async () => {
    const { latchkey, asked } = await page()
    for (const [bundle, text] of malformed)
      expect(await latchkey.sendCalls(bundle as never)).toMatchObject({
        status: 'failed',
        error: { code: 'request.invalid', message: expect.stringContaining(text) as string },
      })
    expect(asked('wallet_sendCalls')).toEqual([])
  })

  test('requires receivers and data that begin with 0x, and a configured network [5.27]', async () => {
    const { latchkey, asked } = await page()
    for (const [call, code] of [
      [{ to: '7099' }, 'address.invalid'],
      [{ to: '70997970C51812dc3A010C7d01b50e0d17dc79C8' }, 'address.invalid'],
      [{ to: 'vitalik.eth' }, 'address.name'],
      [{ to: second, data: '6000' }, 'data.invalid'],
      [{ to: second, data: '0x600' }, 'data.invalid'],
      [{ to: second, data: 5 }, 'data.invalid'],
    ])
      expect(await latchkey.sendCalls({ calls: [pay, call] } as CallsRequest)).toMatchObject({ error: { code } })
    expect(await latchkey.sendCalls({ calls: [pay], chainId: 5 })).toMatchObject({ error: { code: 'network.missing' } })
    expect(asked('wallet_sendCalls')).toEqual([])
  })

  test('is not sent to a wallet that is on another network, or uses another account', async () => {
    const { latchkey, wallet, asked } = await page()
    expect(await latchkey.sendCalls({ calls: [pay], chainId: 10 })).toMatchObject({
      error: { code: 'send.otherNetwork' },
    })
    wallet.answers['eth_accounts'] = [second]
    expect(await latchkey.sendCalls({ calls: [pay] })).toMatchObject({ error: { code: 'send.otherAccount' } })
    wallet.answers['eth_accounts'] = []
    expect(await latchkey.sendCalls({ calls: [pay] })).toMatchObject({ error: { code: 'account.undefined' } })
    expect(asked('wallet_sendCalls')).toEqual([])
  })

  test('settles on every path: before start, aborted, stopped, without a wallet', async () => {
    const { latchkey: idle } = instance()
    expect(await idle.sendCalls({ calls: [pay] })).toMatchObject({ error: { code: 'connection.clientMissing' } })
    expect(await idle.getCallsStatus('0x1')).toMatchObject({ error: { code: 'connection.clientMissing' } })
    expect(await idle.getCapabilities()).toMatchObject({ error: { code: 'connection.clientMissing' } })
    const elsewhere = createLatchkey({ networks: [solana] })
    expect(await elsewhere.sendCalls({ calls: [pay] })).toMatchObject({ error: { code: 'chain.required' } })

    const { latchkey } = await page({ wallet_sendCalls: never, wallet_getCallsStatus: never })
    const control = new AbortController()
    const asking = latchkey.sendCalls({ calls: [pay] }, { signal: control.signal })
    await settle()
    control.abort()
    expect(await asking).toEqual({ status: 'cancelled' })
    expect(await latchkey.getCallsStatus('0x1', { signal: control.signal })).toEqual({ status: 'cancelled' })
    const looking = latchkey.getCallsStatus('0x1')
    await settle()
    latchkey.stop()
    expect(await looking).toEqual({ status: 'cancelled' })
  })
})

describe('a bundle by JSON-RPC', () => {
  test('is bound to the account and the chain, and otherwise unchanged', async () => {
    const { latchkey, provider, asked } = await page()
    const bundle = { version: '1.0', calls: [{ to: second, value: '0x1', chainId: '0x1' }], capabilities: { a: {} } }
    expect(await provider.request({ method: 'wallet_sendCalls', params: [bundle] })).toEqual({ id: '0x12' })
    await latchkey.request({ method: 'wallet_sendCalls', params: [bundle, 'more'] })
    const params = [{ ...bundle, from: first, chainId: '0x1' }]
    expect(asked('wallet_sendCalls').map((call) => call.params)).toEqual([params, params])
  })

  test('is refused for another account or another chain than the wallet’s', async () => {
    const { latchkey, provider, asked } = await page()
    for (const [changed, code, number] of [
      [{ chainId: '0xa' }, 'send.otherNetwork', 4901],
      [{ from: second }, 'send.otherAccount', 4100],
      [{ calls: [{ to: second, chainId: '0xa' }] }, 'send.otherNetwork', 4901],
    ] as const) {
      const call = { method: 'wallet_sendCalls', params: [{ version: '2.0.0', calls: [{ to: second }], ...changed }] }
      expect(await latchkey.request(call)).toMatchObject({ error: { code } })
      await expect(provider.request(call)).rejects.toMatchObject({ code: number })
    }
    expect(asked('wallet_sendCalls')).toEqual([])
  })

  test('is refused with -32602 when it is malformed, without a wallet request [5.27]', async () => {
    const { provider, asked } = await page()
    for (const params of [
      [],
      [{}],
      [{ calls: [] }],
      [{ calls: [{ to: '1234' }] }],
      [{ calls: [{ to: second, data: '0xabc' }] }],
      [{ calls: [{ to: second, value: 1 }] }],
      [{ calls: [{ to: second }], from: 'me' }],
      [{ calls: [{ to: second }], id: 'latchkey:1' }],
      [{ calls: [{ to: second }], chainId: 'one' }],
    ])
      await expect(provider.request({ method: 'wallet_sendCalls', params })).rejects.toMatchObject({ code: -32_602 })
    expect(asked('wallet_sendCalls')).toEqual([])
  })
})

describe('the status of a bundle', () => {
  const none = { id: '0x12', receipts: [] }
  const answers: [answer: unknown, status: object][] = [
    [
      { version: '2.0.0', id: '0x12', chainId: '0x1', status: 100, atomic: true },
      { ...none, chainId: 1, atomic: true, statusCode: 100, status: 'pending' },
    ],
    [
      { status: 200, atomic: false, receipts: [receipt('0x1')] },
      { ...none, atomic: false, statusCode: 200, status: 'success', receipts: [read('success')] },
    ],
    [{ status: 202 }, { ...none, statusCode: 202, status: 'success' }],
    [{ status: 400 }, { ...none, statusCode: 400, status: 'failed' }],
    [
      { status: 500, receipts: [receipt('0x0')] },
      { ...none, statusCode: 500, status: 'reverted', receipts: [read('reverted')] },
    ],
    [{ status: 600 }, { ...none, statusCode: 600, status: 'partlyReverted' }],
    [
      { status: '0xc8', chainId: 10 },
      { ...none, chainId: 10, statusCode: 200, status: 'success' },
    ],
    [{ status: 'PENDING' }, { ...none, statusCode: 100, status: 'pending' }],
    [
      { status: 'PENDING', receipts: null },
      { ...none, statusCode: 100, status: 'pending' },
    ],
    [{ status: 'CONFIRMED' }, { ...none, statusCode: 200, status: 'success' }],
    [
      { status: 'CONFIRMED', receipts: [receipt('0x0')] },
      { ...none, statusCode: 500, status: 'reverted', receipts: [read('reverted')] },
    ],
    [
      { status: 'CONFIRMED', receipts: [receipt('0x1'), receipt('0x0', 2)] },
      { ...none, statusCode: 600, status: 'partlyReverted', receipts: [read('success'), read('reverted', 2)] },
    ],
    [
      { status: 200, receipts: [{ ...receipt('success'), blockNumber: 16, gasUsed: 21_000n }] },
      { ...none, statusCode: 200, status: 'success', receipts: [read('success')] },
    ],
    [
      { status: 200, receipts: [receipt('0x0')] },
      { ...none, statusCode: 500, status: 'reverted', receipts: [read('reverted')] },
    ],
    [
      { status: 200, capabilities: { a: { b: 1 } } },
      { ...none, statusCode: 200, status: 'success', capabilities: { a: { b: 1 } } },
    ],
    [
      { userOpHash: '0x12', success: true, receipt: receipt('0x1') },
      { ...none, atomic: true, statusCode: 200, status: 'success', receipts: [read('success')] },
    ],
    [
      { userOpHash: '0x12', success: false, receipt: receipt('0x1') },
      { ...none, atomic: true, statusCode: 500, status: 'reverted', receipts: [read('reverted')] },
    ],
    [null, { ...none, statusCode: 100, status: 'pending' }],
  ]
  test('has one shape', async () => {
    const { latchkey, wallet, asked } = await page()
    for (const [answer, status] of answers) {
      wallet.answers['wallet_getCallsStatus'] = answer
      expect(await latchkey.getCallsStatus('0x12')).toEqual({ status: 'done', value: status })
      expect(asked('wallet_getCallsStatus').at(-1)).toEqual({ method: 'wallet_getCallsStatus', params: ['0x12'] })
    }
  })

  const nonsense = [
    'ok',
    {},
    { status: 300 },
    { status: 'DONE' },
    { status: -1 },
    { status: 200, chainId: 'one' },
    { status: 200, receipts: [{}] },
    { status: 200, receipts: Array.from({ length: 1_001 }, () => receipt('0x1')) },
    { id: '0x13', status: 200 },
    { status: 200, capabilities: { a: 'x'.repeat(65_536) } },
    { success: 'yes' },
  ]
  test('is refused in another shape, and not requested without an id', async () => {
    const { latchkey, wallet, asked } = await page()
    for (const id of [undefined, '', 5, 'x'.repeat(8_195)])
      expect(await latchkey.getCallsStatus(id as never)).toMatchObject({ error: { code: 'request.invalid' } })
    expect(asked('wallet_getCallsStatus')).toEqual([])
    for (const answer of nonsense) {
      wallet.answers['wallet_getCallsStatus'] = answer
      expect(await latchkey.getCallsStatus('0x12')).toMatchObject({ error: { code: 'wallet.invalidResponse' } })
    }
  })
})

describe('the capabilities of a wallet', () => {
  test('are returned by chain, unchanged', async () => {
    const answer = { '0x0': { flow: { supported: true } }, '0x1': { atomic: { status: 'ready', own: [1] } }, '0xa': {} }
    const { latchkey, asked } = await page({ wallet_getCapabilities: answer })
    expect(await latchkey.getCapabilities({ chainIds: [1, 10] })).toEqual({
      status: 'done',
      value: { 0: answer['0x0'], 1: answer['0x1'], 10: {} },
    })
    await latchkey.getCapabilities()
    expect(
      asked('wallet_getCapabilities')
        .slice(-2)
        .map(({ params }) => params),
    ).toEqual([[first, ['0x1', '0xa']], [first]])
  })

  test('are refused in another shape, and not requested for an invalid chain', async () => {
    const { latchkey, wallet } = await page()
    for (const answer of ['all', [], null]) {
      wallet.answers['wallet_getCapabilities'] = answer
      expect(await latchkey.getCapabilities()).toMatchObject({ error: { code: 'wallet.capabilitiesInvalid' } })
    }
    const atomic = { status: 'supported' }
    const odd = [null, true, 'x', { a: 'x'.repeat(65_536) }, { a: 1n }]
    for (const answer of [...odd.map((each) => ({ '0x1': each })), { one: {} }, { 'eip155:1': {} }, { 1: {} }]) {
      wallet.answers['wallet_getCapabilities'] = { ...answer, '0xa': { atomic } }
      expect(await latchkey.getCapabilities()).toEqual({ status: 'done', value: { 10: { atomic } } })
    }
    expect(await latchkey.getCapabilities({ chainIds: ['0x1'] as never })).toMatchObject({
      error: { code: 'request.invalid' },
    })
  })
})

describe('a refusal of a bundle', () => {
  const refusals = [
    [5700, 'calls.capabilityUnsupported'],
    [5710, 'calls.chainUnsupported'],
    [5720, 'calls.idUsed'],
    [5730, 'calls.idUnknown'],
    [5740, 'calls.tooLarge'],
    [5750, 'calls.upgradeDeclined'],
    [5760, 'calls.atomicUnsupported'],
  ] as const

  test.each(refusals)(
    'of code %i is %s, however deeply it is nested, and the provider returns the code [8.65]',
    async (code, name) => {
      const { latchkey, wallet, provider } = await page()
      for (const error of [{ code }, { code: -32_603, data: { originalError: { code } } }, { cause: { code } }]) {
        wallet.answers['wallet_sendCalls'] = refuse(error)
        const status = code === 5750 ? 'declined' : 'failed'
        expect(await latchkey.sendCalls({ calls: [pay] })).toMatchObject({ status, error: { code: name } })
        const raw = { method: 'wallet_sendCalls', params: [{ calls: [{ to: second }] }] }
        await expect(provider.request(raw)).rejects.toMatchObject({ code })
      }
      expect(refusalCodes[name]).toBe(code)
    },
  )

  test('of code 5750 is that even when the wallet’s text is a user rejection [8.65]', async () => {
    const { latchkey } = await page({ wallet_sendCalls: refuse({ code: 5750, message: 'User rejected the upgrade' }) })
    expect(await latchkey.sendCalls({ calls: [pay] })).toMatchObject({ error: { code: 'calls.upgradeDeclined' } })
  })

  test('of an unknown id applies to the status too, while its codes mean nothing for other methods', async () => {
    const { latchkey } = await page({
      wallet_getCallsStatus: refuse({ code: 5730 }),
      personal_sign: refuse({ code: 5730 }),
    })
    expect(await latchkey.getCallsStatus('0x1')).toMatchObject({ error: { code: 'calls.idUnknown' } })
    expect(await latchkey.signMessage('hi')).toMatchObject({ error: { code: 'request.signatureFailed' } })
    expect(bundleRefusal('wallet_sendCalls', { code: 5001 })).toBeUndefined()
  })
})

describe('the bundle rules', () => {
  test('compare the calls that succeeded with those that were requested', () => {
    expect(statusCodeOf(['success', undefined])).toBe(100)
    expect(statusCodeOf(['success', 'success'])).toBe(200)
    expect(statusCodeOf(['success'], 2)).toBe(600)
    expect(statusCodeOf(['success', 'reverted'])).toBe(600)
    expect(statusCodeOf(['reverted'], 2)).toBe(500)
  })

  test('delay each poll: by a second, then twice as long each time, up to 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 99].map(nextPollMs)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ])
  })

  test('put what was sent into the id, and read nothing from an invalid one', () => {
    const sent = { chainId: 10, count: 3, hashes: [hash(1), hash(255)] }
    const id = encodeOwnId(sent)
    expect(parseOwnId(id)).toEqual(sent)
    expect(
      encodeOwnId({ ...sent, count: 100, hashes: Array.from({ length: 100 }, (_, n) => hash(n)) }).length,
    ).toBeLessThan(8_194)
    for (const broken of [
      '',
      'latchkey:',
      '0x12',
      id.slice(0, -1),
      `${id}0`,
      id.replace(':3:', ':1:'),
      id.replace(':10:', ':0:'),
      `x${id}`,
    ])
      expect(parseOwnId(broken)).toBeUndefined()
  })
})
