import { posix } from 'node:path'

/** Source texts by path, relative to the package's folder. */
export type Files = Readonly<Record<string, string>>

interface Import {
  from: string
  /** A package's name with its subpath, or a path relative to the package's folder. */
  to: string
  kind: 'value' | 'type' | 'dynamic'
}

interface Layer {
  /** The files of the layer, by path. The first matching layer applies. */
  files: RegExp
  /** What they may import, by prefix; `never` takes precedence. */
  may?: readonly string[]
  never?: readonly string[]
}

const LAYERS: readonly Layer[] = [
  { files: /^machines\/shared\/.*\.types\.ts$/, may: ['machines/shared/', 'machines/constants.ts'] },
  { files: /^machines\/shared\//, may: ['zod/mini', 'machines/shared/', 'machines/constants.ts'] },
  { files: /^machines\/.*\.types\.ts$/, may: ['machines/'] },
  { files: /^machines\/(.*\.(rules|schemas|viewModel)\.ts$|pairing\/rules\/)/, may: ['zod/mini', 'machines/'] },
  { files: /^machines\//, may: ['xstate', 'zod/mini', 'machines/'] },
  {
    files: /^sdk\/devtools\/recording\//,
    may: ['xstate', 'zod/mini', 'viem', '@noble/', '@scure/', 'machines/', 'sdk/instance/', 'sdk/devtools/'],
  },
  { files: /^sdk\/devtools\//, may: ['xstate', 'preact', 'sdk/index.ts', 'machines/index.ts', 'sdk/devtools/'] },
  {
    files: /^sdk\//,
    may: [
      'xstate',
      'zod/mini',
      'machines/',
      'sdk/',
      'viem',
      'ky',
      '@walletconnect/',
      '@wallet-standard/',
      '@solana/',
      '@noble/',
      '@scure/',
    ],
    never: ['sdk/devtools/'],
  },
  {
    files: /^react-skin\/elements\//,
    may: [
      'react',
      'react-dom/client',
      'react-skin/index.ts',
      'react-skin/styles/',
      'react-skin/elements/',
      'sdk/index.ts',
      'sdk/skin.ts',
    ],
  },
  {
    files: /^react-skin\//,
    may: ['react', 'react-dom', 'radix-ui', '@xstate/react', 'uqr', 'sdk/index.ts', 'sdk/skin.ts', 'react-skin/'],
    never: ['react-skin/elements/'],
  },
  { files: /^mocks\//, never: ['react', 'react-dom', 'radix-ui', '@xstate/react', 'react-skin/', 'tests/', 'docs/'] },
]

/** Packages that a page loads only on demand, and the folders that are loaded with them. */
const HEAVY = ['viem', 'ky', '@walletconnect/', '@wallet-standard/', '@solana/', '@noble/', '@scure/']
const LAZY = [
  'sdk/chains/',
  'sdk/rpc/',
  'sdk/api/',
  'sdk/pairing/',
  'sdk/wagmi/',
  'sdk/sign-in/eip155.ts',
  'sdk/sign-in/solana.ts',
  'sdk/sign-in/bip122.ts',
  'sdk/connectors/walletStandard.ts',
  'sdk/connectors/bitcoin.ts',
]

/** A feature's calls of the API, which load with the API's client. */
const LAZY_FILE = /^sdk\/.*\.api\.ts$/

/** The parts of the devtools that load when they are opened. */
const PANEL = ['sdk/devtools/panel/', 'sdk/devtools/layouts/', 'sdk/devtools/payloads.ts', 'sdk/devtools/recording/']

/** What a machine must not use: the page, the time, randomness and the network. */
const AMBIENT =
  /(?<![.\w$'"])(window|document|globalThis|navigator|localStorage|sessionStorage|console|process|Buffer|performance|crypto|Date|Math\.random|(?:setTimeout|setInterval|clearTimeout|clearInterval|requestAnimationFrame|queueMicrotask|structuredClone|fetch|XMLHttpRequest|WebSocket)\s*\()/g

const TOKENS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
const isComment = (token: string): boolean => token.startsWith('/')
const withoutComments = (text: string): string => text.replace(TOKENS, (token) => (isComment(token) ? ' ' : token))
const withoutWords = (text: string): string => text.replace(TOKENS, (token) => (isComment(token) ? ' ' : "''"))

const begins = (name: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => name === prefix || name.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`))

/** All imports and re-exports of the files. With `verbatimModuleSyntax`, only `import type` is removed completely. */
export function importsOf(files: Files): Import[] {
  const statement = /\b(?:import|export)\s+(type\s+(?!from\b|,))?(?:[\w*$\s{},]*?\sfrom\s*)?['"]([^'"\n]+)['"]/g
  const call = /\bimport\s*\(\s*['"]([^'"\n]+)['"]/g
  return Object.entries(files).flatMap(([from, text]) => {
    const code = withoutComments(text)
    const to = (name: string) => (name.startsWith('.') ? posix.join(posix.dirname(from), name) : name)
    return [
      ...[...code.matchAll(statement)].map(([, type, name = '']) => {
        const kind = type === undefined ? ('value' as const) : ('type' as const)
        return { from, to: to(name), kind }
      }),
      ...[...code.matchAll(call)].map(([, name = '']) => ({ from, to: to(name), kind: 'dynamic' as const })),
    ]
  })
}

/** Imports that a folder's layer does not allow. */
export const layerFaults = (files: Files): string[] =>
  importsOf(files).flatMap(({ from, to, kind }) => {
    const { may, never = [] } = LAYERS.find(({ files: layer }) => layer.test(from)) ?? {}
    if ((may && !begins(to, may)) || begins(to, never)) return [`${from} may not import ${to}`]
    if (kind !== 'value') return []
    if (from.startsWith('sdk/devtools/') && !begins(from, PANEL))
      return begins(to, ['preact', 'machines/', ...PANEL]) ? [`${from} may import ${to} only when it is needed`] : []
    if (!from.startsWith('sdk/') || begins(from, ['sdk/devtools/', ...LAZY]) || LAZY_FILE.test(from)) return []
    return begins(to, HEAVY) || begins(to, LAZY) || LAZY_FILE.test(to)
      ? [`${from} may import ${to} only when it is needed`]
      : []
  })

/** Uses of the page, the clock, randomness or the network in the machines' code. */
export const ambientFaults = (files: Files): string[] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith('machines/'))
    .flatMap(([path, text]) =>
      [...withoutWords(text).matchAll(AMBIENT)].map(([name]) => `${path} uses ${name.replace(/\s*\($/, '')}`),
    )

/** Import cycles, including those through types or lazy imports. */
export function cycleFaults(files: Files): string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of importsOf(files)) if (to in files) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set<string>()
  const faults: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    const index = path.indexOf(file)
    if (index >= 0) faults.push([...path.slice(index), file].join(' → '))
    if (index >= 0 || done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return faults
}
