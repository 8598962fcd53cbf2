/** One pairing code for Ethereum and Solana, in Chromium, over the sandbox's relay and chains. */
import { base58, base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import type { Page } from 'playwright/test'
import { expect, inject, onTestFinished, test } from 'vitest'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { createPairing, type SessionNamespaces } from '../../sdk/pairing/index.ts'
import { storageOf } from '../support/clientStorage.ts'
import { solanaNode } from '../support/solanaTokens.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen } from './support.ts'
import { previewSend, statusesIn } from './visitor.ts'

const connectedIn = (page: Page) => statusesIn(page, ['eip155', 'solana'])

/** A wallet of both namespaces that approves everything, and signs on Solana with a real key. */
function openWallet(relayUrl: string, namespaces: SessionNamespaces) {
  const metadata = { name: 'Two Namespaces', description: '', url: 'https://two.example', icons: [] }
  const pairing = createPairing({
    role: 'responder',
    client: () => ({ projectId: sandboxProject, relayUrl, id: 'two', metadata, verify: false, storage: storageOf() }),
  })
  onTestFinished(() => pairing.close())
  const asked: string[] = []
  const answer = async (name: `sessionRequest:${string}`) => {
    const { id, request } = pairing.find(name)?.getSnapshot().context ?? {}
    const { transaction = '' } = (request?.request.params ?? {}) as { transaction?: string }
    asked.push(`${request?.request.method} on ${request?.chainId}`)
    const unsigned = VersionedTransaction.deserialize(base64.decode(transaction))
    const signature = base58.encode(firstSolanaAccount.sign(unsigned.message.serialize()))
    await pairing.respond(Number(id), { result: { signature } })
  }
  pairing.on('pairing.requested', ({ name }) => {
    const [kind = '', id] = name.split(':')
    if (kind === 'proposal') void pairing.approve(Number(id), { namespaces })
    else void answer(name as `sessionRequest:${string}`)
  })
  return { pairing, asked }
}

test('one code connects both namespaces, SOL is sent, a reload restores both, and the wallet removes one [1.5]', async () => {
  const [one] = inject('chains')
  if (!one) throw new Error('a chain is needed')
  const site = await openPlayground('solana')
  const { page, card } = site
  const { solana, relayUrl } = await sandbox()
  const lamports = async () =>
    ((await solanaNode(solana.rpcUrl).ask('getBalance', secondSolanaAccount.address)) as { value: number }).value
  const events = ['accountsChanged', 'chainChanged']
  const eip155 = { accounts: [`${one.networkId}:${firstAccount.address}`], methods: ['personal_sign'], events }
  const { pairing, asked } = openWallet(relayUrl, {
    eip155,
    solana: {
      accounts: [`${solana.networkId}:${firstSolanaAccount.address}`],
      methods: ['solana_signTransaction'],
      events,
    },
  })

  await card.getByRole('button', { name: /WalletConnect/ }).click()
  await pairing.pair(await site.scan())
  await seen(card.getByText('Connected with Two Namespaces')).toBeVisible()
  await expect.poll(() => connectedIn(page), { timeout: 15_000 }).toEqual(['connected', 'connected'])
  const holds = card.getByRole('list', { name: 'Tokens of this account' })
  await seen(holds).toContainText('ETH')

  await card
    .getByRole('button', { name: new RegExp(one.name) })
    .first()
    .click()
  await card.getByRole('button', { name: /Sandbox Solana/ }).click()
  await seen(holds).toContainText('SOL')
  const before = await lamports()
  await previewSend(card, /Solana/, '0.25', secondSolanaAccount.address)
  await card.getByRole('button', { name: 'Send', exact: true }).click()
  await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
  expect((await lamports()) - before).toBe(250_000_000)
  expect(asked).toEqual([`solana_signTransaction on ${solana.networkId}`])
  await card.getByRole('button', { name: 'Done' }).click()

  await page.reload()
  await expect.poll(() => connectedIn(page), { timeout: 15_000 }).toEqual(['connected', 'connected'])
  const [session] = pairing.sessions()
  expect(await pairing.update(session?.topic ?? '', { eip155 })).toMatchObject({ status: 'done' })
  await expect.poll(() => connectedIn(page), { timeout: 15_000 }).toEqual(['connected', 'disconnected'])
  expect(site.faults).toEqual([])
  await site.context.close()
})
