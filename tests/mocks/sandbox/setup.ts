import { createClient, http, publicActions } from 'viem'
import { expect, vi } from 'vitest'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chains.ts'
import type { SiteRequest } from '../../../mocks/sandbox/approvals.ts'
import type { WalletQuestion } from '../../../mocks/sandbox/eip155/questions.ts'
import {
  createSandboxWallet,
  type SandboxWallet,
  type SandboxWalletOptions,
} from '../../../mocks/sandbox/eip155/wallet.ts'

/** An in-memory storage with the browser's interface. */
export function memoryStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const entries = new Map<string, string>()
  return { getItem: (key) => entries.get(key) ?? null, setItem: (key, value) => void entries.set(key, value) }
}

/** A wallet whose user always answers `yes`, with all its requests and events. */
export function walletOf(chains: readonly SandboxChain[], options: Partial<SandboxWalletOptions> = {}, yes = true) {
  const asked: SiteRequest<WalletQuestion>[] = []
  const approve = async (request: SiteRequest<WalletQuestion>) => {
    asked.push(request)
    return yes
  }
  const wallet = createSandboxWallet({ chains, approve, origin: 'https://shop.example', ...options })
  const events: [event: string, payload: unknown][] = []
  for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
    wallet.provider.on(event, (payload) => events.push([event, payload]))
  }
  return { wallet, request: requester(wallet), asked, events }
}

/** Calls the wallet's provider as a site does. */
export const requester =
  ({ provider }: SandboxWallet) =>
  (method: string, ...params: unknown[]) =>
    provider.request({ method, params })

/** Waits until a chain has mined all transactions. */
export async function mined(chain: SandboxChain): Promise<void> {
  const reader = readerOf(chain)
  await vi.waitFor(async () => {
    expect(await reader.request({ method: 'txpool_status' as never })).toMatchObject({ pending: '0x0' })
  }, 10_000)
}

/** Reads a chain directly, without the wallet. */
export const readerOf = ({ rpcUrl }: SandboxChain) =>
  createClient({ transport: http(rpcUrl), pollingInterval: 20 }).extend(publicActions)
