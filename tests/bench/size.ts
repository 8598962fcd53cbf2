import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Rollup } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Sizes {
  /** kB, gzip -9, of the initial chunks. */
  atOnce: number
  /** kB, gzip -9, of each lazy chunk, by name. */
  later: Record<string, number>
  /** The modules that are at least partly in the initial chunks, by path. */
  modules: readonly string[]
  /** The packages that are at least partly in the initial chunks. */
  packages: readonly string[]
  /** kB, gzip -9, of everything that loads with these lazy modules of the package. Throws if one of them is not lazy. */
  loadedWith(...modules: string[]): number
}

const kilobytes = (chunk: Rollup.OutputChunk) => gzipSync(chunk.code, { level: 9 }).length / 1000

/**
 * Bundles one module for production, as an app does, and measures it without Vite's preload lists. `keep` are the external
 * modules.
 */
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
      // A page has no exports, so chunks may be merged freely.
      rollupOptions: { input: id, external: [...keep], preserveEntrySignatures: 'allow-extension' },
    },
  })) as Rollup.RollupOutput
  const chunks = result.output.filter((part): part is Rollup.OutputChunk => part.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** The chunks and everything that they import, without the chunks that are loaded already. */
  const closureOf = (names: readonly string[], there: ReadonlySet<string> = new Set()) => {
    const found = new Set<string>()
    const visit = (name: string) => {
      if (there.has(name) || found.has(name) || !byName.has(name)) return
      found.add(name)
      for (const next of byName.get(name)?.imports ?? []) visit(next)
    }
    names.forEach(visit)
    return found
  }
  const namesOf = (chosen: Rollup.OutputChunk[]) => chosen.map(({ fileName }) => fileName)
  const atOnce = closureOf(namesOf(chunks.filter(({ isEntry }) => isEntry)))
  const weigh = (chosen: Rollup.OutputChunk[]) => chosen.reduce((sum, chunk) => sum + kilobytes(chunk), 0)
  const among = (names: ReadonlySet<string>) => chunks.filter(({ fileName }) => names.has(fileName))
  const modules = among(atOnce).flatMap((chunk) =>
    Object.keys(chunk.modules).filter((name) => chunk.modules[name]?.code),
  )
  const packages = modules.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
  return {
    atOnce: weigh(among(atOnce)),
    modules: modules.map((path) => relative(root, path)),
    packages: [...new Set(packages)].toSorted(),
    later: Object.fromEntries(
      chunks.filter(({ fileName }) => !atOnce.has(fileName)).map((chunk) => [chunk.name, kilobytes(chunk)]),
    ),
    loadedWith(...paths) {
      const entries = paths.map((path) => {
        const entry = chunks.find(({ facadeModuleId: id, isDynamicEntry }) => isDynamicEntry && id === join(root, path))
        if (!entry) throw new Error(`${path} is not loaded later.`)
        return entry.fileName
      })
      return weigh(among(closureOf(entries, atOnce)))
    },
  }
}
