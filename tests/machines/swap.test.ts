import { describe, expect, test } from 'vitest'
import type { CallsStatus } from '../../machines/calls/calls.types.ts'
import type { Quote, SwapToken } from '../../machines/swap/swap.types.ts'
import { ApiError } from '../../machines/shared/errors/apiError.ts'
import { swapExecutionMachine, swapMachine, swapQuoteMachine } from '../../machines/index.ts'
import { cancelled, declined, done, expired, failed } from '../../machines/shared/outcome.rules.ts'
import { swapPurpose } from '../../machines/swap/swapCalls.rules.ts'
import {
  tokenWarning,
  findBalance,
  cannotPaySwapFee,
  findSimilarTokens,
  needsAllowance,
  searchTokens,
  suggestedTokens,
  estimateSwapFee,
  swapStep,
} from '../../machines/swap/swapDraft.rules.ts'
import type { QuoteOrder } from '../../machines/swap/swapQuote.contract.ts'
import { never } from '../../mocks/index.ts'
import { LatchkeyError, mainnet, solana } from '../../sdk/index.ts'
import { ether, pass, settle } from '../support/instance.ts'
import { run } from '../support/run.ts'
import { OTHER } from './pairing/fixtures.ts'
import { coin, connection, dollar, error, network } from './walks/samples.ts'

const one = 10n ** 18n
const quoteOf = (toUnits: bigint, fromUnits = one): Quote => ({ from: coin, to: dollar, fromUnits, toUnits })
const good = quoteOf(2_490_000_000n)
const hash = `0x${'ab'.repeat(32)}`
const next = `0x${'cd'.repeat(32)}`
const sped = `0x${'ef'.repeat(32)}`

describe('a quote', () => {
  const input = { connection, network: mainnet, from: coin, to: dollar, fromUnits: one, isWatched: true }
  type Input = typeof input
  function quoting(more: Partial<Input> = {}, answer: (call: number) => Promise<Quote> = async () => good) {
    const asked: QuoteOrder[] = []
    const shown: ((event: { type: 'page.shown' | 'page.hidden' }) => void)[] = []
    const made = run(swapQuoteMachine, {
      input: { ...input, ...more },
      works: {
        fetchQuote: async ({ input: order }) => {
          asked.push(order)
          return { quote: await answer(asked.length), gasPrice: 1n }
        },
        watchPage: ({ sendBack }) => void shown.push(sendBack),
      },
    })
    return { ...made, asked, tell: (type: 'page.shown' | 'page.hidden') => shown[0]?.({ type }) }
  }
  const valid = ({ actor }: ReturnType<typeof quoting>) => actor.getSnapshot().hasTag('valid')

  test('is requested 200 ms after the last change [7.7]', async () => {
    const { clock, asked } = quoting()
    await pass(clock, 199, 1)
    expect(asked).toHaveLength(0)
    await pass(clock, 1, 1)
    expect(asked).toMatchObject([{ fromUnits: one }])
  })

  test('is renewed every 10 s while it is watched, and stays valid until then', async () => {
    const made = quoting()
    await pass(made.clock, 200, 1)
    for (const count of [1, 2, 3]) {
      expect(made.asked).toHaveLength(count)
      expect(valid(made)).toBe(true)
      await pass(made.clock, 9_999, 1)
      expect(made.asked).toHaveLength(count)
      await pass(made.clock, 1, 1)
    }
  })

  test.each([
    ['it is not watched', { isWatched: false }, undefined],
    ['the page is hidden', {}, 'page.hidden'],
  ] as const)('is not renewed when %s, and expires after 20 s', async (_, more, hidden) => {
    const made = quoting(more)
    if (hidden) made.tell(hidden)
    await pass(made.clock, 200, 1)
    await pass(made.clock, 19_999, 4)
    expect([made.asked.length, valid(made)]).toEqual([1, true])
    await pass(made.clock, 1, 1)
    expect([made.asked.length, valid(made), made.actor.getSnapshot().value]).toEqual([1, false, 'stale'])
    await pass(made.clock, 600_000, 2)
    expect(made.asked).toHaveLength(1)
    made.tell('page.shown')
    made.actor.send({ type: 'swapQuote.setWatched', isWatched: true })
    await settle(2)
    expect([made.asked.length, valid(made)]).toEqual([2, true])
  })

  test('expires after 20 s when its renewal is not answered', async () => {
    const made = quoting({}, (call) => (call === 1 ? Promise.resolve(good) : never()))
    await pass(made.clock, 200, 1)
    await pass(made.clock, 19_999, 4)
    expect(valid(made)).toBe(true)
    await pass(made.clock, 1, 1)
    expect(valid(made)).toBe(false)
  })

  test('is requested again on command, once', async () => {
    const made = quoting({ isWatched: false })
    await pass(made.clock, 200, 1)
    made.actor.send({ type: 'swapQuote.refresh' })
    made.actor.send({ type: 'swapQuote.refresh' })
    await settle(2)
    expect(made.asked).toHaveLength(2)
  })

  test.each([
    ['no route', new LatchkeyError('swap.noRoute'), 'swap.noRoute'],
    [
      'a refusal',
      new ApiError('api.refused', { call: 'swapQuotes', status: 400, serverText: 'revert' }),
      'swap.noRoute',
    ],
    [
      'too little liquidity',
      new ApiError('api.refused', { call: 'swapQuotes', status: 400, serverText: 'INSUFFICIENT_LIQUIDITY' }),
      'swap.noLiquidity',
    ],
    ['no connection', new ApiError('api.offline', { call: 'swapQuotes' }), 'api.offline'],
    ['anything else', new Error('broken'), 'swap.quoteFailed'],
    ['no answer in 35 s', undefined, 'swap.quoteFailed'],
  ])('fails with a specific error: %s', async (_, thrown, code) => {
    const { actor, clock } = quoting({}, () => (thrown ? Promise.reject(thrown) : never()))
    await pass(clock, 200, 1)
    await pass(clock, 35_000, 1)
    expect([actor.getSnapshot().value, actor.getSnapshot().context.error?.code]).toEqual(['failed', code])
  })
})

describe('the execution of a swap', () => {
  const order = { connection, network: mainnet, quote: good, quotedAt: 0, slippage: 100n, minimum: 2_465_100_000n }
  const swap = { to: OTHER, data: '0x', value: 0n }
  const bundle: CallsStatus = { id: 'one', status: 'success', statusCode: 200, receipts: [] }
  const receipt = {
    status: 'success',
    transactionHash: next,
    blockHash: hash,
    blockNumber: 1n,
    gasUsed: 1n,
    logs: [],
  } as const
  const works = {
    readPermit: async () => ({ isApproved: true, isAtomic: false }),
    build: async ({ input: { permit } }: { input: { permit: { isApproved: boolean } } }) => ({
      approval: permit.isApproved ? undefined : swap,
      swap,
    }),
    simulate: async () => 2_490_000_000n,
    awaitBundle: async () => ({ ...bundle, receipts: [{ ...receipt, transactionHash: hash }, receipt] }),
    readReceived: async () => 2_489_999_999n,
  }
  const unapproved = { readPermit: async () => ({ isApproved: false, isAtomic: false }) }
  const atomic = { readPermit: async () => ({ isApproved: false, isAtomic: true }) }
  async function executing(more: Parameters<typeof run<typeof swapExecutionMachine>>[1]['works'] = {}) {
    const made = run(swapExecutionMachine, { input: order, works: { ...works, ...more } })
    await settle(2)
    const { actor } = made
    return {
      ...made,
      value: () => actor.getSnapshot().value,
      output: () => actor.getSnapshot().output,
      answered: async (outcome: Parameters<typeof done>[0], requestId = '1') => {
        actor.send({ type: 'requests.settled', requestId, outcome: done(outcome) })
        await settle(2)
      },
      settled: async (status: 'success' | 'reverted' | 'replaced', of = hash, finalHash = of) => {
        actor.send({ type: 'swapExecution.settle', hash: of, finalHash, status })
        await settle(2)
      },
    }
  }

  test('swaps at once when the allowance suffices, and reports the received amount [7.10] [7.12]', async () => {
    const { value, answered, settled, output } = await executing()
    expect(value()).toEqual('swapping')
    await answered(hash)
    expect(value()).toEqual('confirming')
    await settled('success', next)
    expect(value()).toEqual('confirming')
    // The user may have sped it up in the wallet.
    await settled('success', hash, sped)
    expect(output()).toEqual(done({ hash: sped, received: 2_489_999_999n }))
  })

  test('approves the token first when the allowance is too low, then builds, simulates and swaps again [7.13]', async () => {
    let built = 0
    const { value, answered, settled, output } = await executing({
      ...unapproved,
      build: async (asked) => {
        built += 1
        return works.build(asked)
      },
    })
    expect(value()).toEqual('approving')
    await answered(hash)
    await settled('success')
    expect([built, value()]).toEqual([2, 'swapping'])
    await answered(next, '2')
    await settled('success', next)
    expect(output()).toEqual(done({ hash: next, received: 2_489_999_999n }))
  })

  test('sends the approval and the swap as one bundle when the wallet supports that', async () => {
    const { value, answered, output } = await executing(atomic)
    expect(value()).toEqual('bundling')
    await answered({ id: 'one' })
    expect(output()).toEqual(done({ hash: next, received: 2_489_999_999n }))
  })

  const refuseBy = (reason: Error) => () => Promise.reject(reason)
  const refuse = refuseBy(new Error('no'))
  const apiError = (code: 'api.refused' | 'api.offline') => new ApiError(code, { call: 'swap', status: 400 })
  test.each([
    ['the allowance', { readPermit: refuse }, 'swap.allowanceFailed'],
    ['the build', { build: refuse }, 'swap.buildFailed'],
    ['the simulation', { simulate: refuse }, 'swap.wouldFail'],
    ['the allowance, by timeout', { readPermit: never }, 'swap.allowanceFailed'],
    ['the build, by timeout', { build: never }, 'swap.buildFailed'],
    ['the simulation, by timeout', { simulate: never }, 'swap.wouldFail'],
    [
      'a simulation with a specific error',
      { simulate: refuseBy(new LatchkeyError('swap.priceMoved')) },
      'swap.priceMoved',
    ],
    ['a refusal by the API', { build: refuseBy(apiError('api.refused')) }, 'swap.buildFailed'],
    ['no connection', { readPermit: refuseBy(apiError('api.offline')) }, 'api.offline'],
  ])('fails before the wallet request, with a specific error: %s', async (_, more, code) => {
    const { actor, clock, output } = await executing(more)
    await pass(clock, 35_000, 1)
    expect(output()).toMatchObject({ status: 'failed', error: { code } })
    expect(actor.getSnapshot().context.requestCount).toBe(0)
  })

  test.each([
    ['the allowance', { readPermit: never }, 'allowance'],
    ['the build', { build: never }, 'building'],
    ['the simulation', { simulate: never }, 'simulating'],
    ['the approval', unapproved, 'approving'],
    ['the swap', {}, 'swapping'],
    ['the bundle', atomic, 'bundling'],
  ])('can be cancelled during %s', async (_, more, state) => {
    const { actor, value, output } = await executing(more)
    expect(value()).toEqual(state)
    actor.send({ type: 'swapExecution.cancel' })
    expect(output()).toEqual(cancelled)
  })

  test.each([
    [2_465_100_000n, 'done'],
    [2_465_099_999n, 'failed'],
    [0n, 'failed'],
    [undefined, 'done'],
  ])('ends, for %s received of at least 2,465,100,000, as %s', async (received, status) => {
    const { answered, settled, output } = await executing({ readReceived: async () => received })
    await answered(hash)
    await settled('success')
    expect(output()).toMatchObject(
      status === 'done' ? { status, value: { hash, received } } : { status, error: { code: 'swap.broughtLess' } },
    )
  })

  test('does not start with a quote that is older than 20 s by the clock, whatever its timers say', async () => {
    const at = (quotedAt: number) => run(swapExecutionMachine, { input: { ...order, quotedAt }, works })
    const stale = at(-20_001).actor.getSnapshot()
    expect(stale.output).toMatchObject({ status: 'failed', error: { code: 'swap.staleQuote' } })
    expect(stale.context).toMatchObject({ isNotRequested: true, requestCount: 0 })
    expect(at(-20_000).actor.getSnapshot().value).toBe('allowance')
  })

  test.each([
    ['the approval', unapproved],
    ['the swap', {}],
    ['the bundle', atomic],
  ])('ends when the wallet declines, answers with invalid data, or does not answer: %s', async (_, more) => {
    const no = await executing(more)
    no.actor.send({ type: 'requests.settled', requestId: '0', outcome: declined(error) })
    expect(no.output()).toBeUndefined()
    no.actor.send({ type: 'requests.settled', requestId: '1', outcome: declined(error) })
    expect(no.output()).toEqual(declined(error))
    const nonsense = await executing(more)
    await nonsense.answered(5)
    expect(nonsense.output()).toMatchObject({ status: 'expired', error: { code: 'send.unreadable' } })
    const silent = await executing(more)
    await pass(silent.clock, 620_000, 1)
    expect(silent.output()).toMatchObject({ status: 'expired', error: { code: 'send.expired' } })
  })

  test.each([
    ['a reverted approval', unapproved, 'reverted', 'swap.approvalReverted'],
    ['a replaced approval', unapproved, 'replaced', 'transaction.replaced'],
    ['a reverted swap', {}, 'reverted', 'swap.reverted'],
    ['a replaced swap', {}, 'replaced', 'transaction.replaced'],
  ] as const)('fails when the network does not execute its transaction: %s', async (_, more, status, code) => {
    const { answered, settled, output } = await executing(more)
    await answered(hash)
    await settled(status, next)
    expect(output()).toBeUndefined()
    await settled(status, hash, next)
    expect(output()).toMatchObject({ status: 'failed', error: { code } })
  })

  test.each([
    ['approval', unapproved],
    ['swap', {}],
  ])(
    'stays unconfirmed when an unknown transaction replaces its %s, because it may have done the same',
    async (_, more) => {
      const { answered, settled, output } = await executing(more)
      await answered(hash)
      await settled('replaced')
      expect(output()).toMatchObject({ status: 'expired', error: { code: 'transaction.timedOut' } })
    },
  )

  test.each(['reverted', 'failed', 'partlyReverted'] as const)('fails when its bundle is %s', async (status) => {
    const { answered, output } = await executing({ ...atomic, awaitBundle: async () => ({ ...bundle, status }) })
    await answered({ id: 'one' })
    expect(output()).toMatchObject({ status: 'failed', error: { code: 'swap.reverted' } })
  })

  test('expires when the network does not confirm its transaction in time', async () => {
    const { answered, clock, output } = await executing()
    await answered(hash)
    await pass(clock, 45_000, 1)
    expect(output()).toMatchObject({ status: 'expired', error: { code: 'transaction.timedOut' } })
  })

  test.each([refuse, never])('is done even when the received amount stays unknown', async (readReceived) => {
    const { answered, settled, clock, output } = await executing({ readReceived })
    await answered(hash)
    await settled('success')
    await pass(clock, 20_000, 1)
    expect(output()).toEqual(done({ hash, received: undefined }))
  })
  test('is stored as a trade of both sides, and its approval as an allowance [3.25]', () => {
    const built = { approval: { ...swap, to: coin.address }, swap }
    const of = (isApproval: boolean) => swapPurpose({ quote: good, built, isApproval }, 2_489_999_999n)
    expect(of(true)).toEqual({ kind: 'approve', to: coin.address, moved: [] })
    expect(of(false)).toEqual({
      kind: 'trade',
      to: OTHER,
      moved: [
        { direction: 'out', amount: '1', symbol: 'ETH' },
        { direction: 'in', amount: '2489.999999', symbol: 'USD' },
      ],
    })
  })
})

describe('a draft', () => {
  const works = { loadTokens: async () => [coin, dollar] }
  const input = { connection, network: mainnet, balances: [ether('3')], isShown: false }
  async function drafted(more: Parameters<typeof run<typeof swapMachine>>[1]['works'] = {}) {
    const made = run(swapMachine, { input, works: { ...works, ...more } })
    await settle(2)
    const { actor } = made
    return { ...made, value: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context }
  }
  type Draft = Awaited<ReturnType<typeof drafted>>['actor']
  type QuoteSnapshot = { value: unknown; context: { fromUnits: bigint; isWatched: boolean } } | undefined
  const quoteIn = (actor: Draft) => actor.getSnapshot().children['swapQuote']?.getSnapshot() as QuoteSnapshot
  const quoted = async (quote = good) => {
    const made = await drafted()
    made.actor.send({ type: 'swap.setTo', token: dollar })
    made.actor.send({ type: 'swap.quoted', quote, gasPrice: 1n })
    return made
  }

  test('starts with 1 of the native token [7.8]', async () => {
    const { context, value } = await drafted()
    expect(context()).toMatchObject({ from: coin, to: undefined, amount: '1', slippage: '1' })
    expect(value()).toEqual({ editing: 'incomplete' })
  })

  test('starts with the tokens that were requested while the list was loading, by symbol, name or address', async () => {
    const made = run(swapMachine, { input, works })
    made.actor.send({ type: 'swap.begin', fromToken: 'usd', toToken: 'Ether', amount: '7' })
    await settle(2)
    expect(made.actor.getSnapshot().context).toMatchObject({ from: dollar, to: coin, amount: '7' })
    made.actor.send({ type: 'swap.begin', toToken: OTHER.toLowerCase() })
    expect(made.actor.getSnapshot().context).toMatchObject({ from: coin, to: dollar, amount: '1' })
  })

  test('reads a token that was searched for while the list was loading once it is loaded, also after a failure', async () => {
    const asked: string[] = []
    const address = `0x${'9'.repeat(40)}`
    const stranger = { ...dollar, address: `${network}:${address}`, isUnlisted: true } as const
    let fails = true
    const made = run(swapMachine, {
      input,
      works: {
        loadTokens: async () => {
          if (fails) throw new LatchkeyError('network.noSwaps')
          return [coin, dollar]
        },
        readToken: async ({ input: { address: one } }) => {
          asked.push(one)
          return { token: stranger, balance: undefined }
        },
      },
    })
    const { actor } = made
    actor.send({ type: 'swap.findToken', address })
    await settle(2)
    expect([actor.getSnapshot().value, asked]).toEqual(['unavailable', []])
    fails = false
    actor.send({ type: 'swap.retry' })
    await settle(2)
    expect([actor.getSnapshot().value, asked]).toEqual([{ editing: 'incomplete' }, [address]])
    expect(actor.getSnapshot().context).toMatchObject({ tokens: [stranger, coin, dollar], searchedAddress: undefined })
  })

  test('cannot start when the tokens fail to load, until a retry or until its view is entered again [8.4]', async () => {
    let calls = 0
    const { actor, value, context } = await drafted({
      loadTokens: async () => {
        calls += 1
        if (calls === 1) throw new LatchkeyError('network.noSwaps')
        return [coin]
      },
    })
    expect([value(), context().error?.message]).toEqual(['unavailable', 'Network not supported for Swaps'])
    actor.send({ type: 'swap.retry' })
    await settle(2)
    expect([value(), context().error]).toEqual([{ editing: 'incomplete' }, undefined])
    const again = await drafted({ loadTokens: () => Promise.reject(new LatchkeyError('network.noSwaps')) })
    again.actor.send({ type: 'swap.viewEntered' })
    expect(again.value()).toBe('loading')
  })

  test('loses its quote when it changes, and is not sent with the old one', async () => {
    for (const edit of [
      { type: 'swap.setAmount', amount: '2' },
      { type: 'swap.setFrom', token: dollar },
      { type: 'swap.setTo', token: coin },
      { type: 'swap.flip' },
      { type: 'swap.begin' },
    ] as const) {
      const { actor, context, emitted } = await quoted()
      expect(actor.getSnapshot().hasTag('submittable')).toBe(true)
      actor.send(edit)
      expect(context().quote).toBeUndefined()
      actor.send({ type: 'swap.submit' })
      expect(actor.getSnapshot().matches('executing')).toBe(false)
      expect(emitted).toMatchObject([{ type: 'swap.settled', outcome: { status: 'failed' } }])
    }
  })

  test('is priced for the last typed amount, however fast that was typed', async () => {
    const { actor, clock } = await drafted()
    actor.send({ type: 'swap.setTo', token: dollar })
    for (const amount of ['1', '12', '1.2', '1.25']) {
      actor.send({ type: 'swap.setAmount', amount })
      await pass(clock, 100, 1)
      expect(quoteIn(actor)?.value).not.toBe('loading')
    }
    await pass(clock, 100, 1)
    expect(quoteIn(actor)).toMatchObject({ value: 'loading', context: { fromUnits: 1_250_000_000_000_000_000n } })
  })

  test('is flipped without losing a unit', async () => {
    const { actor, context } = await quoted(quoteOf(2_490_000_001n))
    actor.send({ type: 'swap.flip' })
    expect(context()).toMatchObject({ from: dollar, to: coin, amount: '2490.000001' })
  })

  test('exchanges its sides when one gets the token of the other, even if that leaves one empty', async () => {
    const { actor, context } = await drafted()
    actor.send({ type: 'swap.setTo', token: coin })
    expect(context()).toMatchObject({ from: undefined, to: coin, amount: '1' })
    expect(swapStep(context())).toBe('selectToken')
    actor.send({ type: 'swap.setFrom', token: dollar })
    actor.send({ type: 'swap.setTo', token: dollar })
    expect(context()).toMatchObject({ from: coin, to: dollar })
    actor.send({ type: 'swap.setFrom', token: dollar })
    expect(context()).toMatchObject({ from: dollar, to: coin })
    actor.send({ type: 'swap.setFrom', token: dollar })
    expect(context()).toMatchObject({ from: dollar, to: coin })
  })

  test.each([
    ['0', 'amount.negative'],
    ['x', 'amount.invalid'],
    ['0.0000000000000000001', 'amount.tooPrecise'],
    ['', 'swap.incomplete'],
  ])('is not priced with an amount of %o: %s', async (amount, code) => {
    const { actor, context, value } = await drafted()
    actor.send({ type: 'swap.setTo', token: dollar })
    actor.send({ type: 'swap.setAmount', amount })
    actor.send({ type: 'swap.submit' })
    expect([value(), context().error?.code]).toEqual([{ editing: 'incomplete' }, code])
  })

  test.each([
    [{ type: 'swap.setAmount', amount: '3.000000000000000001' }, 'amount.insufficient'],
    [{ type: 'swap.setSlippage', slippage: '51' }, 'swap.slippage'],
    [{ type: 'swap.begin', fromToken: 'ETH', toToken: 'ETH' }, 'swap.sameToken'],
  ] as const)('is not submitted after %o', async (edit, code) => {
    const { actor, context } = await quoted()
    actor.send(edit)
    actor.send({ type: 'swap.quoted', quote: good, gasPrice: 1n })
    actor.send({ type: 'swap.submit' })
    expect([context().error?.code, actor.getSnapshot().matches('executing')]).toEqual([code, false])
  })

  test('requires a confirmation when it loses ten percent, and another one when it brings less', async () => {
    const { actor, context } = await quoted(quoteOf(2_250_000_000n))
    const submit = () => {
      actor.send({ type: 'swap.submit' })
      return context().error?.message
    }
    const words = 'This swap loses 10 percent of its value. Confirm the loss first.'
    expect(submit()).toBe(words)
    actor.send({ type: 'swap.acceptImpact' })
    actor.send({ type: 'swap.quoted', quote: quoteOf(2_249_999_999n), gasPrice: 1n })
    expect(submit()).toContain('Confirm the loss first.')
    actor.send({ type: 'swap.acceptImpact' })
    actor.send({ type: 'swap.quoted', quote: quoteOf(2_250_000_000n), gasPrice: 1n })
    submit()
    expect(actor.getSnapshot().value).toBe('executing')
  })

  test.each([
    ['sent and unreadable', expired(new LatchkeyError('send.unreadable')), ''],
    ['unanswered', expired(new LatchkeyError('send.expired')), ''],
    ['sent and not confirmed', expired(new LatchkeyError('transaction.timedOut')), ''],
    ['executed below the minimum', failed(new LatchkeyError('swap.broughtLess')), ''],
    ['refused before anything was sent', failed(new LatchkeyError('swap.wouldFail')), '1'],
    ['declined', declined(new LatchkeyError('send.declined')), '1'],
  ])('keeps its amount only if nothing was sent, when it was %s', async (_, output, amount) => {
    const { actor, context } = await quoted()
    actor.send({ type: 'swap.submit' })
    actor.send({ type: 'xstate.done.actor.swapExecution', output } as never)
    expect(context().amount).toBe(amount)
    expect(context().error).toBe('error' in output ? output.error : undefined)
    expect(actor.getSnapshot().hasTag('submittable')).toBe(false)
  })

  test('is not offered again after its actor crashed, because it may have been sent', async () => {
    const { actor, context, emitted } = await quoted()
    actor.send({ type: 'swap.submit' })
    actor.send({ type: 'xstate.error.actor.swapExecution', error: new Error('by mistake') } as never)
    expect([actor.getSnapshot().value, context().amount, context().error?.code]).toEqual([
      { editing: 'incomplete' },
      '',
      'send.unknown',
    ])
    expect(emitted).toMatchObject([{ type: 'swap.settled', outcome: { status: 'expired' } }])
  })

  test('is frozen when it is submitted, with the minimum that was shown [9.27]', async () => {
    const { actor, context, clock } = await quoted()
    const quotedAt = clock.now()
    clock.increment(1)
    actor.send({ type: 'swap.submit' })
    expect(actor.getSnapshot().value).toBe('executing')
    actor.send({ type: 'swap.viewEntered' })
    actor.send({ type: 'swap.setAmount', amount: '2' })
    actor.send({ type: 'swap.setSlippage', slippage: '50' })
    actor.send({ type: 'swap.quoted', quote: quoteOf(1n), gasPrice: 1n })
    expect(actor.getSnapshot().value).toBe('executing')
    expect(context().order).toMatchObject({ quote: good, quotedAt, slippage: 100n, minimum: 2_465_100_000n })
    expect(actor.getSnapshot().children['swapQuote']).toBeUndefined()
  })

  test('has its quote renewed while a view shows it, or while that is requested', async () => {
    const { actor } = await quoted()
    const isWatched = () => quoteIn(actor)?.context.isWatched
    expect(isWatched()).toBe(false)
    for (const view of ['Swap', 'SwapPreview'] as const) {
      actor.send({ type: 'view.shown', view })
      expect(isWatched()).toBe(true)
      actor.send({ type: 'view.shown', view: 'Account' })
      expect(isWatched()).toBe(false)
    }
    actor.send({ type: 'swap.watch', isWatched: true })
    actor.send({ type: 'view.shown', view: 'Account' })
    expect(isWatched()).toBe(true)
  })

  test('is not submitted when the user read another quote', async () => {
    const { actor, context, emitted } = await quoted()
    for (const read of [quoteOf(2_490_000_001n), quoteOf(2_490_000_000n, one + 1n)]) {
      actor.send({ type: 'swap.submit', read })
      expect([context().error?.code, actor.getSnapshot().matches('executing')]).toEqual(['swap.staleQuote', false])
      expect(emitted.at(-1)).toMatchObject({ outcome: { status: 'failed', error: { code: 'swap.staleQuote' } } })
    }
    actor.send({ type: 'swap.submit', read: { ...good } })
    expect(actor.getSnapshot().value).toBe('executing')
  })

  test('finds an unlisted token by its address on the chain, and a listed one without reading the chain', async () => {
    const stranger = { ...dollar, address: `${network}:0x${'9'.repeat(40)}`, isUnlisted: true } as const
    const read: string[] = []
    const { actor, context, value } = await drafted({
      readToken: async ({ input: { address } }) => {
        read.push(address)
        return { token: stranger, balance: undefined }
      },
    })
    actor.send({ type: 'swap.chooseToken', side: 'to' })
    for (const search of ['us', OTHER, `0x${'9'.repeat(39)}`]) actor.send({ type: 'swap.search', search })
    await settle(2)
    expect([read, context().side]).toEqual([[], 'to'])
    actor.send({ type: 'swap.search', search: ` 0x${'9'.repeat(40)} ` })
    expect(value()).toEqual({ editing: 'finding' })
    await settle(2)
    expect([read, searchTokens(context().tokens, context().search)]).toEqual([[`0x${'9'.repeat(40)}`], [stranger]])
    actor.send({ type: 'swap.search', search: `0x${'9'.repeat(40)}` })
    await settle(2)
    expect(read).toHaveLength(1)
    actor.send({ type: 'swap.setTo', token: stranger })
    expect(context()).toMatchObject({ to: stranger, search: '' })
  })

  test('can spend a token that was read from the chain: its balance is read with it, and with each quote', async () => {
    const address = `${network}:0x${'9'.repeat(40)}` as const
    const stranger = { ...dollar, address, isUnlisted: true } as const
    const heldNow = (numeric: string) => ({
      name: 'Dollar',
      symbol: 'USD',
      chainId: network,
      address,
      quantity: { decimals: '6', numeric },
    })
    const { actor, context } = await drafted({ readToken: async () => ({ token: stranger, balance: heldNow('5') }) })
    actor.send({ type: 'swap.findToken', address: `0x${'9'.repeat(40)}` })
    await settle(2)
    actor.send({ type: 'swap.setFrom', token: stranger })
    actor.send({ type: 'swap.setTo', token: coin })
    const step = (amount: string) => {
      actor.send({ type: 'swap.setAmount', amount })
      return swapStep(context())
    }
    expect([findBalance(context().balances, stranger), step('5'), step('6')]).toEqual([
      '5',
      'pricing',
      'insufficientBalance',
    ])
    // Balances without the token leave its amount unchanged. Balances with the token replace it.
    const loaded = { type: 'balance.loaded', networkId: network, address: connection.address } as const
    actor.send({ ...loaded, tokens: [ether('2')] })
    expect([findBalance(context().balances, stranger), findBalance(context().balances, coin)]).toEqual(['5', '2'])
    const brought: Quote = { from: stranger, to: coin, fromUnits: 6_000_000n, toUnits: one }
    actor.send({ type: 'swap.quoted', quote: brought, gasPrice: 1n, balance: heldNow('6') })
    expect([findBalance(context().balances, stranger), swapStep(context())]).toEqual(['6', 'review'])
    expect(context().balances).toHaveLength(2)
    actor.send({ type: 'swap.quoted', quote: brought, gasPrice: 1n, balance: undefined })
    expect(findBalance(context().balances, stranger)).toBe('6')
    actor.send({ ...loaded, tokens: [ether('2'), { ...heldNow('3'), address: address.toUpperCase() as never }] })
    expect([findBalance(context().balances, stranger), swapStep(context())]).toEqual(['3', 'insufficientBalance'])
  })

  test('stops looking for an address when the search changes, and forgets what it did not find', async () => {
    const { actor, context, value } = await drafted({ readToken: never })
    actor.send({ type: 'swap.search', search: `0x${'9'.repeat(40)}` })
    expect(value()).toEqual({ editing: 'finding' })
    actor.send({ type: 'swap.search', search: 'usd' })
    expect(value()).toEqual({ editing: 'incomplete' })
    const other = await drafted({ readToken: () => Promise.reject(new LatchkeyError('swap.unknownToken')) })
    other.actor.send({ type: 'swap.search', search: `0x${'9'.repeat(40)}` })
    await settle(2)
    expect(other.context().error?.message).toBe('No token found at this address')
    other.actor.send({ type: 'swap.viewLeft' })
    expect([other.context().error, other.context().search]).toEqual([undefined, ''])
    expect(context().search).toBe('usd')
  })

  test('reports the next step, with a step for each fault', async () => {
    const { actor, context } = await drafted()
    const step = () => swapStep(context())
    expect(step()).toBe('selectToken')
    actor.send({ type: 'swap.begin', fromToken: 'ETH', toToken: 'ETH' })
    expect(step()).toBe('sameToken')
    actor.send({ type: 'swap.setTo', token: dollar })
    for (const [amount, expected] of [
      ['', 'enterAmount'],
      ['1x', 'incorrectAmount'],
      ['0', 'incorrectAmount'],
      ['3.000000000000000001', 'insufficientBalance'],
      ['3', 'pricing'],
    ] as const) {
      actor.send({ type: 'swap.setAmount', amount })
      expect(step()).toBe(expected)
    }
    actor.send({ type: 'swap.setSlippage', slippage: '51' })
    expect(step()).toBe('incorrectSlippage')
    actor.send({ type: 'swap.setSlippage', slippage: '0.5' })
    actor.send({ type: 'swap.unquoted', error: new LatchkeyError('swap.noRoute') })
    expect(step()).toBe('unpriced')
    actor.send({ type: 'swap.refresh' })
    expect(step()).toBe('pricing')
    actor.send({ type: 'swap.quoted', quote: good, gasPrice: 1n })
    expect(step()).toBe('review')
  })

  test('reports the estimated network fee, and when the balance is too low for it [7.11]', async () => {
    const { context } = await quoted()
    const draft = { ...context(), gasPrice: 10n ** 9n }
    expect(estimateSwapFee(draft)).toEqual({ amount: '0.00015', symbol: 'ETH' })
    expect(estimateSwapFee({ ...draft, gasPrice: undefined })).toBeUndefined()
    expect(cannotPaySwapFee({ ...draft, amount: '2.99985' })).toBe(false)
    expect(cannotPaySwapFee({ ...draft, amount: '2.999850000000000001' })).toBe(true)
    expect(cannotPaySwapFee({ ...draft, from: dollar, amount: '100' })).toBe(false)
    expect(cannotPaySwapFee({ ...draft, from: dollar, balances: [ether('0.000149')] })).toBe(true)
    expect(cannotPaySwapFee({ ...draft, balances: [] })).toBe(false)
  })

  test('has an upper bound as its fee on Solana, including the rent of a new account, and needs no allowance there', async () => {
    const { context } = await quoted()
    const at = solana.caipNetworkId
    const sol: SwapToken = {
      ...coin,
      chainId: at,
      address: `${at}:So11111111111111111111111111111111111111111`,
      decimals: 9,
    }
    const usd: SwapToken = { ...dollar, chainId: at, address: `${at}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v` }
    const draft = { ...context(), network: solana, to: usd, balances: [] }
    expect(estimateSwapFee(draft)).toEqual({ amount: '0.00303928', symbol: 'SOL', isMaximum: true })
    expect(estimateSwapFee({ ...draft, to: sol })).toEqual({ amount: '0.001', symbol: 'SOL', isMaximum: true })
    expect([coin, dollar, sol, usd].map(needsAllowance)).toEqual([false, true, false, false])
  })

  test('is priced again after a cancel, and reports it', async () => {
    const { actor, context, emitted } = await quoted()
    actor.send({ type: 'swap.submit' })
    actor.send({ type: 'swap.cancel' })
    expect(actor.getSnapshot().value).toEqual({ editing: { pricing: 'waiting' } })
    expect([context().error?.code, context().quote, context().amount]).toEqual(['send.cancelled', undefined, '1'])
    expect(emitted).toEqual([{ type: 'swap.settled', outcome: cancelled }])
    actor.send({ type: 'swap.quoted', quote: good, gasPrice: 1n })
    expect(context().error?.code).toBe('send.cancelled')
  })
})

test('searchTokens finds tokens by symbol, name or address, exact symbols first', () => {
  const wrapped = { ...coin, address: `${network}:0x${'1'.repeat(40)}`, symbol: 'WETH', name: 'Wrapped Ether' }
  const all = [wrapped, dollar, coin]
  expect(searchTokens(all, 'eth')).toEqual([coin, wrapped])
  expect(searchTokens(all, ' dollar ')).toEqual([dollar])
  expect(searchTokens(all, OTHER.toUpperCase().replace('0X', '0x'))).toEqual([dollar])
  expect(searchTokens(all, '')).toBe(all)
})

describe('tokens that look alike', () => {
  const other = (symbol: string, digit: string, more: Partial<SwapToken> = {}): SwapToken => ({
    ...dollar,
    symbol,
    address: `${network}:0x${digit.repeat(40)}`,
    ...more,
  })

  test('have the symbol of a token that is listed before them, in any spelling', () => {
    const [copy, wide, own] = [other('usd ', '1'), other('ＵＳＤ', '2'), other('GLD', '3')]
    const tokens = [dollar, copy, wide, own]
    expect([...findSimilarTokens(tokens)]).toEqual([copy, wide])
    expect(tokens.map((token) => tokenWarning(tokens, token))).toEqual([undefined, 'alike', 'alike', undefined])
    expect(findSimilarTokens(tokens)).toBe(findSimilarTokens(tokens))
  })

  test('include every other token with the native symbol, and an unlisted token even when it comes first', () => {
    const fake = other('ETH', '4')
    const unlisted = other('USD', '5', { isUnlisted: true })
    const lonely = other('ODD', '6', { isUnlisted: true })
    const tokens = [unlisted, lonely, fake, coin, dollar]
    expect([...findSimilarTokens(tokens)]).toEqual([unlisted, fake])
    expect(tokenWarning(tokens, lonely)).toBe('unlisted')
  })

  test('are not suggested first: the native token is, then popular tokens, eight at most', () => {
    const wanted = ['USDT', 'UNI', 'DAI', 'WBTC', 'AAVE', 'LINK', 'ARB', 'OP', 'ENS']
    const tokens = [...wanted.map((symbol, index) => other(symbol, String(index))), other('UNI', 'a'), dollar, coin]
    const symbols = suggestedTokens(tokens).map(({ symbol }) => symbol)
    expect(symbols.join(' ')).toBe('ETH UNI AAVE LINK WBTC DAI USDT ARB')
  })
})
