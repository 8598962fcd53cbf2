import { ed25519 } from '@noble/curves/ed25519.js'
import {
  Connection,
  Keypair,
  LAMPORTS_PER_SOL,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { base58 } from '@scure/base'
import { type SolanaChain, startSolana } from '../../../mocks/sandbox/solana/chain.ts'
import type { SiteRequest } from '../../../mocks/sandbox/approvals.ts'
import type { SolanaRequest } from '../../../mocks/sandbox/solana/questions.ts'
import { registerSandboxSolanaWallet } from '../../../mocks/sandbox/solana/register.ts'
import { createSandboxSolanaWallet, type SandboxSolanaWalletOptions } from '../../../mocks/sandbox/solana/wallet.ts'
import { memoryStorage } from './setup.ts'

const first = new PublicKey(firstSolanaAccount.address)
const second = new PublicKey(secondSolanaAccount.address)
const origin = 'https://shop.example'
const chain = 'solana:localnet'

let node: SolanaChain
let connection: Connection
beforeAll(async () => {
  node = await startSolana()
  connection = new Connection(node.rpcUrl, 'confirmed')
})
afterAll(() => node.stop())
afterEach(() => void vi.unstubAllGlobals())

/** A wallet whose user always answers `yes`, with all its requests and account changes. */
function open(options: Partial<SandboxSolanaWalletOptions> = {}, yes = true) {
  const asked: SiteRequest<SolanaRequest>[] = []
  const approve = async (request: SiteRequest<SolanaRequest>) => {
    asked.push(request)
    return yes
  }
  const { rpcUrl, networkId } = node
  const person = createSandboxSolanaWallet({ rpcUrl, network: networkId, approve, origin, ...options })
  const { features } = person.wallet
  const changes: (readonly string[] | undefined)[] = []
  const stopListening = features['standard:events'].on('change', ({ accounts }) =>
    changes.push(accounts?.map(({ address }) => address)),
  )
  return {
    person,
    wallet: person.wallet,
    asked,
    changes,
    stopListening,
    connect: features['standard:connect'].connect,
    disconnect: features['standard:disconnect'].disconnect,
    signMessage: features['solana:signMessage'].signMessage,
    signTransaction: features['solana:signTransaction'].signTransaction,
    signAndSend: features['solana:signAndSendTransaction'].signAndSendTransaction,
  }
}

const connected = async (options?: Parameters<typeof open>[0]) => {
  const opened = open(options)
  const { accounts } = await opened.connect()
  const [account, other] = accounts
  if (!account || !other) throw new Error('The wallet shows fewer than two accounts.')
  return { ...opened, account, other }
}

const transfer = (lamports: number, toPubkey = Keypair.generate().publicKey, fromPubkey = first) =>
  SystemProgram.transfer({ fromPubkey, toPubkey, lamports })

async function legacy(...instructions: TransactionInstruction[]) {
  const lifetime = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: first, ...lifetime }).add(...instructions)
  return new Uint8Array(transaction.serialize({ requireAllSignatures: false }))
}

async function v0(...instructions: TransactionInstruction[]) {
  const { blockhash: recentBlockhash } = await connection.getLatestBlockhash()
  const message = new TransactionMessage({ payerKey: first, recentBlockhash, instructions })
  return new VersionedTransaction(message.compileToV0Message()).serialize()
}

const given = <T>(value: T | null | undefined): T => {
  if (value === undefined || value === null) throw new Error('There is nothing here.')
  return value
}

const hello = new TextEncoder().encode('Hello, Solana!')
const addressesOf = ({ accounts }: { accounts: readonly { address: string }[] }) =>
  accounts.map(({ address }) => address)
const both = [firstSolanaAccount.address, secondSolanaAccount.address]

test('the wallet exposes its metadata and its chains', async () => {
  const { wallet, account } = await connected()
  expect(wallet).toMatchObject({ version: '1.0.0', name: 'Sandbox Solana Wallet' })
  expect(wallet.icon).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(wallet.chains).toEqual(['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'])
  expect(wallet.features['solana:signTransaction'].supportedTransactionVersions).toEqual(['legacy', 0])
  expect(account.chains).toContain(chain)
  expect(account.features).toContain('solana:signAndSendTransaction')
  expect(base58.encode(Uint8Array.from(account.publicKey))).toBe(account.address)
})

test('connecting asks the user once, even if a site calls it twice at once', async () => {
  const { connect, wallet, asked } = open()
  expect(wallet.accounts).toEqual([])
  const answers = await Promise.all([connect(), connect()])
  expect([...answers, await connect()].map(addressesOf)).toEqual([both, both, both])
  expect(addressesOf(wallet)).toEqual(both)
  expect(asked).toEqual([{ origin, kind: 'connect', details: { account: firstSolanaAccount.address } }])
})

test('a silent connect asks for nothing, and returns the accounts of a connected site', async () => {
  const storage = memoryStorage()
  const { connect, asked } = open({ storage })
  expect(await connect({ silent: true })).toEqual({ accounts: [] })
  expect(asked).toEqual([])
  await connect()
  const reloaded = open({ storage })
  expect(addressesOf(await reloaded.connect({ silent: true }))).toEqual(both)
  expect(reloaded.asked).toEqual([])
  await reloaded.disconnect()
  expect(await open({ storage }).connect({ silent: true })).toEqual({ accounts: [] })
})

test('a storage with invalid content is ignored', async () => {
  const storage = memoryStorage()
  for (const other of ['{', '{}', '{"connected":true,"account":"me","failures":{}}']) {
    storage.setItem('sandbox-solana-wallet', other)
    expect(open({ storage }).person.snapshot()).toMatchObject({ connected: false, account: both[0], accounts: both })
  }
})

test('the site receives every change of the accounts until it unsubscribes', async () => {
  const { person, changes, stopListening, disconnect } = await connected()
  let seen = 0
  const unsubscribe = person.subscribe(() => (seen += 1))
  person.selectAccount(secondSolanaAccount.address)
  person.selectAccount(secondSolanaAccount.address)
  person.lock()
  person.unlock()
  await disconnect()
  stopListening()
  await person.wallet.features['standard:connect'].connect()
  const turned = both.toReversed()
  expect(changes).toEqual([both, turned, [], turned, []])
  expect(seen).toBe(6)
  unsubscribe()
  person.disconnect()
  expect(seen).toBe(6)
  expect(() => person.selectAccount('nobody')).toThrow('The wallet has no account nobody.')
})

test("messages are signed one by one with the account's key, verified with @noble/curves", async () => {
  const { signMessage, account, other, asked } = await connected()
  const signed = await signMessage({ account, message: hello }, { account: other, message: hello })
  expect(signed).toHaveLength(2)
  for (const [index, signer] of [account, other].entries()) {
    const { signedMessage, signature } = given(signed[index])
    expect(signedMessage).toEqual(hello)
    expect(ed25519.verify(signature, signedMessage, Uint8Array.from(signer.publicKey))).toBe(true)
  }
  const details = { account: account.address, message: 'Hello, Solana!' }
  expect(asked.slice(1)).toEqual([
    { origin, kind: 'sign', details },
    { origin, kind: 'sign', details: { ...details, account: other.address } },
  ])
})

test('a legacy transfer is signed, sent by the site, and confirmed by polling', async () => {
  const { signTransaction, account, asked } = await connected()
  const to = Keypair.generate().publicKey
  const transaction = await legacy(transfer(1_500_000_000, to))
  const [signed] = await signTransaction({ account, transaction })
  const bytes = given(signed?.signedTransaction)
  expect(Transaction.from(bytes).verifySignatures()).toBe(true)
  const signature = await connection.sendRawTransaction(bytes)
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null })
  expect(await connection.getBalance(to)).toBe(1.5 * LAMPORTS_PER_SOL)
  const details = { from: account.address, to: to.toBase58(), amount: '1.5', symbol: 'SOL' }
  expect(asked.at(-1)).toEqual({
    origin,
    kind: 'transaction',
    details: { ...details, network: node.networkId, isSent: false },
  })
})

test.each([
  ['legacy', legacy],
  ['v0', v0],
])('a %s transfer is signed and sent by the wallet, and confirmed', async (_, build) => {
  const { signAndSend, account, asked } = await connected()
  const to = Keypair.generate().publicKey
  const [sent] = await signAndSend({ account, chain, transaction: await build(transfer(2_000_000, to)) })
  const signature = base58.encode(given(sent?.signature))
  expect((await connection.getSignatureStatus(signature)).value).toMatchObject({ err: null })
  expect(await connection.getBalance(to)).toBe(2_000_000)
  expect(asked.at(-1)).toMatchObject({ kind: 'transaction', details: { amount: '0.002', isSent: true } })
})

test("the wallet adds its signature and keeps the other signer's", async () => {
  const { signTransaction, account } = await connected()
  const payer = Keypair.generate()
  await connection.requestAirdrop(payer.publicKey, LAMPORTS_PER_SOL)
  const lifetime = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, ...lifetime }).add(transfer(1_000_000))
  transaction.partialSign(payer)
  const [signed] = await signTransaction({
    account,
    transaction: new Uint8Array(transaction.serialize({ requireAllSignatures: false })),
  })
  const signature = await connection.sendRawTransaction(given(signed?.signedTransaction))
  expect(signature).toBe(base58.encode(given(transaction.signature)))
})

test('a transaction that does more than one transfer is shown with its programs', async () => {
  const { signTransaction, account, asked } = await connected()
  const memo = new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from('hi'),
  })
  await signTransaction({ account, transaction: await v0(transfer(1), transfer(2), memo) })
  expect(asked.at(-1)?.details).toEqual({
    from: account.address,
    amount: '0.000000003',
    symbol: 'SOL',
    network: node.networkId,
    isSent: false,
    programs: [memo.programId.toBase58()],
  })
})

test("the node's error reaches the site unchanged, and skipPreflight is forwarded", async () => {
  const { signAndSend, account } = await connected()
  const build = () => legacy(transfer(1_000 * LAMPORTS_PER_SOL))
  await expect(signAndSend({ account, chain, transaction: await build() })).rejects.toMatchObject({
    code: -32002,
    message: 'Transaction simulation failed: Error processing Instruction 0: custom program error: 0x1',
    data: { err: { InstructionError: [0, { Custom: 1 }] } },
  })
  const [sent] = await signAndSend({
    account,
    chain,
    transaction: await build(),
    options: { skipPreflight: true },
  })
  const { value } = await connection.getSignatureStatus(base58.encode(given(sent?.signature)))
  expect(value?.err).toEqual({ InstructionError: [0, { Custom: 1 }] })
})

test('an unreachable node has the error code 4900', async () => {
  const { signAndSend, account } = await connected({ rpcUrl: 'http://127.0.0.1:1' })
  const transaction = await legacy(transfer(1))
  await expect(signAndSend({ account, chain, transaction })).rejects.toMatchObject({ code: 4900 })
})

test('a site that is not connected, or an unknown account, gets no signature', async () => {
  const { signMessage, signTransaction, account, asked, disconnect } = await connected()
  const transaction = await legacy(transfer(1))
  const stranger = { ...account, address: Keypair.generate().publicKey.toBase58() }
  await expect(signMessage({ account: stranger, message: hello })).rejects.toMatchObject({ code: 4100 })
  await disconnect()
  await expect(signMessage({ account, message: hello })).rejects.toMatchObject({ code: 4100 })
  await expect(signTransaction({ account, transaction })).rejects.toMatchObject({ code: 4100 })
  expect(asked).toHaveLength(1)
})

test('invalid inputs are refused before the user is asked, together with the others in the call', async () => {
  const { signTransaction, signAndSend, account, other, asked } = await connected()
  const transaction = await legacy(transfer(1))
  const rejection = (code: number) => expect.objectContaining({ code })
  await expect(
    signTransaction({ account, transaction }, { account, transaction: Uint8Array.of(1, 2, 3) }),
  ).rejects.toEqual(rejection(-32602))
  await expect(signTransaction({ account: other, transaction })).rejects.toEqual(rejection(-32602))
  await expect(signTransaction({ account, transaction, chain: 'solana:moon' })).rejects.toEqual(rejection(-32602))
  await expect(signAndSend({ account, transaction, chain: 'solana:mainnet' })).rejects.toEqual(rejection(4901))
  expect(asked).toHaveLength(1)
  await signTransaction({ account, transaction, chain: 'solana:mainnet' })
  expect(asked.at(-1)?.details).toMatchObject({ network: 'solana:mainnet' })
})

test('a rejection by the user has the error code 4001', async () => {
  const { connect, wallet } = open({}, false)
  await expect(connect()).rejects.toMatchObject({ code: 4001, message: 'User rejected the request.' })
  expect(wallet.accounts).toEqual([])
})

test.each(['before', 'after'])('an app that is ready %s the wallet discovers it, until it is unregistered', (order) => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const { wallet } = open()
  const found: unknown[] = []
  const mine = () => found.filter((one) => one === wallet)
  const takeBack: (() => void)[] = []
  const ready = () => {
    const register = (...wallets: unknown[]) => {
      found.push(...wallets)
      return () => void found.splice(0)
    }
    page.addEventListener('wallet-standard:register-wallet', (event) => {
      if (event instanceof CustomEvent) event.detail({ register })
    })
    page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  }
  const announce = () => takeBack.push(registerSandboxSolanaWallet(wallet, page))
  for (const step of order === 'before' ? [ready, announce] : [announce, ready]) step()
  expect(mine()).toHaveLength(1)
  takeBack.forEach((undo) => undo())
  expect(mine()).toEqual([])
  page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register: () => found.push(wallet) } }))
  expect(mine()).toEqual([])
})

test("the sandbox's two accounts have the same addresses in all libraries", () => {
  expect(both).toEqual([first.toBase58(), second.toBase58()])
  expect(first.equals(second)).toBe(false)
  expect(Keypair.fromSeed(firstSolanaAccount.secretKey).publicKey.equals(first)).toBe(true)
})
