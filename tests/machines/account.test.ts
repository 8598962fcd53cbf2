import { describe, expect, test } from 'vitest'
import type { AnyMachineSnapshot } from 'xstate'
import { fakeAccounts, fakeApi, fakeWallet, never, type FakeAnswers } from '../../mocks/index.ts'
import { nativeId, readsBalances } from '../../machines/rules/balances.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import {
  ApiError,
  bitcoin,
  bitcoinTestnet,
  defineNetwork,
  mainnet,
  networkOrUnsupported,
  solana,
  totalValue,
  type Network,
  type TokenBalance,
} from '../../sdk/index.ts'
import { connected, ether, other, pass, settle, started } from '../support/instance.ts'
import { accountOf, balanceOf, sendOf } from '../support/features.ts'
import { holdingsOf, succeeded } from './page.ts'

const [first, second] = fakeAccounts

describe('the account', () => {
  test('is absent, then the one of the wallet, then the one the wallet moves to, then absent', async () => {
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

  test('has the tabs Tokens, NFTs and Activity, and begins on Tokens [2.3]', async () => {
    const { latchkey } = await connected()
    const account = accountOf(latchkey)
    expect(account.getSnapshot().context.tab).toBe('Tokens')
    for (const tab of ['NFTs', 'Activity', 'Tokens'] as const) {
      account.send({ type: 'account.selectTab', tab })
      expect(account.getSnapshot().context.tab).toBe(tab)
    }
  })

  test('addresses can be labelled, an empty label removes one, and labels outlive the account', async () => {
    const { latchkey, wallet, connectorId } = await connected()
    latchkey.send({ type: 'account.setLabel', address: first, label: 'Savings' })
    latchkey.send({ type: 'account.setLabel', address: second, label: 'Spending' })
    latchkey.send({ type: 'account.setLabel', address: second, label: '' })
    const labels = () => accountOf(latchkey).getSnapshot().context.labels
    expect(labels()).toEqual({ [first]: 'Savings' })
    wallet.emit('accountsChanged', [second])
    expect(labels()).toEqual({ [first]: 'Savings' })
    await latchkey.disconnect()
    await latchkey.connect({ connectorId })
    expect(labels()).toEqual({ [first]: 'Savings' })
  })
})

describe('what an address is known as', () => {
  const profileOf = (latchkey: Awaited<ReturnType<typeof started>>['latchkey']) =>
    accountOf(latchkey).getSnapshot().context.profile

  test('is the name and the picture that it has made for itself [7.4]', async () => {
    const api = fakeApi({ identity: { name: 'ann.eth', avatar: 'https://pictures.example/ann.png' } })
    const { latchkey } = await connected({ api })
    expect(profileOf(latchkey)).toEqual({ name: 'ann.eth', avatar: 'https://pictures.example/ann.png' })
    expect(api.calls.find(({ name }) => name === 'identity')).toMatchObject({
      input: { address: first, sender: first },
      options: { networkId: 'eip155:1' },
    })
    expect(api.calls.some(({ name }) => name === 'namesOfAddress')).toBe(false)
  })

  test('or else the first name that is registered for it, with the picture all the same [7.15]', async () => {
    const { latchkey } = await connected({
      api: fakeApi({
        identity: { name: undefined, avatar: 'https://pictures.example/ann.png' },
        namesOfAddress: [{ name: 'ann.reown.id' }, { name: 'other.reown.id' }],
      }),
    })
    expect(profileOf(latchkey)).toEqual({ name: 'ann.reown.id', avatar: 'https://pictures.example/ann.png' })
  })

  test('or nothing, without an answer, and nobody is bothered with it', async () => {
    const { latchkey, errors } = await connected({ api: fakeApi(), debug: true })
    expect(accountOf(latchkey).getSnapshot().value).toBe('settled')
    expect(profileOf(latchkey)).toEqual({})
    expect(errors.filter((text) => !text.includes('balances'))).toEqual([])
    const silent = await connected({ api: fakeApi({ identity: never }) })
    expect(accountOf(silent.latchkey).getSnapshot().value).toBe('identifying')
    await pass(silent.clock, 15_000, 1)
    expect(accountOf(silent.latchkey).getSnapshot().value).toBe('settled')
  })

  test('names that cannot be had are told in the server’s words, or in ours [8.15]', async () => {
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

  test('what failed is asked for again at the next opening, and a name is looked for even so', async () => {
    const api = fakeApi({ namesOfAddress: [{ name: 'ann.reown.id' }] })
    const { latchkey } = await connected({ api })
    expect(profileOf(latchkey)).toEqual({ name: 'ann.reown.id' })
    api.answers.identity = { name: 'ann.eth', avatar: undefined }
    latchkey.send({ type: 'modal.open' })
    await settle()
    expect(profileOf(latchkey)).toEqual({ name: 'ann.eth' })
    latchkey.close()
    latchkey.send({ type: 'modal.open' })
    await settle()
    expect(api.calls.filter(({ name }) => name === 'identity')).toHaveLength(2)
  })

  test('goes with the account: a late answer for the one that was left is dropped', async () => {
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

  test('who closes the modal or connects again begins at the tokens, and no history is read for nobody', async () => {
    const { latchkey, connectorId } = await connected()
    latchkey.send({ type: 'modal.open' })
    latchkey.send({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    latchkey.close()
    expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
    latchkey.send({ type: 'modal.open' })
    latchkey.send({ type: 'account.selectTab', tab: 'Activity' })
    await latchkey.disconnect()
    latchkey.close()
    await latchkey.connect({ connectorId })
    await settle()
    expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
    expect(latchkey.find('activity')).toBeUndefined()
  })
})

describe('where balances come from', () => {
  const gold = { ...ether('7'), name: 'Gold', symbol: 'GLD', address: `eip155:1:${second}`, value: 14, price: 2 }
  const served = (answers: FakeAnswers) => fakeApi({ identity: { name: 'a', avatar: undefined }, ...answers })

  test('from the wallet itself where it offers to tell', async () => {
    const api = served({ balance: { balances: [] } })
    const { latchkey } = await connected({ api, chain: { fetchAssets: async () => [gold, ether('3')] } })
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('3'), gold], undefined])
    expect(api.calls.some(({ name }) => name === 'balance')).toBe(false)
  })

  test('else from the provider, and of the chain what it does not tell; nothing is ever taken for none [7.6]', async () => {
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

  test('tokens whose decimals are exactly 0, and those of other networks, are left out, and each is there once [5.7]', async () => {
    const whole = { ...gold, quantity: { decimals: '0', numeric: '1' } }
    const { latchkey } = await connected({
      api: served({ balance: { balances: [whole, gold, ether('9', 'eip155:10'), ether('1'), gold, ether('1')] } }),
    })
    expect(balanceOf(latchkey).getSnapshot().context.tokens).toEqual([ether('1'), gold])
  })

  test.each([
    ['there is no API', { projectId: '' }],
    ['it does not serve the network, and is then not asked', {}],
  ])('else from the chain where %s [7.2]', async (_, options) => {
    const { latchkey, api } = await connected(options)
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('2.5')], undefined])
    expect(api.calls.some(({ name }) => name === 'balance')).toBe(false)
  })

  test('an API that fails is told as such, and the chain shows what it can meanwhile [8.1] [9.2]', async () => {
    const { latchkey, clock, api, errors } = await connected({ api: served({}) })
    const balance = balanceOf(latchkey)
    expect(holdingsOf(latchkey)).toEqual(['blocked', [ether('2.5')], 'api.offline'])
    expect(sendOf(latchkey).getSnapshot().context.tokens).toEqual([ether('2.5')])
    expect(errors[0]).toMatch(/^The balances of eip155:1 could not be read: The server could not be reached/)
    await pass(clock, 29_999, 1)
    expect(balance.getSnapshot().can({ type: 'balance.refresh' })).toBe(false)
    await pass(clock, 1, 1)
    api.answers.balance = { balances: [gold] }
    latchkey.send({ type: 'balance.refresh' })
    await settle()
    expect(balance.getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
  })

  test.each([{ type: 'modal.open' }, { type: 'view.push', view: 'Account' }] as const)(
    'what could not be read is read again when the user looks, after %j, and not before 30 s have passed',
    async (look) => {
      const { latchkey, clock, api } = await connected({ api: served({}) })
      api.answers.balance = { balances: [gold] }
      latchkey.send(look)
      await settle()
      expect(balanceOf(latchkey).getSnapshot().value).toBe('blocked')
      latchkey.send({ type: 'modal.close' })
      await pass(clock, 30_000, 1)
      expect(balanceOf(latchkey).getSnapshot().value).toBe('failed')
      latchkey.send({ type: 'modal.open' })
      latchkey.send(look)
      await settle()
      expect(balanceOf(latchkey).getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
    },
  )

  test('a server that asks to be left alone for longer does not keep the chain from being read after 30 s', async () => {
    const busy = () => {
      throw new ApiError('api.busy', { call: 'balance', status: 429, retryAfterMs: 90_000 })
    }
    const { latchkey, clock } = await connected({ api: served({ balance: busy }) })
    await pass(clock, 30_000, 1)
    expect(balanceOf(latchkey).getSnapshot().value).toBe('failed')
    latchkey.send({ type: 'balance.refresh' })
    await settle()
    expect(holdingsOf(latchkey)).toEqual(['blocked', [ether('2.5')], 'api.busy'])
  })

  test('a wallet that is silent is not waited for longer than 5 s, an API not longer than 15 s', async () => {
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

  test('a transfer that settles while nothing may be asked is read as soon as something may', async () => {
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

  test('of Solana’s native token the API is asked by its own address [9.42]', () => {
    expect(nativeId(solana.caipNetworkId)).toBe(`${solana.caipNetworkId}:So11111111111111111111111111111111111111111`)
    expect(nativeId(bitcoin.caipNetworkId)).toBe(`${bitcoin.caipNetworkId}:0x`)
    expect(nativeId('eip155:1')).toBe(`eip155:1:0x${'e'.repeat(40)}`)
  })

  test('a wallet whose capabilities cannot be understood is told to the developers, and the chain is read [8.42]', async () => {
    const { latchkey, errors } = await connected({
      wallet: fakeWallet({ wallet_getCapabilities: { '0x1': 'all' } }),
      chain: { fetchAssets: eip155Adapter.fetchAssets },
    })
    expect(errors).toEqual(['Error parsing wallet capabilities'])
    expect(holdingsOf(latchkey)).toEqual(['ready', [ether('2.5')], undefined])
  })

  test('what was read a while ago is read again when the user looks, and never polled', async () => {
    let reads = 0
    const { latchkey, clock } = await connected({ chain: { fetchBalances: async () => [ether(String((reads += 1)))] } })
    latchkey.send({ type: 'modal.open' })
    await settle()
    expect(reads).toBe(1)
    latchkey.close()
    await pass(clock, 30_000, 1)
    expect(reads).toBe(1)
    latchkey.send({ type: 'modal.open' })
    await settle()
    expect(reads).toBe(2)
    latchkey.close()
    await pass(clock, 3_600_000, 12)
    expect(reads).toBe(2)
  })

  test('after a transfer the API has to look at the tokens anew', async () => {
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
    latchkey.send({ type: 'balance.refresh' })
    await settle()
    expect(api.calls.findLast(({ name }) => name === 'balance')?.options.fresh).toBe(false)
  })

  test('the last native balance is shown while a newer one is read, for 30 s after it was read [3.47] [9.29]', async () => {
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
  test('are read for the account that connects, with every field that they are told with [3.1] [3.20]', async () => {
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

  test('of the account or network that was left are dropped, also when they come in late', async () => {
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

  test('the 30 s count from the last failure, and neither another account nor another network lifts them [8.1] [9.2]', async () => {
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
  ])('those of %s open the Token Balance Unavailable alert: %s [8.1] [8.2]', async (networkId, reason, options) => {
    const { latchkey, errors } = await connected({ debug: true, ...options })
    expect(latchkey.actor('alerts').getSnapshot()).toMatchObject({
      value: 'open',
      context: { queue: [{ code: 'alert.balanceUnavailable', params: { networkId, reason } }] },
    })
    expect(errors).toEqual([`The balances of ${networkId} could not be read: ${reason}`])
  })

  test('a network that does not answer is given up after 20 s', async () => {
    const { latchkey, clock } = await connected({ chain: { fetchBalances: never } })
    await pass(clock, 20_000, 1)
    expect(balanceOf(latchkey).getSnapshot()).toMatchObject({
      value: 'blocked',
      context: { error: { message: 'The network did not answer in time' } },
    })
  })

  test('are not read on testnets, on namespaces that cannot be read, or on networks that are not offered', async () => {
    const test1 = defineNetwork({ ...chain(11155111), testnet: true })
    expect(readsBalances(test1)).toBe(false)
    expect(readsBalances(solana)).toBe(true)
    expect(readsBalances(bitcoin)).toBe(false)
    const served = (network: Network) => defineNetwork(network, { rpcUrls: ['https://esplora.example'] })
    expect(readsBalances(served(bitcoin))).toBe(true)
    expect(readsBalances(served(bitcoinTestnet))).toBe(false)
    expect(readsBalances(networkOrUnsupported([mainnet, test1, solana], 'eip155:5'))).toBe(false)
    expect(readsBalances(mainnet)).toBe(true)
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
