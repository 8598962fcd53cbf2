/** The behavior of the Ethereum nodes that `?node` names. Affects what the instance reads, and not the wallets. */
import { nodeQuirks } from '../../../mocks/quirks/nodeQuirks.ts'
import { withQuirks, type Quirk } from '../../../mocks/quirks/quirk.ts'
import { callNode } from '../../../mocks/sandbox/eip155/nodeRpc.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import type { ChainNode } from '../../../sdk/index.ts'

const SLOW_MS = 3_000

const own: Readonly<Record<string, Quirk['start']>> = {
  slow: () => ({
    request: async (_call, next) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      return next()
    },
  }),
  offline: () => ({ request: () => Promise.reject(new TypeError('Failed to fetch')) }),
}

/** The node of a chain under a condition; `undefined` for a working node. */
export function conditionNode(chain: SandboxChain, condition: string | null): ChainNode | undefined {
  const start = own[condition ?? ''] ?? nodeQuirks.find(({ id }) => id === condition)?.start
  if (!start) return undefined
  const target = {
    request: ({ method, params }: { method: string; params?: unknown }) => callNode(chain, method, params),
  }
  return withQuirks(target, { id: 'condition', title: 'behaves as the URL says', source: '', start })
}
