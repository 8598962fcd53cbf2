/** The words of the docs, the comments and the test titles: plain American English. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A word to avoid, and the word to write. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/i, 'the caller, the user, the app'],
  [/\bvisitors?\b/i, 'user'],
  [/\banew\b/i, 'again'],
  [/\bjust so\b/i, 'nothing: delete it'],
  [/\bfor ever\b/i, 'forever, or the time limit'],
  [/\bof (?:one's|one’s) own\b/i, 'your own'],
  [/\b(?:is|are|was|were) (?:told|heard) of\b/i, 'is notified of, receives'],
  [/\be-mails?\b/i, 'email'],
  [/\blog in\b/i, 'sign in'],
  [
    /\b(?:behaviour|catalogue|colour|favour|honour|neighbour|licence|initialis|normalis|serialis|recognis|authoris|organis)\w*/i,
    'American spelling',
  ],
]
/** The specification and the history keep their words. Generated pages repeat what is checked at its source. */
const EXEMPT =
  /^docs\/(?:spec\.md|CHANGELOG\.md|charts\/|machines\/|reference\.md)|node_modules|^tests\/architecture\/words\.test\.ts$/

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm
const TITLE = /\b(?:test|describe)(?:\.\w+)?\(\s*(['"`])(.*?)\1/g
const CODE = /^```[\s\S]*?^```|`[^`\n]*`/gm

/** The prose of a file. */
function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replace(CODE, '').replace(/\]\([^)]*\)/g, ']')
  const titles = [...text.matchAll(TITLE)].map(([, , title = '']) => title)
  return [...(text.match(COMMENT) ?? []), ...titles].join('\n').replace(/`[^`\n]*`/g, '')
}

const wrongIn = (file: string, text: string): string[] =>
  WORDS.flatMap(([pattern, instead]) => {
    const found = pattern.exec(proseOf(file, text))
    return found ? [`${file}: "${found[0]}" (write: ${instead})`] : []
  })

test('docs, comments and test titles use plain words', () => {
  const globs = [
    'README.md',
    '{docs,tests}/**/*.md',
    '{machines,sdk,react-skin,elements,devtools,mocks,docs,tests}/**/*.{ts,tsx,mjs}',
  ]
  const files = globSync(globs, { cwd: root }).filter((file) => !EXEMPT.test(file))
  expect(files.length).toBeGreaterThan(1_000)
  expect(files.flatMap((file) => wrongIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a word to avoid is found in comments, titles and Markdown, and not in code', () => {
  expect(wrongIn('a.ts', "/** Whoever asks. */\nconst visitor = 'anew'")).toEqual([
    'a.ts: "Whoever" (write: the caller, the user, the app)',
  ])
  expect(wrongIn('a.ts', "test('a visitor connects', () => {})")).toHaveLength(1)
  expect(wrongIn('a.md', 'The behaviour of `colour`.\n\n```ts\n// anew\n```\n')).toEqual([
    'a.md: "behaviour" (write: American spelling)',
  ])
})
