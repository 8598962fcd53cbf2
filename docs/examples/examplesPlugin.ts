/**
 * Serves and builds the example skins and the wagmi pages with the playground and its sandbox, at /examples/plain.html, vue.html,
 * wagmi.html and wagmi2.html. They are outside the playground's folder, and import Latchkey by its package name as an app does.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('.', import.meta.url))
/** The files of the pages, by the name under which they are served. */
const pages: Readonly<Record<string, string>> = {
  'plain.html': 'skins/plain.html',
  'vue.html': 'skins/vue.html',
  'wagmi.html': 'wagmi.html',
  'wagmi2.html': 'wagmi2.html',
}
/** Modules imported with this suffix, and their imports, resolve `wagmi` to version 2. */
const OLDER = '?wagmi2'

export function examplesPlugin(): Plugin {
  /** The actual file of each page, by its virtual path in the playground's folder, which is its place in the build. */
  const placed = new Map<string, string>()
  return {
    name: 'latchkey:examples',
    // Runs before Vite's resolver, which would resolve `wagmi` to the default version.
    enforce: 'pre',
    config({ root = '' }) {
      for (const [page, file] of Object.entries(pages)) placed.set(join(root, 'examples', page), join(folder, file))
      return {
        build: { rollupOptions: { input: [...placed.keys()] } },
        resolve: {
          alias: [
            { find: /^latchkey$/, replacement: join(folder, '../../sdk/index.ts') },
            { find: /^latchkey\/skin$/, replacement: join(folder, '../../sdk/skin.ts') },
            { find: /^latchkey\/react$/, replacement: join(folder, '../../react-skin/index.ts') },
            { find: /^latchkey\/react\/styles\.css$/, replacement: join(folder, '../../react-skin/styles/styles.css') },
            { find: /^latchkey\/wagmi$/, replacement: join(folder, '../../sdk/wagmi/index.ts') },
            { find: /^\/examples\/(?=.*\.(?:tsx?|css)\b)/, replacement: folder },
          ],
        },
        // Vue requires these when it is used without its Vite plugin.
        define: {
          __VUE_OPTIONS_API__: false,
          __VUE_PROD_DEVTOOLS__: false,
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
        },
      }
    },
    resolveId(id, importer) {
      if (placed.has(id)) return id
      if (importer?.endsWith(OLDER) !== true) return undefined
      if (id === 'wagmi') return this.resolve('wagmi2', importer)
      return /^\.\/\w+\.tsx$/.test(id) ? this.resolve(`${id}${OLDER}`, importer) : undefined
    },
    load(id) {
      const file = placed.get(id)
      return file === undefined ? undefined : readFile(file, 'utf8')
    },
    configureServer(server) {
      const show = async (page: string, file: string) =>
        server.transformIndexHtml(`/examples/${page}`, await readFile(join(folder, file), 'utf8'))
      server.middlewares.use('/examples', (request, response, next) => {
        const [, page = ''] = /^\/([\w.]+)/.exec(request.url ?? '') ?? []
        const file = pages[page]
        if (file === undefined) return next()
        show(page, file).then((html) => response.setHeader('content-type', 'text/html').end(html), next)
      })
    },
  }
}
