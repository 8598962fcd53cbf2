/** A JSON-RPC node on 127.0.0.1 that records its requests and has scripted answers. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Question {
  id: number
  method: string
  params?: unknown
}

/** A request that arrived. */
export interface Arrival {
  /** Its index among all requests to all servers of a test. */
  place: number
  path: string
  httpMethod: string
  headers: IncomingHttpHeaders
  /** The calls that it contains. */
  calls: readonly Question[]
  batched: boolean
  /** Whether the client closed the connection before the complete answer. */
  abandoned: boolean
}

/** An answer: fields of a JSON-RPC response, or a whole HTTP response; `silent` keeps the connection open. */
export type Reply =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
  | { status: number; headers?: Record<string, string>; body?: string; afterMs?: number }
  | { silent: 'from the start' | 'after the headers' }

export interface CountingServer {
  url: string
  /** The requests, in order of arrival. */
  arrivals: Arrival[]
  /** The methods of all calls, in order of arrival. */
  methods(): string[]
  /** Answers each call. By default, the result is the call's method. */
  answer: (call: Question, arrival: Arrival) => Reply
  /** Changes the JSON of an answer before it is sent. */
  shape: (answer: unknown) => unknown
}

let places = 0

/** Starts a node, which stops with the test. */
export async function countingServer(answer?: CountingServer['answer']): Promise<CountingServer> {
  const http = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => (text += part))
    request.on('end', () => {
      const body = JSON.parse(text) as Question | Question[]
      const batched = Array.isArray(body)
      const { url: path = '', method: httpMethod = '', headers } = request
      const arrival: Arrival = {
        place: places++,
        path,
        httpMethod,
        headers,
        calls: [body].flat(),
        batched,
        abandoned: false,
      }
      response.on('close', () => (arrival.abandoned = !response.writableFinished))
      server.arrivals.push(arrival)
      const replies = arrival.calls.map((call) => ({ id: call.id, reply: server.answer(call, arrival) }))
      for (const { reply } of replies) {
        if ('silent' in reply) {
          if (reply.silent === 'after the headers') {
            response.writeHead(200, { 'Content-Type': 'application/json' })
            response.write('{"jsonrpc":')
          }
          return
        }
        if ('status' in reply) {
          setTimeout(() => response.writeHead(reply.status, reply.headers).end(reply.body), reply.afterMs ?? 0)
          return
        }
      }
      const answers = replies.map(({ id, reply }) => ({ jsonrpc: '2.0', id, ...reply }))
      response.writeHead(200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(server.shape(batched ? answers : answers[0])))
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: CountingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/`,
    arrivals: [],
    methods: () => server.arrivals.flatMap(({ calls }) => calls.map(({ method }) => method)),
    answer: answer ?? (({ method }) => ({ result: method })),
    shape: (value) => value,
  }
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return server
}
