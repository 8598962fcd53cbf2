/** The whole path in Node: no React, no DOM, real machines, a real wallet, real chains. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../mocks/sandbox/node.ts'
import { accounts } from '../../mocks/sandbox/accounts.ts'
import { memoryStorage } from '../../mocks/index.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { formatUnits, onChain, parseUnits, sandboxInstance, until } from '../support/sandbox.ts'
import { balanceOf, sendOf } from '../support/features.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeAll(async () => void (sandbox = await startSandbox()))
afterAll(() => sandbox.stop())

const receiver = '0x000000000000000000000000000000000000dEaD'

const symbols = (latchkey: Latchkey) =>
  Object.fromEntries(
    balanceOf(latchkey)
      .getSnapshot()
      .context.tokens.map(({ symbol, quantity }) => [symbol, quantity.numeric]),
  )

async function send(latchkey: Latchkey, symbol: string, amount: string) {
  await latchkey.load('send')
  const actor = sendOf(latchkey)
  const token = balanceOf(latchkey)
    .getSnapshot()
    .context.tokens.find((known) => known.symbol === symbol)
  if (!token) throw new Error(`no ${symbol}`)
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount })
  latchkey.dispatch({ type: 'send.setReceiver', receiver })
  await until(latchkey, 'send', () => actor.getSnapshot().hasTag('submittable'))
  const before = symbols(latchkey)[symbol]
  const settled = new Promise((resolve) => actor.on('send.settled', ({ outcome }) => resolve(outcome)))
  latchkey.dispatch({ type: 'send.submit' })
  const outcome = await settled
  await until(latchkey, 'balance', () => symbols(latchkey)[symbol] !== before)
  return outcome
}

test('an instance connects, reads balances, sends, switches, restores and disconnects on real chains [4.2] [4.15]', async () => {
  const [one, two] = sandbox.chains
  if (!one || !two) throw new Error('two chains are needed')
  const page = memoryStorage()
  const pocket = memoryStorage()
  const { latchkey, wallet } = sandboxInstance(sandbox.chains, { storage: page, wallet: { storage: pocket } })
  const [me] = accounts
  latchkey.start()

  const outcome = await latchkey.connect({ connectorId: 'sandbox' })
  expect(outcome).toMatchObject({ status: 'done', value: { address: me.address, networkId: one.networkId } })

  await until(latchkey, 'balance', () => balanceOf(latchkey).getSnapshot().value === 'ready')
  const [dollar] = one.tokens
  expect(symbols(latchkey)).toMatchObject({
    ETH: formatUnits(await onChain(one).ether(me.address), 18),
    [dollar?.symbol ?? '']: formatUnits(await onChain(one).token(me.address), dollar?.decimals ?? 18),
  })

  const before = await onChain(one).ether(receiver)
  expect(await send(latchkey, 'ETH', '1.5')).toMatchObject({ status: 'done' })
  expect((await onChain(one).ether(receiver)) - before).toBe(parseUnits('1.5', 18))
  const tokensBefore = await onChain(one).token(receiver)
  expect(await send(latchkey, dollar?.symbol ?? '', '10')).toMatchObject({ status: 'done' })
  expect((await onChain(one).token(receiver)) - tokensBefore).toBe(parseUnits('10', dollar?.decimals ?? 18))

  expect(wallet.snapshot().chains.map(({ chainId }) => chainId)).not.toContain(two.chainId)
  expect(await latchkey.switchNetwork(two.networkId)).toEqual({ status: 'done', value: two.networkId })
  expect(wallet.snapshot().chainId).toBe(two.chainId)

  const signed = await latchkey.signMessage('Hello')
  expect(signed).toMatchObject({ status: 'done' })

  latchkey.stop()
  const back = sandboxInstance(sandbox.chains, { storage: page, wallet: { storage: pocket } })
  back.latchkey.start()
  await until(back.latchkey, 'namespace:eip155', () => back.latchkey.getAccount().status === 'connected')
  expect(back.latchkey.getAccount()).toMatchObject({ address: me.address, networkId: two.networkId })

  expect(await back.latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
  await until(back.latchkey, 'storage', () => page.entries.size === 1)
  expect([...page.entries.keys()]).toEqual(['latchkey.default.recentWallets'])
})

test('the largest amount leaves the fee, and can be sent', async () => {
  const { latchkey } = sandboxInstance(sandbox.chains)
  latchkey.start()
  await latchkey.connect({ connectorId: 'sandbox' })
  await until(latchkey, 'balance', () => balanceOf(latchkey).getSnapshot().value === 'ready')
  const [ether] = balanceOf(latchkey).getSnapshot().context.tokens
  if (!ether) throw new Error('no ether')
  latchkey.dispatch({ type: 'send.setToken', token: ether })
  latchkey.dispatch({ type: 'send.setMaximum' })
  await latchkey.load('send')
  await until(latchkey, 'send', () => sendOf(latchkey).getSnapshot().context.amount !== '')
  const amount = parseUnits(sendOf(latchkey).getSnapshot().context.amount, 18)
  const all = parseUnits(ether.quantity.numeric, 18)
  expect(amount).toBeLessThan(all)
  expect(all - amount).toBeLessThan(parseUnits('0.01', 18))
  latchkey.dispatch({ type: 'send.setReceiver', receiver: accounts[1].address })
  await until(latchkey, 'send', () => sendOf(latchkey).getSnapshot().hasTag('submittable'))
  latchkey.dispatch({ type: 'send.submit' })
  await until(latchkey, 'send', () => sendOf(latchkey).getSnapshot().context.progress === 'success')
})

test('a wallet on an unsupported network is connected, but its balances are not read', async () => {
  const { latchkey } = sandboxInstance(sandbox.chains, {
    networks: undefined as never,
    tokens: {},
    timeouts: { balanceMs: 300 },
  })
  latchkey.start()
  await latchkey.connect({ connectorId: 'sandbox' })
  expect(latchkey.getNetwork().isSupported).toBe(false)
  await until(latchkey, 'balance', () => balanceOf(latchkey).getSnapshot().value === 'unsupported')
})
