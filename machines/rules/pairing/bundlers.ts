import type { SessionProperties } from '../../schemas/pairing.ts'
import { LatchkeyError } from '../../errors/error.ts'
import { isText, type Fault } from './shapes.ts'

/** Who may be asked what became of wallet_sendCalls. */
export interface Bundlers {
  /** The API's host for chains, such as `https://rpc.example`; it asks the bundler that a wallet names. */
  host: string
  /** Origins whose bundlers may be asked at an address that a wallet gives. */
  origins: readonly string[]
}

const isAddressOrLocal = ({ hostname }: URL): boolean =>
  /^(\[.*\]|[\d.]+)$/.test(hostname) || /(^|\.)localhost$/.test(hostname)

/**
 * Whom a site lets a wallet name: the bundlers that it lists, and over https the API's hosts. Of these the page's own
 * origin and this machine's network are left out, as nobody listed them for this.
 */
export function bundlersOf({
  hosts,
  bundlers,
  pageOrigin,
}: {
  hosts: Readonly<Record<string, string>> & { blockchain: string }
  /** Origins that the site lists itself. */
  bundlers: readonly string[]
  pageOrigin: string | undefined
}): Bundlers {
  const provided = Object.values(hosts)
    .map((host) => new URL(host))
    .filter((url) => url.protocol === 'https:' && url.origin !== pageOrigin && !isAddressOrLocal(url))
  const origins = [...bundlers.map((bundler) => new URL(bundler)), ...provided].map(({ origin }) => origin)
  return { host: hosts.blockchain, origins: [...new Set(origins)] }
}

/** A site may list it: the origin of an https server, or of one on this machine. */
export function isBundlerOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const secure = url.protocol === 'https:' || (url.protocol === 'http:' && isAddressOrLocal(url))
  return secure && text.replace(/\/$/, '') === url.origin
}

/** An address that a wallet gives, as far as the site lets it. */
const isAllowed = (address: unknown, { origins }: Bundlers): address is string => {
  if (!isText(address) || !URL.canParse(address)) return false
  const { origin, username, password } = new URL(address)
  return origins.includes(origin) && username === '' && password === ''
}

/** Where a bundler of the API is asked; the host's own path and query stay [7.29]. */
export function bundlerUrl(host: string, query: { projectId: string; chainId: string; bundler: string }): string {
  const url = new URL(host)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/bundler`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** The bundlers to ask, in their order: the one that the wallet names, then the one whose address it gives [7.29]. */
export function bundlerUrls(
  properties: SessionProperties,
  { bundlers, projectId, chainId }: { bundlers: Bundlers; projectId: string | undefined; chainId: string },
): string[] {
  const { bundler_name: bundler, bundler_url: address } = properties ?? {}
  const named =
    isText(bundler) && projectId !== undefined ? [bundlerUrl(bundlers.host, { projectId, chainId, bundler })] : []
  return [...named, ...(isAllowed(address, bundlers) ? [address] : [])]
}

/** What a bundler is asked: the receipt of the call's id, its only parameter [7.30]. */
export const receiptRequest = (callId: unknown) => ({ method: 'eth_getUserOperationReceipt', params: [callId] })

/** What an answer with a status other than OK means [7.31]. */
export const receiptFault = (status: number): Fault =>
  status >= 200 && status < 300 ? undefined : new LatchkeyError('session.receiptFailed', { params: { status } })
