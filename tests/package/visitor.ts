/** A user of the app from getting-started.md: a browser with a wallet, and a separate chain. */
import { chromium, expect as seen, type Browser, type Page } from 'playwright/test'
import { createPublicClient, http, parseEther, type Hash } from 'viem'
import { sepolia } from 'viem/chains'
import { expect } from 'vitest'
import { startAnvil } from '../../mocks/sandbox/eip155/anvil.ts'
import { findShell, launchArgs } from '../support/chromium.ts'
import { giveWallet } from './newcomer.ts'

export interface Visited {
  page: Page
  /** Console messages. */
  said: readonly string[]
  /** Uncaught errors. */
  complaints: readonly string[]
}

/** A chain in place of Sepolia, or of another network, and visits to pages that use it. */
export async function startVisits(chainId: number = sepolia.id) {
  const anvil = await startAnvil(chainId)
  const browser: Browser = await chromium.launch({ executablePath: await findShell(), args: [...launchArgs] })
  const client = createPublicClient({ transport: http(anvil.rpcUrl) })
  return {
    client,
    async visit<Result>(url: string, look: (visited: Visited) => Promise<Result>): Promise<Result> {
      const context = await browser.newContext()
      try {
        await giveWallet(context, anvil.rpcUrl)
        const page = await context.newPage()
        const said: string[] = []
        const complaints: string[] = []
        page.on('pageerror', ({ message }) => void complaints.push(message))
        page.on('console', (entry) => void said.push(entry.text()))
        await page.goto(url)
        const result = await look({ page, said, complaints })
        expect(complaints).toEqual([])
        return result
      } finally {
        await context.close()
      }
    },
    /** Connects in the dialog. */
    async connect(page: Page): Promise<void> {
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Own Wallet' }).click()
    },
    /** Checks a sent transaction on the chain: a small amount to its own sender. */
    async judgeSent(hash: string): Promise<Hash> {
      const sent = await client.getTransaction({ hash: hash as Hash })
      expect(sent).toMatchObject({ value: parseEther('0.001'), to: sent.from })
      return sent.from
    },
    /** Connects, and sends with the button of the guide's `main.tsx`. Returns the sender. */
    async send(page: Page): Promise<Hash> {
      await this.connect(page)
      await page.getByRole('button', { name: 'Send myself 0.001 ETH' }).click()
      const told = page.getByText(/^Sent: 0x[0-9a-f]{64}$/)
      await seen(told).toBeVisible()
      return this.judgeSent((await told.innerText()).replace('Sent: ', ''))
    },
    async stop(): Promise<void> {
      await browser.close()
      await anvil.stop()
    },
  }
}
