import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeApi, fakeWallet, never } from '../../mocks/index.ts'
import type { Receipt } from '../../machines/transactions/transaction.contract.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { bitcoin, LatchkeyError, mainnet, solana, type TokenBalance } from '../../sdk/index.ts'
import { feeValue, isSendable } from '../../sdk/skin.ts'
import { draftStep, validateDraft } from '../../machines/send/send.rules.ts'
import { connected, ether, pass, settle } from '../support/instance.ts'
import { balanceOf, sendOf } from '../support/features.ts'
import { draft, messageOf, received, stackOf } from './page.ts'

const [, receiver] = fakeAccounts
const hash = `0x${'ab'.repeat(32)}`
const dollar: TokenBalance = {
  name: 'Dollar',
  symbol: 'USD',
  chainId: 'eip155:1',
  address: 'eip155:1:0x5FbDB2315678afecb367f032d93F642f64180aa3',
  quantity: { decimals: '6', numeric: '100.5' },
}
const whole = {
  network: mainnet,
  token: ether('2.5'),
  amount: '1.5',
  receiver,
  receiverAddress: receiver,
  receiverError: undefined,
} as const

/** Connected, with 1.5 of 2.5 ETH drafted to the second account. */
async function drafted(chain: Partial<ChainAdapter> = {}, options: Parameters<typeof connected>[0] = {}) {
  const made = await connected({
    wallet: fakeWallet({ eth_sendTransaction: hash }),
    chain: { fetchBalances: async () => [ether('2.5'), dollar], ...chain },
    ...options,
  })
  const send = sendOf(made.latchkey)
  await draft(made.latchkey, ether('2.5'), '1.5', receiver)
  const outcomes: unknown[] = []
  send.on('send.settled', ({ outcome }) => void outcomes.push(outcome))
  return { ...made, send, outcomes }
}

describe('a draft', () => {
  test('requires an amount, a receiver and a token [5.1] [5.2] [4.22]', () => {
    expect(validateDraft(whole)).toBeUndefined()
    expect(validateDraft({ ...whole, amount: '' })?.message).toBe('An amount and receiver address are required')
    expect(validateDraft({ ...whole, receiver: '' })?.message).toBe('An amount and receiver address are required')
    expect(validateDraft({ ...whole, token: undefined })?.message).toBe('A token is required')
    expect(validateDraft({ ...whole, token: ether('2', 'eip155:10') })?.message).toBe('A token is required')
    expect(validateDraft({ ...whole, network: solana, token: undefined })?.message).toBe('A token is required')
    expect(validateDraft({ ...whole, network: solana })?.message).toBe('A token is required')
    const elsewhere = { caipNetworkId: 'cosmos:cosmoshub-4' } as const
    expect(validateDraft({ ...whole, network: elsewhere })?.message).toBe('Unsupported chain')
  })

  test('reports that it is incomplete on submit, without a wallet request [5.1]', async () => {
    const { latchkey, wallet } = await connected()
    const send = sendOf(latchkey)
    const outcomes: unknown[] = []
    send.on('send.settled', ({ outcome }) => void outcomes.push(outcome))
    send.send({ type: 'send.submit' })
    expect(send.getSnapshot().context.error?.message).toBe('An amount and receiver address are required')
    expect(outcomes).toMatchObject([{ status: 'failed', error: { code: 'send.incomplete' } }])
    expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  })

  test.each([
    ['abc', 'Number abc is not a valid decimal number.'],
    ['1,5', 'Number 1,5 is not a valid decimal number.'],
    ['1e3', 'Number 1e3 is not a valid decimal number.'],
    ['.', 'Number . is not a valid decimal number.'],
    ['-1', 'The amount must be greater than zero'],
    ['0', 'The amount must be greater than zero'],
    ['0.00', 'The amount must be greater than zero'],
    ['2.500000000000000001', 'Insufficient funds'],
    ['0.0000000000000000001', 'ETH has at most 18 decimals'],
  ])('is refused with an amount of %s: %s [5.14]', async (amount, text) => {
    const { send } = await drafted()
    send.send({ type: 'send.setAmount', amount })
    send.send({ type: 'send.submit' })
    expect(send.getSnapshot().context.error?.message).toBe(text)
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
    expect(send.getSnapshot().context.amount).toBe(amount)
  })

  test.each([
    ['0x70997970C51812dc3A010C7d01b50e0d17dc79c8', 'This address has a typo: its checksum does not match'],
    ['0x7099797', 'An address has 40 characters after 0x. This one has 7.'],
    ['hello', 'Invalid address'],
    ['70997970C51812dc3A010C7d01b50e0d17dc79C8', 'Invalid address'],
  ])('is refused with the receiver %s: %s', async (text, message) => {
    const { send } = await drafted()
    send.send({ type: 'send.setReceiver', receiver: text })
    await settle()
    expect(send.getSnapshot().context.receiverError?.message).toBe(message)
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
    send.send({ type: 'send.submit' })
    expect(send.getSnapshot().context.error?.message).toBe(message)
  })

  test.each([receiver, receiver.toLowerCase(), `0x${receiver.slice(2).toUpperCase()}`, `  ${receiver}\n`])(
    'accepts the receiver %o, and writes it with its checksum',
    async (text) => {
      const { send } = await drafted()
      send.send({ type: 'send.setReceiver', receiver: text })
      await settle()
      expect(send.getSnapshot().context.receiverAddress).toBe(receiver)
      expect(send.getSnapshot().hasTag('submittable')).toBe(true)
    },
  )

  test('uses the newest receiver, whichever is checked first, and ends a check after 10 s', async () => {
    const answers: Record<string, (address: string) => void> = {}
    const { send, clock } = await drafted({
      resolveReceiver: (text) => new Promise((resolve) => void (answers[text] = resolve)),
    })
    send.send({ type: 'send.setReceiver', receiver: 'one' })
    send.send({ type: 'send.setReceiver', receiver: 'two' })
    await settle()
    answers['two']?.('0x2')
    answers['one']?.('0x1')
    await settle()
    expect(send.getSnapshot().context.receiverAddress).toBe('0x2')
    send.send({ type: 'send.setReceiver', receiver: 'three' })
    await pass(clock, 10_000, 1)
    expect(send.getSnapshot().context.receiverError?.code).toBe('address.unresolved')
  })

  test('keeps an amount that is typed while the receiver is checked', async () => {
    const { send } = await drafted()
    send.send({ type: 'send.setReceiver', receiver: receiver.toLowerCase() })
    send.send({ type: 'send.setAmount', amount: '2' })
    await settle()
    expect(send.getSnapshot().context).toMatchObject({ amount: '2', receiverAddress: receiver })
    expect(send.getSnapshot().hasTag('submittable')).toBe(true)
  })

  test('reports the next step in the order of the view', () => {
    const empty = { ...whole, token: undefined, amount: '', receiver: '', receiverAddress: undefined }
    expect(draftStep(empty)).toBe('selectToken')
    expect(draftStep({ ...empty, token: whole.token })).toBe('addAmount')
    expect(draftStep({ ...empty, token: whole.token, amount: 'x' })).toBe('incorrectValue')
    expect(draftStep({ ...empty, token: whole.token, amount: '3' })).toBe('insufficientFunds')
    expect(draftStep({ ...empty, token: whole.token, amount: '1' })).toBe('addAddress')
    expect(draftStep({ ...whole, receiverAddress: undefined })).toBe('checkingAddress')
    expect(draftStep(whole)).toBe('preview')
  })

  test('gets the maximum that can be sent, or an error that says why not', async () => {
    const { send } = await drafted({ estimateMaximum: async () => '2.4999' })
    send.send({ type: 'send.setMaximum' })
    await settle()
    expect(send.getSnapshot().context.amount).toBe('2.4999')
    const orders: unknown[] = []
    const toReceiver = await drafted({
      estimateMaximum: async (order) => {
        orders.push(order.receiver)
        return '1'
      },
    })
    toReceiver.send.send({ type: 'send.setMaximum' })
    await settle()
    expect(orders).toEqual([receiver])
    const failing = await drafted({ estimateMaximum: never })
    failing.send.send({ type: 'send.setMaximum' })
    await pass(failing.clock, 20_000, 1)
    expect(failing.send.getSnapshot().context.error?.message).toBe('error estimating gas')
  })
})

describe('the preview of a transfer', () => {
  const ann = { name: '\u202eann.eth', avatar: 'https://pictures.example/ann.png' }
  const served = (made: Parameters<typeof fakeApi>[0] = {}) =>
    fakeApi({
      identity: ({ address }) => (address === receiver ? ann : { name: undefined, avatar: undefined }),
      ...made,
    })

  test('shows the fee shortly after the last change, and again after each change', async () => {
    const orders: unknown[] = []
    const { send, clock } = await drafted({
      estimateFee: async ({ from, receiver: to, amount }) => {
        orders.push({ from, to, amount })
        return { amount: '0.0021', symbol: 'ETH' }
      },
    })
    const known = () => send.getSnapshot().context
    await pass(clock, 299, 1)
    expect([send.getSnapshot().value, orders]).toEqual([{ editing: 'complete' }, []])
    send.send({ type: 'send.setAmount', amount: '2' })
    await pass(clock, 299, 1)
    expect(orders).toEqual([])
    await pass(clock, 1, 1)
    expect(orders).toEqual([{ from: fakeAccounts[0], to: receiver, amount: '2' }])
    expect(known()).toMatchObject({ fee: { amount: '0.0021', symbol: 'ETH' }, feeError: undefined })
    send.send({ type: 'send.setAmount', amount: '1' })
    expect(known().fee).toBeUndefined()
    expect(send.getSnapshot().hasTag('submittable')).toBe(true)
  })

  test.each([
    ['the amount and the fee', ether('2.5'), '2.4979', '0.0021', undefined],
    ['the amount, but not the fee as well', ether('2.5'), '2.498', '0.0021', 'send.gasUnaffordable'],
    ['the whole balance, and no fee', ether('2.5'), '2.5', '0.000000000000000001', 'send.gasUnaffordable'],
    ['a fee for a token', dollar, '100', '2.5', undefined],
    ['no fee for a token', dollar, '100', '2.50001', 'send.gasUnaffordable'],
  ])('shows whether the account can pay: %s', async (_, token, amount, fee, code) => {
    const { send, clock, latchkey, wallet } = await drafted({
      estimateFee: async () => ({ amount: fee, symbol: 'ETH' }),
    })
    await draft(latchkey, token, amount, receiver)
    await pass(clock, 300, 1)
    expect(send.getSnapshot().context.fee).toEqual({ amount: fee, symbol: 'ETH' })
    expect(send.getSnapshot().context.feeError?.code).toBe(code)
    expect(send.getSnapshot().hasTag('submittable')).toBe(code === undefined)
    send.send({ type: 'send.submit' })
    await settle()
    const asked = wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')
    expect(asked).toHaveLength(code === undefined ? 1 : 0)
  })

  test('shows why the fee is unknown, at once or after 20 s, and the transfer can be sent anyway', async () => {
    const failing = await drafted({ estimateFee: () => Promise.reject(new LatchkeyError('rpc.offline')) })
    await pass(failing.clock, 300, 1)
    expect(failing.send.getSnapshot().context).toMatchObject({ fee: undefined, feeError: { code: 'rpc.offline' } })
    const silent = await drafted({ estimateFee: never })
    await pass(silent.clock, 300, 1)
    await pass(silent.clock, 19_999, 1)
    expect(silent.send.getSnapshot().context.feeError).toBeUndefined()
    await pass(silent.clock, 1, 1)
    expect(silent.send.getSnapshot().context.feeError?.message).toBe('error estimating gas')
    for (const { send, outcomes } of [failing, silent]) {
      send.send({ type: 'send.submit' })
      await settle()
      expect(outcomes).toEqual([{ status: 'done', value: hash }])
    }
  })

  test('cancels the lookups of an earlier draft when the draft changes', async () => {
    const asked: { amount: string; signal: AbortSignal; answer: (fee: { amount: string; symbol: string }) => void }[] =
      []
    const { send, clock } = await drafted({
      estimateFee: ({ amount }, signal) => new Promise((answer) => asked.push({ amount, signal, answer })),
    })
    await pass(clock, 300, 1)
    send.send({ type: 'send.setAmount', amount: '2' })
    await pass(clock, 300, 1)
    expect(asked.map(({ amount, signal: { aborted } }) => [amount, aborted])).toEqual([
      ['1.5', true],
      ['2', false],
    ])
    asked[0]?.answer({ amount: '0.1', symbol: 'ETH' })
    await settle()
    expect(send.getSnapshot().context.fee).toBeUndefined()
    asked[1]?.answer({ amount: '0.2', symbol: 'ETH' })
    await settle()
    expect(send.getSnapshot().context.fee).toEqual({ amount: '0.2', symbol: 'ETH' })
    send.send({ type: 'send.setAmount', amount: '1' })
    await pass(clock, 300, 1)
    send.send({ type: 'send.submit' })
    expect(asked[2]?.signal.aborted).toBe(true)
  })

  test('shows an unknown fee when a lookup breaks off, and keeps a reason that was shown before', async () => {
    const nothing = (): any => undefined // oxlint-disable-line no-explicit-any
    const broken = await drafted({ estimateFee: async () => nothing() })
    await pass(broken.clock, 300, 1)
    expect(broken.send.getSnapshot().context).toMatchObject({ fee: undefined, feeError: { code: 'send.gasEstimate' } })
    let tell = () => {}
    const identity = (): any => new Promise((answer) => (tell = () => answer(undefined))) // oxlint-disable-line no-explicit-any
    const told = await drafted(
      { estimateFee: () => Promise.reject(new LatchkeyError('rpc.offline')) },
      { api: fakeApi({ identity }) },
    )
    await pass(told.clock, 300, 1)
    expect(told.send.getSnapshot().context.feeError?.code).toBe('rpc.offline')
    tell()
    await settle()
    expect(told.send.getSnapshot()).toMatchObject({ status: 'active', context: { feeError: { code: 'rpc.offline' } } })
    for (const { send, outcomes } of [broken, told]) {
      send.send({ type: 'send.submit' })
      await settle()
      expect(outcomes).toEqual([{ status: 'done', value: hash }])
    }
  })

  test('has the token, amount, receiver with name and avatar, value of the native token, and time of the last failure [3.3]', async () => {
    const worth = { ...ether('2.5'), value: 5_000, price: 2_000 }
    const { send, clock, api, latchkey } = await drafted(
      {},
      { api: served({ balance: { balances: [worth, dollar] } }) },
    )
    await pass(clock, 300, 1)
    expect(send.getSnapshot().context).toMatchObject({
      token: ether('2.5'),
      amount: '1.5',
      receiverAddress: receiver,
      receiverProfileName: 'ann.eth',
      receiverProfileImageUrl: ann.avatar,
      networkBalanceInUSD: 5_000,
      tokens: [worth, dollar],
      lastRetry: undefined,
    })
    expect(send.getSnapshot().hasTag('busy')).toBe(false)
    send.send({ type: 'send.setReceiver', receiver: fakeAccounts[0] })
    await pass(clock, 300, 1)
    expect(send.getSnapshot().context).toMatchObject({
      receiverProfileName: undefined,
      receiverProfileImageUrl: undefined,
    })
    api.answers.balance = () => {
      throw new Error('no')
    }
    await pass(clock, 30_000, 1)
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    expect(send.getSnapshot().context.lastRetry).toBe(clock.now())
    const failing = await drafted({}, { chain: { fetchBalances: () => Promise.reject(new Error('no route')) } })
    expect(failing.send.getSnapshot().context.lastRetry).toBe(failing.clock.now())
    send.send({ type: 'send.submit' })
    expect(send.getSnapshot().hasTag('busy')).toBe(true)
  })
})

describe('a transfer', () => {
  test('is sent to the wallet exactly as drafted, then resets the draft and keeps the hash [4.22] [4.23]', async () => {
    const { send, wallet, outcomes, latchkey } = await drafted()
    send.send({ type: 'send.submit' })
    expect(send.getSnapshot().hasTag('busy')).toBe(true)
    await settle()
    expect(wallet.calls.find(({ method }) => method === 'eth_sendTransaction')?.params).toEqual([
      { from: fakeAccounts[0], to: receiver, value: '0x14d1120d7b160000', chainId: '0x1' },
    ])
    expect(send.getSnapshot().value).toBe('sent')
    expect(send.getSnapshot().context).toMatchObject({ hash, amount: '', receiver: '', token: undefined })
    expect(send.getSnapshot().context.transfer).toMatchObject({ amount: '1.5', receiver })
    expect(outcomes).toEqual([{ status: 'done', value: hash }])
    expect(latchkey.actor('snackbar').getSnapshot().context.message).toEqual({
      variant: 'success',
      code: 'transaction.confirmed',
      hiddenInViews: ['WalletSendConfirmed'],
    })
  })

  test('of an ERC-20 is sent as transfer(address,uint256) in its own decimals, and the API refreshes that token [7.6]', async () => {
    const { send, wallet, latchkey } = await drafted()
    const told = received(latchkey, 'balance', 'balance.expectChange')
    send.send({ type: 'send.setToken', token: dollar })
    send.send({ type: 'send.setAmount', amount: '10.25' })
    send.send({ type: 'send.submit' })
    await settle()
    expect(wallet.calls.find(({ method }) => method === 'eth_sendTransaction')?.params).toEqual([
      {
        from: fakeAccounts[0],
        to: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
        data:
          '0xa9059cbb' +
          receiver.slice(2).toLowerCase().padStart(64, '0') +
          (10_250_000).toString(16).padStart(64, '0'),
        chainId: '0x1',
      },
    ])
    expect(told).toEqual([{ type: 'balance.expectChange', networkId: 'eip155:1', address: dollar.address }])
  })

  test('has an error code and a text for each failure, keeps the draft, and can be repeated', async () => {
    for (const [answer, status, code] of [
      [() => Promise.reject({ code: 4001 }), 'declined', 'send.declined'],
      [() => Promise.reject(new Error('nonce too low')), 'failed', 'send.failed'],
      [() => Promise.reject('a string'), 'failed', 'send.failed'],
    ] as const) {
      const { send, wallet, outcomes, latchkey } = await drafted()
      wallet.answers['eth_sendTransaction'] = answer
      send.send({ type: 'send.submit' })
      await settle()
      expect(outcomes).toMatchObject([{ status, error: { code } }])
      expect(send.getSnapshot().context).toMatchObject({ amount: '1.5', receiver, error: { code } })
      // A declined transfer is reported once, by the draft.
      const said = messageOf(latchkey)
      expect(said).toBe(status === 'declined' ? undefined : code)
      wallet.answers['eth_sendTransaction'] = hash
      send.send({ type: 'send.submit' })
      await settle()
      expect(outcomes.at(-1)).toEqual({ status: 'done', value: hash })
    }
  })

  test('is not offered again when the wallet may have sent it, and does not count as failed', async () => {
    for (const [answer, code] of [
      ['ok', 'send.unreadable'],
      [null, 'send.unreadable'],
      [never, 'send.expired'],
    ] as const) {
      const { send, wallet, outcomes, latchkey, clock } = await drafted()
      wallet.answers['eth_sendTransaction'] = answer
      latchkey.dispatch({ type: 'modal.open', view: 'WalletSend' })
      latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
      send.send({ type: 'send.submit' })
      await settle()
      if (answer === never) await pass(clock, 300_000, 1)
      expect(stackOf(latchkey).at(-1)).toBe('WalletSend')
      expect(outcomes).toMatchObject([{ status: 'expired', error: { code } }])
      expect(messageOf(latchkey)).toBe(code)
      expect(send.getSnapshot().context).toMatchObject({ amount: '', receiver: '', token: undefined, error: { code } })
      expect(send.getSnapshot().hasTag('submittable')).toBe(false)
      send.send({ type: 'send.submit' })
      await settle()
      expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    }
  })

  test('is not sent to a wallet that moved to another network without an event', async () => {
    const { send, wallet, latchkey } = await drafted()
    wallet.answers['eth_chainId'] = '0xa'
    send.send({ type: 'send.submit' })
    await settle()
    expect(send.getSnapshot().context.error?.code).toBe('send.otherNetwork')
    expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
    // The network that is stored for the wallet is correct again.
    await settle()
    expect(latchkey.actor('network').getSnapshot().context.connections.eip155?.networkId).toBe('eip155:10')
  })

  test('expires after five minutes without an answer, ends at once on cancel, and both say what may still happen', async () => {
    const { send, wallet, clock, outcomes, latchkey } = await drafted()
    wallet.answers['eth_sendTransaction'] = never
    send.send({ type: 'send.submit' })
    await settle()
    await pass(clock, 300_000, 1)
    expect(outcomes).toMatchObject([{ status: 'expired', error: { code: 'send.expired' } }])
    await draft(latchkey, ether('2.5'), '1.5', receiver)
    send.send({ type: 'send.submit' })
    send.send({ type: 'send.cancel' })
    expect(outcomes.at(-1)).toEqual({ status: 'cancelled' })
    expect(send.getSnapshot().context.error?.message).toMatch(
      /If you still confirm there, the transaction will be sent/,
    )
    expect(messageOf(latchkey)).toBe('send.cancelled')
  })

  test('continues, and stays tracked, when a switch of account or network starts a new draft', async () => {
    const { send, wallet, latchkey } = await drafted({ awaitReceipt: never })
    let answer: (value: unknown) => void = () => {}
    wallet.answers['eth_sendTransaction'] = () => new Promise((resolve) => (answer = resolve))
    send.send({ type: 'send.submit' })
    await settle()
    wallet.emit('accountsChanged', [receiver])
    wallet.emit('chainChanged', '0xa')
    answer(hash)
    await settle()
    expect(send.getSnapshot().status).toBe('stopped')
    expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    expect(latchkey.find(`transaction:${hash}`)?.getSnapshot().context.network).toMatchObject({
      caipNetworkId: 'eip155:1',
    })
    expect(messageOf(latchkey)).toBe('send.sentLate')
    await latchkey.load('send')
    expect(sendOf(latchkey).getSnapshot().context).toMatchObject({
      network: { caipNetworkId: 'eip155:10' },
      connection: { address: receiver },
      transfer: undefined,
      amount: '',
      receiver: '',
      token: undefined,
    })
  })

  test('that fails after a switch of account ends, and the user sees why', async () => {
    const { send, wallet, latchkey } = await drafted()
    let refuse: (reason: unknown) => void = () => {}
    wallet.answers['eth_sendTransaction'] = () => new Promise((_, reject) => (refuse = reject))
    send.send({ type: 'send.submit' })
    await settle()
    wallet.emit('accountsChanged', [receiver])
    // The message about the other account’s wallet is gone.
    await settle()
    expect(latchkey.actor('snackbar').getSnapshot().value).toBe('hidden')
    refuse(new Error('nonce too low'))
    await settle()
    expect(messageOf(latchkey)).toBe('send.failed')
  })

  test('uses the newest balance of the selected token', async () => {
    const { send, latchkey } = await drafted({ fetchBalances: async () => [ether('1')] })
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    expect(send.getSnapshot().context.token?.quantity.numeric).toBe('1')
    expect(send.getSnapshot().hasTag('submittable')).toBe(false)
  })
})

describe('a sent transaction', () => {
  const submit = async (chain: Partial<ChainAdapter>, options = {}) => {
    const made = await drafted(chain, options)
    const settled = received<{ status: string }>(made.latchkey, 'balance', 'transaction.settled')
    const facts = () => settled.map(({ status }) => status)
    made.send.send({ type: 'send.submit' })
    await settle()
    return { ...made, facts, item: () => made.latchkey.find(`transaction:${hash}`) }
  }

  test('refreshes the balances when it is confirmed', async () => {
    let reads = 0
    const { latchkey, facts } = await submit({
      fetchBalances: async () => [ether(String((reads += 1)))],
    })
    expect(facts()).toEqual(['success'])
    expect(reads).toBe(2)
    expect(balanceOf(latchkey).getSnapshot().context.tokens[0]?.quantity.numeric).toBe('2')
  })

  test.each([
    ['reverted', hash],
    ['replaced', `0x${'aa'.repeat(32)}`],
  ] as const)('is reported as %s, and not as confirmed', async (status, finalHash) => {
    const { latchkey, facts } = await submit({ awaitReceipt: async () => ({ status, hash: finalHash }) })
    expect(facts()).toEqual([status])
    expect(sendOf(latchkey).getSnapshot().context).toMatchObject({ progress: status, hash: finalHash })
    expect(messageOf(latchkey)).toBe(`transaction.${status}`)
  })

  test('is awaited for 25 s, and by default no longer [9.8] [9.9]', async () => {
    const { item, clock, facts, latchkey } = await submit({
      awaitReceipt: never,
      fetchReceipt: async () => ({ status: 'success', hash }),
    })
    clock.increment(24_999)
    expect(item()?.getSnapshot().value).toBe('confirming')
    clock.increment(1)
    expect(item()).toBeUndefined()
    expect(messageOf(latchkey)).toBe('transaction.timedOut')
    await pass(clock, 600_000, 20)
    expect(facts()).toEqual([])
    expect(sendOf(latchkey).getSnapshot().context).toMatchObject({ hash, progress: 'unconfirmed' })
  })

  test('is polled every 30 s until it is found, when the app enables that [9.9]', async () => {
    const receipts: (Receipt | undefined)[] = [undefined, undefined, { status: 'success', hash }]
    let looks = 0
    const { item, clock, facts } = await submit(
      { awaitReceipt: never, fetchReceipt: async () => receipts[(looks += 1) - 1] },
      { watchPendingTransactions: true },
    )
    await pass(clock, 25_000, 1)
    expect(item()?.getSnapshot().value).toBe('watching')
    await pass(clock, 29_999, 1)
    expect(looks).toBe(0)
    clock.increment(1)
    await settle()
    expect(looks).toBe(1)
    await pass(clock, 30_000, 1)
    await pass(clock, 30_000, 1)
    expect(facts()).toEqual(['success'])
  })

  test('is found by its place, which was read while the network had it', async () => {
    const position = { nonce: 7, doing: 'a transfer' }
    const asked: unknown[] = []
    const sped = `0x${'cd'.repeat(32)}`
    const { clock, send, facts } = await submit(
      {
        awaitReceipt: never,
        readPosition: async () => position,
        fetchReceipt: async (order) => {
          asked.push(order.position)
          return { status: 'success', hash: sped }
        },
      },
      { watchPendingTransactions: true },
    )
    await pass(clock, 25_000, 1)
    await pass(clock, 30_000, 1)
    expect(asked).toEqual([position])
    expect(facts()).toEqual(['success'])
    expect(send.getSnapshot().context).toMatchObject({ progress: 'success', hash: sped })
  })

  test('is polled 99 times and then given up [4.34]', async () => {
    let looks = 0
    const { item, clock, send } = await submit(
      { awaitReceipt: never, fetchReceipt: async () => void (looks += 1) },
      { watchPendingTransactions: true },
    )
    await pass(clock, 25_000, 1)
    for (let minute = 0; minute < 110; minute += 1) await pass(clock, 30_000, 1)
    expect(looks).toBe(99)
    expect(item()).toBeUndefined()
    expect(send.getSnapshot().context.progress).toBe('unconfirmed')
  })
})

test('draftFault allows transfers on eip155, solana and bip122, and refuses any other namespace [4.22] [8.2]', () => {
  const on = (caipNetworkId: TokenBalance['chainId']) =>
    validateDraft({ ...whole, network: { caipNetworkId }, token: ether('2', caipNetworkId) })
  for (const known of [mainnet, solana, bitcoin]) {
    expect(on(known.caipNetworkId)).toBeUndefined()
    expect(isSendable(known.caipNetworkId)).toBe(true)
  }
  for (const other of ['polkadot', 'cosmos', 'algorand', 'cip34', 'elrond', 'multiversx', 'near', 'tezos'] as const) {
    expect(on(`${other}:1`)?.message).toBe('Unsupported chain')
    expect(isSendable(`${other}:1`)).toBe(false)
  }
})

test('draftFault refuses a transfer from an address for ordinals', () => {
  const accounts = [
    { address: 'payment', type: 'payment' },
    { address: 'ordinals', type: 'ordinal' },
  ] as const
  const { caipNetworkId } = bitcoin
  const from = (address: string) =>
    validateDraft({
      ...whole,
      network: bitcoin,
      token: ether('2', caipNetworkId),
      connection: { address, accounts },
    })
  expect(from('payment')).toBeUndefined()
  expect(from('ordinals')?.message).toBe('This address is for ordinals. Send from your payment address.')
  expect(accounts.map((account) => isSendable(caipNetworkId, account))).toEqual([true, false])
})

test('feeValue is the fee at the price of the native token, and undefined without a price', () => {
  const fee = { amount: '0.002', symbol: 'ETH' }
  expect(feeValue(fee, [dollar, { ...ether('2'), price: 2_500 }])).toBe(5)
  expect(feeValue(fee, [{ ...dollar, price: 1 }, ether('2')])).toBeUndefined()
})

test('a draft of an impossible transfer cannot be submitted, and says why; an unknown fee does not block it', async () => {
  let thrown: LatchkeyError = new LatchkeyError('send.paused')
  const { send, outcomes, wallet, clock } = await drafted({
    estimateFee: async () => {
      throw thrown
    },
  })
  await pass(clock, 300)
  expect(send.getSnapshot().context.feeError).toBe(thrown)
  expect(send.getSnapshot().value).toEqual({ editing: 'incomplete' })
  send.send({ type: 'send.submit' })
  expect(outcomes).toEqual([{ status: 'failed', error: thrown }])
  thrown = new LatchkeyError('send.frozen')
  send.send({ type: 'send.setAmount', amount: '1.125' })
  await pass(clock, 300)
  send.send({ type: 'send.submit' })
  expect(outcomes.at(-1)).toEqual({ status: 'failed', error: thrown })
  expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_sendTransaction')
  thrown = new LatchkeyError('send.gasEstimate')
  send.send({ type: 'send.setAmount', amount: '1.25' })
  expect(send.getSnapshot().context.feeError).toBeUndefined()
  await pass(clock, 300)
  expect(send.getSnapshot().context.feeError).toBe(thrown)
  expect(send.getSnapshot().hasTag('submittable')).toBe(true)
})
