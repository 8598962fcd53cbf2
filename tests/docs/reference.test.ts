/** Checks that docs/reference.md, which is generated from the types, is complete. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { referencePage } from '../../docs/scripts/reference.ts'
import { actionExamples, elementExamples, hookExamples } from '../../docs/scripts/referenceExamples.ts'
import { createReader } from '../../docs/scripts/types.ts'
import { ATTRIBUTES, readAttributes } from '../../react-skin/elements/attributes.ts'
import { en } from '../../react-skin/strings/en.ts'
import { createLatchkey } from '../../sdk/index.ts'
import { features } from '../../sdk/instance/features.ts'
import type { ViewName } from '../../machines/shell/view.types.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const sources = Object.fromEntries(
  globSync('{machines,react-skin,sdk}/**/*.{ts,tsx}', { cwd: fileURLToPath(root) }).map((found) => {
    const path = found.replaceAll('\\', '/')
    return [path, read(path)]
  }),
)

/** The text of each option's example, which is type-checked in its own file. */
function optionExamples(): Record<string, string> {
  const path = 'docs/scripts/referenceOptions.ts'
  const reader = createReader({ [path]: read(path) })
  return Object.fromEntries(
    reader.propertiesOf(path, 'optionExamples').map(({ name, text }) => [name, `${name}: ${text}`]),
  )
}

const exportedHooks = [...read('react-skin/index.ts').matchAll(/^export \{ (use\w+).* from '\.\/hooks/gm)].map(
  ([, name = '']) => name,
)

/** The values that an entry exports, in the groups of its comments. */
const groupsOf = (entry: 'latchkey' | 'latchkey/skin', file: string) =>
  read(file)
    .split(/^\/\/ /m)
    .slice(1)
    .map((group) => ({
      entry,
      title: group.slice(0, group.indexOf('\n')),
      modules: [...group.matchAll(/^export \{([^}]*)\} from '([^']+)'/gm)].map(([, names = '', path = '']) => ({
        text: read(new URL(path, new URL(file, root)).pathname.slice(root.pathname.length)),
        names: names.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
      })),
    }))
const functions = [...groupsOf('latchkey', 'sdk/index.ts'), ...groupsOf('latchkey/skin', 'sdk/skin.ts')]

const made = referencePage({
  reader: createReader(sources),
  hooks: exportedHooks.map((name) => read(`react-skin/hooks/${name}.ts`)).join('\n'),
  exportedHooks,
  functions,
  views: Object.entries(en.titles).map(([name, title]) => ({
    name,
    title,
    feature: features.find(({ lazy, views }) => lazy && views.includes(name as ViewName))?.name ?? '',
  })),
  examples: { options: optionExamples(), actions: actionExamples, hooks: hookExamples, elements: elementExamples },
})

test('the page says what the types say', async () => {
  await expect(made.page).toMatchFileSnapshot('../../docs/reference.md')
})

test('every option, action, hook and element has a description and an example', () => {
  expect(made.faults).toEqual([])
})

test('every action of an instance is listed', () => {
  const actions = Object.entries(createLatchkey()).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : [],
  )
  expect(Object.keys(actionExamples).toSorted()).toEqual(actions.toSorted())
})

test("the examples of the elements' attributes are valid", () => {
  const said = ATTRIBUTES.map((name) => {
    const [, written, value = ''] = /^([\w-]+)(?:="(.*)")?$/.exec(elementExamples[name] ?? '') ?? []
    expect(written).toBe(name)
    return [name, value] as const
  })
  const { options, faults } = readAttributes([Object.fromEntries(said)])
  expect(faults).toEqual([])
  expect(Object.keys(options).toSorted()).toEqual([
    'embedded',
    'features',
    'networks',
    'projectId',
    'secureSite',
    'theme',
  ])
})
