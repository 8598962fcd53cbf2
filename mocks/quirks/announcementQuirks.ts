/** How real wallets announce themselves on a page (EIP-6963), each with a public report. */
import { github } from './helpers.ts'
import type { WalletProvider } from '../../sdk/index.ts'

/** A page, as far as wallets use it. */
export type WalletPage = EventTarget & { ethereum?: unknown }

export interface Announcement {
  info: { uuid: string; name: string; icon: unknown; rdns: string }
  provider: WalletProvider
}

export interface AnnouncementQuirk {
  /** Unique, in kebab case. */
  id: string
  /** What the wallet does, as a sentence without its subject. */
  title: string
  /** A public report of the behavior. */
  source: string
  /** Called when the page is opened, before the app's code. */
  announce(page: WalletPage, announcement: Announcement): void
}

/** Announces a wallet now, and whenever the app asks for announcements, as EIP-6963 requires. */
export function announce(page: WalletPage, detail: unknown): void {
  const dispatch = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', dispatch)
  dispatch()
}

/** Changes the announced data of the wallet. */
const withInfo =
  (change: Partial<Announcement['info']>) =>
  (page: WalletPage, { info, provider }: Announcement) =>
    announce(page, { info: { ...info, ...change }, provider })

/** Sets `window.ethereum` after the app's code has run. */
const injectAfter =
  (ms: number, event: string) =>
  (page: WalletPage, { provider }: Announcement) =>
    void setTimeout(() => {
      page.ethereum = provider
      page.dispatchEvent(new Event(event))
    }, ms)

export const announcementQuirks: readonly AnnouncementQuirk[] = [
  {
    id: 'icon-with-line-break',
    title: 'announces an icon that begins with a line break',
    source: github('rainbow-me/rainbowkit', 1_686),
    announce: withInfo({ icon: '\n  data:image/svg+xml;base64,PHN2Zy8+' }),
  },
  {
    id: 'icon-missing',
    title: 'announces no icon',
    source: github('ant-design/ant-design-web3', 629),
    announce: withInfo({ icon: undefined }),
  },
  {
    id: 'icon-script',
    title: 'announces a link as its icon that is not an image',
    source: 'https://github.com/wevm/mipd/pull/7',
    announce: withInfo({ icon: 'javascript:alert(1)' }),
  },
  {
    id: 'announces-late',
    title: 'announces itself ten seconds after the page loaded',
    source: 'https://github.com/cowprotocol/cowswap/pull/7909',
    announce: (page, announcement) => void setTimeout(() => announce(page, announcement), 10_000),
  },
  {
    id: 'injected-late',
    title: 'sets window.ethereum after the page loaded, and announces nothing',
    source: github('MetaMask/metamask-mobile', 1_975),
    announce: injectAfter(2_000, 'ethereum#initialized'),
  },
  {
    id: 'injected-at-load',
    title: 'sets window.ethereum during the load event, and announces nothing',
    source: github('Koniverse/SubWallet-Extension', 444),
    announce: injectAfter(1_000, 'load'),
  },
]
