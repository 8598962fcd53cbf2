import type { SessionProperties } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { isText, type MaybeError } from '../../shared/typeGuards.rules.ts'

/** The bundlers that may be called for the status of `wallet_sendCalls`. */
export interface Bundlers {
  /** The API's host for chains, such as `https://rpc.example`. It forwards to the bundler that a wallet names. */
  host: string
  /** The origins of bundlers that may be called at a URL that a wallet provides. */
  origins: readonly string[]
}

const isAddressOrLocal = ({ hostname }: URL): boolean =>
  /^(\[.*\]|[\d.]+)$/.test(hostname) || /(^|\.)localhost$/.test(hostname)

/**
 * Returns the bundlers that an app lets a wallet name: those that the app lists, and the API's hosts over https. The page's own
 * origin and local hosts are excluded from the latter, because they were not listed for this purpose.
 */
export function bundlersOf({
  hosts,
  bundlers,
  pageOrigin,
}: {
  hosts: Readonly<Record<string, string>> & { blockchain: string }
  /** The origins that the app lists itself. */
  bundlers: readonly string[]
  pageOrigin: string | undefined
}): Bundlers {
  const apiUrls = Object.values(hosts)
    .map((host) => new URL(host))
    .filter((url) => url.protocol === 'https:' && url.origin !== pageOrigin && !isAddressOrLocal(url))
  const origins = [...bundlers.map((bundler) => new URL(bundler)), ...apiUrls].map(({ origin }) => origin)
  return { host: hosts.blockchain, origins: [...new Set(origins)] }
}

/** Whether an app may list an origin: an https server, or one on this machine. */
export function isBundlerOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isAddressOrLocal(url))
  return isSecure && text.replace(/\/$/, '') === url.origin
}

/** Whether the app allows a URL that a wallet provides. */
const isAllowed = (address: unknown, { origins }: Bundlers): address is string => {
  if (!isText(address) || !URL.canParse(address)) return false
  const { origin, username, password } = new URL(address)
  return origins.includes(origin) && username === '' && password === ''
}

/** Returns the URL of a bundler at the API. The path and query of the host are kept [7.29]. */
export function bundlerUrl(host: string, query: { projectId: string; chainId: string; bundler: string }): string {
  const url = new URL(host)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/bundler`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** Returns the URLs of the bundlers in order: the one that the wallet names, then the one whose URL it provides [7.29]. */
export function bundlerUrls(
  properties: SessionProperties,
  { bundlers, projectId, chainId }: { bundlers: Bundlers; projectId: string | undefined; chainId: string },
): string[] {
  const { bundler_name: bundler, bundler_url: address } = properties ?? {}
  const apiUrls =
    isText(bundler) && projectId !== undefined ? [bundlerUrl(bundlers.host, { projectId, chainId, bundler })] : []
  return [...apiUrls, ...(isAllowed(address, bundlers) ? [address] : [])]
}

/** Returns the request to a bundler: the receipt for the call's id, its only parameter [7.30]. */
export const receiptRequest = (callId: unknown) => ({ method: 'eth_getUserOperationReceipt', params: [callId] })

/** Returns the error for a response with a status other than OK [7.31]. */
export const validateReceipt = (status: number): MaybeError =>
  status >= 200 && status < 300 ? undefined : new LatchkeyError('session.receiptFailed', { params: { status } })
