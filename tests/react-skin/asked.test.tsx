/** How the card presents requests, swaps, purchases and payments. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { never } from '../../mocks/fakes/fakeWallet.ts'
import { namespaces } from '../visual/namespaces.ts'
import { onramp } from '../visual/onramp.ts'
import { pay } from '../visual/pay.ts'
import { swap } from '../visual/swap.ts'
import { connected, type Scene, type Stage } from '../visual/stage.tsx'

const stage: Stage = { locale: 'en', phone: false }

/** The values next to a label in the card, in their order. */
const factsNamed = (name: string) =>
  [...document.querySelectorAll('[data-part="card"] dt')]
    .filter((each) => each.textContent === name)
    .map((each) => each.nextElementSibling?.textContent ?? undefined)
async function told(scene: Scene | undefined, name: string): Promise<(string | undefined)[]> {
  await scene?.(stage)
  return factsNamed(name)
}

test.each([
  ['ApproveTransaction, on Bitcoin', 1],
  ['ApproveTransaction, on Bitcoin with coins of others', 2],
  // The account, and the account of the token that is moved.
  ['ApproveTransaction, on Solana', 2],
])('each sender is shown once: %s', async (scene, count) => {
  const senders = await told(namespaces[scene], 'From')
  expect(senders).toHaveLength(count)
  expect(new Set(senders).size).toBe(count)
})

test('raw data is shown with its lines, each of which is one element', async () => {
  const [accounts = ''] = await told(namespaces['ApproveTransaction, on Solana unread'], 'Accounts')
  const lines = [...document.querySelectorAll('[data-part="line"]')].map((each) => each.textContent?.trim())
  expect(accounts.split('\n')).toHaveLength(4)
  expect(lines).toEqual(expect.arrayContaining(accounts.split('\n')))
})

test('a request cannot be approved before its explanation is shown [2.9]', async () => {
  const node = vi.spyOn(globalThis, 'fetch').mockImplementation(never)
  onTestFinished(() => node.mockRestore())
  const latchkey = await connected(stage, { options: { review: 'before' } })
  const call = { to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', data: `0x095ea7b3${'0'.repeat(128)}` }
  void latchkey.request({ method: 'eth_sendTransaction', params: [call] })
  await expect.element(page.getByRole('button', { name: 'Continue in your wallet' })).toBeDisabled()
})

test('a swap preview shows the least that the swap brings, and submits the quote that it shows [9.27] [1.6]', async () => {
  const latchkey = await swap['SwapPreview']?.(stage)
  const [least] = factsNamed('Minimum received')
  expect(least).toBe('3,066.6777768 HUSD')
  const submitted: unknown[] = []
  const stop = latchkey?.inspect((seen) => {
    if (seen.type === '@xstate.event' && seen.event.type === 'swap.submit') submitted.push(seen.event)
  })
  onTestFinished(() => stop?.())
  await page.getByRole('button', { name: 'Swap', exact: true }).click()
  expect(submitted[0]).toMatchObject({ read: latchkey?.find('swap')?.getSnapshot().context.quote })
  expect(submitted[0]).toHaveProperty('read.toUnits')
})

test('a price lists the fee of the provider before the network fee [3.24]', async () => {
  expect(await told(onramp['OnRampProviders'], 'Provider fee · Network fee')).toEqual(['3.75 EUR · 0.42 EUR'])
})

test('a payment that only the exchange confirms is marked as not verified [2.12]', async () => {
  await pay['PayLoading, paid and not verified']?.(stage)
  await expect
    .element(page.getByText('The exchange reports the payment, but this app could not verify it.'))
    .toBeVisible()
})
