/** Swaps on Solana in a browser, on a real chain: quoted, signed with real keys, sent, and measured to the last unit. */
import { base64 } from '@scure/base'
import { expect, test } from 'vitest'
import { parseUnits } from 'viem'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { wrappedSol } from '../../mocks/sandbox/solana/maker.ts'
import { solanaGold, solanaToken } from '../../mocks/sandbox/solana/token.ts'
import { solanaNode } from '../support/solanaTokens.ts'
import { sandbox } from './shop.ts'
import { openPlayground, seen } from './support.ts'
import { previewSwap } from './visitor.ts'

interface Held {
  coins: bigint
  dollars: bigint
  golds: bigint
  wrapped: bigint
}

const me = firstSolanaAccount.address

/** Reads the chain directly. */
async function chain() {
  const { solana } = await sandbox()
  const node = solanaNode(solana.rpcUrl)
  const held = async (mint: string): Promise<bigint> => {
    const told = await node.ask('getTokenAccountsByOwner', me, { mint }, { encoding: 'base64' })
    const { value } = told as { value: { account: { data: [string] } }[] }
    return value.reduce(
      (sum, { account }) => sum + new DataView(base64.decode(account.data[0]).buffer).getBigUint64(64, true),
      0n,
    )
  }
  const { ask } = node
  return {
    ...node,
    async all(): Promise<Held> {
      const { value } = (await ask('getBalance', me)) as { value: number }
      const [dollars, golds, wrapped] = await Promise.all(
        [solanaToken.address, solanaGold.address, wrappedSol].map(held),
      )
      return { coins: BigInt(value), dollars: dollars ?? 0n, golds: golds ?? 0n, wrapped: wrapped ?? 0n }
    },
    async feeOf(hash: string) {
      const { meta } = (await ask('getTransaction', hash, {})) as { meta: { fee: number } }
      return BigInt(meta.fee)
    },
  }
}

/** A page whose Solana wallet is connected, with swaps. */
async function connected() {
  const site = await openPlayground('solana&swaps')
  const panel = site.panelOf('Solana')
  const answer = (yes: boolean) => panel.getByRole('button', { name: yes ? 'Approve' : 'Reject', exact: true }).click()
  await site.card.getByRole('button', { name: /Sandbox Solana Wallet/ }).click()
  await answer(true)
  await seen(site.card.getByRole('list', { name: 'Tokens of this account' })).toContainText('GLD')
  return { ...site, panel, answer }
}
type Site = Awaited<ReturnType<typeof connected>>

/** The received amount in the card, in base units. */
async function shownSum({ card }: Site, decimals: number): Promise<bigint> {
  await seen(card.getByText('Received in your account')).toBeVisible()
  const shown = (await card.locator('[data-part="sum"]').textContent()) ?? ''
  return parseUnits(shown.replace(/[^\d.]/g, ''), decimals)
}
const lastHash = ({ page }: Site): Promise<string> =>
  page.evaluate(() => {
    type Swap = { getSnapshot(): { context: { result?: { hash: string } } } }
    const { latchkey } = window as unknown as { latchkey: { find(name: string): Swap } }
    return latchkey.find('swap').getSnapshot().context.result?.hash ?? ''
  })

test('swaps of SOL and tokens take the entered amount and return what the card shows [1.6] [2.10]', async () => {
  const node = await chain()
  const site = await connected()
  const { card, panel, answer, faults } = site
  const swap = async (from: string | undefined, to: string, amount: string, decimals: number) => {
    await previewSwap(card, from, to, amount)
    await seen(card.getByText('Minimum received')).toBeVisible()
    const before = await node.all()
    await card.getByRole('button', { name: 'Swap', exact: true }).click()
    await seen(panel.getByRole('heading', { name: 'Sign a transaction' })).toBeVisible()
    await answer(true)
    const sum = await shownSum(site, decimals)
    const [after, fee] = [await node.all(), await node.feeOf(await lastHash(site))]
    await card.getByRole('button', { name: 'Done' }).click()
    return { before, after, fee, sum }
  }

  const sold = await swap(undefined, 'USDX', '0.250000001', 6)
  expect(sold.after.dollars - sold.before.dollars).toBe(sold.sum)
  expect(sold.sum).toBeGreaterThan(30_000_000n)
  // The swap creates an account for the token, with a rent deposit.
  expect(sold.before.coins - sold.after.coins - sold.fee).toBe(250_000_001n + 2_039_280n)
  expect(sold.after.wrapped).toBe(0n)

  const bought = await swap('USDX', 'SOL', '30.000001', 9)
  expect(bought.before.dollars - bought.after.dollars).toBe(30_000_001n)
  expect(bought.after.coins - bought.before.coins + bought.fee).toBe(bought.sum)
  expect(bought.after.wrapped).toBe(0n)

  const traded = await swap('GLD', 'USDX', '1.5', 6)
  expect(traded.before.golds - traded.after.golds).toBe(1_500_000_000n)
  expect(traded.after.dollars - traded.before.dollars).toBe(traded.sum)
  expect(traded.before.coins - traded.after.coins).toBe(traded.fee)
  expect(faults).toEqual([])
  await site.context.close()
})
