import { encodeAbiParameters, encodeEventTopics, erc20Abi, numberToHex, type Address } from 'viem'
import { onTestFinished, vi } from 'vitest'

const UNSUPPORTED = { code: -32601, message: 'the method does not exist' }

/** Makes every node return the decimals of tokens, and what a swap brings of one of them, both simulated and mined. */
export function swapNode({ account, token, received }: { account: Address; token: Address; received: bigint }): void {
  const number = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
  const transfer = {
    address: token,
    topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: token, to: account } }),
    data: number(received),
  }
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_call: () => number(18n),
    eth_gasPrice: () => numberToHex(10n ** 9n),
    eth_simulateV1: ([asked]) => {
      const [{ calls }] = (asked as { blockStateCalls: [{ calls: unknown[] }] }).blockStateCalls
      const tried = { status: '0x1', gasUsed: '0x5208', returnData: '0x', logs: [] }
      return [{ calls: [...calls.slice(1).map(() => tried), { ...tried, logs: [transfer] }] }]
    },
    eth_getBalance: () => numberToHex(10n ** 19n),
    eth_getTransactionReceipt: ([transactionHash]) => ({
      transactionHash,
      transactionIndex: '0x0',
      blockHash: `0x${'b'.repeat(64)}`,
      blockNumber: '0x1',
      from: account,
      to: token,
      status: '0x1',
      type: '0x2',
      gasUsed: '0x1',
      cumulativeGasUsed: '0x1',
      effectiveGasPrice: '0x1',
      contractAddress: null,
      logsBloom: `0x${'0'.repeat(512)}`,
      logs: [{ ...transfer, blockNumber: '0x1', logIndex: '0x0', transactionIndex: '0x0', transactionHash }],
    }),
  }
  const { fetch } = globalThis
  const node = vi.spyOn(globalThis, 'fetch').mockImplementation(async (resource, init) => {
    if (typeof init?.body !== 'string' || !init.body.includes('"jsonrpc"')) return fetch(resource, init)
    type Asked = { id: number; method: string; params: readonly unknown[] }
    const answered = ({ id, method, params }: Asked) => {
      const answer = answers[method]
      return { jsonrpc: '2.0', id, ...(answer ? { result: answer(params) } : { error: UNSUPPORTED }) }
    }
    const asked = JSON.parse(init.body) as Asked | Asked[]
    return Response.json(Array.isArray(asked) ? asked.map(answered) : answered(asked))
  })
  onTestFinished(() => node.mockRestore())
}
