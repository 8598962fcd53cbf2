/** What happens when machines, namespaces and moments meet. */
import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { defineNetwork, mainnet, solana, type Latchkey } from '../../sdk/index.ts'
import { connected, instance, other, pass, settle, started } from '../support/instance.ts'
import { accountOf, balanceOf, sendOf } from '../support/features.ts'
import { crash, draft, messageOf, stackOf, succeeded } from './page.ts'

const [, receiver] = fakeAccounts
const entry = (value: unknown) => JSON.stringify({ version: 1, value })
const remembering = (networkId: string) =>
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
  latchkey.send({ type: 'send.submit' })
  await settle()
}

describe('early and late', () => {
  test('a choice made before the storage was read is kept, and what stood there too [3.46]', async () => {
    const storage = remembering('eip155:10')
    const { latchkey } = instance({ storage })
    latchkey.start()
    latchkey.send({ type: 'theme.set', choice: 'dark' })
    await settle()
    expect(latchkey.getAccount().status).toBe('connected')
    expect(latchkey.actor('theme').getSnapshot().value).toBe('dark')
    expect(storage.entries.get('latchkey.default.theme')).toContain('dark')
  })

  test('a network that is offered later has balances', async () => {
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

  test('a transfer that is confirmed while balances are being read makes them be read again', async () => {
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

  test('balances that come in while the maximum is worked out do not lose it', async () => {
    let answer: (amount: string) => void = () => {}
    const { latchkey } = await connected({
      chain: { estimateMaximum: () => new Promise((resolve) => (answer = resolve)) },
    })
    const [token] = sendOf(latchkey).getSnapshot().context.tokens
    if (!token) throw new Error('no token')
    latchkey.send({ type: 'send.setToken', token })
    latchkey.send({ type: 'send.setMaximum' })
    latchkey.send({ type: 'balance.refresh' })
    await settle()
    answer('2.25')
    await settle()
    expect(sendOf(latchkey).getSnapshot().context.amount).toBe('2.25')
  })

  test('the start is over as soon as it is known that the storage does not answer, after 20 s; a site may bound that [4.2]', () => {
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

describe('answers out of turn', () => {
  test('a wallet that comes back while the site asks for a connection is the answer', async () => {
    const { latchkey } = instance({ storage: remembering('eip155:1') })
    latchkey.start()
    expect(await latchkey.connect()).toMatchObject({ status: 'done', value: { networkId: 'eip155:1' } })
  })

  test('asking for a wallet that is just being left is an attempt of its own', async () => {
    const { latchkey, connectorId } = await connected()
    const left = latchkey.disconnect()
    const again = latchkey.connect({ connectorId })
    expect(await left).toMatchObject({ status: 'done' })
    expect(await again).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount().status).toBe('connected')
  })

  test('news from the wallet is not overwritten by an older answer [4.3]', async () => {
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

  test('a wallet that arrives on the new network a moment after its yes has switched', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: null })
    const { latchkey } = await connected({ wallet })
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    expect(latchkey.find('networkSwitch')?.getSnapshot().value).toBe('settling')
    wallet.emit('chainChanged', '0xa')
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
  })

  test('opening for a namespace activates its network, and ends a switch that is under way [2.13] [4.7]', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await both(wallet)
    const switching = latchkey.switchNetwork('eip155:10')
    await settle()
    void latchkey.open({ namespace: 'solana' })
    expect(await switching).toEqual({ status: 'cancelled' })
    expect(latchkey.getNetwork().networkId).toBe(solana.caipNetworkId)
  })

  test('who joined a switch cannot call it off for the one who began it', async () => {
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

  test.each(['send.cancel', 'latchkey.disconnect'] as const)('watches what is sent after %s', async (type) => {
    const hash = `0x${'ef'.repeat(32)}` as const
    let confirm: (hash: string) => void = () => {}
    const { latchkey } = await connected({
      wallet: fakeWallet({ eth_sendTransaction: () => new Promise((resolve) => (confirm = resolve)) }),
      chain: { awaitReceipt: never },
    })
    await submit(latchkey)
    latchkey.send({ type })
    await settle()
    expect(messageOf(latchkey)).toBe('send.cancelled')
    confirm(hash)
    await settle()
    expect(latchkey.find(`transaction:${hash}`)?.getSnapshot().value).toBe('confirming')
    expect(messageOf(latchkey)).toBe('send.sentLate')
  })

  test('where the site does not let visitors choose a network, the list is not shown', async () => {
    const { latchkey } = await connected({ enableNetworkSwitch: false })
    expect(latchkey.actor('view').getSnapshot().can({ type: 'view.push', view: 'Networks' })).toBe(false)
    expect(latchkey.actor('view').getSnapshot().can({ type: 'view.push', view: 'WalletSend' })).toBe(true)
  })

  test.each([
    ['send', ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'WalletSendConfirmed']],
    ['receive', ['WalletReceive', 'WalletCompatibleNetworks']],
    ['swaps', ['Swap', 'SwapSelectToken', 'SwapPreview', 'SwapConfirmed']],
  ] as const)('what a site turns off cannot be opened, by no way: %s', async (name, views) => {
    const { latchkey } = await connected({ features: { [name]: false } })
    const view = latchkey.actor('view')
    const shown = () => view.getSnapshot().context.stack
    for (const asked of views) {
      view.send({ type: 'view.push', view: asked })
      expect(shown()).toEqual(['Account'])
      view.send({ type: 'view.replace', view: asked })
      expect(shown()).toEqual(['Account'])
      latchkey.send({ type: 'modal.open', view: asked })
      expect(shown()).toEqual(['Account'])
      latchkey.send({ type: 'modal.close' })
    }
    const { latchkey: other } = await connected({ features: { [name]: true } })
    other.send({ type: 'view.push', view: views[0] })
    expect(stackOf(other)).toEqual(['Account', views[0]])
  })

  test('a site that turns the history off has neither its tabs nor anybody asked for it', async () => {
    const { latchkey } = await connected({ projectId: 'p', features: { history: false } })
    expect(accountOf(latchkey).getSnapshot().context.tabs).toEqual(['Tokens'])
    latchkey.send({ type: 'account.selectTab', tab: 'Activity' })
    expect(accountOf(latchkey).getSnapshot().context.tab).toBe('Tokens')
    expect(await latchkey.load('activity')).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
  })
})

describe('choosing the token to send', () => {
  const token = {
    name: 'Ether',
    symbol: 'ETH',
    chainId: mainnet.caipNetworkId,
    quantity: { decimals: '18', numeric: '1' },
  }

  test('leads back to what is to be sent', async () => {
    const { latchkey } = await connected()
    const stack = () => stackOf(latchkey)
    latchkey.send({ type: 'view.push', view: 'WalletSend' })
    latchkey.send({ type: 'send.setToken', token })
    expect(stack()).toEqual(['Account', 'WalletSend'])
    latchkey.send({ type: 'view.push', view: 'WalletSendSelectToken' })
    latchkey.send({ type: 'send.setToken', token })
    expect(stack()).toEqual(['Account', 'WalletSend'])
    expect(sendOf(latchkey).getSnapshot().context.token).toEqual(token)
    latchkey.send({ type: 'modal.open', view: 'WalletSendSelectToken' })
    latchkey.send({ type: 'send.setToken', token })
    expect(stack()).toEqual(['WalletSend'])
  })

  test('leads nowhere while the wallet is asked for another transfer, whose token stays', async () => {
    const { latchkey } = await connected({ wallet: fakeWallet({ eth_sendTransaction: never }) })
    await draft(latchkey, token, '0.1', receiver)
    latchkey.send({ type: 'send.submit' })
    expect(sendOf(latchkey).getSnapshot().value).toBe('sending')
    latchkey.send({ type: 'modal.open', view: 'WalletSendSelectToken' })
    latchkey.send({ type: 'send.setToken', token: { ...token, symbol: 'OTHER' } })
    expect(sendOf(latchkey).getSnapshot().context.token?.symbol).toBe('ETH')
    expect(stackOf(latchkey)).toEqual(['WalletSendSelectToken'])
  })
})

describe('leaving in the middle', () => {
  test('while another wallet is wanted leaves nobody connecting', async () => {
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

  test('a transaction that is let go after a look is cancelled, not expired', async () => {
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
  test('one that connects during the other’s switch does not end it', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: never })
    const { latchkey } = await both(wallet)
    const switching = latchkey.switchNetwork('eip155:10')
    latchkey.send({ type: 'modal.open' })
    await latchkey.connect({ connectorId: 'sol' })
    expect(stackOf(latchkey)).toEqual(['Account'])
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
    wallet.emit('chainChanged', '0xa')
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
  })

  test('one that cannot be restored leaves the other as it was', async () => {
    const { latchkey, clock } = await connected({
      wallet: fakeWallet({ eth_chainId: '0x63' }),
      networks: [mainnet, other, solana],
    })
    latchkey.actor('namespace:solana').send({
      type: 'memory.restored',
      remembered: { connections: { solana: { connectorId: 'gone' } } },
    })
    await pass(clock, 6_000)
    expect(latchkey.getNetwork().networkId).toBe('eip155:99')
    expect(latchkey.actor('view').getSnapshot().value).toBe('locked')
    expect(latchkey.find('account')).toBeDefined()
    expect(sendOf(latchkey).getSnapshot().context.connection).toBeDefined()
  })

  test('a wallet of a namespace that is not offered is not listed, and choosing it fails by name', async () => {
    const { latchkey, errors } = await started({
      connectors: [{ connector: solanaConnector, provider: fakeWallet() }],
    })
    expect(latchkey.actor('connectors').getSnapshot().context.connectors).toEqual([])
    expect(await latchkey.connect({ connectorId: 'sol' })).toMatchObject({ error: { code: 'connector.notFound' } })
    expect(errors).toEqual([])
  })
})

test('opening with a wallet connects it [2.13]', async () => {
  const { latchkey, connectorId } = await started()
  latchkey.send({ type: 'modal.open', view: 'ConnectingExternal', connectorId })
  await settle()
  expect(latchkey.getAccount().status).toBe('connected')
})

test('a wallet that cannot be listened to is logged, and leaves no rejection behind', async () => {
  const wallet = fakeWallet()
  wallet.on = () => {
    throw new Error('no events here')
  }
  const { latchkey, errors } = await connected({ wallet })
  expect(latchkey.getAccount().status).toBe('connected')
  expect(errors).toEqual(['The wallet gave an answer that could not be understood'])
})

describe('a machine that stops by mistake', () => {
  const crashes = {
    'the service': (latchkey: Latchkey) => crash(latchkey, 'requests', 'requests.cancel', 'attempt'),
    'the request': (latchkey: Latchkey) =>
      latchkey
        .actor('requests')
        .send({ type: 'xstate.error.actor.walletRequest:1', error: new Error('by mistake') } as never),
  }
  test.each(Object.entries(crashes))(
    'while a wallet shows a transaction: it may have been sent (%s)',
    async (_, end) => {
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
    },
  )

  test('has no part in what is asked next: the answer to what it asked before is not the answer to that', async () => {
    const answers: ((signature: string) => void)[] = []
    const wallet = fakeWallet({ personal_sign: () => new Promise((answer) => answers.push(answer)) })
    const { latchkey } = await connected({ wallet })
    const first = latchkey.signMessage('one')
    await settle()
    crash(latchkey, 'requests', 'requests.cancel', 'attempt')
    expect(await first).toMatchObject({ status: 'failed', error: { code: 'actor.crashed' } })

    const second = latchkey.signMessage('two')
    await settle()
    answers[0]?.(`0x${'11'.repeat(65)}`)
    await settle()
    answers[1]?.(`0x${'22'.repeat(65)}`)
    expect(await second).toEqual({ status: 'done', value: `0x${'22'.repeat(65)}` })
  })

  test('begins again with nobody, where nobody is connected any more; nothing stays locked', async () => {
    const { latchkey, wallet } = await connected()
    latchkey.send({ type: 'modal.open', view: 'ApproveTransaction' })
    crash(latchkey, 'view', 'view.leave', 'views')
    await settle()
    expect(latchkey.actor('modal').getSnapshot().context.lockedBy).toBeUndefined()
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'free', context: { stack: ['Account'] } })

    crash(latchkey, 'network', 'account.disconnected', 'namespace')
    wallet.emit('accountsChanged', [])
    await settle()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(stackOf(latchkey)).toEqual(['Connect'])
    expect(latchkey.find('account')).toBeUndefined()
  })
})
