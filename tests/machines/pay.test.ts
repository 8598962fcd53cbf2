/**
 * Payments that an app requests: wallets and exchanges receive exactly the requested payment, and its result is reported once.
 */
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { PaymentRequest, PaymentResult } from '../../machines/pay/payment.types.ts'
import { payViewModel } from '../../machines/pay/pay.viewModel.ts'
import type { ErrorCode } from '../../machines/shared/errors/catalog.ts'
import type { Receipt } from '../../machines/transactions/transaction.contract.ts'
import {
  assetIdOf,
  exchangeHost,
  hasExchanges,
  hashIn,
  orderOf,
  readOrder,
  shownExchanges,
} from '../../machines/pay/pay.rules.ts'
import { fakeAccounts, fakeApi, fakeWallet, memoryStorage, never, type FakeAnswers } from '../../mocks/index.ts'
import { ApiError, mainnet, solana } from '../../sdk/index.ts'
import { connected, CountingClock, pass, settle, started } from '../support/instance.ts'
import { scriptedPopup } from '../support/popup.ts'
import { crash, isOpen, messageOf, received, scriptedVisibility, stackOf } from './page.ts'

const [me, shop] = fakeAccounts
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HASH = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`
const KEY = 'latchkey.default.payments'
const request: PaymentRequest = {
  network: 'eip155:1',
  recipient: shop,
  asset: 'native',
  amount: '0.500000000000000001',
}
const inToken: PaymentRequest = {
  ...request,
  asset: TOKEN,
  metadata: { name: 'Dollar', symbol: 'USDX', decimals: 6 },
  amount: '12.50',
}
const settings = { networks: [mainnet, solana], tokens: {} }
const answers: FakeAnswers = {
  exchanges: {
    exchanges: [
      { id: 'harbour', name: 'Harbour', imageUrl: undefined },
      { id: 'other', name: 'Other', imageUrl: undefined },
      { id: 'third', name: 'Third', imageUrl: undefined },
    ],
    total: 3,
  },
  exchangePayUrl: { url: 'https://harbour.example/pay?x=1', sessionId: 's1' },
  exchangeBuyStatus: { status: 'IN_PROGRESS', txHash: undefined },
}
const offline = () => {
  throw new ApiError('api.offline', { call: 'x' })
}
const refusing = (text: string) => () => {
  throw new ApiError('api.refused', { call: 'x', status: 400, serverText: text })
}
const declining = (): never => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

type Options = NonNullable<Parameters<typeof started>[0]>
/** An app that has requested a payment, unless `asks` is false. */
async function page({
  ask = request,
  asks = true,
  popup = scriptedPopup(),
  isConnected = true,
  api = fakeApi({ ...answers }),
  ...options
}: Options & {
  ask?: PaymentRequest
  asks?: boolean
  popup?: ReturnType<typeof scriptedPopup>
  isConnected?: boolean
} = {}) {
  const begin = isConnected ? connected : started
  const made = await begin({
    embedded: false,
    features: { pay: true },
    api,
    wallet: fakeWallet({ eth_sendTransaction: HASH }),
    ...options,
    ports: { popup: popup.port, ...options.ports },
  })
  const { latchkey, clock } = made
  await latchkey.load('pay')
  const pay = () => {
    const ref = latchkey.find('pay')
    if (!ref) throw new Error('it is not there')
    return ref
  }
  const reported: unknown[] = []
  pay().on('pay.reported', ({ payment, outcome }) => reported.push([payment.id, outcome.status]))
  const outcomes: Outcome<PaymentResult>[] = []
  const control = new AbortController()
  if (asks) void latchkey.pay(ask, { signal: control.signal }).then((outcome) => outcomes.push(outcome))
  await settle()
  return {
    ...made,
    popup,
    pay,
    control,
    outcomes,
    reported,
    state: () => pay().getSnapshot().value,
    context: () => pay().getSnapshot().context,
    view: () => stackOf(latchkey).at(-1),
    asked: (name: string) => api.calls.filter((call) => call.name === name).map(({ input }) => input),
    sent: () => made.wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params),
    async choose(exchangeId = 'harbour') {
      latchkey.dispatch({ type: 'pay.chooseExchange', exchangeId })
      await settle()
    },
    async payByWallet() {
      latchkey.dispatch({ type: 'pay.chooseWallet' })
      await settle()
    },
    async wait(ms: number) {
      await pass(clock, ms, 1)
      await settle()
    },
  }
}
const say = (
  api: ReturnType<typeof fakeApi>,
  status: 'SUCCESS' | 'FAILED' | 'IN_PROGRESS' | 'UNKNOWN',
  txHash?: string,
) => {
  api.answers.exchangeBuyStatus = { status, txHash }
}

describe('a payment request', () => {
  test.each<[ErrorCode, string, unknown]>([
    ['pay.invalidConfig', 'nothing', null],
    ['pay.invalidConfig', 'a string', 'pay me'],
    ['pay.invalidConfig', 'a network that is not configured', { ...request, network: 'eip155:137' }],
    ['pay.invalidConfig', 'exchanges that are not lists', { ...request, exchanges: { exclude: 'harbour' } }],
    ['pay.invalidNamespace', 'no network', { ...request, network: 'mainnet' }],
    [
      'pay.invalidNamespace',
      'a namespace without transfers',
      { ...request, network: 'bip122:000000000019d6689c085ae165831e93' },
    ],
    ['pay.invalidRecipient', 'no recipient', { ...request, recipient: undefined }],
    ['pay.invalidRecipient', 'a short address', { ...request, recipient: '0x01' }],
    ['pay.invalidRecipient', 'an address of another namespace', { ...request, network: solana.caipNetworkId }],
    ['pay.invalidRecipient', 'the token itself', { ...inToken, recipient: TOKEN }],
    ['pay.invalidAsset', 'no asset', { ...request, asset: undefined }],
    ['pay.invalidAsset', 'a symbol', { ...inToken, asset: 'USDX' }],
    ['pay.invalidAsset', 'a token without metadata', { ...inToken, metadata: undefined }],
    ['pay.invalidAsset', 'a token without decimals', { ...inToken, metadata: { symbol: 'USDX' } }],
    ['pay.invalidAsset', 'a token with half a decimal', { ...inToken, metadata: { symbol: 'USDX', decimals: 0.5 } }],
    ['pay.invalidAsset', 'a coin with other decimals', { ...request, metadata: { symbol: 'ETH', decimals: 6 } }],
    ['pay.invalidAmount', 'a number', { ...request, amount: 1 }],
    ['pay.invalidAmount', 'zero', { ...request, amount: '0' }],
    ['pay.invalidAmount', 'a negative number', { ...request, amount: '-1' }],
    ['pay.invalidAmount', 'an exponent', { ...request, amount: '1e3' }],
    ['pay.invalidAmount', 'more digits than the token has', { ...inToken, amount: '1.0000001' }],
  ])('is refused with %s: %s', async (code, _, asked) => {
    const read = readOrder(asked, settings)
    expect(read).toMatchObject({ error: { code } })
    const { outcomes, state, view } = await page({ ask: asked as PaymentRequest, networks: [mainnet, solana] })
    expect(outcomes).toMatchObject([{ status: 'failed', error: { code } }])
    expect([state(), view()]).not.toContain('Pay')
  })
  test('keeps every digit of the amount, and normalizes it', () => {
    expect(orderOf(request, settings).amount).toBe('0.500000000000000001')
    expect(orderOf(inToken, settings)).toMatchObject({
      amount: '12.5',
      asset: { address: TOKEN, name: 'Dollar', symbol: 'USDX', decimals: 6 },
    })
    expect(orderOf({ ...request, amount: `${2n ** 200n}` }, settings).amount).toBe(`${2n ** 200n}`)
  })
  test('uses only the app’s own data for a token that the app lists', () => {
    const listed = { address: TOKEN.toLowerCase(), symbol: 'OWN', name: 'Own', decimals: 6 }
    const known = { ...settings, tokens: { 'eip155:1': [listed] } } as const
    expect(orderOf({ ...inToken, metadata: undefined }, known).asset).toMatchObject({ symbol: 'OWN', decimals: 6 })
    expect(readOrder({ ...inToken, metadata: { symbol: 'X', decimals: 18 } }, known)).toMatchObject({
      error: { code: 'pay.invalidAsset' },
    })
  })
  test('names its asset to an exchange by CAIP-19, on EVM chains only', () => {
    expect(assetIdOf(orderOf(request, settings))).toBe('eip155:1/slip44:60')
    expect(assetIdOf(orderOf(inToken, settings))).toBe(`eip155:1/erc20:${TOKEN}`)
    expect([mainnet, solana].map(({ caipNetworkId }) => hasExchanges(caipNetworkId))).toEqual([true, false])
  })
  test.each([
    ['0x0000000000000000000000000000000000000000', 'address.zero'],
    ['0x70997970c51812dc3A010C7d01b50e0d17dc79C8', 'address.checksum'],
  ])('is refused when the rules of the chain refuse the recipient %s', async (recipient, cause) => {
    const { outcomes, state, view } = await page({ ask: { ...request, recipient } })
    expect(outcomes).toMatchObject([
      { status: 'failed', error: { code: 'pay.invalidRecipient', cause: { code: cause } } },
    ])
    expect([state(), view()]).toEqual(['idle', 'Account'])
  })
  test('fails when the recipient cannot be checked in time', async () => {
    const { outcomes, wait } = await page({ chain: { resolveReceiver: never } })
    await wait(30_000)
    expect(outcomes).toMatchObject([
      { status: 'failed', error: { code: 'pay.notInitiated', message: 'Unable to initiate payment' } },
    ])
  })
  test('is refused when payments are off [2.12]', async () => {
    const { latchkey } = await started()
    expect(await latchkey.pay(request)).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
    expect(latchkey.find('feature:pay')).toBeUndefined()
  })
})

describe('an exchange', () => {
  test('is listed as the API returns it, two at most, within the app’s filter', async () => {
    const { context, asked, view } = await page({ ask: { ...request, exchanges: { exclude: ['other'] } } })
    expect(view()).toBe('Pay')
    expect(asked('exchanges')).toEqual([
      {
        page: 1,
        asset: 'eip155:1/slip44:60',
        amount: '0.500000000000000001',
        includeOnly: undefined,
        exclude: ['other'],
      },
    ])
    expect(context().exchanges.map(({ id }) => id)).toEqual(['harbour', 'third'])
  })
  test('is listed once, with a clean name, and with an image only over https', () => {
    const order = orderOf(request, settings)
    const told = [
      { id: 'a', name: 'A\u202E\nb', imageUrl: 'http://a.example/a.png' },
      { id: 'a', name: 'Again', imageUrl: undefined },
      { id: 'b', name: '\u200B', imageUrl: undefined },
      { id: 'c', name: 'C', imageUrl: 'https://c.example/c.png' },
    ]
    expect(shownExchanges(told, order)).toEqual([
      { id: 'a', name: 'Ab', imageUrl: undefined },
      { id: 'c', name: 'C', imageUrl: 'https://c.example/c.png' },
    ])
  })
  test.each([
    ['offline', offline],
    ['silent', never],
  ])('is unknown when the API is %s, which can be retried, while the wallet can still pay', async (_, told) => {
    const { context, state, wait, api, latchkey, payByWallet, outcomes } = await page({
      api: fakeApi({ ...answers, exchanges: told }),
    })
    await wait(35_000)
    expect(state()).toEqual({ choosing: 'unknown' })
    expect(context().exchangesError).toMatchObject({ code: 'pay.exchangesFailed', message: 'Unable to get exchanges' })
    Object.assign(api.answers, { exchanges: answers.exchanges })
    latchkey.dispatch({ type: 'pay.retry' })
    await settle()
    expect([state(), context().exchanges.length]).toEqual([{ choosing: 'ready' }, 2])
    await payByWallet()
    expect(outcomes).toMatchObject([{ status: 'done' }])
  })
  test.each([
    ['https://pay.example/x', 'pay.example'],
    ['https://pay.example:8443/x', 'pay.example:8443'],
    ['http://exchange.localhost:3000/x', 'exchange.localhost:3000'],
    ['http://127.0.0.1:3000/', '127.0.0.1:3000'],
    ['http://pay.example/x', undefined],
    ['http://localhost.example/x', undefined],
    ['https://harbour.example@evil.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['/pay', undefined],
    [`https://pay.example/${'x'.repeat(4_096)}`, undefined],
  ])('at %s has the host: %s', (url, host) => {
    expect(exchangeHost(url)).toBe(host)
  })
  test('opens on the press, receives the requested payment, and is shown with its host', async () => {
    const { latchkey, popup, asked, context, view } = await page({ ask: inToken })
    latchkey.dispatch({ type: 'pay.chooseExchange', exchangeId: 'harbour' })
    // Synchronously: a browser does not open a window later.
    expect(popup.urls).toEqual(['about:blank'])
    await settle()
    expect(asked('exchangePayUrl')).toEqual([
      { exchangeId: 'harbour', asset: `eip155:1/erc20:${TOKEN}`, amount: '12.5', recipient: `eip155:1:${shop}` },
    ])
    expect(popup.urls).toEqual(['about:blank', 'https://harbour.example/pay?x=1'])
    expect(context().progress).toEqual({
      kind: 'exchange',
      step: 'waiting',
      name: 'Harbour',
      host: 'harbour.example',
      isWindowClosed: false,
    })
    expect(view()).toBe('PayLoading')
  })
  test('is not opened unless it was listed', async () => {
    const { choose, popup, state } = await page()
    await choose('nobody')
    expect([popup.urls, state()]).toEqual([[], { choosing: 'ready' }])
  })
  test.each<[ErrorCode, string, FakeAnswers]>([
    ['pay.urlFailed', 'is offline', { exchangePayUrl: offline }],
    ['pay.urlFailed', 'does not answer in time', { exchangePayUrl: never }],
    ['pay.urlFailed', 'returns an unsafe link', { exchangePayUrl: { url: 'http://evil.example', sessionId: 's' } }],
    ['pay.assetNotSupported', 'does not support the asset', { exchangePayUrl: refusing('Asset is not supported') }],
  ])('fails with %s when it %s', async (code, _, told) => {
    const { choose, context, state, popup, outcomes, view, storage, wait } = await page({
      api: fakeApi({ ...answers, ...told }),
    })
    await choose()
    await wait(35_000)
    expect(context().error?.code).toBe(code)
    expect([state(), view(), outcomes, popup.isOpen()]).toEqual([{ choosing: 'ready' }, 'Pay', [], false])
    expect(popup.urls).toEqual(['about:blank'])
    expect(storage.entries.has(KEY)).toBe(false)
  })
  test('fails without a window, and can be chosen again', async () => {
    const { choose, context, state, popup } = await page({ popup: scriptedPopup({ blocked: true }) })
    await choose()
    expect([state(), context().error?.code]).toEqual([{ choosing: 'ready' }, 'pay.blocked'])
    popup.blocked = false
    await choose()
    expect([state(), context().error]).toEqual(['paying', undefined])
  })
  test('is abandoned when its empty window is closed', async () => {
    const { choose, state, popup, context, storage } = await page({
      api: fakeApi({ ...answers, exchangePayUrl: never }),
    })
    await choose()
    popup.close()
    await settle()
    expect([state(), context().error]).toEqual([{ choosing: 'ready' }, undefined])
    expect(storage.entries.has(KEY)).toBe(false)
  })
  test('is polled every three seconds, even after its window was closed, until it reports an end', async () => {
    const { choose, asked, wait, popup, context, api, outcomes, reported, state, view } = await page()
    await choose()
    expect(asked('exchangeBuyStatus')).toEqual([])
    await wait(2_999)
    expect(asked('exchangeBuyStatus')).toEqual([])
    await wait(1)
    expect(asked('exchangeBuyStatus')).toEqual([{ sessionId: 's1', exchangeId: 'harbour' }])
    popup.close()
    expect(context().progress?.isWindowClosed).toBe(true)
    await wait(3_000)
    expect(asked('exchangeBuyStatus')).toHaveLength(2)
    say(api, 'SUCCESS')
    await wait(3_000)
    expect(outcomes).toMatchObject([
      { status: 'done', value: { amount: request.amount, hash: undefined, isVerified: false } },
    ])
    expect([state(), view(), reported.length]).toEqual(['paid', 'PayLoading', 1])
    await wait(9_000)
    expect(asked('exchangeBuyStatus')).toHaveLength(3)
    expect(popup.left).toEqual(['https://harbour.example/pay?x=1'])
  })
  test('can report a transaction that the chain does not know, which is paid but not verified', async () => {
    const { choose, wait, api, outcomes } = await page({
      networks: [{ ...mainnet, rpcUrls: { default: { http: [] } } }],
    })
    await choose()
    say(api, 'SUCCESS', HASH)
    await wait(3_000)
    await wait(45_000)
    expect(outcomes).toMatchObject([{ status: 'done', value: { hash: HASH, isVerified: false } }])
  })
  test('can report an invalid hash, which is ignored', () => {
    expect([hashIn('eip155:1', HASH), hashIn('eip155:1', '<b>'), hashIn('eip155:1', undefined)]).toEqual([
      HASH,
      undefined,
      undefined,
    ])
  })
  test('reports a failure, after which every way to pay is open again', async () => {
    const { choose, wait, api, outcomes, reported, state, context, latchkey, view } = await page()
    await choose()
    say(api, 'FAILED')
    await wait(3_000)
    expect(outcomes).toMatchObject([
      { status: 'failed', error: { code: 'pay.failed', message: 'Unable to process payment' } },
    ])
    expect([state(), reported.length, context().error?.code]).toEqual(['failed', 1, 'pay.failed'])
    latchkey.dispatch({ type: 'pay.retry' })
    await settle()
    expect([state(), view(), context().error]).toEqual([{ choosing: 'ready' }, 'Pay', undefined])
  })
  test('is polled again after a failed poll, and the error is shown meanwhile', async () => {
    const { choose, wait, api, context, state } = await page({
      api: fakeApi({ ...answers, exchangeBuyStatus: offline }),
    })
    await choose()
    await wait(3_000)
    expect([state(), context().error?.message]).toEqual(['paying', 'Unable to get buy status'])
    say(api, 'IN_PROGRESS')
    await wait(3_000)
    expect([state(), context().error]).toEqual(['paying', undefined])
  })
  test('expires after half an hour', async () => {
    const { choose, wait, outcomes, reported, state } = await page()
    await choose()
    await wait(1_799_999)
    expect(outcomes).toEqual([])
    await wait(1)
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code: 'pay.expired' } }])
    expect([state(), reported.length]).toEqual(['unconfirmed', 1])
  })
})

describe('the wallet', () => {
  test('receives exactly the requested payment in the native coin', async () => {
    const { payByWallet, sent, outcomes, reported, view } = await page()
    await payByWallet()
    expect(sent()).toMatchObject([[{ from: me, to: shop, value: '0x6f05b59d3b20001', chainId: '0x1' }]])
    expect(outcomes).toMatchObject([
      { status: 'done', value: { hash: HASH, isVerified: true, recipient: shop, amount: '0.500000000000000001' } },
    ])
    expect([view(), reported]).toEqual(['PayLoading', [[HASH, 'done']]])
  })
  test.each([
    ['success', 'done', 'transaction.confirmed', 'paid'],
    ['reverted', 'failed', 'transaction.reverted', 'failed'],
    ['replaced', 'failed', 'transaction.replaced', 'failed'],
  ] as const)('sends a transaction that ends as %s, and the payment is %s', async (status, told, code, end) => {
    const { payByWallet, outcomes, reported, state, latchkey } = await page({
      chain: { awaitReceipt: async ({ hash }) => ({ status, hash: status === 'replaced' ? OTHER : hash }) },
    })
    await payByWallet()
    expect(outcomes).toMatchObject([{ status: told, ...(told === 'failed' && { error: { code } }) }])
    expect([reported, state()]).toEqual([[[HASH, told]], end])
    const { value, context } = latchkey.actor('snackbar').getSnapshot()
    expect([value, context.message?.code]).toEqual(['shownByView', code])
  })
  test('sends a transaction that an unknown one replaces, and the payment may have been made', async () => {
    const { payByWallet, outcomes, state } = await page({
      chain: { awaitReceipt: async ({ hash }) => ({ status: 'replaced', hash }) },
    })
    await payByWallet()
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code: 'transaction.timedOut' } }])
    expect(state()).toBe('unconfirmed')
  })
  test('receives exactly the requested payment in a token, whose balance the API then refreshes [7.6]', async () => {
    const { payByWallet, sent, outcomes, latchkey } = await page({ ask: inToken })
    const told = received(latchkey, 'balance', 'balance.expectChange')
    await payByWallet()
    const word = (hex: string) => hex.padStart(64, '0')
    expect(sent()).toMatchObject([
      [{ to: TOKEN, data: `0xa9059cbb${word(shop.slice(2).toLowerCase())}${word((12_500_000).toString(16))}` }],
    ])
    expect(outcomes).toMatchObject([{ status: 'done' }])
    expect(told).toEqual([{ type: 'balance.expectChange', networkId: 'eip155:1', address: `eip155:1:${TOKEN}` }])
  })
  test('is not used on another network, or without a connection', async () => {
    const elsewhere = await page({ ask: { ...request, network: 'eip155:10' } })
    await elsewhere.payByWallet()
    expect([elsewhere.sent(), elsewhere.state()]).toEqual([[], { choosing: 'ready' }])
    const nobody = await page({ isConnected: false })
    await nobody.payByWallet()
    expect([nobody.sent(), nobody.state()]).toEqual([[], { choosing: 'ready' }])
  })
  test('declines, which reports nothing and leaves every way to pay open', async () => {
    const wallet = fakeWallet({ eth_sendTransaction: declining })
    const { payByWallet, outcomes, state, context, view, reported } = await page({ wallet })
    await payByWallet()
    expect([outcomes, reported, state(), view()]).toEqual([[], [], { choosing: 'ready' }, 'Pay'])
    expect(context().error?.code).toBe('send.declined')
    wallet.answers['eth_sendTransaction'] = HASH
    await payByWallet()
    expect(outcomes).toMatchObject([{ status: 'done' }])
  })
  test('sends a transaction that is not confirmed in time: the payment expires, cannot be repeated and is stored', async () => {
    const { payByWallet, wait, outcomes, reported, storage, state, sent } = await page({
      chain: { awaitReceipt: never },
    })
    await payByWallet()
    await wait(45_000)
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code: 'transaction.timedOut' } }])
    expect([reported, state()]).toEqual([[], 'unconfirmed'])
    await payByWallet()
    expect(sent()).toHaveLength(1)
    expect(storage.entries.get(KEY)).toContain(HASH)
  })
  test('sends a transaction that is confirmed late, which is reported once found; it is polled only in a visible page', async () => {
    const receipts: { status: 'success'; hash: string }[] = []
    let looks = 0
    const visibility = scriptedVisibility()
    const made = await page({
      chain: {
        awaitReceipt: never,
        fetchReceipt: async () => {
          looks += 1
          return receipts[0]
        },
      },
      ports: { visibility: visibility.port },
    })
    await made.payByWallet()
    await made.wait(45_000)
    expect([made.reported, made.state()]).toEqual([[], 'unconfirmed'])
    expect(made.context().progress?.hash).toBe(HASH)
    await made.wait(30_000)
    await made.wait(30_000)
    expect(looks).toBe(2)
    visibility.see('page.hidden')
    await made.wait(30_000)
    await made.wait(600_000)
    expect(looks).toBe(2)
    receipts.push({ status: 'success', hash: HASH })
    visibility.see('page.shown')
    await made.wait(30_000)
    expect([made.reported, looks]).toEqual([[[HASH, 'done']], 3])
    expect(messageOf(made.latchkey)).toBe('pay.paid')
    expect([made.state(), made.context().result?.hash]).toEqual(['paid', HASH])
    // The promise settled before, once. Nothing is polled any more.
    expect(made.outcomes).toMatchObject([{ status: 'expired' }])
    await made.wait(600_000)
    expect(looks).toBe(3)
    expect(JSON.parse(made.storage.entries.get(KEY) ?? '{}').value).toMatchObject([{ end: { status: 'paid' } }])
  })
  test('sends a transaction that is reverted late, which is reported as failed', async () => {
    const { payByWallet, wait, reported, state } = await page({
      chain: { awaitReceipt: never, fetchReceipt: async () => ({ status: 'reverted', hash: HASH }) },
    })
    await payByWallet()
    await wait(45_000)
    await wait(30_000)
    expect(reported).toEqual([[HASH, 'failed']])
    expect(state()).toBe('failed')
  })
  test.each([
    ['answers with invalid data', 'ok', 'send.unreadable'],
    ['does not answer', never, 'send.expired'],
  ])('%s, so that the payment may be done and is not offered again', async (_, answer, code) => {
    const { payByWallet, wait, outcomes, state, context, view, sent, latchkey } = await page({
      wallet: fakeWallet({ eth_sendTransaction: answer }),
    })
    await payByWallet()
    if (answer === never) await wait(300_000)
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code } }])
    expect([state(), view(), context().error?.code]).toEqual(['unconfirmed', 'PayLoading', code])
    latchkey.dispatch({ type: 'pay.retry' })
    await payByWallet()
    expect([sent().length, state()]).toEqual([1, 'unconfirmed'])
    latchkey.dispatch({ type: 'pay.cancel' })
    await settle()
    expect([state(), outcomes.length]).toEqual(['idle', 1])
  })
  test('was pending when the payment crashed, so that it may be paid and is not offered again', async () => {
    const wallet = fakeWallet({ eth_sendTransaction: never })
    const { payByWallet, outcomes, state, sent, latchkey } = await page({ wallet })
    await payByWallet()
    latchkey.find('pay')?.send({ type: 'xstate.error.actor.payment:1', error: new Error('by mistake') } as never)
    await settle()
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code: 'pay.unknown' } }])
    expect(state()).toBe('unconfirmed')
    await payByWallet()
    expect([sent().length, state()]).toEqual([1, 'unconfirmed'])
  })
  test('was pending when the pay service crashed: the promise says that it may be paid', async () => {
    const { payByWallet, outcomes, latchkey } = await page({ wallet: fakeWallet({ eth_sendTransaction: never }) })
    await payByWallet()
    crash(latchkey, 'pay', 'pay.submit', 'request')
    await settle()
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code: 'pay.unknown' } }])
  })
  test('sends a transaction that is never confirmed, and polling stops after a day', async () => {
    let looks = 0
    const made = await page({ chain: { awaitReceipt: never, fetchReceipt: async () => void (looks += 1) } })
    await made.payByWallet()
    await made.wait(45_000)
    await made.wait(86_400_000)
    const before = looks
    await made.wait(300_000)
    expect([looks, made.context().open]).toEqual([before, []])
  })
  test('is not waited for after a switch to another account', async () => {
    const wallet = fakeWallet({ eth_sendTransaction: never })
    const { payByWallet, state, sent } = await page({ wallet })
    await payByWallet()
    expect([state(), sent().length]).toEqual(['paying', 1])
    wallet.emit('accountsChanged', [shop])
    await settle()
    expect(state()).toEqual({ choosing: 'ready' })
  })
  test('can be connected in between, and the payment continues', async () => {
    const { latchkey, state, view, payByWallet, outcomes, connectorId } = await page({ isConnected: false })
    latchkey.dispatch({ type: 'pay.connect' })
    await settle()
    expect(view()).toBe('Connect')
    await latchkey.connect({ connectorId })
    await settle()
    expect([view(), state(), isOpen(latchkey)]).toEqual(['Pay', { choosing: 'ready' }, true])
    await payByWallet()
    expect(outcomes).toMatchObject([{ status: 'done' }])
  })
  test('can disconnect without ending the payment', async () => {
    const { latchkey, state, view, outcomes, wait } = await page()
    await latchkey.disconnect()
    await wait(0)
    expect([view(), state(), outcomes]).toEqual(['Pay', { choosing: 'ready' }, []])
  })
})

describe('a requested payment', () => {
  test.each<[string, (made: Awaited<ReturnType<typeof page>>) => void]>([
    ['the modal is closed', ({ latchkey }) => latchkey.close()],
    ['the user goes back', ({ latchkey }) => latchkey.dispatch({ type: 'view.back' })],
    ['the signal aborts', ({ control }) => control.abort()],
    ['the instance stops', ({ latchkey }) => latchkey.stop()],
    ['another payment takes its place', ({ latchkey }) => void latchkey.pay(inToken)],
  ])('is cancelled when %s', async (_, end) => {
    const made = await page()
    end(made)
    await settle()
    expect(made.outcomes).toEqual([{ status: 'cancelled' }])
  })
  test('stays when another request is refused', async () => {
    const { latchkey, outcomes, context } = await page()
    expect(await latchkey.pay({ ...request, amount: '' })).toMatchObject({ error: { code: 'pay.invalidAmount' } })
    expect([outcomes, context().order?.amount]).toEqual([[], request.amount])
  })
  test.each(['pay.cancel', 'view.back'] as const)('is removed by %s once it is paid', async (type) => {
    const { latchkey, payByWallet, state, view, context } = await page()
    await payByWallet()
    expect(state()).toBe('paid')
    latchkey.dispatch({ type })
    await settle()
    expect([state(), view(), context().order, isOpen(latchkey)]).toEqual(['idle', 'Account', undefined, false])
  })
  test.each([
    ['the modal is closed', 'close'],
    ['the user goes back', 'back'],
  ])('is still reported when it may be paid at an exchange already and %s', async (_, how) => {
    const { latchkey, choose, api, wait, outcomes, reported, view, state } = await page()
    await choose()
    if (how === 'close') latchkey.close()
    else latchkey.dispatch({ type: 'view.back' })
    await settle()
    expect(outcomes).toEqual(how === 'close' ? [{ status: 'cancelled' }] : [])
    expect([view(), state()]).toEqual(how === 'close' ? ['Account', 'idle'] : ['Pay', { choosing: 'ready' }])
    say(api, 'SUCCESS')
    await wait(3_000)
    expect(reported).toMatchObject([[expect.any(String), 'done']])
  })
})

describe('a payment that the wallet has sent', () => {
  test.each<[string, (made: Awaited<ReturnType<typeof page>>) => void]>([
    ['the modal is closed', ({ latchkey }) => latchkey.close()],
    ['the user goes back', ({ latchkey }) => latchkey.dispatch({ type: 'view.back' })],
    ['the signal aborts', ({ control }) => control.abort()],
    ['another payment takes its place', ({ latchkey }) => void latchkey.pay(inToken)],
  ])('may be paid, so that it is not cancelled when %s', async (how, end) => {
    let confirm: (receipt: Receipt) => void = () => {}
    const awaitReceipt = () => new Promise<Receipt>((resolve) => (confirm = resolve))
    const made = await page({ chain: { awaitReceipt } })
    await made.payByWallet()
    expect(payViewModel(made.pay().getSnapshot())).toMatchObject({ status: 'paying', canChangeMethod: false })
    end(made)
    await settle()
    expect(made.outcomes).toMatchObject([{ status: 'expired', error: { code: 'pay.unknown' } }])
    const isReplaced = how === 'another payment takes its place'
    expect(made.state(), 'offers no method again').toEqual(isReplaced ? { choosing: 'ready' } : 'idle')
    confirm({ status: 'success', hash: HASH })
    await settle()
    expect(made.reported, 'is still followed').toMatchObject([[expect.any(String), 'done']])
  })
})

test('a new payment cancels the one before it only while that one is pending', async () => {
  const { pay, latchkey, payByWallet, state } = await page({ asks: false })
  const settled: unknown[] = []
  pay().on('pay.settled', ({ outcome }) => settled.push(outcome.status))
  latchkey.dispatch({ type: 'pay.submit', request })
  await settle()
  expect(settled).toEqual([])
  await payByWallet()
  expect([settled, state()]).toEqual([['done'], 'paid'])
  latchkey.dispatch({ type: 'pay.submit', request })
  await settle()
  expect([settled, state()]).toEqual([['done'], { choosing: 'ready' }])
  latchkey.dispatch({ type: 'pay.submit', request })
  await settle()
  expect(settled).toEqual(['done', 'cancelled'])
})

describe('a stored payment', () => {
  const shared = () => {
    const entries = new Map<string, string>()
    return { entries, tab: () => memoryStorage(entries) }
  }
  const clockAt = (from: CountingClock) => {
    const clock = new CountingClock()
    clock.increment(from.now())
    return clock
  }

  test('at an exchange is found after a reload, and reported once', async () => {
    const { entries, tab } = shared()
    const before = await page({ storage: tab() })
    await before.choose()
    before.latchkey.stop()
    const clock = clockAt(before.clock)
    const after = await page({ asks: false, isConnected: false, storage: tab(), clock })
    await after.wait(10_000)
    say(after.api, 'SUCCESS')
    await after.wait(3_000)
    expect(after.reported).toMatchObject([[expect.any(String), 'done']])
    expect(after.popup.urls).toEqual([])
    after.latchkey.stop()
    const later = await page({ asks: false, isConnected: false, storage: tab(), clock: clockAt(clock) })
    await later.wait(13_000)
    expect([later.reported, later.asked('exchangeBuyStatus')]).toEqual([[], []])
    expect(JSON.parse(entries.get(KEY) ?? '')).toMatchObject({ version: 1, value: [{ end: { status: 'paid' } }] })
  })
  test('by wallet is found after a reload, and reported', async () => {
    const { tab } = shared()
    const before = await page({ storage: tab(), chain: { awaitReceipt: never } })
    await before.payByWallet()
    before.latchkey.stop()
    const after = await page({ asks: false, isConnected: false, storage: tab(), clock: clockAt(before.clock) })
    await after.wait(13_000)
    await after.wait(0)
    expect(after.reported).toEqual([[HASH, 'done']])
  })
  async function twoTabs() {
    const { tab } = shared()
    const clock = new CountingClock()
    const api = fakeApi({ ...answers })
    const one = await page({ storage: tab(), clock, api })
    await one.choose()
    return { api, one, two: await page({ asks: false, isConnected: false, storage: tab(), clock, api }) }
  }
  test('is polled and reported by one of two tabs, and settles the promise in the other', async () => {
    const { api, one, two } = await twoTabs()
    await one.wait(3_000)
    await one.wait(3_000)
    expect(one.asked('exchangeBuyStatus')).toHaveLength(2)
    say(api, 'SUCCESS')
    await one.wait(3_000)
    await one.wait(3_000)
    expect([...one.reported, ...two.reported]).toHaveLength(1)
    expect(one.outcomes).toMatchObject([{ status: 'done' }])
    expect(one.asked('exchangeBuyStatus')).toHaveLength(3)
  })
  test('is polled by another tab once its own tab is gone', async () => {
    const { api, one, two } = await twoTabs()
    one.latchkey.stop()
    say(api, 'SUCCESS')
    await two.wait(3_000)
    expect(two.reported).toEqual([])
    for (let passed = 0; passed <= 10_000; passed += 3_000) await two.wait(3_000)
    expect(two.reported).toHaveLength(1)
  })
  test.each([
    ['invalid JSON', '{'],
    ['another version', JSON.stringify({ version: 2, value: [] })],
    ['another shape', JSON.stringify({ version: 1, value: [{ payment: { id: '<script>' } }, null, 7] })],
  ])('is ignored when the storage contains %s', async (_, text) => {
    const storage = memoryStorage(new Map([[KEY, text]]))
    const { context, choose, state } = await page({ storage })
    expect(context().open).toEqual([])
    await choose()
    expect(state()).toBe('paying')
    expect(JSON.parse(storage.entries.get(KEY) ?? '')).toMatchObject({ version: 1 })
  })
  const keptAt = (startedAt: number, more: object = {}) => ({
    payment: {
      id: 'p1',
      startedAt,
      network: 'eip155:1',
      recipient: shop,
      asset: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      amount: '1',
      method: { kind: 'exchange', exchangeId: 'harbour', exchangeName: 'Harbour', sessionId: 's0' },
      ...more,
    },
    tab: 'gone',
    seenAt: 0,
  })
  const storageOf = (...value: object[]) => memoryStorage(new Map([[KEY, JSON.stringify({ version: 1, value })]]))

  test.each([
    ['start is in the future', 86_400_001, {}],
    ['amount is not a number', 0, { amount: 'a lot' }],
  ])('is ignored when its %s', async (_, ahead, more) => {
    const clock = new CountingClock()
    const storage = storageOf(keptAt(clock.now() + ahead, more))
    const { context } = await page({ asks: false, storage, clock })
    expect(context().open).toEqual([])
  })
  test('gets no extra time when the clock is set back', async () => {
    const clock = new CountingClock()
    clock.increment(20_000)
    const storage = storageOf(keptAt(clock.now() + 86_400_000 - 1))
    const { context, wait, reported } = await page({ asks: false, storage, clock })
    expect(context().open).toHaveLength(1)
    await wait(1_800_000)
    expect([context().open, reported]).toEqual([[], [['p1', 'expired']]])
  })
  test('survives a broken storage while the page is open', async () => {
    const broken = {
      ...memoryStorage(),
      setItem: () => {
        throw new Error('full')
      },
    }
    const { payByWallet, outcomes, reported } = await page({ storage: broken })
    await payByWallet()
    expect([outcomes.map(({ status }) => status), reported]).toEqual([['done'], [[HASH, 'done']]])
  })
})
