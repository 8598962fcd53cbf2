import { SimulatedClock } from 'xstate'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  locales,
  StringsProvider,
  useStrings,
  type Locale,
  type StringsOverride,
} from '../../react-skin/index.ts'
import { en } from '../../react-skin/strings/en.ts'
import { directionOf, loadStrings } from '../../react-skin/strings/languages.ts'
import { de } from '../../react-skin/strings/locales/de.ts'
import { mainnet, type LatchkeyOptions, type ViewName } from '../../sdk/index.ts'
import { full } from '../support/full.ts'
import { catalogOf, declined, emptyAnswers, entry, instance, madeUp, second, settled, violations } from './support.tsx'
import { sendOf } from '../support/features.ts'

const root = () => document.querySelector<HTMLElement>('[data-latchkey]')

const speaking = async (
  locale: Locale | 'auto',
  options: LatchkeyOptions = {},
  api = fakeApi(emptyAnswers),
  wallet = fakeWallet(),
) => {
  const latchkey = instance(wallet, options, api)
  const screen = await render(
    <LatchkeyProvider latchkey={latchkey} locale={locale}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  return { latchkey, screen }
}

test('German has German words, numbers and dates, and understands a number with a comma', async () => {
  const api = fakeApi({
    ...emptyAnswers,
    balance: {
      balances: [
        {
          name: 'Ether',
          symbol: 'ETH',
          chainId: 'eip155:1',
          value: 9999.5,
          quantity: { decimals: '18', numeric: '1234.5' },
        },
      ],
    },
    history: { data: [entry(1), entry(40)], next: undefined },
  })
  const { latchkey, screen } = await speaking('de', { networks: [mainnet] }, api)
  await expect.element(screen.getByRole('heading', { name: 'Wallet verbinden' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Wallet holen' })).toBeVisible()
  expect(root()?.lang).toBe('de-DE')
  expect(root()?.dir).toBe('ltr')

  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByText('1.234,5 ETH').first()).toBeVisible()
  await expect.element(screen.getByText('9.999,50 $').first()).toBeVisible()
  await screen.getByRole('tab', { name: 'Aktivität' }).click()
  await expect.element(screen.getByRole('heading', { name: 'Januar 2026' })).toBeVisible()
  await expect.element(screen.getByText('+1,5 ETH').first()).toBeVisible()

  await screen.getByRole('button', { name: 'Senden' }).click()
  await screen.getByRole('button', { name: 'Token auswählen' }).first().click()
  await screen.getByRole('button', { name: /^Ether/ }).click()
  await expect.element(screen.getByText('Guthaben 1.234,5 ETH')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Betrag' }).fill('1,25')
  expect(sendOf(latchkey).getSnapshot().context.amount).toBe('1.25')
  await expect.element(screen.getByRole('button', { name: 'Adresse eingeben' })).toBeVisible()
  await screen.getByRole('textbox', { name: 'Betrag' }).fill('eins')
  await expect.element(screen.getByText('eins ist keine gültige Dezimalzahl.')).toBeVisible()
})

test('errors and notices are translated too', async () => {
  const copied: string[] = []
  const clipboard = { write: async (text: string) => void copied.push(text) }
  const wallet = fakeWallet({ eth_requestAccounts: declined })
  const { latchkey, screen } = await speaking(
    'de',
    { ports: { clipboard, clock: new SimulatedClock() } },
    undefined,
    wallet,
  )
  await screen.getByRole('button', { name: /Fake Wallet/ }).click()
  await expect.element(screen.getByRole('heading', { name: 'Fake Wallet ist nicht verbunden' })).toBeVisible()
  await expect.element(screen.getByText('Verbindung abgelehnt')).toBeVisible()
  latchkey.dispatch({ type: 'clipboard.copy', text: 'x', notice: 'address.copied' })
  await expect.element(screen.getByText('Adresse kopiert')).toBeVisible()
  expect(copied).toEqual(['x'])
})

test('a language that is set later replaces the one before everywhere', async () => {
  const latchkey = instance(fakeWallet())
  const shown = (locale: Locale) => (
    <LatchkeyProvider latchkey={latchkey} locale={locale}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>
  )
  const screen = await render(shown('fr'))
  await expect.element(screen.getByRole('button', { name: 'Connecter un portefeuille' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Connecter un portefeuille' })).toBeVisible()
  await screen.rerender(shown('pt'))
  await expect.element(screen.getByRole('button', { name: 'Conectar carteira' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Conectar carteira' })).toBeVisible()
  const roots = [...document.querySelectorAll<HTMLElement>('[data-latchkey]')]
  expect(roots.map(({ lang }) => lang)).toEqual(['pt-BR', 'pt-BR'])
})

test('`auto` is the first of the user’s languages that the skin supports', async () => {
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['tlh', 'es-419', 'de'])
  onTestFinished(() => languages.mockRestore())
  const { screen } = await speaking('auto')
  await expect.element(screen.getByRole('heading', { name: 'Conectar cartera' })).toBeVisible()
})

test('a catalog that the app has loaded is used from the first render', async () => {
  const screen = await render(
    <LatchkeyProvider latchkey={instance(fakeWallet())}>
      <StringsProvider strings={de}>
        <ConnectButton />
      </StringsProvider>
    </LatchkeyProvider>,
  )
  expect((await screen.getByRole('button').findElement()).textContent).toBe('Wallet verbinden')
})

test('a component of the app outside of the dialog has all strings of the skin, including the app’s own', async () => {
  const Own = () => {
    const { titles, words, errors } = useStrings()
    return <p>{[titles.AllWallets, words.send, words.connectWallet, errors['connect.declined']].join(', ')}</p>
  }
  const own = (strings: StringsOverride) => (
    <LatchkeyProvider latchkey={instance(fakeWallet(), { embedded: false })}>
      <StringsProvider strings={strings}>
        <Own />
      </StringsProvider>
    </LatchkeyProvider>
  )
  const screen = await render(own({ words: { send: 'Pass on' } }))
  const said = () => screen.container.querySelector('p')?.textContent
  expect(said()).toBe('All wallets, Pass on, Connect wallet, Connection declined')
  await screen.rerender(own(de))
  expect(said()).toBe('Alle Wallets, Senden, Wallet verbinden, Verbindung abgelehnt')
})

/** What is wider than the window or the card, and words that are wider than their element. */
function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const parts = ['stage', 'header', 'title', 'button', 'small-button', 'text-button', 'tab', 'tag', 'field', 'row-name']
  const selector = parts.map((part) => `[data-part="${part}"]:not([data-hidden])`).join()
  return [
    ...(scrollWidth > clientWidth ? ['the page'] : []),
    ...[...document.querySelectorAll(selector)]
      .filter((element) => element.scrollWidth > element.clientWidth && getComputedStyle(element).display !== 'inline')
      .map((element) => `${element.getAttribute('data-part')}: ${element.textContent}`),
  ]
}

const before = ['GetWallet', 'WhatIsAWallet', 'AllWallets'] as const satisfies ViewName[]
const after = ['WalletSend', 'WalletReceive', 'Networks'] as const satisfies ViewName[]

/** One language that is written from right to left, and one with long words. The others are for `npm run test:full`. */
const measured = full ? locales : (['ar', 'de'] as const)

test.each(measured)('the language %s is never too wide at 320 px, and axe finds no violation', async (locale) => {
  const { titles, tabs, words } = { ...en, ...(await loadStrings(locale)) }
  const { latchkey, screen } = await speaking(
    locale,
    { networks: [mainnet, second] },
    catalogOf(madeUp(5), { history: { data: [entry(1), entry(2, { status: 'pending' })], next: undefined } }),
  )
  const heading = (view: ViewName) => screen.getByRole('heading', { name: titles[view], exact: true, level: 2 })
  const judged = async (where: string) => {
    await settled()
    await vi.waitFor(() => expect([where, ...tooWide()]).toEqual([where]))
    expect([where, ...(await violations())]).toEqual([where])
  }
  const walk = async (view: ViewName) => {
    latchkey.dispatch({ type: 'view.push', view })
    await expect.element(heading(view)).toBeVisible()
    await judged(view)
  }

  await page.viewport(320, 800)
  await expect.element(heading('Connect')).toBeVisible()
  expect(root()?.lang).toBe(words.locale)
  expect(root()?.dir).toBe(directionOf(locale))
  await judged('Connect')
  for (const view of before) await walk(view)

  await latchkey.connect({ connectorId: 'fake' })
  await expect.element(screen.getByRole('button', { name: words.disconnect })).toBeVisible()
  await judged('Account')
  await screen.getByRole('tab', { name: tabs.Activity }).click()
  await judged('Account, with its activity')
  for (const view of after) await walk(view)
  await page.viewport(414, 896)
})

test('a word that is too wide breaks, and the check would find one that does not', async () => {
  onTestFinished(() => page.viewport(414, 896))
  await page.viewport(320, 800)
  const screen = await render(
    <LatchkeyProvider latchkey={instance(fakeWallet())}>
      <StringsProvider strings={{ words: { getWallet: 'Brieftaschenbeschaffungsmöglichkeitenverzeichnis' } }}>
        <LatchkeyModal />
      </StringsProvider>
    </LatchkeyProvider>,
  )
  const word = screen.getByText(/^Brieftaschen/)
  await expect.element(word).toBeVisible()
  expect(tooWide()).toEqual([])
  ;(word.element() as HTMLElement).style.overflowWrap = 'normal'
  expect(tooWide()).not.toEqual([])
})

test('sentences about missing tokens are joined as the language requires', async () => {
  const api = () => {
    const partly = fakeApi(emptyAnswers)
    delete partly.answers.balance
    return partly
  }
  const missing = async (locale: Locale) => {
    const { latchkey, screen } = await speaking(locale, {}, api())
    await latchkey.connect({ connectorId: 'fake' })
    const text = () => document.querySelector('[data-part="retry"] > p')?.textContent
    await vi.waitFor(() => expect(text()).toBeTruthy())
    await expect.poll(() => root()?.lang).toMatch(new RegExp(`^${locale}`))
    const said = text()
    await screen.unmount()
    return said
  }
  expect(await missing('ja')).toMatch(/^一部のトークンを読み込めませんでした。\S/)
  expect(await missing('zh')).toMatch(/^部分代币无法加载。\S/)
  expect(await missing('de')).toMatch(/^Einige Token konnten nicht geladen werden\. \S/)
})

test('Japanese accepts full-width digits in an amount', async () => {
  const { latchkey, screen } = await speaking('ja')
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
  const amount = screen.getByLabelText('金額')
  await expect.element(amount).toBeVisible()
  await amount.click()
  const compose = (text: string) =>
    cdp().send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await compose('１')
  await compose('１２．')
  // Text that is still being composed stays as it was typed.
  await expect.element(amount).toHaveValue('１２．')
  await compose('１２．５')
  await cdp().send('Input.insertText', { text: '１２．５' })
  await expect.element(amount).toHaveValue('12.5')
  expect(sendOf(latchkey).getSnapshot().context.amount).toBe('12.5')
})
