/**
 * `npm run docs`: builds the guides, the reference, the machine pages with their charts, the changelog and all linked files into a static
 * site. It works on any host, under any path, or opened as files, and makes no requests to other hosts.
 */
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import MiniSearch from 'minisearch'
import { build } from 'vite'
import { layouts } from '../../sdk/devtools/layouts/index.ts'
import { withoutSockets } from '../scripts/vendor.mjs'
import { toSvg } from '../scripts/chartDrawing.ts'
import { highlighted, languageOf } from './highlight.mjs'
import { renderMarkdown } from './markdown.mjs'
import { contentsOf, pageOf } from './page.mjs'
import { searchOptions } from './searchOptions.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const out = process.argv[2] ?? join(root, 'dist-docs')
const read = (path) => readFileSync(join(root, path), 'utf8')
const isPage = (path) => path === 'README.md' || /^docs\/.*\.md$/.test(path)

/** The path in the site of a file of the repository. */
function htmlPathOf(path) {
  if (path === 'README.md') return 'index.html'
  if (path === 'docs/machines/README.md') return 'machines/index.html'
  if (isPage(path)) return path.replace(/^docs\//, '').replace(/\.md$/, '.html')
  if (/\.(png|svg)$/.test(path)) return path.replace(/^docs\//, '')
  return `source/${path}.html`
}

const guides = 'docs/{*,machines/*,create-latchkey/README,examples/README,examples/*/README}.md'
const pages = ['README.md', ...globSync(guides, { cwd: root })].map((path) => path.replaceAll('\\', '/'))
const written = new Map()
const sources = new Set()
const files = new Set()

/** Resolves a link of a page to a path in the site, and adds the target to the site. */
function resolveLink(from, link) {
  if (/^[a-z]+:/.test(link)) return link
  const [file, anchor] = link.split('#')
  const target = file === '' ? from : posix.normalize(posix.join(posix.dirname(from), file)).replace(/\/$/, '')
  if (!existsSync(join(root, target))) throw new Error(`${from} leads to ${link}, which is not there`)
  if (/\.(png|svg)$/.test(target)) files.add(target)
  else if (!isPage(target)) sources.add(target)
  const place = posix.relative(posix.dirname(htmlPathOf(from)), htmlPathOf(target))
  return anchor === undefined ? place : `${place}#${anchor}`
}

rmSync(out, { recursive: true, force: true })
function write(place, text) {
  mkdirSync(dirname(join(out, place)), { recursive: true })
  writeFileSync(join(out, place), text)
}

const drawings = Object.fromEntries(
  await Promise.all(Object.entries(layouts).map(async ([id, load]) => [id, (await load()).layout])),
)
/** Draws the chart of a machine page, also the small ones that the repository shows with Mermaid; `undefined` for other pages. */
function drawingOf(path) {
  const id = basename(path, '.md')
  const layout = drawings[id]
  if (!layout) return undefined
  write(`charts/${id}.svg`, toSvg(id, layout))
  return { src: `../charts/${id}.svg`, alt: `The chart of ${id}` }
}

const sections = []
for (const path of pages) {
  const page = renderMarkdown(read(path), {
    resolve: (link) => resolveLink(path, link),
    drawing: () => drawingOf(path),
  })
  written.set(htmlPathOf(path), page)
  for (const { id, title, text } of page.sections)
    sections.push({ id: `${htmlPathOf(path)}#${id}`, title, page: page.title, text })
}
// Pages that only the navigation of the site links to.
const contents = contentsOf(pages, (path) => ({
  place: htmlPathOf(path),
  title: written.get(htmlPathOf(path)).title,
}))

/** A page for a file or folder of the repository. */
function sourcePage(path) {
  const isFolder = statSync(join(root, path)).isDirectory()
  if (!isFolder)
    return {
      title: path,
      html: `<h1>${path}</h1><pre tabindex="0"><code class="hljs">${highlighted(read(path), languageOf(path))}</code></pre>`,
    }
  const rows = globSync('*.*', { cwd: join(root, path) })
    .toSorted()
    .map((name) => posix.join(path, name))
    .filter((file) => !/\.(png|svg)$/.test(file))
  for (const file of rows) sources.add(file)
  const items = rows.map(
    (file) =>
      `<li><a href="${posix.relative(posix.dirname(htmlPathOf(path)), htmlPathOf(file))}">${basename(file)}</a></li>`,
  )
  return { title: path, html: `<h1>${path}</h1><ul>${items.join('')}</ul>` }
}
for (const path of sources)
  if (!written.has(htmlPathOf(path))) written.set(htmlPathOf(path), { ...sourcePage(path), sections: [] })

for (const [place, page] of written) write(place, pageOf(place, page, contents))
// The playground is a separate page, with simulated chains in the page.
const playground = read('docs/playground/index.html')
  .replace('</head>', '  <link rel="stylesheet" href="playground.css" />\n  </head>')
  .replace(/<script .*<\/script>/, '<script src="playground.js"></script>')
write('playground.html', playground)
for (const file of files) {
  mkdirSync(dirname(join(out, htmlPathOf(file))), { recursive: true })
  cpSync(join(root, file), join(out, htmlPathOf(file)))
}
cpSync(join(root, 'docs/website/site.css'), join(out, 'site.css'))

const index = new MiniSearch(searchOptions)
index.addAll(sections)
write('searchIndex.js', `window.latchkeyIndex = ${JSON.stringify(JSON.stringify(index))}\n`)

/** Bundles a classic script: browsers do not load modules from `file:` URLs. */
async function bundle(name, source, mode = 'production') {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    mode,
    plugins: [withoutSockets],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        input: { [name]: join(root, source) },
        output: {
          format: 'iife',
          codeSplitting: false,
          entryFileNames: '[name].js',
          assetFileNames: `${name}[extname]`,
        },
      },
    },
  })
}
process.env.NODE_ENV = 'production'
await bundle('search', 'docs/website/search.ts')
await bundle('playground', 'docs/playground/main.tsx', 'static')
console.log(`${written.size + 1} pages: ${join(relative(process.cwd(), out) || '.', 'index.html')}`)
