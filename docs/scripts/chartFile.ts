/** Generates a runnable TypeScript file from a machine: its chart, with mocks for everything that the chart refers to by name. */
import { createMachine, getInitialSnapshot, type AnyStateMachine } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import { statesOf } from '../../sdk/devtools/mermaid.ts'

const WIDTH = 110

const quoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
const keyOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))
const grouped = (number: number): string =>
  Number.isInteger(number) ? String(number).replace(/\B(?=(\d{3})+$)/g, '_') : String(number)

/** Returns the source text of plain data, on one line if it fits. */
function literal(value: unknown, pad = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return grouped(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${pad}  `
  const list = Array.isArray(value)
  const parts = Object.entries(value).map(([key, one]) => (list ? '' : `${keyOf(key)}: `) + literal(one, inner))
  if (parts.length === 0) return list ? '[]' : '{}'
  const line = list ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`
  if (!line.includes('\n') && pad.length + line.length < WIDTH) return line
  const lines = parts.map((part) => `${inner}${part},\n`).join('')
  return list ? `[\n${lines}${pad}]` : `{\n${lines}${pad}}`
}

/** The lines of an object literal, one per row, with optional comments; no lines if there are no rows. */
const table = (head: string, rows: readonly (readonly [line: string, comment?: string])[]): string[] =>
  rows.length === 0
    ? []
    : [`${head}{`, ...rows.map(([line, comment]) => `  ${line},${comment ? ` // ${comment}` : ''}`), '}']

interface Delay {
  defaultMs?: number
  names?: readonly (keyof typeof TIMEOUTS)[]
}

/** The length of a delay in the file, and the option that sets it. */
function delayRow(name: string, delay: unknown): readonly [string, string?] {
  if (typeof delay === 'number') return [`${keyOf(name)}: ${grouped(delay)}`]
  const { defaultMs, names = [] } = delay as Delay
  const [first] = names
  const option = names.map((one) => `timeouts.${one}`)
  if (defaultMs !== undefined) return [`${keyOf(name)}: ${grouped(defaultMs)}`, option.join(' + ')]
  if (first !== undefined) return [`${keyOf(name)}: ${grouped(TIMEOUTS[first])}`, `one of ${option.join(', ')}`]
  return [`${keyOf(name)}: 1_000`, 'worked out as it goes; a second here']
}

/** The names of the listeners: actors without `onDone`, which last as long as a state. */
const listensIn = (machine: AnyStateMachine): ReadonlySet<string> => {
  const ends = new Set(
    [machine.root, ...statesOf(machine.root)].flatMap(({ invoke }) =>
      invoke.filter(({ onDone }) => onDone !== undefined).map(({ src }) => src as string),
    ),
  )
  return new Set(Object.keys(machine.implementations.actors).filter((name) => !ends.has(name)))
}

const isMachine = (logic: unknown): boolean => typeof logic === 'object' && logic !== null && 'root' in logic
const implementationNameOf = (logic: unknown): string =>
  typeof logic === 'object' && logic !== null && 'implementationName' in logic ? String(logic.implementationName) : ''

interface Guarded {
  guard?: string | { type: string; params?: object }
  target?: string
}

/**
 * Distinguishes repeated uses of a guard within one list of transitions by their targets. Adds the target to the guard's params in the
 * chart, which it changes, and returns names such as `became → success`.
 */
function tellApart(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const told = Object.values(value).flatMap(tellApart)
  if (!Array.isArray(value)) return told
  const typeOf = ({ guard }: Guarded) => (typeof guard === 'object' ? guard.type : guard)
  const ways = value.filter((way): way is Guarded => typeof way === 'object' && way !== null && 'guard' in way)
  const repeated = ways.filter((way) => ways.filter((other) => typeOf(other) === typeOf(way)).length > 1)
  return [
    ...told,
    ...repeated.map((way) => {
      const [type = '', to = 'here'] = [typeOf(way), way.target]
      way.guard = { type, params: { to } }
      return `${type} → ${to}`
    }),
  ]
}

/** Constant guards may cause an infinite loop of transitions. XState then throws after this many. */
const options = { maxIterations: 1_000 }

/** The guards that initially return false: at most one, and only if the chart would otherwise loop on start. */
function noes(chart: object, guards: readonly string[]): ReadonlySet<string> {
  const runs = (no: readonly string[]) => {
    const said = guards.map((name) => [name, () => !no.includes(name)] as const)
    const machine = createMachine({ ...chart, options }).provide({ guards: Object.fromEntries(said) })
    return getInitialSnapshot(machine).status !== 'error'
  }
  return new Set([[], ...guards.map((name) => [name])].find(runs))
}

/**
 * Returns the file. Guards return true and effects stay pending until the reader changes them. Delays are those of the product. Actions
 * only log their name.
 */
export function toTypeScript(machine: AnyStateMachine): string {
  const { id, config, implementations } = machine
  const { actors, actions, guards, delays } = implementations
  const listens = listensIn(machine)
  const effects = Object.entries<unknown>(actors).filter(([name]) => !listens.has(name))
  const chart = JSON.parse(JSON.stringify(config)) as Record<string, unknown>
  const no = noes(chart, Object.keys(guards))
  const cases = [...new Set(tellApart(chart))]
  const hasCases = (name: string) => cases.some((one) => one.startsWith(`${name} → `))
  const text = JSON.stringify(chart)
  const isBare = (name: string) => [`"guard":"${name}"`, `"type":"${name}"}`].some((use) => text.includes(use))
  const switches = Object.keys(guards).flatMap((name) => [
    ...(isBare(name) || !hasCases(name) ? [name] : []),
    ...cases.filter((one) => one.startsWith(`${name} → `)),
  ])
  const names = {
    actors: Object.keys(actors).map((name) => [
      `${keyOf(name)}: ${listens.has(name) ? 'listener' : `mockActor(${quoted(name)})`}`,
    ]),
    actions: Object.keys(actions).map((name) => [`${keyOf(name)}: logAction(${quoted(name)})`]),
    guards: Object.keys(guards).map((name) => [
      `${keyOf(name)}: ${hasCases(name) ? `guardResult(${quoted(name)})` : `() => guardResults[${quoted(name)}]`}`,
    ]),
    delays: Object.entries<unknown>(delays).map(([name, delay]) => delayRow(name, delay)),
  } as const
  const uses = ['createActor', effects.length > 0 && 'fromPromise', listens.size > 0 && 'fromCallback', 'setup']
  const parts = Object.entries(names).flatMap(([part, rows]) =>
    rows.length === 0
      ? []
      : table(`${part}: `, rows as [string, string?][]).map((line, index, all) =>
          index === all.length - 1 ? `  ${line},` : `  ${line}`,
        ),
  )
  return [
    '/**',
    ` * ${machine.root.description ?? id}`,
    ' *',
    ` * The chart of \`${id}\` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in`,
    ' * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.',
    ' */',
    `import { ${uses.filter(Boolean).join(', ')} } from 'xstate'`,
    '',
    ...(Object.keys(guards).length > 0
      ? [
          '/** The result of each guard. Change one to take the other transition. */',
          ...table(
            'export const guardResults = ',
            switches.map((name) => [`${keyOf(name)}: ${!no.has(name)} as boolean`] as const),
          ),
          ...(cases.length > 0
            ? [
                'const guardResult = (name: string) => (_: unknown, params: { to: string } | undefined) =>',
                '  guardResults[(params ? `${name} → ${params.to}` : name) as keyof typeof guardResults]',
              ]
            : []),
          '',
        ]
      : []),
    ...(effects.length > 0
      ? [
          '/** How each invoked actor ends, after one second. A pending actor does not end. */',
          "type Result = 'pending' | 'done' | 'failed'",
          ...table(
            'export const actorResults = ',
            effects.map(
              ([name, logic]) =>
                [
                  `${keyOf(name)}: 'pending' as Result`,
                  isMachine(logic) ? 'a machine of its own' : `the actor ${implementationNameOf(logic)}`,
                ] as const,
            ),
          ),
          'const mockActor = (name: keyof typeof actorResults) =>',
          '  fromPromise<unknown, unknown>(',
          '    () =>',
          '      new Promise((resolve, reject) => {',
          "        if (actorResults[name] === 'done') setTimeout(resolve, 1_000)",
          "        if (actorResults[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))",
          '      }),',
          '  )',
          '',
        ]
      : []),
    ...(listens.size > 0
      ? ['/** A listener that receives no events. */', 'const listener = fromCallback(() => {})', '']
      : []),
    '/** Logs the actions that the product would run. */',
    'export const logger: { log: (text: string) => void } = { log: () => {} }',
    ...(Object.keys(actions).length > 0
      ? ['const logAction = (name: string) => (_: unknown, _params: unknown) => logger.log(name)']
      : []),
    '',
    'export const machine = setup({',
    '  types: {} as { context: Record<string, unknown>; events: { type: string } },',
    ...parts,
    `}).createMachine(${literal({ ...chart, ...(!('context' in chart) && { context: {} }), options })})`,
    '',
    '/** Starts the machine. Send events with `start().send({ type: … })`. */',
    'export const start = () => createActor(machine).start()',
    '',
  ].join('\n')
}
