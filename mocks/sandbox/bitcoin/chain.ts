/** The sandbox's Bitcoin chain: a private testnet in this process, with the HTTP API of Esplora. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { allowCrossOrigin, close, host, listen } from '../listen.ts'
import { answerEsplora } from './esplora.ts'
import { loadInterpreter } from './interpreter.ts'
import { bitcoinNetworkId, createBitcoinLedger, type BitcoinLedger } from './ledger.ts'

/** A running Bitcoin chain. */
export interface BitcoinChain {
  /** CAIP-2: the first 32 characters of testnet's genesis hash, because this chain starts with the same block. */
  networkId: typeof bitcoinNetworkId
  /** The URL of the Esplora API. */
  esploraUrl: string
  /** Mines this many blocks. */
  mine(blocks?: number): void
  /** Whether each transaction is mined immediately, which is the default. */
  setAutomatic(on: boolean): void
  stop(): Promise<void>
}

async function answerHttp(ledger: BitcoinLedger, request: IncomingMessage, response: ServerResponse) {
  if (allowCrossOrigin(request, response, 'GET, POST, PUT')) return
  const { method = 'GET', url = '/' } = request
  const { status, body } = answerEsplora(ledger, method, url.replace(/\?.*/, ''), await text(request))
  if (body instanceof Uint8Array)
    return response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body)
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  return response
    .writeHead(status, { 'content-type': type })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Starts the chain. It stops with `stop`, or with this process. */
export async function startBitcoin(): Promise<BitcoinChain> {
  const ledger = createBitcoinLedger(loadInterpreter)
  const listening = await listen(0)
  if (!listening) throw new Error('No free port was found.')
  const { server, port } = listening
  server.on('request', (request, response) => {
    answerHttp(ledger, request, response).catch(() => request.socket.destroy())
  })
  let stopping: Promise<void> | undefined
  return {
    networkId: bitcoinNetworkId,
    esploraUrl: `http://${host}:${port}`,
    mine: ledger.mine,
    setAutomatic: ledger.setAutomatic,
    stop: () => (stopping ??= close(server)),
  }
}
