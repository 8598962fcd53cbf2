/** What real servers do differently over HTTP, each with a public report: nodes, and the API. */
import { github, never, wait } from './helpers.ts'
import type { HttpQuirk } from './httpServer.ts'

const respond =
  (body: BodyInit | null, status: number, headers: Record<string, string> = {}) =>
  () =>
  async () =>
    new Response(body, { status, headers })

const HTML = '<html><head><title>502 Bad Gateway</title></head><body></body></html>'

/** A body that arrives in pieces, one per second, and perhaps never ends. */
function slowBody(text: string, pieces: number, hasEnd: boolean): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  const size = Math.ceil(bytes.length / pieces)
  let sent = 0
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent >= bytes.length) return hasEnd ? controller.close() : never()
      await wait(1_000)
      controller.enqueue(bytes.slice(sent, sent + size))
      sent += size
    },
  })
}

export const httpQuirks: readonly HttpQuirk[] = [
  {
    id: 'no-response',
    title: 'accepts requests and never responds',
    source: github('web3/web3.js', 2_904),
    start: () => never,
  },
  {
    id: 'unreachable',
    title: 'cannot be reached',
    source: github('hop-protocol/hop', 56),
    start: () => async () => {
      throw new TypeError('Failed to fetch')
    },
  },
  {
    id: 'rate-limited',
    title: 'responds with status 429',
    source: github('graphprotocol/graph-node', 3_612),
    start: respond('Too Many Requests', 429),
  },
  {
    id: 'rate-limited-for-a-minute',
    title: 'responds with status 429 and a Retry-After of 60 seconds',
    source: github('hyperledger-firefly/evmconnect', 135),
    start: respond('Too Many Requests', 429, { 'retry-after': '60' }),
  },
  {
    id: 'rate-limited-in-json',
    title: 'responds with status 429 and a JSON-RPC error',
    source: github('circlefin/arc-node', 207),
    start: respond('{"jsonrpc":"2.0","id":1,"error":{"code":-32011,"message":"request limit reached"}}', 429),
  },
  {
    id: 'bad-gateway',
    title: 'responds with status 502 and a page',
    source: github('ProjectOpenSea/opensea-creatures', 74),
    start: respond(HTML, 502, { 'content-type': 'text/html' }),
  },
  {
    id: 'forbidden',
    title: 'responds with status 403 and the page of a firewall',
    source: 'https://github.com/argotorg/sourcify/pull/932',
    start: respond(HTML, 403, { 'content-type': 'text/html' }),
  },
  {
    id: 'page',
    title: 'responds with a page and status 200',
    source: 'https://github.com/ethers-io/ethers.js/pull/2897',
    start: respond(HTML, 200, { 'content-type': 'text/html' }),
  },
  {
    id: 'empty-body',
    title: 'responds with an empty body and status 200',
    source: github('web3/web3.js', 5_138),
    start: respond('', 200),
  },
  {
    id: 'empty-object',
    title: 'responds with {} and status 200',
    source: github('trustwallet/trust-ray', 174),
    start: respond('{}', 200, { 'content-type': 'application/json' }),
  },
  {
    id: 'huge',
    title: 'responds with 20 MB',
    source: github('btclib-org/btclib', 324),
    start: () => {
      const piece = new Uint8Array(1_048_576).fill(32)
      return async () => {
        let left = 20
        const body = new ReadableStream<Uint8Array>({
          pull(controller) {
            if (left === 0) return controller.close()
            controller.enqueue(piece)
            left -= 1
          },
        })
        return new Response(body, { status: 200 })
      }
    },
  },
  {
    id: 'body-stalls',
    title: 'sends the first half of its responses, and no end',
    source: 'https://github.com/snapshot-labs/snapshot.js/pull/1225',
    start: () => async (_request, next) => {
      const text = await (await next()).text()
      return new Response(slowBody(text.slice(0, text.length / 2), 1, false), { status: 200 })
    },
  },
  {
    id: 'slow-body',
    title: 'sends its responses over five seconds',
    source: github('workos/workos-node', 1_679),
    start: () => async (_request, next) =>
      new Response(slowBody(await (await next()).text(), 5, true), { status: 200 }),
  },
  {
    id: 'cut-off',
    title: 'closes the connection in the middle of its responses',
    source: github('ethers-io/ethers.js', 2_453),
    start: () => async (_request, next) => {
      const text = await (await next()).text()
      return new Response(text.slice(0, text.length / 2), { status: 200 })
    },
  },
  {
    id: 'every-second-fails',
    title: 'is behind a load balancer: every second response has status 503',
    source: github('INFURA/infura', 31),
    start() {
      let count = 0
      return async (_request, next) => ((count += 1) % 2 === 0 ? new Response('Unavailable', { status: 503 }) : next())
    },
  },
]
