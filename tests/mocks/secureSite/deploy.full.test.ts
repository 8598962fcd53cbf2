/** The factory of smart accounts, as a team deploys it on a chain. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createClient, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAnvil, type Anvil } from '../../../mocks/sandbox/eip155/anvil.ts'
import { Deployer } from '../../../mocks/sandbox/eip155/deployer.ts'
import { firstAccount } from '../../../mocks/sandbox/accounts.ts'
import { entryPointDeployment } from '../../../mocks/sandbox/eip155/smartAccounts.ts'
import { factory } from '../../../mocks/secureSite/factory.ts'
import { folder } from './site.ts'

const command = fileURLToPath(new URL('../../../mocks/secureSite/deploy.mjs', import.meta.url))
/** Anvil's second development account, which has ether only on Anvil. */
const rich = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

let chain: Anvil
beforeAll(async () => {
  chain = await startAnvil(4242)
})
afterAll(() => chain.stop())

/** Runs the command to its end. */
async function deploy(args: readonly string[], key?: string) {
  const { DEPLOYER_KEY: _, ...env } = process.env
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...env, NODE_NO_WARNINGS: '1', ...(key !== undefined && { DEPLOYER_KEY: key }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.on('close', resolve))
  const [code, said, failed] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, said: said + failed }
}
const failure = (why: string) => ({ code: 1, said: `The factory could not be deployed: ${why}\n` })
const done = (more = '') => ({ code: 0, said: `The factory is at ${factory} on chain 4242${more}\n` })

test('missing or invalid options end the command with their names, without printing a key', async () => {
  const rpc = ['--rpc', chain.rpcUrl]
  const missing = '64 hex digits in the environment, or in a file that --key-file names.'
  expect(await deploy([], rich)).toEqual(failure('--rpc is missing.'))
  expect(await deploy(['--rpc', 'node.example'], rich)).toEqual(failure('--rpc is no http(s):// address.'))
  expect(await deploy(rpc)).toEqual(failure(`DEPLOYER_KEY is missing: ${missing}`))
  for (const wrong of ['', 'abc', `${rich}00`, '0'.repeat(64)])
    expect(await deploy(rpc, wrong)).toEqual(failure('DEPLOYER_KEY holds no private key: 64 hex digits.'))
  expect(await deploy([...rpc, '--key-file', rich])).toEqual(failure('--key-file cannot be read.'))
  const file = join(await folder(), 'key')
  await writeFile(file, 'none')
  expect(await deploy([...rpc, '--key-file', file])).toEqual(failure('--key-file holds no private key: 64 hex digits.'))
  const { code, said } = await deploy([...rpc, '--key', rich])
  expect(code).toBe(1)
  expect(said).toContain("'--key'")
  expect(said).not.toContain(rich)
})

test('anyone can deploy the factory, once, to the same address on every chain with an EntryPoint', async () => {
  const rpc = ['--rpc', chain.rpcUrl]
  const [gone, late] = [await startAnvil(1), generatePrivateKey()]
  await gone.stop()
  const silent = await deploy(['--rpc', gone.rpcUrl], rich)
  expect(silent.code).toBe(1)
  expect(silent.said).toContain('--rpc: the node did not do what it was asked.')

  const { said } = await deploy(rpc, rich)
  expect(said).toContain('--rpc: chain 4242 has no EntryPoint 0.7 at 0x0000000071727De22E5E9d8BAf0edAc6f37da032.')
  const deployer = new Deployer(chain.rpcUrl, firstAccount)
  await deployer.send('The EntryPoint', entryPointDeployment)
  await deployer.finish()

  const poor = failure(`DEPLOYER_KEY: ${privateKeyToAddress(late)} cannot pay for the deployment.`)
  expect(await deploy(rpc, late)).toEqual(poor)
  const file = join(await folder(), 'key')
  await writeFile(file, `${rich.slice(2)}\n`)
  expect(await deploy([...rpc, '--key-file', file])).toEqual(done())
  expect(await deploy(rpc, late)).toEqual(done(', and was there already'))
  const reader = createClient({ transport: http(chain.rpcUrl) }).extend(publicActions)
  expect(await reader.getTransactionCount({ address: privateKeyToAddress(rich) })).toBe(1)
})
