import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import { fakeAccounts, fakeApi, fakeWallet, never, type FakeAnswers } from '../../mocks/index.ts'
import { nativeId, canReadBalances } from '../../machines/account/balance.rules.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import {
  ApiError,
  bitcoin,
  bitcoinTestnet,
  defineNetwork,
  mainnet,
  solana,
  type Network,
  type TokenBalance,
} from '../../sdk/index.ts'
import { networkOrUnsupported, totalValue } from '../../sdk/skin.ts'
import { connected, ether, other, pass, settle, started } from '../support/instance.ts'
import { accountOf, balanceOf, sendOf } from '../support/features.ts'
import { holdingsOf, succeeded } from './page.ts'

const [first, second] = fakeAccounts

describe('the account', () => {
  test('exists only while a wallet is connected, and follows the wallet to another account', async () => {
    const { latchkey, wallet, connectorId } = await started()
    expect(latchkey.find('account')).toBeUndefined()
    await latchkey.connect({ connectorId })
    await settle()
    expect(accountOf(latchkey).getSnapshot()).toMatchObject({
      value: 'settled',
      context: { connection: { address: first } },
    })
    wallet.emit('accountsChanged', [second])
    expect(accountOf(latchkey).getSnapshot().context.connection.address).toBe(second)
    await latchkey.disconnect()
    expect(latchkey.find('account')).toBeUndefined()
  })

  test('has the tabs Tokens, NFTs and Activity, and starts on Tokens [2.3]', async () => {
    const { latchkey } = await connected()
    const account = accountOf(latchkey)
    expect(account.getSnapshot().context.tab).toBe('Tokens')
    for (const tab of ['NFTs', 'Activity', 'Tokens'] as const) {
      account.send({ type: 'account.selectTab', tab })
      expect(account.getSnapshot().context.tab).toBe(tab)
    }
  })

  test('stores a label per address, removes it when it is set to an empty text, and keeps labels after a disconnect', async () => {
    const { latchkey, wallet, connectorId } = await connected()
    latchkey.dispatch({ type: 'account.setLabel', address: first, label: 'Savings' })
    latchkey.dispatch({ type: 'account.setLabel', address: second, label: 'Spending' })
    latchkey.dispatch({ type: 'account.setLabel', address: second, label: '' })
    const labels = () => accountOf(latchkey).getSnapshot().context.labels
    expect(labels()).toEqual({ [first]: 'Savings' })
    wallet.emit('accountsChanged', [second])
    expect(labels()).toEqual({ [first]: 'Savings' })
    await latchkey.disconnect()
    await latchkey.connect({ connectorId })
    expect(labels()).toEqual({ [first]: 'Savings' })
  })
})

describe('the account view', () => {
  const profileOf = (latchkey: Awaited<ReturnType<typeof started>>['latchkey']) =>
    accountOf(latchkey).getSnapshot().context.profile

  test('uses the name and avatar that the identity API returns [7.4]', async () => {
    const api = fakeApi({ identity: { name: 'ann.eth', avatar: 'https://pictures.example/ann.png' } })
    const { latchkey } = await connected({ api })
    expect(profileOf(latchkey)).toEqual({ name: 'ann.eth', avatar: 'https://pictures.example/ann.png' })
    expect(api.calls.find(({ name }) => name === 'identity')).toMatchObject({
      input: { address: first, sender: first },
      options: { networkId: 'eip155:1' },
    })
    expect(api.calls.some(({ name }) => name === 'namesOfAddress')).toBe(false)
  })

  test('falls back to the first registered name, and keeps the avatar [7.15]', async () => {
    const { latchkey } = await connected({
      api: fakeApi({
        identity: { name: undefined, avatar: 'https://pictures.example/ann.png' },
        namesOfAddress: [{ name: 'ann.reown.id' }, { name: 'other.reown.id' }],
      }),
    })
    expect(profileOf(latchkey)).toEqual({ name: 'ann.reown.id', avatar: 'https://pictures.example/ann.png' })
  })

  test('shows no name and logs no error when the API does not answer, and settles within 15 s', async () => {
    const { latchkey, errors } = await connected({ api: fakeApi(), debug: true })
    expect(accountOf(latchkey).getSnapshot().value).toBe('settled')
    expect(profileOf(latchkey)).toEqual({})
    expect(errors.filter((text) => !text.includes('balances'))).toEqual([])
    const silent = await connected({ api: fakeApi({ identity: never }) })
    expect(accountOf(silent.latchkey).getSnapshot().value).toBe('identifying')
    await pass(silent.clock, 15_000, 1)
    expect(accountOf(silent.latchkey).getSnapshot().value).toBe('settled')
  })

  test('reports a failed name lookup in the server’s words, or else in a default text [8.15]', async () => {
    const refused = (reasons: { description: string }[]) => () => {
      throw new ApiError('api.refused', { call: 'namesOfAddress', status: 400, reasons })
    }
    const identity = { name: undefined, avatar: undefined }
    for (const [reasons, text] of [
      [[{ description: 'No such zone' }, { description: 'Nor that' }], 'No such zone'],
      [[], 'Error fetching names for address'],
    ] as const) {
      const { latchkey } = await connected({ api: fakeApi({ identity, namesOfAddress: refused([...reasons]) }) })
      expect(accountOf(latchkey).getSnapshot().context.profileError?.message).toBe(text)
    }
  })

  test('retries a failed identity lookup when the modal next opens, and uses registered names meanwhile', async () => {
    const api = fakeApi({ namesOfAddress: [{ name: 'ann.reown.id' }] })
    const { latchkey } = await connected({ api })
    expect(profileOf(latchkey)).toEqual({ name: 'ann.reown.id' })
    api.answers.identity = { name: 'ann.eth', avatar: undefined }
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(profileOf(latchkey)).toEqual({ name: 'ann.eth' })
    latchkey.close()
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(api.calls.filter(({ name }) => name === 'identity')).toHaveLength(2)
  })

  test('changes with the account, and drops a late answer for the previous account', async () => {
    const answers: ((name: string) => void)[] = []
    const api = fakeApi({
      identity: () => new Promise((resolve) => void answers.push((name) => resolve({ name, avatar: undefined }))),
    })
    const { latchkey, wallet } = await connected({ api })
    wallet.emit('accountsChanged', [second])
    await settle()
    answers[0]?.('first.eth')
    await settle()
    expect(profileOf(latchkey)).toEqual({})
    answers[1]?.('second.eth')
    await settle()
    expect(profileOf(latchkey)).toEqual({ name: 'second.eth' })
    wallet.emit('accountsChanged', [first])
    expect(profileOf(latchkey)).toEqual({})
  })

  test('resets to the Tokens tab when the modal closes or the user reconnects, and loads no history while disconnected', async () => {
    const { latchkey, connectorId } = await connected()
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    latchkey.close()
    expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await latchkey.disconnect()
    latchkey.close()
    await latchkey.connect({ connectorId })
    await settle()
    expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
    expect(latchkey.find('activity')).toBeUndefined()
  })
})

describe('the balance reader', () => {
  const gold = { ...ether('7'), name: 'Gold', symbol: 'GLD', address: `eip155:1:${second}`, value: 14, price: 2 }
  const served = (answers: FakeAnswers) => fakeApi({ identity: { name: 'a', avatar: undefined }, ...answers })

  test('uses the wallet’s own list of assets when the wallet provides one', async () => {
    const api = served({ balance: { balances: [] } })
    const { latchkey } = await connected({ api, chain: { fetchAssets: async () => [gold, ether('3')] } })
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('3'), gold], undefined])
    expect(api.calls.some(({ name }) => name === 'balance')).toBe(false)
  })

  test('reads tokens from the API and adds what it omits from the chain; a missing price is unknown, not 0 [7.6]', async () => {
    const api = served({ balance: { balances: [gold] } })
    const { latchkey } = await connected({ api })
    const { context } = balanceOf(latchkey).getSnapshot()
    expect(context.tokens).toEqual([ether('2.5'), gold])
    expect(totalValue(context.tokens)).toBe(14)
    expect(totalValue([ether('1')])).toBeUndefined()
    expect(api.calls.find(({ name }) => name === 'balance')).toMatchObject({
      input: { address: first, chainId: 'eip155:1' },
      options: { networkId: 'eip155:1', fresh: false },
    })
  })

  test('leaves out tokens whose decimals are exactly 0, tokens of other networks and duplicates [5.7]', async () => {
    const whole = { ...gold, quantity: { decimals: '0', numeric: '1' } }
    const { latchkey } = await connected({
      api: served({ balance: { balances: [whole, gold, ether('9', 'eip155:10'), ether('1'), gold, ether('1')] } }),
    })
    expect(balanceOf(latchkey).getSnapshot().context.tokens).toEqual([ether('1'), gold])
  })

  test.each([
    ['there is no API', { projectId: '' }],
    ['the API does not serve the network', {}],
  ])('reads from the chain, without an API call, when %s [7.2]', async (_, options) => {
    const { latchkey, api } = await connected(options)
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('2.5')], undefined])
    expect(api.calls.some(({ name }) => name === 'balance')).toBe(false)
  })

  test('reports a failed API call, and shows what the chain returns meanwhile [8.1] [9.2]', async () => {
    const { latchkey, clock, api, errors } = await connected({ api: served({}) })
    const balance = balanceOf(latchkey)
    expect(holdingsOf(latchkey)).toEqual(['blocked', [ether('2.5')], 'api.offline'])
    expect(sendOf(latchkey).getSnapshot().context.tokens).toEqual([ether('2.5')])
    expect(errors[0]).toMatch(/^The balances of eip155:1 could not be read: The server could not be reached/)
    await pass(clock, 29_999, 1)
    expect(balance.getSnapshot().can({ type: 'balance.refresh' })).toBe(false)
    await pass(clock, 1, 1)
    api.answers.balance = { balances: [gold] }
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    expect(balance.getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
  })

  test.each([{ type: 'modal.open' }, { type: 'view.push', view: 'Account' }] as const)(
    'retries a failed read on %j, but not within 30 s',
    async (look) => {
      const { latchkey, clock, api } = await connected({ api: served({}) })
      api.answers.balance = { balances: [gold] }
      latchkey.dispatch(look)
      await settle()
      expect(balanceOf(latchkey).getSnapshot().value).toBe('blocked')
      latchkey.dispatch({ type: 'modal.close' })
      await pass(clock, 30_000, 1)
      expect(balanceOf(latchkey).getSnapshot().value).toBe('failed')
      latchkey.dispatch({ type: 'modal.open' })
      latchkey.dispatch(look)
      await settle()
      expect(balanceOf(latchkey).getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
    },
  )

  test('reads the chain again after 30 s, even when the API asks for a longer pause', async () => {
    const busy = () => {
      throw new ApiError('api.busy', { call: 'balance', status: 429, retryAfterMs: 90_000 })
    }
    const { latchkey, clock } = await connected({ api: served({ balance: busy }) })
    await pass(clock, 30_000, 1)
    expect(balanceOf(latchkey).getSnapshot().value).toBe('failed')
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    expect(holdingsOf(latchkey)).toEqual(['blocked', [ether('2.5')], 'api.busy'])
  })

  test('waits at most 5 s for the wallet and 15 s for the API', async () => {
    const { latchkey, clock } = await connected({
      api: served({ balance: never }),
      chain: { fetchAssets: never },
    })
    const reading = () =>
      (balanceOf(latchkey).getSnapshot() as never as AnyMachineSnapshot).children['reading']?.getSnapshot().value
    expect(reading()).toBe('fromWallet')
    await pass(clock, 5_000, 1)
    expect(reading()).toBe('fromApi')
    await pass(clock, 15_000, 1)
    expect(holdingsOf(latchkey)).toEqual(['blocked', [ether('2.5')], 'balance.expired'])
  })

  test('reads again at the end of the 30 s pause when a transfer settled during it', async () => {
    let amount = '5'
    const { latchkey, clock } = await connected({
      api: served({}),
      chain: { fetchBalances: async () => [ether(amount)] },
    })
    const balance = balanceOf(latchkey)
    expect(balance.getSnapshot().value).toBe('blocked')
    amount = '4'
    balance.send(succeeded)
    await pass(clock, 30_000, 1)
    expect(balance.getSnapshot().context.tokens).toEqual([ether('4')])
  })

  test('requests Solana’s native token from the API by its own address [9.42]', () => {
    expect(nativeId(solana.caipNetworkId)).toBe(`${solana.caipNetworkId}:So11111111111111111111111111111111111111111`)
    expect(nativeId(bitcoin.caipNetworkId)).toBe(`${bitcoin.caipNetworkId}:0x`)
    expect(nativeId('eip155:1')).toBe(`eip155:1:0x${'e'.repeat(40)}`)
  })

  test('logs wallet capabilities that it cannot parse, and reads from the chain [8.42]', async () => {
    const { latchkey, errors } = await connected({
      wallet: fakeWallet({ wallet_getCapabilities: { '0x1': 'all' } }),
      chain: { fetchAssets: eip155Adapter.fetchAssets },
    })
    expect(errors).toEqual(['Error parsing wallet capabilities'])
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('2.5')], undefined])
  })

  test('reads outdated balances again when the user opens the modal, and never polls', async () => {
    let reads = 0
    const { latchkey, clock } = await connected({ chain: { fetchBalances: async () => [ether(String((reads += 1)))] } })
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(reads).toBe(1)
    latchkey.close()
    await pass(clock, 30_000, 1)
    expect(reads).toBe(1)
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    expect(reads).toBe(2)
    latchkey.close()
    await pass(clock, 3_600_000, 12)
    expect(reads).toBe(2)
  })

  test('makes the API refresh the tokens after a transfer', async () => {
    const api = served({ balance: { balances: [gold] } })
    const { latchkey } = await connected({ api })
    balanceOf(latchkey).send({ type: 'balance.expectChange', networkId: 'eip155:1', address: gold.address ?? '' })
    balanceOf(latchkey).send({ type: 'balance.expectChange', networkId: 'eip155:10', address: 'elsewhere' })
    balanceOf(latchkey).send(succeeded)
    await settle()
    expect(api.calls.findLast(({ name }) => name === 'balance')).toMatchObject({
      input: { forceUpdate: `eip155:1:0x${'e'.repeat(40)},${gold.address}` },
      options: { fresh: true },
    })
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    expect(api.calls.findLast(({ name }) => name === 'balance')?.options.fresh).toBe(false)
  })

  test('shows the last native balance while it reads a newer one, for 30 s after the last read [3.47] [9.29]', async () => {
    const { latchkey, storage, clock } = await connected()
    await settle()
    latchkey.stop()
    expect(JSON.parse(storage.entries.get('latchkey.default.nativeBalances') ?? '')).toMatchObject({
      value: { [`eip155:1:${first}`]: { balance: '2.5', symbol: 'ETH', timestamp: clock.now() } },
    })
    const slow = { storage, clock, chain: { fetchBalances: never } }
    const soon = await started(slow)
    expect(holdingsOf(soon.latchkey)).toEqual(['loading', [ether('2.5')], undefined])
    soon.latchkey.stop()
    clock.increment(30_000)
    const late = await started(slow)
    expect(holdingsOf(late.latchkey)).toEqual(['loading', [], undefined])
  })
})

describe('balances', () => {
  test('are read for the account that connects, with every field that the API returns [3.1] [3.20]', async () => {
    const whole: TokenBalance = {
      name: 'Gold',
      symbol: 'GLD',
      chainId: 'eip155:1',
      address: `eip155:1:${second}`,
      value: 14.5,
      price: 2,
      quantity: { decimals: '18', numeric: '7.25' },
      iconUrl: 'https://icons.example/gold.png',
    }
    const { latchkey } = await connected({ api: fakeApi({ balance: { balances: [ether('1'), whole] } }) })
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('1'), whole], undefined])
    expect(balanceOf(latchkey).getSnapshot().context.target).toEqual({ networkId: 'eip155:1', address: first })
    expect(sendOf(latchkey).getSnapshot().context.tokens).toEqual([ether('1'), whole])
  })

  test('are dropped when they belong to the previous account or network, even when they arrive late', async () => {
    const answers: ((value: ReturnType<typeof ether>[]) => void)[] = []
    const { latchkey, wallet } = await connected({
      chain: { fetchBalances: () => new Promise((resolve) => void answers.push(resolve)) },
    })
    wallet.emit('accountsChanged', [second])
    await settle()
    answers[0]?.([ether('1')])
    await settle()
    expect(holdingsOf(latchkey)).toEqual(['loading', [], undefined])
    answers[1]?.([ether('2')])
    await settle()
    expect(balanceOf(latchkey).getSnapshot().context).toMatchObject({
      target: { address: second },
      tokens: [ether('2')],
    })
    wallet.emit('chainChanged', '0xa')
    expect(balanceOf(latchkey).getSnapshot().context).toMatchObject({
      target: { networkId: 'eip155:10' },
      tokens: [],
    })
  })

  test('are read again 30 s after the last failure, and switching the account or network does not shorten that [8.1] [9.2]', async () => {
    const reads: string[] = []
    const { latchkey, clock, wallet } = await connected({
      chain: {
        fetchBalances: async ({ network: { caipNetworkId }, address }) => {
          reads.push(`${caipNetworkId}:${address}`)
          if (reads.length === 1) throw new Error('no route')
          return [ether('1', caipNetworkId)]
        },
      },
    })
    const balance = () => balanceOf(latchkey)
    await pass(clock, 10_000, 1)
    wallet.emit('chainChanged', '0xa')
    await settle()
    wallet.emit('accountsChanged', [second])
    await settle()
    wallet.emit('chainChanged', '0x1')
    await settle()
    expect(balance().getSnapshot()).toMatchObject({
      value: 'blocked',
      context: { target: { networkId: 'eip155:1', address: second }, error: { message: 'no route' } },
    })
    await pass(clock, 19_999, 1)
    expect(reads).toHaveLength(1)
    await pass(clock, 1, 1)
    expect(reads).toEqual([`eip155:1:${first}`, `eip155:1:${second}`])
    expect(balance().getSnapshot()).toMatchObject({
      value: 'ready',
      context: { tokens: [ether('1')], error: undefined },
    })
  })

  test.each([
    ['eip155:5', 'Unsupported chain', { wallet: fakeWallet({ eth_chainId: '0x5' }) }],
    ['eip155:1', 'no route', { chain: { fetchBalances: () => Promise.reject(new Error('no route')) } }],
  ])(
    'open the Token Balance Unavailable alert when those of %s fail: %s [8.1] [8.2]',
    async (networkId, reason, options) => {
      const { latchkey, errors } = await connected({ debug: true, ...options })
      expect(latchkey.actor('alerts').getSnapshot()).toMatchObject({
        value: 'open',
        context: { queue: [{ code: 'alert.balanceUnavailable', params: { networkId, reason } }] },
      })
      expect(errors).toEqual([`The balances of ${networkId} could not be read: ${reason}`])
    },
  )

  test('fail when the network does not answer within 20 s', async () => {
    const { latchkey, clock } = await connected({ chain: { fetchBalances: never } })
    await pass(clock, 20_000, 1)
    expect(balanceOf(latchkey).getSnapshot()).toMatchObject({
      value: 'blocked',
      context: { error: { message: 'The network did not respond in time' } },
    })
  })

  test('are not read on testnets, in namespaces that cannot be read, or on networks that are not configured', async () => {
    const test1 = defineNetwork({ ...chain(11155111), testnet: true })
    expect(canReadBalances(test1)).toBe(false)
    expect(canReadBalances(solana)).toBe(true)
    expect(canReadBalances(bitcoin)).toBe(false)
    const served = (network: Network) => defineNetwork(network, { rpcUrls: ['https://esplora.example'] })
    expect(canReadBalances(served(bitcoin))).toBe(true)
    expect(canReadBalances(served(bitcoinTestnet))).toBe(false)
    expect(canReadBalances(networkOrUnsupported([mainnet, test1, solana], 'eip155:5'))).toBe(false)
    expect(canReadBalances(mainnet)).toBe(true)
    let reads = 0
    const { latchkey } = await connected({
      wallet: fakeWallet({ eth_chainId: '0xaa36a7' }),
      networks: [test1, other],
      chain: { fetchBalances: async () => [ether(String((reads += 1)))] },
    })
    expect(balanceOf(latchkey).getSnapshot().value).toBe('unsupported')
    expect(reads).toBe(0)
  })
})

const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://chain.example'] } },
})
