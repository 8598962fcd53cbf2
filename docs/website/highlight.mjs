/** Syntax highlighting at build time. */
import highlight from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'

for (const [name, language] of Object.entries({ bash, css, json, typescript, xml }))
  highlight.registerLanguage(name, language)
highlight.registerAliases(['tsx', 'jsx', 'mjs'], { languageName: 'typescript' })
highlight.registerAliases(['vue'], { languageName: 'xml' })

/** The language of a file, by its extension. */
export const languageOf = (path) => path.slice(path.lastIndexOf('.') + 1)

export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Highlighted code as HTML. Code in an unknown language is only escaped. */
export const highlighted = (code, language) =>
  language && highlight.getLanguage(language) ? highlight.highlight(code, { language }).value : escaped(code)
