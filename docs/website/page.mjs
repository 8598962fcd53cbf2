/** The layout of each page: navigation, search and the current position. */
import { posix } from 'node:path'
import { escaped } from './highlight.mjs'

/** The guides in reading order. Other pages follow them. */
const GUIDES = {
  Start: [
    'README.md',
    'docs/getting-started.md',
    'docs/examples/README.md',
    'docs/create-latchkey/README.md',
    'docs/elements.md',
    'docs/skin.md',
    'docs/theming.md',
    'docs/icons.md',
    'docs/headless.md',
  ],
  Tasks: [
    'docs/connecting.md',
    'docs/wallet-sdks.md',
    'docs/sign-in.md',
    'docs/balances.md',
    'docs/sending.md',
    'docs/swaps.md',
    'docs/buying.md',
    'docs/payments.md',
    'docs/embedded-wallet.md',
    'docs/smart-sessions.md',
    'docs/names.md',
    'docs/ethereum-provider.md',
  ],
  More: [
    'docs/pairing.md',
    'docs/secure-site.md',
    'docs/testing.md',
    'docs/quirks.md',
    'docs/troubleshooting.md',
    'docs/sandbox.md',
    'docs/migrating.md',
    'docs/security.md',
    'docs/api.md',
  ],
  Reference: ['docs/reference.md', 'docs/errors.md', 'docs/methods.md', 'docs/spec.md', 'docs/CHANGELOG.md'],
  Contributing: [
    'docs/CONTRIBUTING.md',
    'docs/architecture.md',
    'docs/adding-a-feature.md',
    'docs/glossary.md',
    'docs/designers.md',
  ],
}

/** The navigation: groups of pages, each by its place and title. */
export function contentsOf(pages, describe) {
  const named = new Set(Object.values(GUIDES).flat())
  const machines = pages.filter((path) => path.startsWith('docs/machines/'))
  // The overview of examples links to each of them.
  const isExample = (path) => path.startsWith('docs/examples/')
  const others = pages.filter((path) => !named.has(path) && !machines.includes(path) && !isExample(path))
  const missing = [...named].filter((path) => !pages.includes(path))
  if (missing.length > 0) throw new Error(`The navigation names what is not there: ${missing.join(', ')}`)
  const groups = Object.entries(GUIDES).map(([name, paths]) => ({ name, pages: paths.map(describe) }))
  groups[0].pages.push({ place: 'playground.html', title: 'Playground' })
  groups[4].pages.push(...others.map(describe))
  const index = machines.filter((path) => path.endsWith('README.md'))
  const rest = machines.filter((path) => !path.endsWith('README.md')).toSorted((a, b) => a.localeCompare(b))
  return [...groups, { name: 'Machines', pages: [...index, ...rest].map(describe) }]
}

/** A complete HTML page with relative links. */
export function pageOf(place, { title, html, sections }, contents) {
  const up = posix.relative(posix.dirname(place), '.') || '.'
  const to = (target) => posix.relative(posix.dirname(place), target)
  const groups = contents.map(({ name, pages }) => {
    const isHere = pages.some((page) => page.place === place)
    const links = pages.map(
      (page) =>
        `<li><a href="${to(page.place)}"${page.place === place ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`,
    )
    const open = isHere || name !== 'Machines' ? ' open' : ''
    return `<details${open}><summary>${name}</summary><ul>${links.join('')}</ul></details>`
  })
  const onPage = sections.filter(({ depth }) => depth === 2)
  const aside =
    onPage.length < 2
      ? ''
      : `<nav class="on-page" aria-label="On this page"><p>On this page</p><ul>${onPage.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join('')}</ul></nav>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}${title === 'Latchkey' ? '' : ' – Latchkey'}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}/site.css">
<script defer src="${up}/search.js"></script>
</head>
<body data-up="${up}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<button type="button" id="menu" aria-expanded="false" aria-controls="pages">Pages</button>
<a class="name" href="${up}/index.html">Latchkey</a>
<div class="search" role="search">
<input id="search" type="search" placeholder="Search (press /)" aria-label="Search" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="found" aria-autocomplete="list">
<ul id="found" role="listbox" aria-label="Found" hidden></ul>
<p id="count" role="status" class="unseen"></p>
</div>
</header>
<div class="frame">
<nav id="pages" aria-label="Pages">${groups.join('')}</nav>
<main id="content" tabindex="-1">
${html}
</main>
${aside}
</div>
</body>
</html>
`
}
