/** A page without a browser, and the iframe that the SDK adds to it. A test plays the secure site in that iframe. */
import { onTestFinished, vi } from 'vitest'
import type { FrameQuestion } from '../../machines/embedded/frame.schemas.ts'
import { pageFrame } from '../../sdk/embedded/pageFrame.ts'

interface Posted {
  origin: string
  message: { type: string; id?: string; payload?: unknown }
}

class Iframe extends EventTarget {
  readonly attributes: Record<string, string> = {}
  readonly style: Record<string, string> = {}
  readonly posted: Posted[] = []
  isConnected = true
  id = ''
  src = ''
  contentWindow: object | null = {
    postMessage: (message: Posted['message'], origin: string) =>
      void this.posted.push({ origin, message: structuredClone(message) }),
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }
  remove() {
    this.isConnected = false
  }
}

/** Replaces `window` and `document` until the test ends. `say` sends a message as the secure site at `origin` does. */
export function stubPage(origin: string) {
  const page = Object.assign(new EventTarget(), { location: new URL('https://shop.example/') })
  const iframes: Iframe[] = []
  const observers: (() => void)[] = []
  const document = {
    title: 'Shop',
    body: { append() {} },
    documentElement: {},
    querySelector: () => null,
    createElement: () => {
      const iframe = new Iframe()
      iframes.push(iframe)
      return iframe
    },
  }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', document)
  vi.stubGlobal(
    'MutationObserver',
    class {
      constructor(changed: () => void) {
        observers.push(changed)
      }
      observe() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const iframe = () => {
    const last = iframes.at(-1)
    if (!last) throw new Error('the page has no iframe')
    return last
  }
  const say = (data: unknown, from: { origin?: string; source?: object | null } = {}) =>
    void page.dispatchEvent(
      Object.assign(new Event('message'), { data, origin, source: iframe().contentWindow, ...from }),
    )
  return {
    page,
    iframe,
    say,
    /** Removes the iframe, as a script of the page does. */
    takeAway() {
      iframe().remove()
      for (const changed of observers) changed()
    },
  }
}

/** The iframe's port, open and listening. */
export function framedPage({ listens = true } = {}) {
  const site = {
    origin: 'https://secure.example',
    projectId: 'a-project',
    chainId: 'eip155:1',
    version: '1.2.3',
    metadata: () => ({ name: 'Shop', description: '', url: 'https://shop.example', icons: [] }),
  }
  const page = stubPage(site.origin)
  const logged: unknown[] = []
  const port = pageFrame({ ...site, logged: (_, details) => void logged.push(details) })
  const heard: string[] = []
  const close = port.open('light', {
    listening: () => void heard.push('listening'),
    signedOut: () => void heard.push('signed out'),
    lost: ({ message }) => void heard.push(message),
  })
  const ready = { type: '@w3m-frame/READY', payload: { version: '4' } }
  const ask = (id: string, type: FrameQuestion['type'] = 'GET_CHAIN_ID', payload?: unknown, signal?: AbortSignal) =>
    port.ask(id, { type, payload } as FrameQuestion, signal ?? new AbortController().signal)
  if (listens) page.say(ready)
  return { ...page, port, close, ready, ask, heard, logged, posted: () => page.iframe().posted }
}
