/** Part of `npm run build`: keeps the package small. Readers of the compiled code have its docs in the types. */
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parseSync } from 'vite'

/** Comments that bundlers read. */
const ANNOTATION = /[@#]__(PURE|NO_SIDE_EFFECTS)__|@vite|webpack/

/** Returns a module without its comments, except those that bundlers read. */
export function withoutComments(text: string): string {
  const { comments } = parseSync('module.js', text)
  let kept = ''
  let from = 0
  for (const { value, start, end } of comments) {
    if (ANNOTATION.test(value)) continue
    kept += text.slice(from, start)
    from = end
    const [rest = ''] = /^[ \t]*(\n|$)/.exec(text.slice(end)) ?? []
    if (rest === '') continue
    // Nothing follows on the line of the comment, and a line without anything else goes with it.
    kept = kept.trimEnd()
    from += rest.length - (kept === '' ? 0 : 1)
  }
  return kept + text.slice(from)
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"](\.[^'"]+)['"]/g

/** Returns these files and all that they import. */
function closureOf(files: readonly string[], toFile: (path: string) => string): Set<string> {
  const found = new Set(files)
  for (const file of found)
    for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const imported = toFile(join(dirname(file), to))
      if (!existsSync(imported)) throw new Error(`${file} imports ${to}, which does not exist`)
      found.add(imported)
    }
  return found
}

type Condition = 'default' | 'types'

/** Removes the modules and types of the built package that none of its entries reaches. */
export function prune(
  out: string,
  entries: Readonly<Record<string, string | Partial<Record<Condition, string>>>>,
): void {
  const pathsOf = (condition: Condition) =>
    Object.values(entries)
      .flatMap((entry) => (typeof entry === 'string' ? [] : (entry[condition] ?? [])))
      .flatMap((path) => globSync(normalize(path).replace(/^dist\//, ''), { cwd: out }))
      .map((path) => join(out, path))
  const modules = closureOf(pathsOf('default'), (path) => path)
  const types = closureOf(pathsOf('types'), (path) => path.replace(/\.(js|tsx?)$/, '.d.ts'))
  const unused = (pattern: string, used: ReadonlySet<string>) =>
    globSync(pattern, { cwd: out })
      .map((path) => join(out, path))
      .filter((path) => !used.has(path))
  const folders = '{machines,sdk,react-skin,mocks}/**'
  for (const path of [...unused(`${folders}/*.js`, modules), ...unused(`${folders}/*.d.ts`, types)]) rmSync(path)
}
