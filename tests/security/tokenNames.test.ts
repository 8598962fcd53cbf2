/** Token names are untrusted texts. */
import { expect, test } from 'vitest'
import { validateBalances } from '../../machines/account/balance.rules.ts'
import { toPlainText } from '../../machines/shared/texts.rules.ts'
import { mainnet } from '../../sdk/index.ts'
import { ether } from '../support/instance.ts'

const address = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const named = (name: string, symbol: string) =>
  validateBalances([{ ...ether('1'), address, name, symbol }], { network: mainnet, listed: [] })[0]

test('a token cannot hide or reverse the text next to its name', () => {
  expect(named('\u202Egnp.evil\u0000', '\u2066US\u200BDC\u2069')).toMatchObject({ name: 'gnp.evil', symbol: 'USDC' })
})

test("a token's name has a maximum length", () => {
  expect(named('n'.repeat(5_000), 's'.repeat(5_000))).toMatchObject({ name: 'n'.repeat(64), symbol: 's'.repeat(64) })
  expect(Array.from(toPlainText('😀'.repeat(100)))).toHaveLength(64)
})

test('a token without a name is shown with its address, never like another token', () => {
  expect(named(' \u200B', '')).toMatchObject({ name: '0xA0b8…eB48', symbol: '0xA0b8…eB48' })
})
