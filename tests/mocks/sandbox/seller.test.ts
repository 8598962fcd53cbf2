/** The sandbox's seller over HTTP: it pays out what it promises, on a real chain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startSeller } from '../../../mocks/sandbox/seller.ts'
import { onChain } from '../../support/sandbox.ts'
import { useSandbox } from '../api/support.ts'

const { chains, one, token } = useSandbox()
let selling: Awaited<ReturnType<typeof startSeller>>
beforeAll(async () => {
  selling = await startSeller(chains())
})
afterAll(() => selling.stop())

const somebody = () => privateKeyToAccount(generatePrivateKey()).address
/** Node cannot always resolve `*.localhost`. */
const page = () => selling.seller.page.replace('pay.localhost', '127.0.0.1')

async function visit(address: string, symbol: string, choice: string, origin = selling.seller.origin) {
  const destinationWallets = JSON.stringify([{ address, blockchains: ['sandbox-one'], assets: [symbol] }])
  const query = new URLSearchParams({ destinationWallets, presetFiatAmount: '100' })
  const html = await (await fetch(`${page()}?${query}`)).text()
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value])
  const form = Object.fromEntries(fields) as Record<string, string>
  const body = new URLSearchParams({ ...form, choice })
  const response = await fetch(page(), { method: 'POST', headers: { origin }, body })
  return { promised: form['units'] ?? '', status: response.status, html: await response.text() }
}

test('the native coin and a token are paid out to the last promised unit, and listed as purchases', async () => {
  const buyer = somebody()
  const ether = await visit(buyer, 'ETH', 'pay')
  expect(ether.html).toContain('are on the chain')
  expect(await onChain(one()).ether(buyer)).toBe(parseUnits(ether.promised, 18))
  const gold = await visit(buyer, 'GLD', 'pay')
  expect(gold.html).toContain('are on the chain')
  expect(await onChain(one()).token(buyer, token('GLD').address)).toBe(parseUnits(gold.promised, 18))
  expect(selling.purchasesOf(buyer)).toMatchObject([
    { token: { symbol: 'GLD' }, status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS', networkId: one().networkId },
    { token: { symbol: 'ETH' }, status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS' },
  ])
})

test("a declined purchase pays nothing and is listed as failed; another site's form is refused", async () => {
  const buyer = somebody()
  expect((await visit(buyer, 'ETH', 'decline')).html).toContain('Nothing was paid')
  expect(selling.purchasesOf(buyer)).toMatchObject([{ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' }])
  expect((await visit(buyer, 'ETH', 'pay', 'https://evil.example')).status).toBe(403)
  expect(await onChain(one()).ether(buyer)).toBe(0n)
})

test('invalid parameters are refused', async () => {
  for (const query of ['', '?to=0x1&network=x&currency=ETH', '?destinationWallets=[]', '?destinationWallets={'])
    // oxlint-disable-next-line no-await-in-loop
    expect((await fetch(`${page()}${query}`)).status).toBe(400)
})
