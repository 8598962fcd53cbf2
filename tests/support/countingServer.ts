/** A JSON-RPC node on 127.0.0.1 that keeps a record of what it was asked, and answers as it is told. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Question {
  id: number
  method: string
  params?: unknown
}

/** One request that arrived. */
export interface Arrival {
  /** Its place among all requests of all servers of a test, from 0. */
  place: number
  path: string
  httpMethod: string
  headers: IncomingHttpHeaders
  /** The calls in it. */
  calls: readonly Question[]
  batched: boolean
  /** Whoever asked hung up before there was a whole answer. */
  abandoned: boolean
}

/** What is answered: fields of a JSON-RPC answer, or a whole HTTP answer; `silent` keeps the connection open. */
export type Reply =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
  | { status: number; headers?: Record<string, string>; body?: string; afterMs?: number }
  | { silent: 'from the start' | 'after the headers' }

export interface CountingServer {
  url: string
  /** Requests in the order of their arrival. */
  arrivals: Arrival[]
  /** The methods of all calls, in the order of their arrival. */
  methods(): string[]
  /** How each call is answered from now on; the default is the call's method as its result. */
  answer: (call: Question, arrival: Arrival) => Reply
  /** Changes the JSON of an answer before it is sent. */
  shape: (answer: unknown) => unknown
}

let places = 0

/** Starts a node; it ends with the test. */
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
