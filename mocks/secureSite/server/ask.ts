/** What this server asks others over HTTP. */

const longestBytes = 64 * 1024

/** Reads JSON. Throws where the answer is none, a failure, too long, or leads elsewhere. The signal says how long it may take. */
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
