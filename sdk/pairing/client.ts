/**
 * The official WalletConnect client, kept within bounds. What is private in its types is touched in this file only,
 * under the exact version that package.json pins.
 */
import { SignClient } from '@walletconnect/sign-client'

export type Client = InstanceType<typeof SignClient>

export interface ClientOptions {
  projectId: string
  relayUrl: string
  /** Tells the stored keys and sessions of instances apart. */
  id: string
  metadata: { name: string; description: string; url: string; icons: string[] }
  /** Asks the verification service whether the page is who it says it is. It costs a hidden frame. */
  verify: boolean
}

interface Unbounded {
  core: {
    relayer: { connect(relayUrl?: string): Promise<void> }
    verify: { register(): Promise<undefined>; resolve(): Promise<undefined> }
  }
  engine: { getTVFParams(): object }
}

/** A client of its own core. It opens no socket before the first pairing or stored session. */
export async function openClient({ projectId, relayUrl, id, metadata, verify }: ClientOptions): Promise<Client> {
  const customStoragePrefix = `latchkey-${id}`
  // One core for each instance: the client would share the one that it finds here.
  for (const name of ['', '_count'])
    Reflect.deleteProperty(globalThis, `_walletConnectCore_${customStoragePrefix}${name}`)
  const client = await SignClient.init({
    projectId,
    relayUrl,
    metadata,
    customStoragePrefix,
    telemetryEnabled: false,
    logger: 'silent',
    // The queue is a machine of ours.
    signConfig: { disableRequestQueue: true },
  })
  const { core, engine } = client as unknown as Unbounded
  connectOnce(core.relayer)
  if (!verify) core.verify.register = core.verify.resolve = () => Promise.resolve(undefined)
  // Method, address and signature would go to the relay in the clear.
  engine.getTVFParams = () => ({})
  return client
}

/** Concurrent connects are one: without this an outage of the relay opens thousands of sockets. */
function connectOnce(relayer: Unbounded['core']['relayer']): void {
  const connect = relayer.connect.bind(relayer)
  let connecting: Promise<void> | undefined
  relayer.connect = (relayUrl) => {
    connecting ??= connect(relayUrl).finally(() => (connecting = undefined))
    return connecting
  }
}

/** Ends a client: its timers and its socket. What it stored stays. */
export async function closeClient(client: Client): Promise<void> {
  client.core.heartbeat.stop()
  await client.core.relayer.transportClose()
}
