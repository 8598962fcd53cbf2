import { describe, expect, test } from 'vitest'
import {
  appChoice,
  openLink,
  opensPage,
  pairingLink,
  storesOf,
  type Chosen,
  type Page,
} from '../../machines/rules/deepLinks.ts'
import { browseLink } from '../../sdk/index.ts'

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
])('a pairing is handed to %s as %s', (link, expected) => {
  expect(pairingLink(link, uri)).toBe(expected)
})

test('two wallets open the page in a browser of their own; others do not', () => {
  const page = { url: 'https://shop.example/a?b=c&d', origin: 'https://shop.example' }
  expect(browseLink({ name: 'Phantom' }, page)).toBe(
    'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d?ref=https%3A%2F%2Fshop.example',
  )
  expect(browseLink({ name: 'Coinbase Wallet' }, page)).toBe(
    'https://go.cb-w.com/dapp?cb_url=https%3A%2F%2Fshop.example%2Fa%3Fb%3Dc%26d',
  )
  expect(browseLink({ name: 'Other' }, page)).toBeUndefined()
})

test('on a phone, Phantom is not handed a pairing; on a desktop, or another wallet, may be', () => {
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
const phone: Page = { url: 'https://shop.example/', origin: 'https://shop.example', mobile: true }
const chosen = (page: Partial<Page> = {}, more: Partial<Chosen> = {}): Chosen => ({
  wallet,
  page: { ...phone, ...page },
  preferUniversalLinks: false,
  ...more,
})

describe('the link that opens the chosen wallet', () => {
  const twice = encodeURIComponent(encoded)
  const universal = { preferUniversalLinks: true }
  const paged = { wallet: { ...wallet, desktopLink: 'https://d.example' } }
  const { universalLink: _, ...native } = wallet
  test.each([
    ['of the platform: mobile', 'mobile', {}, {}, `wallet://wc?uri=${encoded}`, '_self'],
    ['of the platform: desktop', 'desktop', {}, {}, `wallet-desktop://wc?uri=${encoded}`, '_self'],
    ['of the platform: web', 'web', {}, {}, `https://app.wallet.example/wc?uri=${encoded}`, '_blank'],
    [
      'https where the site prefers that',
      'mobile',
      {},
      universal,
      `https://wallet.example/open/wc?uri=${encoded}`,
      '_self',
    ],
    ['none of https', 'mobile', {}, { ...universal, wallet: native }, `wallet://wc?uri=${encoded}`, '_self'],
    ['a page beside this one', 'desktop', {}, paged, `https://d.example/wc?uri=${encoded}`, '_blank'],
    ['out of a frame', 'mobile', { framed: true }, {}, `wallet://wc?uri=${encoded}`, '_top'],
    ['beside Telegram', 'mobile', { telegram: true, framed: true }, {}, `wallet://wc?uri=${encoded}`, '_blank'],
    ['twice encoded', 'mobile', { telegram: true, system: 'android' }, {}, `wallet://wc?uri=${twice}`, '_blank'],
    ['encoded once', 'mobile', { telegram: true, system: 'ios' }, {}, `wallet://wc?uri=${encoded}`, '_blank'],
    ['encoded once', 'mobile', { system: 'android' }, {}, `wallet://wc?uri=${encoded}`, '_self'],
  ] as const)('is %s: %s %o', (_, platform, page, more, href, target) => {
    expect(openLink(chosen(page, more), platform, uri)).toEqual({ href, target })
  })

  test.each(['qrcode', 'browser', 'unsupported'] as const)('is none where nothing is opened: %s', (platform) => {
    expect(openLink(chosen(), platform, uri)).toBeUndefined()
    expect(appChoice(chosen(), platform)).toBeUndefined()
  })

  test('is kept without the offer, under the wallet’s name, to open it again', () => {
    const kept = { href: 'wallet://', name: 'Wallet' }
    expect(appChoice(chosen(), 'mobile')).toEqual(kept)
    expect(appChoice(chosen({}, { wallet: { ...wallet, mobileLink: 'wallet:' } }), 'mobile')).toEqual(kept)
    expect(appChoice(chosen(), 'web')).toEqual({ ...kept, href: 'https://app.wallet.example/' })
  })
})

describe('a wallet can be got', () => {
  const sold = {
    ...wallet,
    appStore: 'https://apple.example',
    playStore: 'https://play.example',
    homepage: 'https://w.example',
  }
  const at = (page: Partial<Page>) => storesOf(chosen(page, { wallet: sold })).map(({ store }) => store)
  test('on a phone in its own store first, elsewhere on its website', () => {
    expect(at({ system: 'ios' })).toEqual(['appStore', 'homepage'])
    expect(at({ system: 'android' })).toEqual(['playStore', 'homepage'])
    expect(at({})).toEqual(['appStore', 'playStore', 'homepage'])
    expect(at({ mobile: false })).toEqual(['homepage'])
  })
  test('nowhere that is not known', () => {
    expect(storesOf(chosen({ system: 'ios' }))).toEqual([])
  })
})
