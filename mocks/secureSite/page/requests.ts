/** RPC_REQUEST: read methods are forwarded, signing methods need approval, all others are refused. */
import type { FrameCall } from 'latchkey/frame'
import type { SecureSiteNetwork } from '../network.ts'
import type { Accounts } from './accounts.ts'
import { capabilitiesOf, type Bundles } from './bundles.ts'
import type { CarryOut } from './card.ts'
import { ethereumPlan } from './ethereum.ts'
import { nameOf, type Networks } from './networks.ts'
import type { Plan } from './question.ts'
import type { Ask } from './queue.ts'
import { refused } from './refusals.ts'
import { callNode, isRead, namespaceOf } from './rpc.ts'
import type { Session, Wallet } from './session.ts'
import { solanaPlan } from './solana.ts'

export interface Requests {
  request(id: string | undefined, call: FrameCall): Promise<unknown>
  /** Aborts the undecided request with this id, or all undecided requests. */
  abort(id?: string): void
}

type Asked = { network: SecureSiteNetwork; call: FrameCall; site: string }
interface Parts {
  networks: Networks
  session: Session
  accounts: Accounts
  bundles: Bundles
}

/** Answers a request that needs no approval. */
async function answerAtOnce({ network, call: { method, params } }: Asked, parts: Parts): Promise<unknown> {
  const { networks, accounts, bundles } = parts
  const { ethereum } = (await parts.session.wallet()).keys
  switch (method) {
    case 'eth_accounts':
      return accounts.on(network, ethereum.address).all
    case 'eth_chainId':
      return `0x${Number(nameOf(network)).toString(16)}`
    case 'wallet_getCapabilities':
      return capabilitiesOf(params, ethereum.address, networks, accounts)
    case 'wallet_getCallsStatus':
      return bundles.status(params, ethereum.address)
  }
  return callNode(network, method, params)
}

const ownAnswers = ['eth_accounts', 'eth_chainId', 'wallet_getCapabilities', 'wallet_getCallsStatus']
const isAtOnce = ({ network, call: { method } }: Asked): boolean =>
  (namespaceOf(network) === 'eip155' && ownAnswers.includes(method)) || isRead(network, method)

/** The request that the user decides; `undefined` for unknown methods. */
function planOf(
  { network, call, site }: Asked,
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
      plan({ network, owner, choose: parts.accounts.choose(network, owner), params: call.params, site }, parts.bundles))
  )
}

/** `site` returns the origin of the requesting page. */
export function createRequests(parts: Parts, ask: Ask, carryOut: CarryOut, site: () => string): Requests {
  const { networks, session } = parts
  const open = new Set<{ id: string | undefined; ending: AbortController }>()
  async function decide(asked: Asked, signal: AbortSignal): Promise<Plan> {
    const planned = planOf(asked, parts)
    if (!planned) throw refused.notSupported(asked.call.method)
    // A user who has signed out elsewhere must not sign anything.
    const plan = await planned(await session.wallet(true))
    if (!plan) throw refused.notSupported(asked.call.method)
    await ask(plan.question, signal)
    return plan
  }
  return {
    async request(id, call) {
      const asked = { network: networks.find(call.chainId), call, site: site() }
      if (isAtOnce(asked)) return answerAtOnce(asked, parts)
      const one = { id, ending: new AbortController() }
      const { signal } = one.ending
      open.add(one)
      const takenBack = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(refused.aborted()))
      })
      try {
        const plan = await Promise.race([takenBack, decide(asked, signal)])
        // A decided request can no longer be aborted.
        open.delete(one)
        return await carryOut(() => plan.act())
      } finally {
        open.delete(one)
      }
    },
    abort(id) {
      for (const one of open) if (id === undefined || one.id === id) one.ending.abort()
    },
  }
}
