import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, never } from '../../mocks/index.ts'
import { transactionSchema, type Transaction } from '../../machines/transactions/transaction.schemas.ts'
import { sanitizeTransactions, withoutSpam } from '../../machines/account/activity.rules.ts'
import { groupByMonth, nftsOf } from '../../sdk/index.ts'
import { connected, pass, settle } from '../support/instance.ts'
import { nftOf, transactionOf } from '../support/wire.ts'
import { activityOf } from '../support/features.ts'
import { crash, succeeded } from './page.ts'

const [first, second] = fakeAccounts

interface Asked {
  account: string
  chainId?: string
  cursor?: string
}

/** A history whose pages the test supplies. The cursor is the page’s number. */
function historyOf(...pages: Transaction[][]) {
  const asked: Asked[] = []
  const api = fakeApi({
    history: (input) => {
      asked.push(input as Asked)
      const page = Number(input.cursor ?? '0')
      return { data: pages[page] ?? [], next: page + 1 < pages.length ? String(page + 1) : undefined }
    },
  })
  return { api, asked }
}

const numbered = (from: number, count: number, more: Partial<Transaction['metadata']> = {}) =>
  Array.from({ length: count }, (_, index) => transactionOf(from + index, more))

const looking = async (api: ReturnType<typeof fakeApi>) => {
  const made = await connected({ api })
  made.latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
  await settle()
  return { ...made, activity: activityOf(made.latchkey) }
}

describe('the history', () => {
  test('is read when the user opens it and not before, and is never polled', async () => {
    const { api, asked } = historyOf(numbered(1, 2))
    const { latchkey, clock } = await connected({ api })
    await pass(clock, 3_600_000, 4)
    expect(latchkey.find('activity')).toBeUndefined()
    await latchkey.load('activity')
    const activity = activityOf(latchkey)
    await pass(clock, 3_600_000, 4)
    expect(asked).toEqual([])
    expect(activity.getSnapshot().value).toBe('idle')
    latchkey.dispatch({ type: 'account.selectTab', tab: 'NFTs' })
    await settle()
    expect(asked).toEqual([{ account: first, chainId: 'eip155:1' }])
    expect(activity.getSnapshot().value).toBe('ready')
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    expect(asked).toHaveLength(1)
    // An hour later it is read again when the user opens it, and not before.
    await pass(clock, 3_600_000, 4)
    expect(asked).toHaveLength(1)
    latchkey.dispatch({ type: 'account.selectTab', tab: 'NFTs' })
    await settle()
    expect(asked).toHaveLength(2)
  })

  test('loads page by page, each with the cursor of the previous page, until there are no more [7.5] [7.33]', async () => {
    const { api, asked } = historyOf(numbered(1, 3), numbered(3, 3), numbered(6, 1))
    const { latchkey, activity } = await looking(api)
    for (let more = 0; more < 4; more += 1) {
      latchkey.dispatch({ type: 'activity.more' })
      await settle()
    }
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '1', '2'])
    // An entry that arrives twice appears once.
    expect(activity.getSnapshot().context.transactions.map(({ id }) => id)).toEqual(
      [1, 2, 3, 4, 5, 6].map((index) => `transaction-${index}`),
    )
    expect(activity.getSnapshot().can({ type: 'activity.more' })).toBe(false)
  })

  test('is empty when it has no entries, or only entries that are filtered out [3.26] [5.10]', async () => {
    const none = await looking(historyOf([]).api)
    expect(none.activity.getSnapshot().value).toBe('empty')
    const spam = { ...transactionOf(1), transfers: [nftOf('Free', 'in', true)] }
    const dropped = await looking(historyOf([spam], numbered(2, 3, { chain: 'eip155:10' })).api)
    expect(dropped.activity.getSnapshot()).toMatchObject({ value: 'empty', context: { transactions: [], pages: 2 } })
  })

  test('skips pages with nothing to show, but loads at most 5 in a row', async () => {
    const foreign = (from: number) => numbered(from, 2, { chain: 'eip155:10' })
    const few = historyOf(foreign(1), foreign(3), numbered(5, 1))
    const { activity } = await looking(few.api)
    expect(few.asked).toHaveLength(3)
    expect(activity.getSnapshot().context.transactions).toHaveLength(1)

    const many = historyOf(...Array.from({ length: 50 }, (_, index) => foreign(index)))
    const endless = await looking(many.api)
    expect(many.asked).toHaveLength(5)
    expect(endless.activity.getSnapshot()).toMatchObject({ value: 'ready', context: { transactions: [] } })
    expect(endless.activity.getSnapshot().can({ type: 'activity.more' })).toBe(true)
  })

  test('ends when a cursor repeats', async () => {
    const api = fakeApi({ history: ({ cursor }) => ({ data: numbered(cursor ? 5 : 1, 1), next: 'same' }) })
    const { latchkey, activity } = await looking(api)
    latchkey.dispatch({ type: 'activity.more' })
    await settle()
    expect(activity.getSnapshot().can({ type: 'activity.more' })).toBe(false)
  })
  test('removes invisible and direction-changing characters from third-party names', async () => {
    const { activity } = await looking(
      historyOf([transactionOf(1, { application: { name: '\u202eEx\u200bchange' } })]).api,
    )
    expect(activity.getSnapshot().context.transactions[0]?.metadata.application?.name).toBe('Exchange')
  })

  test('drops a late page of the previous account, and reads the history of the new one', async () => {
    const answers: (() => void)[] = []
    const api = fakeApi({
      history: ({ account }) =>
        new Promise((resolve) => {
          answers.push(() => resolve({ data: numbered(account === first ? 1 : 2, 1), next: undefined }))
        }),
    })
    const { latchkey, wallet } = await looking(api)
    wallet.emit('accountsChanged', [second])
    await settle()
    answers[0]?.()
    await settle()
    expect(activityOf(latchkey).getSnapshot()).toMatchObject({ value: 'loading', context: { transactions: [] } })
    answers[1]?.()
    await settle()
    expect(activityOf(latchkey).getSnapshot().context).toMatchObject({
      target: { address: second },
      transactions: [{ id: 'transaction-2' }],
    })
    expect(api.calls.filter(({ name }) => name === 'history')[0]?.options.signal?.aborted).toBe(true)
  })

  test('is read again when its machine crashes while the user looks at it', async () => {
    const { api } = historyOf(numbered(1, 1))
    const { latchkey } = await looking(api)
    crash(latchkey, 'activity', 'activity.setVisible', 'isVisible')
    await settle()
    expect(latchkey.actor('latchkey').getSnapshot().context.crashes).toEqual({ activity: 1 })
    expect(activityOf(latchkey).getSnapshot()).toMatchObject({
      value: 'ready',
      context: { transactions: [{ id: 'transaction-1' }] },
    })
  })

  test('is off without an API', async () => {
    const made = await connected({ projectId: '' })
    made.latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    expect(await made.latchkey.load('activity')).toMatchObject({ error: { code: 'feature.off' } })
    expect(made.api.calls.some(({ name }) => name === 'history')).toBe(false)
  })

  test('is dropped when the network changes, and read for the new network', async () => {
    const { api, asked } = historyOf(numbered(1, 1))
    const { wallet, latchkey } = await looking(api)
    wallet.emit('chainChanged', '0xa')
    await settle()
    expect(asked.map(({ chainId }) => chainId)).toEqual(['eip155:1', 'eip155:10'])
    const { context } = activityOf(latchkey).getSnapshot()
    expect(context).toMatchObject({ target: { networkId: 'eip155:10' }, transactions: [] })
  })

  test('reports a failure, keeps the pages that it has, and can be retried [8.33]', async () => {
    const { api, asked } = historyOf(numbered(1, 1), numbered(2, 1))
    const { latchkey, activity } = await looking(api)
    const answer = api.answers.history
    delete api.answers.history
    latchkey.dispatch({ type: 'activity.more' })
    await settle()
    expect(activity.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { error: { message: 'Failed to fetch transactions', cause: { code: 'api.offline' } } },
    })
    expect(activity.getSnapshot().context.transactions).toHaveLength(1)
    if (answer) api.answers.history = answer
    latchkey.dispatch({ type: 'activity.retry' })
    await settle()
    expect(activity.getSnapshot()).toMatchObject({ value: 'ready', context: { error: undefined } })
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, '1'])
  })

  test('gives up on a silent server after 15 s, and stops waiting on disconnect', async () => {
    const { activity, clock, latchkey } = await looking(fakeApi({ history: never }))
    await pass(clock, 15_000, 1)
    expect(activity.getSnapshot()).toMatchObject({
      value: 'failed',
      context: { error: { code: 'activity.failed', cause: { code: 'api.expired' } } },
    })
    latchkey.dispatch({ type: 'activity.retry' })
    await latchkey.disconnect()
    await settle()
    expect(activity.getSnapshot().status).toBe('stopped')
    expect(latchkey.find('activity')).toBeUndefined()
  })

  test('is read again after a transfer: at once while the user looks at it, or else when they next open it', async () => {
    const { api, asked } = historyOf(numbered(1, 1), numbered(2, 1))
    const { latchkey, activity } = await looking(api)
    activity.send(succeeded)
    await settle()
    expect(asked.map(({ cursor }) => cursor)).toEqual([undefined, undefined])
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.close()
    activity.send(succeeded)
    await settle()
    expect(asked).toHaveLength(2)
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    await settle()
    expect(asked).toHaveLength(3)
    expect(activity.getSnapshot().context.transactions).toHaveLength(1)
  })
})

describe('the entries of the history', () => {
  test('are dropped when they contain only spam NFTs, or belong to other networks [5.10]', () => {
    const spam = nftOf('Free', 'in', true)
    const kept = [
      transactionOf(1),
      { ...transactionOf(2), transfers: [spam, nftOf('Real', 'in')] },
      { ...transactionOf(3), transfers: [] },
    ]
    const dropped = [
      { ...transactionOf(4), transfers: [spam] },
      { ...transactionOf(5), transfers: [spam, spam] },
      transactionOf(6, { chain: 'eip155:10' }),
    ]
    expect(withoutSpam([...dropped, ...kept], 'eip155:1')).toEqual(kept)
  })
  test('are valid only with an id, and with the time, chain and spam flags of their transaction [3.25]', () => {
    const spam = { ...transactionOf(1), transfers: [nftOf('Free', 'in', true)] }
    const { metadata } = spam
    expect(transactionSchema.parse(spam)).toEqual(spam)
    for (const broken of [
      { id: 1 },
      { metadata: { ...metadata, minedAt: 'yesterday' } },
      { metadata: { ...metadata, chain: 1 } },
    ])
      expect(transactionSchema.safeParse({ ...spam, ...broken }).success).toBe(false)
  })

  test('show third-party names on one line, without direction-changing characters', () => {
    const odd = (text: string) => `\u202e${text}\u2069\n`
    const [told] = sanitizeTransactions([
      {
        ...transactionOf(1, { application: { name: odd('Exchange') } }),
        transfers: [
          { fungible_info: { name: odd('Dollar'), symbol: odd('USD') }, direction: 'in', quantity: { numeric: '1' } },
          { nft_info: { name: odd('Cat') }, direction: 'in', quantity: { numeric: '1' } },
        ],
      },
    ])
    expect(told?.metadata.application?.name).toBe('Exchange')
    expect(told?.transfers.map(({ fungible_info, nft_info }) => fungible_info ?? nft_info)).toEqual([
      { name: 'Dollar', symbol: 'USD' },
      { name: 'Cat' },
    ])
    const plain = [transactionOf(2), { ...transactionOf(3), transfers: [nftOf('Real', 'in')] }]
    expect(sanitizeTransactions(plain)).toEqual(plain)
  })

  test('are grouped by year and month, newest first [3.26]', () => {
    const at = (index: number, minedAt: string) => transactionOf(index, { minedAt })
    const months = groupByMonth([
      at(1, '2026-02-01T00:00:00Z'),
      at(2, '2026-01-31T23:59:59Z'),
      at(3, '2025-12-31T23:59:59Z'),
      at(4, '2026-01-01T00:00:00Z'),
    ])
    expect(months.map(({ year, month, transactions }) => [year, month, transactions.map(({ id }) => id)])).toEqual([
      [2026, 2, ['transaction-1']],
      [2026, 1, ['transaction-2', 'transaction-4']],
      [2025, 12, ['transaction-3']],
    ])
    expect(groupByMonth([])).toEqual([])
  })

  test('yield the NFTs that came in and are still held, without spam and failed transactions', () => {
    const of = (index: number, ...transfers: Transaction['transfers']) => ({ ...transactionOf(index), transfers })
    const history = [
      of(1, nftOf('Sold', 'out')),
      of(2, nftOf('Back', 'in')),
      of(3, nftOf('Back', 'out')),
      { ...of(4, nftOf('Never', 'in')), metadata: { ...transactionOf(4).metadata, status: 'failed' } },
      of(5, nftOf('Free', 'in', true)),
      of(6, nftOf('Kept', 'in'), nftOf('Sold', 'in')),
      of(7, nftOf('Back', 'in')),
      of(8, nftOf('Unseen', 'out')),
    ]
    expect(nftsOf(history).map(({ name }) => name)).toEqual(['Back', 'Kept'])
    const [newest] = nftsOf(history)
    // Of the two transactions that brought it, the newest comes first: the chain is queried in that order.
    expect(newest).toEqual({
      hashes: [2, 7].map((number) => `0x${String(number).padStart(64, '0')}`),
      key: 'Back https://nft.example/Back',
      name: 'Back',
      imageUrl: 'https://nft.example/Back',
    })
  })
})
