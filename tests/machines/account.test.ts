import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import { readsBalances, withoutIndivisible } from '../../machines/rules/balances.ts'
import { defineNetwork, mainnet, solana } from '../../sdk/index.ts'
import { connected, ether, other, pass, settle, started } from '../support/instance.ts'

const [first, second] = fakeAccounts

describe('the account', () => {
  test('is absent, then the one of the wallet, then the one the wallet moves to, then absent', async () => {
    const { latchkey, wallet, connectorId } = await started()
    const account = latchkey.actor('account')
    expect(account.getSnapshot().value).toBe('absent')
    await latchkey.connect({ connectorId })
    await settle()
    expect(account.getSnapshot()).toMatchObject({ value: 'present', context: { connection: { address: first } } })
    wallet.emit('accountsChanged', [second])
    expect(account.getSnapshot().context.connection?.address).toBe(second)
    await latchkey.disconnect()
    expect(account.getSnapshot()).toMatchObject({ value: 'absent', context: { connection: undefined } })
  })

  test('has the tabs Tokens, NFTs and Activity, and begins on Tokens [2.3]', async () => {
    const { latchkey } = await connected()
    const account = latchkey.actor('account')
    expect(account.getSnapshot().context.tab).toBe('Tokens')
    for (const tab of ['NFTs', 'Activity', 'Tokens'] as const) {
      account.send({ type: 'account.selectTab', tab })
      expect(account.getSnapshot().context.tab).toBe(tab)
    }
  })

  test('addresses can be labelled, and an empty label removes one', async () => {
    const { latchkey } = await started()
    const account = latchkey.actor('account')
    account.send({ type: 'account.setLabel', address: first, label: 'Savings' })
    account.send({ type: 'account.setLabel', address: second, label: 'Spending' })
    account.send({ type: 'account.setLabel', address: second, label: '' })
    expect(account.getSnapshot().context.labels).toEqual({ [first]: 'Savings' })
  })
})

describe('balances', () => {
  test('are read when an account connects, and told with the account they belong to [3.1] [3.20]', async () => {
    const { latchkey } = await connected()
    expect(latchkey.actor('balance').getSnapshot()).toMatchObject({
      value: 'ready',
      context: { target: { networkId: 'eip155:1', address: first }, tokens: [ether('2.5')] },
    })
    expect(latchkey.actor('send').getSnapshot().context.tokens).toEqual([ether('2.5')])
  })

  test('of the account or network that was left are dropped, also when they come in late', async () => {
    const answers: ((value: ReturnType<typeof ether>[]) => void)[] = []
    const { latchkey, wallet } = await connected({
      chain: { fetchBalances: () => new Promise((resolve) => void answers.push(resolve)) },
    })
    wallet.emit('accountsChanged', [second])
    await settle()
    answers[0]?.([ether('1')])
    await settle()
    expect(latchkey.actor('balance').getSnapshot()).toMatchObject({ value: 'loading', context: { tokens: [] } })
    answers[1]?.([ether('2')])
    await settle()
    expect(latchkey.actor('balance').getSnapshot().context).toMatchObject({
      target: { address: second },
      tokens: [ether('2')],
    })
    wallet.emit('chainChanged', '0xa')
    expect(latchkey.actor('balance').getSnapshot().context).toMatchObject({
      target: { networkId: 'eip155:10' },
      tokens: [],
    })
  })

  test('after a failure nothing is asked for 30 s; then it may be asked again [8.1] [9.2]', async () => {
    let reads = 0
    const { latchkey, clock, errors } = await connected({
      chain: {
        fetchBalances: async () => {
          reads += 1
          throw new Error('no route')
        },
      },
    })
    const balance = latchkey.actor('balance')
    expect(balance.getSnapshot()).toMatchObject({ value: 'blocked' })
    expect(errors).toEqual(['The balances of eip155:1 could not be read: no route'])
    expect(balance.getSnapshot().can({ type: 'balance.refresh' })).toBe(false)
    clock.increment(29_999)
    latchkey.send({ type: 'balance.refresh' })
    expect(reads).toBe(1)
    clock.increment(1)
    expect(balance.getSnapshot().value).toBe('failed')
    latchkey.send({ type: 'balance.refresh' })
    await settle()
    expect(reads).toBe(2)
  })

  test('a failure opens the Token Balance Unavailable alert [8.1]', async () => {
    const { latchkey } = await connected({
      debug: true,
      chain: { fetchBalances: () => Promise.reject(new Error('no route')) },
    })
    expect(latchkey.actor('alerts').getSnapshot()).toMatchObject({
      value: 'open',
      context: { queue: [{ code: 'alert.balanceUnavailable' }] },
    })
  })

  test('a network that does not answer is given up after 20 s', async () => {
    const { latchkey, clock } = await connected({ chain: { fetchBalances: never } })
    await pass(clock, 20_000, 1)
    expect(latchkey.actor('balance').getSnapshot()).toMatchObject({
      value: 'blocked',
      context: { error: { message: 'The network did not answer in time' } },
    })
  })

  test('tokens whose decimals are exactly 0 are left out [5.7]', () => {
    const of = (decimals: string) => ({ ...ether('1'), quantity: { decimals, numeric: '1' } })
    expect(withoutIndivisible([of('0'), of('18'), of('00')])).toEqual([of('18'), of('00')])
  })

  test('are not read on testnets, on namespaces that cannot be read, or on networks that are not offered [9.37]', async () => {
    const test1 = defineNetwork({ ...chain(11155111), testnet: true })
    expect(readsBalances([mainnet, test1, solana], test1.caipNetworkId)).toBe(false)
    expect(readsBalances([mainnet, test1, solana], solana.caipNetworkId)).toBe(false)
    expect(readsBalances([mainnet, test1, solana], 'eip155:5')).toBe(false)
    expect(readsBalances([mainnet, test1, solana], mainnet.caipNetworkId)).toBe(true)
    let reads = 0
    const { latchkey } = await connected({
      wallet: fakeWallet({ eth_chainId: '0xaa36a7' }),
      networks: [test1, other],
      chain: { fetchBalances: async () => [ether(String((reads += 1)))] },
    })
    expect(latchkey.actor('balance').getSnapshot().value).toBe('unsupported')
    expect(reads).toBe(0)
  })

  test('are never polled: an hour of doing nothing asks for nothing', async () => {
    let reads = 0
    const { clock } = await connected({ chain: { fetchBalances: async () => [ether(String((reads += 1)))] } })
    await pass(clock, 3_600_000, 12)
    expect(reads).toBe(1)
  })
})

const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://chain.example'] } },
})
