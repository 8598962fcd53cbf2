import { describe, expect, test } from 'vitest'
import { fromPromise } from 'xstate'
import { fakeAccounts, fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { connected, instance, pass, settle, started } from '../support/instance.ts'
import { balanceOf, sendOf } from '../support/features.ts'

const [first, second] = fakeAccounts
const signature = `0x${'ab'.repeat(65)}`

describe('an instance', () => {
  test('does nothing before it is started, and rejects every call [8.6] [8.7]', async () => {
    const { latchkey, wallet, storage, clock } = instance()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    const refused = (message: string) => ({ status: 'failed', error: { message } })
    const noClient = refused('ConnectionController client not set')
    const asked = () => [
      latchkey.connect(),
      latchkey.connect({ connectorId: 'fake' }),
      latchkey.disconnect(),
      latchkey.request({ method: 'eth_chainId' }),
    ]
    for (const outcome of await Promise.all(asked())) expect(outcome).toMatchObject(noClient)
    expect(await latchkey.switchNetwork('eip155:10')).toMatchObject(refused('NetworkController client not set'))
    expect(await latchkey.load('send')).toMatchObject(noClient)
    expect(await latchkey.open()).toMatchObject(refused('This instance is not started: call start() first'))
    expect(wallet.calls).toEqual([])
    expect(storage.entries.size).toBe(0)
    expect(clock.live.size).toBe(0)
  })

  test('can be started and stopped several times, and runs until its last start is stopped', async () => {
    const { latchkey, wallet, clock } = instance()
    const stopFirst = latchkey.start()
    const stopSecond = latchkey.start()
    await settle()
    await latchkey.connect({ connectorId: 'fake' })
    await settle()
    stopFirst()
    stopFirst()
    expect(latchkey.getAccount().status).toBe('connected')
    stopSecond()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(wallet.listenerCount()).toBe(0)
    expect(clock.live.size).toBe(0)
    latchkey.stop()
    latchkey.start()
    await settle()
    expect(latchkey.getAccount().status).toBe('connected')
  })

  test('cancels everything that is pending when it stops, and leaves no timer or listener', async () => {
    const { latchkey, wallet, clock } = await connected({
      wallet: fakeWallet({ personal_sign: never, wallet_switchEthereumChain: never }),
    })
    const pending = [latchkey.signMessage('hi'), latchkey.switchNetwork('eip155:10')]
    await settle()
    latchkey.stop()
    for (const outcome of await Promise.all(pending)) expect(outcome).toEqual({ status: 'cancelled' })
    expect(wallet.listenerCount()).toBe(0)
    expect(clock.live.size).toBe(0)
  })

  test('is independent of another one on the same page', async () => {
    const storage = memoryStorage()
    const one = await connected({ id: 'one', storage })
    const two = await started({ id: 'two', storage, wallet: fakeWallet({ eth_requestAccounts: [second] }) })
    expect(two.latchkey.getAccount()).toEqual({ status: 'disconnected' })
    await two.latchkey.connect({ connectorId: 'fake' })
    await settle()
    expect(one.latchkey.getAccount()).toMatchObject({ address: first })
    expect(two.latchkey.getAccount()).toMatchObject({ address: second })
    await one.latchkey.disconnect()
    await settle()
    expect([...storage.entries.keys()].filter((key) => key.endsWith('connections'))).toEqual([
      'latchkey.two.connections',
    ])
    expect(two.latchkey.getAccount().status).toBe('connected')
  })

  test('notifies watchers of flows and items as they start and end, also after a stop and a new start', async () => {
    const { latchkey, wallet } = instance({ wallet: fakeWallet({ eth_requestAccounts: never }) })
    const seen: boolean[] = []
    const unwatch = latchkey.watch('connectionAttempt', (ref) => void seen.push(ref !== undefined))
    latchkey.start()
    await settle()
    void latchkey.connect({ connectorId: 'fake' })
    latchkey.actor('namespace:eip155').send({ type: 'namespace.cancel' })
    void latchkey.connect({ connectorId: 'fake' })
    latchkey.stop()
    expect(seen).toEqual([false, true, false, true, false])
    unwatch()
    latchkey.start()
    void latchkey.connect({ connectorId: 'fake' })
    expect(seen).toHaveLength(5)
    expect(wallet.listenerCount()).toBe(0)
  })

  test('notifies a subscriber of changes only', async () => {
    const { latchkey, wallet } = await connected()
    const heard: string[] = []
    const unsubscribe = latchkey.subscribe(
      ({ isOpen: open, account, network }) => void heard.push(`${open} ${account.status} ${network.networkId}`),
    )
    latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } })
    wallet.emit('chainChanged', '0xa')
    latchkey.dispatch({ type: 'modal.open' })
    await settle()
    unsubscribe()
    latchkey.close()
    expect(heard[0]).toBe('false connected eip155:1')
    expect(heard.at(-1)).toBe('true connected eip155:10')
    expect(new Set(heard).size).toBe(heard.length)
  })
})

describe('the wallet requests of an instance', () => {
  test('sign a text or bytes with the connected account', async () => {
    const { latchkey, wallet } = await connected({ wallet: fakeWallet({ personal_sign: signature }) })
    expect(await latchkey.signMessage('Grüße')).toEqual({ status: 'done', value: signature })
    expect(wallet.calls.at(-1)).toEqual({ method: 'personal_sign', params: ['0x4772c3bcc39f65', first] })
    await latchkey.signMessage({ raw: '0x00ff' })
    expect(wallet.calls.at(-1)).toEqual({ method: 'personal_sign', params: ['0x00ff', first] })
  })

  test('sign typed data, whose domain type is derived and whose integers may be bigints', async () => {
    const { latchkey, wallet } = await connected({ wallet: fakeWallet({ eth_signTypedData_v4: signature }) })
    const typedData = {
      domain: { name: 'Shop', version: '1', chainId: 1, verifyingContract: second },
      types: { Order: [{ name: 'amount', type: 'uint256' }] },
      primaryType: 'Order',
      message: { amount: 2n ** 200n },
    } as const
    expect(await latchkey.signTypedData(typedData)).toEqual({ status: 'done', value: signature })
    const { method, params } = wallet.calls.at(-1) ?? {}
    const [account, json] = params as [string, string]
    expect([method, account]).toEqual(['eth_signTypedData_v4', first])
    expect(JSON.parse(json)).toEqual({
      domain: { ...typedData.domain, verifyingContract: second.toLowerCase() },
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
        ...typedData.types,
      },
      primaryType: 'Order',
      message: { amount: (2n ** 200n).toString() },
    })
  })

  test('do not ask the wallet for typed data that does not match its types', async () => {
    const { latchkey, wallet } = await connected({ wallet: fakeWallet({ eth_signTypedData_v4: signature }) })
    const types = {
      Order: [
        { name: 'amount', type: 'uint8' },
        { name: 'to', type: 'address' },
        { name: 'notes', type: 'string[]' },
      ],
    }
    for (const [primaryType, message] of [
      ['Order', { amount: 256, to: second, notes: [] }],
      ['Order', { amount: 1, to: '0x12', notes: [] }],
      ['Bid', { amount: 1, to: second, notes: [] }],
      ['Order', { amount: 'many', to: second, notes: [] }],
      ['Order', { amount: 1, to: second, notes: ['tea', 2] }],
    ] as const)
      expect(await latchkey.signTypedData({ types, primaryType, message })).toMatchObject({
        status: 'failed',
        error: { code: 'request.invalid' },
      })
    expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_signTypedData_v4')
  })

  test('name every outcome of a signature: declined, failed, invalid, expired, cancelled, not connected [8.34] [8.43]', async () => {
    for (const [personal_sign, outcome] of [
      [() => Promise.reject({ code: 4001 }), { status: 'declined', error: { message: 'Signature declined' } }],
      [() => Promise.reject('boom'), { status: 'failed', error: { message: 'Sign message failed', cause: 'boom' } }],
      ['ok', { status: 'failed', error: { code: 'wallet.invalidResponse' } }],
      [never, { status: 'expired', error: { code: 'request.expired' } }],
    ] as const) {
      const { latchkey, clock } = await connected({ wallet: fakeWallet({ personal_sign }) })
      const signing = latchkey.signMessage('hi')
      await settle()
      await pass(clock, 300_000, 1)
      expect(await signing).toMatchObject(outcome)
      expect(latchkey.actor('requests').getSnapshot().context.open).toEqual([])
    }
    const { latchkey } = await connected({ wallet: fakeWallet({ personal_sign: never }) })
    const control = new AbortController()
    const signing = latchkey.signMessage('hi', { signal: control.signal })
    control.abort()
    expect(await signing).toEqual({ status: 'cancelled' })
    await latchkey.disconnect()
    expect(await latchkey.signMessage('hi')).toMatchObject({ error: { message: 'The wallet is not connected' } })
  })

  test('each get their own answer when several are sent at once', async () => {
    const { latchkey } = await connected({
      methods: { safe: ['echo'] },
      wallet: fakeWallet({ echo: async (params: unknown) => (params as string[])[0] }),
    })
    const outcomes = await Promise.all(
      ['a', 'b', 'c'].map((text) => latchkey.request({ method: 'echo', params: [text] })),
    )
    expect(outcomes).toEqual(['a', 'b', 'c'].map((value) => ({ status: 'done', value })))
  })

  test('send a transaction with amounts as hex, after a check', async () => {
    const hash = `0x${'cd'.repeat(32)}`
    const { latchkey, wallet } = await connected({ wallet: fakeWallet({ eth_sendTransaction: hash }) })
    expect(await latchkey.sendTransaction({ to: second, value: 255n, data: '0xabcd', nonce: 3 })).toEqual({
      status: 'done',
      value: hash,
    })
    expect(wallet.calls.at(-1)?.params).toEqual([
      { from: first, to: second, value: '0xff', data: '0xabcd', nonce: '0x3', chainId: '0x1' },
    ])
    expect(await latchkey.sendTransaction({ to: '0x12' })).toMatchObject({ error: { code: 'address.length' } })
    expect(await latchkey.sendTransaction({ to: second, data: '0xabc' })).toMatchObject({
      error: { message: 'Contract data must be 0x hex of even length' },
    })
    expect(await latchkey.sendTransaction({ to: second, value: -1n })).toMatchObject({
      error: { code: 'amount.negative' },
    })
  })

  const sentAs = `0x${'ab'.repeat(32)}`
  // 1 wei from the first account of Hardhat to its second, on chain 1, and the Keccak-256 hash of that.
  const signed =
    '0x02f862018001018252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c080a066b279c9ba1c51958c4a13be623adb32c5c45c4470af6e299f8518d1f82aa8eca00fda200ce52d3da255ce0c5fca4c5e5c521b1391a5482e1dec73651b0b975309'
  const signedHash = '0x1136ee076b784ecde3a3fc027d41c2bdc0277d3fcd2e96c153f9c13f6ee338ed'
  test.each([
    ['without 0x', 'ab'.repeat(32), sentAs],
    ['with surrounding whitespace', ` ${sentAs}\n`, sentAs],
    ['in a JSON-RPC envelope', { id: 1, jsonrpc: '2.0', result: sentAs }, sentAs],
    ['as the hash of an object', { hash: sentAs }, sentAs],
    ['as the transactionHash of an object', { transactionHash: sentAs }, sentAs],
    ['as the signed transaction', signed, signedHash],
  ])('accept the transaction hash of a wallet %s', async (_, answer, value) => {
    const { latchkey, wallet } = await connected()
    wallet.answers['eth_sendTransaction'] = answer
    expect(await latchkey.sendTransaction({ to: second })).toEqual({ status: 'done', value })
  })

  test.each(['0x', null, undefined, 'ok', 7, {}, { hash: '0x12' }, `0x${'ab'.repeat(65)}`, '0x02f8'])(
    'do not fail for a wallet that answers %j, since it may have sent the transaction',
    async (answer) => {
      const { latchkey, wallet } = await connected()
      wallet.answers['eth_sendTransaction'] = answer
      expect(await latchkey.sendTransaction({ to: second })).toMatchObject({
        status: 'expired',
        error: { code: 'send.unreadable' },
      })
    },
  )
})

describe('a machine that crashes', () => {
  test('is reported and restarted under its name, with the current connection', async () => {
    const { latchkey, errors } = await connected()
    const before = sendOf(latchkey)
    latchkey.dispatch({ type: 'send.setAmount', amount: null as never })
    await settle()
    expect(errors).toEqual(['The send machine crashed and was restarted'])
    expect(sendOf(latchkey)).not.toBe(before)
    const { connection, tokens } = sendOf(latchkey).getSnapshot().context
    expect(connection).toEqual(latchkey.actor('network').getSnapshot().context.activeAccount?.connection)
    expect(connection?.address).toBe(first)
    expect(tokens).toEqual(balanceOf(latchkey).getSnapshot().context.tokens)
    expect(latchkey.getAccount().status).toBe('connected')
    expect(latchkey.actor('latchkey').getSnapshot().context.crashes).toEqual({ send: 1 })
  })

  test('receives the connectors of the app again', async () => {
    const { latchkey } = await started()
    latchkey.dispatch({ type: 'wallets.choose', wallet: null as never })
    await settle()
    expect(latchkey.actor('latchkey').getSnapshot().context.crashes).toEqual({ wallets: 1 })
    expect(latchkey.actor('wallets').getSnapshot().context.connectors).toMatchObject([{ id: 'fake' }])
  })

  test('is left stopped when it keeps crashing, and nothing else is affected', async () => {
    const { latchkey } = await connected()
    const send = () => latchkey.find('send')?.send({ type: 'send.setAmount', amount: null as never })
    for (let time = 0; time < 10; time += 1) {
      send()
      await settle()
    }
    expect(latchkey.actor('latchkey').getSnapshot().context.crashes['send']).toBe(6)
    expect(latchkey.find('balance')).toBeDefined()
    expect(await latchkey.connect({ connectorId: 'fake' })).toMatchObject({ status: 'done' })
  })

  test('an actor without an implementation is named in its error', async () => {
    const { connectionAttemptMachine } = await import('../../machines/index.ts')
    const { createActor } = await import('xstate')
    const actor = createActor(connectionAttemptMachine, {
      input: { connector: { id: 'a', name: 'A', type: 'ANNOUNCED', chain: 'eip155' } },
    }).start()
    await settle()
    expect(actor.getSnapshot().output).toMatchObject({
      status: 'failed',
      error: { cause: { implementationName: 'connectionAttempt.requestAccounts' } },
    })
    const filled = createActor(
      connectionAttemptMachine.provide({ actors: { requestAccounts: fromPromise(never) as never } }),
      {
        input: { connector: { id: 'a', name: 'A', type: 'ANNOUNCED', chain: 'eip155' } },
      },
    ).start()
    filled.send({ type: 'connectionAttempt.cancel' })
    expect(filled.getSnapshot().output).toEqual({ status: 'cancelled' })
  })
})
