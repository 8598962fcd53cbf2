/** Bundles the frame's page, once per process. */
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** The built page. `files` is by path. */
export interface Bundle {
  script: string
  styles: readonly string[]
  files: ReadonlyMap<string, { type: string; body: string | Uint8Array }>
}

const folder = fileURLToPath(new URL('../page/', import.meta.url))

async function buildPage(): Promise<Bundle> {
  const { build } = await import('vite')
  const result = (await build({
    configFile: false,
    root: folder,
    base: '/',
    mode: 'production',
    logLevel: 'warn',
    // In this repository, tsconfig.json maps the package to its sources.
    resolve: { tsconfigPaths: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: false,
      target: 'es2023',
      rollupOptions: { input: `${folder}main.ts` },
      chunkSizeWarningLimit: 2_000,
    },
  })) as Rolldown.RolldownOutput
  const files = new Map(
    result.output.map((file) => {
      const body = file.type === 'chunk' ? file.code : file.source
      const type = file.fileName.endsWith('.css') ? 'text/css' : 'text/javascript'
      return [`/${file.fileName}`, { type: `${type}; charset=utf-8`, body }]
    }),
  )
  const entry = result.output.find((file) => file.type === 'chunk' && file.isEntry)
  if (!entry) throw new Error('The page has no entry.')
  return { script: `/${entry.fileName}`, styles: [...files.keys()].filter((path) => path.endsWith('.css')), files }
}

let cachedBundle: Promise<Bundle> | undefined

/** Builds the page, or returns the earlier build. A failed build is retried. */
export const bundlePage = (): Promise<Bundle> =>
  (cachedBundle ??= buildPage().catch((error: unknown) => {
    cachedBundle = undefined
    throw error
  }))
