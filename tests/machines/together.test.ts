/** How machines, namespaces and timing interact. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { defineNetwork, mainnet, solana, type Latchkey } from '../../sdk/index.ts'
import { connected, instance, other, pass, settle, started } from '../support/instance.ts'
import { accountOf, balanceOf, sendOf } from '../support/features.ts'
import { crash, draft, messageOf, stackOf, succeeded } from './page.ts'

const [, receiver] = fakeAccounts
const entry = (value: unknown) => JSON.stringify({ version: 1, value })
const storingApp = (networkId: string) =>
  memoryStorage(
    new Map([
      ['latchkey.default.connections', entry({ eip155: { connectorId: 'fake' } })],
      ['latchkey.default.networkId', entry(networkId)],
    ]),
  )
const third = defineNetwork({
  id: 99,
  name: 'Third',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://third.example'] } },
})
const solanaConnector = { id: 'sol', name: 'Sol', type: 'ANNOUNCED', chain: 'solana' } as const

/** Connected in both namespaces. */
async function both(wallet = fakeWallet()) {
  const made = await connected({
    wallet,
    networks: [mainnet, other, solana],
    connectors: [
      { connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
      { connector: solanaConnector, provider: fakeWallet() },
    ],
  })
  return made
}

/** Drafts a transfer of 1 ETH and submits it. */
async function submit(latchkey: Latchkey) {
  const [token] = sendOf(latchkey).getSnapshot().context.tokens
  if (!token) throw new Error('no token')
  await draft(latchkey, token, '1', receiver)
  latchkey.dispatch({ type: 'send.submit' })
  await settle()
}

describe('an instance with early and late events', () => {
  test('keeps a choice that was made before the storage was read, and the stored values too [3.46]', async () => {
    const storage = storingApp('eip155:10')
    const { latchkey } = instance({ storage })
    latchkey.start()
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    await settle()
    expect(latchkey.getAccount().status).toBe('connected')
    expect(latchkey.actor('theme').getSnapshot().value).toBe('dark')
    expect(storage.entries.get('latchkey.default.theme')).toContain('dark')
  })

  test('reads balances on a network that is added later', async () => {
    const wallet = fakeWallet({
      wallet_switchEthereumChain: () => {
        wallet.answers['eth_chainId'] = '0x63'
        return null
      },
    })
    const { latchkey } = await connected({ wallet })
    expect(await latchkey.switchNetwork(third)).toMatchObject({ status: 'done' })
    await settle()
    expect(balanceOf(latchkey).getSnapshot().value).toBe('ready')
  })

  test('reads balances again when a transfer is confirmed during a read', async () => {
    let reads = 0
    const { latchkey } = await connected({
      chain: {
        fetchBalances: () => {
          reads += 1
          return never()
        },
      },
    })
    balanceOf(latchkey).send(succeeded)
    await settle()
    expect(reads).toBe(2)
  })

  test('keeps the maximum that is estimated while balances arrive', async () => {
    let answer: (amount: string) => void = () => {}
    const { latchkey } = await connected({
      chain: { estimateMaximum: () => new Promise((resolve) => (answer = resolve)) },
    })
    const [token] = sendOf(latchkey).getSnapshot().context.tokens
    if (!token) throw new Error('no token')
    latchkey.dispatch({ type: 'send.setToken', token })
    latchkey.dispatch({ type: 'send.setMaximum' })
    latchkey.dispatch({ type: 'balance.refresh' })
    await settle()
    answer('2.25')
    await settle()
    expect(sendOf(latchkey).getSnapshot().context.amount).toBe('2.25')
  })

  test('ends its start after 20 s when the storage does not answer, or after the app’s own limit [4.2]', () => {
    const { latchkey, clock } = instance()
    latchkey.start()
    clock.increment(19_999)
    expect(latchkey.actor('latchkey').getSnapshot().value).toBe('restoring')
    clock.increment(1)
    expect(latchkey.actor('latchkey').getSnapshot().value).toBe('running')
    const bounded = instance({ timeouts: { restoringMs: 10 } })
    bounded.latchkey.start()
    bounded.clock.increment(11)
    expect(bounded.latchkey.actor('latchkey').getSnapshot().value).toBe('running')
  })
})

describe('an instance with answers out of order', () => {
  test('connects with the wallet that is being restored when the app requests a connection', async () => {
    const { latchkey } = instance({ storage: storingApp('eip155:1') })
    latchkey.start()
    expect(await latchkey.connect()).toMatchObject({ status: 'done', value: { networkId: 'eip155:1' } })
  })

  test('makes a new attempt for a wallet that is being disconnected', async () => {
    const { latchkey, connectorId } = await connected()
    const left = latchkey.disconnect()
    const again = latchkey.connect({ connectorId })
    expect(await left).toMatchObject({ status: 'done' })
    expect(await again).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount().status).toBe('connected')
  })

  test('does not overwrite an event of the wallet with an older answer [4.3]', async () => {
    const wallet = fakeWallet()
    const { latchkey, connectorId } = await started({ wallet })
    wallet.answers['eth_accounts'] = async () => {
      wallet.emit('accountsChanged', [receiver])
      return [fakeAccounts[0]]
    }
    await latchkey.connect({ connectorId })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ address: receiver })
  })

  test('completes a switch when the wallet changes the network shortly after its answer', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: null })
    const { latchkey } = await connected({ wallet })
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    expect(latchkey.find('networkSwitch')?.getSnapshot().value).toBe('settling')
    wallet.emit('chainChanged', '0xa')
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
  })

  test('activates the network of the namespace that it opens for, and ends a pending switch [2.13] [4.7]', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await both(wallet)
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    void latchkey.open({ namespace: 'solana' })
    expect(await switching).toEqual({ status: 'cancelled' })
    expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
  })

  test('keeps a switch for the caller that started it when a caller that joined it aborts', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await connected({ wallet })
    const control = new AbortController()
    const began = latchkey.switchNetwork('eip155:10')
    const joined = latchkey.switchNetwork('eip155:10', { signal: control.signal })
    control.abort()
    expect(await joined).toEqual({ status: 'cancelled' })
    wallet.emit('chainChanged', '0xa')
    expect(await began).toMatchObject({ status: 'done' })
  })

  test.each(['send.cancel', 'latchkey.disconnect'] as const)(
    'tracks a transaction that is sent after %s',
    async (type) => {
      const hash = `0x${'ef'.repeat(32)}` as const
      let confirm: (hash: string) => void = () => {}
      const { latchkey } = await connected({
        wallet: fakeWallet({ eth_sendTransaction: () => new Promise((resolve) => (confirm = resolve)) }),
        chain: { awaitReceipt: never },
      })
      await submit(latchkey)
      latchkey.dispatch({ type })
      await settle()
      expect(messageOf(latchkey)).toBe('send.cancelled')
      confirm(hash)
      await settle()
      expect(latchkey.find(`transaction:${hash}`)?.getSnapshot().value).toBe('confirming')
      expect(messageOf(latchkey)).toBe('send.sentLate')
    },
  )

  test('does not show the list of networks when the app disables switching', async () => {
    const { latchkey } = await connected({ enableNetworkSwitch: false })
    expect(latchkey.actor('view').getSnapshot().can({ type: 'view.push', view: 'Networks' })).toBe(false)
    expect(latchkey.actor('view').getSnapshot().can({ type: 'view.push', view: 'WalletSend' })).toBe(true)
  })

  test.each([
    ['send', ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'WalletSendConfirmed']],
    ['receive', ['WalletReceive', 'WalletCompatibleNetworks']],
    ['swaps', ['Swap', 'SwapSelectToken', 'SwapPreview', 'SwapConfirmed']],
  ] as const)('cannot show the views of a feature that is off: %s', async (name, views) => {
    const { latchkey } = await connected({ features: { [name]: false } })
    const view = latchkey.actor('view')
    const shown = () => view.getSnapshot().context.stack
    for (const asked of views) {
      view.send({ type: 'view.push', view: asked })
      expect(shown()).toEqual(['Account'])
      view.send({ type: 'view.replace', view: asked })
      expect(shown()).toEqual(['Account'])
      latchkey.dispatch({ type: 'modal.open', view: asked })
      expect(shown()).toEqual(['Account'])
      latchkey.dispatch({ type: 'modal.close' })
    }
    const { latchkey: other } = await connected({ features: { [name]: true } })
    other.dispatch({ type: 'view.push', view: views[0] })
    expect(stackOf(other)).toEqual(['Account', views[0]])
  })

  test('has no history tabs, and requests no history, when the app turns it off', async () => {
    const { latchkey } = await connected({ projectId: 'p', features: { history: false } })
    expect(accountOf(latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
    latchkey.dispatch({ type: 'account.selectTab', tab: 'Activity' })
    expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
    expect(await latchkey.load('activity')).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
  })
})

describe('the selection of the token to send', () => {
  const token = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: mainnet.caipNetworkId,
    quantity: { decimals: '18', numeric: '1' },
  }

  test('returns to the draft', async () => {
    const { latchkey } = await connected()
    const stack = () => stackOf(latchkey)
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'send.setToken', token })
    expect(stack()).toEqual(['Account', 'WalletSend'])
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendSelectToken' })
    latchkey.dispatch({ type: 'send.setToken', token })
    expect(stack()).toEqual(['Account', 'WalletSend'])
    expect(sendOf(latchkey).getSnapshot().context.token).toEqual(token)
    latchkey.dispatch({ type: 'modal.open', view: 'WalletSendSelectToken' })
    latchkey.dispatch({ type: 'send.setToken', token })
    expect(stack()).toEqual(['WalletSend'])
  })

  test('changes nothing while the wallet shows another transfer', async () => {
    const { latchkey } = await connected({ wallet: fakeWallet({ eth_sendTransaction: never }) })
    await draft(latchkey, token, '0.1', receiver)
    latchkey.dispatch({ type: 'send.submit' })
    expect(sendOf(latchkey).getSnapshot().value).toBe('sending')
    latchkey.dispatch({ type: 'modal.open', view: 'WalletSendSelectToken' })
    latchkey.dispatch({ type: 'send.setToken', token: { ...token, symbol: 'OTHER' } })
    expect(sendOf(latchkey).getSnapshot().context.token?.symbol).toBe('ETH')
    expect(stackOf(latchkey)).toEqual(['WalletSendSelectToken'])
  })
})

describe('an interruption', () => {
  test('of a connection by a disconnect leaves no wallet connected', async () => {
    const wallet = fakeWallet()
    const { latchkey } = await connected({
      wallet,
      connectors: [
        { connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
        { connector: { id: 'next', name: 'Next', type: 'ANNOUNCED', chain: 'eip155' }, provider: fakeWallet() },
      ],
    })
    const wanted = latchkey.connect({ connectorId: 'next' })
    const left = latchkey.disconnect()
    expect(await wanted).toEqual({ status: 'cancelled' })
    expect(await left).toMatchObject({ status: 'done' })
    await settle()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
  })

  test('of a tracked transaction ends it as cancelled, not expired', async () => {
    const hash = `0x${'ab'.repeat(32)}` as const
    const { latchkey } = await connected({
      watchPendingTransactions: true,
      chain: { awaitReceipt: () => Promise.reject(new Error('gone')), send: async () => hash },
    })
    await submit(latchkey)
    const item = latchkey.find(`transaction:${hash}`)
    expect(item?.getSnapshot().value).toBe('watching')
    item?.send({ type: 'transaction.stop' })
    expect(item?.getSnapshot().output).toEqual({ status: 'cancelled' })
  })
})

describe('several namespaces', () => {
  test('keep the switch of one while another one connects', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await both(wallet)
    const switching = latchkey.switchNetwork('eip155:10')
    latchkey.dispatch({ type: 'modal.open' })
    await latchkey.connect({ connectorId: 'sol' })
    expect(stackOf(latchkey)).toEqual(['Account'])
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
    wallet.emit('chainChanged', '0xa')
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
  })

  test('stay unchanged when one of them cannot be restored', async () => {
    const { latchkey, clock } = await connected({
      wallet: fakeWallet({ eth_chainId: '0x63' }),
      networks: [mainnet, other, solana],
    })
    latchkey.actor('namespace:solana').send({
      type: 'storage.restored',
      persisted: { connections: { solana: { connectorId: 'gone' } } },
    })
    await pass(clock, 6_000)
    expect(latchkey.getNetwork().networkId).toBe('eip155:99')
    expect(latchkey.actor('view').getSnapshot().value).toBe('locked')
    expect(latchkey.find('account')).toBeDefined()
    expect(sendOf(latchkey).getSnapshot().context.connection).toBeDefined()
  })

  test('do not list a wallet of a namespace that is not configured, and connecting it fails with a specific error', async () => {
    const { latchkey, errors } = await started({
      connectors: [{ connector: solanaConnector, provider: fakeWallet() }],
    })
    expect(latchkey.actor('connectors').getSnapshot().context.connectors).toEqual([])
    expect(await latchkey.connect({ connectorId: 'sol' })).toMatchObject({ error: { code: 'connector.notFound' } })
    expect(errors).toEqual([])
  })
})

test('opening with a connector id connects that wallet [2.13]', async () => {
  const { latchkey, connectorId } = await started()
  latchkey.dispatch({ type: 'modal.open', view: 'ConnectingExternal', connectorId })
  await settle()
  expect(latchkey.getAccount().status).toBe('connected')
})

test('a wallet whose events cannot be observed is logged, without an unhandled rejection', async () => {
  const wallet = fakeWallet()
  wallet.on = () => {
    throw new Error('no events here')
  }
  const { latchkey, errors } = await connected({ wallet })
  expect(latchkey.getAccount().status).toBe('connected')
  expect(errors).toEqual(['The wallet returned an invalid response'])
})

describe('a crashed machine', () => {
  const crashes = {
    'the service': (latchkey: Latchkey) => crash(latchkey, 'requests', 'requests.cancel', 'requestId'),
    'the request': (latchkey: Latchkey) =>
      latchkey
        .actor('requests')
        .send({ type: 'xstate.error.actor.walletRequest:1', error: new Error('by mistake') } as never),
  }
  test.each(Object.entries(crashes))('reports a pending transaction as possibly sent (%s)', async (_, end) => {
    const wallet = fakeWallet({ eth_sendTransaction: never, personal_sign: never })
    const sending = await connected({ wallet })
    const sent = sending.latchkey.sendTransaction({ to: receiver })
    await settle()
    end(sending.latchkey)
    expect(await sent).toMatchObject({ status: 'expired', error: { code: 'send.unknown' } })

    const signing = await connected({ wallet })
    const signed = signing.latchkey.signMessage('hello')
    await settle()
    end(signing.latchkey)
    expect(await signed).toMatchObject({ status: 'failed' })
  })

  test('does not pass the answer to an earlier request on to a later one', async () => {
    const answers: ((signature: string) => void)[] = []
    const wallet = fakeWallet({ personal_sign: () => new Promise((answer) => answers.push(answer)) })
    const { latchkey } = await connected({ wallet })
    const first = latchkey.signMessage('one')
    await settle()
    crash(latchkey, 'requests', 'requests.cancel', 'requestId')
    expect(await first).toMatchObject({ status: 'failed', error: { code: 'actor.crashed' } })

    const second = latchkey.signMessage('two')
    await settle()
    answers[0]?.(`0x${'11'.repeat(65)}`)
    await settle()
    answers[1]?.(`0x${'22'.repeat(65)}`)
    expect(await second).toEqual({ status: 'done', value: `0x${'22'.repeat(65)}` })
  })

  test('starts again without an account when no wallet is connected any more, and leaves nothing locked', async () => {
    const { latchkey, wallet } = await connected()
    latchkey.dispatch({ type: 'modal.open', view: 'ApproveTransaction' })
    crash(latchkey, 'view', 'view.leave', 'views')
    await settle()
    expect(latchkey.actor('modal').getSnapshot().context.lockedBy).toBeUndefined()
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'unlocked', context: { stack: ['Account'] } })

    crash(latchkey, 'network', 'account.disconnected', 'namespace')
    wallet.emit('accountsChanged', [])
    await settle()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(stackOf(latchkey)).toEqual(['Connect'])
    expect(latchkey.find('account')).toBeUndefined()
  })
})
