/** The sandbox's phone: the user answers each request separately. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { onTestFinished, test, expect, vi } from 'vitest'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { memoryStorage } from '../../../mocks/index.ts'
import { createApprovals } from '../../../mocks/sandbox/approvals.ts'
import type { WalletQuestion } from '../../../mocks/sandbox/eip155/questions.ts'
import type { SandboxChain } from '../../../mocks/sandbox/eip155/chain.ts'
import { createSandboxPhone } from '../../../mocks/sandbox/phone.ts'
import { solanaChains } from '../../../mocks/sandbox/phoneChains.ts'
import { firstSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { createSandboxSolanaWallet } from '../../../mocks/sandbox/solana/wallet.ts'
import { createSandboxWallet } from '../../../mocks/sandbox/eip155/wallet.ts'
import { askedOf, proposing, sideOf } from '../../sdk/pairing/engine.ts'
import { openRelay } from '../../sdk/pairing/support.ts'

const chain = {
  chainId: 1,
  networkId: 'eip155:1',
  name: 'One',
  symbol: 'ETH',
  tokens: [],
  rpcUrl: 'http://127.0.0.1:1',
} as unknown as SandboxChain
const until = (check: () => boolean) => vi.waitUntil(check, { interval: 5 })
const sign = { chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x68656c6c6f', ''] } }

const solanaChain = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

async function phoneOn(relayUrl: string) {
  const solanaAsked: string[] = []
  const approvals = createApprovals<WalletQuestion>()
  const phone = createSandboxPhone({
    chains: [chain],
    relayUrl,
    projectId: sandboxProject,
    walletFor: (origin, asking) =>
      createSandboxWallet({
        chains: [chain],
        approve: (request) => approvals.approve({ ...request, ...asking() }),
        storage: memoryStorage(),
        knows: [1],
        origin,
      }),
    otherChains: [
      solanaChains(solanaChain, () =>
        createSandboxSolanaWallet({
          rpcUrl: 'http://127.0.0.1:1',
          network: 'Solana',
          approve: async ({ kind }) => solanaAsked.push(kind) > 0,
        }),
      ),
    ],
    confirm: (origin, wallet, asking) =>
      approvals.approve({
        origin,
        kind: 'connect',
        details: { account: wallet.snapshot().account },
        ...asking,
      }),
    withdraw: (item) => {
      for (const { id, item: asked } of approvals.pending()) if (asked === item) approvals.answer(id, false)
    },
  })
  onTestFinished(() => phone.pairing.close())
  const question = async () => {
    await until(() => approvals.pending().length > 0)
    const [first] = approvals.pending()
    if (!first) throw new Error('nothing is asked')
    return first
  }
  return { phone, approvals, question, solanaAsked }
}

test('the user is also asked about a page that claims the URL of a connected site', async () => {
  const { url } = await openRelay()
  const { phone, approvals, question } = await phoneOn(url)
  const first = await proposing(sideOf('requester', url))
  await phone.pair(first.uri)
  const asked = await question()
  expect(asked).toMatchObject({
    kind: 'connect',
    check: 'Could not be checked; it says it is https://requester.example',
  })
  approvals.answer(asked.id, true)
  expect(await first.outcome).toMatchObject({ status: 'done' })

  const second = await proposing(sideOf('requester', url))
  await phone.pair(second.uri)
  approvals.answer((await question()).id, false)
  expect(await second.outcome).toMatchObject({ status: 'declined' })
  expect(phone.sites()).toEqual(['requester'])
})

test('only the request whose item has ended is withdrawn', async () => {
  const { url } = await openRelay()
  const { phone, approvals, question } = await phoneOn(url)
  const page = sideOf('requester', url)
  const { uri, outcome } = await proposing(page)
  await phone.pair(uri)
  approvals.answer((await question()).id, true)
  const settled = await outcome
  const topic = settled.status === 'done' ? settled.value.topic : ''
  const address =
    settled.status === 'done' ? settled.value.namespaces['eip155']?.accounts[0]?.slice('eip155:1:'.length) : ''
  void page.request({ topic, ...sign, request: { ...sign.request, params: ['0x68656c6c6f', address] } })
  await askedOf(phone.pairing, 'sessionRequest')
  expect(await question()).toMatchObject({ kind: 'sign' })
  const other = await proposing(sideOf('requester', url))
  await phone.pair(other.uri)
  await until(() => approvals.pending().length === 2)
  await page.disconnect(topic)
  await until(() => approvals.pending().length === 1)
  expect(approvals.pending()[0]).toMatchObject({ kind: 'connect' })
})

test('a site that requests Solana too gets it with the same approval, and valid signatures', async () => {
  const { url } = await openRelay()
  const { phone, approvals, question, solanaAsked } = await phoneOn(url)
  const page = sideOf('requester', url)
  const asks = (chain: string, method: string) => ({ chains: [chain], methods: [method], events: [] })
  const optionalNamespaces = {
    eip155: asks('eip155:1', 'personal_sign'),
    solana: asks(solanaChain, 'solana_signMessage'),
  }
  const { uri, outcome } = await proposing(page, { optionalNamespaces })
  await phone.pair(uri)
  approvals.answer((await question()).id, true)
  const settled = await outcome
  if (settled.status !== 'done') throw new Error(settled.status)
  expect(settled.value.namespaces['solana']?.accounts[0]).toBe(`${solanaChain}:${firstSolanaAccount.address}`)
  const message = base58.encode(new TextEncoder().encode('hello'))
  const params = { message, pubkey: firstSolanaAccount.address }
  const answer = await page.request({
    topic: settled.value.topic,
    chainId: solanaChain,
    request: { method: 'solana_signMessage', params },
  })
  if (answer.status !== 'done') throw new Error(answer.status)
  const { signature } = answer.value as { signature: string }
  const key = base58.decode(firstSolanaAccount.address)
  expect(ed25519.verify(base58.decode(signature), new TextEncoder().encode('hello'), key)).toBe(true)
  expect(solanaAsked).toEqual(['connect', 'sign'])
})
