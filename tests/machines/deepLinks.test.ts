import { expect, test } from 'vitest'
import { pairingLink } from '../../machines/rules/deepLinks.ts'
import { browseLink } from '../../sdk/index.ts'

const uri = 'wc:0123@2?relay-protocol=irn&symKey=ab'
const encoded = 'wc%3A0123%402%3Frelay-protocol%3Dirn%26symKey%3Dab'

test.each([
  ['https://wallet.example', `https://wallet.example/wc?uri=${encoded}`],
  ['https://wallet.example/', `https://wallet.example/wc?uri=${encoded}`],
  ['http://wallet.example/app/', `http://wallet.example/app/wc?uri=${encoded}`],
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
