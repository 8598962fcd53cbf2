import { describe, expect, test } from 'vitest'
import { walletSchema } from '../../machines/shared/wallet.schemas.ts'
import { storedApp, openLink, type SelectedWallet } from '../../machines/connection/deepLinks.rules.ts'

const uri = 'wc:0123@2?relay-protocol=irn&symKey=secret'
const phone: SelectedWallet['page'] = { url: '', origin: '', mobile: true }

/** The URLs that a wallet's links yield: as the catalog's schema parses them, and unparsed from an app. */
function opened(link: string) {
  const links = { mobileLink: link, desktopLink: link, webappLink: link, universalLink: link, homepage: link }
  const unread = { id: 'w', name: 'W', chains: [], ...links }
  const wallets = [walletSchema.parse(unread), unread]
  const chosen = wallets.flatMap((wallet) =>
    [true, false].map((preferUniversalLinks) => ({ wallet, page: phone, preferUniversalLinks })),
  )
  return chosen.flatMap((one) =>
    (['mobile', 'desktop', 'web'] as const)
      .flatMap((platform) => [openLink(one, platform, uri)?.href ?? [], storedApp(one, platform)?.href ?? []])
      .flat(),
  )
}

describe('a wallet of the catalog', () => {
  test.each([
    'javascript:alert(1)',
    'java:script:',
    'java/script:',
    'JavaScript://%0aalert(1)//',
    'da:ta:',
    'fi:le:',
    'data:text/html,x',
    'blob:https://evil.example/1',
    'vbscript:x',
    'filesystem:https://evil.example/x',
    'view-source:https://evil.example',
    'view-source://evil.example',
    'intent://evil.example/#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
    'ms-msdt://x',
    'ms-officecmd:x',
    'search-ms:query=x',
    'itms-services://?action=download-manifest',
    'chrome://settings',
    'chrome-extension://abc/',
    'tel:110',
    'sms:110',
    'mailto:a@b.example',
    'ws://evil.example',
    'wss://evil.example',
    'ftp://evil.example',
    ' javascript://x',
    'java\nscript://x',
    '://evil.example',
    '//evil.example',
    '',
  ])("gets no pairing through %j, which is no wallet's link", (link) => {
    expect(opened(link)).toEqual([])
  })

  test.each([
    'http://phish.example',
    'HTTP://phish.example/',
    'https://metamask.io@evil.example',
    'https://user:password@evil.example',
    'https://',
  ])('gets no pairing through %j, which is unencrypted or misleading', (link) => {
    expect(opened(link)).toEqual([])
    expect(walletSchema.parse({ id: 'w', name: 'W', chains: [], homepage: link, appStore: link })).toEqual({
      id: 'w',
      name: 'W',
      chains: [],
    })
  })

  test("gets the pairing through its app's scheme or an https link", () => {
    for (const link of ['metamask://', 'trust:', 'okex://main', 'edge://', 'cbwallet', 'io.wallet+app://x'])
      expect([link, opened(link)]).not.toEqual([link, []])
    expect(opened('https://metamask.app.link')).not.toEqual([])
  })
})
