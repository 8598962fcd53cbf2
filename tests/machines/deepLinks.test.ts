import { describe, expect, test } from 'vitest'
import {
  storedApp,
  openLink,
  opensPage,
  pairingLink,
  appStoresOf,
  type SelectedWallet,
  type PageInfo,
} from '../../machines/connection/deepLinks.rules.ts'
import { browseLink } from '../../sdk/skin.ts'

const uri = 'wc:0123@2?relay-protocol=irn&symKey=ab'
const encoded = 'wc%3A0123%402%3Frelay-protocol%3Dirn%26symKey%3Dab'

test.each([
  ['https://wallet.example', `https://wallet.example/wc?uri=${encoded}`],
  ['https://wallet.example/', `https://wallet.example/wc?uri=${encoded}`],
  ['https://wallet.example/app/', `https://wallet.example/app/wc?uri=${encoded}`],
  ['wallet://', `wallet://wc?uri=${encoded}`],
  ['wallet', `wallet://wc?uri=${encoded}`],
  ['wallet:/', `wallet://wc?uri=${encoded}`],
  ['wallet:', `wallet://wc?uri=${encoded}`],
  ['wallet://open', `wallet://open/wc?uri=${encoded}`],
  ['https://wallet.example/dl?ref=1', `https://wallet.example/dl/wc?ref=1&uri=${encoded}`],
  ['https://wallet.example/#/home', `https://wallet.example/wc?uri=${encoded}#/home`],
  ['https://wallet.example?a=b#c', `https://wallet.example/wc?a=b&uri=${encoded}#c`],
  ['wallet://open?from=page', `wallet://open/wc?from=page&uri=${encoded}`],
])('pairingLink turns %s into %s', (link, expected) => {
  expect(pairingLink(link, uri)).toBe(expected)
})

test('browseLink opens the page in the built-in browser of Phantom and Coinbase Wallet only', () => {
  const page = { url: 'https://shop.example/a?b=c&d', origin: 'https://shop.example' }
  expect(browseLink({ name: 'Phantom' }, page)).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d?ref=https%3A%2F%2Fshop.example',
  )
  expect(browseLink({ name: 'Coinbase Wallet' }, page)).toBe(
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d',
  )
  expect(browseLink({ name: 'Other' }, page)).toBeUndefined()
})

test('opensPage is true only for Phantom on a phone', () => {
  expect(opensPage({ name: 'Phantom' }, { mobile: true })).toBe(true)
  expect(opensPage({ name: 'Phantom' }, { mobile: false })).toBe(false)
  expect(opensPage({ name: 'Other' }, { mobile: true })).toBe(false)
})

const wallet = {
  id: 'w',
  name: 'Wallet',
  chains: [],
  mobileLink: 'wallet://',
  universalLink: 'https://wallet.example/open',
  desktopLink: 'wallet-desktop://',
  webappLink: 'https://app.wallet.example',
}
const phone: PageInfo = { url: 'https://shop.example/', origin: 'https://shop.example', mobile: true }
const chosen = (page: Partial<PageInfo> = {}, more: Partial<SelectedWallet> = {}): SelectedWallet => ({
  wallet,
  page: { ...phone, ...page },
  preferUniversalLinks: false,
  ...more,
})

describe('the link to the selected wallet', () => {
  const twice = encodeURIComponent(encoded)
  const universal = { preferUniversalLinks: true }
  const paged = { wallet: { ...wallet, desktopLink: 'https://d.example' } }
  const { universalLink: _, ...native } = wallet
  test.each([
    ['its mobile link', 'mobile', {}, {}, `wallet://wc?uri=${encoded}`, '_self'],
    ['its desktop link', 'desktop', {}, {}, `wallet-desktop://wc?uri=${encoded}`, '_self'],
    ['its web link', 'web', {}, {}, `https://app.wallet.example/wc?uri=${encoded}`, '_blank'],
    [
      'a universal link when the app prefers those',
      'mobile',
      {},
      universal,
      `https://wallet.example/open/wc?uri=${encoded}`,
      '_self',
    ],
    [
      'a native link when the wallet has no universal link',
      'mobile',
      {},
      { ...universal, wallet: native },
      `wallet://wc?uri=${encoded}`,
      '_self',
    ],
    [
      'opened in another tab when it is a web page',
      'desktop',
      {},
      paged,
      `https://d.example/wc?uri=${encoded}`,
      '_blank',
    ],
    ['opened outside of a frame', 'mobile', { framed: true }, {}, `wallet://wc?uri=${encoded}`, '_top'],
    [
      'opened in another tab from Telegram',
      'mobile',
      { telegram: true, framed: true },
      {},
      `wallet://wc?uri=${encoded}`,
      '_blank',
    ],
    ['encoded twice', 'mobile', { telegram: true, system: 'android' }, {}, `wallet://wc?uri=${twice}`, '_blank'],
    ['encoded once', 'mobile', { telegram: true, system: 'ios' }, {}, `wallet://wc?uri=${encoded}`, '_blank'],
    ['encoded once', 'mobile', { system: 'android' }, {}, `wallet://wc?uri=${encoded}`, '_self'],
  ] as const)('is %s: %s %o', (_, platform, page, more, href, target) => {
    expect(openLink(chosen(page, more), platform, uri)).toEqual({ href, target })
  })

  test.each(['qrcode', 'browser', 'unsupported'] as const)(
    'is undefined on platforms that open nothing: %s',
    (platform) => {
      expect(openLink(chosen(), platform, uri)).toBeUndefined()
      expect(storedApp(chosen(), platform)).toBeUndefined()
    },
  )

  test('is stored without the pairing, under the wallet’s name, to open it again', () => {
    const kept = { href: 'wallet://', name: 'Wallet' }
    expect(storedApp(chosen(), 'mobile')).toEqual(kept)
    expect(storedApp(chosen({}, { wallet: { ...wallet, mobileLink: 'wallet:' } }), 'mobile')).toEqual(kept)
    expect(storedApp(chosen(), 'web')).toEqual({ ...kept, href: 'https://app.wallet.example/' })
  })
})

describe('the stores of a wallet', () => {
  const sold = {
    ...wallet,
    appStore: 'https://apple.example',
    playStore: 'https://play.example',
    homepage: 'https://w.example',
  }
  const at = (page: Partial<PageInfo>) => appStoresOf(chosen(page, { wallet: sold })).map(({ store }) => store)
  test('start with the phone’s own store, and are only its website on a desktop', () => {
    expect(at({ system: 'ios' })).toEqual(['appStore', 'homepage'])
    expect(at({ system: 'android' })).toEqual(['playStore', 'homepage'])
    expect(at({})).toEqual(['appStore', 'playStore', 'homepage'])
    expect(at({ mobile: false })).toEqual(['homepage'])
  })
  test('leave out stores without a known link', () => {
    expect(appStoresOf(chosen({ system: 'ios' }))).toEqual([])
  })
})
