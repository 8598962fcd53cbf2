/** HTTP helpers: headers, bodies, refusals. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'

const maxBodyBytes = 16 * 1024

/** The headers of every answer. `policy` is the specific part of its content security policy. */
export function writeHeaders(response: ServerResponse, origin: string, policy = "frame-ancestors 'none'") {
  const csp = `default-src 'none'; base-uri 'none'; ${policy}`
  response.setHeader('content-security-policy', csp)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'same-origin')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()')
  if (origin.startsWith('https:')) response.setHeader('strict-transport-security', 'max-age=31536000')
}

/**
 * Throws a refusal for requests from pages of other sites. Browsers always send these headers; without them it is not a
 * browser.
 */
export function checkOrigin({ headers }: IncomingMessage, origin: string): void {
  const site = headers['sec-fetch-site']
  if (headers.origin !== origin || (site !== undefined && site !== 'same-origin')) throw new Refusal('request.origin')
}

async function readText(request: IncomingMessage, type: string): Promise<string> {
  const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (contentType !== type) throw new Refusal('request.type')
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > maxBodyBytes) throw new Refusal('request.tooLong')
      chunks.push(chunk)
    }
  } catch (error) {
    // A client that disconnects in the middle is not an error of this site.
    throw error instanceof Refusal ? error : new Refusal('request.malformed')
  }
  return Buffer.concat(chunks).toString()
}

/** Parses a JSON body with a schema. */
export async function readJson<Schema extends z.ZodMiniType>(
  request: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readText(request, 'application/json')
  try {
    return z.parse(schema, JSON.parse(text))
  } catch {
    throw new Refusal('request.malformed')
  }
}

/** Parses the body of a form on one of this site's pages. */
export const readForm = async (request: IncomingMessage): Promise<URLSearchParams> =>
  new URLSearchParams(await readText(request, 'application/x-www-form-urlencoded'))

export function writeJson(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function writeHtml(response: ServerResponse, status: number, html: string) {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}
