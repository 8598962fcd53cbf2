/**
 * A static site with the custom elements as they are packaged: files in a folder, a strict content security policy, and no
 * bundler.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import { startAnvil } from '../../mocks/sandbox/eip155/anvil.ts'
import type { SandboxChain } from '../../mocks/sandbox/eip155/chains.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
}
/** The elements' default node for Ethereum. */
export const PUBLIC_NODE = 'https://eth.merkle.io'
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  `connect-src 'self' http://127.0.0.1:* ${PUBLIC_NODE}`,
  "require-trusted-types-for 'script'",
].join('; ')

const pageOf = (body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>A page</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/wallet.css" />
    <script type="module" src="/wallet.js"></script>
    <script type="module" src="/dist/elements/latchkey.js?v=1"></script>
  </head>
  <body><main><h1>A page</h1>${body}</main></body>
</html>`

/** Serves the built package, the sandbox's wallet on a chain with id 1, and pages with the given bodies and scripts. */
export async function startElementsSite(like: SandboxChain, pages: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-elements-'))
  await promisify(execFile)(process.execPath, ['docs/scripts/build.mjs', join(folder, 'dist'), '--scripts'], {
    cwd: root,
  })
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'docs/examples/sandboxWallet.ts'),
        output: { entryFileNames: 'wallet.js', chunkFileNames: 'wallet-[name].js', assetFileNames: 'wallet.css' },
      },
    },
  })
  const anvil = await startAnvil(1)
  const chain = { ...like, chainId: 1, networkId: 'eip155:1', name: 'Ethereum', rpcUrl: anvil.rpcUrl }
  await writeFile(join(folder, 'sandbox.json'), JSON.stringify({ chains: [chain] }))
  for (const [name, body] of Object.entries(pages))
    await writeFile(join(folder, name), name.endsWith('.html') ? pageOf(body) : body)
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    readFile(join(folder, path)).then(
      (file) => {
        response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain')
        response.setHeader('content-security-policy', policy)
        response.end(file)
      },
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rpcUrl: anvil.rpcUrl,
    async stop() {
      server.close()
      server.closeAllConnections()
      await anvil.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
