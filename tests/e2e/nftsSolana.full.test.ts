/** NFTs on Solana in Chromium, on a real chain: selected in their tab and sent. */
import { expect, test } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { solanaNfts } from '../../mocks/sandbox/solana/nfts.ts'
import { associatedAccount, solanaNode, TOKEN_PROGRAM, TOKEN_PROGRAM_2022 } from '../support/solanaTokens.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen } from './support.ts'

test('NFTs of both token programs are sent from the NFTs tab and arrive, and a programmable one is refused [2.3]', async () => {
  const { rpcUrl } = (await sandbox()).solana
  const node = solanaNode(rpcUrl)
  const mint = await node.createToken(0)
  await node.issue(mint, firstSolanaAccount.address, 1n)
  const called = `${mint.slice(0, 6)}…${mint.slice(-4)}`
  const { bird, fish, tied } = solanaNfts
  const to = secondSolanaAccount.address

  const site = await openPlayground('solana')
  const { card, faults } = site
  const panel = site.panelOf('Solana')
  await card.getByRole('button', { name: /Sandbox Solana Wallet/ }).click()
  await panel.getByRole('button', { name: 'Approve', exact: true }).click()
  await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('SOL')

  /** Clicks the tile of an NFT, checks its preview, and sends it. */
  const send = async (contract: string, name: string, program: string) => {
    const account = associatedAccount(contract, to, program).toBase58()
    expect((await node.amountIn(account)) ?? 0n).toBe(0n)
    await card.getByRole('tab', { name: 'NFTs' }).click()
    await card.getByRole('button', { name: `Send ${name}` }).click()
    await seen(card.getByText(contract)).toBeVisible()
    await seen(card.getByText(name, { exact: true })).toBeVisible()
    const amount = card.getByLabel('Amount')
    await seen(amount).toHaveValue('1')
    await seen(amount).not.toBeEditable()
    await card.getByLabel('To', { exact: true }).fill(to)
    await card.getByRole('button', { name: 'Review send' }).click()
    for (const text of [contract, to, name]) await seen(card.getByText(text)).toBeVisible()
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(panel.getByRole('heading', { name: 'Sign a transaction' })).toBeVisible()
    await panel.getByRole('button', { name: 'Approve', exact: true }).click()
    await seen(card.getByText('Confirmed', { exact: true })).toBeVisible()
    await card.getByRole('button', { name: 'Done' }).click()
    expect(await node.amountIn(account)).toBe(1n)
    await card.getByRole('tab', { name: 'NFTs' }).click()
    await seen(card.getByRole('button', { name: `Send ${tied.name}` })).toBeVisible()
    await seen(card.getByRole('button', { name: `Send ${name}` })).toBeHidden()
  }

  await send(bird.address, bird.name, TOKEN_PROGRAM)
  await send(fish.address, fish.name, TOKEN_PROGRAM_2022)
  await send(mint, called, TOKEN_PROGRAM)

  await card.getByRole('button', { name: `Send ${tied.name}` }).click()
  await seen(card.getByText('The issuer of this NFT restricts transfers, so it cannot be sent here')).toBeVisible()
  await seen(card.getByLabel('Amount')).toHaveValue('')
  expect(faults).toEqual([])
  await site.context.close()
})
