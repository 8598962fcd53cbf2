/** Whether the transaction that an exchange names pays the order, verified on a real chain. */
import { createClient, erc20Abi, http, parseUnits, publicActions, walletActions, type Address } from 'viem'
import { expect, test } from 'vitest'
import type { Payment } from '../../machines/pay/payment.types.ts'
import { firstAccount, secondAccount } from '../../mocks/sandbox/accounts.ts'
import { verifyPayment } from '../../sdk/chains/eip155/payments.ts'
import { defineNetwork } from '../../sdk/index.ts'
import { fakeApi, memoryStorage } from '../../mocks/index.ts'
import { createPayments } from '../../sdk/pay/payments.ts'
import { withLock } from '../../sdk/platform/locks.ts'
import type { Ports } from '../../sdk/instance/ports.ts'
import { useSandbox } from '../mocks/api/support.ts'
import { settle, started } from '../support/instance.ts'
import { scriptedPopup } from '../support/popup.ts'

/** The ports that stored payments need. */
const ports = { clock: { now: () => Date.now() }, logger: {} } as unknown as Ports
const { one, token } = useSandbox()
const shop = secondAccount.address
const node = () =>
  createClient({ account: firstAccount, transport: http(one().rpcUrl), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
const network = () =>
  defineNetwork({
    id: one().chainId,
    name: one().name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [one().rpcUrl] } },
  })
const order = (more: Partial<Payment> = {}): Payment => ({
  id: 'a',
  startedAt: Date.now(),
  network: one().networkId,
  recipient: shop,
  asset: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  amount: '0.000000000000000007',
  method: { kind: 'exchange', exchangeId: 'e', exchangeName: 'E', sessionId: 's' },
  ...more,
})
const inDollars = (more: Partial<Payment> = {}) =>
  order({
    asset: { address: token('USDX').address, name: 'D', symbol: 'USDX', decimals: 6 },
    amount: '1.000001',
    ...more,
  })
const verify = (payment: Payment, hash: string, timeoutMs = 2_000) =>
  verifyPayment(payment, { network: network(), hash, timeoutMs }, new AbortController().signal)

async function mined(sending: Promise<`0x${string}`>): Promise<`0x${string}`> {
  const hash = await sending
  await node().waitForTransactionReceipt({ hash })
  return hash
}
const sendCoin = (to: Address, value: bigint) => mined(node().sendTransaction({ to, value, chain: null }))
const sendToken = (symbol: string, to: Address, units: bigint) =>
  mined(
    node().writeContract({
      address: token(symbol).address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [to, units],
      chain: null,
    }),
  )

test('a transfer of the coin is verified only with the exact recipient and amount', async () => {
  const hash = await sendCoin(shop, 7n)
  expect(await verify(order(), hash)).toBe(true)
  expect(await verify(order({ amount: '0.000000000000000006' }), hash)).toBe(false)
  expect(await verify(order({ recipient: firstAccount.address }), hash)).toBe(false)
  expect(await verify(inDollars(), hash)).toBe(false)
  // Clocks may differ by 10 minutes. A transfer before that is an earlier payment of the same amount.
  expect(await verify(order({ startedAt: Date.now() + 500_000 }), hash)).toBe(true)
  expect(await verify(order({ startedAt: Date.now() + 700_000 }), hash)).toBe(false)
})

test('a transfer of a token is verified only with the exact recipient, token and amount', async () => {
  const units = parseUnits('1.000001', 6)
  expect(await verify(inDollars(), await sendToken('USDX', shop, units))).toBe(true)
  for (const other of [units - 1n, units + 1n])
    expect(await verify(inDollars(), await sendToken('USDX', shop, other))).toBe(false)
  expect(await verify(inDollars(), await sendToken('GLD', shop, units))).toBe(false)
  expect(await verify(inDollars(), await sendToken('USDX', one().tokens[1]?.address ?? shop, units))).toBe(false)
})

test('a reverted transaction is not verified', async () => {
  const data = `0xa9059cbb${shop.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}` as const
  const hash = await mined(
    node().sendTransaction({ to: token('USDX').address, data, gas: 100_000n, value: 0n, chain: null }),
  )
  expect((await node().getTransactionReceipt({ hash })).status).toBe('reverted')
  expect(await verify(inDollars({ amount: '1' }), hash)).toBe(false)
  // A contract that accepts no coins.
  const recipient = token('USDX').address
  const refused = await mined(node().sendTransaction({ to: recipient, value: 7n, gas: 100_000n, chain: null }))
  expect(await verify(order({ recipient }), refused)).toBe(false)
})

test('an unknown transaction is waited for until the timeout', async () => {
  await expect(verify(order({ amount: '1' }), `0x${'ab'.repeat(32)}`, 50)).rejects.toMatchObject({
    code: 'transaction.timedOut',
  })
})

test('a transaction that an exchange names for two payments of the same amount verifies only the first one', async () => {
  const hash = await sendCoin(shop, 9n)
  const api = fakeApi({
    exchanges: { exchanges: [{ id: 'e', name: 'E', imageUrl: undefined }], total: 1 },
    exchangePayUrl: { url: 'https://e.example/pay', sessionId: 's' },
    exchangeBuyStatus: { status: 'SUCCESS', txHash: hash },
  })
  const { latchkey, clock } = await started({
    embedded: false,
    features: { pay: true },
    networks: [network()],
    api,
    ports: { popup: scriptedPopup().port },
  })
  const paid = async () => {
    const asked = {
      network: one().networkId,
      recipient: shop,
      asset: 'native',
      amount: '0.000000000000000009',
    } as const
    const outcome = latchkey.pay(asked)
    await settle()
    latchkey.dispatch({ type: 'pay.chooseExchange', exchangeId: 'e' })
    await settle()
    clock.increment(3_000)
    return outcome
  }
  expect(await paid()).toMatchObject({ status: 'done', value: { hash, isVerified: true } })
  expect(await paid()).toMatchObject({ status: 'done', value: { hash, isVerified: false } })
})

test('a transaction that two tabs find at the same time pays only one of their payments, permanently', async () => {
  const storage = { ...memoryStorage(), withLock }
  const tab = (name: string) => createPayments({ ...ports, storage, ids: { next: () => name } }, 'default')
  const [one, other] = [tab('one'), tab('other')]
  const [first, second] = [order({ id: 'first' }), order({ id: 'second' })]
  await Promise.all([one.store(first), other.store(second)])
  const hash = `0x${'ab'.repeat(32)}`
  const took = await Promise.all([
    one.assignTransaction(first, hash),
    other.assignTransaction(second, hash.toUpperCase().replace('0X', '0x')),
  ])
  expect(took.toSorted()).toEqual([false, true])
  // Neither another check nor the end of the payment releases it.
  const [paid, unpaid, payer, loser] = took[0] ? [first, second, one, other] : [second, first, other, one]
  await payer.claim(paid)
  expect([await payer.assignTransaction(paid, hash), await loser.assignTransaction(unpaid, hash)]).toEqual([
    true,
    false,
  ])
  await payer.finish(paid, { status: 'paid', hash: undefined, isVerified: false })
  expect(await loser.assignTransaction(unpaid, hash)).toBe(false)
})
