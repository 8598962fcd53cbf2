import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { errorTexts, LatchkeyError } from '../../../sdk/index.ts'
import type { CallDefinition } from '../../../sdk/api/call.ts'
import { calls, type CallInput, type CallName } from '../../../sdk/api/calls.ts'
import { cases } from './cases.ts'
import { client, HOSTS, rejection, SERVED, UNSERVED, useProvider } from './support.ts'

const provider = useProvider()

const all = (Object.keys(calls) as CallName[]).map((name) => ({
  name,
  definition: calls[name] as unknown as CallDefinition,
  input: cases[name].input as CallInput<CallName>,
}))
const gated = all.filter(({ definition }) => definition.gated !== undefined)

/** What an app gets from a call when the API does not serve the network. */
const REFUSED: Partial<Record<CallName, string>> = {
  gasPrice: 'Network not supported for Gas Price',
  buildSwap: 'Network not supported for Swaps',
  buildApproval: 'Network not supported for Swaps',
  addSmartSession: 'Network not supported for Smart Sessions',
  activateSmartSession: 'Network not supported for Smart Sessions',
}
const EMPTY: Partial<Record<CallName, unknown>> = {
  identity: { name: undefined, avatar: undefined },
  history: { data: [], next: undefined },
  balance: { balances: [] },
  swapQuotes: { quotes: [] },
  swapTokens: { tokens: [] },
  tokenPrices: { fungibles: [] },
  swapAllowance: { allowance: '0' },
  nameLookup: { name: '', addresses: {}, attributes: [] },
  namesOfAddress: [],
  nameSuggestions: { suggestions: [] },
  registerName: { success: false },
  onrampUrl: { url: '' },
  onrampOptions: { purchaseCurrencies: [], paymentCurrencies: [] },
  onrampQuote: null,
  smartSessions: { pcis: [] },
  revokeSmartSession: { success: false },
}

describe('a network that the API does not serve', () => {
  test('has a known result for every call that depends on a network, and for no other', () => {
    expect(gated.map(({ name }) => name).toSorted()).toEqual(Object.keys({ ...REFUSED, ...EMPTY }).toSorted())
    // These do not depend on a network: the served networks, the permissions of the project, and the catalog.
    expect(all.filter((entry) => !gated.includes(entry)).map(({ name }) => name)).toEqual([
      'supportedChains',
      'allowedOrigins',
      'analyticsConfiguration',
      'analyticsEvent',
      'exchanges',
      'exchangePayUrl',
      'exchangeBuyStatus',
      'wallets',
      'walletImage',
      'assetImage',
    ])
  })

  test('gets the empty default of each call, without a request [5.8] [7.2]', async () => {
    provider.serve(SERVED)
    const { api, heard } = client()
    for (const { name, input } of gated.filter(({ name }) => name in EMPTY))
      expect([name, await api.call(name, input, { networkId: UNSERVED })]).toEqual([name, EMPTY[name]])
    expect(provider.asked()).toEqual([])
    expect(provider.sent).toHaveLength(1)
    expect(heard).toEqual([])
  })

  test('gets the same calls as requests once it is served [5.8] [7.2]', async () => {
    provider.serve(SERVED)
    const { api } = client()
    for (const { name, definition, input } of gated) {
      provider.on(definition.method, `${HOSTS.blockchain}${cases[name].path}`, () =>
        HttpResponse.json(cases[name].answer as object),
      )
      expect([name, await api.call(name, input, { networkId: SERVED })]).toEqual([name, cases[name].result])
    }
    expect(provider.asked()).toHaveLength(gated.length)
  })

  test.each([
    ['a gas price: Network not supported for Gas Price [8.3]', 'gasPrice', 'network.noGasPrice'],
    ['a swap: Network not supported for Swaps [8.4]', 'buildSwap', 'network.noSwaps'],
    ['an approval: Network not supported for Swaps [8.4]', 'buildApproval', 'network.noSwaps'],
    ['a smart session: Network not supported for Smart Sessions', 'addSmartSession', 'network.noSmartSessions'],
  ] as const)('refuses %s', async (_, name, code) => {
    provider.serve(SERVED)
    const { api, heard } = client()
    for (const options of [{ networkId: UNSERVED }, {}]) {
      const error = await rejection(api.call(name, cases[name].input as CallInput<typeof name>, options))
      expect(error).toBeInstanceOf(LatchkeyError)
      expect(error).toMatchObject({ code, message: REFUSED[name] })
      expect(errorTexts[code]).toBe(REFUSED[name])
    }
    expect(provider.asked()).toEqual([])
    expect(heard).toEqual([])
  })

  test('is assumed for a call that names no network, without a request for the networks', async () => {
    const { api } = client()
    expect(await api.call('balance', { address: '0x01' })).toEqual({ balances: [] })
    expect(provider.sent).toEqual([])
  })
})

describe('the list of served networks', () => {
  test('is requested once for many calls, and only when it matters', async () => {
    provider.serve(SERVED)
    const { api } = client()
    expect(provider.sent).toEqual([])
    const answers = await Promise.all([
      api.serves(SERVED),
      api.serves(UNSERVED),
      api.call('history', { account: '0x01' }, { networkId: UNSERVED }),
      api.call('swapTokens', { chainId: UNSERVED }, { networkId: UNSERVED }),
    ])
    expect(answers.slice(0, 2)).toEqual([true, false])
    expect(await api.serves('eip155:10')).toBe(false)
    expect(await api.call('supportedChains', {})).toEqual({ http: [SERVED], ws: [] })
    expect(provider.sent).toHaveLength(1)
  })

  test('is requested again after a day', async () => {
    let time = 0
    provider.serve(SERVED)
    const { api } = client({ now: () => time })
    expect(await api.serves('eip155:10')).toBe(false)
    time += 86_399_999
    expect(await api.serves('eip155:10')).toBe(false)
    provider.serve(SERVED, 'eip155:10')
    time += 1
    expect(await api.serves('eip155:10')).toBe(true)
    expect(provider.sent).toHaveLength(2)
  })

  test('is not replaced by a guess after a failure: the error is reported, and the next call requests it again', async () => {
    provider.on('GET', `${HOSTS.blockchain}/v1/supported-chains`, () => new HttpResponse(null, { status: 401 }))
    const { api, heard } = client()
    for (const attempt of [1, 2]) {
      const error = await rejection(api.call('history', { account: '0x01' }, { networkId: SERVED }))
      expect(error).toMatchObject({ code: 'api.refused', call: 'supportedChains', status: 401 })
      expect(await rejection(api.call('gasPrice', { chainId: SERVED }, { networkId: SERVED }))).toMatchObject({
        code: 'api.refused',
      })
      expect([provider.sent.length, heard.length]).toEqual([attempt * 2, attempt * 2])
    }
    provider.serve(SERVED)
    provider.on('GET', `${HOSTS.blockchain}/v1/account/0x01/history`, () => HttpResponse.json({ data: [], next: null }))
    expect(await api.call('history', { account: '0x01' }, { networkId: SERVED })).toEqual({ data: [], next: undefined })
    expect(provider.asked()).toHaveLength(1)
  })

  test('is not followed by a call that is aborted while it is requested', async () => {
    provider.on('GET', `${HOSTS.blockchain}/v1/supported-chains`, () => new Promise<Response>(() => {}))
    const { api } = client()
    const control = new AbortController()
    const call = rejection(api.call('history', { account: '0x01' }, { networkId: SERVED, signal: control.signal }))
    await expect.poll(() => provider.sent.length).toBe(1)
    control.abort(new Error('closed'))
    expect(await call).toMatchObject({ message: 'closed' })
    expect(provider.asked()).toEqual([])
  })
})

describe('the API without a project id', () => {
  test.each([undefined, ''])('gets no call at all, and each call says why (%j)', async (projectId) => {
    const { api, heard } = client({ projectId })
    for (const { name, input } of all) {
      const error = await rejection(api.call(name, input, { networkId: SERVED }))
      expect([name, error]).toEqual([
        name,
        expect.objectContaining({
          code: 'api.unavailable',
          message: 'This requires a project ID',
        }),
      ])
    }
    expect(await rejection(api.serves(SERVED))).toMatchObject({ code: 'api.unavailable' })
    expect(api.imageUrl('walletImage', 'image-1')).toBeUndefined()
    expect(provider.sent).toEqual([])
    expect(heard).toEqual([])
  })
})
