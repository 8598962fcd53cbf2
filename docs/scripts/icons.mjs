/**
 * Writes sdk/icons/svg and sdk/icons/loaders.ts: one module for each icon that the tables in sdk/icons name. The package is not a
 * dependency, because it has 81 MB. To update the icons, change the version in sdk/icons/LICENSE.txt and run:
 *
 *     npm pack @web3icons/core@<version> && tar -xzf web3icons-core-*.tgz && node docs/scripts/icons.mjs package
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { networkIcons } from '../../sdk/icons/networks.ts'
import { tokenIcons } from '../../sdk/icons/tokens.ts'
import { walletIcons } from '../../sdk/icons/wallets.ts'

const source = resolve(process.argv[2] ?? 'package')
const out = fileURLToPath(new URL('../../sdk/icons/', import.meta.url))
const LARGEST = 10_000

const networks = Object.values(networkIcons)
const names = {
  networks: networks.map(([network]) => network),
  tokens: [...networks.flatMap(([, currency]) => currency ?? []), ...Object.values(tokenIcons).flatMap(Object.values)],
  wallets: Object.values(walletIcons),
}

/** Returns an icon on one line. Throws if it could load or run something. */
async function read(kind, name) {
  const file = `${kind === 'tokens' ? name.toUpperCase() : name}.svg.js`
  const path = join(source, 'dist/svgs', kind, 'background', file)
  const { default: svg } = await import(pathToFileURL(path).href)
  const line = svg.replaceAll(/\s*\n\s*/g, '').replace(' class="web3icons"', '')
  if (/<(script|image|foreignObject|use|style|a)\b|\bon\w+=|href=|url\((?!#)|['\\]/i.test(line))
    throw new Error(`${kind}/${name} is more than a drawing`)
  if (line.length > LARGEST) throw new Error(`${kind}/${name} has ${line.length} characters`)
  return line
}

rmSync(join(out, 'svg'), { recursive: true, force: true })
const types = []
const loaders = []
for (const [kind, all] of Object.entries(names)) {
  const unique = [...new Set(all)]
  mkdirSync(join(out, 'svg', kind), { recursive: true })
  for (const name of unique)
    writeFileSync(join(out, 'svg', kind, `${name}.ts`), `export const svg =\n  '${await read(kind, name)}'\n`)
  const type = `${kind[0].toUpperCase()}${kind.slice(1, -1)}Icon`
  types.push(`export type ${type} = keyof typeof ${kind}`)
  const lines = unique.map((name) => `  '${name}': () => import('./svg/${kind}/${name}.ts'),`)
  loaders.push(`export const ${kind} = {\n${lines.join('\n')}\n}`)
}
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
writeFileSync(
  join(out, 'loaders.ts'),
  `/** Loads each icon. Written by docs/scripts/icons.mjs from @web3icons/core ${version}. */\n${[...loaders, ...types].join('\n\n')}\n`,
)
