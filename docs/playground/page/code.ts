import type { Configuration } from '../../../sdk/index.ts'
import { themeOf, type Appearance } from './appearance.ts'
import { presets } from '../../../react-skin/index.ts'

/** The state of the page that an app would have in its code. */
export interface PageState {
  appearance: Appearance
  scheme: 'light' | 'dark' | 'system'
  /** Namespaces in addition to Ethereum. */
  namespaces: readonly ('solana' | 'bitcoin')[]
  configuration: Pick<Configuration, 'embedded' | 'debug' | 'unsupportedChain' | 'wallets' | 'signIn' | 'features'> & {
    projectId?: string | undefined
  }
}

const ESPLORA = "{ rpcUrls: ['https://your-esplora.example/api'] }"

/** A value as formatted source code. */
function toSource(value: unknown, pad = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${pad}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${toSource(item, inner)},\n`).join('')}${pad}]`
  const lines = Object.entries(value).map(([key, item]) => `${inner}${key}: ${toSource(item, inner)},\n`)
  return `{\n${lines.join('')}${pad}}`
}

/** The code that creates the instance, without default options. Uses real networks instead of the sandbox's. */
export function optionsCode({ scheme, namespaces, configuration }: PageState): string {
  const { projectId, embedded, debug, unsupportedChain, wallets, signIn, features } = configuration
  const networks = ['mainnet', ...namespaces]
  const loginMethods = (['email', 'socials'] as const).filter((name) => features[name])
  // Bitcoin has no default Esplora server.
  const networkSources = networks.map((name) => (name === 'bitcoin' ? `defineNetwork(bitcoin, ${ESPLORA})` : name))
  const options: [name: string, code: string][] = [
    ...(projectId === undefined ? [] : [['projectId', "'your project id'"] as [string, string]]),
    ['networks', `[${networkSources.join(', ')}]`],
    ...(embedded ? [] : [['embedded', 'false'] as [string, string]]),
    ...(scheme === 'system' ? [] : [['theme', toSource(scheme)] as [string, string]]),
    ...(debug ? [['debug', 'true'] as [string, string]] : []),
    ...(unsupportedChain === 'view' ? [] : [['unsupportedChain', toSource(unsupportedChain)] as [string, string]]),
    ...(loginMethods.length > 0
      ? [
          ['features', `{ ${loginMethods.map((name) => `${name}: true`).join(', ')} }`] as [string, string],
          ['secureSite', "'https://your-secure-site.example'"] as [string, string],
        ]
      : []),
    ...(signIn ? [['siwx', signIn.required ? '{}' : '{ required: false }'] as [string, string]] : []),
    ...(projectId === undefined || wallets.featuredWalletIds.length === 0
      ? []
      : [['featuredWalletIds', toSource(wallets.featuredWalletIds, '  ')] as [string, string]]),
  ]
  const names = ['createLatchkey', ...networks, ...(namespaces.includes('bitcoin') ? ['defineNetwork'] : [])]
  return `import { ${names.toSorted().join(', ')} } from 'latchkey'

export const latchkey = createLatchkey({
${options.map(([name, code]) => `  ${name}: ${code},\n`).join('')}})
`
}

/** The React code. */
export function reactCode({ appearance }: PageState): string {
  const theme = themeOf(appearance)
  const { preset } = appearance
  const isPreset = preset !== undefined && JSON.stringify(theme) === JSON.stringify(presets[preset])
  const props = [
    'latchkey={latchkey}',
    ...(appearance.locale ? [`locale="${appearance.locale}"`] : []),
    ...(theme ? [isPreset ? `theme={presets.${preset}}` : 'theme={theme}'] : []),
  ]
  const names = ['ConnectButton', 'LatchkeyModal', 'LatchkeyProvider', ...(isPreset ? ['presets'] : [])]
  if (theme && !isPreset) names.push('type Theme')
  return `import { ${names.join(', ')} } from 'latchkey/react'
import 'latchkey/react/styles.css'
import { latchkey } from './latchkey'
${theme && !isPreset ? `\nconst theme: Theme = ${toSource(theme)}\n` : ''}
export const Wallet = () => (
  <LatchkeyProvider ${props.join(' ')}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)
`
}
