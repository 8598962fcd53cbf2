/** The sandbox's Solana chain: Solana's runtime in this process, with a node's JSON-RPC over HTTP and WebSocket. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'
import { allowCrossOrigin, close, host, listen } from '../listen.ts'
import { firstSolanaAccount } from './accounts.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { makerAccounts, makerReserveOf } from './maker.ts'
import { createSolanaMethods } from './methods.ts'
import { nftAccounts } from './nfts.ts'
import { answerRpc, type RpcMethods } from './rpc.ts'
import { createSubscriptions } from './subscriptions.ts'
import { tokenAccounts } from './token.ts'

const initialBalance = 100_000_000_000n
const maxAttempts = 20

/** A running Solana chain. */
export interface SolanaChain {
  /** CAIP-2: the first 32 characters of the chain's genesis hash, which is the same on every start. */
  networkId: `solana:${string}`
  /** The HTTP URL. The WebSocket is on the same port, and on the next one, where `@solana/web3.js` expects it. */
  rpcUrl: string
  /** Skips slots, which otherwise take 400 ms each. 151 slots expire every blockhash. */
  advance(slots: number): void
  stop(): Promise<void>
}

async function answerHttp(methods: RpcMethods, request: IncomingMessage, response: ServerResponse) {
  if (allowCrossOrigin(request, response, 'POST')) return
  if (request.method !== 'POST') return response.writeHead(405).end('Used HTTP Method is not allowed.')
  const answer = answerRpc(methods, await text(request))
  return response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
}

/** Listens on two consecutive ports. */
async function listenOnTwoPorts(): Promise<{ port: number; servers: Server[] }> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const first = await listen(0)
    const second = first && first.port < 65_535 ? await listen(first.port + 1) : undefined
    if (first && second) return { port: first.port, servers: [first.server, second.server] }
    if (first) await close(first.server)
  }
  throw new Error(`No two free ports in a row were found in ${maxAttempts} attempts.`)
}

function acceptSockets(ledger: Ledger, servers: readonly Server[]) {
  const sockets = new WebSocketServer({ noServer: true })
  for (const server of servers) {
    server.on('upgrade', (request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (accepted) => sockets.emit('connection', accepted))
    })
  }
  sockets.on('connection', (socket) => {
    const subscriptions = createSubscriptions(ledger, (message) => socket.send(message))
    socket.on('message', (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) subscriptions.receive(data.toString())
    })
    socket.on('close', () => subscriptions.close())
    // A failed socket also emits `close`.
    socket.on('error', () => undefined)
  })
  return sockets
}

/** Starts the chain. The wallet's first account has 100 SOL and the tokens. It stops with `stop`, or with this process. */
export async function startSolana(): Promise<SolanaChain> {
  const ledger = await createLedger()
  ledger.airdrop(firstSolanaAccount.address, initialBalance)
  tokenAccounts(makerReserveOf).forEach(ledger.setAccount)
  makerAccounts().forEach(ledger.setAccount)
  nftAccounts().forEach(ledger.setAccount)
  const methods = createSolanaMethods(ledger)
  const { port, servers } = await listenOnTwoPorts()
  for (const server of servers) {
    server.on('request', (request, response) => {
      answerHttp(methods, request, response).catch(() => request.socket.destroy())
    })
  }
  const sockets = acceptSockets(ledger, servers)
  let stopping: Promise<unknown> | undefined
  return {
    networkId: `solana:${ledger.genesisHash.slice(0, 32)}`,
    rpcUrl: `http://${host}:${port}`,
    advance: ledger.advance,
    async stop() {
      sockets.clients.forEach((socket) => socket.terminate())
      await (stopping ??= Promise.all(servers.map(close)))
    },
  }
}
