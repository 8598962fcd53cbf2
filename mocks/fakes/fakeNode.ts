import type { ChainNode } from '../../sdk/index.ts'

export interface FakeNode extends ChainNode {
  /** Answers by method: a value, or a function of the params, which may throw or return a promise. */
  answers: Record<string, unknown>
  /** Every call so far, oldest first. */
  calls: { method: string; params?: unknown }[]
}

/**
 * A node with scripted answers and no network requests: `defineNetwork(mainnet, { node: fakeNode() })`. By default it is an
 * Ethereum chain on which all balances are zero. Other methods fail with -32601.
 */
export function fakeNode(answers: Record<string, unknown> = {}): FakeNode {
  const node: FakeNode = {
    answers: {
      eth_chainId: '0x1',
      eth_blockNumber: '0x1',
      eth_getBalance: '0x0',
      eth_getCode: '0x',
      eth_call: '0x',
      eth_estimateGas: '0x5208',
      eth_gasPrice: '0x3b9aca00',
      ...answers,
    },
    calls: [],
    async request(call) {
      node.calls.push(call)
      if (!(call.method in node.answers))
        throw Object.assign(new Error(`The node does not have ${call.method}.`), { code: -32_601 })
      const answer = node.answers[call.method]
      return typeof answer === 'function' ? (answer as (params: unknown) => unknown)(call.params) : answer
    },
  }
  return node
}
