/** docs/reference.md: what a page may say, ask and show, from the types and the comments above them, each with an example. */
import { parseSync } from 'vite'
import { nameIn, nodeIn, nodesIn, type FieldOf, type Node, type Reader } from './types.ts'

/** Examples by name: of options a value, of the rest code. */
export interface Examples {
  options: Readonly<Record<string, string>>
  actions: Readonly<Record<string, string>>
  hooks: Readonly<Record<string, string>>
  /** Of the custom elements' attributes and properties, and of the code that hears each event. */
  elements: Readonly<Record<string, string>>
}

/** A view, and who has it. */
export interface ViewRow {
  name: string
  title: string
  feature: string
}

export interface ReferenceSources {
  reader: Reader
  /** Of react-skin/hooks.ts. */
  hooks: string
  /** Hooks that the package exports. */
  exportedHooks: readonly string[]
  views: readonly ViewRow[]
  examples: Examples
}

const OPTIONS = 'sdk/options.ts'
const INSTANCE = 'sdk/instance.ts'

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')
const code = (text: string): string => `\`${cell(text)}\``
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
/** Statements of the specification, as a comment names them, lead to it. */
const linked = (text: string): string => text.replaceAll(/\[(\d+\.\d+)\]/g, '[$1](spec.md)')
const block = (lines: readonly string[], language = 'ts'): string => ['```' + language, ...lines, '```'].join('\n')

interface Named {
  name: string
  /** As it is written, on one line. */
  signature: string
  meaning: string
}

/** What an instance does: the methods of its interface. */
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

/** What a declaration is called, and where its body begins. */
function declaredIn(declaration: Node): { name: string; until: number } | undefined {
  if (declaration.type === 'FunctionDeclaration')
    return { name: nameIn(declaration, 'id'), until: nodeIn(declaration, 'body')?.start ?? declaration.end }
  const [variable] = nodesIn(declaration, 'declarations')
  const arrow = nodeIn(variable, 'init')
  return variable && arrow?.type === 'ArrowFunctionExpression'
    ? { name: nameIn(variable, 'id'), until: nodeIn(arrow, 'body')?.start ?? arrow.end }
    : undefined
}

/** The hooks of a module, with the comment above each. */
function hooksOf(text: string, exported: readonly string[]): Named[] {
  const { program, comments } = parseSync('hooks.ts', text)
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
    return [{ name: found.name, signature, meaning: meaning.join(' ').trim() }]
  })
}

/** The names that an example lacks, or that nobody has any more. */
function differences(found: readonly string[], given: Readonly<Record<string, string>>): string[] {
  return [
    ...found.filter((name) => !(name in given)).map((name) => `no example of ${name}`),
    ...Object.keys(given).flatMap((name) =>
      found.includes(name) ? [] : [`an example of ${name}, which is not there`],
    ),
  ]
}

/** The custom elements: what a page writes, reads and hears of them, each with the comment of its type. */
function elementsOf(reader: Reader, examples: Readonly<Record<string, string>>): { lines: string[]; faults: string[] } {
  const instance = reader.fieldsOf('elements/attributes.ts', 'InstanceAttributes')
  const live = reader.fieldsOf('elements/attributes.ts', 'LiveAttributes')
  const properties = reader.fieldsOf('elements/element.ts', 'LatchkeyElementProperties')
  const events = reader.fieldsOf('elements/events.ts', 'LatchkeyElementEvents')
  const all = [...instance, ...live, ...properties, ...events]
  const used = (name: string) => code(examples[name] ?? '')
  const attributeRows = (fields: readonly FieldOf[], when: string) =>
    fields.map(({ name, meaning }) => [code(name), when, cell(meaning), used(name)])
  const typed = (fields: readonly FieldOf[]) =>
    fields.map(({ name, type, meaning }) => [code(name), code(type), cell(meaning), used(name)])
  const lines = [
    '## Elements',
    '',
    'Of `latchkey/elements`, without a framework: `<latchkey-button>` and `<latchkey-modal>`, which know the same attributes, properties and events. [How they are used](elements.md).',
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
      ['Attribute', 'Read', 'What it says', 'For example'],
      [...attributeRows(instance, 'once'), ...attributeRows(live, 'always')],
    ),
    '',
    '### Properties of the elements',
    '',
    table(['Property', 'Type', 'What it is', 'For example'], typed(properties)),
    '',
    '### Events of the elements',
    '',
    'None bubbles, and each element dispatches all of them.',
    '',
    table(['Event', 'Type', 'When', 'Heard, for example, by'], typed(events)),
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
    'Their shadow roots export none, so that `::part` reaches nothing. Each element bears `data-scheme`, `light` or `dark`, and takes the [properties of a theme](theming.md): `latchkey-button { --latchkey-accent: #7a1fa2 }`.',
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

const HEAD = `<!-- Made from the types by tests/docs/reference.test.ts: do not edit it by hand. -->

# Reference

Every option, action, hook, element and view. What is what, and how things are done with it: [headless.md](headless.md), [skin.md](skin.md), [elements.md](elements.md). Commands, states and facts of the machines
have [a page each](machines/README.md); the methods that wallets are asked [one](methods.md), and [errors](errors.md), [CSS properties and themes](theming.md) as well.
`

/** The page, and what is missing for it to be whole. */
export function referencePage({ reader, hooks: text, exportedHooks, views, examples }: ReferenceSources): {
  page: string
  faults: string[]
} {
  const options = reader.fieldsOf(OPTIONS, 'LatchkeyOptions')
  const actions = actionsOf(reader)
  const hooks = hooksOf(text, exportedHooks)
  const named = (all: readonly Named[]) => all.map(({ name }) => name)
  const unsaid = [...options.map(({ name, meaning }) => ({ name, meaning })), ...hooks, ...actions]
    .filter(({ meaning }) => meaning === '')
    .map(({ name }) => `nothing is said of ${name}`)
  const used = (name: string) => examples.options[name] ?? ''
  const elements = elementsOf(reader, examples.elements)
  const page = [
    HEAD,
    '## Options',
    '',
    'Of `createLatchkey({ … })`. All of them may be left out; one that is wrong is told by name, with all others that are.',
    '',
    table(
      ['Option', 'Type', 'What it is', 'For example'],
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
    'Of an instance. What ends with an [outcome](errors.md) settles on every path, and none rejects.',
    '',
    ...actions.flatMap(({ name, signature, meaning }) => [
      `### ${name}`,
      '',
      linked(meaning),
      '',
      block([`// ${signature}`, ...(examples.actions[name] ?? '').split('\n')]),
      '',
    ]),
    '## Hooks',
    '',
    'Of `latchkey/react`, for components below `<LatchkeyProvider>`.',
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
    'What `open({ view })` and `useModal().openModal(view)` take, and what `views` of the provider may replace. A view of a feature that is off cannot be opened.',
    '',
    table(
      ['View', 'Its title', 'Its feature'],
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
