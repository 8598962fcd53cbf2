/** Generates docs/reference.md from the types, their docstrings, and one example each. */
import { parseSync } from 'vite'
import { actionGroups, components, hookOrder, optionGroups, types, type Groups } from './referenceGroups.ts'
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
const code = (text: string): string => (text === '' ? '' : `\`${cell(text)}\``)
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const block = (lines: readonly string[], language = 'ts'): string => ['```' + language, ...lines, '```'].join('\n')

/** A docstring for users: without references to the specification, and with links to the guides that it names. */
const plain = (text: string): string =>
  text
    .replaceAll(/ ?\[\d+\.\d+\]/g, '')
    .replaceAll(/: spec \d+\.\d+( to \d+\.\d+)?\./g, '.')
    .replaceAll(/(?<!\()docs\/([\w-]+\.md)/g, '[$1]($1)')
    .trim()

/** A docstring and its tags. */
interface Doc {
  summary: string
  params: readonly { name: string; meaning: string }[]
  returns: string
  throws: string
  examples: readonly string[]
}

/** Parses a docstring, given without the asterisks. Only examples keep their line breaks. */
function docOf(text: string): Doc {
  const [summary = '', ...tags] = text.split(/(?:^|\s)@(?=(?:param|returns|throws|example)\s)/)
  const onOneLine = (part: string) => plain(part.replaceAll(/\s+/g, ' ').trim())
  const tagged = (name: string) =>
    tags.filter((tag) => tag.startsWith(name)).map((tag) => tag.slice(name.length).trim())
  return {
    summary: onOneLine(summary),
    params: tagged('param').map((param) => {
      const [, name = '', meaning = ''] = /^(\w+)\s+([\s\S]*)$/.exec(param) ?? []
      return { name, meaning: onOneLine(meaning) }
    }),
    returns: tagged('returns').map(onOneLine).join(' '),
    throws: tagged('throws').map(onOneLine).join(' '),
    examples: tagged('example'),
  }
}

/** The parameters, the result and the errors as a list. */
const listOf = ({ params, returns, throws }: Doc): string[] => {
  const items = [
    ...params.map(({ name, meaning }) => `- \`${name}\`: ${meaning}`),
    ...(returns === '' ? [] : [`- Returns: ${returns}`]),
    ...(throws === '' ? [] : [`- Throws: ${throws}`]),
  ]
  return items.length === 0 ? [] : [...items, '']
}

interface Named {
  name: string
  /** The source text, on one line. */
  signature: string
  doc: Doc
}

/** The methods of the instance's interface. */
function actionsOf(reader: Reader): Named[] {
  const module = reader.moduleAt(INSTANCE)
  const groups = nodesIn(module.declared.get('Latchkey'), 'extends').map((group) => nameIn(group, 'expression'))
  const members = groups.flatMap((name) => nodesIn(nodeIn(module.declared.get(name), 'body'), 'body'))
  const methods = members.filter(({ type }) => type === 'TSMethodSignature')
  return methods.map((member) => ({
    name: nameIn(member, 'key'),
    signature: reader.textOf(module, member).replace(/;$/, ''),
    doc: docOf(reader.meaningOf(module, member)),
  }))
}

/** A function's declaration: its name, and the node with its parameters. */
function declaredIn(declaration: Node): { name: string; node: Node } | undefined {
  if (declaration.type === 'FunctionDeclaration') return { name: nameIn(declaration, 'id'), node: declaration }
  const [variable] = nodesIn(declaration, 'declarations')
  const arrow = nodeIn(variable, 'init')
  return variable && arrow?.type === 'ArrowFunctionExpression'
    ? { name: nameIn(variable, 'id'), node: arrow }
    : undefined
}

/** The signature of a function. A destructured parameter is named after its type. */
function signatureOf(text: string, name: string, node: Node): string {
  const source = (part: Node | undefined): string =>
    part ? text.slice(part.start, part.end).replaceAll(/\s+/g, ' ').trim() : ''
  const typeOf = (part: Node | undefined) => source(nodeIn(nodeIn(part, 'typeAnnotation'), 'typeAnnotation'))
  const nameFor = (type: string) => {
    const [, found = 'options'] = /^(?:\w+<)?([A-Z]\w*)/.exec(type) ?? []
    return found.charAt(0).toLowerCase() + found.slice(1)
  }
  const parameter = (part: Node): string => {
    const target = part.type === 'AssignmentPattern' ? nodeIn(part, 'left') : part
    if (!target) return ''
    const type = typeOf(target)
    const called = target.type === 'Identifier' ? String(target['name']) : nameFor(type)
    const optional = target !== part || target['optional'] === true ? '?' : ''
    if (type !== '') return `${called}${optional}: ${type}`
    const byDefault = source(nodeIn(part, 'right'))
    return `${called} = ${byDefault}`
  }
  const result = source(nodeIn(nodeIn(node, 'returnType'), 'typeAnnotation'))
  const parameters = nodesIn(node, 'params').map(parameter).join(', ')
  return `${name}${source(nodeIn(node, 'typeParameters'))}(${parameters})${result === '' ? '' : `: ${result}`}`
}

/** The docstring before a statement, without its asterisks. */
function commentBefore(
  text: string,
  { start }: Pick<Node, 'start'>,
  comments: readonly { value: string; end: number }[],
): string {
  const comment = comments.findLast(({ end }) => end <= start)
  if (!comment || text.slice(comment.end, start).trim() !== '') return ''
  return comment.value
    .slice(1)
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
    .join('\n')
    .trim()
}

/** The exported functions of a module, with their docstrings. */
function functionsOf(text: string, exported: readonly string[]): Named[] {
  const { program, comments } = parseSync('module.ts', text)
  return (program as unknown as { body: readonly Node[] }).body.flatMap((statement) => {
    const declaration = nodeIn(statement, 'declaration')
    const found = declaration && declaredIn(declaration)
    if (!found || !exported.includes(found.name)) return []
    return [
      {
        name: found.name,
        signature: signatureOf(text, found.name, found.node),
        doc: docOf(commentBefore(text, statement, comments)),
      },
    ]
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

/** Faults: names in no group, and names in a group that do not exist. */
function ungrouped(found: readonly string[], groups: Groups): string[] {
  const grouped = Object.values(groups).flat()
  return [
    ...found.filter((name) => !grouped.includes(name)).map((name) => `${name} is in no group`),
    ...grouped.filter((name) => !found.includes(name)).map((name) => `${name} is in a group, but does not exist`),
  ]
}

/** The members of each group, in its order. */
const grouped = <Member extends { name: string }>(groups: Groups, all: readonly Member[]) =>
  Object.entries(groups).map(([title, names]) => ({
    title,
    members: names.flatMap((name) => all.filter((member) => member.name === name)),
  }))

/** A table of fields. */
const fieldTable = (title: string, fields: readonly FieldOf[]): string =>
  table(
    [title, 'Type', 'Description'],
    fields.map(({ name, type, optional, meaning }) => [
      code(`${name}${optional ? '?' : ''}`),
      code(type),
      cell(plain(meaning)),
    ]),
  )

/** The section about the components. */
function componentsOf(reader: Reader): { lines: string[]; faults: string[] } {
  const all = Object.entries(components).map(([name, [path, props]]) => {
    const { text, comments } = reader.moduleAt(path)
    const start = text.search(new RegExp(`^export (?:function|const) ${name}\\b`, 'm'))
    return {
      name,
      meaning: start < 0 ? '' : docOf(commentBefore(text, { start }, comments)).summary,
      fields: props === undefined ? [] : reader.fieldsOf(path, props),
      isButton: name.endsWith('Button'),
      isInput: name === 'Field',
    }
  })
  const lines = [
    '## Components',
    '',
    'The components of `latchkey/react`. See [skin.md](skin.md).',
    '',
    ...all.flatMap(({ name, meaning, fields, isButton, isInput }) => [
      `### ${name}`,
      '',
      meaning,
      '',
      ...(fields.length === 0 ? [] : [fieldTable('Prop', fields), '']),
      ...(isButton || name === 'Row' ? ['Other props are those of a `<button>`.', ''] : []),
      ...(isInput ? ['Other props are those of an `<input>`.', ''] : []),
    ]),
  ]
  const faults = all.flatMap(({ name, meaning }) => (meaning === '' ? [`nothing is said of ${name}`] : []))
  return { lines, faults }
}

const OUTCOME = 'machines/shared/outcome.types.ts'

/** The section about the types that apps use most. */
function typesOf(reader: Reader): { lines: string[]; faults: string[] } {
  const outcomes = reader.shapesIn(OUTCOME, 'Outcome').map(({ meaning, fields }) => {
    const [status, ...others] = fields
    return [
      code((status?.type ?? '').replaceAll("'", '')),
      others.map(({ name, type }) => code(`${name}: ${type}`)).join(', '),
      plain(meaning),
    ]
  })
  const all = Object.entries(types).map(([name, path]) => {
    const module = reader.moduleAt(path)
    const declared = module.declared.get(name)
    const statement = declared && { start: module.text.lastIndexOf('export', declared.start) }
    return {
      name,
      meaning: statement ? docOf(commentBefore(module.text, statement, module.comments)).summary : '',
      fields: reader.fieldsOf(path, name),
    }
  })
  const lines = [
    '## Types',
    '',
    'The types that apps use most. All are exported by `latchkey` or `latchkey/react`.',
    '',
    '### Outcome',
    '',
    'The result of an action that takes time.',
    '',
    table(['`status`', 'Other fields', 'When'], outcomes),
    '',
    ...all.flatMap(({ name, meaning, fields }) => [
      `### ${name}`,
      '',
      ...(meaning === '' ? [] : [meaning, '']),
      fieldTable('Field', fields),
      '',
    ]),
  ]
  const faults = all.flatMap(({ name, fields }) => (fields.length === 0 ? [`${name} has no fields`] : []))
  return { lines, faults }
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
    '`latchkey/elements` works without a framework, with the package `latchkey-elements`. It defines `<latchkey-button>`, `<latchkey-network-button>` and `<latchkey-modal>`, which have the same attributes, properties and events. See [elements.md](elements.md).',
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

| Section | What it lists |
| --- | --- |
| [Options](#options) | the options of \`createLatchkey\` |
| [Actions](#actions) | the methods of an instance |
| [Components](#components), [hooks](#hooks) | \`latchkey/react\` |
| [Types](#types) | outcomes, accounts, networks and requests |
| [Functions](#functions), [functions for skins](#functions-for-skins) | helpers for your own UI |
| [Elements](#elements) | \`latchkey/elements\` |
| [Views](#views) | the views of the modal |

Other references: [events and states of each machine](machines/README.md), [errors](errors.md), [wallet methods](methods.md),
[CSS properties and themes](theming.md).
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
  /** A table of functions, followed by the parameters and examples of those that describe them. */
  const groupsOf = (entry: FunctionGroup['entry']) =>
    groups
      .filter((group) => group.entry === entry)
      .flatMap(({ title, members }) => [
        `### ${title}`,
        '',
        table(
          ['Function', 'Description'],
          members.map(({ signature, doc }) => [code(signature), cell(doc.summary)]),
        ),
        '',
        ...members.flatMap(({ name, doc }) => {
          const list = listOf(doc)
          if (list.length === 0 && doc.examples.length === 0) return []
          const example = doc.examples.join('\n').split('\n')
          return [
            `**\`${name}\`**`,
            '',
            ...list,
            // Not type-checked: docstrings leave out the imports.
            ...(doc.examples.length === 0 ? [] : [block(example, 'typescript'), '']),
          ]
        }),
      ])
  const named = (all: readonly { name: string }[]) => all.map(({ name }) => name)
  const unsaid = [
    ...options.filter(({ meaning }) => meaning === ''),
    ...[...hooks, ...actions, ...helpers].filter(({ doc }) => doc.summary === ''),
  ].map(({ name }) => `nothing is said of ${name}`)
  const used = (name: string) => examples.options[name] ?? ''
  const parts = {
    components: componentsOf(reader),
    types: typesOf(reader),
    elements: elementsOf(reader, examples.elements),
  }
  const page = [
    HEAD,
    '## Options',
    '',
    'The options of `createLatchkey({ … })`. All are optional. `createLatchkey` reports all invalid options in one error.',
    '',
    ...grouped(optionGroups, options).flatMap(({ title, members }) => [
      `### ${title}`,
      '',
      table(
        ['Option', 'Type', 'Description', 'Example'],
        members.map(({ name, type, meaning }) => [code(name), code(type), cell(plain(meaning)), code(used(name))]),
      ),
      '',
    ]),
    '## Actions',
    '',
    'The methods of an instance. Methods that return an [outcome](#outcome) always settle and never reject.',
    '',
    ...grouped(actionGroups, actions).flatMap(({ title, members }) => [
      `### ${title}`,
      '',
      ...members.flatMap(({ name, signature, doc }) => [
        `#### ${name}`,
        '',
        doc.summary,
        '',
        ...listOf(doc),
        block([`// ${signature}`, ...(examples.actions[name] ?? '').split('\n')]),
        '',
      ]),
    ]),
    ...parts.components.lines,
    '## Hooks',
    '',
    'The hooks of `latchkey/react`, for components inside `<LatchkeyProvider>`. [skin.md](skin.md#hooks) compares them with wagmi.',
    '',
    ...grouped({ hooks: hookOrder }, hooks).flatMap(({ members }) =>
      members.flatMap(({ name, signature, doc }) => [
        `### ${name}`,
        '',
        doc.summary,
        '',
        ...listOf(doc),
        block([`// ${signature}`, ...(examples.hooks[name] ?? '').split('\n')], 'tsx'),
        '',
      ]),
    ),
    ...parts.types.lines,
    '## Functions',
    '',
    'Functions of `latchkey` for your own UI. Most take the context of a machine. They have no side effects.',
    '',
    ...groupsOf('latchkey'),
    '## Functions for skins',
    '',
    'Functions of `latchkey/skin`, for a UI that replaces the whole skin. They have no side effects.',
    '',
    ...groupsOf('latchkey/skin'),
    ...parts.elements.lines,
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
    ...differences(named(options), examples.options),
    ...differences(named(actions), examples.actions),
    ...differences(named(hooks), examples.hooks),
    ...ungrouped(named(options), optionGroups),
    ...ungrouped(named(actions), actionGroups),
    ...ungrouped(exportedHooks, { hooks: hookOrder }),
    ...exportedHooks.flatMap((name) => (named(hooks).includes(name) ? [] : [`no ${name} in the hooks`])),
    ...unsaid,
    ...Object.values(parts).flatMap(({ faults: found }) => found),
  ]
  return { page, faults }
}
