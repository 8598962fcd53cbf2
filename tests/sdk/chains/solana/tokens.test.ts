/** SPL tokens on a local Solana chain: created, shown and sent by real transactions. */
import { base64 } from '@scure/base'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Network } from '../../../../machines/shared/network.types.ts'
import type { Token } from '../../../../machines/shared/token.types.ts'
import {
  firstSolanaAccount,
  secondSolanaAccount,
  type SolanaAccount,
} from '../../../../mocks/sandbox/solana/accounts.ts'
import { startSolana, type SolanaChain } from '../../../../mocks/sandbox/solana/chain.ts'
import { readMessage } from '../../../../mocks/sandbox/solana/wire.ts'
import { solanaAdapter } from '../../../../sdk/chains/solana/adapter.ts'
import { solana } from '../../../../sdk/index.ts'
import type { WalletProvider } from '../../../../sdk/provider/walletProvider.ts'
import { countingServer } from '../../../support/countingServer.ts'
import { associatedAccount, solanaNode, TOKEN_PROGRAM, TOKEN_PROGRAM_2022 } from '../../../support/solanaTokens.ts'
import { sentBy } from '../../../support/sentBy.ts'

const { signal } = new AbortController()
const [first, second] = [firstSolanaAccount.address, secondSolanaAccount.address]
const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'

let chain: SolanaChain
let network: Network
let node: ReturnType<typeof solanaNode>
beforeAll(async () => {
  chain = await startSolana()
  network = { ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }
  node = solanaNode(chain.rpcUrl)
})
afterAll(() => chain.stop())

/** A wallet with one account that signs what it receives, and the programs that each transaction called. */
function walletOf(account: SolanaAccount = firstSolanaAccount) {
  const asked: (string | undefined)[][] = []
  const provider: WalletProvider = {
    async request({ params }) {
      const { message, signatures } = VersionedTransaction.deserialize(
        base64.decode((params as { transaction: string }).transaction),
      )
      const bytes = message.serialize()
      asked.push(readMessage(bytes).instructions.map(({ program }) => program))
      signatures[0] = account.sign(bytes)
      return { transaction: base64.encode(new VersionedTransaction(message, signatures).serialize()) }
    },
  }
  return { provider, asked }
}

const listedAs = (address: string, decimals = 6): Token => ({ address, symbol: 'USDX', name: 'Dollar', decimals })
const balanceOf = async (owner: string, ...tokens: Token[]) =>
  (await solanaAdapter.fetchBalances({ network, address: owner, listed: tokens }, signal)).slice(1)
const held = (mint: string, numeric: string, decimals = 6) => ({
  name: 'Dollar',
  symbol: 'USDX',
  chainId: network.caipNetworkId,
  address: `${network.caipNetworkId}:${mint}`,
  quantity: { decimals: String(decimals), numeric },
})
const order = (mint: string, amount: string, more: { receiver?: string; from?: string; decimals?: number } = {}) => {
  const { receiver = second, from = first, decimals = 6 } = more
  return { network, from, receiver, token: held(mint, '1000000', decimals), amount }
}
const confirmed = (hash: string) => solanaAdapter.awaitReceipt({ network, hash, from: '', timeoutMs: 20_000 }, signal)

describe.each([
  ['the token program', TOKEN_PROGRAM],
  ['the token program of 2022', TOKEN_PROGRAM_2022],
])('a token of %s', (_, program) => {
  let mint: string
  beforeEach(async () => {
    mint = await node.createToken(6, program)
  })

  test('that the app lists is shown with the sum of all accounts of the owner [3.1]', async () => {
    expect(await balanceOf(first, listedAs(mint))).toEqual([held(mint, '0')])
    await node.issue(mint, first, 1_500_000n, program)
    await node.createHolding(mint, first, 2n, program)
    expect(await balanceOf(first, listedAs(mint), listedAs(first))).toEqual([held(mint, '1.500002')])
    expect(await balanceOf(second, { ...listedAs(mint), iconUrl: 'i.png' })).toEqual([
      { ...held(mint, '0'), iconUrl: 'i.png' },
    ])
  })

  test('is sent to an owner without an account, which the first transfer creates', async () => {
    await node.issue(mint, first, 5_000_000n, program)
    const account = associatedAccount(mint, second, program).toBase58()
    const { provider, asked } = walletOf()
    expect(await node.amountIn(account)).toBeUndefined()
    expect(await confirmed(await sentBy(solanaAdapter, provider, order(mint, '1.25'), signal))).toMatchObject({
      status: 'success',
    })
    expect(await node.amountIn(account)).toBe(1_250_000n)
    await confirmed(await sentBy(solanaAdapter, provider, order(mint, '0.000001'), signal))
    expect(await node.amountIn(account)).toBe(1_250_001n)
    expect(await balanceOf(first, listedAs(mint))).toEqual([held(mint, '3.749999')])
    expect(asked.map((programs) => programs.slice(2))).toEqual([[ASSOCIATED_PROGRAM, program], [program]])
  })
})

describe('a transfer of a token', () => {
  let mint: string
  beforeEach(async () => {
    mint = await node.createToken(6)
  })

  test('of the whole balance takes it from every account that holds some', async () => {
    const associated = await node.issue(mint, first, 10n)
    const others = [await node.createHolding(mint, first, 1n), await node.createHolding(mint, first, 30n)]
    const token = held(mint, '0.000041')
    expect(await solanaAdapter.estimateMaximum({ network, from: first, token }, signal)).toBe('0.000041')
    await confirmed(await sentBy(solanaAdapter, walletOf().provider, order(mint, '0.000035'), signal))
    // The associated account first, then the fullest.
    expect(await Promise.all([associated, ...others].map((account) => node.amountIn(account)))).toEqual([0n, 1n, 5n])
    await confirmed(await sentBy(solanaAdapter, walletOf().provider, order(mint, '0.000006'), signal))
    expect(await node.amountIn(associatedAccount(mint, second).toBase58())).toBe(41n)
  })

  test.each([
    ['more than the balance', 'amount.insufficient', () => order(mint, '2')],
    [
      'a token that the account does not hold',
      'amount.insufficient',
      () => order(mint, '1', { from: second, receiver: first }),
    ],
    [
      'an address that is not a token',
      'send.unsupportedToken',
      () => order(Keypair.generate().publicKey.toBase58(), '1'),
    ],
    ['an invalid address', 'address.invalid', () => order('0', '1')],
    ['a receiver that is a token instead of a wallet', 'address.ofToken', () => order(mint, '1', { receiver: mint })],
    [
      'a receiver that is a token account instead of its owner',
      'address.ofToken',
      () => order(mint, '1', { receiver: associatedAccount(mint, first).toBase58() }),
    ],
  ])('is rejected before the wallet is asked: %s', async (_, code, ordered) => {
    await node.issue(mint, first, 1_000_000n)
    const { provider, asked } = walletOf()
    await expect(sentBy(solanaAdapter, provider, ordered(), signal)).rejects.toMatchObject({ code })
    expect(asked).toEqual([])
  })

  test('is rejected before the wallet is asked when the sender cannot pay the fee, or only the rent of the new account', async () => {
    await node.issue(mint, second, 1_000_000n)
    const { provider, asked } = walletOf(secondSolanaAccount)
    const poor = { from: second, receiver: Keypair.generate().publicKey.toBase58() }
    const unaffordable = { code: 'send.gasUnaffordable', params: { symbol: 'SOL' } }
    const send = (more = poor) => sentBy(solanaAdapter, provider, order(mint, '1', more), signal)
    await expect(send()).rejects.toMatchObject(unaffordable)
    await node.ask('requestAirdrop', second, 2_000_000)
    await expect(send()).rejects.toMatchObject(unaffordable)
    expect(asked).toEqual([])
    await node.issue(mint, first, 1n)
    expect(await confirmed(await send({ ...poor, receiver: first }))).toMatchObject({ status: 'success' })
  })

  test('is refused by the chain with the wrong number of decimals, and nothing moves', async () => {
    await node.issue(mint, first, 1_000_000n)
    const send = sentBy(solanaAdapter, walletOf().provider, order(mint, '0.001', { decimals: 9 }), signal)
    await expect(send).rejects.toThrow(/simulation failed/)
    expect(await balanceOf(first, listedAs(mint))).toEqual([held(mint, '1')])
  })
})

test('the adapter rejects token accounts from a node that belong to another token, or are not token accounts', async () => {
  const mint = Keypair.generate().publicKey.toBase58()
  const account = (data: Uint8Array, owner = TOKEN_PROGRAM) => ({
    pubkey: second,
    account: { data: [base64.encode(data), 'base64'], owner },
  })
  const whole = new Uint8Array(165)
  const right = Uint8Array.from(whole)
  right.set(Keypair.generate().publicKey.toBytes())
  for (const wrong of [account(whole.slice(1)), account(right), account(whole, first), { pubkey: second }]) {
    const lying = await countingServer(({ method }) => ({
      result: { value: method === 'getBalance' ? 1 : [wrong] },
    }))
    const there = { ...network, rpcUrls: { default: { http: [lying.url] } } }
    const balances = await solanaAdapter.fetchBalances(
      { network: there, address: first, listed: [listedAs(mint)] },
      signal,
    )
    expect(balances).toMatchObject([{ symbol: 'SOL' }])
    expect(balances).toHaveLength(1)
    const send = sentBy(solanaAdapter, walletOf().provider, { ...order(mint, '1'), network: there }, signal)
    await expect(send).rejects.toMatchObject({ code: 'rpc.malformed' })
  }
})
