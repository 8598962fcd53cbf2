/** The sandbox's Bitcoin chain: a testnet of its own in this process, behind the HTTP API of Esplora. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { admit, close, host, listen } from '../listen.ts'
import { answerEsplora } from './esplora.ts'
import { bitcoinNetworkId, createBitcoinLedger, type BitcoinLedger } from './ledger.ts'

/** A running Bitcoin chain: who it is, where it answers, and how to end it. */
export interface BitcoinChain {
  /** CAIP-2: the first 32 characters of the hash of testnet's first block, with which this chain begins too. */
  networkId: typeof bitcoinNetworkId
  /** Esplora's API. */
  esploraUrl: string
  /** Makes so many blocks. */
  mine(blocks?: number): void
  /** Whether what is sent is in a block at once, as it is at the start. */
  setAutomatic(on: boolean): void
  stop(): Promise<void>
}

async function answerHttp(ledger: BitcoinLedger, request: IncomingMessage, response: ServerResponse) {
  if (admit(request, response, 'GET, POST, PUT')) return
  const { method = 'GET', url = '/' } = request
  const { status, body } = answerEsplora(ledger, method, url.replace(/\?.*/, ''), await text(request))
  if (body instanceof Uint8Array)
    return response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body)
  const type = typeof body === 'string' ? 'text/plain' : 'application/json'
  return response
    .writeHead(status, { 'content-type': type })
    .end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Starts the chain. It ends with `stop`, or with this process. */
export async function startBitcoin(): Promise<BitcoinChain> {
  const ledger = createBitcoinLedger()
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
