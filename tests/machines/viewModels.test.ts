import { describe, expect, test } from 'vitest'
import {
  emailMachine,
  emailUpdateMachine,
  farcasterMachine,
  namesMachine,
  onrampMachine,
  payMachine,
  purchasesMachine,
  sendMachine,
  smartSessionsMachine,
  socialMachine,
  swapMachine,
} from '../../machines/index.ts'
import { emailViewModel } from '../../machines/embedded/login/email.viewModel.ts'
import { emailUpdateViewModel } from '../../machines/embedded/login/emailUpdate.viewModel.ts'
import { farcasterViewModel } from '../../machines/embedded/login/farcaster.viewModel.ts'
import { socialViewModel } from '../../machines/embedded/login/social.viewModel.ts'
import { namesViewModel } from '../../machines/names/names.viewModel.ts'
import { onrampViewModel } from '../../machines/onramp/onramp.viewModel.ts'
import { purchasesViewModel } from '../../machines/onramp/purchases.viewModel.ts'
import { payViewModel } from '../../machines/pay/pay.viewModel.ts'
import { smartSessionsViewModel } from '../../machines/smart-sessions/smartSessions.viewModel.ts'
import { sendViewModel } from '../../machines/send/send.viewModel.ts'
import type { Quote } from '../../machines/swap/swap.types.ts'
import { swapViewModel } from '../../machines/swap/swap.viewModel.ts'
import { LatchkeyError, mainnet, Secret } from '../../sdk/index.ts'
import { ether, pass, settle } from '../support/instance.ts'
import { run } from '../support/run.ts'
import { OTHER } from './pairing/fixtures.ts'
import { bay, coin, connection, dollar, network, onrampOptions, onSolana, own, purchaseOf } from './walks/samples.ts'

/** An error in the form in which the tests compare it. */
const failing = (code: string) => expect.objectContaining({ code })

describe('the view model of `swap`', () => {
  const input = { connection, network: mainnet, balances: [ether('3')], isShown: false }
  const quoteOf = (toUnits: bigint): Quote => ({ from: coin, to: dollar, fromUnits: 10n ** 18n, toUnits })
  async function drafted(loadTokens = async () => [coin, dollar]) {
    const { actor } = run(swapMachine, { input, works: { loadTokens } })
    await settle(2)
    return { actor, model: () => swapViewModel(actor.getSnapshot()) }
  }
  async function quoted(toUnits: bigint) {
    const made = await drafted()
    made.actor.send({ type: 'swap.setTo', token: dollar })
    made.actor.send({ type: 'swap.quoted', quote: quoteOf(toUnits), gasPrice: 1_000_000_000n })
    return made
  }

  test('is not editable while the tokens are loaded', () => {
    const { actor } = run(swapMachine, { input, works: {} })
    expect(swapViewModel(actor.getSnapshot())).toMatchObject({
      status: 'loading',
      isEditable: false,
      canSetMaximum: false,
      canFlip: false,
      canChooseToken: false,
      canSubmit: false,
      error: undefined,
    })
  })

  test('has the reason why the tokens could not be loaded', async () => {
    const { model } = await drafted(() => Promise.reject(new LatchkeyError('network.noSwaps')))
    expect(model()).toMatchObject({ status: 'unavailable', error: failing('network.noSwaps'), canSubmit: false })
  })

  test('has the initial draft and what is missing from it', async () => {
    const { model } = await drafted()
    expect(model()).toMatchObject({
      status: 'editing',
      from: coin,
      to: undefined,
      fromBalance: '3',
      toBalance: undefined,
      amount: '1',
      nextStep: 'selectToken',
      order: undefined,
      isEditable: true,
      canSetMaximum: true,
      isApprovalNeeded: false,
      inputError: undefined,
      draftError: failing('swap.incomplete'),
    })
  })

  test('has what is wrong with the typed amount and the slippage tolerance', async () => {
    const { actor, model } = await quoted(2_490_000_000n)
    actor.send({ type: 'swap.setAmount', amount: '4' })
    actor.send({ type: 'swap.setSlippage', slippage: '51' })
    expect(model()).toMatchObject({
      nextStep: 'insufficientBalance',
      inputError: failing('amount.insufficient'),
      slippageError: failing('swap.slippage'),
      draftError: failing('swap.slippage'),
      canSubmit: false,
    })
  })

  test('can be submitted with a quote, and then has the submitted order', async () => {
    const { actor, model } = await quoted(2_490_000_000n)
    expect(model()).toMatchObject({
      status: 'editing',
      nextStep: 'review',
      canSubmit: true,
      draftError: undefined,
      order: { minimum: 2_465_100_000n, slippage: 100n },
      priceImpact: { percent: '0.4', level: 'none' },
      fee: { amount: '0.00015', symbol: 'ETH' },
      isFeeUnaffordable: false,
      submittedOrder: undefined,
    })
    actor.send({ type: 'swap.submit' })
    expect(model()).toMatchObject({
      status: 'executing',
      isEditable: false,
      canSubmit: false,
      submittedOrder: { minimum: 2_465_100_000n },
    })
  })

  test('requires the user to accept a price impact of ten percent first', async () => {
    const { actor, model } = await quoted(2_250_000_000n)
    expect(model()).toMatchObject({
      priceImpact: { percent: '10', level: 'extreme' },
      isImpactAcceptanceNeeded: true,
      canSubmit: false,
      draftError: failing('swap.impactUnconfirmed'),
    })
    actor.send({ type: 'swap.acceptImpact' })
    expect(model()).toMatchObject({ isImpactAcceptanceNeeded: false, canSubmit: true })
  })
})

describe('the view model of `send`', () => {
  function drafted() {
    const { actor } = run(sendMachine, {
      input: { connection, network: mainnet, tokens: [ether('2.5')], lastRetry: undefined },
    })
    return { actor, model: () => sendViewModel(actor.getSnapshot()) }
  }
  function complete() {
    const made = drafted()
    made.actor.send({ type: 'send.setToken', token: ether('2.5') })
    made.actor.send({ type: 'send.setAmount', amount: '1.5' })
    made.actor.send({ type: 'send.setReceiver', receiver: OTHER })
    made.actor.send({ type: 'xstate.done.actor.receiver', output: { receiver: { address: OTHER } } } as never)
    return made
  }

  test('has an empty draft and what is missing from it', () => {
    expect(drafted().model()).toMatchObject({
      status: 'editing',
      token: undefined,
      amount: '',
      receiver: '',
      nextStep: 'selectToken',
      progress: 'none',
      isEditable: true,
      canSetMaximum: false,
      canSubmit: false,
      amountError: undefined,
      receiverError: undefined,
      draftError: failing('send.incomplete'),
    })
  })

  test('has what is wrong with the typed amount and receiver', () => {
    const { actor, model } = complete()
    actor.send({ type: 'send.setAmount', amount: '3' })
    actor.send({ type: 'send.setReceiver', receiver: 'hello' })
    const output = { error: new LatchkeyError('address.invalid') }
    actor.send({ type: 'xstate.done.actor.receiver', output } as never)
    expect(model()).toMatchObject({
      nextStep: 'insufficientFunds',
      canSetMaximum: true,
      amountError: failing('amount.insufficient'),
      receiverError: failing('address.invalid'),
      draftError: failing('amount.insufficient'),
    })
  })

  test('can be submitted before its fee is known, and without one', () => {
    const { actor, model } = complete()
    expect(model()).toMatchObject({
      nextStep: 'preview',
      receiverAddress: OTHER,
      canSubmit: true,
      isFeeLoading: true,
      draftError: undefined,
    })
    actor.send({ type: 'send.unpriced', error: new LatchkeyError('send.gasEstimate') })
    expect(model()).toMatchObject({
      canSubmit: true,
      isFeeLoading: false,
      feeError: failing('send.gasEstimate'),
      transferError: undefined,
    })
  })

  test('cannot be submitted if the account cannot pay the fee', () => {
    const { actor, model } = complete()
    actor.send({ type: 'send.priced', fee: { amount: '1.1', symbol: 'ETH' } })
    expect(model()).toMatchObject({
      nextStep: 'preview',
      canSubmit: false,
      isFeeLoading: false,
      feeError: undefined,
      transferError: failing('send.gasUnaffordable'),
    })
  })

  test('can be cancelled while the wallet is asked, and has the submitted transfer', () => {
    const { actor, model } = complete()
    actor.send({ type: 'send.submit' })
    expect(model()).toMatchObject({
      status: 'sending',
      isEditable: false,
      canSubmit: false,
      canCancel: true,
      submittedTransfer: { amount: '1.5', receiver: OTHER },
      hash: undefined,
    })
  })
})

describe('the view model of `onramp`', () => {
  const input = { connection, network: mainnet, providers: [bay, own], hasApi: true }
  const money = (amount: string) => ({ amount, currency: 'USD' })
  const quote = {
    purchase: { amount: '0.04', currency: 'ETH' },
    total: money('100'),
    subtotal: money('98'),
    providerFee: money('1.5'),
    networkFee: money('0.5'),
    id: 'q1',
  }
  async function drafted(fetchQuote = async () => quote) {
    const works = { fetchOptions: async () => onrampOptions, fetchQuote }
    const { actor, clock } = run(onrampMachine, { input, works })
    await settle(2)
    const type = async (amount: string) => {
      actor.send({ type: 'onramp.setAmount', amount })
      await pass(clock, 500, 1)
    }
    return { actor, type, model: () => onrampViewModel(actor.getSnapshot()) }
  }

  test('is not editable while the options are fetched', () => {
    const { actor } = run(onrampMachine, { input })
    expect(onrampViewModel(actor.getSnapshot())).toMatchObject({ status: 'loading', isEditable: false })
  })

  test('has the initial draft, its limits and its providers', async () => {
    const { model } = await drafted()
    expect(model()).toMatchObject({
      status: 'editing',
      currency: { id: 'eth' },
      fiat: { id: 'USD' },
      method: { id: 'card', min: '10.00', max: '7500.00' },
      hasFallbackLimits: false,
      amount: '',
      quoteStatus: 'none',
      offers: [
        { provider: bay, error: undefined },
        { provider: own, error: undefined },
      ],
      provider: undefined,
      isEditable: true,
      amountError: undefined,
    })
  })

  test('has a quote for a valid amount', async () => {
    const { type, model } = await drafted()
    await type('100')
    expect(model()).toMatchObject({ quoteStatus: 'valid', quote: { id: 'q1' }, amountError: undefined })
  })

  test('has what is wrong with the amount, for each provider', async () => {
    const { type, model } = await drafted()
    await type('5')
    expect(model()).toMatchObject({
      quoteStatus: 'none',
      amountError: failing('onramp.limits'),
      offers: [{ error: failing('onramp.limits') }, { error: failing('onramp.limits') }],
    })
  })

  test('has the reason why there is no quote', async () => {
    const { type, model } = await drafted(() => Promise.reject(new LatchkeyError('onramp.quoteFailed')))
    await type('100')
    expect(model()).toMatchObject({ quoteStatus: 'failed', quoteError: failing('onramp.quoteFailed') })
  })

  test('has the provider whose window is open', async () => {
    const { actor, model } = await drafted()
    actor.send({ type: 'onramp.buy', providerId: 'bay' })
    expect(model()).toMatchObject({ status: 'buying', provider: bay, isEditable: false })
  })
})

describe('the view model of `purchases`', () => {
  const input = { networkId: network, address: connection.address }

  test('has the purchases, and whether one is in progress', async () => {
    const purchases = [purchaseOf('2', 'IN_PROGRESS'), purchaseOf('1')]
    const { actor } = run(purchasesMachine, { input, works: { fetchPurchases: async () => purchases } })
    expect(purchasesViewModel(actor.getSnapshot())).toMatchObject({ status: 'loading', purchases: [] })
    await settle(2)
    expect(purchasesViewModel(actor.getSnapshot())).toMatchObject({
      status: 'ready',
      networkId: network,
      purchases,
      hasPendingPurchase: true,
      error: undefined,
    })
  })

  test('has the reason why they could not be fetched', async () => {
    const fetchPurchases = () => Promise.reject(new LatchkeyError('api.expired'))
    const { actor } = run(purchasesMachine, { input, works: { fetchPurchases } })
    await settle(2)
    expect(purchasesViewModel(actor.getSnapshot())).toMatchObject({
      status: 'failed',
      error: failing('onramp.historyFailed'),
    })
  })
})

describe('the view model of `pay`', () => {
  const activeAccount = { connection, network: mainnet }
  const request = { network, recipient: OTHER, asset: 'native', amount: '0.5' } as const
  const exchanges = [{ id: 'harbour', name: 'Harbour', imageUrl: undefined }]
  async function requested(
    account: { connection: typeof connection; network: typeof mainnet } | undefined = activeAccount,
    fetchExchanges = async () => exchanges,
  ) {
    const { actor } = run(payMachine, {
      input: { settings: { networks: [mainnet], tokens: {} }, activeAccount: account },
      works: { readPayments: async () => [], checkRecipient: async () => OTHER, fetchExchanges },
    })
    await settle(2)
    actor.send({ type: 'pay.submit', request })
    const model = () => payViewModel(actor.getSnapshot())
    const checking = model()
    await settle(2)
    return { actor, checking, model }
  }

  test('has the payment and the payment methods', async () => {
    const { checking, model } = await requested()
    expect(checking).toMatchObject({ status: 'checking', order: { amount: '0.5' } })
    expect(model()).toMatchObject({
      status: 'choosing',
      order: { recipient: OTHER, amount: '0.5' },
      network: { name: 'Ethereum' },
      connection,
      walletStep: 'pay',
      exchanges,
      isLoadingExchanges: false,
      hash: undefined,
    })
  })

  test.each([
    ['connect', undefined],
    ['switchNetwork', { connection: { ...connection, networkId: 'eip155:10' as const }, network: mainnet }],
  ] as const)('has the step %s for the wallet', async (walletStep, account) => {
    const { actor, model } = await requested()
    const connectionStatus = account ? 'connected' : 'disconnected'
    actor.send({ type: 'activeAccount.changed', activeAccount: account, connectionStatus, connected: false })
    expect(model()).toMatchObject({ walletStep })
  })

  test('has the reason why there are no exchanges', async () => {
    const { model } = await requested(activeAccount, () => Promise.reject(new LatchkeyError('pay.exchangesFailed')))
    expect(model()).toMatchObject({
      status: 'choosing',
      exchanges: [],
      isLoadingExchanges: false,
      exchangesError: failing('pay.exchangesFailed'),
    })
  })

  test('has no payment before one is requested', () => {
    const { actor } = run(payMachine, { input: { settings: { networks: [mainnet], tokens: {} }, activeAccount } })
    expect(payViewModel(actor.getSnapshot())).toMatchObject({ status: 'reading', order: undefined, network: undefined })
  })
})

describe('the view model of `names`', () => {
  const input = { connection, network: mainnet }
  async function typed(name: string, holder: 'nobody' | 'other' = 'nobody') {
    const { actor, clock } = run(namesMachine, { input, works: { fetchOwned: async () => undefined } })
    await settle(2)
    actor.send({ type: 'names.setName', name })
    const model = () => namesViewModel(actor.getSnapshot())
    const before = model()
    await pass(clock, 500, 1)
    const output = { holder, suggestions: [], lookupError: undefined, suggestionsError: undefined }
    actor.send({ type: 'xstate.done.actor.nameLookup', output } as never)
    return { actor, before, model }
  }

  test('is not editable while the names of the account are read, and has the one that it has', async () => {
    const { actor } = run(namesMachine, { input, works: { fetchOwned: async () => 'ann1.reown.id' } })
    expect(namesViewModel(actor.getSnapshot())).toMatchObject({ status: 'reading', ownedName: undefined })
    await settle(2)
    expect(namesViewModel(actor.getSnapshot())).toMatchObject({ status: 'owned', ownedName: 'ann1.reown.id' })
  })

  test('has what is wrong with a name that is too short', async () => {
    const { before } = await typed('ann')
    expect(before).toMatchObject({
      status: 'editing',
      name: 'ann',
      availability: 'unknown',
      nameError: failing('names.tooShort'),
      canSubmit: false,
    })
  })

  test('can be submitted once the name is free', async () => {
    const { actor, before, model } = await typed('ann1')
    expect(before).toMatchObject({ availability: 'checking', canSubmit: false })
    expect(model()).toMatchObject({ availability: 'free', canSubmit: true, nameError: undefined })
    actor.send({ type: 'names.submit' })
    expect(model()).toMatchObject({ status: 'registering', isEditable: false, canSubmit: false })
  })

  test('cannot be submitted if another account has the name', async () => {
    const { model } = await typed('ann1', 'other')
    expect(model()).toMatchObject({ availability: 'taken', canSubmit: false, isEditable: true })
  })
})

describe('the view model of `email`', () => {
  test('has each step of the sign-in', async () => {
    const { actor } = run(emailMachine, {
      input: { email: undefined, lastLoginAt: undefined },
      works: {
        connectEmail: async () => ({ action: 'VERIFY_OTP', inUse: false }),
        connectOtp: () => Promise.reject(new LatchkeyError('embedded.refused', { params: { reason: 'Wrong code' } })),
      },
    })
    const model = () => emailViewModel(actor.getSnapshot())
    expect(model()).toMatchObject({ status: 'idle', email: undefined, isBusy: false, canSubmitCode: false })
    actor.send({ type: 'email.submit', email: ' ann@example.com ' })
    expect(model()).toMatchObject({ status: 'requesting', email: 'ann@example.com', isBusy: true })
    await settle(2)
    expect(model()).toMatchObject({
      status: 'entering',
      secondsLeft: 30,
      isBusy: false,
      canSubmitCode: true,
      canResend: false,
      canRetry: false,
      error: undefined,
    })
    actor.send({ type: 'email.submitCode', code: new Secret('123456') })
    expect(model()).toMatchObject({ status: 'checking', isBusy: true, canSubmitCode: false })
    await settle(2)
    expect(model()).toMatchObject({ status: 'entering', canSubmitCode: true, error: failing('embedded.refused') })
  })

  test('can request another code after 30 s', async () => {
    const { actor, clock } = run(emailMachine, {
      input: { email: undefined, lastLoginAt: undefined },
      works: { connectEmail: async () => ({ action: 'VERIFY_OTP', inUse: false }) },
    })
    actor.send({ type: 'email.submit', email: 'ann@example.com' })
    await settle(2)
    await pass(clock, 30_000, 30)
    expect(emailViewModel(actor.getSnapshot())).toMatchObject({ secondsLeft: 0, canResend: true })
  })

  test('has the reason why an address is refused', () => {
    const { actor } = run(emailMachine, { input: { email: undefined, lastLoginAt: undefined } })
    actor.send({ type: 'email.submit', email: 'ann' })
    expect(emailViewModel(actor.getSnapshot())).toMatchObject({
      status: 'idle',
      error: failing('email.invalid'),
    })
  })
})

describe('the view model of `emailUpdate`', () => {
  test('has each step of the change', async () => {
    const { actor } = run(emailUpdateMachine, {
      input: { embedded: true },
      works: {
        updateEmail: async () => ({ action: 'VERIFY_PRIMARY_OTP' }),
        confirmCurrent: async () => undefined,
      },
    })
    const model = () => emailUpdateViewModel(actor.getSnapshot())
    const code = new Secret('123456')
    expect(model()).toMatchObject({ status: 'idle', newEmail: undefined, isBusy: false })
    actor.send({ type: 'emailUpdate.submit', email: 'bea@example.com' })
    expect(model()).toMatchObject({ status: 'requesting', newEmail: 'bea@example.com', isBusy: true })
    await settle(2)
    expect(model()).toMatchObject({ status: 'enteringCurrent', canSubmitCode: true, canResend: false, secondsLeft: 30 })
    actor.send({ type: 'emailUpdate.submitCode', code })
    expect(model()).toMatchObject({ status: 'checkingCurrent', isChecking: true, canSubmitCode: false })
    await settle(2)
    expect(model()).toMatchObject({ status: 'enteringNew', isChecking: false, canSubmitCode: true })
    actor.send({ type: 'emailUpdate.submitCode', code })
    expect(model()).toMatchObject({ status: 'checkingNew', isChecking: true, isBusy: true })
  })
})

describe('the view model of `social`', () => {
  test('has each step of the sign-in', async () => {
    const { actor } = run(socialMachine, { works: { leadWindow: async () => ({ inUse: false }) } })
    const model = () => socialViewModel(actor.getSnapshot())
    expect(model()).toMatchObject({ status: 'idle', provider: undefined, canRetry: false })
    actor.send({ type: 'social.choose', provider: 'google' })
    await settle(2)
    expect(model()).toMatchObject({ status: 'waiting', provider: 'google', canRetry: false })
    actor.send({ type: 'social.windowClosed' })
    expect(model()).toMatchObject({ status: 'windowClosed', canRetry: true })
    actor.send({ type: 'social.returned', uri: new Secret('x') })
    expect(model()).toMatchObject({ status: 'connecting', canRetry: false })
  })

  test('has the reason why the sign-in failed', () => {
    const { actor } = run(socialMachine, {})
    actor.send({ type: 'social.choose', provider: 'google' })
    actor.send({ type: 'social.windowFailed', error: new LatchkeyError('social.blocked') })
    expect(socialViewModel(actor.getSnapshot())).toMatchObject({
      status: 'failed',
      canRetry: true,
      error: failing('social.blocked'),
    })
  })
})

describe('the view model of `farcaster`', () => {
  test('has the link while it waits, and the reason for a failure', async () => {
    const { actor } = run(farcasterMachine, {
      works: {
        requestUrl: async () => ({ url: 'https://farcaster.example', inUse: false }),
      },
    })
    const model = () => farcasterViewModel(actor.getSnapshot())
    actor.send({ type: 'farcaster.begin' })
    expect(model()).toMatchObject({ status: 'waiting', url: undefined, canRetry: false })
    await settle(2)
    expect(model()).toMatchObject({ status: 'waiting', url: 'https://farcaster.example' })
    actor.send({ type: 'xstate.done.actor.connectFarcaster', output: { userName: 'ann' } } as never)
    expect(model()).toMatchObject({ status: 'connecting', userName: 'ann', canRetry: false })
    actor.send({ type: 'xstate.error.actor.connectWallet', error: new LatchkeyError('api.expired') } as never)
    expect(model()).toMatchObject({ status: 'failed', canRetry: true, error: failing('api.expired') })
  })
})

describe('the view model of `smartSessions`', () => {
  const session = {
    pci: 'pci',
    expiry: 10,
    createdAt: 1,
    revokedAt: undefined,
    project: undefined,
    explained: [],
  }
  const started = (more: object = {}, works: object = {}) =>
    run(smartSessionsMachine, { input: { connection, network: mainnet, isListVisible: true, ...more }, works })

  test('has the sessions by status, and those that are being revoked', async () => {
    const { actor } = started({}, { fetchSessions: async () => [session] })
    const model = () => smartSessionsViewModel(actor.getSnapshot())
    expect(model()).toMatchObject({ status: 'loading', isLoaded: false })
    await settle(2)
    expect(model()).toMatchObject({
      status: 'ready',
      isLoaded: true,
      groups: { active: [{ pci: 'pci' }], expired: [], revoked: [] },
      isGranting: false,
      revokingIds: [],
      error: undefined,
    })
    actor.send({ type: 'smartSessions.revoke', pci: 'pci' })
    expect(model()).toMatchObject({ revokingIds: ['pci'], isGranting: false })
  })

  test('has the reason why the list could not be fetched', async () => {
    const { actor } = started({}, { fetchSessions: () => Promise.reject(new LatchkeyError('api.expired')) })
    await settle(2)
    expect(smartSessionsViewModel(actor.getSnapshot())).toMatchObject({
      status: 'failed',
      isLoaded: false,
      error: failing('smartSession.fetchFailed'),
    })
  })

  test('is unsupported for accounts of other namespaces', () => {
    const { actor } = started({ connection: onSolana })
    expect(smartSessionsViewModel(actor.getSnapshot())).toMatchObject({ status: 'unsupported' })
  })
})
