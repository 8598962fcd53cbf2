/** HTTP requests of this server. */

const longestBytes = 64 * 1024

/** Fetches JSON. Throws if the answer is invalid, an error, too long or a redirect. The signal limits the time. */
export async function askJson(url: string, init: RequestInit & { signal: AbortSignal }): Promise<unknown> {
  const answer = await fetch(url, { ...init, redirect: 'error' })
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > longestBytes) throw new Error(`${new URL(url).origin} answers too much.`)
    chunks.push(chunk)
  }
  if (!answer.ok) throw new Error(`${new URL(url).origin} answered ${answer.status}.`)
  return JSON.parse(Buffer.concat(chunks).toString())
}
