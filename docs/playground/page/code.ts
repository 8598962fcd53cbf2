import type { Configuration } from '../../../sdk/index.ts'
import { themeOf, type Look } from './look.ts'
import { presets } from '../../../react-skin/index.ts'

/** The state of the page that an app would have in its code. */
export interface Shown {
  look: Look
  scheme: 'light' | 'dark' | 'system'
  /** Namespaces in addition to Ethereum. */
  namespaces: readonly ('solana' | 'bitcoin')[]
  configuration: Pick<Configuration, 'embedded' | 'debug' | 'unsupportedChain' | 'wallets' | 'signIn' | 'features'> & {
    projectId?: string | undefined
  }
}

const ESPLORA = "{ rpcUrls: ['https://your-esplora.example/api'] }"

/** A value as formatted source code. */
function written(value: unknown, pad = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${pad}  `
  if (Array.isArray(value)) return `[\n${value.map((one) => `${inner}${written(one, inner)},\n`).join('')}${pad}]`
  const lines = Object.entries(value).map(([key, one]) => `${inner}${key}: ${written(one, inner)},\n`)
  return `{\n${lines.join('')}${pad}}`
}

/** The code that creates the instance, without default options. Uses real networks instead of the sandbox's. */
export function optionsCode({ scheme, namespaces, configuration }: Shown): string {
  const { projectId, embedded, debug, unsupportedChain, wallets, signIn, features } = configuration
  const networks = ['mainnet', ...namespaces]
  const waysIn = (['email', 'socials'] as const).filter((name) => features[name])
  // Bitcoin has no default Esplora server.
  const offered = networks.map((name) => (name === 'bitcoin' ? `defineNetwork(bitcoin, ${ESPLORA})` : name))
  const options: [name: string, code: string][] = [
    ...(projectId === undefined ? [] : [['projectId', "'your project id'"] as [string, string]]),
    ['networks', `[${offered.join(', ')}]`],
    ...(embedded ? [] : [['embedded', 'false'] as [string, string]]),
    ...(scheme === 'system' ? [] : [['theme', written(scheme)] as [string, string]]),
    ...(debug ? [['debug', 'true'] as [string, string]] : []),
    ...(unsupportedChain === 'view' ? [] : [['unsupportedChain', written(unsupportedChain)] as [string, string]]),
    ...(waysIn.length > 0
      ? [
          ['features', `{ ${waysIn.map((name) => `${name}: true`).join(', ')} }`] as [string, string],
          ['secureSite', "'https://your-secure-site.example'"] as [string, string],
        ]
      : []),
    ...(signIn ? [['siwx', signIn.required ? '{}' : '{ required: false }'] as [string, string]] : []),
    ...(projectId === undefined || wallets.featuredWalletIds.length === 0
      ? []
      : [['featuredWalletIds', written(wallets.featuredWalletIds, '  ')] as [string, string]]),
  ]
  const names = ['createLatchkey', ...networks, ...(namespaces.includes('bitcoin') ? ['defineNetwork'] : [])]
  return `import { ${names.toSorted().join(', ')} } from 'latchkey'

export const latchkey = createLatchkey({
${options.map(([name, code]) => `  ${name}: ${code},\n`).join('')}})
`
}

/** The React code. */
export function reactCode({ look }: Shown): string {
  const theme = themeOf(look)
  const { preset } = look
  const asItIs = preset !== undefined && JSON.stringify(theme) === JSON.stringify(presets[preset])
  const props = [
    'latchkey={latchkey}',
    ...(look.locale ? [`locale="${look.locale}"`] : []),
    ...(theme ? [asItIs ? `theme={presets.${preset}}` : 'theme={theme}'] : []),
  ]
  const names = ['ConnectButton', 'LatchkeyModal', 'LatchkeyProvider', ...(asItIs ? ['presets'] : [])]
  if (theme && !asItIs) names.push('type Theme')
  return `import { ${names.join(', ')} } from 'latchkey/react'
import 'latchkey/react/styles.css'
import { latchkey } from './latchkey'
${theme && !asItIs ? `\nconst theme: Theme = ${written(theme)}\n` : ''}
export const Wallet = () => (
  <LatchkeyProvider ${props.join(' ')}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)
`
}
