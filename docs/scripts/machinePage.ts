/** Generates the page of a machine from its definition, its contract and their comments. */
import type { AnyActorLogic, AnyStateMachine, AnyStateNode } from 'xstate'
import type { configurableDelay } from '../../machines/core/actors.ts'
import { sourceOf, type DelaySource } from './machineSource.ts'
import { reactionsOf } from '../../sdk/devtools/layout.ts'
import { duration, edgesOf, statesOf, toMermaid, type Edge } from '../../sdk/devtools/mermaid.ts'
import type { FieldOf, Reader, Shape } from './types.ts'

/** All machines, and the paths of their files: `machines/send/send` for `send`. */
export interface Library {
  machines: readonly AnyStateMachine[]
  files: Readonly<Record<string, string>>
  reader: Reader
  /** The ids of the machines whose charts are generated SVG files. */
  drawn: readonly string[]
  /** The names of the services that always exist, and of those that are loaded when they are first needed. */
  services: readonly string[]
  lazy: readonly string[]
  /** The names of the services that start and stop with an account. */
  ofAccount: readonly string[]
}

const DIRECTORY = 'sdk/instance/directory.ts'
const BROADCAST_EVENTS = 'machines/events.ts'

/** The folders of machines, with their titles. */
const PARTS: Readonly<Record<string, string>> = {
  core: 'The root, and loading of features',
  project: 'The project',
  storage: 'Storage',
  analytics: 'Analytics',
  shell: 'The modal around the views',
  wallets: 'Wallets',
  connection: 'Connections',
  network: 'Networks',
  account: 'Account, balances and activity',
  transactions: 'Transactions',
  'wallet-requests': 'Wallet requests',
  'sign-in': 'Sign-in',
  send: 'Sending',
  calls: 'Bundles of calls',
  swap: 'Swaps',
  onramp: 'Buying',
  pay: 'Payments',
  names: 'Names',
  'smart-sessions': 'Smart sessions',
  embedded: 'The embedded wallet',
  pairing: 'Wallets on other devices',
}

const KINDS: Readonly<Record<string, string>> = {
  root: 'a root: it has its own actor system',
  service: 'a service: it has a name, and runs as long as the instance',
  ofAccount: 'a service of the active account: it has a name, and starts and stops with the account and its network',
  item: 'an item: there is one actor per object, each with its own name',
  flow: 'a flow: there is one actor per attempt, and it ends with an outcome',
}

const code = (text: string): string => `\`${text}\``
const linkTo = (id: string): string => `[${id}](${id}.md)`
/** Escapes the text of a table cell: pipes, tags and line breaks. */
const cell = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
    .replaceAll('|', '\\|')
    .replaceAll('\n', '<br>')
const rowOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const sentence = (text: string): string => (text === '' || /[.!?:]$/.test(text) ? text : `${text}.`)

/** A table without its empty columns; no lines if there are no rows. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const kept = columns.map((_, index) => rows.some((row) => row[index] !== ''))
  const shown = (cells: readonly string[]) => rowOf(cells.filter((_, index) => kept[index]))
  return rows.length === 0 ? [] : [shown(columns), shown(columns.map(() => '---')), ...rows.map(shown)]
}

const section = (title: string, ...lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']

const isMachine = (logic: AnyActorLogic | undefined): logic is AnyStateMachine => logic !== undefined && 'root' in logic

/** The machines that a machine starts: invoked by a state, or spawned by an action. */
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

/** Returns the page of a machine. */
export function machinePage(machine: AnyStateMachine, library: Library): string {
  const { reader, files } = library
  const { id, root } = machine
  const file = files[id] ?? ''
  const contract = `${file}.contract.ts`
  const name = contractOf(id)
  const { actors, delays } = sourceOf(reader, `${file}.machine.ts`, `${id}Machine`)
  const [about] = reader.shapesIn(contract, name)
  const fieldOf = (field: string) => about?.fields.find((known) => known.name === field)
  const { kind, spec } = metaOf(machine)
  return [
    '<!-- Generated from the machine. Do not edit. -->',
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
    `- It implements ${spec.length === 1 ? 'statement' : 'the statements'} ${spec.join(', ')} of the specification.`,
    `- [The machine](../../${file}.machine.ts), [its contract](../../${contract}), its chart [as a runnable file](../charts/${id}.ts) and [as JSON](../charts/${id}.json).`,
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
    ...section('Emitted events', ...emittedTable(reader.shapesOfField(contract, name, 'emitted'), reader)),
    ...section(
      'Actors',
      ...tableOf(
        ['Actor', 'Kind', 'Input', 'Output', 'What it does'],
        actors.map((actor) => [
          code(actor.name),
          actor.kind,
          actor.given && code(actor.given),
          actor.gives && code(actor.gives),
          actor.meaning,
        ]),
      ),
    ),
    ...section('Delays', ...delaysTable(machine, delays)),
    ...section('Context', ...contextTable(reader.shapesOfField(contract, name, 'context'))),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

/** The transitions of the root, for which the picture has no arrows. */
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

/** How to get the running actor of a machine. */
function reachOf(id: string, { reader, services, lazy, ofAccount }: Library): string {
  if (id === 'loader') return `Find it with ${code("latchkey.find('feature:send')")}, by the name of the feature.`
  if (ofAccount.includes(id) && !lazy.includes(id))
    return `Find it with ${code(`latchkey.find('${id}')`)}, while an account is active.`
  if (lazy.includes(id)) return `Load it with ${code(`latchkey.load('${id}')`)}.`
  if (services.includes(id)) return `Get it with ${code(`latchkey.actor('${id}')`)}.`
  if (id === 'namespace') return `Get it with ${code("latchkey.actor('namespace:eip155')")}, by the namespace.`
  if (id === 'bundle') return `Find it with ${code("latchkey.find('calls:…')")} while it runs, by the id of the bundle.`
  if (namesIn(reader, 'Flows').includes(id))
    return `Watch it with ${code(`latchkey.watch('${id}', …)`)}; it runs only during a flow.`
  const { text } = reader.moduleAt(DIRECTORY)
  if (text.includes(`\`${id}:$`)) return `Find it with ${code(`latchkey.find('${id}:…')`)} while it runs.`
  if (new RegExp(`^  ${id}: `, 'm').test(text))
    return `Find it with ${code(`latchkey.find('${id}')`)} once it is loaded.`
  return 'It has no name in the actor system.'
}

const inputOf = (input: FieldOf | undefined): string[] => (input ? [`- Started with ${code(input.type)}.`] : [])
const outputOf = (output: FieldOf | undefined): string[] => (output ? [`- Ends with ${code(output.type)}.`] : [])

const pathOf = ({ path }: AnyStateNode): string => path.join('.')

/** The table of states, with what each state invokes and waits for. */
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

/** The name of an actor, or a link to its machine. */
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

/** The fields of an event, without its type. */
const broughtBy = ({ fields }: Shape): string =>
  fields
    .filter(({ name }) => name !== 'type')
    .map(({ name, optional, type }) => code(`${name}${optional ? '?' : ''}: ${type}`))
    .join('\n')

const matches = (pattern: string, text: string): boolean => {
  const [start = '', end] = pattern.split('*')
  return end === undefined ? pattern === text : text.startsWith(start) && text.endsWith(end)
}
/** Whether an event of a chart matches an event type. Both may contain a wildcard. */
export const isSame = (listened: string, type: string): boolean => matches(listened, type) || matches(type, listened)

/** The event types that a machine receives, except the done and error events of its children. */
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

/** Broadcast events are declared in one file. The type of a command starts with the name of its machine, and may be sent from outside. */
function kindOf(type: string, { path }: Shape, id: string, { reader, services, lazy }: Library): string {
  if (path === BROADCAST_EVENTS) return 'broadcast'
  const outside = [...services, ...lazy, ...namesIn(reader, 'Flows'), 'namespace']
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

/** The table of delays: the default, and the option that sets it. */
const delaysTable = (machine: AnyStateMachine, delays: readonly DelaySource[]): string[] =>
  tableOf(
    ['Delay', 'How long', 'Set by', 'What it is'],
    delays.map(({ name, meaning }) => {
      const delay: Partial<ReturnType<typeof configurableDelay>> = Object(machine.implementations.delays[name])
      const options = (delay.names ?? []).map((option) => code(`timeouts.${option}`))
      const length = duration(machine.implementations.delays[name])
      return [code(name), length.slice(1, -1) || 'computed each time', options.join(' and '), meaning]
    }),
  )

const contextTable = (shapes: readonly Shape[]): string[] =>
  tableOf(
    ['Field', 'Type', 'What it is'],
    shapes.flatMap(({ fields }) => fields).map(({ name, type, meaning }) => [code(name), code(type), meaning]),
  )

/** Returns the index page of all machines. */
export function machineIndex({ machines, files }: Library): string {
  const partOf = (id: string): string => files[id]?.split('/')[1] ?? ''
  return [
    '<!-- Generated from the machines. Do not edit. -->',
    '',
    '# The machines',
    '',
    'These state machines define all behavior of Latchkey. Each page lists the purpose of a machine, its states, the events that it',
    'receives and emits, its actors, and its timeouts. [designers.md](../designers.md) explains how to read a chart, and',
    '[architecture.md](../architecture.md) why the machines are divided this way.',
    '',
    '- A *command* is sent to one machine, for example with `latchkey.dispatch(…)`. A *broadcast event* reaches every machine whose',
    '  chart handles it. A *message* comes from the SDK, from a child, or from another machine; apps do not send messages.',
    '- The *actors* of a page are those that the SDK implements: a *promise*, or a *callback*, which is a subscription that lasts as',
    '  long as a state.',
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

/** A solid line is an invoked machine, a dashed line a spawned one. */
const startsChart = (machines: readonly AnyStateMachine[]): string[] => [
  'Solid line: invoked, runs as long as a state lasts. Dashed line: spawned, runs until it ends.',
  '',
  '```mermaid',
  'flowchart LR',
  ...machines.flatMap((machine) =>
    startedBy(machine).map(({ id, how }) => `  ${machine.id} ${how === 'invoked' ? '-->' : '-.->'} ${id}`),
  ),
  '```',
]
