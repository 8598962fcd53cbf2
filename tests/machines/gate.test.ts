/** What a page may ask, what is shown of it, and what follows. */
import { stringToHex } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { mainnet, solana, type LatchkeyOptions } from '../../sdk/index.ts'
import { connected, settle, started } from '../support/instance.ts'
import { balanceOf } from '../support/features.ts'
import { isOpen, messageOf } from './page.ts'

const [first] = fakeAccounts
const signature = `0x${'1'.repeat(130)}`

/** A page with a wallet that answers when the test says so. */
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

describe('what only reads', () => {
  test.each(['before', 'beside'] as const)(
    'is asked at once, and opens nothing: review %s [4.32] [6.5]',
    async (review) => {
      const { latchkey, shown, asked } = await asking({ review, methods: { safe: ['trace_call'] } })
      const receipts = await latchkey.request({ method: 'eth_getBlockReceipts', params: [] })
      expect(receipts).toEqual({ status: 'done', value: [] })
      expect(await latchkey.request({ method: 'trace_call' })).toEqual({ status: 'done', value: 'traced' })
      expect([shown(), asked('eth_getBlockReceipts'), asked('trace_call')]).toEqual([undefined, 1, 1])
    },
  )
})

describe('what the visitor reads before', () => {
  test('is not asked of the wallet before the visitor goes on, one after the other [4.32] [4.33]', async () => {
    const { latchkey, shown, asked, answers, wait } = await asking({ review: 'before' })
    const outcomes = [latchkey.signMessage('one'), latchkey.signMessage('two')]
    await settle()
    expect([shown(), asked()]).toEqual(['ApproveTransaction', 0])
    const read = () => latchkey.find('approval')?.getSnapshot().context
    expect(read()?.explanation?.parts[0]?.value).toBe('one')
    const first = read()?.asked?.id ?? ''
    latchkey.send({ type: 'requests.approve', id: first })
    await wait(1)
    answers[0]?.yes()
    expect(await outcomes[0]).toEqual({ status: 'done', value: signature })
    await settle()
    expect([shown(), asked(), read()?.explanation?.parts[0]?.value]).toEqual(['ApproveTransaction', 1, 'two'])
    latchkey.send({ type: 'requests.approve', id: first })
    await settle()
    expect(asked()).toBe(1)
    latchkey.send({ type: 'requests.cancelShown' })
    expect(await outcomes[1]).toMatchObject({ status: 'declined', error: { code: 'request.declined' } })
    expect([shown(), asked()]).toEqual([undefined, 1])
  })

  test('is asked as it was read, whatever becomes of it in the page meanwhile', async () => {
    const { latchkey, wallet, answers, wait } = await asking({ review: 'before' })
    const call = { method: 'personal_sign', params: ['0x68', first] }
    const outcome = latchkey.request(call)
    await settle()
    call.method = 'eth_sendTransaction'
    call.params[0] = '0x69'
    const { asked } = latchkey.find('approval')?.getSnapshot().context ?? {}
    latchkey.send({ type: 'requests.approve', id: asked?.id ?? '' })
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

  test('is asked of nobody where the visitor left, or changed the account, before it was judged', async () => {
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

  test('cannot be agreed to before its words are there', async () => {
    const { latchkey, asked } = await asking({ review: 'before' })
    const explained = () => latchkey.find('approval')?.getSnapshot().context.explanation?.kind
    let early = 0
    latchkey.actor('requests').subscribe(({ context }) => {
      if (explained() !== undefined || context.open.length === 0 || early === 3) return
      early += 1
      latchkey.send({ type: 'requests.approve', id: '1' })
    })
    void latchkey.signMessage('one')
    await settle()
    expect(early).toBeGreaterThan(0)
    expect([explained(), asked()]).toEqual(['message', 0])
    latchkey.send({ type: 'requests.approve', id: '1' })
    await vi.waitFor(() => expect(asked()).toBe(1))
    latchkey.send({ type: 'requests.cancelShown' })
  })

  test('is asked of nobody where it could say another thing when it is written', async () => {
    const { latchkey, asked } = await asking({ review: 'before' })
    const toJSON = () => ['0x69', first]
    const shared = Array.from({ length: 20 }, () => ({})).reduce<object>((one) => ({ a: one, b: one }), {})
    for (const params of [{ toJSON }, shared])
      expect(await latchkey.request({ method: 'personal_sign', params })).toMatchObject({
        error: { code: 'request.invalid' },
      })
    expect(asked()).toBe(0)
  })

  test('is read anew where the service before stopped by mistake, though its number is the same', async () => {
    const { latchkey, wallet, answers, wait } = await asking({ review: 'before' })
    const read = () => latchkey.find('approval')?.getSnapshot().context
    void latchkey.signMessage('harmless')
    await settle()
    expect(read()?.explanation?.parts[0]?.value).toBe('harmless')
    latchkey.actor('requests').send({ type: 'requests.submit', attempt: 'x', question: undefined } as never)
    await settle()
    expect(read()?.asked).toBeUndefined()
    const outcome = latchkey.signMessage('another')
    await settle()
    expect([read()?.asked?.id, read()?.explanation?.parts[0]?.value]).toEqual(['1', 'another'])
    latchkey.send({ type: 'requests.approve', id: '1' })
    await wait(1)
    answers[0]?.yes()
    await outcome
    expect(wallet.calls.at(-1)).toMatchObject({ params: [stringToHex('another'), first] })
  })

  test.each(['eth_sendTransaction', 'wallet_sendTransaction', 'eth_signTransaction'])(
    '%s is bound to the chain and the account that it was read for, and asked of no other',
    async (method) => {
      const { latchkey, wallet } = await asking({ review: 'before', wallets: { [method]: signature } })
      const go = async () => {
        const outcome = latchkey.request({ method, params: [{ to: first, value: '0x1' }] })
        await settle()
        return { outcome, id: latchkey.find('approval')?.getSnapshot().context.asked?.id ?? '' }
      }
      const one = await go()
      latchkey.send({ type: 'requests.approve', id: one.id })
      expect(await one.outcome).toMatchObject({ status: 'done' })
      const asked = () => wallet.calls.filter((call) => call.method === method)
      expect(asked()).toEqual([{ method, params: [{ from: first, chainId: '0x1', to: first, value: '0x1' }] }])
      const two = await go()
      wallet.answers['eth_chainId'] = '0xa'
      latchkey.send({ type: 'requests.approve', id: two.id })
      expect(await two.outcome).toMatchObject({ error: { code: 'send.otherNetwork' } })
      expect(asked()).toHaveLength(1)
      // The wallet was read again: it is known to be on the other network, until it moves back.
      await settle()
      wallet.answers['eth_chainId'] = '0x1'
      wallet.emit('chainChanged', '0x1')
      await settle()
      const none = latchkey.request({ method, params: ['0x68'] })
      await settle()
      latchkey.send({ type: 'requests.approve', id: latchkey.find('approval')?.getSnapshot().context.asked?.id ?? '' })
      expect(await none).toMatchObject({ error: { code: 'request.invalid' } })
      expect(asked()).toHaveLength(1)
    },
  )

  test('a no is a no to the page, also by closing the modal, and no wallet hears of it [4.10]', async () => {
    const { latchkey, provider, shown, asked } = await asking({ review: 'before' })
    const outcome = provider.request({ method: 'personal_sign', params: ['0x68', first] })
    const refused = outcome.catch((error: unknown) => error)
    await settle()
    latchkey.send({ type: 'modal.close', forced: true })
    expect(await refused).toMatchObject({ code: 4001 })
    expect([shown(), asked()]).toEqual([undefined, 0])
  })

  test('ends where nobody decides in time, the page calls it off, or the wallet leaves', async () => {
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

describe('what cannot be shown yet', () => {
  test.each(['before', 'beside'] as const)('is shown once it can be: %s', async (review) => {
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
    latchkey.send({ type: 'requests.cancelShown' })
    expect((await outcome).status).toBe(review === 'before' ? 'declined' : 'cancelled')
  })
})

describe('what the visitor decides', () => {
  test('is asked of the wallet at once, with the modal beside it, which closes with the last answer [4.32] [4.33] [6.6]', async () => {
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

  test('is shown over what the visitor looks at, and leads back there [4.33]', async () => {
    const { latchkey, shown, answers, wait } = await asking()
    latchkey.send({ type: 'modal.open', view: 'Networks' })
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
  ] as const)('leads where the request says: %j [4.33]', async (onEnd, then) => {
    const { latchkey, shown, answers, wait } = await asking()
    latchkey.send({ type: 'modal.open', view: 'Networks' })
    const outcome = latchkey.request({ method: 'eth_custom' }, { onEnd })
    expect(await outcome).toMatchObject({ error: { code: 'request.notAllowed' } })
    const allowed = latchkey.request({ method: 'personal_sign', params: ['0x68', first] }, { onEnd })
    await wait(1)
    answers[0]?.yes()
    await allowed
    expect(shown()).toBe(then)
  })

  test('has the balance read anew once it was done, and not where it was declined [4.33]', async () => {
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

  test('is called off where the modal is closed; what only reads goes on [4.10]', async () => {
    const { latchkey, provider, answers, wait } = await asking({ methods: { safe: ['eth_custom'] } })
    const signing = provider.request({ method: 'personal_sign', params: ['0x68', first] })
    await wait(1)
    const reading = latchkey.request({ method: 'eth_custom' })
    await wait(2)
    latchkey.close()
    expect(latchkey.actor('requests').getSnapshot().context.open).toHaveLength(2)
    latchkey.send({ type: 'modal.close', forced: true })
    await expect(signing).rejects.toMatchObject({ code: 4001 })
    answers[1]?.yes()
    expect(await reading).toEqual({ status: 'done', value: signature })
  })

  test.each(['view.back', 'view.callOff'] as const)('is called off by %s in the page [4.10]', async (type) => {
    const { latchkey, shown, wait } = await asking({ embedded: true })
    const outcome = latchkey.signMessage('one')
    await wait(1)
    expect(shown()).toBe('ApproveTransaction')
    latchkey.send({ type })
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(shown()).toBe('Account')
  })

  test('is called off by Cancel, which leaves what only reads', async () => {
    const { latchkey, shown, answers, wait } = await asking({ methods: { safe: ['eth_custom'] } })
    const reading = latchkey.request({ method: 'eth_custom' })
    await wait(1)
    const signing = latchkey.signMessage('one')
    await wait(2)
    latchkey.send({ type: 'requests.cancelShown' })
    expect(await signing).toEqual({ status: 'cancelled' })
    expect(shown()).toBeUndefined()
    answers[0]?.yes()
    expect(await reading).toEqual({ status: 'done', value: signature })
  })

  test('is not shown, nor called off, while a network that the site does not offer keeps the modal', async () => {
    for (const embedded of [true, false]) {
      const { latchkey, wallet, shown, answers, wait } = await asking({ embedded })
      wallet.emit('chainChanged', '0x539')
      expect(shown()).toBe('UnsupportedChain')
      const outcome = latchkey.signMessage('one')
      await wait(1)
      expect(shown()).toBe('UnsupportedChain')
      wallet.emit('chainChanged', '0x1')
      if (!embedded) latchkey.send({ type: 'modal.close', forced: true })
      answers[0]?.yes()
      expect(await outcome).toEqual({ status: 'done', value: signature })
    }
  })

  test('goes on where another network keeps the modal meanwhile', async () => {
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

  test('is not shown where another network is active, for which no wallet is connected', async () => {
    const { latchkey, shown, answers, wait } = await asking({ networks: [mainnet, solana] })
    await latchkey.switchNetwork(solana)
    expect(latchkey.actor('view').getSnapshot().context.standing).toBe('elsewhere')
    const outcome = latchkey.request({ method: 'personal_sign', params: ['0x68', first] }, { namespace: 'eip155' })
    await wait(1)
    expect(shown()).toBeUndefined()
    answers[0]?.yes()
    expect(await outcome).toEqual({ status: 'done', value: signature })
  })

  test.each(['WalletReceive', 'ApproveTransaction'] as const)('ends without a view to go to: %s', async (view) => {
    const { latchkey, shown, answers, wait } = await asking({ features: { receive: false } })
    const outcome = latchkey.request({ method: 'personal_sign', params: ['0x68', first] }, { onEnd: { view } })
    await wait(1)
    answers[0]?.yes()
    await outcome
    expect(shown()).toBe('Account')
    latchkey.close()
    expect(shown()).toBeUndefined()
  })

  test('is left where its service stopped by mistake', async () => {
    const { latchkey, shown, wait } = await asking()
    const outcome = latchkey.signMessage('one')
    await wait(1)
    latchkey.actor('requests').send({ type: 'requests.submit', attempt: 'x', question: undefined } as never)
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'actor.crashed' } })
    expect(shown()).toBe('Account')
  })

  test('is not shown where the site wants none of it, and is not called off by closing', async () => {
    const { latchkey, shown, answers, wait } = await asking({ review: 'none' })
    const outcome = latchkey.signMessage('one')
    await wait(1)
    expect(shown()).toBeUndefined()
    latchkey.send({ type: 'modal.open' })
    latchkey.close()
    answers[0]?.yes()
    expect(await outcome).toEqual({ status: 'done', value: signature })
  })

  test('waits for an answer twenty times at most; one more is refused, and the others stay', async () => {
    const { latchkey, provider, wait } = await asking()
    const open = Array.from({ length: 20 }, () => latchkey.signMessage('again'))
    await wait(20)
    expect(await latchkey.signMessage('once more')).toMatchObject({ error: { code: 'request.tooMany' } })
    const params = ['0x68', first]
    await expect(provider.request({ method: 'personal_sign', params })).rejects.toMatchObject({ code: -32_005 })
    expect(latchkey.actor('requests').getSnapshot().context.open).toHaveLength(20)
    const reads = Array.from({ length: 50 }, () => latchkey.request({ method: 'eth_getBlockReceipts', params: [] }))
    expect((await Promise.all(reads)).every(({ status }) => status === 'done')).toBe(true)
    latchkey.send({ type: 'requests.cancelAll' })
    expect((await Promise.all(open)).every(({ status }) => status === 'cancelled')).toBe(true)
  })
})

describe('what is not known', () => {
  test('is refused while nobody is connected, too, and no node is asked [5.20] [6.7]', async () => {
    const asked: unknown[] = []
    const { latchkey } = await started({ ports: { rpc: { request: async (_, call) => void asked.push(call.method) } } })
    const provider = latchkey.getProvider('eip155')
    await expect(provider.request({ method: 'debug_traceTransaction' })).rejects.toMatchObject({ code: 4200 })
    await provider.request({ method: 'eth_gasPrice' })
    expect(asked).toEqual(['eth_gasPrice'])
  })

  test('stops nothing where a site names no methods of its own', async () => {
    const { latchkey } = await asking({ methods: { safe: undefined, unsafe: undefined } as never })
    expect(await latchkey.request({ method: 'anything' })).toMatchObject({ error: { code: 'request.notAllowed' } })
  })

  test.each(['eth_sign', 'eth_decrypt', 'solana_signMessage', 'anything', '__proto__', 'constructor'])(
    'such as %s is refused, by 4200 for the provider, and the wallet is not asked [5.20] [6.7]',
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

  test('is said where the modal is shown, and nowhere else [6.7]', async () => {
    const { latchkey } = await asking()
    const said = () => messageOf(latchkey)
    await latchkey.request({ method: 'anything' })
    expect(said()).toBeUndefined()
    latchkey.send({ type: 'modal.open' })
    await latchkey.request({ method: 'anything' })
    expect(said()).toBe('request.actionNotAllowed')
  })
})
