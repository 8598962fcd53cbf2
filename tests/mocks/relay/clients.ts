/**
 * Official clients for a test, unmodified except for settings that keep them on this machine with one socket each. Two clients
 * that disconnect from each other at once drop a rejecting promise.
 */
import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { SignClient } from '@walletconnect/sign-client'
import { onTestFinished, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import type { Client as GuardedClient } from '../../../sdk/pairing/client/client.types.ts'
import { handleUnhandledRejections } from '../../../sdk/pairing/client/engineGuards.ts'

// Read whenever a client starts: disables the shared core and the Verify service.
process.env['DISABLE_GLOBAL_CORE'] = 'true'
process.env['IS_VITEST'] = 'true'

// The clients create ids from the millisecond and a random part, and confuse responses if two ids are equal. This replaces the
// random part with a sequence that does not repeat within a millisecond.
let chance = 0
vi.spyOn(Math, 'random').mockImplementation(() => (chance = (chance + 0.618_034) % 1))

/** A client of the official package. */
export type Client = Awaited<ReturnType<typeof SignClient.init>>

/** Casts a guarded client to the official one, for methods that the SDK does not use. */
export const officialOf = (client: GuardedClient): Client => client as unknown as Client

/** The core of every official client, as far as tests use it. */
type AnyCore = Pick<Client['core'], 'heartbeat' | 'relayer' | 'verify'>

let opened = 0
const coreOptions = (relayUrl: string, name: string) => ({
  projectId: sandboxProject,
  relayUrl,
  customStoragePrefix: `${name}-${(opened += 1)}`,
  telemetryEnabled: false,
  logger: 'silent',
})

const metadataOf = (name: string) => ({ name, description: name, url: `https://${name}.example`, icons: [] })

// The request queue delays each request by a second.
const signConfig = { disableRequestQueue: true }

/** Merges concurrent connects of a relayer. Without this, a request opens thousands of sockets while the relay is down. */
function connectOnce(relayer: object) {
  const own = relayer as { connect: (relayUrl?: string) => Promise<void> }
  const connect = own.connect.bind(relayer)
  let connecting: Promise<void> | undefined
  own.connect = (relayUrl) => {
    connecting ??= connect(relayUrl).finally(() => (connecting = undefined))
    return connecting
  }
}

/** Limits a core while the test runs, and stops it at the end. */
function tame(core: AnyCore) {
  connectOnce(core.relayer)
  core.verify.register = async () => undefined
  onTestFinished(async () => {
    core.heartbeat.stop()
    await core.relayer.transportClose()
  })
}

/** Opens an official client. */
export async function openClient(relayUrl: string, name: string, more: { projectId?: string } = {}): Promise<Client> {
  const options = { ...coreOptions(relayUrl, name), metadata: metadataOf(name), signConfig, ...more }
  const client = await SignClient.init(options)
  tame(client.core)
  handleUnhandledRejections(client)
  return client
}

/** Opens the official wallet. */
export async function openWalletKit(relayUrl: string) {
  const core = new Core(coreOptions(relayUrl, 'walletkit'))
  tame(core)
  const walletCore = core as unknown as WalletKitTypes.Options['core']
  return WalletKit.init({ core: walletCore, metadata: metadataOf('walletkit'), signConfig })
}

/** The next event of a client. */
export const next = <Event extends Parameters<Client['once']>[0]>(client: Client, event: Event) =>
  new Promise<Parameters<Parameters<typeof client.once<Event>>[1]>[0]>((resolve) => client.once(event, resolve))
