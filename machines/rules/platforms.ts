import type { Wallet } from '../entities/wallet.ts'

/** How a wallet can be reached from here. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

/** The ways to a wallet in the order in which they are offered: there is always one, if only to say that there is none. */
export type Platforms = readonly [Platform, ...Platform[]]

type Links = Pick<Wallet, 'mobileLink' | 'webappLink' | 'desktopLink'>

/**
 * The ways to a wallet: in this browser, by its app on a phone or a code for one, by its web app, by its desktop app.
 * A phone that cannot open the wallet itself shows the code for another device. Without a wallet any may scan.
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
