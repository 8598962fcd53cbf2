/** Serves the page and the files of Latchkey's elements, without a bundler. */
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

const TYPES: Record<string, string> = { css: 'text/css', html: 'text/html; charset=utf-8', js: 'text/javascript' }

/** The file of a URL path. `/latchkey/` is the folder of `latchkey-elements`. Throws for paths outside both folders. */
function fileOf(path: string): URL {
  const [, name] = /^\/latchkey\/(.*)$/.exec(path) ?? []
  const elements = () => new URL('.', import.meta.resolve('latchkey-elements'))
  const folder = name === undefined ? new URL('page/', import.meta.url) : elements()
  const file = new URL(`./${name ?? (path.slice(1) || 'index.html')}`, folder)
  if (!file.href.startsWith(folder.href)) throw new Error(`${path} is not of the page`)
  return file
}

/** Responds with a file of the page, or with 404. */
export async function givePage(response: ServerResponse, path: string): Promise<void> {
  try {
    const file = fileOf(path)
    const type = TYPES[file.pathname.split('.').at(-1) ?? '']
    if (!type) throw new Error(`${path} is of no known type`)
    const content = await readFile(file)
    response.writeHead(200, { 'content-type': type }).end(content)
  } catch {
    response.writeHead(404).end()
  }
}
