/** A user of an example: a separate browser context with a wallet, whose network is a chain on this machine. */
import type { Browser, BrowserContext, Page } from 'playwright/test'
import { mainnet as viemMainnet } from 'viem/chains'
import type { Anvil } from '../../mocks/sandbox/eip155/anvil.ts'
import { walletInfo } from '../../mocks/sandbox/eip155/announce.ts'
import { createSandboxWallet } from '../../mocks/sandbox/eip155/wallet.ts'
import { mainnet } from '../../sdk/index.ts'

const EVENTS = ['accountsChanged', 'chainChanged', 'connect', 'disconnect']
/** The public nodes of Ethereum, which the local chain replaces. */
const nodes: readonly string[] = [mainnet, viemMainnet].flatMap(({ rpcUrls }) => rpcUrls.default.http)

interface Told {
  event: string
  payload: unknown
}
interface Bridge {
  sendToWallet(call: {
    method: string
    params?: unknown
  }): Promise<{ result?: unknown; error?: { code: number; message: string } }>
}

/**
 * Warnings that the test itself causes: Next.js in development reports a reload without caches (intercepted requests disable
 * them) and a slow disk, and the browser reports an unused preload.
 */
export const OF_THE_TEST =
  /cache-bypass-in-dev|Slow filesystem detected|nextjs\.org\/docs\/app\/guides\/local-development|was preloaded using link preload but not used/

/** Runs in the page: announces a wallet whose answers come from the test (EIP-6963). */
function announce(info: { name: string; icon: string; rdns: string }) {
  const told = new EventTarget()
  Object.assign(window, {
    tellPage: ({ event, payload }: Told) => told.dispatchEvent(new CustomEvent(event, { detail: payload })),
  })
  const listeners = new Map<unknown, (event: Event) => void>()
  const provider = {
    async request(call: { method: string; params?: unknown }) {
      const { result, error } = await (window as unknown as Bridge).sendToWallet(call)
      if (error) throw Object.assign(new Error(error.message), { code: error.code })
      return result
    },
    on(event: string, heard: (payload: unknown) => void) {
      const listener = (message: Event) => heard((message as CustomEvent<unknown>).detail)
      listeners.set(heard, listener)
      told.addEventListener(event, listener)
    },
    removeListener(event: string, heard: unknown) {
      told.removeEventListener(event, listeners.get(heard) ?? null)
    },
  }
  const detail = Object.freeze({ info: { ...info, uuid: crypto.randomUUID() }, provider })
  window.addEventListener('eip6963:requestProvider', () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
  )
}

/** The sandbox's wallet, with its keys outside of the page. It approves everything by default. */
async function bringWallet(context: BrowserContext, anvil: Anvil) {
  const { name } = mainnet
  const chainId = 1
  const chain = {
    chainId,
    networkId: `eip155:${chainId}` as const,
    name,
    symbol: 'ETH',
    rpcUrl: anvil.rpcUrl,
    tokens: [],
  }
  let agrees = true
  const wallet = createSandboxWallet({ chains: [chain], knows: [chainId], approve: async () => agrees })
  await context.exposeFunction('sendToWallet', async (call: { method: string; params?: unknown }) => {
    try {
      return { result: await wallet.provider.request(call) }
    } catch (error) {
      const { code, message } = error as { code: number; message: string }
      return { error: { code, message } }
    }
  })
  await context.addInitScript(announce, { ...walletInfo })
  for (const event of EVENTS)
    wallet.provider.on(event, (payload) => {
      const tell = (told: Told) => (window as unknown as { tellPage(told: Told): void }).tellPage(told)
      // A page that is closing cannot receive the event.
      for (const page of context.pages()) void page.evaluate(tell, { event, payload }).catch(() => undefined)
    })
  return {
    isConnected: () => wallet.snapshot().connected,
    agree(yes: boolean) {
      agrees = yes
    },
  }
}

/** Opens a page with the wallet. `complaints` has errors, console warnings and unexpected requests. */
export async function visit(browser: Browser, url: string, anvil: Anvil) {
  const context = await browser.newContext()
  const wallet = await bringWallet(context, anvil)
  const complaints: string[] = []
  await context.route(
    ({ hostname }) => !['localhost', '127.0.0.1'].includes(hostname),
    async (route) => {
      const request = route.request()
      if (!nodes.some((node) => request.url().replace(/\/$/, '') === node)) {
        complaints.push(`${request.url()} was asked`)
        return route.abort()
      }
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(anvil.rpcUrl, { method: 'POST', headers, body: request.postData() })
      return route.fulfill({ body: await answer.text(), headers: { ...headers, 'access-control-allow-origin': '*' } })
    },
  )
  const page: Page = await context.newPage()
  page.on('pageerror', ({ message }) => void complaints.push(message))
  page.on('console', (entry) => {
    if (['error', 'warning'].includes(entry.type())) complaints.push(entry.text())
  })
  await page.goto(url)
  return { page, wallet, complaints, close: () => context.close() }
}
