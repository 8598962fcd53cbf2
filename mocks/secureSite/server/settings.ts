/** The settings of the command line: `--origin https://wallet.example --port 8443 …`. */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { secureSiteNetwork } from '../network.ts'
import { providerClients } from './providers.ts'
import { readSecret } from './secret.ts'
import type { SecureSiteOptions } from './start.ts'

const options = {
  origin: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  secret: { type: 'string' },
  mail: { type: 'string' },
  from: { type: 'string' },
  parents: { type: 'string' },
  networks: { type: 'string' },
  providers: { type: 'string' },
  'farcaster-rpc': { type: 'string' },
  'farcaster-relay': { type: 'string' },
  'show-mailbox': { type: 'boolean' },
  'behind-proxy': { type: 'boolean' },
} as const

async function readProviders(file: string | undefined) {
  if (file === undefined) return undefined
  const providers = providerClients.safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!providers.success) throw new Error(`--providers: ${file} does not name providers.`, { cause: providers.error })
  return providers.data
}

/**
 * Reads what the site is started with. `--secret` is a file; 64 hex digits in `SECURE_SITE_SECRET` go before it. Throws the name of a setting
 * that is missing, unknown or wrong.
 */
export async function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<SecureSiteOptions> {
  const { values } = parseArgs({ args: [...args], options })
  const needed = (name: 'origin' | 'port' | 'data' | 'mail' | 'parents' | 'networks') => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`--${name} is missing.`)
    return value
  }
  const settings = {
    origin: needed('origin'),
    port: Number(needed('port')),
    data: needed('data'),
    mail: needed('mail'),
    parents: needed('parents')
      .split(',')
      .map((parent) => parent.trim()),
  }
  if (!Number.isInteger(settings.port) || settings.port < 1 || settings.port > 65_535)
    throw new Error('--port is no port.')
  const file = needed('networks')
  const networks = z.array(secureSiteNetwork).safeParse(JSON.parse(await readFile(file, 'utf8')))
  if (!networks.success) throw new Error(`--networks: ${file} does not list networks.`, { cause: networks.error })
  const providers = await readProviders(values.providers)
  const rpcUrl = values['farcaster-rpc']
  for (const name of ['farcaster-rpc', 'farcaster-relay'] as const) {
    const url = values[name]
    if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) throw new Error(`--${name} is no address.`)
  }
  const secret = env['SECURE_SITE_SECRET']
  return {
    ...settings,
    networks: networks.data,
    providers,
    farcaster: rpcUrl === undefined ? undefined : { rpcUrl, relayUrl: values['farcaster-relay'] },
    ...(secret !== undefined && { secret: readSecret(secret, 'SECURE_SITE_SECRET') }),
    secretFile: values.secret,
    host: values.host,
    from: values.from,
    showMailbox: values['show-mailbox'],
    behindProxy: values['behind-proxy'],
  }
}
