import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Rollup } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Sizes {
  /** kB, gzip -9, of what loads at once. */
  atOnce: number
  /** kB, gzip -9, of each part that loads later, by name. */
  later: Record<string, number>
}

const kilobytes = (chunk: Rollup.OutputChunk) => gzipSync(chunk.code, { level: 9 }).length / 1000

/** Bundles one module for production, as a site would, and weighs it. `keep` are left out of the bundle. */
export async function sizesOf(source: string, keep: readonly string[] = []): Promise<Sizes> {
  const id = 'virtual:page'
  process.env['NODE_ENV'] = 'production'
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [
      react(),
      {
        name: 'page',
        resolveId: (name) => (name === id ? `\0${id}.tsx` : undefined),
        load: (name) => (name === `\0${id}.tsx` ? source.replaceAll('~/', root) : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: id, external: [...keep], preserveEntrySignatures: 'strict' },
    },
  })) as Rollup.RollupOutput
  const chunks = result.output.filter((part): part is Rollup.OutputChunk => part.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const atOnce = new Set<string>()
  const visit = (name: string) => {
    if (atOnce.has(name) || !byName.has(name)) return
    atOnce.add(name)
    for (const next of byName.get(name)?.imports ?? []) visit(next)
  }
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk.fileName)
  const weigh = (chosen: Rollup.OutputChunk[]) => chosen.reduce((sum, chunk) => sum + kilobytes(chunk), 0)
  return {
    atOnce: weigh(chunks.filter(({ fileName }) => atOnce.has(fileName))),
    later: Object.fromEntries(
      chunks.filter(({ fileName }) => !atOnce.has(fileName)).map((chunk) => [chunk.name, kilobytes(chunk)]),
    ),
  }
}
