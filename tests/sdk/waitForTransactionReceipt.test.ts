import { describe, expect, test } from 'vitest'
import { never } from '../../mocks/index.ts'
import type { Sent } from '../../machines/transactions/transaction.contract.ts'
import { connected, instance, pass, settle, started } from '../support/instance.ts'

const hash = `0x${'cd'.repeat(32)}`

describe('waitForTransactionReceipt', () => {
  test('resolves to the receipt, also of a transaction that was reverted or replaced, and shows no message', async () => {
    const other = `0x${'ef'.repeat(32)}`
    for (const receipt of [
      { status: 'success', hash },
      { status: 'reverted', hash },
      { status: 'replaced', hash: other },
    ] as const) {
      const { latchkey } = await connected({ chain: { awaitReceipt: async () => receipt } })
      expect(await latchkey.waitForTransactionReceipt(hash)).toEqual({ status: 'done', value: receipt })
      expect(latchkey.actor('snackbar').getSnapshot().context.message).toBeUndefined()
      expect(latchkey.find(`transaction:${hash}`)).toBeUndefined()
    }
  })

  test('reads the chain once for several callers, and an abort settles only its own call', async () => {
    const sent: Sent[] = []
    let confirm = () => {}
    const { latchkey } = await connected({
      chain: {
        awaitReceipt: (input) =>
          new Promise((resolve) => {
            sent.push(input)
            confirm = () => resolve({ status: 'success', hash })
          }),
      },
    })
    const aborted = new AbortController()
    const [first, second, third] = [
      latchkey.waitForTransactionReceipt(hash),
      latchkey.waitForTransactionReceipt(hash, { signal: aborted.signal }),
      latchkey.waitForTransactionReceipt(hash, { networkId: 'eip155:1' }),
    ]
    await settle()
    aborted.abort()
    expect(await second).toEqual({ status: 'cancelled' })
    confirm()
    const receipt = { status: 'done', value: { status: 'success', hash } }
    expect(await Promise.all([first, third])).toEqual([receipt, receipt])
    expect(sent.map(({ hash: one, network }) => [one, network.caipNetworkId])).toEqual([[hash, 'eip155:1']])
    expect(latchkey.find('transactions')?.getSnapshot().context.waiting).toEqual([])
  })

  test('expires without a message when the transaction is not confirmed in time, and can be called again', async () => {
    const { latchkey, clock } = await connected({ chain: { awaitReceipt: never }, timeouts: { receiptMs: 5_000 } })
    for (let call = 0; call < 2; call += 1) {
      const waiting = latchkey.waitForTransactionReceipt(hash)
      await settle()
      await pass(clock, 5_000, 1)
      expect(await waiting).toMatchObject({ status: 'expired', error: { code: 'transaction.timedOut' } })
    }
    expect(latchkey.actor('snackbar').getSnapshot().context.message).toBeUndefined()
  })

  test('joins the wait for a transaction that the modal sent', async () => {
    let confirm = () => {}
    const awaitReceipt = () =>
      new Promise<{ status: 'success'; hash: string }>((resolve) => {
        confirm = () => resolve({ status: 'success', hash })
      })
    const { latchkey } = await connected({ chain: { awaitReceipt } })
    const { network } = latchkey.getNetwork()
    await latchkey.load('transactions')
    latchkey.find('transactions')?.send({ type: 'transactions.watch', hash, network, from: '0x1' })
    const waiting = latchkey.waitForTransactionReceipt(hash)
    await settle()
    confirm()
    expect(await waiting).toMatchObject({ status: 'done' })
    expect(latchkey.actor('snackbar').getSnapshot().context.message).toMatchObject({ code: 'transaction.confirmed' })
  })

  test('takes over the wait for a transaction that was only polled for the history', async () => {
    for (const end of ['closed', 'other account'] as const) {
      const { latchkey, clock } = await connected({
        chain: { awaitReceipt: never, fetchReceipt: async () => ({ status: 'success', hash }) },
        timeouts: { receiptMs: 5_000 },
      })
      const { network } = latchkey.getNetwork()
      await latchkey.load('transactions')
      const transactions = latchkey.find('transactions')
      transactions?.send({ type: 'transactions.check', sent: [{ hash, network, from: '0x1' }] })
      const waiting = latchkey.waitForTransactionReceipt(hash)
      await settle()
      if (end === 'closed') transactions?.send({ type: 'transactions.check', sent: [] })
      else await latchkey.disconnect()
      await settle()
      await pass(clock, 5_000, 1)
      await pass(clock, 30_000, 1)
      expect(await waiting).toMatchObject({ status: 'done' })
    }
  })

  test('needs no connected wallet', async () => {
    const { latchkey } = await started()
    expect(await latchkey.waitForTransactionReceipt(hash)).toEqual({
      status: 'done',
      value: { status: 'success', hash },
    })
  })

  test('refuses an invalid hash, and a network that the app does not have', async () => {
    const { latchkey } = await connected()
    expect(await latchkey.waitForTransactionReceipt('0x12')).toMatchObject({ error: { code: 'request.invalid' } })
    expect(await latchkey.waitForTransactionReceipt(hash, { networkId: 'eip155:137' })).toMatchObject({
      error: { code: 'network.missing' },
    })
    expect(await instance().latchkey.waitForTransactionReceipt(hash)).toMatchObject({ status: 'failed' })
  })

  test('is cancelled when the instance stops, and leaves no timer', async () => {
    const { latchkey, clock } = await connected({ chain: { awaitReceipt: never } })
    const waiting = latchkey.waitForTransactionReceipt(hash)
    await settle()
    latchkey.stop()
    expect(await waiting).toEqual({ status: 'cancelled' })
    expect(clock.live.size).toBe(0)
  })

  test('expires when the node fails', async () => {
    const { latchkey } = await connected({
      chain: {
        awaitReceipt: () => Promise.reject(new Error('node is gone')),
      },
    })
    expect(await latchkey.waitForTransactionReceipt(hash)).toMatchObject({ status: 'expired' })
  })
})
