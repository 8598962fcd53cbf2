/** What the page says of a question to a wallet, with all that it knows already. */
import { base58 } from '@scure/base'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi } from '../../mocks/fakes/fakeApi.ts'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import type { Explanation } from '../../machines/entities/explanation.ts'
import { approvalEffects } from '../../sdk/effects/approval.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { connected, settle } from '../support/instance.ts'
import { connection } from '../machines/walks/samples.ts'

const [me, friend] = fakeAccounts
const like = `${friend.slice(0, 6)}${'0'.repeat(32)}${friend.slice(-4)}`

/** What is said of a question, once it is. */
async function told(latchkey: Latchkey, method: string, params: readonly unknown[]): Promise<Explanation | undefined> {
  const control = new AbortController()
  onTestFinished(() => control.abort())
  void latchkey.request({ method, params }, { signal: control.signal })
  const approval = () => latchkey.find('approval')?.getSnapshot()
  await vi.waitFor(() => expect(approval()?.context.explanation).toBeDefined(), 5_000)
  return approval()?.context.explanation
}

test('an address that looks like one of the history is warned of; nothing is read for it', async () => {
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
    if (isRead) latchkey.send({ type: 'account.selectTab', tab: 'Activity' })
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
] as const)('in %s a question is read as its wallets are asked', async (namespace, networkId, call, kind) => {
  const network = { caipNetworkId: 'eip155:1' } as never
  const filling = approvalEffects({ page: { read: () => undefined } as never }, { networks: () => [network], abis: {} })
  const input = { id: '1', connection: { ...connection, namespace, networkId }, call }
  const { signal } = new AbortController()
  const explain = filling['approval.explain'] as (asked: object) => Promise<Explanation>
  expect((await explain({ input, signal, system: { get: () => undefined } })).kind).toBe(kind)
})
