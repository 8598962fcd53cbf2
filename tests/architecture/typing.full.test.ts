/** The types of the package for its users: values that viem accepts without conversion, and short errors for mistakes. */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

const options = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    paths: { latchkey: [join(root, 'sdk/index.ts')], 'latchkey/react': [join(root, 'react-skin/index.ts')] },
  },
  include: ['*.ts'],
  exclude: [],
}

/** The compiler's messages for each file, without positions. */
async function messagesOf(files: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  const parent = join(root, 'node_modules/.bench-types')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'of-'))
  try {
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(options))
    for (const [name, code] of Object.entries(files)) await writeFile(join(folder, `${name}.ts`), code)
    const said = await run('npx', ['tsc', '--noEmit', '--pretty', 'false', '-p', folder, '--checkers', '1'], {
      cwd: root,
    }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
    const found: Record<string, string[]> = {}
    for (const line of said.split('\n').filter(Boolean)) {
      const [, name, message = line] = /([\w-]+)\.ts\(\d+,\d+\): error (TS\d+: .*)/.exec(line) ?? []
      if (name !== undefined) (found[name] ??= []).push(message)
      else found[Object.keys(found).at(-1) ?? '']?.push(line)
    }
    return found
  } finally {
    await rm(folder, { recursive: true })
  }
}

const begin = `
import { createLatchkey, mainnet, solana } from 'latchkey'
import { ConnectButton, LatchkeyProvider, useAccount } from 'latchkey/react'
const latchkey = createLatchkey({ networks: [mainnet, solana] })
`

const sound = {
  fits: `
import { createPublicClient, erc20Abi, http, type Address, type Hash, type Hex } from 'viem'
import { base, mainnet } from 'viem/chains'
import { createLatchkey } from 'latchkey'
import { useAccount } from 'latchkey/react'

const latchkey = createLatchkey({ networks: [mainnet, base], defaultNetwork: base })
const client = createPublicClient({ chain: mainnet, transport: http() })

const account = latchkey.getAccount('eip155')
if (account.status === 'connected') {
  const chainId: number = account.chainId
  await client.getBalance({ address: account.address })
  await client.readContract({ address: account.address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })
  console.log(chainId)
}
const anywhere = latchkey.getAccount()
if (anywhere.status === 'connected' && anywhere.namespace === 'eip155') {
  const address: Address = anywhere.address
  console.log(address)
}
const connected = await latchkey.connect({ namespace: 'eip155' })
if (connected.status === 'done') await client.getBalance({ address: connected.value.address })
const sent = await latchkey.sendTransaction({ to: '0x0000000000000000000000000000000000000001' })
if (sent.status === 'done') await client.waitForTransactionReceipt({ hash: sent.value satisfies Hash })
const signed = await latchkey.signMessage('Hello')
if (signed.status === 'done') console.log(signed.value satisfies Hex)
await latchkey.switchNetwork(8453)
await latchkey.switchNetwork(base)
await latchkey.switchNetwork('eip155:8453')
export const useAddress = (): Address | undefined => {
  const { address, isConnected } = useAccount('eip155')
  if (isConnected) console.log(address)
  const here = useAccount('eip155')
  return here.status === 'connected' ? here.address : undefined
}`,
  elsewhere: `${begin}
const account = latchkey.getAccount('solana')
// @ts-expect-error A Solana address is no hex.
if (account.status === 'connected') account.address satisfies \`0x\${string}\`
const anywhere = latchkey.getAccount()
// @ts-expect-error Nobody knows which namespace it is of.
if (anywhere.status === 'connected') anywhere.address satisfies \`0x\${string}\``,
}

const mistakes: Record<string, string> = {
  'an option that is misspelt': `createLatchkey({ projectID: 'x' })`,
  'a network by its name': `createLatchkey({ networks: ['base'] })`,
  'a network instead of a list': `createLatchkey({ networks: mainnet })`,
  'half a chain': `createLatchkey({ networks: [{ id: 8453 }] })`,
  'a colour scheme that there is not': `createLatchkey({ theme: 'blue' })`,
  'a feature that is misspelt': `createLatchkey({ features: { swap: true } })`,
  'another network by its name': `latchkey.switchNetwork('base')`,
  'a view that there is not': `latchkey.open({ view: 'Wallet' })`,
  'an amount as text': `latchkey.sendTransaction({ to: '0x01', value: '1' })`,
  'an outcome that nobody looked at': `const outcome = await latchkey.connect(); outcome.value`,
  'an account that may not be connected': `const to: string = latchkey.getAccount('eip155').address`,
}
/** Mistakes for which the compiler lists the valid values or suggests one; their messages may be long. */
const listed: Record<string, [code: string, hint: string]> = {
  'a command that is misspelt': [
    `latchkey.dispatch({ type: 'send.setAmout', amount: '1' })`,
    `Did you mean '"send.setAmount"'?`,
  ],
  'a machine that is loaded later': [`latchkey.actor('send')`, `'AlwaysRunningName'`],
  'a prop that a button does not have': [
    `ConnectButton({ label: 'Connect' })`,
    `'label' does not exist in type 'OpenButtonProps'`,
  ],
  'a provider without an instance': [`LatchkeyProvider({})`, `Property 'latchkey' is missing`],
  'a command without what it needs': [`latchkey.dispatch({ type: 'send.setAmount' })`, `Property 'amount' is missing`],
  'a namespace that there is not': [`latchkey.getAccount('evm')`, `"eip155"`],
}
const fileOf = (mistake: string) => mistake.replaceAll(' ', '-')

const written = (codes: readonly (readonly [mistake: string, code: string])[]) =>
  Object.fromEntries(codes.map(([mistake, code]) => [fileOf(mistake), `${begin}\n${code}\nexport {}`]))

/** Everything in one compilation, so that the package is parsed once. */
let said: Record<string, string[]> = {}
beforeAll(async () => {
  said = await messagesOf({
    ...sound,
    ...written(Object.entries(listed).map(([mistake, [code]]) => [mistake, code])),
    ...written(Object.entries(mistakes)),
  })
}, 240_000)
const toldOf = (mistake: string) => (said[fileOf(mistake)] ?? []).join('\n')

test('viem accepts addresses, hashes, signatures and chain ids without conversion, and its chains are valid networks', () => {
  expect(Object.fromEntries(Object.keys(sound).map((name) => [name, said[name] ?? []]))).toEqual({
    fits: [],
    elsewhere: [],
  })
})

test('the error for an invalid value lists the valid ones, or names what to use', () => {
  for (const [mistake, [, hint]] of Object.entries(listed)) expect(toldOf(mistake)).toContain(hint)
})

test('each of the likeliest mistakes has an error of fewer than 200 characters', () => {
  const told = Object.keys(mistakes).map((mistake) => ({ mistake, message: toldOf(mistake) }))
  expect(told.filter(({ message }) => message === '' || message.length >= 200)).toEqual([])
})
