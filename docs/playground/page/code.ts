/** A complete file for the settings in the URL, with real networks instead of the sandbox's. */
import { presets } from '../../../react-skin/index.ts'
import { themeProperties, type Theme } from '../../../react-skin/theme/theme.ts'
import { readAppearance, readScheme, themeOf } from './appearance.ts'
import { productConfiguration } from './productConfiguration.ts'

/** The frameworks, by their value in the URL (`?code=vue`). */
export const frameworks = { react: 'React', vue: 'Vue', svelte: 'Svelte', plain: 'Plain HTML' } as const
export type Framework = keyof typeof frameworks

/** The framework in the URL. */
export const frameworkIn = (query: URLSearchParams): Framework =>
  (Object.keys(frameworks) as Framework[]).find((name) => name === query.get('code')) ?? 'react'

const NETWORK_IDS = {
  mainnet: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bitcoin: 'bip122:000000000019d6689c085ae165831e93',
} as const
type NetworkName = keyof typeof NETWORK_IDS

const ESPLORA = "{ rpcUrls: ['https://your-esplora.example/api'] }"
const ONRAMP = `{
    providers: [
      {
        id: 'your-provider',
        name: 'Your provider',
        kind: 'link',
        origins: ['https://provider.example'],
        url: 'https://provider.example/?key=yours',
        parameters: { address: 'walletAddress' },
      },
    ],
  }`

/** A value as formatted source code. */
function toSource(value: unknown, pad = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const inner = `${pad}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => `${inner}${toSource(item, inner)},\n`).join('')}${pad}]`
  const lines = Object.entries(value).map(([key, item]) => `${inner}${key}: ${toSource(item, inner)},\n`)
  return `{\n${lines.join('')}${pad}}`
}

const indent = (text: string, pad: string): string => text.replace(/^(?=.)/gm, pad)

const networksIn = (query: URLSearchParams): NetworkName[] => [
  'mainnet',
  ...(['solana', 'bitcoin'] as const).filter((name) => query.has(name)),
]

const SIGN_IN: Readonly<Record<string, string>> = {
  optional: '{ required: false }',
  server: "{ server: 'https://your-server.example/sign-in' }",
}

/** The features that differ from their defaults. */
function featuresOf(query: URLSearchParams): string[] {
  const on = ['email', 'socials', 'swaps', 'onramp', 'pay'].filter((name) => query.has(name))
  if (query.has('sessions')) on.push('smartSessions')
  return [...on.map((name) => `${name}: true`), ...(query.get('names') === 'off' ? ['names: false'] : [])]
}

/** The call of `createLatchkey`, without default options. `networks` is the code of that option. */
function instanceCode(query: URLSearchParams, networks: string): string {
  const has = (name: string) => query.has(name)
  const [scheme, unsupported, signIn] = [readScheme(query), query.get('unsupported'), query.get('sign-in')]
  const isInProject = !has('alone')
  const features = featuresOf(query)
  const options: (readonly [name: string, code: string] | false)[] = [
    isInProject && ['projectId', "'your project id'"],
    ['networks', networks],
    has('dialog') && ['embedded', 'false'],
    scheme !== 'system' && ['theme', toSource(scheme)],
    has('debug') && ['debug', 'true'],
    (unsupported === 'notice' || unsupported === 'nothing') && ['unsupportedChain', toSource(unsupported)],
    query.get('walletconnect') === 'off' && ['enableWalletConnect', 'false'],
    query.get('guide') === 'off' && ['enableWalletGuide', 'false'],
    has('verify') && ['verifyUrl', "'https://verify.walletconnect.org'"],
    features.length > 0 && ['features', `{ ${features.join(', ')} }`],
    (has('email') || has('socials')) && ['secureSite', "'https://your-secure-site.example'"],
    has('onramp') && ['onramp', ONRAMP],
    signIn !== null && ['siwx', SIGN_IN[signIn] ?? '{}'],
    has('analytics') && ['analytics', "'api'"],
    isInProject &&
      query.get('featured') !== 'off' && ['featuredWalletIds', toSource(productConfiguration.featuredWalletIds, '  ')],
  ]
  const lines = options.flatMap((option) => (option ? [`  ${option[0]}: ${option[1]},\n`] : []))
  return `createLatchkey({\n${lines.join('')}})`
}

function reactCode(query: URLSearchParams): string {
  const appearance = readAppearance(query)
  const theme = themeOf(appearance)
  const { preset, locale } = appearance
  const isPreset = preset !== undefined && JSON.stringify(theme) === JSON.stringify(presets[preset])
  const props = [
    'latchkey={latchkey}',
    ...(locale ? [`locale="${locale}"`] : []),
    ...(theme ? [isPreset ? `theme={presets.${preset}}` : 'theme={theme}'] : []),
  ]
  const names = ['ConnectButton', 'LatchkeyModal', 'LatchkeyProvider', ...(isPreset ? ['presets'] : [])]
  if (theme && !isPreset) names.push('type Theme')
  const networks = networksIn(query)
  // Bitcoin has no default Esplora server.
  const sources = networks.map((name) => (name === 'bitcoin' ? `defineNetwork(bitcoin, ${ESPLORA})` : name))
  const imports = ['createLatchkey', ...networks, ...(networks.includes('bitcoin') ? ['defineNetwork'] : [])]
  return `import { ${imports.toSorted().join(', ')} } from 'latchkey'
import { ${names.join(', ')} } from 'latchkey/react'
import 'latchkey/react/styles.css'

const latchkey = ${instanceCode(query, `[${sources.join(', ')}]`)}
${theme && !isPreset ? `\nconst theme: Theme = ${toSource(theme)}\n` : ''}
export const Wallet = () => (
  <LatchkeyProvider ${props.join(' ')}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)
`
}

/** The instance for the custom elements, whose list `networks` has every network. */
function elementsInstance(query: URLSearchParams): { imports: string; before: string; instance: string } {
  const names = networksIn(query)
  if (names.length === 1)
    return {
      imports: 'createLatchkey, networks',
      before: '',
      instance: instanceCode(query, 'networks.filter(({ id }) => id === 1)'),
    }
  const ids = names.map((name) => toSource(NETWORK_IDS[name]))
  const hasBitcoin = names.includes('bitcoin')
  const filter = '.filter(({ caipNetworkId }) => ids.includes(caipNetworkId))'
  const define = `  // Bitcoin has no public server.
  .map((network) =>
    network.chainNamespace === 'bip122' ? defineNetwork(network, ${ESPLORA}) : network,
  )`
  return {
    imports: hasBitcoin ? 'createLatchkey, defineNetwork, networks' : 'createLatchkey, networks',
    before: `const ids = [${ids.join(', ')}]\nconst chosen = networks${hasBitcoin ? `\n  ${filter}\n${define}` : filter}\n`,
    instance: instanceCode(query, 'chosen'),
  }
}

const ELEMENTS = ['latchkey-button', 'latchkey-modal']

/** The theme as a style sheet for the custom elements; empty without a theme. */
function elementsCss(theme: Theme | undefined, selectorOf: (selector: string) => string): string {
  if (!theme) return ''
  const rule = (suffix: string, properties: ReadonlyMap<string, string>) => {
    const selectors = ELEMENTS.map((name) => selectorOf(`${name}${suffix}`)).join(',\n')
    return `${selectors} {\n${[...properties].map(([name, value]) => `  ${name}: ${value};\n`).join('')}}\n`
  }
  const [light, dark] = [themeProperties(theme, 'light'), themeProperties(theme, 'dark')]
  const changed = new Map([...dark].filter(([name, value]) => light.get(name) !== value))
  return rule('', light) + (changed.size > 0 ? `\n${rule("[data-scheme='dark']", changed)}` : '')
}

const localeAttribute = (query: URLSearchParams): string => {
  const { locale } = readAppearance(query)
  return locale ? ` locale="${locale}"` : ''
}

/** The two elements of the UI, with attributes. */
const tags = (attributes: string): string => ELEMENTS.map((name) => `<${name}${attributes}></${name}>\n`).join('')

function vueCode(query: URLSearchParams): string {
  const { imports, before, instance } = elementsInstance(query)
  const css = elementsCss(themeOf(readAppearance(query)), (selector) => selector)
  return `<script setup lang="ts">
// Set compilerOptions.isCustomElement in the options of the Vue plugin: (tag) => tag.startsWith('latchkey-')
import { ${imports} } from 'latchkey/elements'

${before}const latchkey = ${instance}
</script>

<template>
${indent(tags(` :latchkey.prop="latchkey"${localeAttribute(query)}`), '  ')}</template>
${css === '' ? '' : `\n<style>\n${css}</style>\n`}`
}

function svelteCode(query: URLSearchParams): string {
  const { imports, before, instance } = elementsInstance(query)
  const css = elementsCss(themeOf(readAppearance(query)), (selector) => `:global(${selector})`)
  return `<script lang="ts">
  import { ${imports} } from 'latchkey/elements'

${indent(`${before}const latchkey = ${instance}\n`, '  ')}</script>

${tags(` {latchkey}${localeAttribute(query)}`)}${css === '' ? '' : `\n<style>\n${indent(css, '  ')}</style>\n`}`
}

function plainCode(query: URLSearchParams): string {
  const { imports, before, instance } = elementsInstance(query)
  const css = elementsCss(themeOf(readAppearance(query)), (selector) => selector)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Your app</title>
${css === '' ? '' : `    <style>\n${indent(css, '      ')}    </style>\n`}  </head>
  <body>
${indent(tags(localeAttribute(query)), '    ')}    <script type="module">
      // The package's folder dist/elements, hosted in your app.
      import { ${imports} } from '/latchkey/elements/latchkey.js'

${indent(`${before}const latchkey = ${instance}\nconst button = document.querySelector('latchkey-button')\nif (button) button.latchkey = latchkey\n`, '      ')}    </script>
  </body>
</html>
`
}

const generators = {
  react: { name: 'Wallet.tsx', create: reactCode },
  vue: { name: 'Wallet.vue', create: vueCode },
  svelte: { name: 'Wallet.svelte', create: svelteCode },
  plain: { name: 'wallet.html', create: plainCode },
} as const satisfies Record<Framework, { name: string; create: (query: URLSearchParams) => string }>

/** The complete file of a framework for the settings in the URL. */
export function codeFile(framework: Framework, query: URLSearchParams): { name: string; code: string } {
  const { name, create } = generators[framework]
  return { name, code: create(query) }
}
