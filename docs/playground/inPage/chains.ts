/** Chains that run in the page, behind the HTTP interfaces of real nodes. They accept signed transactions and have no contracts. */
import { parseTransaction, recoverTransactionAddress, type Hex, type TransactionSerialized } from 'viem'
import * as z from 'zod/mini'
import { answerEsplora } from '../../../mocks/sandbox/bitcoin/esplora.ts'
import { bitcoinNetworkId, createBitcoinLedger } from '../../../mocks/sandbox/bitcoin/ledger.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import type { RpcCall } from '../../../mocks/quirks/quirk.ts'
import { simulatedChain, type SimulatedChain } from '../../../mocks/quirks/simulatedChain.ts'
import { simulatedSolanaChain } from '../../../mocks/quirks/simulatedSolanaChain.ts'
import { answerRequests } from './answerRequests.ts'

const FIRST = { chainId: 31337, name: 'Simulated 1' }
const SECOND = { chainId: 31338, name: 'Simulated 2' }
/** A made-up genesis block: the real one is that of mainnet. */
const SOLANA_ID = 'solana:SimuLatedChain111111111111111111'

const bodySchema = z.object({ id: z.unknown(), method: z.string(), params: z._default(z.unknown(), []) })
const rawSchema = z.tuple([z.custom<TransactionSerialized>((value) => /^0x[0-9a-f]+$/.test(String(value)))])

/** Broadcasts a transaction that a wallet has signed. */
async function sendRaw(chain: SimulatedChain, params: unknown): Promise<Hex> {
  const [serialized] = z.parse(rawSchema, params)
  const { to = null, value = 0n, data = '0x' } = parseTransaction(serialized)
  const from = await recoverTransactionAddress({ serializedTransaction: serialized })
  return chain.broadcast({ from, to, value, data, serialized })
}

/** Answers JSON-RPC requests, also a batch of them. */
const rpcServer = (answer: (call: RpcCall) => Promise<unknown>) => async (request: Request) => {
  const respond = async (body: unknown) => {
    const { id, ...call } = z.parse(bodySchema, body)
    try {
      return { jsonrpc: '2.0', id, result: await answer(call) }
    } catch (error) {
      const { code = -32_603, message = String(error) } = error as { code?: number; message?: string }
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
  }
  const body: unknown = await request.json()
  return Response.json(await (Array.isArray(body) ? Promise.all(body.map(respond)) : respond(body)))
}

function startEthereum({ chainId, name }: typeof FIRST): SandboxChain {
  const chain = simulatedChain({ chainId })
  const rpcUrl = answerRequests(
    `eip155/${chainId}`,
    rpcServer((call) => (call.method === 'eth_sendRawTransaction' ? sendRaw(chain, call.params) : chain.request(call))),
  )
  return { chainId, networkId: `eip155:${chainId}`, name, symbol: 'ETH', rpcUrl, tokens: [] }
}

/** Answers for accounts that have no tokens, and no other accounts. */
const emptyAnswers: Readonly<Record<string, (params: unknown) => unknown>> = {
  getTokenAccountsByOwner: () => [],
  getMultipleAccounts: (params) =>
    z.parse(z.array(z.unknown()), z.parse(z.array(z.unknown()), params)[0]).map(() => null),
}

function startSolana() {
  const chain = simulatedSolanaChain()
  const rpcUrl = answerRequests(
    'solana',
    rpcServer(async (call) => {
      const empty = emptyAnswers[call.method]
      return empty ? { context: { slot: 1 }, value: empty(call.params) } : chain.request(call)
    }),
  )
  return { networkId: SOLANA_ID, rpcUrl } as const
}

function startBitcoin() {
  // Scripts are not verified: the library for it runs in Node only.
  const ledger = createBitcoinLedger(() => () => undefined)
  const esploraUrl = answerRequests('bitcoin', async (request, path) => {
    const { status, body } = answerEsplora(ledger, request.method, path, await request.text())
    if (body instanceof Uint8Array) return new Response(new Uint8Array(body), { status })
    return typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status })
  })
  return { networkId: bitcoinNetworkId, esploraUrl }
}

/** Starts two Ethereum chains, a Solana chain and a Bitcoin chain. They last as long as the page. */
export const startChains = () => ({
  chains: [startEthereum(FIRST), startEthereum(SECOND)],
  solana: startSolana(),
  bitcoin: startBitcoin(),
})
