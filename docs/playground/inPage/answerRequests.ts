/** HTTP services in the page, for builds without a server. */

/** A reserved domain, which no server has (RFC 2606). */
const ORIGIN = 'https://sandbox.invalid'

/** Answers a request. `path` is the rest of the URL's path, which starts with a slash, or is empty. */
type Answer = (request: Request, path: string) => Promise<Response>

const answers = new Map<string, Answer>()

/** Answers all requests of this page below the returned URL, which never reach the network. */
export function answerRequests(name: string, answer: Answer): string {
  if (answers.size === 0) replaceFetch()
  const url = `${ORIGIN}/${name}`
  answers.set(url, answer)
  return url
}

function replaceFetch(): void {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    for (const [start, answer] of answers) {
      if (url !== start && !url.startsWith(`${start}/`)) continue
      const request = new Request(input, init)
      request.signal.throwIfAborted()
      return answer(request, new URL(url).pathname.slice(new URL(start).pathname.length))
    }
    return fetch(input, init)
  }
}
