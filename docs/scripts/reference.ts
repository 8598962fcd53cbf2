/** Generates docs/reference.md from the types, their docstrings, and one example each. */
import { parseSync } from 'vite'
import { nameIn, nodeIn, nodesIn, type FieldOf, type Node, type Reader } from './types.ts'

/** Examples by name: for options a value, for all others code. */
export interface Examples {
  options: Readonly<Record<string, string>>
  actions: Readonly<Record<string, string>>
  hooks: Readonly<Record<string, string>>
  /** Of the attributes and properties of the custom elements, and of a listener for each event. */
  elements: Readonly<Record<string, string>>
}

/** A view, and the feature that it belongs to. */
export interface ViewRow {
  name: string
  title: string
  feature: string
}

export interface FunctionGroup {
  entry: 'latchkey' | 'latchkey/skin'
  title: string
  /** The source texts of the modules, and the names that the entry exports of them. */
  modules: readonly { text: string; names: readonly string[] }[]
}

export interface ReferenceSources {
  reader: Reader
  /** The source texts of react-skin/hooks. */
  hooks: string
  /** The hooks that the package exports. */
  exportedHooks: readonly string[]
  /** The functions that `latchkey` and `latchkey/skin` export, in the groups of these files. */
  functions: readonly FunctionGroup[]
  views: readonly ViewRow[]
  examples: Examples
}

const OPTIONS = 'sdk/instance/options.ts'
const INSTANCE = 'sdk/instance/instance.ts'

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
const code = (text: string): string => `\`${cell(text)}\``
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
/** Links statement ids such as [1.3] to the specification. */
const linked = (text: string): string => text.replaceAll(/\[(\d+\.\d+)\]/g, '[$1](spec.md)')
const block = (lines: readonly string[], language = 'ts'): string => ['```' + language, ...lines, '```'].join('\n')

interface Named {
  name: string
  /** The source text, on one line. */
  signature: string
  meaning: string
}

/** The methods of the instance's interface. */
function actionsOf(reader: Reader): Named[] {
  const module = reader.moduleAt(INSTANCE)
  const members = nodesIn(nodeIn(module.declared.get('Latchkey'), 'body'), 'body')
  const methods = members.filter(({ type }) => type === 'TSMethodSignature')
  return methods.map((member) => ({
    name: nameIn(member, 'key'),
    signature: reader.textOf(module, member).replace(/;$/, ''),
    meaning: reader.meaningOf(module, member),
  }))
}

/** The name of a declaration, and the position where its body begins. */
function declaredIn(declaration: Node): { name: string; until: number } | undefined {
  if (declaration.type === 'FunctionDeclaration')
    return { name: nameIn(declaration, 'id'), until: nodeIn(declaration, 'body')?.start ?? declaration.end }
  const [variable] = nodesIn(declaration, 'declarations')
  const arrow = nodeIn(variable, 'init')
  return variable && arrow?.type === 'ArrowFunctionExpression'
    ? { name: nameIn(variable, 'id'), until: nodeIn(arrow, 'body')?.start ?? arrow.end }
    : undefined
}

/** A docstring as prose: its tags become list items. */
const withoutTags = (text: string): string =>
  text
    .replace(/ ?@param (\w+) /g, '\n- `$1`: ')
    .replace(/ ?@returns /g, '\n- Returns: ')
    .replace(/ ?@throws /g, '\n- Throws: ')
    .replace('\n', '\n\n')

/** The exported functions of a module, with their docstrings. */
function functionsOf(text: string, exported: readonly string[]): Named[] {
  const { program, comments } = parseSync('module.ts', text)
  return (program as unknown as { body: readonly Node[] }).body.flatMap((statement) => {
    const declaration = nodeIn(statement, 'declaration')
    const found = declaration && declaredIn(declaration)
    if (!found || !exported.includes(found.name)) return []
    const comment = comments.findLast(({ end }) => end <= statement.start)
    const isNear = comment && text.slice(comment.end, statement.start).trim() === ''
    const meaning = isNear
      ? comment.value
          .slice(1)
          .split('\n')
          .map((line) => line.replace(/^\s*\*?\s*/, ''))
      : []
    const signature = text
      .slice(declaration.start, found.until)
      .replace(/^(const|function) /, '')
      .replace(/ = (\(|<)/, '$1')
      .replace(/ =>\s*$/, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return [{ name: found.name, signature, meaning: withoutTags(meaning.join(' ').trim()) }]
  })
}

/** Faults: names without an example, and examples of names that do not exist. */
function differences(found: readonly string[], given: Readonly<Record<string, string>>): string[] {
  return [
    ...found.filter((name) => !(name in given)).map((name) => `no example of ${name}`),
    ...Object.keys(given).flatMap((name) =>
      found.includes(name) ? [] : [`an example of ${name}, which is not there`],
    ),
  ]
}

/** The section about the custom elements: attributes, properties and events, with their docstrings. */
function elementsOf(reader: Reader, examples: Readonly<Record<string, string>>): { lines: string[]; faults: string[] } {
  const instance = reader.fieldsOf('react-skin/elements/attributes.ts', 'InstanceAttributes')
  const live = reader.fieldsOf('react-skin/elements/attributes.ts', 'LiveAttributes')
  const properties = reader.fieldsOf('react-skin/elements/element.ts', 'LatchkeyElementProperties')
  const events = reader.fieldsOf('react-skin/elements/events.ts', 'LatchkeyElementEvents')
  const all = [...instance, ...live, ...properties, ...events]
  const used = (name: string) => code(examples[name] ?? '')
  const attributeRows = (fields: readonly FieldOf[], when: string) =>
    fields.map(({ name, meaning }) => [code(name), when, cell(meaning), used(name)])
  const typed = (fields: readonly FieldOf[]) =>
    fields.map(({ name, type, meaning }) => [code(name), code(type), cell(meaning), used(name)])
  const lines = [
    '## Elements',
    '',
    '`latchkey/elements` works without a framework. It defines `<latchkey-button>` and `<latchkey-modal>`, which have the same attributes, properties and events. See [elements.md](elements.md).',
    '',
    block(
      [
        '<latchkey-button project-id="your project id" networks="1,8453"></latchkey-button>',
        '<latchkey-modal></latchkey-modal>',
      ],
      'html',
    ),
    '',
    '### Attributes of the elements',
    '',
    table(
      ['Attribute', 'Read', 'Description', 'Example'],
      [...attributeRows(instance, 'once'), ...attributeRows(live, 'always')],
    ),
    '',
    '### Properties of the elements',
    '',
    table(['Property', 'Type', 'Description', 'Example'], typed(properties)),
    '',
    '### Events of the elements',
    '',
    'Each element dispatches all of these events. They do not bubble.',
    '',
    table(['Event', 'Type', 'When', 'Example listener'], typed(events)),
    '',
    block([
      "import 'latchkey/elements'",
      '',
      "const button = document.querySelector('latchkey-button')",
      ...events.map(({ name }) => `button?.addEventListener('${name}', ${examples[name] ?? ''})`),
      ...properties.map(({ name }) => examples[name] ?? ''),
    ]),
    '',
    '### Parts of the elements',
    '',
    'The shadow roots export no parts, so `::part` has no effect. Each element has the attribute `data-scheme` (`light` or `dark`) and accepts the [theme properties](theming.md): `latchkey-button { --latchkey-accent: #7a1fa2 }`.',
    '',
  ]
  const faults = [
    ...differences(
      all.map(({ name }) => name),
      examples,
    ),
    ...all.filter(({ meaning }) => meaning === '').map(({ name }) => `nothing is said of ${name}`),
  ]
  return { lines, faults }
}

const HEAD = `<!-- Generated from the types by tests/docs/reference.test.ts. Do not edit. -->

# Reference

All options, actions, functions, hooks, elements and views. For guides, see [custom UI](headless.md), [skin.md](skin.md) and [elements.md](elements.md). Other references: [commands, states and events of each machine](machines/README.md),
[wallet methods](methods.md), [errors](errors.md), [CSS properties and themes](theming.md).
`

/** The generated page, and the faults that a test reports, such as missing docstrings and examples. */
export function referencePage({ reader, hooks: text, exportedHooks, functions, views, examples }: ReferenceSources): {
  page: string
  faults: string[]
} {
  const options = reader.fieldsOf(OPTIONS, 'LatchkeyOptions')
  const actions = actionsOf(reader)
  const hooks = functionsOf(text, exportedHooks)
  const groups = functions
    .map(({ modules, ...group }) => ({
      ...group,
      members: modules.flatMap(({ text: module, names }) => functionsOf(module, names)),
    }))
    .filter(({ members }) => members.length > 0)
  const helpers = groups.flatMap(({ members }) => members)
  const groupsOf = (entry: FunctionGroup['entry']) =>
    groups
      .filter((group) => group.entry === entry)
      .flatMap(({ title, members }) => [
        `### ${title}`,
        '',
        table(
          ['Function', 'Description'],
          members.map(({ name, signature, meaning }) => [
            code(signature.slice(signature.indexOf(name))),
            cell(linked(meaning)),
          ]),
        ),
        '',
      ])
  const named = (all: readonly Named[]) => all.map(({ name }) => name)
  const unsaid = [...options.map(({ name, meaning }) => ({ name, meaning })), ...hooks, ...actions, ...helpers]
    .filter(({ meaning }) => meaning === '')
    .map(({ name }) => `nothing is said of ${name}`)
  const used = (name: string) => examples.options[name] ?? ''
  const elements = elementsOf(reader, examples.elements)
  const page = [
    HEAD,
    '## Options',
    '',
    'The options of `createLatchkey({ … })`. All are optional. `createLatchkey` reports all invalid options in one error.',
    '',
    table(
      ['Option', 'Type', 'Description', 'Example'],
      options.map(({ name, type, meaning }) => [
        code(name),
        code(type),
        cell(linked(meaning)),
        used(name) && code(used(name)),
      ]),
    ),
    '',
    '## Actions',
    '',
    'The methods of an instance. Methods that return an [outcome](errors.md) always settle and never reject.',
    '',
    ...actions.flatMap(({ name, signature, meaning }) => [
      `### ${name}`,
      '',
      linked(meaning),
      '',
      block([`// ${signature}`, ...(examples.actions[name] ?? '').split('\n')]),
      '',
    ]),
    '## Functions',
    '',
    'Functions of `latchkey` for your own UI. Most take the context of a machine. They have no side effects.',
    '',
    ...groupsOf('latchkey'),
    '## Functions for skins',
    '',
    'Functions of `latchkey/skin`, which a complete replacement of the skin needs. An app that replaces a few views does not.',
    '',
    ...groupsOf('latchkey/skin'),
    '## Hooks',
    '',
    'The hooks of `latchkey/react`, for components inside `<LatchkeyProvider>`.',
    '',
    ...hooks.flatMap(({ name, signature, meaning }) => [
      `### ${name}`,
      '',
      linked(meaning),
      '',
      block([`// ${signature}`, ...(examples.hooks[name] ?? '').split('\n')], 'tsx'),
      '',
    ]),
    ...elements.lines,
    '## Views',
    '',
    'The views that `open({ view })` and `useModal().open(view)` accept, and that the provider prop `views` can replace. A view cannot be opened while its feature is off.',
    '',
    table(
      ['View', 'Title', 'Feature'],
      views.map(({ name, title, feature }) => [
        code(name),
        cell(title),
        feature && `[${code(feature)}](machines/${feature}.md)`,
      ]),
    ),
    '',
  ].join('\n')
  const faults = [
    ...differences(
      options.map(({ name }) => name),
      examples.options,
    ),
    ...differences(named(actions), examples.actions),
    ...differences(named(hooks), examples.hooks),
    ...exportedHooks.flatMap((name) => (named(hooks).includes(name) ? [] : [`no ${name} in the hooks`])),
    ...unsaid,
    ...elements.faults,
  ]
  return { page, faults }
}
