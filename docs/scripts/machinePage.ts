/** Generates the page of a machine from its definition, its contract and their comments. */
import type { AnyActorLogic, AnyStateMachine, AnyStateNode } from 'xstate'
import type { configurableDelay } from '../../machines/core/actors.ts'
import { toTypeScript } from './chartFile.ts'
import { sourceOf, type ActorSource, type DelaySource, type NamedSource } from './machineSource.ts'
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
  /** The names of the services whose code is loaded without a command. */
  eager: readonly string[]
  /** The views of each service. */
  views: Readonly<Record<string, readonly string[]>>
}

const DIRECTORY = 'sdk/instance/directory.ts'
const BROADCAST_EVENTS = 'machines/events.ts'

/** The folders of machines, with their titles. */
const PARTS: Readonly<Record<string, string>> = {
  core: 'Root and feature loading',
  project: 'Project',
  storage: 'Storage',
  analytics: 'Analytics',
  shell: 'Modal',
  wallets: 'Wallets',
  connection: 'Connections',
  network: 'Networks',
  account: 'Account, balances and history',
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
  embedded: 'Embedded wallet',
  pairing: 'Wallets on other devices',
}

const KINDS: Readonly<Record<string, string>> = {
  root: 'a root: it has its own actor system',
  service: 'a service: one actor, which runs as long as the instance',
  ofAccount:
    'a service of the active account: one actor, which runs as long as the account and its network stay active',
  item: 'an item: one actor for each object, such as a transaction',
  flow: 'a flow: one actor for each attempt, which ends with an outcome',
}

const code = (text: string): string => `\`${text}\``
/** A description without its references to the specification, which the page lists once. */
const plain = (text: string): string => text.replaceAll(/ ?\[\d+\.\d+\]/g, '')
const linkTo = (id: string): string => `[${id}](${id}.md)`
/** Escapes the text of a table cell: pipes, tags and line breaks. */
const cell = (text: string): string =>
  plain(text)
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`')
    .replaceAll('|', '\\|')
    .replaceAll('\n', '<br>')
const rowOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const sentence = (text: string): string => (text === '' || /[.!?:]$/.test(text) ? plain(text) : `${plain(text)}.`)

/** A table without its empty columns; no lines if there are no rows. */
function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const kept = columns.map((_, index) => rows.some((row) => row[index] !== ''))
  const shown = (cells: readonly string[]) => rowOf(cells.filter((_, index) => kept[index]))
  return rows.length === 0 ? [] : [shown(columns), shown(columns.map(() => '---')), ...rows.map(shown)]
}

const section = (title: string, ...lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines, '']

const isMachine = (logic: AnyActorLogic | undefined): logic is AnyStateMachine => logic !== undefined && 'root' in logic

/** A machine that a machine starts. */
interface Child {
  /** The name of the actor, and the id of its machine. */
  src: string
  id: string
  how: 'invoked' | 'spawned'
  /** The states that invoke it, or the events on which it is spawned. */
  on: readonly string[]
}

const actionName = (action: unknown): string =>
  typeof action === 'string' ? action : String(Object(action).type ?? '')

/** The events on which a machine runs one of these actions. */
function eventsWith(machine: AnyStateMachine, actions: readonly string[]): string[] {
  const nodes = [machine.root, ...statesOf(machine.root)]
  const transitions = nodes.flatMap(({ transitions: own }) => [...own.values()].flat())
  const types = transitions
    .filter((transition) => transition.actions.some((action) => actions.includes(actionName(action))))
    .map(({ eventType }) => eventType)
  return [...new Set(types)].filter((type) => type !== '' && !type.startsWith('xstate.'))
}

/** The machines that a machine starts: invoked by a state, or spawned by an action. */
function startedBy(machine: AnyStateMachine, { reader, files }: Library): readonly Child[] {
  const { actions } = sourceOf(reader, `${files[machine.id]}.machine.ts`, `${machine.id}Machine`)
  return Object.entries(machine.implementations.actors).flatMap(([src, logic]): Child[] => {
    if (!isMachine(logic as AnyActorLogic)) return []
    const { id } = logic as AnyStateMachine
    const nodes = [machine.root, ...statesOf(machine.root)]
    const invoking = nodes.filter(({ invoke }) => invoke.some((one) => one.src === src))
    if (invoking.length > 0) return [{ src, id, how: 'invoked', on: invoking.map(pathOf) }]
    const spawning = actions.filter(({ text }) => new RegExp(`spawn(?:Child)?\\(\\s*'${src}'`).test(text))
    return [
      {
        src,
        id,
        how: 'spawned',
        on: eventsWith(
          machine,
          spawning.map(({ name }) => name),
        ),
      },
    ]
  })
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
  const source = sourceOf(reader, `${file}.machine.ts`, `${id}Machine`)
  const [about] = reader.shapesIn(contract, name)
  const fieldOf = (field: string) => about?.fields.find((known) => known.name === field)
  const fieldsOf = (field: string) => fieldTable(reader.shapesOfField(contract, name, field), fieldOf(field))
  const { kind, spec } = metaOf(machine)
  const [broadcasts, others] = eventsTables(machine, library)
  return [
    '<!-- Generated from the machine. Do not edit. -->',
    '',
    `# ${id}`,
    '',
    sentence(root.description ?? ''),
    '',
    `- **Kind:** ${KINDS[library.ofAccount.includes(id) ? 'ofAccount' : kind]}.`,
    `- **Started** ${startOf(machine, library)}.`,
    `- **Access:** ${reachOf(id, library)}`,
    `- **Specification:** ${spec.join(', ')}.`,
    `- **Source:** [machine](../../${file}.machine.ts), [contract](../../${contract}); [the chart as code](#chart-as-code).`,
    '',
    ...section(
      'Chart',
      ...(library.drawn.includes(id)
        ? [`[![The chart of ${id}](${id}.svg)](${id}.svg)`, ...anywhereOf(machine)]
        : ['```mermaid', toMermaid(machine).trimEnd(), '```']),
    ),
    ...section('Input', ...fieldsOf('input')),
    ...section('Context', ...fieldsOf('context')),
    ...section('States', ...statesTable(machine, fieldOf('state'))),
    ...section('Tags', ...tagsOf(fieldOf('tag'))),
    ...section('Events', ...others),
    ...section('Listens to', ...broadcasts),
    ...section('Actors', ...actorsTable(machine, source.actors, library)),
    ...section('Guards', ...guardsTable(machine, source.guards)),
    ...section('Delays', ...delaysTable(machine, source.delays)),
    ...section('Output', ...fieldsOf('output')),
    ...section('Emitted events', ...emittedTable(reader.shapesOfField(contract, name, 'emitted'), reader)),
    ...section(
      'Chart as code',
      'A file that runs on its own: paste it into Stately’s editor, or run it in a page or in Node.',
      '',
      '<details>',
      `<summary><code>${id}.ts</code></summary>`,
      '',
      '```ts',
      toTypeScript(machine).trimEnd(),
      '```',
      '',
      '</details>',
    ),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

/** The transitions of the root, for which the picture has no arrows. */
function anywhereOf(machine: AnyStateMachine): string[] {
  const lines = reactionsOf(edgesOf(machine), machine.root)
  return lines.length === 0 ? [] : ['', `From anywhere: ${lines.map(code).join(', ')}.`]
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`

/** When the actor of a machine starts, as the rest of a sentence. */
function startOf({ id }: AnyStateMachine, library: Library): string {
  const { machines, lazy, ofAccount, eager, views } = library
  if (id === 'latchkey') return 'by `latchkey.start()`'
  if (id === 'namespace') return 'when the instance starts, once for each namespace of `networks`'
  if (id === 'loader') return 'when the instance starts or an account becomes active, once for each feature'
  const parents = machines.flatMap((parent) =>
    startedBy(parent, library)
      .filter((child) => child.id === id)
      .map(({ how, on }) => ({ parent: linkTo(parent.id), how, on: listed(on.map(code)) })),
  )
  if (parents.length > 0)
    return parents
      .map(({ parent, how, on }) => {
        if (how === 'invoked') return on === '``' ? `by ${parent}` : `when ${parent} enters ${on}`
        return on === '' ? `by ${parent}` : `by ${parent}, on ${on}`
      })
      .join('; ')
  const trigger = `on its first command${views[id]?.length ? ', or when one of its views is shown' : ''}`
  if (ofAccount.includes(id))
    return eager.includes(id) ? 'when an account becomes active' : `while an account is active, ${trigger}`
  if (lazy.includes(id)) return eager.includes(id) ? 'soon after the instance starts' : trigger
  return 'when the instance starts'
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
    ...(state?.meaning ? [plain(state.meaning), ''] : []),
    ...tableOf(['State', 'Type', 'Description', 'Invokes', 'After', 'Tags'], rows),
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
  if (type === 'final') return 'final'
  return parent?.type === 'compound' && parent.initial.target.includes(node) ? 'initial' : ''
}

const tagsOf = (tag: FieldOf | undefined): string[] =>
  tag
    ? [
        [...tag.type.matchAll(/'([^']+)'/g)].map(([, word = '']) => code(word)).join(', ') +
          (tag.meaning && `: ${plain(tag.meaning)}`),
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

/** The tables of the broadcast events that a machine listens to, and of all other events. */
function eventsTables(machine: AnyStateMachine, library: Library): [broadcasts: string[], others: string[]] {
  const edges = edgesOf(machine).filter(({ kind }) => kind === 'event')
  const rows = eventsOf(machine, library).map(({ type, shape }) => {
    const kind = kindOf(type, shape, machine.id, library)
    return { kind, cells: [code(type), broughtBy(shape), takenIn(type, edges), shape.meaning] }
  })
  const broadcasts = rows.filter(({ kind }) => kind === 'broadcast').map(({ cells }) => cells)
  const others = rows
    .filter(({ kind }) => kind !== 'broadcast')
    .map(({ kind, cells: [type = '', ...rest] }) => [type, kind, ...rest])
  return [
    tableOf(['Event', 'Fields', 'Handled in', 'Description'], broadcasts),
    tableOf(['Event', 'Kind', 'Fields', 'Handled in', 'Description'], others),
  ]
}

/** The actors that a machine invokes and spawns: the SDK's, and other machines. */
function actorsTable(machine: AnyStateMachine, actors: readonly ActorSource[], library: Library): string[] {
  const nodes = [machine.root, ...statesOf(machine.root)]
  const usedIn = (src: string) => {
    const states = nodes.filter(({ invoke }) => invoke.some((one) => one.src === src))
    if (states.length === 0) return 'spawned'
    return `invoked in ${states.map((node) => (node.parent ? code(pathOf(node)) : 'all states')).join(', ')}`
  }
  return tableOf(
    ['Actor', 'Logic', 'Used', 'Input', 'Output', 'Description'],
    [
      ...actors.map(({ name, kind, given, gives, meaning }) => [
        code(name),
        kind,
        usedIn(name),
        given && code(given),
        gives && code(gives),
        meaning,
      ]),
      ...startedBy(machine, library).map(({ src, id, how, on }) => [
        src === id ? linkTo(id) : `${code(src)}: ${linkTo(id)}`,
        'machine',
        how === 'invoked' ? usedIn(src) : ['spawned', on.map(code).join(', ')].filter(Boolean).join(' on '),
        '',
        '',
        library.machines.find((known) => known.id === id)?.root.description ?? '',
      ]),
    ],
  )
}

/** The table of guards, with the events that they decide about. */
function guardsTable(machine: AnyStateMachine, guards: readonly NamedSource[]): string[] {
  const edges = edgesOf(machine)
  const rows = Object.keys(machine.implementations.guards).map((name) => {
    const events = edges
      .filter(({ guard }) => guard === name)
      .map(({ event }) => (event === '' ? 'always' : code(event)))
    const meaning = guards.find((known) => known.name === name)?.meaning ?? ''
    return [code(name), [...new Set(events)].join(', '), meaning]
  })
  return tableOf(
    ['Guard', 'Used for', 'Description'],
    rows.filter(([, events]) => events !== ''),
  )
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
    edges
      .filter(({ event }) => isSame(event, type))
      .map(({ from }) => (from.parent ? code(pathOf(from)) : 'any state')),
  )
  return [...states].join(', ')
}

const emittedTable = (shapes: readonly Shape[], reader: Reader): string[] =>
  tableOf(
    ['Event', 'Fields', 'Description'],
    shapes.flatMap((shape) => reader.typesOf(shape).map((type) => [code(type), broughtBy(shape), shape.meaning])),
  )

/** The table of delays: the default, and the option that sets it. */
const delaysTable = (machine: AnyStateMachine, delays: readonly DelaySource[]): string[] =>
  tableOf(
    ['Delay', 'Default', 'Option', 'Description'],
    delays.map(({ name, meaning }) => {
      const delay: Partial<ReturnType<typeof configurableDelay>> = Object(machine.implementations.delays[name])
      const options = (delay.names ?? []).map((option) => code(`timeouts.${option}`))
      const length = duration(machine.implementations.delays[name])
      return [code(name), length.slice(1, -1) || 'computed', [...new Set(options)].join(', '), meaning]
    }),
  )

/** The fields of a type; its source text if it is not an object. */
function fieldTable(shapes: readonly Shape[], field: FieldOf | undefined): string[] {
  const fields = shapes.length === 1 ? shapes.flatMap(({ fields: own }) => own) : []
  if (fields.length === 0 && field?.type.startsWith('Outcome<'))
    return [`${code(field.type)}: an [outcome](../reference.md#outcome).`]
  if (fields.length === 0) return field ? [code(field.type)] : []
  return tableOf(
    ['Field', 'Type', 'Description'],
    fields.map(({ name, optional, type, meaning }) => [code(`${name}${optional ? '?' : ''}`), code(type), meaning]),
  )
}

/** Returns the index page of all machines. */
export function machineIndex(library: Library): string {
  const { machines, files } = library
  const partOf = (id: string): string => files[id]?.split('/')[1] ?? ''
  return [
    '<!-- Generated from the machines. Do not edit. -->',
    '',
    '# State machines',
    '',
    'These XState machines define all behavior of Latchkey. Each page has the chart of a machine, its input, context, states, events,',
    'actors, guards, delays, output and emitted events. [designers.md](../designers.md) explains how to read a chart, and',
    '[architecture.md](../architecture.md) why the machines are divided this way.',
    '',
    '| Word | Meaning |',
    '| --- | --- |',
    '| service | a machine with one actor, which runs as long as the instance or the active account |',
    '| item | a machine with one actor for each object, such as a transaction |',
    '| flow | a machine with one actor for each attempt, which ends with an outcome |',
    '| root | a machine with its own actor system |',
    '| command | an event that your app may send to a machine, for example with `latchkey.dispatch(…)` |',
    '| message | an event from the SDK, a child or another machine. Apps do not send messages |',
    '| broadcast event | an event that goes to each running machine whose chart handles it |',
    '| option of a delay | set it with `createLatchkey({ timeouts })`, in milliseconds |',
    '',
    ...Object.entries(PARTS).flatMap(([part, title]) =>
      section(
        title,
        ...tableOf(
          ['Machine', 'Kind', 'Description'],
          machines
            .filter(({ id }) => partOf(id) === part)
            .map((machine) => [linkTo(machine.id), metaOf(machine).kind, machine.root.description ?? '']),
        ),
      ),
    ),
    ...section('Parents and children', ...startsChart(library)),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

/** A solid line is an invoked machine, a dashed line a spawned one. */
const startsChart = (library: Library): string[] => [
  'Solid line: invoked, runs as long as a state of the parent is active. Dashed line: spawned, runs until it ends.',
  '',
  '```mermaid',
  'flowchart LR',
  ...library.machines.flatMap((machine) =>
    startedBy(machine, library).map(({ id, how }) => `  ${machine.id} ${how === 'invoked' ? '-->' : '-.->'} ${id}`),
  ),
  '```',
]
