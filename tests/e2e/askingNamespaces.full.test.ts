/** Requests of the page to Solana and Bitcoin wallets, on real chains: explained in the card and in the wallet. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { Verifier } from 'bip322-js'
import type { Locator } from 'playwright/test'
import { expect, test } from 'vitest'
import { firstBitcoinAccount, secondBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { solanaTokenAccount, solanaToken, tokenProgram } from '../../mocks/sandbox/solana/token.ts'
import { sandbox } from './shop.ts'
import { asks, openPlayground, seen, told } from './support.ts'

const message = 'Is it you?\nIt costs nothing.'

/** The value next to a label, in the card or in a wallet's panel. */
const fact = (scope: Locator, name: string) => scope.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd')

/** The playground with the wallet of a namespace connected, and the buttons that send it requests. */
async function asking(namespace: 'Solana' | 'Bitcoin') {
  const site = await openPlayground(namespace.toLowerCase())
  const { page, card } = site
  const panel = site.panelOf(namespace)
  const holds = card.getByRole('list', { name: 'Tokens of this account' })
  const buttons = page.getByRole('group', { name: 'Requests of the page' })
  await card.getByRole('button', { name: `Sandbox ${namespace} Wallet` }).click()
  await panel.getByRole('button', { name: 'Approve', exact: true }).click()
  await seen(holds).toBeVisible()
  return {
    ...site,
    panel,
    holds,
    chains: await sandbox(),
    press: (name: string) => buttons.getByRole('button', { name, exact: true }).click(),
    answer: (yes: boolean) => panel.getByRole('button', { name: yes ? 'Approve' : 'Reject', exact: true }).click(),
    /** The page shows the outcome, and the card is back at the account. */
    async ended(said: string | RegExp) {
      await seen(buttons.getByRole('status')).toHaveText(said)
      await seen(holds).toBeVisible()
    },
  }
}

test('the card explains a Solana message, transfer, allowance and unreadable call, and what is approved takes effect on the chain [4.32] [4.33] [6.6]', async () => {
  const { page, card, panel, press, answer, ended, ...site } = await asking('Solana')
  const { rpcUrl } = site.chains.solana
  const node = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return ((await (await fetch(rpcUrl, { method: 'POST', body })).json()) as { result: { value: unknown } }).result
      .value
  }
  const [me, receiver] = [firstSolanaAccount.address, secondSolanaAccount.address]
  const lamports = async () => Number(await node('getBalance', receiver))
  /** The spender of the account's token, and its allowance. */
  const allowed = async () => {
    const account = (await node('getAccountInfo', solanaTokenAccount, { encoding: 'base64' })) as { data: [string] }
    const data = base64.decode(account.data[0])
    return [base58.encode(data.slice(76, 108)), new DataView(data.buffer).getBigUint64(121, true)]
  }

  const bytes = new TextEncoder().encode(message)
  await asks(page, 'solana', 'solana_signMessage', { message: base58.encode(bytes), pubkey: me })
  await seen(card.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await seen(fact(card, 'Message')).toHaveText(message)
  await seen(fact(panel, 'Message')).toHaveText(message)
  await answer(true)
  const { signature } = (await told(page)).value as { signature: string }
  expect(ed25519.verify(base58.decode(signature), bytes, firstSolanaAccount.publicKey)).toBe(true)

  const before = await lamports()
  const held = (await site.holds.textContent()) ?? ''
  for (const yes of [false, true]) {
    await press('Send 0.25 SOL')
    await seen(card.getByRole('heading', { name: 'Step 1 of 1: Transfer' })).toBeVisible()
    await seen(fact(card, 'Amount')).toHaveText('0.25 SOL')
    await seen(fact(card, 'To')).toHaveText(receiver)
    await seen(fact(card, 'Estimated network fee')).toHaveText('0.000005 SOL')
    await seen(panel.getByRole('heading', { name: 'Send a transaction' })).toBeVisible()
    await seen(fact(panel, 'Amount')).toHaveText('0.25 SOL')
    await seen(fact(panel, 'To')).toHaveText(receiver)
    await answer(yes)
    await ended(yes ? 'done' : /declined/)
    expect((await lamports()) - before).toBe(yes ? 250_000_000 : 0)
    await (yes ? seen(site.holds).not : seen(site.holds)).toHaveText(held)
  }

  await press('Allow 25 USDX')
  await seen(card.getByRole('heading', { name: 'Step 1 of 1: Approve token spending' })).toBeVisible()
  await seen(fact(card, 'Amount')).toHaveText('25 USDX')
  await seen(fact(card, 'Token')).toHaveText(solanaToken.address)
  await seen(fact(card, 'Spender')).toHaveText(receiver)
  await seen(fact(panel, 'Programs')).toHaveText(tokenProgram)
  await answer(true)
  await ended('done')
  expect(await allowed()).toEqual([receiver, 25_000_000n])

  await press('Approve an unlimited allowance')
  await seen(card.getByText(/Unlimited: all of this token/)).toBeVisible()
  await seen(fact(card, 'Token')).toHaveText([solanaToken.symbol, solanaToken.address])
  await answer(false)
  await ended(/declined/)
  expect(await allowed()).toEqual([receiver, 25_000_000n])

  await press('Call an unknown program')
  await seen(card.getByText(/could not read what this request does/)).toBeVisible()
  await seen(fact(card, 'Data')).toHaveText('0x07010203')
  await card.getByRole('button', { name: 'Cancel' }).click()
  await ended('cancelled')
  expect(site.faults).toEqual([])
  await site.context.close()
})

test('the card explains a Bitcoin message and a PSBT, and what is approved takes effect on the chain [4.32] [4.33]', async () => {
  const { page, card, panel, press, answer, ended, ...site } = await asking('Bitcoin')
  const { esploraUrl } = site.chains.bitcoin
  const [me, receiver] = [firstBitcoinAccount.payment.address, secondBitcoinAccount.payment.address]
  const received = async (): Promise<number> => {
    const answer = await fetch(`${esploraUrl}/address/${receiver}`)
    return ((await answer.json()) as { chain_stats: { funded_txo_sum: number } }).chain_stats.funded_txo_sum
  }

  await asks(page, 'bip122', 'signMessage', { account: me, message, protocol: 'bip322' })
  await seen(card.getByRole('heading', { name: 'Sign a message' })).toBeVisible()
  await seen(fact(card, 'Message')).toHaveText(message)
  await seen(fact(panel, 'Message')).toHaveText(message)
  await answer(true)
  const { signature } = (await told(page)).value as { signature: string }
  expect(Verifier.verifySignature(me, message, signature)).toBe(true)

  const before = await received()
  const held = (await site.holds.textContent()) ?? ''
  for (const yes of [false, true]) {
    await press('Pay 0.01 BTC')
    await seen(card.getByRole('heading', { name: 'Sign a transaction' })).toBeVisible()
    await seen(fact(card, 'Output')).toHaveText('0.01 BTC')
    await seen(card.getByRole('definition').filter({ hasText: receiver })).toBeVisible()
    await seen(panel.getByRole('heading', { name: 'Sign and send a transaction' })).toBeVisible()
    await seen(fact(panel, 'To')).toHaveText(receiver)
    // The card and the wallet compute it independently.
    await seen(fact(card, 'You send')).toHaveText((await fact(panel, 'You pay').textContent()) ?? '')
    await seen(fact(card, 'Estimated network fee')).toHaveText((await fact(panel, 'Fee').textContent()) ?? '')
    await answer(yes)
    await ended(yes ? 'done' : /declined/)
    expect((await received()) - before).toBe(yes ? 1_000_000 : 0)
    await (yes ? seen(site.holds).not : seen(site.holds)).toHaveText(held)
  }
  expect(site.faults).toEqual([])
  await site.context.close()
})
