/** RPC_REQUEST: read methods are forwarded, signing methods need approval, all others are refused. */
import type { FrameCall } from 'latchkey/frame'
import type { SecureSiteNetwork } from '../network.ts'
import type { Accounts } from './accounts.ts'
import { capabilitiesOf, type Bundles } from './bundles.ts'
import type { RunWithProgress } from './card.ts'
import { ethereumPlan } from './ethereum.ts'
import { protocolChainId, type Networks } from './networks.ts'
import type { Plan } from './approvalRequest.ts'
import type { RequestApproval } from './queue.ts'
import { refusals } from './refusals.ts'
import { callNode, isReadMethod, namespaceOf } from './rpc.ts'
import type { Session, Wallet } from './session.ts'
import { solanaPlan } from './solana.ts'

export interface Requests {
  request(id: string | undefined, call: FrameCall): Promise<unknown>
  /** Aborts the undecided request with this id, or all undecided requests. */
  abort(id?: string): void
}

type SiteRequest = { network: SecureSiteNetwork; call: FrameCall; site: string }
interface Parts {
  networks: Networks
  session: Session
  accounts: Accounts
  bundles: Bundles
}

/** Answers a request that needs no approval. */
async function answerDirectly({ network, call: { method, params } }: SiteRequest, parts: Parts): Promise<unknown> {
  const { networks, accounts, bundles } = parts
  const { ethereum } = (await parts.session.wallet()).keys
  switch (method) {
    case 'eth_accounts':
      return accounts.get(network, ethereum.address).all
    case 'eth_chainId':
      return `0x${Number(protocolChainId(network)).toString(16)}`
    case 'wallet_getCapabilities':
      return capabilitiesOf(params, ethereum.address, networks, accounts)
    case 'wallet_getCallsStatus':
      return bundles.status(params, ethereum.address)
  }
  return callNode(network, method, params)
}

const ownMethods = ['eth_accounts', 'eth_chainId', 'wallet_getCapabilities', 'wallet_getCallsStatus']
const needsNoApproval = ({ network, call: { method } }: SiteRequest): boolean =>
  (namespaceOf(network) === 'eip155' && ownMethods.includes(method)) || isReadMethod(network, method)

/** The request that the user decides; `undefined` for unknown methods. */
function findPlanner(
  { network, call, site }: SiteRequest,
  parts: Parts,
): ((wallet: Wallet) => Promise<Plan> | undefined) | undefined {
  if (namespaceOf(network) === 'solana')
    return call.method.startsWith('solana_sign')
      ? ({ keys }) => solanaPlan(call, network, keys.solana, site)
      : undefined
  const plan = ethereumPlan(call.method)
  return (
    plan &&
    (({ keys: { ethereum: owner } }) =>
      plan(
        { network, owner, resolveAccount: parts.accounts.resolverFor(network, owner), params: call.params, site },
        parts.bundles,
      ))
  )
}

/** `site` returns the origin of the requesting page. */
export function createRequests(
  parts: Parts,
  requestApproval: RequestApproval,
  runWithProgress: RunWithProgress,
  site: () => string,
): Requests {
  const { networks, session } = parts
  const pending = new Set<{ id: string | undefined; controller: AbortController }>()
  async function decide(request: SiteRequest, signal: AbortSignal): Promise<Plan> {
    const createPlan = findPlanner(request, parts)
    if (!createPlan) throw refusals.notSupported(request.call.method)
    // A user who has signed out elsewhere must not sign anything.
    const plan = await createPlan(await session.wallet(true))
    if (!plan) throw refusals.notSupported(request.call.method)
    await requestApproval(plan.request, signal)
    return plan
  }
  return {
    async request(id, call) {
      const request = { network: networks.find(call.chainId), call, site: site() }
      if (needsNoApproval(request)) return answerDirectly(request, parts)
      const entry = { id, controller: new AbortController() }
      const { signal } = entry.controller
      pending.add(entry)
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(refusals.aborted()))
      })
      try {
        const plan = await Promise.race([aborted, decide(request, signal)])
        // A decided request can no longer be aborted.
        pending.delete(entry)
        return await runWithProgress(() => plan.execute())
      } finally {
        pending.delete(entry)
      }
    },
    abort(id) {
      for (const entry of pending) if (id === undefined || entry.id === id) entry.controller.abort()
    },
  }
}
