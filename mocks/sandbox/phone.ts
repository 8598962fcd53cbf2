/** The sandbox's wallet on another device: the official client brings it what sites ask, and the panel's person answers. */
import * as z from 'zod/mini'
import { openClient, type Client } from '../../sdk/pairing/client.ts'
import { accounts } from './accounts.ts'
import type { SandboxChain } from './chain.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'
import type { SandboxWallet } from './wallet.ts'

const METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain']
const EVENTS = ['accountsChanged', 'chainChanged']

/** A phone that can be paired with sites. */
export interface SandboxPhone {
  /** Takes up a site's offer, as scanning its code would. */
  pair(uri: string): Promise<void>
  /** Ends every session, from the phone's side. */
  leave(): Promise<void>
  /** Names of the sites that are connected. */
  sites(): readonly string[]
  subscribe(watcher: () => void): () => void
  /** The official client, for a test that acts as the phone. */
  client: Client
}

export interface SandboxPhoneOptions {
  chains: readonly SandboxChain[]
  relayUrl: string
  projectId: string
  /** A wallet for a site, which asks its person in the site's name. */
  walletFor(origin: string): SandboxWallet
}

const refusal = (error: unknown) => {
  const read = z.object({ code: z.number(), message: z.string() }).safeParse(error)
  return read.success ? read.data : { code: rpcCodes.rejected, message: String(error) }
}

/** Opens the phone. Its sessions outlive the page, as with a real one. */
export async function createSandboxPhone(options: SandboxPhoneOptions): Promise<SandboxPhone> {
  const { chains, relayUrl, projectId, walletFor } = options
  const metadata = {
    name: 'Sandbox Phone',
    description: 'A wallet to try things with',
    url: 'https://phone.example',
    icons: [],
  }
  const client = await openClient({ projectId, relayUrl, id: 'phone', metadata, verify: false })
  const wallets = new Map<string, SandboxWallet>()
  const watchers = new Set<() => void>()
  const changed = () => watchers.forEach((watcher) => watcher())

  /** The wallet as a site sees it; its person has been asked whether the site may. */
  const walletOf = (origin: string) => {
    const wallet = wallets.get(origin) ?? walletFor(origin)
    wallets.set(origin, wallet)
    return wallet
  }

  client.on('session_proposal', ({ id, params }) => {
    const decide = async () => {
      const wallet = walletOf(params.proposer.metadata.url)
      try {
        await wallet.provider.request({ method: 'eth_requestAccounts' })
        const { account } = wallet.snapshot()
        const own = [account, ...accounts.map(({ address }) => address).filter((address) => address !== account)]
        const named = chains.flatMap(({ networkId }) => own.map((address) => `${networkId}:${address}`))
        await client.approve({ id, namespaces: { eip155: { accounts: named, methods: METHODS, events: EVENTS } } })
      } catch (error) {
        await client.reject({ id, reason: { code: 5000, message: refusal(error).message } })
      }
      changed()
    }
    decide().catch(() => changed())
  })

  client.on('session_request', ({ id, topic, params: { request, chainId } }) => {
    const answer = async () => {
      try {
        const site = client.session.get(topic).peer.metadata.url
        const wallet = walletOf(site)
        // After a reload of the phone the person is not asked again for a site that is connected already.
        if (!wallet.snapshot().connected)
          throw new ProviderRpcError(rpcCodes.unauthorized, 'This site is not connected.')
        wallet.selectChain(Number(chainId.slice('eip155:'.length)))
        const result = await wallet.provider.request(request)
        await client.respond({ topic, response: { id, jsonrpc: '2.0', result } })
      } catch (error) {
        await client.respond({ topic, response: { id, jsonrpc: '2.0', error: refusal(error) } })
      }
    }
    answer().catch(() => changed())
  })
  client.on('session_delete', changed)

  return {
    client,
    async pair(uri) {
      await client.pair({ uri: uri.trim() })
    },
    async leave() {
      const reason = { code: 6000, message: 'User disconnected.' }
      await Promise.all(client.session.getAll().map(({ topic }) => client.disconnect({ topic, reason })))
      changed()
    },
    sites: () => client.session.getAll().map(({ peer }) => peer.metadata.name),
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
