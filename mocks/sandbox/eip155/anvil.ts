/** An Anvil process on a free port, which ends when its parent process ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const startTimeoutMs = 60_000
const stopTimeoutMs = 5_000
const maxLines = 20

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** The binary of the npm package for this platform, or else `anvil` from the PATH. `ANVIL_BIN` overrides both. */
const anvilBinary = (): string => {
  const binary = process.env['ANVIL_BIN']
  if (binary !== undefined) return binary
  const platform = `${process.platform}-${architectures[process.arch] ?? process.arch}`
  const name = `@foundry-rs/anvil-${platform}/bin/anvil${process.platform === 'win32' ? '.exe' : ''}`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return 'anvil'
  }
}

/** A running Anvil. */
export interface Anvil {
  rpcUrl: string
  stop(): Promise<void>
}

/**
 * Starts an Anvil with this chain id and extra options on a free port. If it does not start, throws the command and its last
 * output.
 */
export async function startAnvil(chainId: number, options: readonly string[] = []): Promise<Anvil> {
  const command = [anvilBinary(), '--port', '0', '--chain-id', `${chainId}`, ...options]
  const supervisor = spawn(process.execPath, [fileURLToPath(new URL('../keeper.mjs', import.meta.url)), ...command])
  const exited = once(supervisor, 'exit')
  // A supervisor that has already exited has closed its stdin, which is not an error.
  supervisor.stdin.on('error', () => undefined)

  const stop = async () => {
    supervisor.stdin.end()
    const timer = setTimeout(() => supervisor.kill('SIGKILL'), stopTimeoutMs)
    await exited
    clearTimeout(timer)
  }

  const lastLines: string[] = []
  const port = await new Promise<string>((resolve, reject) => {
    const fail = (problem: string) => {
      clearTimeout(timer)
      const advice = lastLines.some((line) => line.includes('ENOENT'))
        ? ["Install Foundry's anvil, or name it in ANVIL_BIN."]
        : []
      reject(new Error([`${command.join(' ')} ${problem}. Its last lines:`, ...lastLines, ...advice].join('\n')))
    }
    const timer = setTimeout(() => fail(`was not listening after ${startTimeoutMs} ms`), startTimeoutMs)
    const onLine = (line: string) => {
      lastLines.push(line)
      lastLines.splice(0, lastLines.length - maxLines)
      const [, foundPort] = /^Listening on \S+:(\d+)$/.exec(line) ?? []
      if (!foundPort) return
      clearTimeout(timer)
      resolve(foundPort)
    }
    for (const input of [supervisor.stdout, supervisor.stderr]) createInterface({ input }).on('line', onLine)
    supervisor.on('exit', (code) => fail(`ended with code ${code}`))
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { rpcUrl: `http://127.0.0.1:${port}`, stop }
}
