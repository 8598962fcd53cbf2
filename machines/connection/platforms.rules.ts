import type { Wallet } from '../shared/wallet.types.ts'

/** How a wallet can be reached on this device. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

/**
 * The ways to reach a wallet, in the order in which they are shown. There is at least one, `unsupported` if the wallet cannot be
 * reached.
 */
export type Platforms = readonly [Platform, ...Platform[]]

type Links = Pick<Wallet, 'mobileLink' | 'webappLink' | 'desktopLink'>

/**
 * Returns the ways to reach a wallet: in this browser, with its app or a QR code, with its web app, or with its desktop app. A
 * phone that cannot open the wallet shows the code for another device. Without a wallet, any wallet can scan the code.
 */
export function platformsOf(
  wallet: Links | undefined,
  { mobile, installed = false }: { mobile: boolean; installed?: boolean },
): Platforms {
  if (!wallet) return ['qrcode']
  const { mobileLink, webappLink, desktopLink } = wallet
  const elsewhere: Platform[] = mobile && (webappLink ?? desktopLink) !== undefined ? ['qrcode'] : []
  const [first = 'unsupported', ...others]: Platform[] = [
    ...(installed ? (['browser'] as const) : []),
    ...(mobileLink === undefined ? [] : ([mobile ? 'mobile' : 'qrcode'] as const)),
    ...(webappLink === undefined ? [] : (['web'] as const)),
    ...(desktopLink === undefined || mobile ? [] : (['desktop'] as const)),
    ...(mobileLink === undefined ? elsewhere : []),
  ]
  return [first, ...others]
}
