/** The explanation of a wallet request, with everything that the app has already loaded. */
import { base58, base64 } from '@scure/base'
import { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import type { Explanation } from '../../machines/wallet-requests/explanation.types.ts'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { approvalEffects } from '../../sdk/wallet-requests/approval.effects.ts'
import { solana, type Latchkey } from '../../sdk/index.ts'
import { connected, settle } from '../support/instance.ts'
import { TOKEN_PROGRAM } from '../support/solanaTokens.ts'
import { connection } from '../machines/walks/samples.ts'

const [me, friend] = fakeAccounts
const like = `${friend.slice(0, 6)}${'0'.repeat(32)}${friend.slice(-4)}`

/** The explanation of a request, once there is one. */
async function told(latchkey: Latchkey, method: string, params: unknown): Promise<Explanation | undefined> {
  const control = new AbortController()
  onTestFinished(() => control.abort())
  void latchkey.request({ method, params }, { signal: control.signal })
  const approval = () => latchkey.find('approval')?.getSnapshot()
  await vi.waitFor(() => expect(approval()?.context.explanation).toBeDefined(), 5_000)
  return approval()?.context.explanation
}

test('an address that looks like one of the history has a warning, and no history is read for it', async () => {
  const moved = {
    id: '1',
    metadata: {
      operationType: 'send',
      hash: `0x${'1'.repeat(64)}`,
      minedAt: '2026-01-01T00:00:00Z',
      sentFrom: me,
      sentTo: friend,
      status: 'confirmed',
      chain: 'eip155:1',
    },
    transfers: [{ direction: 'out', quantity: { numeric: '1' }, fungible_info: { symbol: 'ETH' } }],
  }
  let readings = 0
  const history = () => {
    readings += 1
    return { data: [moved], next: undefined }
  }
  const asked = async (isRead: boolean) => {
    const wallet = fakeWallet({ eth_sendTransaction: never })
    const { latchkey } = await connected({ wallet, api: fakeApi({ history }) })
    if (isRead) await latchkey.load('activity')
    if (isRead) latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    return (await told(latchkey, 'eth_sendTransaction', [{ to: like, value: '0x1' }]))?.warnings
  }
  expect(await asked(false)).toEqual([])
  expect(readings).toBe(0)
  expect(await asked(true)).toEqual(['looksAlike'])
})

test.each([
  ['eip155', 'eip155:1', { method: 'personal_sign', params: ['Hello', me] }, 'message'],
  [
    'solana',
    'solana:1',
    { method: 'solana_signMessage', params: { message: base58.encode(new TextEncoder().encode('Hello')) } },
    'message',
  ],
  ['bip122', 'bip122:1', { method: 'signMessage', params: { account: me, message: 'Hello' } }, 'message'],
  ['near', 'near:1', { method: 'near_signMessage', params: { message: 'Hello' } }, 'unknown'],
] as const)(
  'in the namespace %s a request is explained by the methods of its wallets',
  async (namespace, networkId, call, kind) => {
    const network = { caipNetworkId: 'eip155:1' } as never
    const filling = approvalEffects(
      { page: { read: () => undefined } as never },
      { networks: () => [network], abis: {}, tokens: {} },
    )
    const input = { id: '1', connection: { ...connection, namespace, networkId }, call }
    const { signal } = new AbortController()
    const explain = filling['approval.explain'] as (asked: object) => Promise<Explanation>
    expect((await explain({ input, signal, system: { get: () => undefined } })).kind).toBe(kind)
  },
)

test('a Solana token has the name from the app’s list, or from the balances that were read', async () => {
  const [listed, held] = [1, 2].map((byte) => new PublicKey(new Uint8Array(32).fill(byte)).toBase58()) as [
    string,
    string,
  ]
  const balanceOf = (symbol: string, more: object = {}) => ({
    name: symbol,
    symbol,
    chainId: solana.caipNetworkId,
    quantity: { decimals: '6', numeric: '7' },
    ...more,
  })
  const { latchkey } = await connected({
    networks: [{ ...solana, rpcUrls: { default: { http: [] } } }],
    tokens: { [solana.caipNetworkId]: [{ address: listed, symbol: 'USDX', name: 'Dollar', decimals: 6 }] },
    connectors: [
      {
        connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'solana' },
        provider: fakeWallet({
          solana_requestAccounts: [{ pubkey: firstSolanaAccount.address }],
          solana_signTransaction: never,
        }),
      },
    ],
    chain: {
      ...solanaAdapter,
      fetchBalances: async () => [
        balanceOf('SOL', { quantity: { decimals: '9', numeric: '1' } }),
        balanceOf('EURX', { address: `${solana.caipNetworkId}:${held}` }),
      ],
    },
  })
  await vi.waitFor(() => expect(latchkey.find('balance')?.getSnapshot().context.tokens).toHaveLength(2))
  const payerKey = new PublicKey(firstSolanaAccount.address)
  // TransferChecked
  const moved = (mint: string) =>
    new TransactionInstruction({
      programId: new PublicKey(TOKEN_PROGRAM),
      keys: [held, mint, listed, payerKey].map((key) => ({
        pubkey: new PublicKey(key),
        isSigner: key === payerKey,
        isWritable: key !== mint,
      })),
      data: Buffer.of(12, 0x60, 0xe3, 0x16, 0, 0, 0, 0, 0, 6),
    })
  const instructions = [moved(listed), moved(held)]
  const message = new TransactionMessage({ payerKey, recentBlockhash: listed, instructions }).compileToV0Message()
  const transaction = base64.encode(new VersionedTransaction(message).serialize())
  const { steps = [] } = (await told(latchkey, 'solana_signTransaction', { transaction })) ?? {}
  expect(steps.map(({ parts: [amount] }) => amount?.value)).toEqual(['1.5 USDX', '1.5 EURX'])
})
