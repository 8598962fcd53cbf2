import { expect, test } from 'vitest'
import { platformsOf } from '../../machines/rules/platforms.ts'

const mobileLink = 'wallet://'
const webappLink = 'https://app.wallet.example'
const desktopLink = 'wallet-desktop://'
const every = { mobileLink, webappLink, desktopLink }

test.each([
  ['any wallet', undefined, ['qrcode'], ['qrcode']],
  ['a wallet with every link', every, ['qrcode', 'web', 'desktop'], ['mobile', 'web']],
  ['one with an app for phones', { mobileLink }, ['qrcode'], ['mobile']],
  ['one with a web app', { webappLink }, ['web'], ['web', 'qrcode']],
  ['one for desktops', { desktopLink }, ['desktop'], ['qrcode']],
  ['one with a web app and one for desktops', { webappLink, desktopLink }, ['web', 'desktop'], ['web', 'qrcode']],
  ['one that nothing leads to', {}, ['unsupported'], ['unsupported']],
] as const)('the ways to %s', (_, wallet, onDesktop, onPhone) => {
  expect(platformsOf(wallet, { mobile: false })).toEqual(onDesktop)
  expect(platformsOf(wallet, { mobile: true })).toEqual(onPhone)
})

test('what is installed here comes first, and needs no other way', () => {
  expect(platformsOf(every, { mobile: false, installed: true })).toEqual(['browser', 'qrcode', 'web', 'desktop'])
  expect(platformsOf({}, { mobile: true, installed: true })).toEqual(['browser'])
})
