/* oxlint-disable vitest/no-conditional-expect -- a property holds for whichever answer was made up */
/** Whatever an API returns about money, the wallet gets what was displayed, and every promise settles. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeAccounts } from '../../mocks/index.ts'
import { sortBalances, validateBalances, areComplete, withBalances } from '../../machines/account/balance.rules.ts'
import { validateAmount } from '../../machines/send/send.rules.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { mainnet, type TokenBalance } from '../../sdk/index.ts'
import { bound, runs } from '../support/full.ts'
import { sentBy } from '../support/sentBy.ts'

const [from, receiver] = fakeAccounts
const { signal } = new AbortController()
const listed = [
  { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', decimals: 6 },
]
const native = `0x${'e'.repeat(40)}`

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('USDC', '1', '\u202e', '__proto__', '000 USDC'),
)
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(Number.NaN, Infinity, undefined, null, '0x'), text)
const told = fc.record(
  {
    name: fc.oneof({ weight: 9, arbitrary: text }, odd),
    symbol: fc.oneof({ weight: 9, arbitrary: text }, odd),
    chainId: fc.oneof({ weight: 5, arbitrary: fc.constant('eip155:1') }, odd),
    address: fc.oneof(
      fc
        .constantFrom(undefined, listed[0]?.address, listed[0]?.address.toLowerCase(), native, receiver, 'hello')
        .map((address) => address && `eip155:1:${address}`),
      odd,
    ),
    value: fc.oneof({ weight: 9, arbitrary: fc.nat() }, odd),
    quantity: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.record({
          decimals: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('6', '18') }, fc.nat(300).map(String), odd),
          numeric: fc.oneof(
            { weight: 9, arbitrary: fc.tuple(fc.nat(), fc.nat()).map(([whole, part]) => `${whole}.${part}`) },
            odd,
          ),
        }),
      },
      odd,
    ),
  },
  { requiredKeys: ['chainId', 'quantity'] },
)

test(
  "the app's token list determines decimals and names, and the wallet's request, whatever the balances contain",
  { timeout: bound(120_000) },
  async () => {
    const network = { ...mainnet, rpcUrls: { default: { http: [] } } }
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(told, { maxLength: 6 }), fc.nat({ max: 999_999 }), async (balances, part) => {
        const claims = balances as unknown as TokenBalance[]
        const believed = validateBalances(claims, { network, listed })
        const shown = sortBalances(withBalances([], believed), network)
        expect(shown.length).toBeLessThanOrEqual(claims.length)
        expect(areComplete(claims, { network, listed }) && shown[0]?.address !== undefined).toBe(false)
        for (const token of shown) {
          const isListed = token.address?.toLowerCase() === `eip155:1:${listed[0]?.address.toLowerCase() ?? ''}`
          if (token.address === undefined) expect(token).toMatchObject({ name: 'Ether', symbol: 'ETH' })
          if (isListed) expect(token).toMatchObject({ name: 'USD Coin', symbol: 'USDC' })
          expect(Array.from(token.symbol).length).toBeLessThanOrEqual(64)
          const decimals = token.address === undefined ? 18 : isListed ? 6 : Number(token.quantity.decimals)
          expect(Number(token.quantity.decimals)).toBe(decimals)
          const amount = `1.${String(part).padStart(6, '0')}`
          if (decimals < 6 || validateAmount(amount, token) || token.address?.endsWith(receiver)) continue
          const asked: Record<string, string>[] = []
          const wallet = {
            request: async ({ method, params }: { method: string; params?: unknown }) => {
              if (method === 'eth_chainId') return '0x1'
              if (method === 'eth_accounts') return [from]
              asked.push(...(params as Record<string, string>[]))
              return `0x${'ab'.repeat(32)}`
            },
          }
          await sentBy(eip155Adapter, wallet, { network, from, receiver, token, amount }, signal)
          sent += 1
          const units = BigInt(amount.replace('.', '')) * 10n ** BigInt(decimals - 6)
          const [{ data = '', ...transaction } = {}] = asked
          expect(transaction).not.toHaveProperty('gasPrice')
          expect(transaction['chainId']).toBe('0x1')
          if (token.address === undefined)
            expect([transaction['to'], BigInt(transaction['value'] ?? '')]).toEqual([receiver, units])
          else {
            expect(`eip155:1:${transaction['to'] ?? ''}`.toLowerCase()).toBe(token.address.toLowerCase())
            expect(data.slice(34, 74)).toBe(receiver.slice(2).toLowerCase())
            expect(BigInt(`0x${data.slice(74)}`)).toBe(units)
          }
        }
      }),
      runs(1_000),
    )
    expect(sent).toBeGreaterThan(20)
  },
)
