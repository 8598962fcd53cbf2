/** Which requests an app may make, what the modal shows of them, and what follows. */
import { stringToHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { mainnet, solana, type LatchkeyOptions } from '../../sdk/index.ts'
import { connected, settle, started } from '../support/instance.ts'
import { balanceOf } from '../support/features.ts'
import { isOpen, messageOf } from './page.ts'

const [first] = fakeAccounts
const signature = `0x${'1'.repeat(130)}`

/** An app with a wallet that answers when the test says so. */
async function asking({ wallets, ...options }: LatchkeyOptions & { wallets?: Record<string, unknown> } = {}) {
  const answers: { yes(): void; no(): void }[] = []
  const answer = () =>
    new Promise((resolve, reject) => {
      answers.push({ yes: () => resolve(signature), no: () => reject(Object.assign(new Error('No'), { code: 4001 })) })
    })
  const wallet = fakeWallet({
    personal_sign: answer,
    eth_getBlockReceipts: [],
    trace_call: 'traced',
    eth_custom: answer,
    ...wallets,
  })
  const made = await connected({ embedded: false, wallet, ...options })
  const { latchkey } = made
  const provider = latchkey.getProvider('eip155')
  await settle()
  wallet.calls.length = 0
  const shown = () => {
    const { stack } = latchkey.actor('view').getSnapshot().context
    const open = isOpen(latchkey)
    return open || made.latchkey.configuration.embedded ? stack.at(-1) : undefined
  }
  const asked = (method = 'personal_sign') => wallet.calls.filter((call) => call.method === method).length
  const wait = (count: number) => vi.waitFor(() => expect(answers).toHaveLength(count))
  return { ...made, wallet, provider, answers, shown, asked, wait }
}

describe('a request that only reads', () => {
  test.each(['before', 'beside'] as const)(
    'is sent at once and opens no view, with review %s [4.32] [6.5]',
    async (review) => {
      const { latchkey, shown, asked } = await asking({ review, methods: { safe: ['trace_call'] } })
      const receipts = await latchkey.request({ method: 'eth_getBlockReceipts', params: [] })
      expect(receipts).toEqual({ status: 'done', value: [] })
      expect(await latchkey.request({ method: 'trace_call' })).toEqual({ status: 'done', value: 'traced' })
      expect([shown(), asked('eth_getBlockReceipts'), asked('trace_call')]).toEqual([undefined, 1, 1])
    },
  )
})

describe('a request that is reviewed first', () => {
  test('is sent to the wallet only after the user approves it, one after the other [4.32] [4.33]', async () => {
    const { latchkey, shown, asked, answers, wait } = await asking({ review: 'before' })
    const outcomes = [latchkey.signMessage('one'), latchkey.signMessage('two')]
    await settle()
    expect([shown(), asked()]).toEqual(['ApproveTransaction', 0])
    const read = () => latchkey.find('approval')?.getSnapshot().context
    expect(read()?.explanation?.parts[0]?.value).toBe('one')
    const first = read()?.pendingCall?.id ?? ''
    latchkey.dispatch({ type: 'requests.approve', id: first })
    await wait(1)
    answers[0]?.yes()
    expect(await outcomes[0]).toEqual({ status: 'done', value: signature })
    await settle()
    expect([shown(), asked(), read()?.explanation?.parts[0]?.value]).toEqual(['ApproveTransaction', 1, 'two'])
    latchkey.dispatch({ type: 'requests.approve', id: first })
    await settle()
    expect(asked()).toBe(1)
    latchkey.dispatch({ type: 'requests.cancelShown' })
    expect(await outcomes[1]).toMatchObject({ status: 'declined', error: { code: 'request.declined' } })
    expect([shown(), asked()]).toEqual([undefined, 1])
  })

  test('is sent as it was reviewed, even if the app changes the object meanwhile', async () => {
    const { latchkey, wallet, answers, wait } = await asking({ review: 'before' })
    const call = { method: 'personal_sign', params: ['0x68', first] }
    const outcome = latchkey.request(call)
    await settle()
    call.method = 'eth_sendTransaction'
    call.params[0] = '0x69'
    const { pendingCall } = latchkey.find('approval')?.getSnapshot().context ?? {}
    latchkey.dispatch({ type: 'requests.approve', id: pendingCall?.id ?? '' })
    await wait(1)
    answers[0]?.yes()
    await outcome
    expect(wallet.calls.at(-1)).toEqual({ method: 'personal_sign', params: ['0x68', first] })
    const endless: unknown[] = []
    endless.push(endless)
    expect(await latchkey.request({ method: 'personal_sign', params: endless })).toMatchObject({
      error: { code: 'request.invalid' },
    })
  })

  test('is not sent when the user disconnects, the account changes or the app aborts before it is validated', async () => {
    const { latchkey, wallet } = await asking()
    const call = { method: 'personal_sign', params: ['0x68', first] }
    const changed = latchkey.request(call)
    wallet.emit('accountsChanged', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])
    expect(await changed).toMatchObject({ status: 'failed', error: { code: 'send.otherAccount' } })
    wallet.emit('accountsChanged', [first])
    const moved = latchkey.request(call)
    wallet.emit('chainChanged', '0xa')
    expect(await moved).toMatchObject({ status: 'failed', error: { code: 'send.otherNetwork' } })
    wallet.emit('chainChanged', '0x1')
    const control = new AbortController()
    const off = latchkey.request(call, control)
    control.abort()
    expect(await off).toEqual({ status: 'cancelled' })
    const left = latchkey.request(call)
    await latchkey.disconnect()
    expect(await left).toMatchObject({ status: 'failed', error: { code: 'wallet.left' } })
    expect(wallet.calls.some(({ method }) => method === 'personal_sign')).toBe(false)
  })

  test('cannot be approved before its explanation is shown', async () => {
    const { latchkey, asked } = await asking({ review: 'before' })
    const explained = () => latchkey.find('approval')?.getSnapshot().context.explanation?.kind
    let early = 0
    latchkey.actor('requests').subscribe(({ context }) => {
      if (explained() !== undefined || context.open.length === 0 || early === 3) return
      early += 1
      latchkey.dispatch({ type: 'requests.approve', id: '1' })
    })
    void latchkey.signMessage('one')
    await settle()
    expect(early).toBeGreaterThan(0)
    expect([explained(), asked()]).toEqual(['message', 0])
    latchkey.dispatch({ type: 'requests.approve', id: '1' })
    await vi.waitFor(() => expect(asked()).toBe(1))
    latchkey.dispatch({ type: 'requests.cancelShown' })
  })

  test('is refused when its params could change on serialization', async () => {
    const { latchkey, asked } = await asking({ review: 'before' })
    const toJSON = () => ['0x69', first]
    const shared = Array.from({ length: 20 }, () => ({})).reduce<object>((one) => ({ a: one, b: one }), {})
    for (const params of [{ toJSON }, shared])
      expect(await latchkey.request({ method: 'personal_sign', params })).toMatchObject({
        error: { code: 'request.invalid' },
      })
    expect(asked()).toBe(0)
  })

  test('is explained again after the service crashed, even when it has the same id', async () => {
    const { latchkey, wallet, answers, wait } = await asking({ review: 'before' })
    const read = () => latchkey.find('approval')?.getSnapshot().context
    void latchkey.signMessage('harmless')
    await settle()
    expect(read()?.explanation?.parts[0]?.value).toBe('harmless')
    latchkey.actor('requests').send({ type: 'requests.submit', requestId: 'x', request: undefined } as never)
    await settle()
    expect(read()?.pendingCall).toBeUndefined()
    const outcome = latchkey.signMessage('another')
    await settle()
    expect([read()?.pendingCall?.id, read()?.explanation?.parts[0]?.value]).toEqual(['1', 'another'])
    latchkey.dispatch({ type: 'requests.approve', id: '1' })
    await wait(1)
    answers[0]?.yes()
    await outcome
    expect(wallet.calls.at(-1)).toMatchObject({ params: [stringToHex('another'), first] })
  })

  test.each(['eth_sendTransaction', 'wallet_sendTransaction', 'eth_signTransaction'])(
    'is bound to the chain and account that it was reviewed for, and sent to no other: %s',
    async (method) => {
      const { latchkey, wallet } = await asking({ review: 'before', wallets: { [method]: signature } })
      const go = async () => {
        const outcome = latchkey.request({ method, params: [{ to: first, value: '0x1' }] })
        await settle()
        return { outcome, id: latchkey.find('approval')?.getSnapshot().context.pendingCall?.id ?? '' }
      }
      const one = await go()
      latchkey.dispatch({ type: 'requests.approve', id: one.id })
      expect(await one.outcome).toMatchObject({ status: 'done' })
      const asked = () => wallet.calls.filter((call) => call.method === method)
      expect(asked()).toEqual([{ method, params: [{ from: first, chainId: '0x1', to: first, value: '0x1' }] }])
      const two = await go()
      wallet.answers['eth_chainId'] = '0xa'
      latchkey.dispatch({ type: 'requests.approve', id: two.id })
      expect(await two.outcome).toMatchObject({ error: { code: 'send.otherNetwork' } })
      expect(asked()).toHaveLength(1)
      // The wallet was read again, so it is known to be on the other network until it moves back.
      await settle()
      wallet.answers['eth_chainId'] = '0x1'
      wallet.emit('chainChanged', '0x1')
      await settle()
      const none = latchkey.request({ method, params: ['0x68'] })
      await settle()
      latchkey.dispatch({
        type: 'requests.approve',
        id: latchkey.find('approval')?.getSnapshot().context.pendingCall?.id ?? '',
      })
      expect(await none).toMatchObject({ error: { code: 'request.invalid' } })
      expect(asked()).toHaveLength(1)
    },
  )

  test('is rejected when the user declines it or closes the modal, and is not sent to the wallet [4.10]', async () => {
    const { latchkey, provider, shown, asked } = await asking({ review: 'before' })
    const outcome = provider.request({ method: 'personal_sign', params: ['0x68', first] })
    const refused = outcome.catch((error: unknown) => error)
    await settle()
    latchkey.dispatch({ type: 'modal.close', forced: true })
    expect(await refused).toMatchObject({ code: 4001 })
    expect([shown(), asked()]).toEqual([undefined, 0])
  })

  test('ends when the user does not decide in time, the app aborts it, or the wallet disconnects', async () => {
    const { latchkey, clock, asked } = await asking({ review: 'before' })
    const late = latchkey.signMessage('one')
    await settle()
    clock.increment(300_000)
    expect(await late).toMatchObject({ status: 'expired' })
    const control = new AbortController()
    const off = latchkey.signMessage('two', control)
    await settle()
    control.abort()
    expect(await off).toEqual({ status: 'cancelled' })
    const left = latchkey.signMessage('three')
    await settle()
    await latchkey.disconnect()
    expect(await left).toMatchObject({ status: 'failed', error: { code: 'wallet.left' } })
    expect(asked()).toBe(0)
  })
})

describe('a request that cannot be shown yet', () => {
  test.each(['before', 'beside'] as const)('is shown as soon as it can be, with review %s', async (review) => {
    const { latchkey, wallet, clock, shown, asked } = await asking({ review })
    wallet.answers['eth_chainId'] = '0x539'
    wallet.emit('chainChanged', '0x539')
    await settle()
    expect(shown()).toBe('UnsupportedChain')
    const outcome = latchkey.signMessage('one')
    await settle()
    expect([shown(), asked()]).toEqual(['UnsupportedChain', review === 'before' ? 0 : 1])
    wallet.answers['eth_chainId'] = '0x1'
    wallet.emit('chainChanged', '0x1')
    await settle()
    clock.increment(0)
    await settle()
    expect(shown()).toBe('ApproveTransaction')
    latchkey.dispatch({ type: 'requests.cancelShown' })
    expect((await outcome).status).toBe(review === 'before' ? 'declined' : 'cancelled')
  })
})

describe('a request that is shown while the wallet asks', () => {
  test('is sent to the wallet at once, and the modal closes with the last answer [4.32] [4.33] [6.6]', async () => {
    const { latchkey, shown, asked, answers, wait } = await asking()
    const outcomes = [latchkey.signMessage('one'), latchkey.signMessage('two')]
    await wait(2)
    expect([shown(), asked()]).toEqual(['ApproveTransaction', 2])
    answers[0]?.yes()
    expect(await outcomes[0]).toEqual({ status: 'done', value: signature })
    expect(shown()).toBe('ApproveTransaction')
    answers[1]?.no()
    expect(await outcomes[1]).toMatchObject({ status: 'declined' })
    expect(shown()).toBeUndefined()
  })

  test('is shown over the current view, and returns to it [4.33]', async () => {
    const { latchkey, shown, answers, wait } = await asking()
    latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
    const outcome = latchkey.signMessage('one')
    await wait(1)
    expect(shown()).toBe('ApproveTransaction')
    answers[0]?.yes()
    await outcome
    expect(shown()).toBe('Networks')
  })

  test.each([
    ['close', undefined],
    ['back', 'Networks'],
    [{ view: 'WalletReceive' }, 'WalletReceive'],
  ] as const)('returns to the view that the request names: %j [4.33]', async (onEnd, then) => {
    const { latchkey, shown, answers, wait } = await asking()
    latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
    const outcome = latchkey.request({ method: 'eth_custom' }, { onEnd })
    expect(await outcome).toMatchObject({ error: { code: 'request.notAllowed' } })
    const allowed = latchkey.request({ method: 'personal_sign', params: ['0x68', first] }, { onEnd })
    await wait(1)
    answers[0]?.yes()
    await allowed
    expect(shown()).toBe(then)
  })

  test('refreshes the balance when it is done, and not when it is declined [4.33]', async () => {
    const { latchkey, answers, wait } = await asking()
    const readings = () => balanceOf(latchkey).getSnapshot().context.readAt
    const before = readings()
    const declined = latchkey.signMessage('one')
    await wait(1)
    answers[0]?.no()
    await declined
    await settle()
    expect(readings()).toBe(before)
    const done = latchkey.signMessage('two')
    await wait(2)
    answers[1]?.yes()
    await done
    expect(balanceOf(latchkey).getSnapshot().hasTag('busy')).toBe(true)
  })

  test('is cancelled when the modal closes, while a request that only reads continues [4.10]', async () => {
    const { latchkey, provider, answers, wait } = await asking({ methods: { safe: ['eth_custom'] } })
    const signing = provider.request({ method: 'personal_sign', params: ['0x68', first] })
    await wait(1)
    const reading = latchkey.request({ method: 'eth_custom' })
    await wait(2)
    latchkey.close()
    expect(latchkey.actor('requests').getSnapshot().context.open).toHaveLength(2)
    latchkey.dispatch({ type: 'modal.close', forced: true })
    await expect(signing).rejects.toMatchObject({ code: 4001 })
    answers[1]?.yes()
    expect(await reading).toEqual({ status: 'done', value: signature })
  })

  test.each(['view.back', 'view.cancel'] as const)('is cancelled by %s in embedded mode [4.10]', async (type) => {
    const { latchkey, shown, wait } = await asking({ embedded: true })
    const outcome = latchkey.signMessage('one')
    await wait(1)
    expect(shown()).toBe('ApproveTransaction')
    latchkey.dispatch({ type })
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(shown()).toBe('Account')
  })

  test('is cancelled by Cancel, which does not affect a request that only reads', async () => {
    const { latchkey, shown, answers, wait } = await asking({ methods: { safe: ['eth_custom'] } })
    const reading = latchkey.request({ method: 'eth_custom' })
    await wait(1)
    const signing = latchkey.signMessage('one')
    await wait(2)
    latchkey.dispatch({ type: 'requests.cancelShown' })
    expect(await signing).toEqual({ status: 'cancelled' })
    expect(shown()).toBeUndefined()
    answers[0]?.yes()
    expect(await reading).toEqual({ status: 'done', value: signature })
  })

  test('is neither shown nor cancelled while an unsupported network locks the modal', async () => {
    for (const embedded of [true, false]) {
      const { latchkey, wallet, shown, answers, wait } = await asking({ embedded })
      wallet.emit('chainChanged', '0x539')
      expect(shown()).toBe('UnsupportedChain')
      const outcome = latchkey.signMessage('one')
      await wait(1)
      expect(shown()).toBe('UnsupportedChain')
      wallet.emit('chainChanged', '0x1')
      if (!embedded) latchkey.dispatch({ type: 'modal.close', forced: true })
      answers[0]?.yes()
      expect(await outcome).toEqual({ status: 'done', value: signature })
    }
  })

  test('continues when an unsupported network locks the modal meanwhile', async () => {
    const { latchkey, wallet, shown, answers, wait } = await asking({ embedded: true })
    const outcome = latchkey.signMessage('one')
    await wait(1)
    wallet.emit('chainChanged', '0x539')
    expect(shown()).toBe('UnsupportedChain')
    wallet.emit('chainChanged', '0x1')
    expect(shown()).toBe('Account')
    answers[0]?.yes()
    expect(await outcome).toEqual({ status: 'done', value: signature })
  })

  test('is not shown while the active network belongs to a namespace without a wallet', async () => {
    const { latchkey, shown, answers, wait } = await asking({ networks: [mainnet, solana] })
    await latchkey.switchNetwork(solana)
    expect(latchkey.actor('view').getSnapshot().context.connectionStatus).toBe('otherNamespace')
    const outcome = latchkey.request({ method: 'personal_sign', params: ['0x68', first] }, { namespace: 'eip155' })
    await wait(1)
    expect(shown()).toBeUndefined()
    answers[0]?.yes()
    expect(await outcome).toEqual({ status: 'done', value: signature })
  })

  test.each(['WalletReceive', 'ApproveTransaction'] as const)(
    'falls back to the Account view when it cannot end in %s',
    async (view) => {
      const { latchkey, shown, answers, wait } = await asking({ features: { receive: false } })
      const outcome = latchkey.request({ method: 'personal_sign', params: ['0x68', first] }, { onEnd: { view } })
      await wait(1)
      answers[0]?.yes()
      await outcome
      expect(shown()).toBe('Account')
      latchkey.close()
      expect(shown()).toBeUndefined()
    },
  )

  test('leaves the view when its service crashes', async () => {
    const { latchkey, shown, wait } = await asking()
    const outcome = latchkey.signMessage('one')
    await wait(1)
    latchkey.actor('requests').send({ type: 'requests.submit', requestId: 'x', request: undefined } as never)
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'actor.crashed' } })
    expect(shown()).toBe('Account')
  })

  test('is not shown with review "none", and closing the modal does not cancel it', async () => {
    const { latchkey, shown, answers, wait } = await asking({ review: 'none' })
    const outcome = latchkey.signMessage('one')
    await wait(1)
    expect(shown()).toBeUndefined()
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.close()
    answers[0]?.yes()
    expect(await outcome).toEqual({ status: 'done', value: signature })
  })

  test('is refused when 20 others are open, which stay open; reads are not limited', async () => {
    const { latchkey, provider, wait } = await asking()
    const open = Array.from({ length: 20 }, () => latchkey.signMessage('again'))
    await wait(20)
    expect(await latchkey.signMessage('once more')).toMatchObject({ error: { code: 'request.tooMany' } })
    const params = ['0x68', first]
    await expect(provider.request({ method: 'personal_sign', params })).rejects.toMatchObject({ code: -32_005 })
    expect(latchkey.actor('requests').getSnapshot().context.open).toHaveLength(20)
    const reads = Array.from({ length: 50 }, () => latchkey.request({ method: 'eth_getBlockReceipts', params: [] }))
    expect((await Promise.all(reads)).every(({ status }) => status === 'done')).toBe(true)
    latchkey.dispatch({ type: 'requests.cancelAll' })
    expect((await Promise.all(open)).every(({ status }) => status === 'cancelled')).toBe(true)
  })
})

describe('an unknown method', () => {
  test('is refused without a connection too, and sent to no node [5.20] [6.7]', async () => {
    const asked: unknown[] = []
    const { latchkey } = await started({ ports: { rpc: { request: async (_, call) => void asked.push(call.method) } } })
    const provider = latchkey.getProvider('eip155')
    await expect(provider.request({ method: 'debug_traceTransaction' })).rejects.toMatchObject({ code: 4200 })
    await provider.request({ method: 'eth_gasPrice' })
    expect(asked).toEqual(['eth_gasPrice'])
  })

  test('is refused when the methods of the configuration are undefined', async () => {
    const { latchkey } = await asking({ methods: { safe: undefined, unsafe: undefined } as never })
    expect(await latchkey.request({ method: 'anything' })).toMatchObject({ error: { code: 'request.notAllowed' } })
  })

  test.each(['eth_sign', 'eth_decrypt', 'solana_signMessage', 'anything', '__proto__', 'constructor'])(
    'is refused, with code 4200 by the provider, and not sent to the wallet: %s [5.20] [6.7]',
    async (method) => {
      const { latchkey, provider, wallet } = await asking()
      const error = { code: 'request.notAllowed', message: 'Requested RPC call is not allowed' }
      expect(await latchkey.request({ method, params: [] })).toMatchObject({ status: 'failed', error })
      await expect(provider.request({ method, params: [] })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      expect(wallet.calls).toEqual([])
    },
  )

  test('shows a message only while the modal is open [6.7]', async () => {
    const { latchkey } = await asking()
    const said = () => messageOf(latchkey)
    await latchkey.request({ method: 'anything' })
    expect(said()).toBeUndefined()
    latchkey.dispatch({ type: 'modal.open' })
    await latchkey.request({ method: 'anything' })
    expect(said()).toBe('request.actionNotAllowed')
  })
})
