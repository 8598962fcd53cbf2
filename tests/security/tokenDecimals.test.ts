/** Token metadata comes from the app and the chain, never from the source of balances. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet } from '../../mocks/index.ts'
import { tokenBalanceSchema } from '../../machines/shared/token.schemas.ts'
import { sortBalances, validateBalances, withBalances } from '../../machines/account/balance.rules.ts'
import { mainnet, solana, type TokenBalance } from '../../sdk/index.ts'
import { connected, ether, settle } from '../support/instance.ts'
import { balanceOf, sendOf } from '../support/features.ts'

const [, receiver] = fakeAccounts
const usdc = { address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const told = (balance: Partial<TokenBalance>): TokenBalance => ({ ...ether('5'), ...balance })
const asUsdc = (decimals: string, numeric: string): TokenBalance =>
  told({
    name: 'Something',
    symbol: 'ELSE',
    address: `eip155:1:${usdc.address.toLowerCase()}`,
    quantity: { decimals, numeric },
  })

/** A connected instance whose API returns these balances, and whose chain returns the actual ones. */
const over = (balances: readonly TokenBalance[]) =>
  connected({
    wallet: fakeWallet({ eth_sendTransaction: `0x${'ab'.repeat(32)}` }),
    tokens: { 'eip155:1': [usdc] },
    api: fakeApi({ identity: { name: 'a', avatar: undefined }, balance: { balances: [...balances] } }),
    chain: {
      fetchBalances: async () => [ether('5'), { ...asUsdc('6', '70'), name: usdc.name, symbol: usdc.symbol }],
    },
  })

const tokensOf = ({ latchkey }: Awaited<ReturnType<typeof over>>) => balanceOf(latchkey).getSnapshot().context.tokens

describe('the source of balances', () => {
  test.each(['19', '17', '6', '0', '255'])(
    'cannot change the value of one ether by returning %s decimals: the chain is read instead',
    async (decimals) => {
      const made = await over([told({ quantity: { decimals, numeric: '7' } })])
      expect(tokensOf(made)[0]).toEqual(ether('5'))
      const send = sendOf(made.latchkey)
      send.send({ type: 'send.setToken', token: tokensOf(made)[0] ?? ether('0') })
      send.send({ type: 'send.setAmount', amount: '1' })
      send.send({ type: 'send.setReceiver', receiver })
      await settle()
      send.send({ type: 'send.submit' })
      await settle()
      const asked = made.wallet.calls.find(({ method }) => method === 'eth_sendTransaction')
      expect(asked?.params).toMatchObject([{ value: '0xde0b6b3a7640000' }])
    },
  )

  test("cannot change the native token's name or symbol", async () => {
    const [native] = tokensOf(await over([told({ name: 'USD Coin', symbol: 'USDC' })]))
    expect(native).toMatchObject({ name: 'Ether', symbol: 'ETH' })
  })

  test('cannot change the decimals, name or symbol of a token that the app lists', async () => {
    const wrong = await over([ether('5'), asUsdc('9', '70')])
    expect(tokensOf(wrong)[1]).toMatchObject({ symbol: 'USDC', quantity: { decimals: '6', numeric: '70' } })
    const renamed = await over([ether('5'), asUsdc('6', '8')])
    expect(tokensOf(renamed)).toMatchObject([
      { symbol: 'ETH' },
      { name: 'USD Coin', symbol: 'USDC', quantity: { decimals: '6', numeric: '8' } },
    ])
  })

  test('cannot show more decimals than a token has', () => {
    const long = asUsdc('6', '1.1234569')
    expect(validateBalances([long], { network: mainnet, listed: [] })).toMatchObject([
      { quantity: { numeric: '1.123456' } },
    ])
  })

  test('cannot list the native token twice by giving it an address [9.42]', () => {
    const alias = { ...ether('3', solana.caipNetworkId), quantity: { decimals: '9', numeric: '3' } }
    const sol = { ...alias, address: `${solana.caipNetworkId}:So11111111111111111111111111111111111111111` }
    const eth = told({ address: `eip155:1:0x${'EeEe'.repeat(10)}` })
    for (const [network, balance] of [
      [solana, sol],
      [mainnet, eth],
    ] as const) {
      const believed = validateBalances([balance, balance], { network, listed: [] })
      const [only, ...more] = sortBalances(withBalances([], believed), network)
      expect(more).toEqual([])
      expect(only).toMatchObject({ symbol: network.nativeCurrency.symbol })
      expect(only).not.toHaveProperty('address')
    }
  })

  test.each([
    ['an invalid address', 'hello'],
    ['an address of another chain', `eip155:10:${usdc.address}`],
    ['an address without its chain', usdc.address],
    ['an address of another namespace', 'eip155:1:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['an address that is too long', `eip155:1:${usdc.address}00`],
  ])('cannot give a token %s', (_, address) => {
    const balance = { ...asUsdc('6', '1'), address }
    expect(tokenBalanceSchema.safeParse(balance).success).toBe(false)
    expect(validateBalances([balance], { network: mainnet, listed: [] })).toEqual([])
    expect(tokenBalanceSchema.safeParse(asUsdc('6', '1')).success).toBe(true)
  })

  test('cannot give a token a negative value [3.1]', () => {
    const worth = (value: number) => tokenBalanceSchema.safeParse({ ...asUsdc('6', '1'), value }).success
    expect([worth(-1), worth(0)]).toEqual([false, true])
  })
})

describe('the token of a draft', () => {
  const gold = told({ name: 'Gold', symbol: 'GLD', address: `eip155:1:${receiver}` })

  test.each([
    ['has other decimals', { ...gold, quantity: { decimals: '9', numeric: '5' } }],
    ['has another symbol', { ...gold, symbol: 'USDC' }],
  ])('is removed, and the preview closes, if the token suddenly %s', async (_, changed) => {
    const made = await over([ether('5'), gold])
    const { latchkey } = made
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'send.setToken', token: gold })
    latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
    latchkey.dispatch({ type: 'send.setReceiver', receiver: fakeAccounts[0] })
    await settle()
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
    expect(latchkey.actor('view').getSnapshot().context.stack.at(-1)).toBe('WalletSendPreview')
    made.api.answers.balance = { balances: [ether('5'), changed] }
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    expect(sendOf(latchkey).getSnapshot().context).toMatchObject({ token: undefined, amount: '' })
    expect(sendOf(latchkey).getSnapshot().hasTag('submittable')).toBe(false)
    expect(latchkey.actor('view').getSnapshot().context.stack).not.toContain('WalletSendPreview')
  })
})
