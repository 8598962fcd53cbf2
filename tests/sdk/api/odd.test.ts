import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { CallDefinition } from '../../../sdk/api/call.ts'
import { calls, type CallInput, type CallName } from '../../../sdk/api/calls.ts'
import { cases } from './cases.ts'
import { client, COMMON, HOSTS, rejection, SERVED, useProvider } from './support.ts'

const provider = useProvider()
const at = { networkId: SERVED }
const ODD = 'a/../b\\c?d=1&e#f %2F+ü漢🦄\u0000"<>{x}'

/** Each call with each string of its input that is part of its path or query. */
const places = (Object.keys(calls) as CallName[]).flatMap((name) => {
  const definition = calls[name] as unknown as CallDefinition
  const inPath = [...definition.path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => ({
    name,
    definition,
    field,
    in: 'path',
  }))
  const inQuery = (definition.query ?? []).map((field) => ({ name, definition, field, in: 'query' }))
  return [...inPath, ...inQuery]
})
const inPath = places.filter((place) => place.in === 'path' && place.field !== 'imageId')
/** Inputs that accept any text. */
const free = places.filter(({ name, field }) => {
  const { request } = calls[name] as unknown as CallDefinition
  return request.safeParse({ ...cases[name].input, [field]: ODD }).success
})

const ask = (name: CallName, more: object = {}, { api } = client()) =>
  api.call(name, { ...cases[name].input, ...more } as CallInput<CallName>, at)
const answerAll = (definition: CallDefinition) => {
  for (const { url } of provider.sent) expect(url.origin).toBe(HOSTS[definition.host])
}

describe('odd input', () => {
  test('fills every path and most queries', () => {
    expect(inPath).toHaveLength(10)
    expect(free.map(({ name, field }) => `${name}.${field}`)).toEqual([
      'identity.address',
      'identity.sender',
      'history.account',
      'history.cursor',
      'history.chainId',
      'balance.address',
      'balance.chainId',
      'balance.forceUpdate',
      'swapQuotes.userAddress',
      'swapQuotes.from',
      'swapQuotes.to',
      'swapTokens.chainId',
      'swapAllowance.tokenAddress',
      'swapAllowance.userAddress',
      'gasPrice.chainId',
      'buildApproval.userAddress',
      'buildApproval.from',
      'buildApproval.to',
      'nameLookup.name',
      'namesOfAddress.address',
      'namesOfAddress.sender',
      'nameSuggestions.name',
      'smartSessions.address',
      'addSmartSession.account',
      'activateSmartSession.account',
      'revokeSmartSession.address',
      'wallets.search',
    ])
  })

  test.each(free)('of $name stays in its place: $field in the $in', async ({ name, definition, field, in: place }) => {
    provider.serve(SERVED)
    const path = place === 'path' ? definition.path.replace(`{${field}}`, encodeURIComponent(ODD)) : undefined
    const address = `${HOSTS[definition.host]}${path === undefined ? cases[name].path : `/${path}`}`
    provider.on(definition.method, address, () => HttpResponse.json(cases[name].answer as object))
    await ask(name, { [field]: ODD })
    const { url } = provider.asked()[0] ?? {}
    expect(url?.hash).toBe('')
    expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
      ...cases[name].query,
      ...COMMON,
      ...(place === 'query' && { [field]: ODD }),
    })
    expect(url?.pathname.split('/').map(decodeURIComponent)).toEqual(
      place === 'path'
        ? `/${definition.path}`.split('/').map((part) => (part === `{${field}}` ? ODD : part))
        : cases[name].path.split('/').map(decodeURIComponent),
    )
    answerAll(definition)
  })

  test.each(inPath)('that would name another call than $name is refused without a request', async ({ name, field }) => {
    for (const unfit of ['', '.', '..', '\uD83E', 'a\uDD84b']) {
      const { api, heard, warnings } = client()
      const error = await rejection(ask(name, { [field]: unfit }, { api, heard, warnings }))
      expect(error).toMatchObject({
        code: 'api.invalidInput',
        message: `Invalid input for the call ${name}`,
      })
      expect(heard).toEqual([])
    }
    expect(provider.sent).toEqual([])
  })

  test('that contains other dots stays unchanged', async () => {
    provider.serve(SERVED)
    for (const name of ['...', '.a', '%2e%2e', '%2E', 'a..']) {
      provider.on('GET', `${HOSTS.blockchain}/v1/profile/account/${encodeURIComponent(name)}`, () =>
        HttpResponse.json({ name }),
      )
      expect(await ask('nameLookup', { name })).toEqual({ name })
    }
  })

  test.each([
    ['swapQuotes', { amount: '1.5' }],
    ['swapQuotes', { amount: '-1' }],
    ['swapQuotes', { amount: '' }],
    ['swapQuotes', { amount: 1 }],
    ['buildSwap', { amount: '1e3' }],
    ['buildSwap', { disableEstimate: 'no' }],
    ['buildSwap', { eip155: { slippage: 0 } }],
    ['buildSwap', { eip155: { slippage: 50.01 } }],
    ['identity', { address: 'x'.repeat(129) }],
    ['history', { onramp: 'other' }],
    ['wallets', { page: 0 }],
    ['wallets', { entries: 101 }],
    ['wallets', { entries: 1.5 }],
    ['wallets', { include: 'w1' }],
    ['walletImage', { imageId: '../x' }],
    ['walletImage', { imageId: '' }],
    ['registerName', { coin_type: '60' }],
    ['tokenPrices', { addresses: [5] }],
  ] as const)('that the call does not accept is refused: %s %j', async (name, more) => {
    expect(await rejection(ask(name, more))).toMatchObject({ code: 'api.invalidInput' })
    expect(provider.sent).toEqual([])
  })

  test('that is undefined is left out, but 0 and an empty text are not', async () => {
    provider.serve(SERVED)
    provider.on('GET', `${HOSTS.blockchain}/v1/account/a/history`, () => HttpResponse.json({ data: [] }))
    provider.on('GET', `${HOSTS.blockchain}/v1/convert/quotes`, () => HttpResponse.json({ quotes: [] }))
    provider.on('GET', `${HOSTS.catalog}/getWallets`, () => HttpResponse.json({ data: [], count: 0 }))
    provider.on('POST', `${HOSTS.blockchain}/v1/generators/onrampurl`, () =>
      HttpResponse.json({ url: 'https://a.test' }),
    )
    provider.on('POST', `${HOSTS.blockchain}/v1/convert/build-transaction`, () =>
      HttpResponse.json(cases.buildSwap.answer as object),
    )
    const { api } = client()
    await api.call('history', { account: 'a', cursor: '', chainId: undefined }, at)
    await api.call('swapQuotes', { amount: '0', userAddress: 'a', from: 'a', to: 'b' }, at)
    await api.call('wallets', { page: 1, entries: 1, search: '', include: [], chains: [] })
    await api.call(
      'onrampUrl',
      {
        destinationWallets: [],
        defaultNetwork: '',
        partnerUserId: '',
        presetFiatAmount: 0,
        presetCryptoAmount: undefined,
      },
      at,
    )
    await api.call('buildSwap', { ...cases.buildSwap.input, disableEstimate: false }, at)
    const [history, quotes, wallets, onramp, swap] = provider.asked()
    const queryOf = (sent = history) => Object.fromEntries(sent?.url.searchParams ?? [])
    expect(queryOf(history)).toEqual({ cursor: '', ...COMMON })
    expect(queryOf(quotes)).toEqual({ amount: '0', userAddress: 'a', from: 'a', to: 'b', ...COMMON })
    // A list without ids is left out, because an empty text would request no wallet at all.
    expect(queryOf(wallets)).toEqual({ page: '1', entries: '1', search: '', ...COMMON })
    expect(await onramp?.body()).toEqual({
      destinationWallets: [],
      defaultNetwork: '',
      partnerUserId: '',
      defaultExperience: 'buy',
      presetFiatAmount: 0,
    })
    expect(await swap?.body()).toMatchObject({ disableEstimate: false })
  })

  test('that the call does not define is not sent', async () => {
    provider.serve(SERVED)
    provider.on('GET', `${HOSTS.blockchain}/v1/identity/a`, () => HttpResponse.json({}))
    const more = JSON.parse('{"address":"a","projectId":"other","secret":"x","__proto__":{"sender":"y"}}') as {
      address: string
    }
    await client().api.call('identity', more, at)
    expect(Object.fromEntries(provider.asked()[0]?.url.searchParams ?? [])).toEqual(COMMON)
  })
})

describe('a custom host', () => {
  test.each([
    ['https://shop.test/proxy/', 'https://shop.test/proxy/v1/sessions/a%2Fb'],
    ['https://shop.test/proxy///', 'https://shop.test/proxy/v1/sessions/a%2Fb'],
    ['https://shop.test', 'https://shop.test/v1/sessions/a%2Fb'],
    ['http://localhost:8080/a%20b', 'http://localhost:8080/a%20b/v1/sessions/a%2Fb'],
    ['https://shop.test/proxy?key=1#top', 'https://shop.test/proxy/v1/sessions/a%2Fb'],
  ])('keeps its own path: %s', async (blockchain, address) => {
    const base = address.slice(0, address.indexOf('/v1/'))
    provider.on('GET', `${base}/v1/supported-chains`, () => HttpResponse.json({ http: [SERVED] }))
    provider.on('GET', address, () => HttpResponse.json({ pcis: [] }))
    const { api } = client({ hosts: { ...HOSTS, blockchain } })
    expect(await api.call('smartSessions', { address: 'a/b' }, at)).toEqual({ pcis: [] })
    expect(Object.fromEntries(provider.asked()[0]?.url.searchParams ?? [])).toEqual({
      ...(blockchain.includes('key') && { key: '1' }),
      ...COMMON,
    })
  })

  test('that is not a URL causes a failure like any other', async () => {
    const { api, heard } = client({ hosts: { ...HOSTS, catalog: 'nowhere' } })
    const error = await rejection(api.call('allowedOrigins', {}))
    expect(error).toMatchObject({ code: 'api.offline', call: 'allowedOrigins' })
    expect(heard).toEqual([error])
  })
})

describe('odd answers', () => {
  const ORIGINS = `${HOSTS.catalog}/projects/v1/origins`
  const answer = (body: BodyInit | null, init: ResponseInit = {}) => {
    provider.on('GET', ORIGINS, () => new HttpResponse(body, init))
    return client().api.call('allowedOrigins', {})
  }

  test('may begin with a byte order mark', async () => {
    expect(await answer('\uFEFF{"allowedOrigins":["https://a.test"]}')).toEqual({ allowedOrigins: ['https://a.test'] })
  })

  test('are read as JSON whatever their content type', async () => {
    for (const type of ['text/html', 'text/plain', 'application/octet-stream'])
      expect(await answer('{"allowedOrigins":[]}', { headers: { 'content-type': type } })).toEqual({
        allowedOrigins: [],
      })
  })

  test.each([
    ['empty', '', 200],
    ['blank', ' \n', 200],
    ['empty with status 204', null, 204],
    ['an HTML page', '<!doctype html><html></html>', 200],
    ['cut off', '{"allowedOrigins":["https://a', 200],
    ['repeated', '{"allowedOrigins":[]}{"allowedOrigins":[]}', 200],
  ])('that are %s are malformed', async (_, body, code) => {
    const error = await rejection(answer(body, { status: code, headers: { 'content-type': 'application/json' } }))
    expect(error).toMatchObject({ code: 'api.malformed', status: code })
  })

  test('without content are accepted when none is expected', async () => {
    provider.on('POST', `${HOSTS.analytics}/e`, () => new HttpResponse(null, { status: 204 }))
    expect(await ask('analyticsEvent')).toBeUndefined()
  })

  test.each(['', '\n'])('without content confirm a revocation (%j)', async (body) => {
    provider.serve(SERVED)
    provider.on('POST', `${HOSTS.blockchain}${cases.revokeSmartSession.path}`, () => new HttpResponse(body))
    expect(await ask('revokeSmartSession')).toEqual({ success: true })
  })

  test('with an empty list mean that the name is not registered', async () => {
    provider.serve(SERVED)
    provider.on('GET', `${HOSTS.blockchain}/v1/profile/account/nobody.reown.id`, () => HttpResponse.json([]))
    expect(await ask('nameLookup', { name: 'nobody.reown.id' })).toEqual({ name: '', addresses: {}, attributes: [] })
  })

  test('with the name confirm a registration', async () => {
    provider.serve(SERVED)
    const told: unknown[] = [{ name: 'a.reown.id', registered_at: 'now' }, { success: false }]
    provider.on('POST', `${HOSTS.blockchain}/v1/profile/account`, () => HttpResponse.json(told.shift() as object))
    expect(await ask('registerName')).toEqual({ success: true })
    expect(await ask('registerName')).toEqual({ success: false })
  })

  test('with null for an unknown value are accepted', async () => {
    provider.serve(SERVED)
    provider.on('GET', `${HOSTS.blockchain}/v1/supported-chains`, () => HttpResponse.json({ http: [SERVED], ws: null }))
    const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
    provider.on('GET', `${HOSTS.blockchain}/v1/identity/${address}`, () =>
      HttpResponse.json({ name: null, avatar: '' }),
    )
    provider.on('POST', `${HOSTS.blockchain}/v1/onramp/quote`, () => HttpResponse.json(null))
    const tx = { from: 'a', to: 'b', data: '0x', amount: '1', eip155: null }
    provider.on('POST', `${HOSTS.blockchain}/v1/convert/build-transaction`, () => HttpResponse.json({ tx }))
    expect(await ask('identity')).toEqual({ name: undefined, avatar: undefined })
    expect(await ask('onrampQuote')).toBeNull()
    expect(await ask('buildSwap')).toEqual({ tx })
  })

  test('change the prototype of no object, and of no map', async () => {
    provider.serve(SERVED)
    const body =
      '{"name":"a.id","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"addresses":{"__proto__":{"address":"x"},"60":{"address":"y"}},"attributes":{"__proto__":{"polluted":1}}}'
    provider.on('GET', `${HOSTS.blockchain}/v1/profile/account/alice.reown.id`, () => new HttpResponse(body))
    const name = await client().api.call('nameLookup', { name: 'alice.reown.id' }, at)
    expect(name).toEqual({ name: 'a.id', addresses: { '60': { address: 'y' } }, attributes: {} })
    expect(Object.getPrototypeOf(name)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)

    const entry =
      '{"name":"E","symbol":"E","chainId":"eip155:1","quantity":{"decimals":"18","numeric":"1"},"__proto__":{"address":"x"}}'
    provider.on('GET', `${HOSTS.blockchain}/v1/account/a/balance`, () => new HttpResponse(`{"balances":[${entry}]}`))
    const { balances } = await client().api.call('balance', { address: 'a' }, at)
    expect(balances[0]?.address).toBeUndefined()
    expect(Object.getPrototypeOf(balances[0])).toBe(Object.prototype)
  })

  test('with a number for a text, or a text for a number, are refused', async () => {
    provider.serve(SERVED)
    provider.on('GET', `${HOSTS.blockchain}/v1/convert/gas-price`, () =>
      HttpResponse.json({ standard: 30, fast: '35', instant: '40' }),
    )
    expect(await rejection(ask('gasPrice'))).toMatchObject({ code: 'api.malformed' })
    provider.on('GET', `${HOSTS.catalog}/getWallets`, () => HttpResponse.json({ data: [], count: '0' }))
    expect(await rejection(ask('wallets'))).toMatchObject({ code: 'api.malformed' })
    for (const allowance of ['1.5', '-1', '0x10', '', '1'.repeat(79)]) {
      provider.on('GET', `${HOSTS.blockchain}/v1/convert/allowance`, () => HttpResponse.json({ allowance }))
      expect(await rejection(ask('swapAllowance'))).toMatchObject({ code: 'api.malformed' })
    }
  })

  test('with a link that runs code lose the link', async () => {
    const wallet = {
      id: 'w',
      name: 'W',
      homepage: 'javascript:alert(1)',
      mobile_link: 'data:text/html,x',
      webapp_link: 'w://x',
    }
    provider.on('GET', `${HOSTS.catalog}/getWallets`, () => HttpResponse.json({ data: [wallet], count: 1 }))
    expect(await ask('wallets')).toEqual({ data: [{ id: 'w', name: 'W', chains: [], certified: false }], count: 1 })
    provider.serve(SERVED)
    provider.on('POST', `${HOSTS.blockchain}/v1/generators/onrampurl`, () =>
      HttpResponse.json({ url: 'javascript:alert(1)' }),
    )
    expect(await rejection(ask('onrampUrl'))).toMatchObject({ code: 'api.malformed' })
  })

  test('of a hundred thousand entries are read, whichever of them are invalid', async () => {
    const origins = Array.from({ length: 100_000 }, (_, index) =>
      index % 1_000 === 0 ? index : `https://${index}.test`,
    )
    provider.on('GET', ORIGINS, () => HttpResponse.json({ allowedOrigins: origins }))
    const { api, warnings } = client()
    const { allowedOrigins } = await api.call('allowedOrigins', {})
    expect(allowedOrigins).toHaveLength(99_900)
    expect(warnings.map(({ params }) => params)).toEqual([{ call: 'allowedOrigins', count: 100, total: 100_000 }])
  })

  test('from a redirect are accepted, and the body is sent along', async () => {
    provider.on(
      'GET',
      ORIGINS,
      () => new HttpResponse(null, { status: 302, headers: { location: 'https://new.test/origins' } }),
    )
    provider.on('GET', 'https://new.test/origins', () => HttpResponse.json({ allowedOrigins: ['https://a.test'] }))
    expect(await client().api.call('allowedOrigins', {})).toEqual({ allowedOrigins: ['https://a.test'] })

    provider.on(
      'POST',
      `${HOSTS.analytics}/e`,
      () => new HttpResponse(null, { status: 307, headers: { location: 'https://new.test/e' } }),
    )
    provider.on('POST', 'https://new.test/e', () => HttpResponse.json({}))
    await ask('analyticsEvent')
    expect(await provider.sent.at(-1)?.body()).toEqual(cases.analyticsEvent.body)
  })

  test('from a circular redirect are a failure', async () => {
    provider.on('GET', ORIGINS, () => new HttpResponse(null, { status: 302, headers: { location: ORIGINS } }))
    // A fetch follows 20 redirects before it gives up.
    expect(await rejection(client({ timeoutMs: 60_000 }).api.call('allowedOrigins', {}))).toMatchObject({
      code: 'api.offline',
    })
  })
})

describe('the URL of an image', () => {
  const { api } = client()

  test('has the parameters of every call, and loads nothing', () => {
    expect(api.imageUrl('walletImage', 'a_b-1')).toBe(
      `${HOSTS.catalog}/getWalletImage/a_b-1?projectId=p1&st=test-sdk&sv=1.2.3`,
    )
    expect(api.imageUrl('assetImage', 'a')).toBe(
      `${HOSTS.catalog}/public/getAssetImage/a?projectId=p1&st=test-sdk&sv=1.2.3`,
    )
    expect(provider.sent).toEqual([])
  })

  test('is undefined when the id is not that of an image', () => {
    for (const id of ['', '.', '..', 'a/b', 'a?b', '\uD83E', 'x'.repeat(65)])
      expect(api.imageUrl('walletImage', id)).toBeUndefined()
  })

  test('returns an image, and anything else is refused', async () => {
    const address = `${HOSTS.catalog}/getWalletImage/a`
    for (const type of ['text/html', 'application/json', '']) {
      provider.on('GET', address, () => new HttpResponse('x', { headers: { 'content-type': type } }))
      expect(await rejection(client().api.call('walletImage', { imageId: 'a' }))).toMatchObject({
        code: 'api.malformed',
      })
    }
    provider.on('GET', address, () => new HttpResponse('x', { headers: { 'content-type': 'image/svg+xml' } }))
    expect(await (await client().api.call('walletImage', { imageId: 'a' })).text()).toBe('x')
  })
})
