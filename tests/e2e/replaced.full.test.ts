/** A transfer that the user speeds up or cancels in the wallet, on a real chain in Chromium. */
import { createWalletClient, http, parseGwei, type Hex } from 'viem'
import { expect, inject, test } from 'vitest'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import { openPlayground, seen } from './support.ts'
import { previewSend } from './visitor.ts'

const receiver: Hex = '0x00000000000000000000000000000000000b0b0b'

const others: readonly [string, { to: Hex; value: bigint }, string][] = [
  ['sped up', { to: receiver, value: 500_000_000_000_000_000n }, 'Confirmed'],
  ['canceled', { to: firstAccount.address, value: 0n }, 'Replaced by another transaction'],
]

test.each(others)(
  'a transfer that is %s in the wallet is followed to its replacement [4.34]',
  async (_, other, words) => {
    const [one] = inject('chains')
    if (!one) throw new Error('a chain is needed')
    const node = async (method: string, ...params: unknown[]): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const headers = { 'content-type': 'application/json' }
      return ((await (await fetch(one.rpcUrl, { method: 'POST', headers, body })).json()) as { result: unknown }).result
    }
    const site = await openPlayground()
    const { card, wallet } = site
    await site.connect()
    await site.answer(true)
    await seen(card.getByRole('list', { name: 'Tokens of this account' })).toContainText('ETH')
    await previewSend(card, /Ether/, '0.5', receiver)
    await card.getByRole('button', { name: 'Send', exact: true }).click()
    await seen(wallet.getByRole('heading', { name: 'Send a transaction' })).toBeVisible()
    let looks = 0
    site.page.on('response', (response) => {
      looks += response.request().postData()?.split('eth_getTransactionByHash').slice(1).length ?? 0
    })
    await node('evm_setAutomine', false)
    try {
      await site.answer(true)
      const shown = card.getByText(/^0x[0-9a-f]{64}$/)
      await seen(shown).toBeVisible()
      const first = await shown.textContent()
      const told = () => node('eth_getTransactionByHash', first) as Promise<{ nonce: Hex } | null>
      await expect.poll(told).not.toBeNull()
      const nonce = Number((await told())?.nonce)
      // The page has requested it too, for the receipt and for the nonce.
      await seen(card.getByText('Waiting for confirmation…')).toBeVisible()
      await expect.poll(() => looks, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
      const price = { maxFeePerGas: parseGwei('90'), maxPriorityFeePerGas: parseGwei('90') }
      const second = await createWalletClient({ account: firstAccount, transport: http(one.rpcUrl) }).sendTransaction({
        chain: null,
        nonce,
        gas: 21_000n,
        ...other,
        ...price,
      })
      await node('evm_mine')
      await seen(card.getByText(words, { exact: true }).first()).toBeVisible()
      await seen(card.getByText(second)).toBeVisible()
      expect(second).not.toBe(first)
    } finally {
      await node('evm_setAutomine', true)
      await node('evm_mine')
    }
    expect(site.faults).toEqual([])
    await site.context.close()
  },
)
