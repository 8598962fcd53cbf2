/**
 * Swaps without a UI on a real chain: the contracts of the exchange, API answers from its reserves, and a wallet with real keys.
 */
import {
  createClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
  testActions,
  toHex,
  walletActions,
  type Address,
} from 'viem'
import { http as answer, HttpResponse, passthrough, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createHandlers } from '../../mocks/api/index.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { firstAccount, secondAccount } from '../../mocks/sandbox/accounts.ts'
import { createSandboxWallet } from '../../mocks/sandbox/eip155/wallet.ts'
import { engine } from '../../sdk/instance/engine.ts'
import { createLatchkey, defineNetwork, type AnalyticsEvent, type Latchkey } from '../../sdk/index.ts'
import { cases } from '../support/full.ts'
import { hurriedClock, settle } from '../support/instance.ts'
import { hosts, NATIVE, useSandbox } from '../mocks/api/support.ts'
import { done, quoted, submit, swapOf, until } from './swapping.ts'

const { chains, one, two, token, exchange } = useSandbox()
const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const me = firstAccount.address
const node = () =>
  createClient({ transport: http(one().rpcUrl), pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions)
    .extend(testActions({ mode: 'anvil' }))
const held = (address: Address, owner = me) =>
  address === NATIVE
    ? node().getBalance({ address: owner })
    : node().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
const allowance = (address: Address) =>
  node().readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [me, exchange().router] })
const convert = (path: string) => `${hosts.blockchain}v1/convert/${path}`

/** A connected instance with the tokens of its chain. `more` takes precedence over the default handlers of the API. */
async function page({
  more = [],
  bundles = false,
  approve = async () => true,
  events = [],
  storage = memoryStorage(),
  wallet = createSandboxWallet({ chains: chains(), knows: chains().map(({ chainId }) => chainId), approve }),
}: {
  more?: RequestHandler[]
  bundles?: boolean
  approve?: (request: { kind: string }) => Promise<boolean>
  events?: AnalyticsEvent[]
  /** The storage of an earlier visit, or of another tab, whose wallet is still connected. */
  storage?: ReturnType<typeof memoryStorage>
  wallet?: ReturnType<typeof createSandboxWallet>
} = {}) {
  server.use(...more, ...createHandlers({ hosts, chains: chains() }))
  wallet.setFailure('unknownBundles', !bundles)
  const asked: { method: string; params?: unknown }[] = []
  const { request } = wallet.provider
  const provider = {
    ...wallet.provider,
    request: (call: { method: string; params?: unknown }) => {
      asked.push(call)
      return request(call)
    },
  }
  const latchkey = createLatchkey(
    {
      projectId: 'test',
      hosts,
      networks: chains().map(({ chainId, rpcUrl, name }) =>
        defineNetwork({
          id: chainId,
          name,
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: { default: { http: [rpcUrl] } },
        }),
      ),
      features: { swaps: true },
      analytics: (event) => void events.push(event),
      enableWalletConnect: false,
      connectors: [{ connector: { id: 'sandbox', name: 'Sandbox', type: 'ANNOUNCED', chain: 'eip155' }, provider }],
      ports: { storage, clock: hurriedClock },
    },
    engine,
  )
  latchkey.start()
  onTestFinished(() => latchkey.stop())
  await done(latchkey.ready())
  if (latchkey.getAccount().status === 'disconnected') await done(latchkey.connect({ connectorId: 'sandbox' }))
  const swap = await done(latchkey.load('swap'))
  await latchkey.load('balance')
  await until(latchkey, ({ value, context }) => value !== 'loading' && context.balances.length > 0)
  const requests = (method: string) => asked.filter((call) => call.method === method)
  return { latchkey, wallet, storage, swap, requests }
}

type Page = Awaited<ReturnType<typeof page>>
const spent = async (hash: string) => {
  const { gasUsed, effectiveGasPrice } = await node().getTransactionReceipt({ hash: hash as `0x${string}` })
  return gasUsed * effectiveGasPrice
}

/** The answer of the API to a request for the price of 1 ETH in USDX. */
const quoteOf = (toAmount: string, more: object = {}) =>
  HttpResponse.json({
    quotes: [
      {
        id: null,
        fromAmount: String(parseEther('1')),
        fromAccount: `${one().networkId}:${NATIVE}`,
        toAmount,
        toAccount: `${one().networkId}:${token('USDX').address}`,
        ...more,
      },
    ],
  })

describe.each(
  cases([
    ['the transaction', 'ETH', false, 'transaction'],
    ['the approval', 'GLD', false, 'transaction'],
    ['the bundle of both', 'GLD', true, 'calls'],
  ] as const),
)('a swap that waits for the wallet to sign %s', (_, from, bundles, kind) => {
  test.each([
    ['account', ({ wallet }: Page) => wallet.selectAccount(secondAccount.address)],
    ['network', ({ wallet }: Page) => wallet.selectChain(two().chainId)],
    ['instance', ({ latchkey }: Page) => latchkey.stop()],
  ] as const)(
    'settles when its %s changes or stops, makes no second request, and is not stored',
    async (what, change) => {
      let asked = () => {}
      const isAsked = new Promise<void>((resolve) => (asked = resolve))
      const questions: string[] = []
      const made = await page({
        bundles,
        approve: (question) => {
          if (question.kind === 'connect') return Promise.resolve(true)
          questions.push(question.kind)
          asked()
          return new Promise(() => {})
        },
      })
      await quoted(made, from, 'USDX', '1')
      const ref = made.swap
      const over = new Promise<string>((resolve) => {
        ref.on('swap.settled', ({ outcome }) => resolve(outcome.status))
        ref.subscribe({ complete: () => resolve('cancelled') })
      })
      made.latchkey.dispatch({ type: 'swap.submit' })
      await isAsked
      change(made)
      expect(await over).toBe('cancelled')
      await settle()
      expect(questions).toEqual([kind])
      if (what === 'instance') return
      expect(swapOf(made.latchkey)?.getSnapshot().value).not.toBe('executing')
      expect(made.latchkey.find('recent')?.getSnapshot().context.entries ?? []).toEqual([])
    },
  )
})

describe('a swap that waits for a block', () => {
  // Before the handlers are removed.
  afterEach(async () => {
    await node().mine({ blocks: 1 })
    await node().setAutomine(true)
  })
  /** An instance with a swap that waits for a block. */
  async function confirming() {
    const made = await page()
    await node().setAutomine(false)
    await quoted(made, 'ETH', 'USDX', '1')
    const over = new Promise<string>((resolve) => {
      made.swap.on('swap.settled', ({ outcome }) => resolve(outcome.status))
      made.swap.subscribe({ complete: () => resolve('cancelled') })
    })
    made.latchkey.dispatch({ type: 'swap.submit' })
    await expect.poll(() => made.latchkey.find('swapExecution')?.getSnapshot().value).toBe('confirming')
    return { ...made, over }
  }
  const entriesOf = async (latchkey: Latchkey) => {
    await latchkey.load('recent')
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    return () => latchkey.find('recent')?.getSnapshot().context.entries ?? []
  }

  test.each([
    ['account', ({ wallet }: Page) => wallet.selectAccount(secondAccount.address)],
    ['network', ({ wallet }: Page) => wallet.selectChain(two().chainId)],
  ] as const)(
    'is cancelled on a change to another %s, not sent again, and not in the activity there',
    async (_, change) => {
      const made = await confirming()
      change(made)
      expect(await made.over).toBe('cancelled')
      await settle()
      expect(swapOf(made.latchkey)?.getSnapshot().value).not.toBe('executing')
      const entries = await entriesOf(made.latchkey)
      await node().mine({ blocks: 1 })
      await settle()
      expect(entries()).toEqual([])
      expect(made.requests('eth_sendTransaction')).toHaveLength(1)
    },
  )

  test('is pending after a reload, then confirmed, and not sent again', async () => {
    const made = await confirming()
    await expect.poll(() => [...made.storage.entries.values()].join()).toContain('trade')
    made.latchkey.stop()
    expect(await made.over).toBe('cancelled')
    const next = await page({ storage: made.storage, wallet: made.wallet })
    expect(swapOf(next.latchkey)?.getSnapshot().value).not.toBe('executing')
    const entries = await entriesOf(next.latchkey)
    await expect.poll(entries).toMatchObject([{ kind: 'trade', status: 'pending' }])
    await node().mine({ blocks: 1 })
    await expect.poll(entries, { timeout: 40_000 }).toMatchObject([{ kind: 'trade', status: 'success' }])
    expect([made, next].flatMap(({ requests }) => requests('eth_sendTransaction'))).toHaveLength(1)
  })

  test('continues in its own tab, while another tab has its own draft', async () => {
    const made = await confirming()
    const other = await page({ storage: made.storage, wallet: made.wallet })
    expect(swapOf(other.latchkey)?.getSnapshot().value).not.toBe('executing')
    await node().mine({ blocks: 1 })
    expect(await made.over).toBe('done')
    expect(other.latchkey.find('swapExecution')).toBeUndefined()
    expect([made, other].flatMap(({ requests }) => requests('eth_sendTransaction'))).toHaveLength(1)
  })
})

describe('a swap on the chain', () => {
  test('of the coin for a token needs no approval, and returns exactly the quoted amount [7.7] [7.12]', async () => {
    const made = await page()
    const dollar = token('USDX').address
    const { quote } = await quoted(made, 'ETH', 'USDX', '2')
    const [coins, dollars] = [await held(NATIVE), await held(dollar)]
    const { hash, received } = await done(submit(made))
    expect(received).toBe(quote?.toUnits)
    expect((await held(dollar)) - dollars).toBe(received)
    expect(coins - (await held(NATIVE))).toBe(parseEther('2') + (await spent(hash)))
    expect(made.requests('eth_sendTransaction')).toHaveLength(1)
    expect(swapOf(made.latchkey)?.getSnapshot()).toMatchObject({ value: 'swapped', context: { result: { hash } } })
  })

  test('of a token for a token approves the exact amount first [7.10] [7.13]', async () => {
    const made = await page()
    const [gold, dollar] = [token('GLD').address, token('USDX').address]
    const amount = parseUnits('3.000000000000000001', 18)
    const { quote } = await quoted(made, 'GLD', 'USDX', '3.000000000000000001')
    const [golds, dollars] = [await held(gold), await held(dollar)]
    const { received } = await done(submit(made))
    const [approval, swap] = made.requests('eth_sendTransaction')
    expect(approval?.params).toMatchObject([
      {
        to: gold,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [exchange().router, amount] }),
        value: '0x0',
        chainId: toHex(one().chainId),
      },
    ])
    expect(swap?.params).toMatchObject([{ to: exchange().router, value: '0x0' }])
    expect(received).toBe(quote?.toUnits)
    expect((await held(dollar)) - dollars).toBe(received)
    expect(golds - (await held(gold))).toBe(amount)
    expect(await allowance(gold)).toBe(0n)
  })

  test('of a token that is already approved for the exact amount is not approved again [7.10]', async () => {
    const made = await page()
    await quoted(made, 'GLD', 'USDX', '1')
    await node().writeContract({
      account: firstAccount,
      chain: null,
      address: token('GLD').address,
      abi: erc20Abi,
      functionName: 'approve',
      args: [exchange().router, parseUnits('1', 18)],
    })
    await done(submit(made))
    expect(made.requests('eth_sendTransaction')).toMatchObject([{ params: [{ to: exchange().router }] }])
  })

  test('fails without a wallet request when the account cannot pay the network fee as well', async () => {
    const made = await page()
    const coins = await held(NATIVE)
    await quoted(made, 'ETH', 'USDX', '1')
    await node().setBalance({ address: me, value: parseEther('1') + 1n })
    try {
      expect(await submit(made)).toMatchObject({ status: 'failed', error: { code: 'send.gasUnaffordable' } })
      expect(made.requests('eth_sendTransaction')).toEqual([])
    } finally {
      await node().setBalance({ address: me, value: coins })
    }
  })

  test('of a token for the coin approves the exact amount, and separates the received coin from the fee', async () => {
    const made = await page()
    const dollar = token('USDX').address
    const { quote } = await quoted(made, 'USDX', 'ETH', '1000')
    const [coins, dollars] = [await held(NATIVE), await held(dollar)]
    const { hash, received } = await done(submit(made))
    expect(received).toBe(quote?.toUnits)
    const [approval] = made.requests('eth_sendTransaction')
    expect(approval?.params).toMatchObject([{ to: dollar }])
    const block = await node().getTransactionReceipt({ hash: hash as `0x${string}` })
    const before = await node().getBalance({ address: me, blockNumber: block.blockNumber - 1n })
    expect((await held(NATIVE)) - before).toBe((received ?? 0n) - (await spent(hash)))
    expect(coins).toBeGreaterThan(before)
    expect(dollars - (await held(dollar))).toBe(parseUnits('1000', 6))
  })

  test('sends approval and swap together when the wallet supports atomic bundles (EIP-5792)', async () => {
    const made = await page({ bundles: true })
    const [gold, dollar] = [token('GLD').address, token('USDX').address]
    const { quote } = await quoted(made, 'GLD', 'USDX', '2')
    const [golds, dollars] = [await held(gold), await held(dollar)]
    const { received } = await done(submit(made))
    expect(made.requests('eth_sendTransaction')).toHaveLength(0)
    expect(made.requests('wallet_sendCalls')).toMatchObject([
      { params: [{ atomicRequired: true, calls: [{ to: gold }, { to: exchange().router }] }] },
    ])
    expect(received).toBe(quote?.toUnits)
    expect((await held(dollar)) - dollars).toBe(received)
    expect(golds - (await held(gold))).toBe(parseUnits('2', 18))
    expect(await allowance(gold)).toBe(0n)
  })

  test('reports its analytics events: started, completed, and rejected in the swap or its approval [1.13]', async () => {
    const events: AnalyticsEvent[] = []
    let willing = true
    const made = await page({ events, approve: async ({ kind }) => kind === 'connect' || willing })
    await quoted(made, 'ETH', 'USDX', '0.1')
    await done(submit(made))
    willing = false
    await quoted(made, 'ETH', 'USDX', '0.2')
    await submit(made)
    await quoted(made, 'GLD', 'USDX', '0.3')
    await submit(made)
    const counted = events.filter(({ event }) => event.includes('SWAP'))
    expect(
      counted.map(({ event, properties }) => [event, properties['swapFromToken'], properties['swapFromAmount']]),
    ).toEqual([
      ['INITIATE_SWAP', 'ETH', '0.1'],
      ['SWAP_SUCCESS', 'ETH', '0.1'],
      ['INITIATE_SWAP', 'ETH', '0.2'],
      ['SWAP_ERROR', 'ETH', '0.2'],
      ['INITIATE_SWAP', 'GLD', '0.3'],
      ['SWAP_APPROVAL_ERROR', 'GLD', '0.3'],
    ])
    expect(counted[3]?.properties).toMatchObject({
      isSmartAccount: false,
      network: `eip155:${one().chainId}`,
      swapToToken: 'USDX',
      message: 'You declined the transaction in your wallet.',
    })
  })

  test.each([
    ['a cancellation', ({ latchkey }: Page) => latchkey.dispatch({ type: 'swap.cancel' })],
    [
      'a network switch',
      ({ latchkey }: Page) => latchkey.dispatch({ type: 'network.switch', networkId: `eip155:${two().chainId}` }),
    ],
  ])('is tracked and reported when it is confirmed after %s', async (_, leave) => {
    let confirm = (_yes: boolean) => {}
    let ask = () => {}
    const asked = new Promise<void>((resolve) => (ask = resolve))
    const made = await page({
      approve: async ({ kind }) => {
        if (kind === 'connect' || kind === 'switch') return true
        const answered = new Promise<boolean>((resolve) => (confirm = resolve))
        ask()
        return answered
      },
    })
    const dollar = token('USDX').address
    await quoted(made, 'ETH', 'USDX', '0.1')
    const dollars = await held(dollar)
    made.latchkey.dispatch({ type: 'swap.submit' })
    await asked
    leave(made)
    const said = new Set<string | undefined>()
    made.latchkey.actor('snackbar').subscribe(({ context }) => void said.add(context.message?.code))
    confirm(true)
    await expect.poll(() => [...said]).toContain('transaction.confirmed')
    expect([...said]).toContain('send.sentLate')
    expect(await held(dollar)).toBeGreaterThan(dollars)
  })

  test('fails without a wallet request when the price moved', async () => {
    // The price of the exchange has moved: it gives less than 2,600 dollars now.
    const made = await page({ more: [answer.get(convert('quotes'), () => quoteOf('2600000000'))] })
    await quoted(made, 'ETH', 'USDX', '1')
    expect(await submit(made)).toMatchObject({ status: 'failed', error: { code: 'swap.priceMoved' } })
    expect(made.requests('eth_sendTransaction')).toHaveLength(0)
    expect(swapOf(made.latchkey)?.getSnapshot().context.error?.message).toBe(
      'The price moved beyond your slippage tolerance. Nothing was sent.',
    )
  })

  test('reverts when the price moves while the wallet waits, and costs only the fee', async () => {
    const made = await page()
    const dollar = token('USDX').address
    await quoted(made, 'ETH', 'USDX', '1')
    const [coins, dollars] = [await held(NATIVE), await held(dollar)]
    await node().setAutomine(false)
    const ending = submit(made)
    await expect
      .poll(() => node().getTransactionCount({ address: me, blockTag: 'pending' }))
      .toBeGreaterThan(await node().getTransactionCount({ address: me }))
    const { router, weth } = exchange()
    await node().sendTransaction({
      account: secondAccount,
      chain: null,
      to: router,
      value: parseEther('80'),
      gasPrice: 10n ** 12n,
      data: encodeFunctionData({
        abi: parseAbi(['function swapExactETHForTokens(uint256, address[], address, uint256) payable']),
        args: [0n, [weth, dollar], secondAccount.address, maxUint256],
      }),
      gas: 500_000n,
    })
    await node().mine({ blocks: 1 })
    await node().setAutomine(true)
    expect(await ending).toMatchObject({ status: 'failed', error: { code: 'swap.reverted' } })
    expect(await held(dollar)).toBe(dollars)
    const lost = coins - (await held(NATIVE))
    expect(lost).toBeGreaterThan(0n)
    expect(lost).toBeLessThan(parseEther('0.01'))
  })
})

describe('a transaction from the API', () => {
  const tx = (more: object) => () =>
    HttpResponse.json({
      tx: {
        from: `${one().networkId}:${me}`,
        to: `${one().networkId}:${exchange().router}`,
        data: '0x',
        amount: '1',
        eip155: null,
        ...more,
      },
    })
  const transfer = () =>
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [secondAccount.address, parseUnits('5', 6)],
    })

  /** The error of a swap on one instance with another transaction from the API. */
  const refusing = async (path: string, more: RequestHandler[] = []) => {
    let built: object = {}
    const made = await page({ more: [...more, answer.all(convert(path), () => tx(built)())] })
    return async (from: string, to: string, build: object) => {
      built = build
      await quoted(made, from, to, '1')
      const outcome = await submit(made)
      expect(made.requests('eth_sendTransaction')).toHaveLength(0)
      return 'error' in outcome ? outcome.error?.code : outcome.status
    }
  }
  const on = (address: string) => `${one().networkId}:${address}`

  test('is rejected when it is for another account or chain, calls a token, keeps the amount, or fails', async () => {
    const codeOf = await refusing('build-transaction')
    for (const [build, code] of [
      [{ from: on(secondAccount.address) }, 'swap.buildFailed'],
      [{ to: `eip155:1:${exchange().router}` }, 'swap.buildFailed'],
      [{ to: on(token('USDX').address), data: transfer() }, 'swap.buildFailed'],
      [{ data: 'swap' }, 'swap.buildFailed'],
      [{ to: on(secondAccount.address) }, 'swap.priceMoved'],
      [{ data: '0x12345678' }, 'swap.wouldFail'],
    ] as const)
      expect([build, await codeOf('ETH', 'USDX', build)]).toEqual([build, code])
  })

  test('is rejected when no node can simulate it', async () => {
    const silent = answer.post(one().rpcUrl, async ({ request }) => {
      const asked = [(await request.clone().json()) as { id: number; method: string }].flat()
      if (!asked.some(({ method }) => method === 'eth_simulateV1')) return passthrough()
      const error = { code: -32_601, message: 'the method eth_simulateV1 does not exist' }
      const answers = asked.map(({ id }) => ({ jsonrpc: '2.0', id, error }))
      return HttpResponse.json(answers.length === 1 ? answers[0] : answers)
    })
    const made = await page({ more: [silent] })
    await quoted(made, 'ETH', 'USDX', '1')
    expect(await submit(made)).toMatchObject({ status: 'failed', error: { code: 'swap.unsimulated' } })
    expect(made.requests('eth_sendTransaction')).toEqual([])
  })

  test('is rejected when it calls the account, or approves a token for another spender', async () => {
    const allowed = answer.get(convert('allowance'), () => HttpResponse.json({ allowance: String(maxUint256) }))
    const codeOf = await refusing('build-transaction', [allowed])
    const args = [secondAccount.address, maxUint256] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    expect(await codeOf('USDX', 'ETH', { to: on(me) })).toBe('swap.buildFailed')
    const to = on(token('GLD').address)
    expect(await codeOf('USDX', 'ETH', { to, data })).toBe('swap.buildFailed')
    // A token ignores further bytes. Only the simulation shows what this does.
    expect(await codeOf('USDX', 'ETH', { to, data: `${data}00` })).toBe('swap.unexpected')
  })

  test('is rejected when it moves another token, or calls the token that is swapped', async () => {
    const allowed = answer.get(convert('allowance'), () => HttpResponse.json({ allowance: String(maxUint256) }))
    const codeOf = await refusing('build-transaction', [allowed])
    const moving = (symbol: string, more = '') => ({ to: on(token(symbol).address), data: `${transfer()}${more}` })
    expect(await codeOf('USDX', 'ETH', moving('GLD'))).toBe('swap.buildFailed')
    expect(await codeOf('USDX', 'ETH', moving('GLD', '00'))).toBe('swap.unexpected')
    expect(await codeOf('USDX', 'ETH', moving('USDX'))).toBe('swap.buildFailed')
  })

  test('is rejected as an approval of another token, for another spender, or that is a transfer', async () => {
    const codeOf = await refusing('build-approve')
    const args = [secondAccount.address, 1n] as const
    const gold = on(token('GLD').address)
    for (const build of [
      { to: on(token('USDX').address) },
      { to: gold, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) },
      { to: gold, data: transfer() },
    ])
      expect([build, await codeOf('GLD', 'USDX', build)]).toEqual([build, 'swap.approvalFailed'])
  })
})

describe('a change of account or network', () => {
  test.each([
    ['account', 'priced'],
    ['network', 'quoted'],
    ['account', 'asked for'],
  ])('starts a new draft: another %s, while a swap is %s', async (what, state) => {
    let answerWallet: (yes: boolean) => void = () => {}
    const made = await page({
      approve: ({ kind }) =>
        kind === 'transaction' ? new Promise((resolve) => (answerWallet = resolve)) : Promise.resolve(true),
    })
    const { latchkey, wallet } = made
    const dollars = await held(token('USDX').address)
    const before = swapOf(latchkey)
    if (state === 'priced') latchkey.dispatch({ type: 'swap.begin', fromToken: 'ETH', toToken: 'USDX', amount: '1' })
    else await quoted(made, 'ETH', 'USDX', '1')
    if (state === 'asked for') latchkey.dispatch({ type: 'swap.submit' })
    const questions = state === 'asked for' ? 1 : 0
    await expect.poll(() => made.requests('eth_sendTransaction').length).toBe(questions)
    if (what === 'account') wallet.selectAccount(secondAccount.address)
    else wallet.selectChain(two().chainId)
    await expect.poll(() => before?.getSnapshot().status).toBe('stopped')
    await done(latchkey.load('swap'))
    const shown = await until(latchkey, ({ value }) => value !== 'loading')
    expect(shown.context).toMatchObject(
      what === 'account'
        ? { connection: { address: secondAccount.address }, to: undefined, order: undefined, error: undefined }
        : { network: { caipNetworkId: two().networkId }, error: { code: 'network.noSwaps' } },
    )
    answerWallet(false)
    expect(await held(token('USDX').address)).toBe(dollars)
    expect(swapOf(latchkey)?.getSnapshot().context).toMatchObject({ order: undefined, result: undefined })
  })
})

const said = (latchkey: Latchkey) => {
  const { value, context } = latchkey.actor('snackbar').getSnapshot()
  return value === 'hidden' ? undefined : context.message?.code
}

test('a bundle that is pending when the account changes is abandoned, and reports no failure once it is sent', async () => {
  let answerWallet: (yes: boolean) => void = () => {}
  const made = await page({
    bundles: true,
    approve: ({ kind }) =>
      kind === 'calls' || kind === 'bundle'
        ? new Promise((resolve) => (answerWallet = resolve))
        : Promise.resolve(true),
  })
  const { latchkey, wallet } = made
  await quoted(made, 'GLD', 'USDX', '1')
  latchkey.dispatch({ type: 'swap.submit' })
  await expect.poll(() => made.requests('wallet_sendCalls').length).toBe(1)
  await expect.poll(() => said(latchkey)).toBe('swap.confirming')
  wallet.selectAccount(secondAccount.address)
  await expect.poll(() => said(latchkey)).toBeUndefined()
  const codes = new Set<string | undefined>()
  latchkey.actor('snackbar').subscribe(() => codes.add(said(latchkey)))
  const dollars = await held(token('USDX').address)
  answerWallet(true)
  await expect.poll(() => held(token('USDX').address)).toBeGreaterThan(dollars)
  await expect.poll(() => latchkey.actor('requests').getSnapshot().context.open).toEqual([])
  expect([...codes]).not.toContain('wallet.invalidResponse')
})

test('a swap that is cancelled before the wallet is asked has its own notice, and a different one afterwards', async () => {
  const made = await page({
    approve: ({ kind }) => (kind === 'transaction' ? new Promise(() => {}) : Promise.resolve(true)),
  })
  const { latchkey } = made
  await quoted(made, 'ETH', 'USDX', '1')
  latchkey.dispatch({ type: 'swap.submit' })
  latchkey.dispatch({ type: 'swap.cancel' })
  await expect.poll(() => said(latchkey)).toBe('swap.cancelled')
  expect(swapOf(latchkey)?.getSnapshot().context.error?.message).toBe(
    'The swap was canceled before the wallet request. Nothing was sent.',
  )
  expect(made.requests('eth_sendTransaction')).toEqual([])

  await quoted(made, 'ETH', 'USDX', '1')
  latchkey.dispatch({ type: 'swap.submit' })
  await expect.poll(() => made.requests('eth_sendTransaction').length).toBe(1)
  latchkey.dispatch({ type: 'swap.cancel' })
  await expect.poll(() => said(latchkey)).toBe('send.cancelled')
  expect(swapOf(latchkey)?.getSnapshot().context.error?.code).toBe('send.cancelled')
})

test('a swap that the wallet may have sent leaves the preview, and the form shows the reason without an amount', async () => {
  const wallet = createSandboxWallet({ chains: chains(), approve: async () => true })
  const { request } = wallet.provider
  wallet.provider.request = async (call) => (call.method === 'eth_sendTransaction' ? 'ok' : request(call))
  const made = await page({ wallet })
  await quoted(made, 'ETH', 'USDX', '1')
  made.latchkey.dispatch({ type: 'modal.open', view: 'Swap' })
  made.latchkey.dispatch({ type: 'view.push', view: 'SwapPreview' })
  expect(await submit(made)).toMatchObject({ status: 'expired', error: { code: 'send.unreadable' } })
  expect(made.latchkey.actor('view').getSnapshot().context.stack.at(-1)).toBe('Swap')
  expect(swapOf(made.latchkey)?.getSnapshot().context).toMatchObject({ amount: '', error: { code: 'send.unreadable' } })
})

describe('a swap of unusual quotes and tokens', () => {
  const refuse = (status: number, text = '') => new HttpResponse(text, { status })
  test.each([
    ['no route', () => HttpResponse.json({ quotes: [] }), 'swap.noRoute'],
    ['no liquidity', () => refuse(400, 'INSUFFICIENT_LIQUIDITY'), 'swap.noLiquidity'],
    ['a quote of zero', () => quoteOf('0'), 'swap.noLiquidity'],
    ['a quote for another amount', () => quoteOf('1', { fromAmount: '1' }), 'swap.quoteFailed'],
    ['a quote from another token', () => quoteOf('1', { fromAccount: 'a' }), 'swap.quoteFailed'],
    ['a quote to another token', () => quoteOf('1', { toAccount: 'b' }), 'swap.quoteFailed'],
  ])('fails for $0 with $2', async (_, respond, code) => {
    const made = await page({ more: [answer.get(convert('quotes'), () => respond())] })
    expect((await quoted(made, 'ETH', 'USDX', '1')).quoteError?.code).toBe(code)
    expect(await submit(made)).toMatchObject({ status: 'failed', error: { code: 'swap.staleQuote' } })
  })

  test('fails with its own error when the allowance cannot be read', async () => {
    const made = await page({ more: [answer.get(convert('allowance'), () => refuse(400))] })
    await quoted(made, 'GLD', 'USDX', '1')
    expect(await submit(made)).toMatchObject({ status: 'failed', error: { code: 'swap.allowanceFailed' } })
  })

  test('reads an unlisted token from the chain, and rejects an address that is not a token', async () => {
    const made = await page()
    const { weth } = exchange()
    made.latchkey.dispatch({ type: 'swap.findToken', address: weth })
    const found = await until(made.latchkey, ({ context }) =>
      context.tokens.some(({ isUnlisted }) => isUnlisted === true),
    )
    expect(found.context.tokens[0]).toMatchObject({
      address: `${one().networkId}:${weth}`,
      symbol: 'WETH',
      decimals: 18,
    })
    made.latchkey.dispatch({ type: 'swap.findToken', address: secondAccount.address })
    const none = await until(made.latchkey, ({ context }) => context.error !== undefined)
    expect(none.context.error?.code).toBe('swap.unknownToken')
  })

  test('can be from an unlisted token, whose whole balance is read from the chain', async () => {
    const dollar = token('USDX').address
    const listed = answer.get(convert('tokens'), () =>
      HttpResponse.json({
        tokens: ['ETH', 'GLD'].map((symbol) => ({
          name: symbol,
          symbol,
          address: `${one().networkId}:${symbol === 'ETH' ? NATIVE : token('GLD').address}`,
          decimals: 18,
          logoUri: '',
          eip2612: false,
        })),
      }),
    )
    const unknown = answer.get(`${hosts.blockchain}v1/account/:address/balance`, () =>
      HttpResponse.json({
        balances: [
          {
            name: 'Ether',
            symbol: 'ETH',
            chainId: one().networkId,
            quantity: { decimals: '18', numeric: '100' },
          },
        ],
      }),
    )
    const made = await page({ more: [listed, unknown] })
    made.latchkey.dispatch({ type: 'swap.findToken', address: dollar })
    const found = await until(made.latchkey, ({ context }) => context.tokens.some(({ isUnlisted }) => isUnlisted))
    expect(found.context.balances).toContainEqual(
      expect.objectContaining({
        symbol: 'USDX',
        quantity: { decimals: '6', numeric: formatUnits(await held(dollar), 6) },
      }),
    )
    made.latchkey.dispatch({ type: 'swap.begin', fromToken: dollar, toToken: 'ETH', amount: '1' })
    made.latchkey.dispatch({ type: 'swap.setMaximum' })
    await until(made.latchkey, ({ context }) => context.amount !== '1')
    await until(made.latchkey, (state) => state.hasTag('submittable'))
    made.latchkey.dispatch({ type: 'swap.acceptImpact' })
    await done(submit(made))
    expect(await held(dollar)).toBe(0n)
    // The next quote reads the balance again.
    made.latchkey.dispatch({ type: 'swap.begin', fromToken: dollar, toToken: 'ETH', amount: '1' })
    const after = await until(made.latchkey, ({ context }) => context.quote !== undefined)
    expect(after.context.unlistedBalances).toMatchObject([{ quantity: { numeric: '0' } }])
    expect(await submit(made)).toMatchObject({ status: 'failed', error: { code: 'amount.insufficient' } })
  })

  test('of the largest amount of the coin leaves the network fee', async () => {
    const made = await page()
    made.latchkey.dispatch({ type: 'swap.setMaximum' })
    const { context } = await until(made.latchkey, (state) => state.context.amount !== '1' && !state.hasTag('busy'))
    const amount = parseEther(context.amount)
    expect(amount).toBeLessThan(await held(NATIVE))
    expect(amount).toBeGreaterThan((await held(NATIVE)) - parseEther('0.01'))
  })
})
