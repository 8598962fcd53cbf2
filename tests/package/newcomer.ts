/** What a new user has: a folder, a shell, and a wallet in the browser. */
import { exec, spawn } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright'
import { elementsOf } from './strangers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const LINE_MS = 240_000
const SERVER_MS = 30_000

/** An environment without the repository's commands and without the variables of `npm run`. */
export function environment(node = dirname(process.execPath)): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_local_prefix|command|node)|INIT_CWD|NODE_ENV|VITEST|TEST)/.test(name),
  )
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(inherited), PATH: [node, ...folders].join(delimiter), NO_COLOR: '1' }
}

/** Runs a shell line. Returns its output, or throws all output on failure. */
export async function runLine(folder: string, line: string, env = environment()): Promise<string> {
  try {
    const { stdout } = await promisify(exec)(line, { cwd: folder, env, timeout: LINE_MS, maxBuffer: 10 ** 8 })
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${line}\n${stdout}${stderr}`, { cause: error })
  }
}

/** Tested versions of packages that the guides name and the repository does not have. */
const TRIED: Readonly<Record<string, string>> = {
  '@babel/core': '8.1.3',
  '@babel/preset-env': '8.0.7',
  '@babel/preset-react': '8.0.1',
  '@babel/preset-typescript': '8.0.7',
  '@testing-library/dom': '10.4.2',
  '@testing-library/react': '16.3.3',
  'babel-jest': '30.5.2',
  'happy-dom': '21.0.4',
  jest: '30.5.2',
  'jest-environment-jsdom': '30.5.2',
  jsdom: '31.0.1',
  next: '16.4.6',
}

/**
 * A guide's line as it runs before publishing: with the packed package instead of the package's name, and a fixed version of
 * each other package, so that new releases do not break the tests.
 */
export async function offRegistry(line: string, tarball: string): Promise<string> {
  if (!line.startsWith('npm install ')) return line
  const { dependencies, devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const versions = new Map(Object.entries({ ...TRIED, ...devDependencies, ...dependencies }))
  const named = line.split(' ').map((word) => {
    if (word === 'latchkey') return `latchkey@file:${tarball}`
    if (word === 'latchkey-elements') return `latchkey-elements@file:${elementsOf(tarball)}`
    const version = versions.get(word)
    return version === undefined ? word : `${word}@${version}`
  })
  return `${named.join(' ')} --prefer-offline --no-audit --no-fund`
}

/** Starts a server and waits for the URL that it prints. */
export async function serve(
  folder: string,
  line: string,
  env = environment(),
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = spawn(line, { cwd: folder, env, shell: true, detached: true })
  const ended = new Promise<void>((resolve) => void server.once('exit', () => resolve()))
  const stop = async () => {
    // Ends the shell and its child processes.
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid)
    await ended
  }
  const said: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error([`${line} ${why}`, ...said].join('\n')))
    const timer = setTimeout(() => fail('named no address'), SERVER_MS)
    for (const input of [server.stdout, server.stderr])
      createInterface({ input }).on('line', (text) => {
        said.push(text)
        const [found] = /http:\/\/localhost:\d+/.exec(text) ?? []
        if (found === undefined) return
        clearTimeout(timer)
        resolve(found)
      })
    server.once('exit', () => fail('ended'))
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return { url, stop }
}

/** Writes a file of an app. */
export async function writeIn(folder: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
}

/**
 * Adds a wallet to each page, which announces itself on request (EIP-6963) and signs with the chain's accounts. Requests to
 * other hosts are answered by that chain, because public nodes are not reachable.
 */
export async function giveWallet(context: BrowserContext, rpcUrl: string): Promise<{ asked: string[] }> {
  const asked: string[] = []
  await context.route(
    ({ hostname }) => hostname !== 'localhost',
    async (route) => {
      const request = route.request()
      asked.push(request.url())
      if (request.method() !== 'POST') return route.abort()
      const answer = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: request.postData() ?? '',
      })
      const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
      return route.fulfill({ status: answer.status, headers, body: await answer.text() })
    },
  )
  await context.addInitScript(() => {
    const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      if (method.startsWith('wallet_')) throw Object.assign(new Error(`${method} is not known`), { code: 4200 })
      const asked = method === 'eth_requestAccounts' ? 'eth_accounts' : method
      const response = await fetch('https://wallet.example', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: asked, params }),
      })
      const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
      if (error) throw Object.assign(new Error(error.message), error)
      return /accounts/i.test(method) ? (result as string[]).slice(0, 1) : result
    }
    const info = {
      uuid: '350670db-19fa-4704-a166-e52e178b59d2',
      name: 'Own Wallet',
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      rdns: 'example.wallet',
    }
    const provider = { request, on: () => provider, removeListener: () => provider }
    const detail = Object.freeze({ info, provider })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  return { asked }
}
