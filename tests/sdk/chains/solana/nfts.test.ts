/** NFTs on a local Solana chain: found, named, sent and refused, by real transactions. */
import { base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '../../../../machines/shared/network.types.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../../../mocks/sandbox/solana/accounts.ts'
import { startSolana, type SolanaChain } from '../../../../mocks/sandbox/solana/chain.ts'
import { nftAccounts, solanaNfts } from '../../../../mocks/sandbox/solana/nfts.ts'
import { solanaToken } from '../../../../mocks/sandbox/solana/token.ts'
import { solanaAdapter } from '../../../../sdk/chains/solana/adapter.ts'
import { solana } from '../../../../sdk/index.ts'
import type { WalletProvider } from '../../../../sdk/provider/walletProvider.ts'
import { countingServer } from '../../../support/countingServer.ts'
import { associatedAccount, solanaNode, TOKEN_PROGRAM, TOKEN_PROGRAM_2022 } from '../../../support/solanaTokens.ts'

const { signal } = new AbortController()
const [first, second] = [firstSolanaAccount.address, secondSolanaAccount.address]
const { bird, fish, tied } = solanaNfts

let chain: SolanaChain
let network: Network
let node: ReturnType<typeof solanaNode>
beforeAll(async () => {
  chain = await startSolana()
  network = { ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }
  node = solanaNode(chain.rpcUrl)
})
afterAll(() => chain.stop())

const list = (from = first) => solanaAdapter.readNfts?.({ network, from }, signal) ?? Promise.reject(new Error('none'))
const read = (contract: string, from = first) =>
  solanaAdapter.readNft?.({ network, from, source: { contract, tokenId: '' } }, signal) ??
  Promise.reject(new Error('none'))
const codeOf = (pending: Promise<unknown>) =>
  pending.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
/** A wallet that signs what it receives. */
const provider: WalletProvider = {
  async request({ params }) {
    const { transaction } = params as { transaction: string }
    const { message, signatures } = VersionedTransaction.deserialize(base64.decode(transaction))
    signatures[0] = firstSolanaAccount.sign(message.serialize())
    return { transaction: base64.encode(new VersionedTransaction(message, signatures).serialize()) }
  },
}
/** Sends an NFT as it was read. */
async function send(contract: string, receiver = second) {
  const token = await read(contract)
  const order = { network, from: first, receiver, token, amount: '1' }
  const fee = await solanaAdapter.estimateFee(order, signal)
  await solanaAdapter.checkToken(order, signal)
  const call = await solanaAdapter.prepare(provider, { ...order, fee }, signal)
  const hash = await solanaAdapter.send(provider, order, call)
  const timeoutMs = 20_000
  expect(await solanaAdapter.awaitReceipt({ network, hash, from: first, timeoutMs }, signal)).toMatchObject({
    status: 'success',
  })
}

describe('the NFTs of an account', () => {
  test('are read from the chain, named by Metaplex or by the token, without divisible tokens and those with several units [2.3]', async () => {
    const several = await node.createToken(0)
    await node.issue(several, first, 2n)
    const parted = await node.createToken(6)
    await node.issue(parted, first, 1n)
    // One is in this account, and another one in another account.
    const edition = await node.createToken(0)
    await node.issue(edition, first, 1n)
    await node.issue(edition, second, 1n)
    const found = await list()
    expect(found.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: bird.name, nft: { contract: bird.address, tokenId: '' } },
      { name: tied.name, nft: { contract: tied.address, tokenId: '' } },
      { name: fish.name, nft: { contract: fish.address, tokenId: '' } },
    ])
    expect(await list(second)).toEqual([])
  })

  test('are read one by one, as a balance of one', async () => {
    expect(await read(bird.address)).toEqual({
      name: bird.name,
      symbol: 'NFT',
      chainId: chain.networkId,
      address: `${chain.networkId}:${bird.address}`,
      quantity: { decimals: '0', numeric: '1' },
      nft: { standard: 'spl', contract: bird.address, tokenId: '' },
    })
    expect(await read(fish.address)).toMatchObject({ name: fish.name, quantity: { decimals: '0', numeric: '1' } })
  })
})

describe('an NFT that cannot be sent', () => {
  test.each([
    ['a programmable one', tied.address, first, 'send.nftProgrammable'],
    ['a compressed one, which has no account', second, first, 'send.nftCompressed'],
    ['one of another account', bird.address, second, 'send.nftNotHeld'],
    ['a divisible token', solanaToken.address, first, 'send.nftNotFound'],
    ['an invalid address', '0x1', first, 'send.nftNotFound'],
  ] as const)('is refused with a specific error: %s', async (_, contract, from, code) => {
    expect(await codeOf(read(contract, from))).toBe(code)
  })

  test('is refused when it was frozen or given away after it was read', async () => {
    const token = await read(fish.address)
    const order = { network, from: second, receiver: first, token, amount: '1' }
    expect(await codeOf(solanaAdapter.prepare(provider, order, signal))).toBe('send.nftNotHeld')
    const lead = { ...token, address: `${chain.networkId}:${tied.address}` }
    const held = { network, from: first, receiver: second, token: lead, amount: '1' }
    expect(await codeOf(solanaAdapter.estimateFee(held, signal))).toBe('send.frozen')
  })
})

test.each<[string, (metadata: Uint8Array) => Uint8Array, string]>([
  ['a standard of 4, a programmable one,', (bytes) => bytes.with(bytes.length - 61, 4), 'send.nftProgrammable'],
  ['a standard of 5, a programmable edition,', (bytes) => bytes.with(bytes.length - 61, 5), 'send.nftProgrammable'],
  ['no byte where the standard would be', (bytes) => bytes.slice(0, -61), bird.name],
])('an NFT whose metadata has %s is read accordingly [2.3]', async (_, change, expected) => {
  const told = ({ program, data, lamports }: { program: string; data: Uint8Array; lamports: bigint }) => ({
    owner: program,
    data: [base64.encode(data), 'base64'],
    lamports: Number(lamports),
  })
  const [mint, holding, metadata] = nftAccounts()
  if (!mint || !holding || !metadata) throw new Error('The sandbox has no NFT.')
  const accounts = [told(mint), told({ ...metadata, data: change(metadata.data) })]
  const holdings = [{ pubkey: holding.address, account: told(holding) }]
  const { url } = await countingServer(({ method }) => ({
    result: { value: method === 'getMultipleAccounts' ? accounts : holdings },
  }))
  const there = { ...network, rpcUrls: { default: { http: [url] } } }
  const source = { contract: bird.address, tokenId: '' }
  const reading = solanaAdapter.readNft?.({ network: there, from: first, source }, signal)
  expect(await reading?.then(({ name }) => name).catch(({ code }: { code: string }) => code)).toBe(expected)
})

describe('a transfer of an NFT', () => {
  test.each([
    ['the token program', TOKEN_PROGRAM, bird],
    ['the token program of 2022', TOKEN_PROGRAM_2022, fish],
  ] as const)('arrives in a new account of the receiver, with %s [1.5]', async (_, program, { address }) => {
    const account = associatedAccount(address, second, program).toBase58()
    expect(await node.amountIn(account)).toBeUndefined()
    await send(address)
    expect(await node.amountIn(account)).toBe(1n)
    expect(await codeOf(read(address))).toBe('send.nftNotHeld')
    expect((await list(second)).map(({ nft }) => nft.contract)).toContain(address)
  })

  test('works for one without a name, which is named after its mint', async () => {
    const mint = await node.createToken(0)
    await node.issue(mint, first, 1n)
    expect(await read(mint)).toMatchObject({ name: `${mint.slice(0, 6)}…${mint.slice(-4)}` })
    await send(mint)
    expect(await node.amountIn(associatedAccount(mint, second).toBase58())).toBe(1n)
  })
})
