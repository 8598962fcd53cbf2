import { expect, test } from 'vitest'
import { platformsOf } from '../../machines/connection/platforms.rules.ts'

const mobileLink = 'wallet://'
const webappLink = 'https://app.wallet.example'
const desktopLink = 'wallet-desktop://'
const every = { mobileLink, webappLink, desktopLink }

test.each([
  ['any wallet', undefined, ['qrcode'], ['qrcode']],
  ['a wallet with every link', every, ['qrcode', 'web', 'desktop'], ['mobile', 'web']],
  ['a wallet with a mobile app', { mobileLink }, ['qrcode'], ['mobile']],
  ['a wallet with a web app', { webappLink }, ['web'], ['web', 'qrcode']],
  ['a wallet with a desktop app', { desktopLink }, ['desktop'], ['qrcode']],
  ['a wallet with a web app and a desktop app', { webappLink, desktopLink }, ['web', 'desktop'], ['web', 'qrcode']],
  ['a wallet without links', {}, ['unsupported'], ['unsupported']],
] as const)('platformsOf lists the ways to open %s', (_, wallet, onDesktop, onPhone) => {
  expect(platformsOf(wallet, { mobile: false })).toEqual(onDesktop)
  expect(platformsOf(wallet, { mobile: true })).toEqual(onPhone)
})

test('platformsOf lists an installed wallet first, which needs no other platform', () => {
  expect(platformsOf(every, { mobile: false, installed: true })).toEqual(['browser', 'qrcode', 'web', 'desktop'])
  expect(platformsOf({}, { mobile: true, installed: true })).toEqual(['browser'])
})
