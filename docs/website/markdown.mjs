/** Renders a Markdown page as HTML, and extracts its sections for the search. */
import { Marked } from 'marked'
import { escaped, highlighted } from './highlight.mjs'

/** The anchor of a heading, as on GitHub. */
const anchorOf = (title) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The text of HTML. `gap` replaces each tag. */
const plain = (html, gap = '') =>
  html
    .replace(/<[^>]+>/g, gap)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

/** `resolve` resolves links within the site. `drawing` returns the image that replaces a Mermaid chart. */
export function renderMarkdown(markdown, { resolve, drawing }) {
  const seen = new Map()
  const titles = []
  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const anchor = anchorOf(plain(html))
      const times = seen.get(anchor) ?? 0
      seen.set(anchor, times + 1)
      const id = times === 0 ? anchor : `${anchor}-${times}`
      titles.push({ id, depth, title: plain(html) })
      return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`
    },
    code({ text, lang = '' }) {
      const language = lang.split(' ')[0]
      const picture = language === 'mermaid' ? drawing() : undefined
      if (picture) {
        const { src, alt } = picture
        const [, anywhere = ''] = /From anywhere\n([\s\S]*?)\n\s*end note/.exec(text) ?? []
        const reactions = anywhere
          .split('\n')
          .flatMap((line) => (line.trim() ? [`<code>${escaped(line.trim())}</code>`] : []))
        const others = reactions.length === 0 ? '' : `<p>From anywhere: ${reactions.join(', ')}.</p>\n`
        return `<p><a href="${src}"><img src="${src}" alt="${alt}"></a></p>\n${others}`
      }
      return `<pre tabindex="0"><code class="hljs">${highlighted(text, language)}</code></pre>\n`
    },
    link({ href, title, tokens }) {
      const inner = this.parser.parseInline(tokens)
      return `<a href="${escaped(resolve(href))}"${title ? ` title="${escaped(title)}"` : ''}>${inner}</a>`
    },
    image({ href, text }) {
      return `<img src="${escaped(resolve(href))}" alt="${escaped(text)}">`
    },
    html({ text }) {
      return text.startsWith('<!--') ? '' : text
    },
  }
  const marked = new Marked({ renderer })
  const html = marked
    .parse(markdown)
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
  const parts = html.split(/(?=<h[1-6] id=")/).filter((part) => part.startsWith('<h'))
  const sections = parts.map((part, index) => ({
    ...titles[index],
    text: plain(part.replace(/<h[1-6][\s\S]*?<\/h[1-6]>/, '').replace(/<details>[\s\S]*?<\/details>/g, ''), ' '),
  }))
  return { title: titles[0]?.title ?? '', html, sections }
}
