/**
 * The sandbox's wallet on another device. It receives sites' requests through the wallet side of the pairing protocol, and the
 * user answers them.
 */
import * as z from 'zod/mini'
import type { AuthRequest, Cacao, Proposal, VerifyContext } from '../../machines/pairing/pairing.schemas.ts'
import { signInText } from '../../machines/pairing/rules/signInText.ts'
import { createPairing, type Answer, type Outcome, type Pairing } from '../../sdk/pairing/index.ts'
import { accounts } from './accounts.ts'
import type { SandboxChain } from './eip155/chain.ts'
import type { RequestOrigin, PhoneChains, PhoneWallet } from './phoneChains.ts'
import { ProviderRpcError, rpcCodes } from './providerRpcError.ts'
import type { SandboxWallet } from './eip155/wallet.ts'

const METHODS = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'wallet_getCallsStatus',
  'wallet_getCapabilities',
  'wallet_switchEthereumChain',
]
/** The number of attempts to send an answer. */
const MAX_ATTEMPTS = 5
const EVENTS = ['accountsChanged', 'chainChanged']

/** A phone that can be paired with sites. */
export interface SandboxPhone {
  /** Accepts a site's pairing URI, as scanning its QR code does. Rejects if the URI is invalid. */
  pair(uri: string): Promise<void>
  /** Ends every session from the wallet's side. */
  disconnectAll(): Promise<void>
  /** The names of the connected sites. */
  sites(): readonly string[]
  subscribe(listener: () => void): () => void
  /** The wallet side of the protocol, for a test that acts as the phone. */
  pairing: Pairing
}

export interface SandboxPhoneOptions {
  chains: readonly SandboxChain[]
  relayUrl: string
  /** The verification service that checks the origin of requests; without it, origins are not checked. */
  verifyUrl?: string
  projectId: string
  /** Creates a wallet for a site. Its requests show the site's name, the pairing item and the verification result. */
  walletFor(origin: string, getOrigin: () => RequestOrigin): SandboxWallet
  /** More namespaces than Ethereum's. A site that requests them gets them with the same approval. */
  otherChains?: readonly PhoneChains[]
  /** Asks the user whether a site may connect although a site with the same URL is connected already. */
  confirm(origin: string, wallet: SandboxWallet, requestOrigin: RequestOrigin): Promise<boolean>
  /** Withdraws the request that belongs to an item. */
  withdraw(item: string): void
}

/** Throws if the answer was not sent. */
const assertSent = (outcome: Outcome<undefined>): void => {
  if (outcome.status !== 'done') throw 'error' in outcome ? outcome.error : new Error(outcome.status)
}

const toRpcError = (error: unknown) => {
  const parsed = z.object({ code: z.number(), message: z.string() }).safeParse(error)
  return parsed.success ? parsed.data : { code: rpcCodes.rejected, message: String(error) }
}

/** The verification result as text for the user [3.38]. */
function describeVerification({ verified: { validation, origin, isScam } }: VerifyContext, claimedUrl: string): string {
  if (isScam) return `Reported as a scam: ${origin}`
  if (validation === 'INVALID') return `Not who it says it is: asked from ${origin || 'elsewhere'}`
  return validation === 'VALID' ? `Verified: ${origin}` : `Could not be checked; it says it is ${claimedUrl}`
}
const UNVERIFIED: VerifyContext = { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } }

/** Creates the phone. Its sessions survive a reload of the page, as on a real phone. */
export function createSandboxPhone(options: SandboxPhoneOptions): SandboxPhone {
  const { chains, relayUrl, verifyUrl, projectId, walletFor, confirm, withdraw, otherChains = [] } = options
  const metadata = {
    name: 'Sandbox Phone',
    description: 'A wallet to try things with',
    url: 'https://phone.example',
    icons: [],
  }
  const pairing = createPairing({
    role: 'responder',
    client: () => ({ projectId, relayUrl, id: 'phone', metadata, verify: verifyUrl ?? false }),
  })
  const wallets = new Map<string, SandboxWallet>()
  const otherWallets = new Map<string, PhoneWallet>()
  const requestOrigins = new Map<string, RequestOrigin>()
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const sessionsOf = (origin: string) => pairing.sessions().filter(({ peer }) => peer.metadata.url === origin)

  /** Sends account and chain changes in the wallet to its sites. */
  const forwardEvents = (origin: string, wallet: SandboxWallet) => {
    const emitToSite = (name: string, data: unknown) => {
      const chainId = `eip155:${wallet.snapshot().chainId}`
      for (const { topic } of sessionsOf(origin)) void pairing.emit(topic, { chainId, event: { name, data } })
    }
    wallet.provider.on('accountsChanged', (addresses) => emitToSite('accountsChanged', addresses))
    wallet.provider.on('chainChanged', (chainId) => emitToSite('chainChanged', Number(chainId)))
  }
  const noOrigin: RequestOrigin = { item: '', check: '' }
  /** The wallet of a site, prepared for a request that belongs to an item. */
  const walletOf = (origin: string, item: string, verifyContext: unknown): SandboxWallet => {
    requestOrigins.set(origin, {
      item,
      check: describeVerification((verifyContext ?? UNVERIFIED) as VerifyContext, origin),
    })
    const existing = wallets.get(origin)
    if (existing) return existing
    const wallet = walletFor(origin, () => requestOrigins.get(origin) ?? noOrigin)
    wallets.set(origin, wallet)
    forwardEvents(origin, wallet)
    return wallet
  }
  /** The user approves every connection, also from a page that merely claims the URL of a connected site. */
  const authorize = async (origin: string, wallet: SandboxWallet): Promise<void> => {
    if (!wallet.snapshot().connected) return void (await wallet.provider.request({ method: 'eth_requestAccounts' }))
    if (!(await confirm(origin, wallet, requestOrigins.get(origin) ?? noOrigin)))
      throw new ProviderRpcError(rpcCodes.rejected, 'User rejected the request.')
  }
  const ownAccounts = (wallet: SandboxWallet) => {
    const { account } = wallet.snapshot()
    return [account, ...accounts.map(({ address }) => address).filter((address) => address !== account)]
  }

  const otherWallet = (origin: string, otherChain: PhoneChains): PhoneWallet => {
    const key = `${otherChain.namespace} ${origin}`
    const wallet = otherWallets.get(key) ?? otherChain.walletFor(origin, () => requestOrigins.get(origin) ?? noOrigin)
    otherWallets.set(key, wallet)
    return wallet
  }
  /** The namespaces besides Ethereum that a site requests and the phone supports. */
  const otherNamespaces = async ({ proposer, requiredNamespaces, optionalNamespaces }: Proposal) => {
    const requested = otherChains.filter(
      ({ namespace }) => requiredNamespaces[namespace] ?? optionalNamespaces[namespace],
    )
    const entries = requested.map(async (otherChain) => {
      const { namespace, chains: supportedChains, methods } = otherChain
      const addresses = await otherWallet(proposer.metadata.url, otherChain).accounts()
      const chainAccounts = supportedChains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`))
      return [
        namespace,
        { chains: [...supportedChains], accounts: chainAccounts, methods: [...methods], events: [] },
      ] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }

  async function decide(proposal: Proposal, verifyContext: unknown): Promise<void> {
    const { id, proposer } = proposal
    const wallet = walletOf(proposer.metadata.url, `proposal:${id}`, verifyContext)
    try {
      await authorize(proposer.metadata.url, wallet)
      const ids = chains.map(({ networkId }) => networkId)
      const chainAccounts = ids.flatMap((chain) => ownAccounts(wallet).map((address) => `${chain}:${address}`))
      const ethereum = { chains: ids, accounts: chainAccounts, methods: METHODS, events: EVENTS }
      const namespaces = { eip155: ethereum, ...(await otherNamespaces(proposal)) }
      assertSent(await pairing.approve(id, { namespaces }))
    } catch (error) {
      await pairing.reject(id, { code: 5000, message: toRpcError(error).message })
    }
  }

  async function signIn({ id, requester, authPayload }: AuthRequest, verifyContext: unknown): Promise<void> {
    const wallet = walletOf(requester.metadata.url, `authentication:${id}`, verifyContext)
    try {
      await authorize(requester.metadata.url, wallet)
      const [address = ''] = ownAccounts(wallet)
      const sharedChains = chains.filter(({ networkId }) => authPayload.chains.includes(networkId))
      if (sharedChains.length === 0)
        throw new ProviderRpcError(rpcCodes.unsupported, 'The phone is on none of these networks.')
      const credentials: Cacao[] = []
      for (const { networkId } of sharedChains) {
        const { type: _, chains: __, ...fields } = authPayload
        const p = { ...fields, iss: `did:pkh:${networkId}:${address}` }
        const params = [signInText(p, p.iss), address]
        const signature = await wallet.provider.request({ method: 'personal_sign', params })
        credentials.push({ h: { t: 'caip122' }, p, s: { t: 'eip191', s: String(signature) } })
      }
      assertSent(await pairing.signIn(id, credentials))
    } catch (error) {
      await pairing.refuseSignIn(id, { code: 5000, message: toRpcError(error).message })
    }
  }

  async function answer(name: `sessionRequest:${string}`): Promise<void> {
    const { id, session, request: sessionRequest, verifyContext } = pairing.find(name)?.getSnapshot().context ?? {}
    if (!session || !sessionRequest) return
    const { request, chainId } = sessionRequest
    const run = async (): Promise<Answer> => {
      const wallet = walletOf(session.peer.metadata.url, name, verifyContext)
      // After a reload of the phone, a connected site does not ask the user again.
      if (!wallet.snapshot().connected) throw new ProviderRpcError(rpcCodes.unauthorized, 'This site is not connected.')
      const other = otherChains.find(({ namespace }) => chainId.startsWith(`${namespace}:`))
      if (other) {
        const params = { chainId, ...(request.params as object | undefined) }
        return { result: await otherWallet(session.peer.metadata.url, other).request({ ...request, params }) }
      }
      if (request.method !== 'wallet_switchEthereumChain') wallet.selectChain(Number(chainId.slice('eip155:'.length)))
      return { result: await wallet.provider.request(request) }
    }
    const response = await run().catch((error: unknown) => ({ error: toRpcError(error) }))
    for (let attempt = 0; attempt < MAX_ATTEMPTS && pairing.find(name); attempt += 1)
      if ((await pairing.respond(Number(id), response)).status === 'done') return
  }

  pairing.on('pairing.requested', ({ name }) => {
    const item = pairing.find(name as `sessionRequest:${string}`)
    const context = item?.getSnapshot().context as
      | { proposal?: Proposal; request?: AuthRequest; verifyContext: unknown }
      | undefined
    // The item ended without an answer: it expired, or the site canceled it.
    item?.subscribe({ complete: () => withdraw(name) })
    const handling = context?.proposal
      ? decide(context.proposal, context.verifyContext)
      : context?.request && name.startsWith('authentication:')
        ? signIn(context.request, context.verifyContext)
        : answer(name as `sessionRequest:${string}`)
    void handling.finally(notify)
  })
  for (const event of ['session.opened', 'session.changed', 'session.ended'] as const) pairing.on(event, notify)
  void pairing.open().then(notify)

  return {
    pairing,
    async pair(uri) {
      const outcome = await pairing.pair(uri.trim())
      if ('error' in outcome) throw outcome.error
    },
    async disconnectAll() {
      await Promise.all(pairing.sessions().map(({ topic }) => pairing.disconnect(topic)))
      notify()
    },
    sites: () => pairing.sessions().map(({ peer }) => peer.metadata.name),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
