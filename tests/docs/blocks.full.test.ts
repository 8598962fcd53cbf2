/** Type-checks every code block of the guides as readers would paste it. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { codeFile, frameworks, type Framework } from '../../docs/playground/page/code.ts'
import { codeOf, type CodeBlock } from './pages.ts'
import { settingSets } from './playground/settingSets.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })]

const options = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    paths: {
      latchkey: [join(root, 'sdk/index.ts')],
      'latchkey/skin': [join(root, 'sdk/skin.ts')],
      'latchkey/devtools': [join(root, 'sdk/devtools/index.ts')],
      'latchkey/elements': [join(root, 'react-skin/elements/latchkey.ts')],
      'latchkey/engine': [join(root, 'sdk/instance/engine.ts')],
      'latchkey/explain': [join(root, 'sdk/chains/explain.ts')],
      'latchkey/frame': [join(root, 'machines/embedded/frame.schemas.ts')],
      'latchkey/icons': [join(root, 'sdk/icons/index.ts')],
      'latchkey/machines': [join(root, 'machines/index.ts')],
      'latchkey/pairing': [join(root, 'sdk/pairing/index.ts')],
      'latchkey/react': [join(root, 'react-skin/index.ts')],
      'latchkey/sign-in': [join(root, 'sdk/sign-in/index.ts')],
      'latchkey/testing': [join(root, 'mocks/index.ts')],
      'latchkey/testing/handlers': [join(root, 'mocks/api/index.ts')],
      'latchkey/wagmi': [join(root, 'sdk/wagmi/index.ts')],
      'latchkey/react/locales/*': [join(root, 'react-skin/strings/locales/*.ts')],
      'latchkey/react/styles.css': [join(root, 'react-skin/styles/styles.css')],
    },
  },
  include: ['*.ts', '**/*.tsx', join(root, 'react-skin/elements/styles.d.ts')],
  exclude: [],
}

/** Types of the packages that the guides use and the repository does not have, as far as the guides use them. */
const otherPackages = `
declare module '*.css'
declare module '@/auth' {
  export const auth: () => Promise<{ user?: { id?: string } } | null>
  export const handlers: Record<'GET' | 'POST', (request: Request) => Promise<Response>>
}
declare module '@/lib/nonces' {
  export const createBrowserNonce: () => Promise<string>
  export const takeNonce: (nonce?: string) => Promise<string>
}
declare module 'next/headers' {
  export const cookies: () => Promise<{
    get(name: string): { value: string } | undefined
    set(name: string, value: string, options: { httpOnly: boolean; sameSite: 'lax'; secure: boolean; path: string; maxAge: number }): void
  }>
}
declare module 'redis' {
  interface Client {
    connect(): Promise<Client>
    set(key: string, value: string, options: { EX: number }): Promise<unknown>
    getDel(key: string): Promise<string | null>
  }
  export const createClient: (options: { url: string }) => Client
}
declare module 'next-auth' {
  export class CredentialsSignin extends Error {
    code: string
  }
  interface Session {
    user: { id?: string; name?: string }
    expires: string
  }
  interface Token {
    sub?: string
    [name: string]: unknown
  }
  export default function NextAuth(config: {
    session: { strategy: 'jwt'; maxAge: number }
    providers: object[]
    callbacks: {
      jwt(given: { token: Token; user?: { id?: string } }): Token | null
      session(given: { session: Session; token: Token }): Session
    }
  }): Record<'handlers' | 'auth' | 'signIn' | 'signOut', unknown>
}
declare module 'next-auth/providers/credentials' {
  export default function Credentials(config: {
    id: string
    name: string
    credentials: object
    authorize(given: Record<string, unknown>): Promise<{ id: string } | null>
  }): object
}
interface Eip1193Provider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (...payload: unknown[]) => void): unknown
  removeListener(event: string, listener: (...payload: unknown[]) => void): unknown
}
declare module '@base-org/account' {
  export const createBaseAccountSDK: (options: {
    appName?: string
    appLogoUrl?: string | null
    appChainIds?: number[]
    preference?: { telemetry?: boolean }
  }) => { getProvider: () => Eip1193Provider }
}
declare module '@metamask/connect-evm' {
  export function createEVMClient(options: {
    dapp: { name: string; url?: string }
    api: { supportedNetworks: Record<\`0x\${string}\`, string> }
    analytics?: { enabled: boolean }
    skipAutoAnnounce?: boolean
  }): Promise<{ getProvider(): Eip1193Provider }>
}
declare module '@safe-global/safe-apps-sdk' {
  export interface SafeInfo {
    safeAddress: string
    chainId: number
    threshold: number
    owners: string[]
  }
  export default class SafeAppsSDK {
    constructor(options?: { allowedDomains?: RegExp[]; debug?: boolean })
    readonly safe: { getInfo(): Promise<SafeInfo> }
  }
}
declare module '@safe-global/safe-apps-provider' {
  import type SafeAppsSDK from '@safe-global/safe-apps-sdk'
  import type { SafeInfo } from '@safe-global/safe-apps-sdk'
  export const SafeAppProvider: new (safe: SafeInfo, sdk: SafeAppsSDK) => Eip1193Provider
}
declare module 'porto' {
  export const Porto: { create(options?: { announceProvider?: boolean }): { provider: Eip1193Provider } }
}
declare module '@gemini-wallet/core' {
  export const GeminiWalletProvider: new (options: {
    appMetadata: { name?: string; url?: string; icon?: string }
    chain: { id: number; rpcUrl?: string }
  }) => Eip1193Provider
}
declare module '@solana-mobile/wallet-standard-mobile' {
  interface Cache { get(): Promise<unknown> }
  interface Selector { select(chains: readonly string[]): Promise<string> }
  export const createDefaultAuthorizationCache: () => Cache
  export const createDefaultChainSelector: () => Selector
  export const createDefaultWalletNotFoundHandler: () => (wallet: object) => Promise<void>
  export function registerMwa(options: {
    appIdentity: { name?: string; uri?: string; icon?: string }
    authorizationCache: Cache
    chains: readonly (\`\${string}:\${string}\`)[]
    chainSelector: Selector
    onWalletNotFound: (wallet: object) => Promise<void>
  }): void
}
declare module 'next-auth/react' {
  export const getSession: () => Promise<{ user?: { id?: string } } | null>
  export const signIn: (id: string, options: object) => Promise<{ error?: string; code?: string }>
  export const signOut: (options: { redirect: false }) => Promise<void>
}
`

/** The code blocks of a page as modules. A block that uses an instance from an earlier block gets one. */
async function blocksOf(page: string): Promise<CodeBlock[]> {
  const text = await readFile(join(root, page), 'utf8')
  return codeOf(text)
    .filter(({ language }) => /^tsx?$/.test(language))
    .map(({ code, ...block }) => ({
      ...block,
      code: /const latchkey\b|^import \{[^}]*\blatchkey\b/m.test(code)
        ? code
        : `${code}\ndeclare const latchkey: import('latchkey').Latchkey\nexport {}\n`,
    }))
}

/** Modules that import each other, with their file names replaced. */
const renamed = (blocks: readonly CodeBlock[]): string[] =>
  blocks.map(({ code }) =>
    code.replace(/(?<=from ')\.\/(\w+)(?=')/g, (path, name) => {
      const index = blocks.findIndex(({ file }) => file !== undefined && parse(file).name === name)
      return index < 0 ? path : `./block${index}`
    }),
  )

/** The compiler's messages by group of modules; empty for a group without errors. One run for all groups. */
async function check(groups: Readonly<Record<string, readonly string[]>>): Promise<Record<string, string>> {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, 'node_modules/.cache/docs-'))
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
    await writeFile(join(folder, 'otherPackages.d.ts'), otherPackages)
    for (const [name, modules] of Object.entries(groups)) {
      await mkdir(join(folder, name))
      await Promise.all(modules.map((code, index) => writeFile(join(folder, name, `block${index}.tsx`), code)))
    }
    const said = await run('npx', ['tsc', '-p', folder, '--pretty', 'false', '--checkers', '1'], { cwd: root }).then(
      () => '',
      (error: { stdout: string }) => error.stdout,
    )
    const lines = said.split('\n').filter((line) => line !== '')
    const of = (name: string) => lines.filter((line) => line.includes(`${name}/block`)).join('\n')
    const named = Object.keys(groups).map((name) => [name, of(name)] as const)
    const other = lines.filter((line) => /^\S/.test(line) && !named.some(([name]) => line.includes(`${name}/block`)))
    return { ...Object.fromEntries(named), other: other.join('\n') }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The TypeScript of a file that the playground generates: all of it, or its script. */
function scriptOf(framework: Framework, query: URLSearchParams): string {
  const { code } = codeFile(framework, query)
  if (framework === 'react') return code
  const [, script] = /<script[^>]*>\n([\s\S]*?)<\/script>/.exec(code) ?? []
  if (script === undefined) throw new Error(`The ${framework} file has no script.`)
  return script.replace('/latchkey/elements/latchkey.js', 'latchkey/elements')
}
const generated = Object.values(settingSets).flatMap((query) =>
  (Object.keys(frameworks) as Framework[]).map((framework) => scriptOf(framework, query)),
)

let guides: readonly string[]
let said: Record<string, string>
beforeAll(async () => {
  guides = renamed((await Promise.all(pages.map(blocksOf))).flat())
  said = await check({
    guides,
    playground: generated,
    broken: ["import { createLatchkey } from 'latchkey'\ncreateLatchkey({ networks: 5 })\n"],
  })
}, 600_000)

test('every code block of the guides compiles', () => {
  expect(guides.length).toBeGreaterThanOrEqual(6)
  expect(said['guides']).toBe('')
  expect(said['other']).toBe('')
})

test("the playground's generated code compiles in every framework for every set of settings", () => {
  expect(generated).toHaveLength(40)
  expect(said['playground']).toBe('')
})

test('a code block with a type error is reported', () => expect(said['broken']).toContain('TS2322'))
