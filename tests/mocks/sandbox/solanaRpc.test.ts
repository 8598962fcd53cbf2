import { Keypair, type PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { type SolanaChain, startSolana } from '../../../mocks/sandbox/solana/chain.ts'
import { addressOf, createLedger } from '../../../mocks/sandbox/solana/ledger.ts'
import { createSolanaMethods } from '../../../mocks/sandbox/solana/methods.ts'

const tokenProgram = addressOf('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const owner = firstSolanaAccount

let chain: SolanaChain
beforeAll(async () => void (chain = await startSolana()))
afterAll(() => chain.stop())

const post = async (body: unknown) => {
  const response = await fetch(chain.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  return text === '' ? undefined : JSON.parse(text)
}
const call = (method: string, ...params: unknown[]) => post({ jsonrpc: '2.0', id: 1, method, params })

test.each([
  ['getBalance', []],
  ['getBalance', ['banana']],
  ['getBalance', ['0OIl']],
  ['requestAirdrop', [firstSolanaAccount.address, -1]],
  ['sendTransaction', ['AAAA', { encoding: 'base64' }]],
  ['sendTransaction', ['!', { encoding: 'base64' }]],
  ['sendTransaction', ['AAAA', { encoding: 'hex' }]],
  ['getSignatureStatuses', [[firstSolanaAccount.address]]],
])('%s refuses %j with -32602', async (method, params) => {
  expect(await call(method, ...params)).toMatchObject({ error: { code: -32602 } })
})

test('token accounts are found by owner and program, or by owner and mint', async () => {
  const ledger = await createLedger()
  const { getTokenAccountsByOwner } = createSolanaMethods(ledger)
  const ask = (...params: unknown[]) => getTokenAccountsByOwner?.(params)
  const [mint, other, held] = [Keypair.generate(), Keypair.generate(), Keypair.generate()].map(
    ({ publicKey }) => publicKey,
  ) as [PublicKey, PublicKey, PublicKey]
  const program = ledger.runtime.getAccount(tokenProgram)
  if (!program.exists) throw new Error('The chain has no token program.')
  const data = Uint8Array.of(...mint.toBytes(), ...owner.publicKey, ...new Uint8Array(101))
  const address = addressOf(held.toBase58())
  const account = { ...program, executable: false, programAddress: tokenProgram }
  ledger.runtime.setAccount({ ...account, address, data })
  for (const token of [mint, other])
    ledger.runtime.setAccount({ ...account, address: addressOf(token.toBase58()), data: new Uint8Array(82) })

  const told = { owner: tokenProgram, data: [Buffer.from(data).toString('base64'), 'base64'] }
  const found = { value: [{ pubkey: held.toBase58(), account: told }] }
  expect(ask(owner.address, { programId: tokenProgram }, { encoding: 'jsonParsed' })).toMatchObject(found)
  expect(ask(owner.address, { mint: mint.toBase58() })).toMatchObject(found)
  const none = { value: [] }
  expect(ask(owner.address, { mint: other.toBase58() })).toMatchObject(none)
  const refusal = (message: string) => expect.objectContaining({ code: -32602, message }) as Error
  expect(() => ask(owner.address, { mint: Keypair.generate().publicKey.toBase58() })).toThrow(
    refusal('Invalid param: could not find mint'),
  )
  expect(() => ask(owner.address, { mint: tokenProgram })).toThrow(refusal('Invalid param: not a Token mint'))
  expect(ask(secondSolanaAccount.address, { programId: tokenProgram })).toMatchObject(none)
})
