import { withLock } from './locks.ts'
import type { Clock } from '../../machines/core/time.ts'
import type {
  ClipboardPort,
  IdsPort,
  ImagesPort,
  LoggerPort,
  LogLevel,
  PagePort,
  SchemePort,
  StoragePort,
  VisibilityPort,
} from '../instance/ports.ts'

/** The real time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout(run, ms) {
    const timer: Timer = { id: undefined }
    const arm = (remainingMs: number) => {
      const delayMs = Math.min(remainingMs, LONGEST_MS)
      timer.id = setTimeout(() => (remainingMs > delayMs ? arm(remainingMs - delayMs) : run()), delayMs)
    }
    arm(ms)
    return timer
  },
  clearTimeout: (timer: Timer | undefined) => clearTimeout(timer?.id),
}

interface Timer {
  id: ReturnType<typeof setTimeout> | undefined
}

/** The longest timeout that browsers support; a longer one fires immediately. */
const LONGEST_MS = 2 ** 31 - 1

const currentWindow = (): Window | undefined => (typeof window === 'undefined' ? undefined : window)

/** The page's local storage, read on each use, because a browser that blocks it throws. Outside a browser, nothing is stored. */
export const localStorageOf = (page: () => Window | undefined = currentWindow): StoragePort => ({
  getItem: (key) => page()?.localStorage.getItem(key) ?? null,
  setItem: (key, value) => page()?.localStorage.setItem(key, value),
  removeItem: (key) => page()?.localStorage.removeItem(key),
  watch(listener) {
    const target = page()
    // Session storage emits the same event.
    const onStorage = ({ key, storageArea }: StorageEvent) => {
      if (storageArea !== target?.sessionStorage) listener(key)
    }
    target?.addEventListener('storage', onStorage)
    return () => target?.removeEventListener('storage', onStorage)
  },
  withLock: withLock,
})

/** The color scheme that the user's system prefers; light if unknown. */
export const systemScheme: SchemePort = {
  watch(listener) {
    if (typeof window === 'undefined' || typeof window.matchMedia !== 'function') return () => {}
    const query = window.matchMedia('(prefers-color-scheme: dark)')
    const notify = () => listener(query.matches ? 'dark' : 'light')
    notify()
    query.addEventListener('change', notify)
    return () => query.removeEventListener('change', notify)
  },
}

/** Logs to the browser's console. */
export const consoleLogger: LoggerPort = {
  error: (message, details) => (details === undefined ? console.error(message) : console.error(message, details)),
  warn: (message, details) => (details === undefined ? console.warn(message) : console.warn(message, details)),
}

/** Wraps a logger so that it receives messages of the given level or above [9.30]. */
export const withLevel = (logger: LoggerPort, level: LogLevel): LoggerPort => ({
  error: (message, details) => (level === 'silent' ? undefined : logger.error(message, details)),
  warn: (message, details) => (level === 'warn' ? logger.warn?.(message, details) : undefined),
})

const PHONES = /android|webos|iphone|ipad|ipod|blackberry|opera mini|mobile/i

/** The page in this browser. A tablet with a desktop user agent is recognized by its touch points. */
export const browserPage: PagePort = {
  read() {
    if (typeof window === 'undefined') return undefined
    const { userAgent, maxTouchPoints } = window.navigator
    const tablet = /macintosh/i.test(userAgent) && maxTouchPoints > 1
    const { href, origin } = window.location
    const system = /android/i.test(userAgent)
      ? 'android'
      : /iphone|ipad|ipod/i.test(userAgent) || tablet
        ? 'ios'
        : undefined
    return {
      url: href,
      origin,
      mobile: PHONES.test(userAgent) || tablet,
      framed: window.self !== window.top,
      telegram: TELEGRAM.some((name) => Boolean(Reflect.get(window, name))),
      ...(system && { system }),
    }
  },
}

/** Globals that the Telegram app injects into its web views. */
const TELEGRAM = ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'] as const

/** The browser's clipboard. It is missing on pages without https. */
export const browserClipboard: ClipboardPort = {
  write: async (text) => {
    if (typeof navigator === 'undefined' || navigator.clipboard === undefined)
      throw new Error('There is no clipboard on this page.')
    await navigator.clipboard.writeText(text)
  },
}

/** Whether the page is visible. Outside a browser it always is. */
export const pageVisibility: VisibilityPort = {
  watch(listener) {
    if (typeof document === 'undefined') return () => {}
    const notify = () => listener({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.shown' })
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('visibilitychange', notify, { signal })
    window.addEventListener('pagehide', () => listener({ type: 'page.hidden' }), { signal })
    window.addEventListener('pageshow', notify, { signal })
    window.addEventListener('blur', () => listener({ type: 'page.left' }), { signal })
    window.addEventListener('online', () => listener({ type: 'page.online' }), { signal })
    notify()
    return () => control.abort()
  },
}

/** Preloads images through the browser's cache. */
export const browserImages: ImagesPort = {
  preload(urls) {
    if (typeof Image === 'undefined') return
    for (const url of urls) new Image().src = url
  },
}

/** UUIDs of version 4 (RFC 9562), also on pages without https, where `crypto.randomUUID` is missing. */
export const randomIds: IdsPort = {
  next() {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  },
}

/** The app's metadata that wallets show: from the app's options, else from the document's head. */
export function pageMetadata(
  options: { name?: string; description?: string; url?: string; icons?: readonly string[] } = {},
) {
  const { name, description, url, icons } = options
  const page = typeof document === 'undefined' ? undefined : document
  const attributeOf = (selector: string, attribute: string) =>
    page?.querySelector(selector)?.getAttribute(attribute) ?? undefined
  const icon = attributeOf('link[rel~="icon"]', 'href')
  const origin = typeof window === 'undefined' ? '' : window.location.origin
  return {
    name: name ?? page?.title ?? '',
    description: description ?? attributeOf('meta[property="og:description"]', 'content') ?? '',
    url: url ?? origin,
    icons: icons ? [...icons] : icon === undefined || origin === '' ? [] : [new URL(icon, origin).href],
  }
}
