import { describe, expect, test } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { TIMEOUTS } from '../../machines/constants.ts'
import { connectionAttemptMachine } from '../../machines/connection/connectionAttempt.machine.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isAlreadyDisconnected, isUserRejection } from '../../machines/shared/outcome.rules.ts'
import { toListedConnector, withConnector } from '../../machines/connection/connectors.rules.ts'
import { connected, instance, pass, settle, started } from '../support/instance.ts'
import { fakePairing } from '../support/pairing.ts'
import { accountOf } from '../support/features.ts'
import { announce, pageWindow } from '../support/page.ts'
import { run } from '../support/run.ts'
import { isOpen, messageOf, scriptedVisibility, stackOf } from './page.ts'
import { connector } from './walks/samples.ts'

const [first, second] = fakeAccounts

describe('an attempt to connect a wallet in this browser', () => {
  const attempt = (works: Parameters<typeof run<typeof connectionAttemptMachine>>[1]['works'] = {}) =>
    run(connectionAttemptMachine, { input: { connector }, works })

  test.each([
    ['the user rejects it, by code', { code: 4001 }, 'declined', 'connect.declined'],
    ['the user rejects it, by message', new Error('User rejected the request.'), 'declined', 'connect.declined'],
    ['the wallet cannot be read', new LatchkeyError('wallet.invalidResponse'), 'failed', 'wallet.invalidResponse'],
    ['the wallet fails', new Error('kaput'), 'failed', 'connect.failed'],
  ])('reports why it ended when %s [8.46]', async (_, reason, status, code) => {
    const { actor } = attempt({ requestAccounts: () => Promise.reject(reason) })
    await settle()
    expect(actor.getSnapshot().output).toMatchObject({ status, error: { code } })
  })

  test('reports a delay after 15 s without an answer, and expires after 120 s', async () => {
    const { actor, clock } = attempt()
    clock.increment(14_999)
    expect(actor.getSnapshot().hasTag('overdue')).toBe(false)
    clock.increment(1)
    expect(actor.getSnapshot().hasTag('overdue')).toBe(true)
    clock.increment(104_999)
    expect(actor.getSnapshot().hasTag('busy')).toBe(true)
    clock.increment(1)
    expect(actor.getSnapshot().output).toMatchObject({ status: 'expired', error: { code: 'connect.expired' } })
  })

  test('is cancelled at once, also while an earlier prompt is pending', async () => {
    const requesting = attempt().actor
    requesting.send({ type: 'connectionAttempt.cancel' })
    expect(requesting.getSnapshot().output).toEqual({ status: 'cancelled' })
    const pending = attempt({ requestAccounts: () => Promise.reject({ code: -32002 }) }).actor
    await settle()
    expect(pending.getSnapshot().value).toEqual({ pending: 'waiting' })
    pending.send({ type: 'connectionAttempt.cancel' })
    expect(pending.getSnapshot().output).toEqual({ status: 'cancelled' })
  })
})

describe('an attempt to connect a wallet whose code loads first', () => {
  const attempt = (works: Parameters<typeof run<typeof connectionAttemptMachine>>[1]['works'] = {}) =>
    run(connectionAttemptMachine, { input: { connector: { ...connector, lazy: true } }, works })

  test('asks the wallet once its code is loaded, and starts the time for its answer then', async () => {
    let load = () => {}
    const { actor, clock } = attempt({ loadWallet: () => new Promise((resolve) => (load = resolve)) })
    expect(actor.getSnapshot().value).toBe('loading')
    expect(actor.getSnapshot().hasTag('loading')).toBe(true)
    clock.increment(TIMEOUTS.loadMs - 1)
    load()
    await settle()
    expect(actor.getSnapshot().value).toEqual({ requesting: 'waiting' })
    clock.increment(TIMEOUTS.connectMs - 1)
    expect(actor.getSnapshot().status).toBe('active')
  })

  test('fails when the code does not load, also if the error reads like a rejection by the user', async () => {
    const { actor } = attempt({ loadWallet: () => Promise.reject({ code: 4001, message: 'User rejected' }) })
    await settle()
    expect(actor.getSnapshot().output).toMatchObject({ status: 'failed' })
  })

  test('expires when the code does not load in time, and is cancelled at once', () => {
    const { actor, clock } = attempt()
    clock.increment(TIMEOUTS.loadMs)
    expect(actor.getSnapshot().output).toMatchObject({ status: 'expired', error: { code: 'connector.notLoaded' } })
    const other = attempt().actor
    other.send({ type: 'connectionAttempt.cancel' })
    expect(other.getSnapshot().output).toEqual({ status: 'cancelled' })
  })

  test('does not load the code of a wallet that is on the page already', () => {
    const { actor } = run(connectionAttemptMachine, { input: { connector } })
    expect(actor.getSnapshot().value).toEqual({ requesting: 'waiting' })
  })
})

describe('a connection', () => {
  test('goes from disconnected to connecting to connected, with account, network and connector [4.1] [3.17] [3.18]', async () => {
    const { latchkey, connectorId } = await started()
    const seen: string[] = []
    latchkey.subscribe(({ account }) => void (account.status !== seen.at(-1) && seen.push(account.status)))
    await latchkey.connect({ connectorId })
    expect(seen).toEqual(['disconnected', 'connecting', 'connected'])
    expect(latchkey.getAccount()).toEqual({
      status: 'connected',
      namespace: 'eip155',
      chainId: 1,
      address: first,
      caipAddress: `eip155:1:${first}`,
      networkId: 'eip155:1',
      accounts: [{ address: first, type: 'eoa' }],
      connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' },
    })
  })

  test('is declined when the user rejects it, by code or message, and the next attempt works [8.46] [8.60]', async () => {
    for (const thrown of [
      { code: 4001, message: 'nope' },
      new Error('User rejected the request'),
      'Connection request reset. Please try again.',
    ]) {
      const { latchkey, wallet, connectorId } = await started()
      wallet.answers['eth_requestAccounts'] = () => {
        throw thrown
      }
      const outcome = await latchkey.connect({ connectorId })
      expect(outcome).toMatchObject({ status: 'declined', error: { message: 'Connection declined', cause: thrown } })
      expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
      expect(latchkey.actor('namespace:eip155').getSnapshot().context.error?.code).toBe('connect.declined')
      wallet.answers['eth_requestAccounts'] = [first]
      latchkey.actor('namespace:eip155').send({ type: 'namespace.retry' })
      await settle()
      expect(latchkey.getAccount().status).toBe('connected')
    }
  })

  test('is cancelled by closing the modal, by a signal or by a second attempt, and a late answer changes nothing', async () => {
    const calls: ((accounts: readonly string[]) => void)[] = []
    const wallet = fakeWallet({
      eth_requestAccounts: () => new Promise((resolve) => void calls.push(resolve)),
    })
    const { latchkey, connectorId } = await started({ wallet })

    void latchkey.open()
    const closed = latchkey.connect({ connectorId })
    await settle()
    latchkey.close()
    expect(await closed).toEqual({ status: 'cancelled' })
    calls[0]?.([first])
    await settle()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })

    const control = new AbortController()
    const aborted = latchkey.connect({ connectorId, signal: control.signal })
    control.abort()
    expect(await aborted).toEqual({ status: 'cancelled' })
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })

    const replaced = latchkey.connect({ connectorId })
    const last = latchkey.connect({ connectorId })
    expect(await replaced).toEqual({ status: 'cancelled' })
    await settle()
    calls.at(-1)?.([second])
    expect(await last).toMatchObject({ status: 'done', value: { address: second } })
  })

  test('opens the modal when no wallet is named, and is cancelled when the modal closes', async () => {
    const { latchkey, connectorId } = await started()
    const given = latchkey.connect()
    expect(isOpen(latchkey)).toBe(true)
    latchkey.close()
    expect(await given).toEqual({ status: 'cancelled' })
    const chosen = latchkey.connect()
    latchkey.dispatch({ type: 'connectors.connect', connectorId })
    expect(await chosen).toMatchObject({ status: 'done', value: { address: first } })
    expect(await latchkey.connect()).toMatchObject({ status: 'done', value: { address: first } })
  })

  test('is cancelled by going back', async () => {
    const { latchkey, connectorId } = await started({ wallet: fakeWallet({ eth_requestAccounts: never }) })
    const attempt = latchkey.connect({ connectorId })
    latchkey.dispatch({ type: 'view.back' })
    expect(await attempt).toEqual({ status: 'cancelled' })
    expect(stackOf(latchkey)).toEqual(['Connect'])
    expect(latchkey.actor('namespace:eip155').getSnapshot().context.connector).toBeUndefined()
  })

  test('fails with a specific error for each kind of invalid or empty answer', async () => {
    for (const [answers, code] of [
      [{ eth_requestAccounts: [42] }, 'wallet.invalidResponse'],
      [{ eth_requestAccounts: 'yes' }, 'wallet.invalidResponse'],
      [{ eth_requestAccounts: ['0x12'] }, 'wallet.invalidResponse'],
      [{ eth_requestAccounts: [] }, 'connect.noAccount'],
      [{ eth_chainId: 'banana' }, 'wallet.invalidResponse'],
      [{ eth_chainId: null }, 'wallet.invalidResponse'],
      [{ eth_requestAccounts: () => Promise.reject('just a string') }, 'connect.failed'],
      [{ eth_requestAccounts: () => Promise.reject(undefined) }, 'connect.failed'],
    ] as const) {
      const { latchkey, connectorId } = await started({ wallet: fakeWallet(answers) })
      expect(await latchkey.connect({ connectorId })).toMatchObject({ status: 'failed', error: { code } })
      expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    }
  })

  test('sends no second request to a wallet that has one pending, and completes with the answer to that one', async () => {
    const wallet = fakeWallet({ eth_requestAccounts: () => Promise.reject({ code: -32002 }), eth_accounts: [] })
    const { latchkey, clock, connectorId } = await started({ wallet })
    const attempt = latchkey.connect({ connectorId })
    await settle()
    expect(latchkey.getAccount().status).toBe('connecting')
    expect(latchkey.find('connectionAttempt')?.getSnapshot().context.error).toMatchObject({ code: 'connect.pending' })
    await pass(clock, 3_000, 6)
    wallet.answers['eth_accounts'] = () => Promise.reject(new Error('busy'))
    await pass(clock, 2_000, 4)
    wallet.answers['eth_accounts'] = [first]
    await pass(clock, 2_000, 4)
    expect(await attempt).toMatchObject({ status: 'done', value: { address: first } })
    expect(wallet.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test.each([[[]], [never]])(
    'expires while the wallet’s earlier request is pending, and reports that as the reason: %s',
    async (eth_accounts) => {
      const wallet = fakeWallet({ eth_requestAccounts: () => Promise.reject({ code: -32002 }), eth_accounts })
      const { latchkey, clock, connectorId } = await started({ wallet })
      const attempt = latchkey.connect({ connectorId })
      await settle()
      await pass(clock, 119_000, 119)
      expect(latchkey.getAccount().status).toBe('connecting')
      await pass(clock, 1_000, 1)
      expect(await attempt).toMatchObject({ status: 'expired', error: { code: 'connect.pending' } })
      expect(latchkey.getAccount().status).toBe('disconnected')
      const asked = wallet.calls.length
      await pass(clock, 10_000, 10)
      expect(wallet.calls).toHaveLength(asked)
    },
  )

  test('fails for an unknown connector', async () => {
    const { latchkey } = await started()
    expect(await latchkey.connect({ connectorId: 'nobody' })).toMatchObject({
      status: 'failed',
      error: { message: 'Failed to find connector' },
    })
  })

  test('lists each address once, with its checksum', async () => {
    const wallet = fakeWallet({
      eth_requestAccounts: [first.toLowerCase(), first, second.toUpperCase().replace('0X', '0x')],
    })
    const { latchkey, connectorId } = await started({ wallet })
    await latchkey.connect({ connectorId })
    expect(latchkey.getAccount()).toMatchObject({ accounts: [{ address: first }, { address: second }] })
  })
})

describe('a connected wallet', () => {
  test('is followed when it changes the account or network, or disconnects [4.3]', async () => {
    const { latchkey, wallet } = await connected()
    wallet.emit('accountsChanged', [second, first])
    expect(latchkey.getAccount()).toMatchObject({
      address: second,
      accounts: [{ address: second }, { address: first }],
    })
    expect(accountOf(latchkey).getSnapshot().context.connection?.address).toBe(second)
    wallet.emit('accountsChanged', [second])
    expect(latchkey.getAccount()).toMatchObject({ accounts: [{ address: second }] })
    wallet.emit('accountsChanged', [second, first])
    expect(latchkey.getAccount()).toMatchObject({ accounts: [{ address: second }, { address: first }] })
    wallet.emit('chainChanged', '0xa')
    expect(latchkey.getNetwork()).toMatchObject({ networkId: 'eip155:10', isSupported: true })
    wallet.emit('accountsChanged', [])
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(messageOf(latchkey)).toBe('wallet.left')
    expect(wallet.listenerCount()).toBe(0)
  })

  test('is disconnected by a disconnect event, but not by a temporary loss of its network', async () => {
    const { latchkey, wallet } = await connected()
    wallet.emit('disconnect', { code: 1013, message: 'retrying' })
    expect(latchkey.getAccount().status).toBe('connected')
    wallet.emit('disconnect', { code: 4900, message: 'gone' })
    expect(latchkey.getAccount().status).toBe('disconnected')
  })

  test('is read again for changes that it made before its events were observed [4.3]', async () => {
    const { latchkey, wallet, connectorId } = await started()
    let asked = 0
    wallet.answers['eth_accounts'] = [second]
    wallet.answers['eth_chainId'] = () => ((asked += 1) === 1 ? '0x1' : '0xa')
    await latchkey.connect({ connectorId })
    expect(latchkey.getAccount()).toMatchObject({ address: first, networkId: 'eip155:1' })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ address: second, networkId: 'eip155:10' })
  })

  test('emits invalid events, which are logged and change nothing', async () => {
    const { latchkey, wallet, errors } = await connected()
    const before = latchkey.getAccount()
    wallet.emit('accountsChanged', [42])
    wallet.emit('accountsChanged', 'everybody')
    wallet.emit('chainChanged', 'banana')
    wallet.emit('chainChanged', { chainId: 1 })
    expect(latchkey.getAccount()).toEqual(before)
    expect(errors).toHaveLength(4)
  })
})

describe('a restored connection', () => {
  test('goes from connecting to connected without a prompt [4.2] [3.46]', async () => {
    const { storage, latchkey: before } = await connected()
    before.stop()
    const { latchkey, wallet } = instance({ storage })
    const seen: string[] = []
    latchkey.subscribe(({ account }) => void (account.status !== seen.at(-1) && seen.push(account.status)))
    latchkey.start()
    await settle()
    expect(seen).toEqual(['disconnected', 'connecting', 'connected'])
    expect([...new Set(wallet.calls.map(({ method }) => method))]).toEqual(['eth_accounts', 'eth_chainId'])
  })

  const silences = [
    ['shares no accounts because it is locked', []],
    ['fails', () => Promise.reject(new Error('locked'))],
    ['never answers', never],
    ['answers with invalid data', 'garbage'],
  ] as const

  /** The next visit, after the last one ended with a connected wallet. */
  async function back(eth_accounts: unknown) {
    const { storage, latchkey: before } = await connected()
    before.stop()
    const made = await started({ storage, wallet: fakeWallet({ eth_accounts }) })
    const stored = () => [...storage.entries.keys()].filter((key) => key.includes('connections'))
    return { ...made, stored }
  }

  test.each(silences)('is disconnected within 5 s, but not forgotten, when the wallet %s [4.2]', async (_, answer) => {
    const { latchkey, clock, stored, storage } = await back(answer)
    await pass(clock, 5_000, 1)
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(stored()).toEqual(['latchkey.default.connections'])
    latchkey.stop()
    const next = await started({ storage })
    expect(next.latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
  })

  test.each(silences)('is connected again when a wallet that %s reports its accounts', async (_, answer) => {
    const { latchkey, clock, wallet } = await back(answer)
    await pass(clock, 5_000, 1)
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    wallet.answers['eth_accounts'] = [first]
    wallet.emit('accountsChanged', [first])
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
    expect(wallet.calls.map(({ method }) => method)).not.toContain('eth_requestAccounts')
  })

  test('is connected when the wallet answers after 6 s', async () => {
    let answer: (accounts: unknown) => void = () => {}
    const { latchkey, clock } = await back(() => new Promise((resolve) => (answer = resolve)))
    await pass(clock, 6_000, 1)
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    answer([first])
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
  })

  test('is connected when its wallet is announced late', async () => {
    const metaMask = { rdns: 'io.metamask', name: 'MetaMask' }
    announce(pageWindow(), metaMask, fakeWallet())
    const { storage, latchkey: before } = await started({ connectors: [] })
    expect(await before.connect({ connectorId: 'eip6963:io.metamask' })).toMatchObject({ status: 'done' })
    before.stop()
    const page = pageWindow()
    const { latchkey, clock } = await started({ storage, connectors: [] })
    expect(latchkey.getAccount()).toEqual({ status: 'connecting' })
    await pass(clock, 5_000, 1)
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    announce(page, metaMask, fakeWallet())
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
  })

  test.each(['ethereum#initialized', 'load'])('can use a wallet that is injected late, found on %s', async (event) => {
    const page = pageWindow()
    const { latchkey } = await started({ connectors: [] })
    const ids = () =>
      latchkey
        .actor('connectors')
        .getSnapshot()
        .context.connectors.map(({ id }) => id)
    expect(ids()).not.toContain('injected')
    Object.assign(page, { ethereum: fakeWallet() })
    page.dispatchEvent(new Event(event))
    await settle()
    expect(ids()).toContain('injected')
    expect(await latchkey.connect({ connectorId: 'injected' })).toMatchObject({ status: 'done' })
  })

  test('follows a wallet that changed silently while the page was hidden, once the page is shown', async () => {
    const page = scriptedVisibility()
    const { latchkey, wallet } = await connected({ ports: { visibility: page.port } })
    const asked = () => wallet.calls.filter(({ method }) => method === 'eth_accounts').length
    const before = asked()
    page.see('page.shown')
    await settle()
    expect(asked()).toBe(before)
    page.see('page.hidden')
    Object.assign(wallet.answers, { eth_accounts: [second], eth_chainId: '0xa' })
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ address: first, networkId: 'eip155:1' })
    page.see('page.shown')
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: second, networkId: 'eip155:10' })
    expect(asked()).toBe(before + 1)
    for (const silent of [never, () => Promise.reject(new Error('asleep'))]) {
      wallet.answers['eth_accounts'] = silent
      page.see('page.hidden')
      page.see('page.shown')
      await settle()
      expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: second })
    }
    wallet.answers['eth_accounts'] = []
    page.see('page.hidden')
    page.see('page.shown')
    await settle()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    latchkey.stop()
    expect(page.heard.size).toBe(0)
  })

  test('is connected again when the wallet was locked and unlocked', async () => {
    const { latchkey, wallet, storage } = await connected()
    wallet.answers['eth_accounts'] = []
    wallet.emit('accountsChanged', [])
    await settle()
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
    expect(storage.entries.has('latchkey.default.connections')).toBe(true)
    wallet.answers['eth_accounts'] = [first]
    wallet.emit('accountsChanged', [first])
    await settle()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
  })

  test('is forgotten when the user disconnects while it waits, and gives way to another wallet', async () => {
    const left = await back([])
    await left.latchkey.disconnect()
    await settle()
    expect(left.stored()).toEqual([])
    expect(left.wallet.listenerCount()).toBe(0)
    const again = await back([])
    again.wallet.answers['eth_requestAccounts'] = [first]
    expect(await again.latchkey.connect({ connectorId: 'fake' })).toMatchObject({ status: 'done' })
    expect(again.latchkey.getAccount()).toMatchObject({ status: 'connected', address: first })
  })

  /** The next visit, after the last one ended with a wallet on another device. The test decides when that wallet answers. */
  async function returning() {
    const { storage, latchkey: before } = await connected()
    before.stop()
    const entries = new Map([...storage.entries].map(([key, text]) => [key, text.replace('"fake"', '"walletConnect"')]))
    const pairing = fakePairing()
    let answer: (accounts: unknown) => void = () => {}
    pairing.provider.answers['eth_accounts'] = () => new Promise((resolve) => (answer = resolve))
    const made = await started({
      enableWalletConnect: true,
      storage: memoryStorage(entries),
      ports: { pairing: pairing.port },
    })
    return { ...made, answer: () => answer([first]) }
  }

  test.each([
    [20, 'connected'],
    [30, 'disconnected'],
  ])('waits for a wallet on another device: an answer after %i s leaves it %s', async (s, status) => {
    const { latchkey, clock, answer } = await returning()
    await pass(clock, s * 1_000)
    answer()
    await settle()
    expect(latchkey.getAccount().status).toBe(status)
  })

  test('is disconnected at once when the user cancels the wait for another device, and a late answer changes nothing', async () => {
    const { latchkey, wallet, connectorId, answer } = await returning()
    expect(latchkey.getAccount().status).toBe('connecting')
    latchkey.actor('namespace:eip155').send({ type: 'namespace.cancel' })
    expect(latchkey.getAccount().status).toBe('disconnected')
    answer()
    await settle()
    expect(latchkey.getAccount().status).toBe('disconnected')
    expect(await latchkey.connect({ connectorId })).toMatchObject({ status: 'done' })
    expect(wallet.calls[0]?.method).toBe('eth_requestAccounts')
  })
})

describe('a disconnect', () => {
  test('is sent to the wallet when there is an address, removes the account and clears its stored data [4.4] [4.16] [4.17] [4.19] [4.20]', async () => {
    const { latchkey, wallet, storage } = await connected()
    await settle()
    expect([...storage.entries.keys()]).toContain('latchkey.default.nativeBalances')
    expect(await latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
    expect(wallet.calls.at(-1)).toEqual({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    await settle()
    // Only the most recently used wallet stays stored, and nothing about the account.
    expect([...storage.entries.keys()]).toEqual(['latchkey.default.recentWallets'])
    expect([...storage.entries.values()].join()).not.toContain(fakeAccounts[0])
    expect(latchkey.actor('storage').getSnapshot().context.persisted).not.toHaveProperty('nativeBalances')
    expect(latchkey.find('account')).toBeUndefined()
    expect(wallet.listenerCount()).toBe(0)
  })

  test('is not sent to the wallet without an address [4.16]', async () => {
    const { latchkey, wallet } = await started()
    expect(await latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
    expect(wallet.calls).toEqual([])
  })

  test.each([
    ['out of order', () => Promise.reject(new Error('out of order'))],
    ['Your wallet did not respond, so it was disconnected in this app only', never],
  ])('reports and logs an error, and still disconnects the user, within 10 s: %s [4.20]', async (reason, answer) => {
    const { latchkey, wallet, errors, clock } = await connected()
    wallet.answers['wallet_revokePermissions'] = answer
    const leaving = latchkey.disconnect()
    await settle()
    await pass(clock, 10_000, 1)
    const message = `Failed to disconnect chain eip155: ${reason}`
    expect(await leaving).toMatchObject({ status: 'failed', error: { message } })
    expect(errors).toEqual([message])
    expect(latchkey.getAccount()).toEqual({ status: 'disconnected' })
  })

  test("treats 'No matching key' and an unsupported method as success [4.21]", async () => {
    expect(isAlreadyDisconnected(new Error('No matching key. session: abc'))).toBe(true)
    expect(isAlreadyDisconnected(new Error('something else'))).toBe(false)
    for (const error of [new Error('No matching key. history'), { code: 4200 }, { code: -32601 }]) {
      const { latchkey, wallet } = await connected()
      wallet.answers['wallet_revokePermissions'] = () => Promise.reject(error)
      expect(await latchkey.disconnect()).toEqual({ status: 'done', value: undefined })
    }
  })

  test('is also sent to the first wallet when the user connects another one', async () => {
    const next = fakeWallet({ eth_requestAccounts: [second] })
    const wallet = fakeWallet()
    const { latchkey } = await connected({
      wallet,
      connectors: [
        { connector: { id: 'fake', name: 'Fake Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet },
        { connector: { id: 'next', name: 'Next Wallet', type: 'ANNOUNCED', chain: 'eip155' }, provider: next },
      ],
    })
    expect(await latchkey.connect({ connectorId: 'next' })).toMatchObject({
      status: 'done',
      value: { address: second },
    })
    expect(wallet.calls.at(-1)?.method).toBe('wallet_revokePermissions')
    expect(wallet.listenerCount()).toBe(0)
    await settle()
    expect(next.listenerCount()).toBe(3)
  })
})

describe('the connection rules', () => {
  test('distinguish a user rejection from a failure', () => {
    expect(isUserRejection({ cause: { code: 4001 } })).toBe(true)
    expect(isUserRejection({ data: { originalError: { code: 4001 } } })).toBe(true)
    expect(isUserRejection(new Error('insufficient funds'))).toBe(false)
  })

  test('let an announced wallet replace the injected one, and no wallet replace any other [3.17]', () => {
    const injected = { id: 'injected', name: 'Browser Wallet', type: 'INJECTED', chain: 'eip155' } as const
    const announced = { id: 'dev.fox', name: 'Fox', type: 'ANNOUNCED', chain: 'eip155' } as const
    expect(withConnector([injected], announced)).toEqual([announced])
    expect(withConnector([announced], injected)).toEqual([announced])
    expect(withConnector([announced], { ...announced, name: 'Fox 2' })).toEqual([announced])
    const onSolana = { ...announced, id: 'sol', chain: 'solana' } as const
    expect(withConnector([injected], onSolana)).toEqual([injected, onSolana])
    const codes = { id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', chain: 'eip155' } as const
    expect(withConnector([codes], { ...announced, id: codes.id })).toEqual([codes])
  })
  test('merge wallets of the same name only when they serve several namespaces', () => {
    const fox = { id: 'dev.fox', name: 'Fox', type: 'ANNOUNCED', chain: 'eip155' } as const
    const twin = { ...fox, id: 'dev.fox.beta' }
    expect(toListedConnector([fox, twin], fox)).toEqual(fox)
    expect(toListedConnector([fox, { ...twin, chain: 'solana' }], fox)).toMatchObject({ type: 'MULTI_CHAIN' })
  })
})
