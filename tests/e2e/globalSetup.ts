/** The production build of the playground, served with the sandbox for the time of the tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import type { TestProject } from 'vitest/node'
import type { SandboxChain } from '../../mocks/sandbox/eip155/chains.ts'

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string
    chains: SandboxChain[]
  }
}

const configFile = fileURLToPath(new URL('../../docs/playground/vite.config.ts', import.meta.url))

// As strict as possible for a page with data: images and requests to chains on this machine.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // The verification service, and the embedded wallet's secure site.
  'frame-src http://127.0.0.1:* http://wallet.localhost:*',
  "connect-src 'self' http://127.0.0.1:* http://localhost:* ws://127.0.0.1:* http://wallet.localhost:*",
  "require-trusted-types-for 'script'",
].join('; ')

// Vitest sets NODE_ENV=test, with which React's development code would be built.
async function buildForProduction(outDir: string) {
  const before = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true, manifest: 'manifest.json' } })
  } finally {
    process.env['NODE_ENV'] = before
  }
}

/** Builds and serves the playground. The tests `inject` `baseUrl` and `chains`. Returns the function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const outDir = await mkdtemp(join(tmpdir(), 'latchkey-playground-'))
  await buildForProduction(outDir)
  const server = await preview({
    configFile,
    logLevel: 'warn',
    build: { outDir },
    preview: { port: 0, headers: { 'content-security-policy': contentSecurityPolicy } },
  })
  const baseUrl = server.resolvedUrls?.local[0]
  if (!baseUrl) throw new Error('The preview server has no address.')
  const answer: { chains: SandboxChain[] } = await (await fetch(new URL('sandbox.json', baseUrl))).json()
  project.provide('baseUrl', baseUrl)
  project.provide('chains', answer.chains)
  return async () => {
    await server.close()
    await rm(outDir, { recursive: true, force: true })
  }
}
