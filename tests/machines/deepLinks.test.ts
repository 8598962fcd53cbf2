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
])('a pairing is handed to %s as %s', (link, expected) => {
  expect(pairingLink(link, uri)).toBe(expected)
})

test('Telegram on Android gets it encoded twice', () => {
  expect(pairingLink('wallet://', uri, { encodeTwice: true })).toBe(`wallet://wc?uri=${encodeURIComponent(encoded)}`)
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
  test.each([
    ['mobile', `wallet://wc?uri=${encoded}`, '_self'],
    ['desktop', `wallet-desktop://wc?uri=${encoded}`, '_self'],
    ['web', `https://app.wallet.example/wc?uri=${encoded}`, '_blank'],
  ] as const)('is that of the platform: %s', (platform, href, target) => {
    expect(openLink(chosen(), platform, uri)).toEqual({ href, target })
  })

  test.each(['qrcode', 'browser', 'unsupported'] as const)('is none where nothing is opened: %s', (platform) => {
    expect(openLink(chosen(), platform, uri)).toBeUndefined()
    expect(appChoice(chosen(), platform)).toBeUndefined()
  })

  test('is https only where the site prefers that and the wallet has such a link', () => {
    const universal = openLink(chosen({}, { preferUniversalLinks: true }), 'mobile', uri)
    expect(universal?.href).toBe(`https://wallet.example/open/wc?uri=${encoded}`)
    const { universalLink: _, ...without } = wallet
    const native = openLink(chosen({}, { preferUniversalLinks: true, wallet: without }), 'mobile', uri)
    expect(native?.href).toBe(`wallet://wc?uri=${encoded}`)
  })

  test('opens a desktop wallet that is a page beside this one', () => {
    const paged = { ...wallet, desktopLink: 'https://desktop.wallet.example' }
    expect(openLink(chosen({}, { wallet: paged }), 'desktop', uri)?.target).toBe('_blank')
  })

  test('leaves a frame, and opens beside the page in Telegram, framed or not', () => {
    expect(openLink(chosen({ framed: true }), 'mobile', uri)?.target).toBe('_top')
    expect(openLink(chosen({ telegram: true }), 'mobile', uri)?.target).toBe('_blank')
    expect(openLink(chosen({ telegram: true, framed: true }), 'mobile', uri)?.target).toBe('_blank')
  })

  test('is encoded twice in Telegram on Android, and nowhere else', () => {
    const href = (page: Partial<Page>) => openLink(chosen(page), 'mobile', uri)?.href
    expect(href({ telegram: true, system: 'android' })).toBe(`wallet://wc?uri=${encodeURIComponent(encoded)}`)
    expect(href({ telegram: true, system: 'ios' })).toBe(`wallet://wc?uri=${encoded}`)
    expect(href({ system: 'android' })).toBe(`wallet://wc?uri=${encoded}`)
  })

  test('is kept without the offer, under the wallet’s name, to open it again', () => {
    expect(appChoice(chosen(), 'mobile')).toEqual({ href: 'wallet://', name: 'Wallet' })
    expect(appChoice(chosen({}, { wallet: { ...wallet, mobileLink: 'wallet:' } }), 'mobile')).toEqual({
      href: 'wallet://',
      name: 'Wallet',
    })
    expect(appChoice(chosen(), 'web')).toEqual({ href: 'https://app.wallet.example/', name: 'Wallet' })
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
