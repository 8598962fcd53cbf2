import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet, never, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { AccountButton, LatchkeyModal, LatchkeyProvider, StringsProvider } from '../../react-skin/index.ts'
import { separatorsOf, typedAmount } from '../../react-skin/components/amountText.ts'
import { ja } from '../../react-skin/strings/locales/ja.ts'
import { en } from '../../react-skin/strings/en.ts'
import { failureText } from '../../react-skin/strings/cardStrings.tsx'
import { LatchkeyError, mainnet, type Latchkey, type LatchkeyOptions } from '../../sdk/index.ts'
import {
  address,
  catalogOf,
  coins,
  collectible,
  contractOf,
  emptyAnswers,
  entry,
  instance,
  loaded,
  madeUp,
} from './support.tsx'
import { accountOf, balanceOf, sendOf } from '../support/features.ts'

const part = (name: string) => document.querySelector<HTMLElement>(`[data-part="${name}"]`)
const root = () => document.querySelector<HTMLElement>('[data-latchkey][data-mode="embedded"]')

async function show(latchkey: Latchkey, locale: 'ar' | 'en' = 'ar') {
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey} locale={locale}>
      <AccountButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await vi.waitFor(() => expect(root()?.lang).toBe(locale === 'ar' ? 'ar-u-nu-latn' : 'en-US'))
  await loaded(latchkey)
  return screen
}

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: mainnet.caipNetworkId,
  iconUrl: picture,
  value: 6000,
  quantity: { decimals: '18', numeric: '2.5' },
}
const history = fakeApi({
  ...emptyAnswers,
  balance: { balances: [ether] },
  history: { data: [entry(1), entry(2, { operationType: 'send' }, [coins('out', '0.25')])], next: undefined },
})

async function connected(options: LatchkeyOptions = {}, api = history, wallet: FakeWallet = fakeWallet()) {
  const latchkey = instance(wallet, options, api)
  const screen = await show(latchkey)
  await latchkey.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(part('balance')?.textContent).toContain('US$'))
  return { latchkey, screen }
}

/** The characters of a text in their visual order, from left to right. */
function asSeen(element: Element | null | undefined): string {
  if (!element) return 'nothing'
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const characters: { character: string; left: number }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let index = 0; index < (node.textContent ?? '').length; index += 1) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { left, width } = range.getBoundingClientRect()
      if (width > 0) characters.push({ character: node.textContent?.[index] ?? '', left })
    }
  return characters
    .toSorted((one, other) => one.left - other.left)
    .map(({ character }) => character)
    .join('')
}

const mirrored = () => {
  const arrow = document.querySelector('[data-part="header-start"] [data-part="directed"]')
  return arrow && new DOMMatrix(getComputedStyle(arrow).transform).a
}

test('Arabic runs from right to left, and its arrows point the other way', async () => {
  const latchkey = instance(fakeWallet())
  await show(latchkey)
  expect(root()?.dir).toBe('rtl')
  expect(part('title')?.textContent).toBe('ربط المحفظة')
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await expect.poll(mirrored).toBe(-1)
  const back = part('header-start')?.getBoundingClientRect()
  const close = part('header-end')?.getBoundingClientRect()
  expect(back?.left).toBeGreaterThan(close?.left ?? Infinity)
})

test('English runs from left to right', async () => {
  const latchkey = instance(fakeWallet())
  await show(latchkey, 'en')
  expect(root()?.dir).toBe('ltr')
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await expect.poll(mirrored).toBe(1)
})

test.each([
  ['ar', ['translateX(-12px)', 'translateX(12px)']],
  ['en', ['translateX(12px)', 'translateX(-12px)']],
] as const)(
  'the next view enters in reading direction, and the previous one from the other side: %s',
  async (locale, from) => {
    const latchkey = instance(fakeWallet())
    await show(latchkey, locale)
    root()?.style.setProperty('--latchkey-duration-view', '100s')
    const start = () => {
      const [moving] = part('stage-content')?.getAnimations() ?? []
      return moving?.effect instanceof KeyframeEffect && moving.effect.getKeyframes()[0]?.['transform']
    }
    latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
    await expect.poll(start).toBe(from[0])
    latchkey.dispatch({ type: 'view.back' })
    await expect.poll(start).toBe(from[1])
  },
)

test('addresses and amounts read from left to right among Arabic words', async () => {
  const { latchkey, screen } = await connected()
  await expect.element(screen.getByRole('button', { name: 'الحساب 0xf3…b92266', exact: true })).toBeVisible()
  expect(asSeen(document.querySelector('[data-part="address"] [translate="no"]'))).toBe('0xf3…b92266')
  expect(asSeen(part('balance'))).toBe('6,000.00 US$'.replace(' ', '\u00a0'))
  expect(asSeen(part('held'))).toBe('2.5 ETH')
  latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  const rows = () => [...document.querySelectorAll('[data-part="sums"] [data-part="amount"]')].map(asSeen)
  await expect.poll(rows).toEqual(['+1.5 ETH', '−0.25 ETH'])
  latchkey.dispatch({ type: 'view.push', view: 'WalletReceive' })
  await expect.poll(() => asSeen(part('identifier'))).toBe(address)
  latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
  const [token] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no balance')
  latchkey.dispatch({ type: 'send.setToken', token })
  await expect.poll(() => asSeen(document.querySelector('[data-part="field-foot"] > span'))).toMatch(/^2\.5 ETH /)
})

test.each(['ar', 'en'] as const)(
  'a symbol that could be read as digits, or runs the other way, is kept apart from its amount: %s',
  async (locale) => {
    const held = (symbol: string) => ({
      ...ether,
      name: `Token ${symbol}`,
      symbol,
      address: contractOf(symbol.length > 3 ? 'HEB' : 'NUM'),
      quantity: { decimals: '18', numeric: '2.5' },
    })
    const api = fakeApi({
      ...emptyAnswers,
      balance: { balances: [ether, held('000'), held('דולר')] },
      history: {
        data: [
          entry(1, {}, [coins('in', '1.5', '000')]),
          entry(2, {}, [coins('in', '1.5', 'דולר')]),
          entry(3, {}, [collectible('in', '000 ETH')]),
        ],
        next: undefined,
      },
    })
    const latchkey = instance(fakeWallet(), {}, api)
    await show(latchkey, locale)
    await latchkey.connect({ connectorId: 'fake' })
    const texts = (name: string) => [...document.querySelectorAll(`[data-index] [data-part="${name}"]`)].map(asSeen)
    await expect
      .poll(() => texts('row-detail').filter((text) => !text.includes('$')))
      .toEqual(['ETH', '“000”', '”רלוד“'])
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await expect.poll(() => texts('amount')).toEqual(['+1.5 “000”', '+1.5 ”רלוד“', '+1 “000_ETH”'])
    const token = balanceOf(latchkey)
      .getSnapshot()
      .context.tokens.find(({ symbol }) => symbol === 'דולר')
    if (!token) throw new Error('no balance')
    latchkey.dispatch({ type: 'send.setToken', token })
    latchkey.dispatch({ type: 'send.setAmount', amount: '1.25' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
    await expect.poll(() => asSeen(part('sum'))).toBe('1.25 ”רלוד“')
  },
)

test('a name in another script keeps its order, and stands where the text starts', async () => {
  const latchkey = instance(
    fakeWallet({ eth_requestAccounts: never }),
    { customWallets: [{ id: 'long', name: '1. A wallet with a name that is longer than a row of the list (beta)' }] },
    catalogOf(madeUp(40)),
  )
  const screen = await show(latchkey)
  await expect.poll(() => asSeen(document.querySelector('[data-part="tag"][data-tone="plain"]'))).toBe('40+')
  const name = (text: RegExp) =>
    screen.getByRole('button', { name: text }).element().querySelector('[data-part="row-name"]')
  const edge = (element: Element | null) => {
    const range = document.createRange()
    if (element) range.selectNodeContents(element)
    return { text: range.getBoundingClientRect(), room: element?.getBoundingClientRect() }
  }
  const short = edge(name(/Fake Wallet/))
  expect(short.text.right).toBeCloseTo(short.room?.right ?? 0, 0)
  // A name that does not fit is cut at its end, so that its start is visible.
  const long = edge(name(/longer than/))
  expect(long.text.left).toBeCloseTo(long.room?.left ?? 0, 0)
  expect(long.text.right).toBeGreaterThan(long.room?.right ?? Infinity)
})

test('a name in an Arabic sentence keeps its punctuation', async () => {
  const latchkey = instance(undefined, {
    connectors: [
      {
        connector: { id: 'fake', name: 'Fox+', type: 'ANNOUNCED', chain: 'eip155' },
        provider: fakeWallet({ eth_requestAccounts: never }),
      },
    ],
  })
  await show(latchkey)
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await expect.poll(() => asSeen(document.querySelector('[data-part="message-block"] h3'))).toMatch(/^Fox\+ /)
  expect(asSeen(part('title'))).toBe('Fox+')
})

test('an amount is typed from left to right, in Latin or other digits', async () => {
  const { latchkey, screen } = await connected()
  latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
  const amount = screen.getByLabelText('المبلغ')
  await expect.element(amount).toBeVisible()
  const style = () => {
    const { direction, textAlign } = getComputedStyle(amount.element())
    return `${direction} ${textAlign}`
  }
  expect(style()).toBe('rtl start')
  await amount.fill('١٫٥')
  expect(sendOf(latchkey).getSnapshot().context.amount).toBe('1.5')
  await expect.element(amount).toHaveValue('1.5')
  expect(style()).toBe('ltr end')
  expect(typedAmount('۱۲٫۵', separatorsOf('ar-u-nu-latn'))).toBe('12.5')
  expect(typedAmount('٣', separatorsOf('de-DE'))).toBe('3')
})

test('the arrow keys move among tabs in their visual order', async () => {
  const { latchkey, screen } = await connected()
  await screen.getByRole('tab', { name: 'الرموز' }).click()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(screen.getByRole('tab', { name: 'NFT' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'الرموز' })).toHaveAttribute('aria-selected', 'true')
  expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
})

test('strings of the app can run from right to left too', async () => {
  const latchkey = instance(fakeWallet())
  await render(
    <StringsProvider strings={{ words: { locale: 'he-IL' } }}>
      <LatchkeyProvider latchkey={latchkey}>
        <LatchkeyModal />
      </LatchkeyProvider>
    </StringsProvider>,
  )
  expect(root()?.dir).toBe('rtl')
})

test('an error and its cause are two sentences, joined as the language requires', () => {
  const error = new LatchkeyError('wallets.failed', { cause: new LatchkeyError('api.expired') })
  expect(failureText(en, error)).toBe('The wallets could not be loaded. The server did not respond in time')
  expect(failureText(ja, error)).toBe('ウォレットを読み込めませんでした。サーバーが時間内に応答しませんでした')
})
