/**
 * The sandbox's secure site: on a different site than the playground, with the sandbox's chains, a mailbox instead of real
 * emails, and its own login providers.
 */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SecureSiteNetwork } from '../secureSite/network.ts'
import { startFarcaster } from '../login/farcaster/node.ts'
import { startOauth } from '../login/oauth/node.ts'
import { startSecureSite } from '../secureSite/server/start.ts'

/** The site's URLs, as plain JSON. */
export interface SandboxSecureSite {
  /** `http://wallet.localhost:<port>`. */
  origin: string
  /** The URL of its emails: `[{ to, subject, text, code?, link?, at }]`, oldest first. */
  mailbox: string
}

interface Chains {
  chains: readonly (Pick<SecureSiteNetwork, 'name' | 'symbol' | 'smartAccount'> & {
    networkId: `eip155:${number}`
    rpcUrl: string
    tokens?: SecureSiteNetwork['tokens']
  })[]
  solana: { networkId: `solana:${string}`; rpcUrl: string }
}

const parents = ['http://localhost:*', 'http://shop.localhost:*', 'http://127.0.0.1:*']

/** Removes a folder when this process ends. Returns a function that removes it earlier. */
function removeOnExit(folder: string): () => Promise<void> {
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const signals = ['SIGINT', 'SIGTERM'] as const
  const onSignal = (signal: NodeJS.Signals) => {
    remove()
    signals.forEach((other) => process.off(other, onSignal))
    process.kill(process.pid, signal)
  }
  process.once('exit', remove)
  signals.forEach((name) => process.on(name, onSignal))
  return async () => {
    process.off('exit', remove)
    signals.forEach((name) => process.off(name, onSignal))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starts it on a free port. `stop` deletes its data. */
export async function startSandboxSecureSite({
  chains,
  solana,
}: Chains): Promise<{ secureSite: SandboxSecureSite; stop(): Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'latchkey-secure-site-'))
  const removeData = removeOnExit(data)
  const networks: SecureSiteNetwork[] = [
    ...chains.map(({ networkId, name, symbol, rpcUrl, tokens, smartAccount }) => ({
      networkId,
      name,
      symbol,
      rpcUrl,
      tokens,
      ...(smartAccount && { smartAccount }),
    })),
    { ...solana, name: 'Sandbox Solana', symbol: 'SOL', decimals: 9 },
  ]
  const [accounts, farcaster] = await Promise.all([startOauth(), startFarcaster()])
  const site = await startSecureSite({
    origin: 'http://wallet.localhost',
    port: 0,
    data,
    secret: randomBytes(32),
    mail: 'mailbox',
    showMailbox: true,
    // All callers have the same IP address here.
    mails: { email: 20, caller: 10_000 },
    parents,
    networks,
    providers: accounts.providers,
    farcaster: { rpcUrl: farcaster.rpcUrl, relayUrl: farcaster.relayUrl },
  })
  accounts.register(site.origin)
  return {
    // Node cannot always resolve `*.localhost`; browsers can.
    secureSite: { origin: site.origin, mailbox: `http://127.0.0.1:${site.port}/mailbox` },
    async stop() {
      await site.stop()
      await Promise.all([accounts.stop(), farcaster.stop()])
      await removeData()
    },
  }
}
