/** A page about a machine, made of its own definition, its contract and the comments in both. */
import type { AnyActorLogic, AnyStateMachine, AnyStateNode } from 'xstate'
import type { timeout } from '../machines/kit/effects.ts'
import { sourceOf, type DelaySource } from './machineSource.ts'
import { reactionsOf } from '../devtools/layout.ts'
import { duration, edgesOf, statesOf, toMermaid, type Edge } from '../devtools/mermaid.ts'
import type { FieldOf, Reader, Shape } from './types.ts'

/** All machines, and where their files are: `machines/transfer/send` for `send`. */
export interface Library {
  machines: readonly AnyStateMachine[]
  files: Readonly<Record<string, string>>
  reader: Reader
  /** The machines whose charts are pictures of our own. */
  drawn: readonly string[]
  /** The names of what is always there, and of what is loaded when it is first needed. */
  services: readonly string[]
  lazy: readonly string[]
  /** Those that begin and end with an account. */
  ofAccount: readonly string[]
}

const DIRECTORY = 'sdk/directory.ts'
const FACTS = 'machines/facts.ts'

/** Where each part of the library stands, and what it is about. */
const PARTS: Readonly<Record<string, string>> = {
  root: 'The root, and what an instance knows and remembers',
  kit: 'What loads and starts features',
  shell: 'The modal around the views',
  connection: 'Wallets, connections and networks',
  account: 'What the account is and holds',
  transfer: 'Sending',
  calls: 'Bundles of calls',
  requests: 'Questions to the wallet',
  signIn: 'Sign-in',
  embedded: 'The embedded wallet',
  swap: 'Swaps',
  onramp: 'Buying',
  pay: 'Payments',
  smartSession: 'Smart sessions',
  names: 'Names',
  pairing: 'Wallets on other devices',
}

const KINDS: Readonly<Record<string, string>> = {
  root: 'a root: it has an actor system of its own',
  service: 'a service: it has a name, and lives as long as the instance',
  ofAccount:
    'a service of the account that is active: it has a name, and begins and ends with the account and its network',
  item: 'an item: there is one for each thing, under a name of its own',
  flow: 'a flow: there is one for each attempt, and it ends with an outcome',
}

const code = (text: string): string => `\`${text}\``
const linkTo = (id: string): string => `[${id}](${id}.md)`
/** Nothing in a cell ends it early or is taken for a tag; lines are kept. */
const cell = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
    .replaceAll('|', '\\|')
    .replaceAll('\n', '<br>')
const rowOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const sentence = (text: string): string => (text === '' || /[.!?:]$/.test(text) ? text : `${text}.`)

/** A table, or nothing where there are no rows. Columns in which nothing stands are left out. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const kept = columns.map((_, index) => rows.some((row) => row[index] !== ''))
  const shown = (cells: readonly string[]) => rowOf(cells.filter((_, index) => kept[index]))
  return rows.length === 0 ? [] : [shown(columns), shown(columns.map(() => '---')), ...rows.map(shown)]
}

const section = (title: string, ...lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']

const isMachine = (logic: AnyActorLogic | undefined): logic is AnyStateMachine => logic !== undefined && 'root' in logic

/** Which machines a machine starts, and whether a state holds them or an action sends them off. */
function startedBy(machine: AnyStateMachine): readonly { id: string; how: 'invoked' | 'spawned' }[] {
  const invoked = [machine.root, ...statesOf(machine.root)].flatMap(({ invoke }) => invoke.map(({ src }) => src))
  return Object.entries(machine.implementations.actors).flatMap(([name, logic]) =>
    isMachine(logic as AnyActorLogic)
      ? { id: (logic as AnyStateMachine).id, how: invoked.includes(name) ? ('invoked' as const) : ('spawned' as const) }
      : [],
  )
}

const metaOf = ({ root }: AnyStateMachine) => root.meta as { kind: string; spec: readonly string[] }
const contractOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}Contract`

/** The page of a machine. */
export function machinePage(machine: AnyStateMachine, library: Library): string {
  const { reader, files } = library
  const { id, root } = machine
  const file = files[id] ?? ''
  const contract = `${file}.contract.ts`
  const name = contractOf(id)
  const { slots, delays } = sourceOf(reader, `${file}.machine.ts`, `${id}Machine`)
  const [about] = reader.shapesIn(contract, name)
  const fieldOf = (field: string) => about?.fields.find((known) => known.name === field)
  const { kind, spec } = metaOf(machine)
  return [
    '<!-- Made from the machine itself: do not edit it by hand. -->',
    '',
    `# ${id}`,
    '',
    sentence(root.description ?? ''),
    '',
    `- It is ${KINDS[library.ofAccount.includes(id) ? 'ofAccount' : kind]}.`,
    ...startsOf(machine, library),
    `- ${reachOf(id, library)}`,
    ...inputOf(fieldOf('input')),
    ...outputOf(fieldOf('output')),
    `- It carries out ${spec.length === 1 ? 'statement' : 'the statements'} ${spec.join(', ')} of the specification.`,
    `- [The machine](../../${file}.machine.ts), [its contract](../../${contract}), its chart [as a file that runs](../charts/${id}.ts) and [as JSON](../charts/${id}.json).`,
    '',
    ...section(
      'Chart',
      ...(library.drawn.includes(id)
        ? [`[![The chart of ${id}](../charts/${id}.svg)](../charts/${id}.svg)`, ...anywhereOf(machine)]
        : ['```mermaid', toMermaid(machine).trimEnd(), '```']),
    ),
    ...section('States', ...statesTable(machine, fieldOf('state'))),
    ...section('Tags', ...tagsOf(fieldOf('tag'))),
    ...section('Events', ...eventsTable(machine, library)),
    ...section('What it tells', ...emittedTable(reader.shapesOfField(contract, name, 'emitted'), reader)),
    ...section(
      'Slots',
      ...tableOf(
        ['Slot', 'Kind', 'Is given', 'Gives', 'What it does'],
        slots.map((slot) => [
          code(slot.name),
          slot.kind,
          slot.given && code(slot.given),
          slot.gives && code(slot.gives),
          slot.meaning,
        ]),
      ),
    ),
    ...section('Delays', ...delaysTable(machine, delays)),
    ...section('Context', ...contextTable(reader.shapesOfField(contract, name, 'context'))),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

/** What the picture has no arrow for: reactions of the machine as a whole. */
function anywhereOf(machine: AnyStateMachine): string[] {
  const lines = reactionsOf(edgesOf(machine), machine.root)
  return lines.length === 0 ? [] : ['', `From anywhere: ${lines.map(code).join(', ')}.`]
}

function startsOf(machine: AnyStateMachine, { machines }: Library): string[] {
  const parents = machines.flatMap((parent) =>
    startedBy(parent)
      .filter(({ id }) => id === machine.id)
      .map(({ how }) => `${linkTo(parent.id)} (${how})`),
  )
  const children = startedBy(machine).map(({ id, how }) => `${linkTo(id)} (${how})`)
  return [
    `- Started by ${parents.length === 0 ? 'the sdk' : parents.join(', ')}.`,
    ...(children.length === 0 ? [] : [`- Starts ${children.join(', ')}.`]),
  ]
}

const namesIn = (reader: Reader, name: string): string[] => reader.fieldsOf(DIRECTORY, name).map((field) => field.name)

/** How a page gets hold of the running machine. */
function reachOf(id: string, { reader, services, lazy, ofAccount }: Library): string {
  if (id === 'loader') return `Reached with ${code("latchkey.find('feature:send')")}, by the feature's name.`
  if (ofAccount.includes(id) && !lazy.includes(id))
    return `Reached, while there is an account, with ${code(`latchkey.find('${id}')`)}.`
  if (lazy.includes(id)) return `Reached, once it is loaded, with ${code(`latchkey.load('${id}')`)}.`
  if (services.includes(id)) return `Reached with ${code(`latchkey.actor('${id}')`)}.`
  if (id === 'namespace') return `Reached with ${code("latchkey.actor('namespace:eip155')")}, by the namespace.`
  if (id === 'bundle')
    return `Reached, while it is there, with ${code("latchkey.find('calls:…')")}, by the bundle's id.`
  if (namesIn(reader, 'Passing').includes(id))
    return `Reached, while it is there, with ${code(`latchkey.watch('${id}', …)`)}.`
  const { text } = reader.moduleAt(DIRECTORY)
  if (text.includes(`\`${id}:$`)) return `Reached, while it is there, with ${code(`latchkey.find('${id}:…')`)}.`
  if (new RegExp(`^  ${id}: `, 'm').test(text))
    return `Reached, once it is loaded, with ${code(`latchkey.find('${id}')`)}.`
  return 'Not to be reached by name.'
}

const inputOf = (input: FieldOf | undefined): string[] => (input ? [`- Started with ${code(input.type)}.`] : [])
const outputOf = (output: FieldOf | undefined): string[] => (output ? [`- Ends with ${code(output.type)}.`] : [])

const pathOf = ({ path }: AnyStateNode): string => path.join('.')

/** States one below the other, with what they do while they last. */
function statesTable(machine: AnyStateMachine, state: FieldOf | undefined): string[] {
  const edges = edgesOf(machine).filter(({ kind }) => kind === 'after')
  const rows = statesOf(machine.root).map((node) => [
    code(pathOf(node)),
    roleOf(node),
    node.description ?? '',
    node.invoke.map(({ src }) => workOf(machine, src)).join(', '),
    [...new Set(edges.filter(({ from }) => from === node).map(({ event }) => event.replace(/^after /, '')))].join(', '),
    node.tags.map(code).join(', '),
  ])
  return [
    ...(state?.meaning ? [state.meaning, ''] : []),
    ...tableOf(['State', '', 'What it is', 'Waits for', 'At most', 'Tags'], rows),
  ]
}

/** A slot, or the machine behind it. */
function workOf(machine: AnyStateMachine, src: AnyStateNode['invoke'][number]['src']): string {
  if (typeof src !== 'string') return ''
  const logic = machine.implementations.actors[src] as AnyActorLogic | undefined
  return isMachine(logic) ? linkTo(logic.id) : code(src)
}

function roleOf(node: AnyStateNode): string {
  const { parent, type } = node
  if (type === 'final') return 'end'
  return parent?.type === 'compound' && parent.initial.target.includes(node) ? 'start' : ''
}

const tagsOf = (tag: FieldOf | undefined): string[] =>
  tag
    ? [
        [...tag.type.matchAll(/'([^']+)'/g)].map(([, word = '']) => code(word)).join(', ') +
          (tag.meaning && ` — ${tag.meaning}`),
      ]
    : []

/** What an event brings, but for its type. */
const broughtBy = ({ fields }: Shape): string =>
  fields
    .filter(({ name }) => name !== 'type')
    .map(({ name, optional, type }) => code(`${name}${optional ? '?' : ''}: ${type}`))
    .join('\n')

/** Whether an event of a chart is of a type, where either may leave something open. */
export const isSame = (listened: string, type: string): boolean => {
  const start = (text: string) => (text.includes('*') ? text.slice(0, text.indexOf('*')) : undefined)
  const [one, other] = [start(listened), start(type)]
  if (one !== undefined && type.startsWith(one)) return true
  return other === undefined ? listened === type : listened.startsWith(other)
}

/** What a machine hears, one an event, but for the endings of its own children. */
export const eventsOf = ({ id }: AnyStateMachine, { reader, files }: Library): { type: string; shape: Shape }[] =>
  reader
    .shapesOfField(`${files[id]}.contract.ts`, contractOf(id), 'event')
    .flatMap((shape) => reader.typesOf(shape).map((type) => ({ type, shape })))
    .filter(({ type }) => !type.startsWith('xstate.'))

function eventsTable(machine: AnyStateMachine, library: Library): string[] {
  const edges = edgesOf(machine).filter(({ kind }) => kind === 'event')
  const rows = eventsOf(machine, library).map(({ type, shape }) => [
    code(type),
    kindOf(type, shape, machine.id, library),
    broughtBy(shape),
    shape.meaning,
    takenIn(type, edges),
  ])
  return tableOf(['Event', 'Kind', 'Brings', 'What it means', 'Taken in'], rows)
}

/** Facts stand in one file. A command is named after the machine that it is for, and may be sent from outside. */
function kindOf(type: string, { path }: Shape, id: string, { reader, services, lazy }: Library): string {
  if (path === FACTS) return 'fact'
  const outside = [...services, ...lazy, ...namesIn(reader, 'Passing'), 'namespace']
  const internal = reader.shapesIn(DIRECTORY, 'Internal').flatMap(reader.typesOf)
  const sent = outside.includes(id) && type.startsWith(`${id}.`) && !internal.some((one) => isSame(one, type))
  return sent ? 'command' : 'message'
}

function takenIn(type: string, edges: readonly Edge[]): string {
  const states = new Set(
    edges.filter(({ event }) => isSame(event, type)).map(({ from }) => (from.parent ? code(pathOf(from)) : 'anywhere')),
  )
  return [...states].join(', ')
}

const emittedTable = (shapes: readonly Shape[], reader: Reader): string[] =>
  tableOf(
    ['Event', 'Brings', 'What it means'],
    shapes.flatMap((shape) => reader.typesOf(shape).map((type) => [code(type), broughtBy(shape), shape.meaning])),
  )

/** Where a bound is the site's to set, and how long it is where nobody does. */
const delaysTable = (machine: AnyStateMachine, delays: readonly DelaySource[]): string[] =>
  tableOf(
    ['Delay', 'How long', 'Set by', 'What it is'],
    delays.map(({ name, meaning }) => {
      const delay: Partial<ReturnType<typeof timeout>> = Object(machine.implementations.delays[name])
      const options = (delay.names ?? []).map((option) => code(`timeouts.${option}`))
      const length = duration(machine.implementations.delays[name])
      return [code(name), length.slice(1, -1) || 'worked out each time', options.join(' and '), meaning]
    }),
  )

const contextTable = (shapes: readonly Shape[]): string[] =>
  tableOf(
    ['Field', 'Type', 'What it is'],
    shapes.flatMap(({ fields }) => fields).map(({ name, type, meaning }) => [code(name), code(type), meaning]),
  )

/** The page that lists them all. */
export function machineIndex({ machines, files }: Library): string {
  const partOf = (id: string): string => files[id]?.split('/')[1] ?? ''
  return [
    '<!-- Made from the machines themselves: do not edit it by hand. -->',
    '',
    '# The machines',
    '',
    'Every behaviour of Latchkey is one of these charts. Each page says what its machine is for, which states it has, what it',
    'hears and tells, what it asks of the world, and how long it waits. [designers.md](../designers.md) says how to read a',
    'chart, [architecture.md](../architecture.md) why they are cut as they are.',
    '',
    '- A *command* is sent to one machine, as with `latchkey.send(…)`. A *fact* is announced to all that list it. A *message*',
    '  comes from the sdk, from what the machine has started, or from a machine beside it: a page does not send those.',
    '- A *slot* is where the outside world is let in; the sdk fills it. An *effect* is work that ends, a *listener* is heard for',
    '  as long as a state lasts.',
    '- A *delay* that is set by `timeouts.…` is an option of `createLatchkey({ timeouts })`, in milliseconds.',
    '',
    ...Object.entries(PARTS).flatMap(([part, title]) =>
      section(
        title,
        ...tableOf(
          ['Machine', 'Kind', 'What it is'],
          machines
            .filter(({ id }) => partOf(id) === part)
            .map((machine) => [linkTo(machine.id), metaOf(machine).kind, machine.root.description ?? '']),
        ),
      ),
    ),
    ...section('Who starts whom', ...startsChart(machines)),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

/** Dashed where an action sends it off, whole where a state holds it. */
const startsChart = (machines: readonly AnyStateMachine[]): string[] => [
  'A whole line: for as long as a state lasts. A dashed one: sent off, and ends by itself.',
  '',
  '```mermaid',
  'flowchart LR',
  ...machines.flatMap((machine) =>
    startedBy(machine).map(({ id, how }) => `  ${machine.id} ${how === 'invoked' ? '-->' : '-.->'} ${id}`),
  ),
  '```',
]
