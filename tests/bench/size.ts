import { join, relative } from 'node:path'
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
  /** The modules that something of loads at once, by path. */
  modules: readonly string[]
  /** The packages that something of loads at once. */
  packages: readonly string[]
  /** kB, gzip -9, of all that loads with modules of this package that load later; throws for one that does not. */
  loadedWith(...modules: string[]): number
}

const kilobytes = (chunk: Rollup.OutputChunk) => gzipSync(chunk.code, { level: 9 }).length / 1000

/**
 * Bundles one module for production, as a site would, and weighs it, without the lists of what to preload that Vite adds. `keep` are
 * left out of the bundle.
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
      // A page exports nothing, so nothing that others import has to be kept out of its file.
      rollupOptions: { input: id, external: [...keep], preserveEntrySignatures: 'allow-extension' },
    },
  })) as Rollup.RollupOutput
  const chunks = result.output.filter((part): part is Rollup.OutputChunk => part.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** What loads with some chunks: they and all that they import, without what is there already. */
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
