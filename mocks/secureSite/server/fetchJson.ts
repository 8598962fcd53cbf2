/** HTTP requests of this server. */

const maxBytes = 64 * 1024

/** Fetches JSON. Throws if the answer is invalid, an error, too long or a redirect. The signal limits the time. */
export async function fetchJson(url: string, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  const response = await fetch(url, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`${new URL(url).origin} answers too much.`)
    chunks.push(chunk)
  }
  if (!response.ok) throw new Error(`${new URL(url).origin} answered ${response.status}.`)
  return JSON.parse(Buffer.concat(chunks).toString())
}
