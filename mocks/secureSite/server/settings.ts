/** The command line's options: `--origin https://wallet.example --port 8443 …`. */
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

/** Parses a JSON file. */
async function readJson<Schema extends z.ZodMiniType>(
  name: 'networks' | 'providers',
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`--${name}: ${file} cannot be read.`, { cause })
  })
  try {
    return z.parse(schema, JSON.parse(text))
  } catch (cause) {
    throw new Error(`--${name}: ${file} holds no ${name}.`, { cause })
  }
}

/**
 * Parses the options. `--secret` is a file; 64 hex digits in `SECURE_SITE_SECRET` take precedence over it, as
 * `SECURE_SITE_MAIL` does over `--mail`. Throws the name of a missing, unknown or invalid option.
 */
export async function readSettings(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<SecureSiteOptions> {
  const { values: flags } = parseArgs({ args: [...args], options })
  const values = { ...flags, mail: env['SECURE_SITE_MAIL'] ?? flags.mail }
  const requireOption = (name: 'origin' | 'port' | 'data' | 'mail' | 'parents' | 'networks') => {
    const value = values[name]
    if (value === undefined || value === '') throw new Error(`--${name} is missing.`)
    return value
  }
  const settings = {
    origin: requireOption('origin'),
    port: Number(requireOption('port')),
    data: requireOption('data'),
    mail: requireOption('mail'),
    parents: requireOption('parents')
      .split(',')
      .map((parent) => parent.trim()),
  }
  if (!Number.isInteger(settings.port) || settings.port < 1 || settings.port > 65_535)
    throw new Error('--port is no port.')
  const networks = await readJson('networks', requireOption('networks'), z.array(secureSiteNetwork))
  const providers =
    values.providers === undefined ? undefined : await readJson('providers', values.providers, providerClients)
  const rpcUrl = values['farcaster-rpc']
  for (const name of ['farcaster-rpc', 'farcaster-relay'] as const) {
    const url = values[name]
    if (url !== undefined && !/^https?:\/\/[^/]/.test(url)) throw new Error(`--${name} is no address.`)
  }
  const secret = env['SECURE_SITE_SECRET']
  return {
    ...settings,
    networks,
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
