/** Buying crypto without a UI: the draft, its price, the provider’s window, and the result of the purchase. */
import type { Connection } from '../../machines/shared/account.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, never, type FakeAnswers } from '../../mocks/index.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { OnrampProvider } from '../../machines/onramp/onramp.types.ts'
import type { PurchaseResult } from '../../machines/onramp/purchase.contract.ts'
import {
  hasNewPurchase,
  validateLink,
  newPurchase,
  validatePurchaseAmount,
  optionsOf,
  appLink,
  purchaseState,
  type PurchaseOrder,
  type ReceivedQuote,
} from '../../machines/onramp/onramp.rules.ts'
import { ApiError, createLatchkey, mainnet, type LatchkeyOptions } from '../../sdk/index.ts'
import { outcomeOf } from '../../sdk/instance/outcomeOf.ts'
import { connected, other, pass, settle } from '../support/instance.ts'
import { scriptedPopup } from '../support/popup.ts'
import { bay, connection, onrampOptions, own, purchaseOf } from './walks/samples.ts'
import { scriptedVisibility, stackOf } from './page.ts'

const [first, second] = fakeAccounts
const money = (amount: string, currency = 'USD') => ({ amount, currency })
const told: ReceivedQuote = {
  coinbaseFee: money('1.50'),
  networkFee: money('0.10'),
  paymentSubtotal: money('98.40'),
  paymentTotal: money('100.00'),
  purchaseAmount: money('0.0393', 'ETH'),
  quoteId: 'q1',
}
const link = `https://pay.example/buy?appId=a&destinationWallets=${encodeURIComponent(`[{"address":"${first}"}]`)}`
const offline = () => {
  throw new ApiError('api.offline', { call: 'x' })
}
const answers: FakeAnswers = {
  onrampOptions,
  onrampQuote: told,
  onrampUrl: { url: link },
  history: { data: [purchaseOf('1')], next: undefined },
  identity: { name: undefined, avatar: undefined },
}

/** A connected user who looks at what can be bought. */
async function page({
  more = {},
  popup = scriptedPopup(),
  seen = scriptedVisibility(),
  ...site
}: Partial<LatchkeyOptions> & {
  more?: FakeAnswers
  popup?: ReturnType<typeof scriptedPopup>
  seen?: ReturnType<typeof scriptedVisibility>
} = {}) {
  const api = fakeApi({ ...answers, ...more })
  const made = await connected({
    api,
    features: { onramp: true },
    onramp: { providers: [bay, own] },
    ...site,
    ports: { popup: popup.port, visibility: seen.port },
  })
  const { latchkey, clock } = made
  void latchkey.open({ view: 'OnRampProviders' })
  const ready = await latchkey.load('onramp')
  if (ready.status !== 'done') throw new Error('it could not be loaded')
  await settle()
  const settled: [string | undefined, Outcome<PurchaseResult>][] = []
  ready.value.on('onramp.settled', ({ requestId, outcome }) => void settled.push([requestId, outcome]))
  const state = () => latchkey.find('onramp')?.getSnapshot()
  return {
    ...made,
    api,
    popup,
    seen,
    settled,
    ref: ready.value,
    state,
    purchase: () => latchkey.find('purchase')?.getSnapshot(),
    asked: (name: string) => api.calls.filter((each) => each.name === name),
    view: () => stackOf(latchkey).at(-1),
    looks: () => api.calls.filter(({ name, input }) => name === 'history' && 'onramp' in (input as object)).length,
    async type(amount: string, ms = 500) {
      latchkey.dispatch({ type: 'onramp.setAmount', amount })
      await pass(clock, ms, 1)
      await settle()
    },
    async buy(providerId = 'bay', requestId?: string) {
      latchkey.dispatch({ type: 'onramp.buy', providerId, ...(requestId !== undefined && { requestId }) })
      const opened = popup.urls.length
      await settle()
      return opened
    },
    async wait(ms: number, steps = 1) {
      await pass(clock, ms, steps)
      await settle()
    },
  }
}

const NO_ORIGIN = 'This is not the origin of an https site'
const NO_PAGE = 'is not a page of its origins'
const faultsOf = (site: LatchkeyOptions) => {
  try {
    createLatchkey(site)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('the on-ramp configuration', () => {
  test('is off unless the app enables it and lists providers [1.7] [2.12]', async () => {
    expect(createLatchkey().configuration).toMatchObject({ features: { onramp: false }, onrampProviders: [] })
    const { latchkey } = await connected({ api: fakeApi(answers), onramp: { providers: [bay] } })
    expect(await latchkey.load('onramp')).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
    expect(latchkey.actor('view').getSnapshot().context.routes['OnRampProviders']).toBeUndefined()
  })
  const on = (...providers: unknown[]): LatchkeyOptions => ({
    features: { onramp: true },
    onramp: { providers: providers as OnrampProvider[] },
  })
  test.each<[string, ...object[]]>([
    ['features.onramp: onramp.providers is missing'],
    ['onramp.providers[1]: bay is listed twice', bay, bay],
    ['onramp.providers[0].id: Invalid input', { ...bay, id: 'a b' }],
    ['onramp.providers[0].name: Invalid input', { ...bay, name: '' }],
    ['onramp.providers[0].kind: Invalid input', { ...bay, kind: 'other' }],
    ['onramp.providers[0].origins: none is listed', { ...bay, origins: [] }],
    [`onramp.providers[0].origins.0: ${NO_ORIGIN}`, { ...bay, origins: ['http://pay.example'] }],
    [`onramp.providers[0].origins.0: ${NO_ORIGIN}`, { ...bay, origins: ['https://pay.example/buy'] }],
    ['onramp.providers[0].namespaces.0: Invalid input', { ...bay, namespaces: ['bip122'] }],
    [`onramp.providers[0].url: "https://a.example" ${NO_PAGE}`, { ...own, url: 'https://a.example' }],
    [`onramp.providers[0].url: "undefined" ${NO_PAGE}`, { ...own, url: undefined }],
    ['onramp.providers[0].parameters.address: Required', { ...own, parameters: {} }],
    ['onramp.providers[0].parameters: there is no "key"', { ...own, parameters: { address: 'to', key: 'k' } }],
  ])('reports invalid providers: %s', (fault, ...providers) => {
    expect(faultsOf(on(...providers))).toContain(fault)
  })
  test('accepts a provider on localhost', () => {
    expect(faultsOf(on({ ...bay, origins: ['http://pay.localhost:1234'] }))).toBe('')
  })
})

describe('the purchase options', () => {
  test('are those of the API for this network, with its currencies and limits [3.22] [3.23] [7.19]', async () => {
    const { state, asked } = await page()
    expect(asked('onrampOptions')).toHaveLength(1)
    expect(state()?.context).toMatchObject({
      currency: { id: 'eth', symbol: 'ETH', networkName: 'ethereum' },
      fiat: { id: 'USD' },
      method: 'card',
      options: { isFallback: false, purchaseCurrencies: [{ id: 'usdc' }, { id: 'eth' }] },
    })
  })
  test.each([
    ['cannot be read', offline],
    ['do not arrive within 35 s', never],
    ['are empty', { purchaseCurrencies: [], paymentCurrencies: [] }],
    [
      'are invalid',
      {
        ...onrampOptions,
        paymentCurrencies: [{ id: 'USD', payment_method_limits: [{ id: 'CARD', min: '500', max: '10' }] }],
      },
    ],
  ])('have default limits, marked as a fallback, when those of the API %s [9.28]', async (_, onrampOptions) => {
    const { state, latchkey, wait } = await page({ more: { onrampOptions } })
    await wait(35_000)
    const methods = [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ]
    expect(state()?.context.options).toMatchObject({
      isFallback: true,
      paymentCurrencies: [
        { id: 'USD', methods },
        { id: 'EUR', methods },
      ],
    })
    expect(state()?.context.currency).toMatchObject({ symbol: 'ETH', networkName: 'ethereum' })
    latchkey.dispatch({ type: 'onramp.retry' })
    expect(state()?.value).toBe('loading')
  })
  test('show names on one line and each currency once, and leave out currencies without a symbol', () => {
    const odd = {
      id: 'x',
      name: 'Evil\u202E\nname',
      symbol: 'E\u200BV',
      networks: [{ name: 'ethereum', chain_id: '1' }],
    }
    const sold = optionsOf(
      { ...onrampOptions, purchaseCurrencies: [odd, odd, { ...odd, id: 'y', symbol: '\n' }] },
      mainnet,
    )
    expect(sold.purchaseCurrencies).toEqual([{ id: 'x', name: 'Evilname', symbol: 'EV', networkName: 'ethereum' }])
  })
  test.each([
    ['', undefined],
    ['100', undefined],
    ['10.00', undefined],
    ['7500', undefined],
    ['9.99', 'Pay from 10.00 to 7500.00 USD'],
    ['7500.01', 'Pay from 10.00 to 7500.00 USD'],
    ['0', 'Pay from 10.00 to 7500.00 USD'],
    ['1e3', 'Enter an amount with at most two decimals'],
    ['-20', 'Enter an amount with at most two decimals'],
    ['20.001', 'Enter an amount with at most two decimals'],
    ['1234567890', 'Enter an amount with at most two decimals'],
    ['twenty', 'Enter an amount with at most two decimals'],
  ])('lead to this result for the amount "%s": %s [3.23]', (amount, text) => {
    const fiat = { id: 'USD', methods: [{ id: 'card', min: '10.00', max: '7500.00' }] }
    expect(validatePurchaseAmount({ amount, fiat, method: 'card' })?.message).toBe(text)
  })
  test('use the limits of the selected payment method, which stays selected for another currency if it can', async () => {
    const { latchkey, state } = await page()
    const fault = () => {
      const context = state()?.context
      return context && validatePurchaseAmount(context)?.message
    }
    latchkey.dispatch({ type: 'onramp.setAmount', amount: ' 30 ' })
    expect(fault()).toBeUndefined()
    latchkey.dispatch({ type: 'onramp.setMethod', id: 'ach_bank_account' })
    expect(fault()).toBe('Pay from 50.00 to 25000.00 USD')
    latchkey.dispatch({ type: 'onramp.setMethod', id: 'other' })
    expect(state()?.context.method).toBe('ach_bank_account')
    latchkey.dispatch({ type: 'onramp.setFiat', id: 'EUR' })
    expect(state()?.context).toMatchObject({ fiat: { id: 'EUR' }, method: 'card', amount: '30' })
    latchkey.dispatch({ type: 'onramp.setFiat', id: 'XXX' })
    latchkey.dispatch({ type: 'onramp.setCurrency', id: 'op' })
    expect(state()?.context).toMatchObject({ fiat: { id: 'EUR' }, currency: { id: 'eth' } })
    latchkey.dispatch({ type: 'onramp.setCurrency', id: 'usdc' })
    expect(state()?.context.currency?.symbol).toBe('USDC')
  })
})

describe('the quote', () => {
  test('is requested when the user stops typing, and valid for a minute [7.20] [3.24]', async () => {
    const { type, state, asked, wait, latchkey } = await page()
    await type('10', 499)
    await type('100', 499)
    expect(asked('onrampQuote')).toEqual([])
    await wait(1)
    const input = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '100', network: 'ETH' }
    expect(asked('onrampQuote')).toMatchObject([{ input }])
    expect(state()?.context.quote).toEqual({
      purchase: money('0.0393', 'ETH'),
      total: money('100.00'),
      subtotal: money('98.40'),
      providerFee: money('1.50'),
      networkFee: money('0.10'),
      id: 'q1',
    })
    await wait(60_000)
    expect([state()?.context.quote, state()?.context.quoteError]).toEqual([undefined, undefined])
    latchkey.dispatch({ type: 'onramp.refresh' })
    await wait(500)
    expect(state()?.context.quote?.id).toBe('q1')
    latchkey.dispatch({ type: 'onramp.setAmount', amount: '101' })
    expect(state()?.context.quote).toBeUndefined()
  })
  test.each([
    ['fails', offline],
    ['is missing', null],
    ['is for another amount', { ...told, paymentTotal: money('99.00') }],
    ['is in another payment currency', { ...told, paymentTotal: money('100.00', 'EUR') }],
    ['is for another currency', { ...told, purchaseAmount: money('1', 'DOGE') }],
    ['is zero', { ...told, purchaseAmount: money('0', 'ETH') }],
    ['is not a number', { ...told, coinbaseFee: money('a lot') }],
  ])('is never guessed when that of the API %s', async (_, onrampQuote) => {
    const { type, state } = await page({ more: { onrampQuote } })
    await type('100')
    expect(state()?.context.quote).toBeUndefined()
    expect(state()?.context.quoteError?.message).toBe('The price could not be loaded')
  })
  test('is not requested when all providers have their own links, or when the amount is invalid', async () => {
    const { type, asked } = await page({ onramp: { providers: [own] } })
    await type('100')
    expect(asked('onrampQuote')).toEqual([])
    const both = await page()
    await both.type('1')
    expect(both.asked('onrampQuote')).toEqual([])
  })
})

describe('the purchase window', () => {
  test('opens on the press, then loads the API’s link, which is made for this account and network only [1.7] [7.18]', async () => {
    const { type, buy, popup, asked, purchase, view } = await page()
    await type('100')
    expect(await buy()).toBe(1)
    expect(popup.urls).toEqual(['about:blank', link])
    expect(asked('onrampUrl')).toMatchObject([
      {
        input: {
          destinationWallets: [{ address: first, blockchains: ['ethereum'], assets: ['ETH'] }],
          defaultNetwork: 'ethereum',
          partnerUserId: first,
          presetFiatAmount: 100,
        },
      },
    ])
    expect(purchase()?.hasTag('watching')).toBe(true)
    expect(view()).toBe('BuyInProgress')
  })
  test.each([
    ['none was entered', 'USD', ''],
    ['it is not in US dollars, which the provider assumes', 'EUR', '100'],
  ])('leaves the amount to the provider when %s', async (_, fiat, amount) => {
    const { latchkey, type, buy, asked, state } = await page()
    latchkey.dispatch({ type: 'onramp.setFiat', id: fiat })
    await type(amount)
    await buy()
    expect(state()?.context.fiat?.id).toBe(fiat)
    expect(asked('onrampUrl')).toHaveLength(1)
    expect(asked('onrampUrl')[0]?.input).not.toHaveProperty('presetFiatAmount')
  })
  test('loads an app’s own link with the parameters that the app configures', async () => {
    const { type, buy, popup, asked, purchase } = await page()
    await type('49.90')
    await buy('own')
    const query = `publicKey=k1&walletAddress=${first}&destinationCurrencyCode=ETH&sourceCurrencyCode=USD&sourceAmount=49.90`
    expect(popup.urls.at(-1)).toBe(`https://own.example/?${query}`)
    expect([asked('onrampUrl'), purchase()?.hasTag('unreported')]).toEqual([[], true])
  })
  test.each([
    ['http://pay.example/buy', 'onramp.linkRefused'],
    ['https://evil.example/buy', 'onramp.linkRefused'],
    ['https://pay.example.evil.example/', 'onramp.linkRefused'],
    ['https://pay.example:8443/', 'onramp.linkRefused'],
    ['https://user:pw@pay.example/', 'onramp.linkRefused'],
    ['javascript:alert(1)', 'onramp.linkRefused'],
    ['', 'onramp.linkRefused'],
    [`https://pay.example/?addresses={"${second}":["base"]}`, 'onramp.otherAddress'],
    [link.replace(first, second), 'onramp.otherAddress'],
    [`https://pay.example/?destinationAddress=${second}`, 'onramp.otherAddress'],
    [`https://pay.example/?destination=${second}`, 'onramp.otherAddress'],
    [`https://pay.example/?config=${encodeURIComponent(JSON.stringify({ to: second }))}`, 'onramp.otherAddress'],
    [`https://pay.example/?config=%2530x${second.slice(2)}`, 'onramp.otherAddress'],
    [`https://pay.example/buy/${second}`, 'onramp.otherAddress'],
    [`https://pay.example/buy#${second}`, 'onramp.otherAddress'],
    [`https://pay.example/?${second}=1`, 'onramp.otherAddress'],
    ['https://pay.example/?addresses={"attacker.eth":["base"]}', 'onramp.otherAddress'],
    [
      `https://pay.example/?addresses={"${first}":["base"],"DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy":["solana"]}&defaultNetwork=solana`,
      'onramp.otherAddress',
    ],
    ['https://pay.example/?memo=bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'onramp.otherAddress'],
  ])('does not load %s', async (url, code) => {
    const { buy, popup, settled, state } = await page({ more: { onrampUrl: { url } } })
    await buy('bay', '1')
    expect(popup.urls).toEqual(['about:blank'])
    expect(popup.isOpen()).toBe(false)
    expect(settled).toMatchObject([['1', { status: 'failed', error: { code } }]])
    expect(state()?.value).toBe('failed')
  })
  const orderOf = (more: Partial<Connection>, networkName: string): PurchaseOrder => ({
    provider: bay,
    connection: { ...connection, ...more },
    network: mainnet,
    currency: { id: 'x', name: 'X', symbol: 'X', networkName },
    payment: undefined,
  })
  test('loads any page of the provider whose link has this account, in any letter case', () => {
    const order = orderOf({ address: first }, 'ethereum')
    expect(validateLink(link.replace(first, first.toLowerCase()), order)).toBeUndefined()
    for (const more of [
      'publicKey=WXETMuFUQmqqybHuRkSgxv:25B8LJHSfpG6LVjR2ytU5Cwh7Z4Sch2ocoU',
      `signature=0x${'ab'.repeat(32)}`,
      'redirectUrl=https%3A%2F%2Fshop.example',
      `sessionToken=${'MWQ5'.repeat(12)}`,
      '%=%',
    ])
      expect(validateLink(`${link}&${more}`, order)).toBeUndefined()
    const provider = { ...own, url: 'https://own.example/?walletAddress=x' }
    expect(appLink({ ...order, provider })).toContain(`walletAddress=${first}`)
  })
  test.each<[Namespace, string, string, string]>([
    [
      'solana',
      '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
      'DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy',
      'solana',
    ],
    [
      'bip122',
      'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      'bitcoin',
    ],
    ['bip122', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'bitcoin'],
  ])('loads no link for another address than the account in %s: %s', (namespace, address, another, chain) => {
    const order = orderOf({ namespace, address }, chain)
    const faultOf = (query: string) => validateLink(`https://pay.example/buy?${query}`, order)?.code
    const listed = (of: string) => encodeURIComponent(JSON.stringify({ [of]: [chain] }))
    expect(faultOf(`address=${address}`)).toBeUndefined()
    expect(faultOf(`addresses=${listed(address)}`)).toBeUndefined()
    expect(faultOf(`wallet=${chain}:${address}`)).toBeUndefined()
    expect(faultOf('sessionToken=x')).toBeUndefined()
    expect(faultOf(`address=${another}`)).toBe('onramp.otherAddress')
    expect(faultOf(`addresses=${listed(another)}`)).toBe('onramp.otherAddress')
    expect(faultOf(`address=${address}&wallet=${another}`)).toBe('onramp.otherAddress')
    const names = [
      'wallet_address',
      'wallet-address',
      'addresses[0]',
      'payout',
      'beneficiary',
      'destination',
      'dest_addr',
      'to',
    ]
    expect(names.filter((name) => faultOf(`${name}=${another}`) !== 'onramp.otherAddress')).toEqual([])
    expect(faultOf('wallet_address=attacker.eth')).toBe('onramp.otherAddress')
    for (const query of ['walletRedirectUrl=https://shop.example/back', 'userEmailAddress=ann@example.com'])
      expect([query, faultOf(query)]).toEqual([query, undefined])
    const bare = (of: string) => of.replace(/^0x/, '')
    expect(faultOf(`address=${bare(another)}`)).toBe('onramp.otherAddress')
    expect(faultOf(`address=${bare(address)}`)).toBeUndefined()
    // In capitals, a SegWit address is the same address.
    const written = address.startsWith('tb1') ? address.toUpperCase() : address
    expect(faultOf(`address=${written}`)).toBeUndefined()
  })
  test('reports that the browser blocked it, and opens on another press [1.7]', async () => {
    const popup = scriptedPopup({ blocked: true })
    const { buy, settled, state, asked, latchkey, view } = await page({ popup })
    await buy('bay', '1')
    expect(settled).toMatchObject([['1', { status: 'failed', error: { code: 'onramp.blocked' } }]])
    expect([state()?.value, view(), asked('onrampUrl').length]).toEqual(['failed', 'BuyInProgress', 0])
    popup.blocked = false
    await buy('bay', '2')
    expect([state()?.value, popup.urls.at(-1)]).toEqual(['buying', link])
    latchkey.dispatch({ type: 'onramp.cancel', requestId: '2' })
    await settle()
  })
  test.each<[string, NonNullable<FakeAnswers['onrampUrl']>, string]>([
    ['whose link takes longer than 35 s', never, 'onramp.linkFailed'],
    ['whose link cannot be created', offline, 'onramp.linkFailed'],
    ['whose link request breaks off', () => Promise.reject(new Error('no')), 'onramp.linkFailed'],
    ['that was closed before the provider’s page loaded', never, 'onramp.windowClosed'],
  ])('reports its error: one %s', async (how, onrampUrl, code) => {
    const { buy, settled, wait, popup } = await page({ more: { onrampUrl } })
    await buy('bay', '1')
    if (how.startsWith('that was closed')) popup.close()
    await wait(35_000)
    expect(settled).toMatchObject([['1', { status: 'failed', error: { code } }]])
    expect(popup.isOpen()).toBe(false)
  })
})

describe('a purchase request', () => {
  test.each([
    ['nobody', '100', 'nobody is not available in this app'],
    ['bay', '1', 'Pay from 10.00 to 7500.00 USD'],
    ['own', '1.234', 'Enter an amount with at most two decimals'],
  ])('is refused for %s and %s: %s', async (providerId, amount, message) => {
    const { type, buy, settled, popup } = await page()
    await type(amount)
    await buy(providerId, '1')
    expect(settled).toMatchObject([['1', { status: 'failed', error: { message } }]])
    expect(popup.urls).toEqual([])
  })
  test('is refused while another purchase is in progress, which continues', async () => {
    const { buy, settled, popup } = await page()
    await buy()
    await buy('own', '2')
    expect(settled).toMatchObject([['2', { error: { message: 'A purchase is already in progress' } }]])
    expect(popup.urls).toEqual(['about:blank', link])
  })
  test('is refused before the options are known', async () => {
    const { buy, settled } = await page({ more: { onrampOptions: never } })
    await buy('bay', '1')
    expect(settled).toMatchObject([['1', { error: { message: 'The available currencies are not loaded yet' } }]])
  })
  test('is refused when the API’s provider has no name for the network, and not paid out on another one', async () => {
    const unknown = { ...other, id: 424_242, caipNetworkId: 'eip155:424242' } as const
    const { latchkey, popup, wallet } = await page({ networks: [mainnet, unknown] })
    wallet.emit('chainChanged', '0x67932')
    await settle()
    await latchkey.load('onramp')
    await settle()
    const ended = await outcomeOf(latchkey.find('onramp'), { type: 'onramp.buy', providerId: 'bay' })
    expect(ended).toMatchObject({ status: 'failed', error: { message: 'Bay does not sell this on Other' } })
    expect(popup.urls).toEqual([])
  })
})

describe('a purchase', () => {
  test('is polled every 4 s with `onramp`, and done when a new one appears; its window stays open [7.5] [7.33]', async () => {
    const { api, buy, wait, looks, asked, settled, view, popup, latchkey } = await page()
    await buy('bay', '1')
    const before = looks()
    await wait(3_999)
    expect(looks()).toBe(before)
    await wait(1)
    expect(looks()).toBe(before + 1)
    expect(asked('history').at(-1)).toMatchObject({
      input: { account: first, chainId: 'eip155:1', onramp: 'coinbase' },
      options: { fresh: true },
    })
    expect(settled).toEqual([])
    api.answers.history = { data: [purchaseOf('2'), purchaseOf('1')], next: undefined }
    await wait(4_000)
    expect(settled).toMatchObject([['1', { status: 'done', value: { transaction: { id: '2' } } }]])
    expect([view(), popup.left.length]).toEqual(['OnRampActivity', 1])
    await latchkey.load('purchases')
    await settle()
    expect(latchkey.find('purchases')?.getSnapshot().context.purchases).toMatchObject([{ id: '2' }, { id: '1' }])
  })
  test.each([
    ['while it is in progress', purchaseOf('3', 'IN_PROGRESS'), ['3']],
    ['only on its own network', purchaseOf('3', undefined, 'eip155:10'), []],
  ])('is reported %s [1.7]', async (_, found, ids) => {
    const { api, buy, wait, settled } = await page()
    await buy()
    api.answers.history = { data: [purchaseOf('1'), found], next: undefined }
    await wait(4_000)
    expect(settled).toMatchObject(ids.map((id) => [undefined, { status: 'done', value: { transaction: { id } } }]))
  })
  test('is unconfirmed after 180 s, which is not a failure: it can be polled again and found', async () => {
    const { api, buy, wait, settled, state, popup, latchkey, looks } = await page()
    await buy('bay', '1')
    await wait(179_999, 60)
    expect(settled).toEqual([])
    await wait(1)
    expect(settled).toMatchObject([['1', { status: 'expired', error: { code: 'onramp.unconfirmed' } }]])
    expect([state()?.value, popup.left.length]).toEqual(['unconfirmed', 1])
    const before = looks()
    await wait(60_000, 10)
    expect(looks()).toBe(before)
    api.answers.history = { data: [purchaseOf('2'), purchaseOf('1')], next: undefined }
    latchkey.dispatch({ type: 'onramp.checkAgain' })
    await settle()
    expect([settled.at(-1)?.[1].status, popup.urls.length]).toEqual(['done', 2])
  })
  test('is polled only while the page is visible, and at once when the user returns', async () => {
    const { buy, wait, looks, seen, settled } = await page()
    await buy()
    seen.see('page.hidden')
    const before = looks()
    await wait(400_000, 20)
    expect([looks(), settled.length]).toEqual([before, 0])
    seen.see('page.shown')
    await settle()
    expect(looks()).toBe(before + 1)
  })
  test('is unconfirmed after an hour in a hidden page, without a poll meanwhile', async () => {
    const { buy, wait, looks, seen, settled, state } = await page()
    await buy()
    seen.see('page.hidden')
    const before = looks()
    await wait(3_599_999)
    expect(settled).toEqual([])
    await wait(1)
    expect([looks(), state()?.value]).toEqual([before, 'unconfirmed'])
    expect(settled).toMatchObject([[undefined, { status: 'expired', error: { code: 'onramp.unconfirmed' } }]])
  })
  test('is polled again after a failure, which is reported; the first answer then defines what was there before', async () => {
    const { api, buy, wait, purchase: flow, settled } = await page({ more: { history: offline } })
    await buy()
    await wait(4_000)
    expect(flow()?.context.pollError?.message).toBe('Your purchases could not be loaded')
    api.answers.history = { data: [purchaseOf('1')], next: undefined }
    await wait(4_000)
    expect([flow()?.context.pollError, settled.length]).toEqual([undefined, 0])
    api.answers.history = { data: [purchaseOf('2'), purchaseOf('1')], next: undefined }
    await wait(4_000)
    expect(settled).toMatchObject([[undefined, { value: { transaction: { id: '2' } } }]])
  })
  test('is polled after its window was closed, because the user may have paid already', async () => {
    const { api, buy, wait, popup, purchase: flow, settled } = await page()
    await buy()
    popup.close()
    await settle()
    expect(flow()?.context.isClosed).toBe(true)
    api.answers.history = { data: [purchaseOf('2'), purchaseOf('1')], next: undefined }
    await wait(4_000)
    expect(settled).toMatchObject([[undefined, { status: 'done' }]])
  })
  test('is done without a transaction once its window closes, for a provider without a status', async () => {
    const { asked, buy, popup, settled, state, looks, wait, latchkey, view } = await page({
      more: { balance: { balances: [] } },
    })
    await buy('own', '1')
    const before = looks()
    await wait(8_000, 4)
    expect(looks()).toBe(before)
    const balances = asked('balance').length
    popup.close()
    await settle()
    expect(settled).toEqual([['1', { status: 'done', value: { transaction: undefined } }]])
    expect([state()?.value, view()]).toEqual(['unreported', 'BuyInProgress'])
    expect(asked('balance')).toHaveLength(balances + 1)
    latchkey.dispatch({ type: 'onramp.dismiss' })
    expect([state()?.hasTag('editable'), view()]).toEqual([true, 'OnRampProviders'])
  })
  test('ends after an hour with its window left open, for a provider without a status', async () => {
    const { buy, settled, wait, popup } = await page()
    await buy('own', '1')
    await wait(3_600_000, 2)
    expect(settled).toEqual([['1', { status: 'done', value: { transaction: undefined } }]])
    expect(popup.left).toHaveLength(1)
  })
})

describe('the cancellation of a purchase', () => {
  test('requires the id of the attempt, and closes the window', async () => {
    const { buy, latchkey, settled, popup, view } = await page()
    await buy('bay', '1')
    latchkey.dispatch({ type: 'onramp.cancel', requestId: '2' })
    await settle()
    expect([popup.isOpen(), settled]).toEqual([true, []])
    latchkey.dispatch({ type: 'onramp.cancel', requestId: '1' })
    await settle()
    expect(settled).toEqual([['1', { status: 'cancelled' }]])
    expect([popup.isOpen(), popup.left.length, view()]).toEqual([false, 0, 'OnRampProviders'])
  })
  test.each(['view.back', 'modal.close'] as const)('by %s leaves the window open', async (type) => {
    const { buy, latchkey, settled, popup } = await page()
    await buy('bay', '1')
    latchkey.dispatch({ type })
    await settle()
    expect(settled).toEqual([['1', { status: 'cancelled' }]])
    expect(popup.left).toHaveLength(1)
  })
  test.each([
    ['account', 'accountsChanged', [second]],
    ['network', 'chainChanged', '0xa'],
  ] as const)(
    'happens when another %s becomes active, settles the caller’s promise and closes the window',
    async (_, event, said) => {
      const { buy, wallet, latchkey, popup, view } = await page()
      const buying = outcomeOf(latchkey.find('onramp'), { type: 'onramp.buy', providerId: 'bay' })
      await settle()
      expect(popup.isOpen()).toBe(true)
      wallet.emit(event, said)
      await settle()
      expect(await buying).toEqual({ status: 'cancelled' })
      expect([popup.isOpen(), popup.left.length]).toEqual([false, 0])
      expect(view()).not.toBe('BuyInProgress')
      await buy()
      expect(latchkey.find('purchase')).toBeUndefined()
    },
  )
  test('during the link request loads nothing in the window', async () => {
    let answer: (made: { url: string }) => void = () => {}
    const onrampUrl = () => new Promise<{ url: string }>((resolve) => (answer = resolve))
    const { buy, latchkey, popup } = await page({ more: { onrampUrl } })
    await buy()
    latchkey.dispatch({ type: 'onramp.cancel' })
    answer({ url: link })
    await settle()
    expect(popup.urls).toEqual(['about:blank'])
  })
})

describe('the purchase history', () => {
  async function history(data: ReturnType<typeof purchaseOf>[]) {
    const made = await page({ more: { history: { data, next: undefined } } })
    const { latchkey } = made
    latchkey.dispatch({ type: 'view.push', view: 'OnRampActivity' })
    await latchkey.load('purchases')
    await settle()
    return { ...made, purchases: () => latchkey.find('purchases')?.getSnapshot() }
  }
  const pending = purchaseOf('4', 'IN_PROGRESS')
  test('is read again every 3 s while a purchase is in progress and the user looks, and no longer [7.33]', async () => {
    const { api, wait, looks, seen, purchases, latchkey } = await history([purchaseOf('1'), pending])
    expect(purchases()?.context.purchases.map(({ id }) => id)).toEqual(['4', '1'])
    const before = looks()
    await wait(2_999)
    expect(looks()).toBe(before)
    await wait(1)
    expect(looks()).toBe(before + 1)
    seen.see('page.hidden')
    await wait(30_000, 10)
    expect(looks()).toBe(before + 1)
    seen.see('page.shown')
    await settle()
    expect(looks()).toBe(before + 2)
    latchkey.dispatch({ type: 'view.back' })
    await wait(30_000, 10)
    expect(looks()).toBe(before + 2)
    const balances = api.calls.filter(({ name }) => name === 'balance').length
    api.answers.history = { data: [purchaseOf('4'), purchaseOf('1')], next: undefined }
    latchkey.dispatch({ type: 'view.push', view: 'OnRampActivity' })
    await settle()
    expect(purchases()?.value).toBe('ready')
    expect(api.calls.filter(({ name }) => name === 'balance').length).toBeGreaterThan(balances)
    await wait(30_000, 10)
    expect(looks()).toBe(before + 3)
  })
  test('keeps its entries and reports an error when a read fails, and can be read again', async () => {
    const { api, purchases, latchkey } = await history([purchaseOf('1')])
    api.answers.history = offline
    latchkey.dispatch({ type: 'purchases.load' })
    await settle()
    expect(purchases()?.context).toMatchObject({ purchases: [{ id: '1' }], error: { code: 'onramp.historyFailed' } })
    api.answers.history = { data: [], next: undefined }
    latchkey.dispatch({ type: 'purchases.load' })
    await settle()
    expect([purchases()?.value, purchases()?.context.purchases]).toEqual(['ready', []])
  })
  test('shows exactly the states that the provider reports', () => {
    const words = ['IN_PROGRESS', 'CREATED', 'SUCCESS', 'FAILED', 'LATER']
    expect(words.map((word) => purchaseState(purchaseOf('1', word)))).toEqual([
      'pending',
      'pending',
      'confirmed',
      'failed',
      'unknown',
    ])
    expect(newPurchase([purchaseOf('1')], { known: undefined })).toBeUndefined()
    expect(hasNewPurchase([purchaseOf('1')], [purchaseOf('1')])).toBe(false)
    expect(hasNewPurchase([], [purchaseOf('1')])).toBe(true)
    expect(hasNewPurchase([], [purchaseOf('1', 'FAILED')])).toBe(false)
  })
})

test('analytics count users who open the options, read the help and choose a provider [1.13]', async () => {
  const events: [string, unknown][] = []
  const { latchkey, buy } = await page({
    analytics: ({ event, properties }) => void events.push([event, properties]),
  })
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsABuy' })
  await buy()
  const isSmartAccount = false
  expect(events.filter(([event]) => event.startsWith('SELECT_'))).toEqual([
    ['SELECT_BUY_CRYPTO', { isSmartAccount }],
    ['SELECT_WHAT_IS_A_BUY', { isSmartAccount }],
    ['SELECT_BUY_PROVIDER', { provider: 'Bay', isSmartAccount }],
  ])
})
