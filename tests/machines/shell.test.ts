import { describe, expect, test } from 'vitest'
import { fakeWallet, memoryStorage, never } from '../../mocks/index.ts'
import { alertsMachine, modalMachine, snackbarMachine, themeMachine, viewMachine } from '../../machines/index.ts'
import { en } from '../../react-skin/strings/en.ts'
import { mainnet, type Latchkey, type ViewName } from '../../sdk/index.ts'
import { connected, instance, settle, started } from '../support/instance.ts'
import { homesOf } from '../../machines/shell/view.rules.ts'
import { routesIn } from '../support/routes.ts'
import { run } from '../support/run.ts'
import { configuration, connection } from './walks/samples.ts'
import { isOpen, received, stackOf } from './page.ts'

const loading = { variant: 'loading', code: 'send.waiting' } as const
const failure = { variant: 'error', code: 'send.failed' } as const
const success = { variant: 'success', code: 'send.started' } as const

describe('the snackbar', () => {
  test('waits 150 ms before it replaces a message with the newest one [2.14] [9.10]', () => {
    const { clock, actor } = run(snackbarMachine, { input: { view: undefined } })
    actor.send({ type: 'snackbar.show', message: loading })
    actor.send({ type: 'snackbar.show', message: success })
    expect(actor.getSnapshot().hasTag('visible')).toBe(false)
    clock.increment(149)
    expect(actor.getSnapshot().value).toBe('swapping')
    actor.send({ type: 'snackbar.show', message: failure })
    clock.increment(1)
    expect(actor.getSnapshot().hasTag('visible')).toBe(true)
    expect(actor.getSnapshot().context.message).toEqual(failure)
  })

  test('shows loading, success, error and svg messages [2.14]', () => {
    const { clock, actor } = run(snackbarMachine, { input: { view: undefined } })
    for (const variant of ['loading', 'success', 'error', 'svg'] as const) {
      actor.send({ type: 'snackbar.show', message: { variant, code: 'address.copied' } })
      clock.increment(150)
      expect(actor.getSnapshot().context.message?.variant).toBe(variant)
      actor.send({ type: 'snackbar.hide' })
    }
  })

  test('hides after 2.5 s, but keeps a loading message until it is replaced or hidden', () => {
    const { clock, actor } = run(snackbarMachine, { input: { view: undefined } })
    actor.send({ type: 'snackbar.show', message: success })
    clock.increment(2_499)
    expect(actor.getSnapshot().hasTag('visible')).toBe(true)
    clock.increment(1)
    expect(actor.getSnapshot().value).toBe('hidden')
    actor.send({ type: 'snackbar.show', message: loading })
    clock.increment(600_000)
    expect(actor.getSnapshot().hasTag('visible')).toBe(true)
    actor.send({ type: 'snackbar.hide' })
    expect(actor.getSnapshot().context.message).toBeUndefined()
  })

  test('announces a message that the view shows itself without showing it, and shows a loading one in the next view', () => {
    const { clock, actor } = run(snackbarMachine, { input: { view: 'WalletSendPreview' } })
    const tags = () => (['visible', 'announced'] as const).map((tag) => actor.getSnapshot().hasTag(tag))
    actor.send({ type: 'snackbar.show', message: { ...loading, hiddenInViews: ['WalletSendPreview'] } })
    expect(tags()).toEqual([false, true])
    clock.increment(600_000)
    expect(tags()).toEqual([false, true])
    actor.send({ type: 'view.shown', view: 'WalletSend' })
    expect(tags()).toEqual([true, true])
    actor.send({ type: 'view.shown', view: 'WalletSendPreview' })
    expect(tags()).toEqual([false, true])
    actor.send({ type: 'snackbar.show', message: { ...success, hiddenInViews: ['WalletSendConfirmed'] } })
    expect(tags()).toEqual([false, false])
    clock.increment(150)
    expect(tags()).toEqual([true, true])
    actor.send({ type: 'view.shown', view: 'WalletSendConfirmed' })
    actor.send({ type: 'view.shown', view: 'Account' })
    expect(tags()).toEqual([false, true])
    clock.increment(2_500)
    expect(actor.getSnapshot().value).toBe('hidden')
  })
})

describe('the modal', () => {
  test('shakes for 500 ms and then stops [9.3]', () => {
    const { clock, actor } = run(modalMachine, { input: { embedded: false } })
    actor.send({ type: 'modal.open' })
    actor.send({ type: 'modal.shake' })
    clock.increment(300)
    actor.send({ type: 'modal.shake' })
    clock.increment(199)
    expect(actor.getSnapshot().hasTag('shaking')).toBe(true)
    clock.increment(1)
    expect(actor.getSnapshot().value).toEqual({ open: 'idle' })
  })

  test('opens on the requested view, and emits that it opened [4.7]', async () => {
    const { latchkey } = await connected()
    const facts = received(latchkey, 'view', 'modal.opened')
    void latchkey.open({ view: 'Networks' })
    expect(facts).toEqual([{ type: 'modal.opened', view: 'Networks' }])
    expect(stackOf(latchkey)).toEqual(['Networks'])
    expect(isOpen(latchkey)).toBe(true)
  })

  test('opens on Connect while no wallet is connected, and on Account otherwise [2.2] [2.3] [4.7]', async () => {
    const { latchkey, connectorId } = await started({ embedded: false })
    void latchkey.open()
    expect(stackOf(latchkey)).toEqual(['Connect'])
    latchkey.close()
    await latchkey.connect({ connectorId })
    void latchkey.open()
    expect(stackOf(latchkey)).toEqual(['Account'])
  })
  test('stays open on Account once the wallet of the last visit is restored [4.2]', async () => {
    const { latchkey: before, storage } = await connected()
    before.stop()
    const { latchkey } = instance({ storage, embedded: false })
    latchkey.start()
    void latchkey.open()
    await settle()
    expect(stackOf(latchkey)).toEqual(['Account'])
    expect(isOpen(latchkey)).toBe(true)
  })

  test('shows the same views to all connected users, and the same views to all others [6.1]', async () => {
    const shown = (latchkey: Latchkey) =>
      Object.keys(en.titles).map((view) => {
        latchkey.dispatch({ type: 'modal.close', forced: true })
        latchkey.dispatch({ type: 'modal.open', view: view as ViewName })
        return stackOf(latchkey)
      })
    const [one, other] = [
      await connected(),
      await connected({ wallet: fakeWallet({ eth_requestAccounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] }) }),
    ]
    expect(one.latchkey.getAccount()).not.toEqual(other.latchkey.getAccount())
    const owners = shown(one.latchkey)
    const strangers = shown((await started()).latchkey)
    expect(shown(other.latchkey)).toEqual(owners)
    expect(strangers).not.toEqual(owners)
    await one.latchkey.disconnect()
    expect(shown(one.latchkey)).toEqual(strangers)
  })

  test('returns to its home view on close in embedded mode: Connect, or Account when connected [4.9]', async () => {
    const { latchkey, connectorId } = await started({ embedded: true })
    void latchkey.open({ view: 'Networks' })
    latchkey.close()
    expect(stackOf(latchkey)).toEqual(['Connect'])
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
    await latchkey.connect({ connectorId })
    void latchkey.open({ view: 'Networks' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.close()
    expect(stackOf(latchkey)).toEqual(['Account'])
  })

  test('does not close while a request waits for approval, unless forced [2.9]', async () => {
    const { latchkey } = await connected()
    void latchkey.open()
    latchkey.dispatch({ type: 'view.push', view: 'ApproveTransaction' })
    latchkey.close()
    expect(latchkey.actor('modal').getSnapshot().hasTag('shaking')).toBe(true)
    latchkey.dispatch({ type: 'modal.close', forced: true })
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
    expect(latchkey.actor('view').getSnapshot().value).toBe('unlocked')
  })
})

describe('a request that waits for approval', () => {
  test('gives way to the home view when no view was shown before it, even if no app made a request', async () => {
    const { latchkey } = await connected()
    latchkey.dispatch({ type: 'modal.open', view: 'ApproveTransaction' })
    latchkey.dispatch({ type: 'requests.cancelAll' })
    await settle()
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'unlocked', context: { stack: ['Account'] } })
  })

  test('gives way to the home view on back too; an unsupported network replaces it, and keeps the modal open', async () => {
    const { latchkey, wallet } = await connected()
    const locked = () => latchkey.actor('modal').getSnapshot().context.lockedBy
    latchkey.dispatch({ type: 'modal.open', view: 'ApproveTransaction' })
    expect(locked()).toBe('ApproveTransaction')
    latchkey.dispatch({ type: 'view.back' })
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({ value: 'unlocked', context: { stack: ['Account'] } })
    expect(locked()).toBeUndefined()
    latchkey.dispatch({ type: 'view.push', view: 'ApproveTransaction' })
    wallet.emit('chainChanged', '0x539')
    expect(latchkey.actor('view').getSnapshot()).toMatchObject({
      value: 'locked',
      context: { stack: ['UnsupportedChain'] },
    })
    expect(locked()).toBe('UnsupportedChain')
    latchkey.dispatch({ type: 'view.back' })
    expect(stackOf(latchkey)).toEqual(['UnsupportedChain'])
  })

  test('changes no view once the user has moved on', async () => {
    const { latchkey } = await connected({ wallet: fakeWallet({ personal_sign: never }) })
    void latchkey.open()
    void latchkey.signMessage('one')
    await settle()
    expect(stackOf(latchkey)).toEqual(['Account', 'ApproveTransaction'])
    latchkey.dispatch({ type: 'modal.close', forced: true })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'requests.cancelAll' })
    await settle()
    expect(stackOf(latchkey)).toEqual(['Account', 'WalletSend'])
  })
})

describe('the view', () => {
  test('goes back along the path that was taken, and closes the modal from its first view', async () => {
    const { latchkey } = await connected()
    void latchkey.open()
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendSelectToken' })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSendSelectToken' })
    expect(stackOf(latchkey)).toHaveLength(3)
    latchkey.dispatch({ type: 'view.back' })
    latchkey.dispatch({ type: 'view.back' })
    expect(latchkey.actor('view').getSnapshot().context).toMatchObject({ stack: ['Account'], direction: 'back' })
    latchkey.dispatch({ type: 'view.back' })
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
  })

  test('is ConnectingExternal while a connection is made, and moves on when that ends', async () => {
    const { latchkey, wallet, connectorId } = await started({ embedded: false })
    void latchkey.open()
    wallet.answers['eth_requestAccounts'] = () => {
      throw { code: 4001, message: 'no' }
    }
    const attempt = latchkey.connect({ connectorId })
    expect(stackOf(latchkey)).toEqual(['Connect', 'ConnectingExternal'])
    await attempt
    expect(stackOf(latchkey)).toEqual(['Connect', 'ConnectingExternal'])
    wallet.answers['eth_requestAccounts'] = wallet.answers['eth_accounts']
    await latchkey.connect({ connectorId })
    expect(stackOf(latchkey)).toEqual(['Account'])
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
  })

  test('is cleared of an attempt that ends, whatever the user looks at', async () => {
    const { latchkey, wallet, connectorId } = await started({ embedded: false })
    const stack = () => stackOf(latchkey)
    let answer: (accounts: unknown) => void = () => {}
    wallet.answers['eth_requestAccounts'] = () => new Promise((resolve) => (answer = resolve))
    void latchkey.open()
    const calledOff = new AbortController()
    const first = latchkey.connect({ connectorId, signal: calledOff.signal })
    latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
    expect(stack()).toEqual(['Connect', 'ConnectingExternal', 'WhatIsAWallet'])
    calledOff.abort()
    expect(await first).toEqual({ status: 'cancelled' })
    expect(stack()).toEqual(['Connect'])

    const second = latchkey.connect({ connectorId })
    latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
    await settle()
    answer(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
    expect(await second).toMatchObject({ status: 'done' })
    expect(stack()).toEqual(['Account', 'WhatIsAWallet'])
    expect(isOpen(latchkey)).toBe(true)
    latchkey.dispatch({ type: 'view.back' })
    expect(stack()).toEqual(['Account'])
  })

  test('is available with or without an account only, as its route says', async () => {
    const { latchkey, connectorId } = await started()
    const stack = () => stackOf(latchkey)
    const { routes } = latchkey.actor('view').getSnapshot().context
    const views = (seenBy: 'connected' | 'disconnected') =>
      (Object.keys(routes) as ViewName[]).filter((view) => routes[view]?.for === seenBy)
    expect(views('connected').length).toBeGreaterThan(5)
    for (const view of views('connected')) {
      latchkey.dispatch({ type: 'modal.open', view })
      expect(stack()).toEqual(['Connect'])
    }
    await latchkey.connect({ connectorId })
    // Views that only Latchkey opens cannot be opened by an app [2.13].
    latchkey.dispatch({ type: 'modal.open', view: 'UnsupportedChain' })
    expect(stack()).toEqual(['Account'])
    expect(views('disconnected').length).toBeGreaterThan(5)
    for (const view of views('disconnected')) {
      latchkey.dispatch({ type: 'modal.open', view })
      expect(stack()).toEqual(['Account'])
    }
  })
})

describe('the view machine', () => {
  const routes = routesIn(configuration)
  const activeAccount = { connection, network: mainnet }
  const active = {
    type: 'activeAccount.changed',
    activeAccount,
    connectionStatus: 'connected',
    connected: false,
  } as const
  const without = (connectionStatus: 'otherNamespace' | 'disconnected') =>
    ({ type: 'activeAccount.changed', activeAccount: undefined, connectionStatus, connected: false }) as const
  const moved = { type: 'network.changed', networkId: connection.networkId, namespaceSwitched: false } as const
  const of = (connectionStatus: 'connected' | 'otherNamespace' | 'disconnected', ...views: ViewName[]) => {
    const { actor } = run(viewMachine, { input: { routes, homes: homesOf(routes), connectionStatus } })
    for (const view of views) actor.send({ type: 'view.push', view })
    return { actor, stack: () => actor.getSnapshot().context.stack, value: () => actor.getSnapshot().value }
  }

  test('keeps an approval through changes of account and network until no wallet is connected, and drops ended views below it', () => {
    const { actor, stack, value } = of('connected', 'WalletSend', 'Networks', 'ApproveTransaction')
    actor.send(active)
    expect(stack()).toEqual(['Account', 'Networks', 'ApproveTransaction'])
    actor.send(moved)
    expect(stack()).toEqual(['Account', 'ApproveTransaction'])
    actor.send(without('otherNamespace'))
    expect([value(), stack()]).toEqual(['locked', ['ApproveTransaction']])
    actor.send({ type: 'view.leave', views: ['ApproveTransaction'] })
    expect([value(), stack()]).toEqual(['unlocked', ['SwitchActiveChain']])
    actor.send(active)
    actor.send({ type: 'view.push', view: 'ApproveTransaction' })
    actor.send(without('disconnected'))
    expect([value(), stack()]).toEqual(['unlocked', ['Connect']])
  })

  test('leaves UnsupportedChain once another network is active, or no wallet is connected', () => {
    for (const end of [moved, without('disconnected')]) {
      const { actor, value } = of('connected')
      actor.send({ type: 'view.impose', view: 'UnsupportedChain' })
      actor.send(active)
      expect(value()).toBe('locked')
      actor.send(end)
      expect(value()).toBe('unlocked')
    }
  })

  test('starts the way back at the current home view', () => {
    const { actor, stack } = of('otherNamespace', 'Connect', 'AllWallets')
    expect(stack()).toEqual(['SwitchActiveChain', 'Connect', 'AllWallets'])
    actor.send(without('disconnected'))
    expect(stack()).toEqual(['Connect', 'AllWallets'])
    actor.send(without('otherNamespace'))
    expect(stack()).toEqual(['SwitchActiveChain', 'AllWallets'])
  })

  test('drops a draft with its account, and keeps what was opened on top of it', () => {
    const { actor, stack } = of('connected', 'WalletSend', 'WalletSendPreview', 'WhatIsAWallet')
    actor.send(active)
    expect(stack()).toEqual(['Account', 'WhatIsAWallet'])
  })
})

describe('alerts', () => {
  test('open once each, are shown only in debug mode, and are always emitted', () => {
    for (const onScreen of [true, false]) {
      const { actor, emitted } = run(alertsMachine, { input: { onScreen } })
      actor.send({ type: 'alerts.open', alert: { code: 'alert.networkNotFound' } })
      expect(actor.getSnapshot().value).toBe(onScreen ? 'open' : 'closed')
      actor.send({ type: 'alerts.open', alert: { code: 'alert.networkNotFound' } })
      actor.send({ type: 'alerts.close' })
      actor.send({ type: 'alerts.open', alert: { code: 'alert.networkNotFound' } })
      expect(actor.getSnapshot().value).toBe('closed')
      expect(emitted).toEqual([{ type: 'alerts.opened', alert: { code: 'alert.networkNotFound' } }])
    }
  })

  test('wait for each other', () => {
    const { actor } = run(alertsMachine, { input: { onScreen: true } })
    actor.send({ type: 'alerts.open', alert: { code: 'alert.networkNotFound' } })
    actor.send({ type: 'alerts.open', alert: { code: 'alert.projectIdNotConfigured' } })
    actor.send({ type: 'alerts.close' })
    expect(actor.getSnapshot().context.queue.map(({ code }) => code)).toEqual(['alert.projectIdNotConfigured'])
    actor.send({ type: 'alerts.close' })
    expect(actor.getSnapshot().value).toBe('closed')
  })
})

describe('the theme', () => {
  test('is light or dark by choice, or follows the system', () => {
    let tell: (scheme: 'light' | 'dark') => void = () => {}
    const { actor } = run(themeMachine, {
      input: { choice: 'system' },
      works: {
        watchScheme: ({ sendBack }) => {
          tell = (scheme) => sendBack({ type: 'scheme.changed', scheme })
        },
      },
    })
    tell('dark')
    expect(actor.getSnapshot().hasTag('dark')).toBe(true)
    actor.send({ type: 'theme.set', choice: 'light' })
    tell('dark')
    expect(actor.getSnapshot().value).toBe('light')
    actor.send({ type: 'theme.set', choice: 'dark' })
    expect(actor.getSnapshot().hasTag('dark')).toBe(true)
  })

  test('is restored as soon as the instance starts, before other stored values are validated', async () => {
    const first = await connected()
    first.latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    const { storage } = first
    first.latchkey.stop()
    const { latchkey } = instance({ storage })
    latchkey.start()
    expect(latchkey.actor('theme').getSnapshot().value).toBe('dark')
    expect(latchkey.actor('storage').getSnapshot().hasTag('busy')).toBe(true)
  })

  test('ignores a stored value that is invalid or cannot be read', async () => {
    for (const text of ['"dark"', '{"version":2,"value":"dark"}', '{"version":1,"value":"blue"}']) {
      const { storage } = await started()
      storage.setItem('latchkey.default.theme', text)
      const { latchkey } = await started({ storage })
      expect(latchkey.actor('theme').getSnapshot().value).toEqual({ following: 'light' })
    }
    const forbidden = {
      ...memoryStorage(),
      getItem: () => {
        throw new Error('SecurityError')
      },
    }
    const { latchkey } = await started({ storage: forbidden })
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    expect(latchkey.actor('theme').getSnapshot().value).toBe('dark')
  })
})

describe('a switch from the list of networks', () => {
  test('closes a dialog that was opened for it, and shows Account in an embedded card [2.3] [4.11]', async () => {
    for (const embedded of [false, true]) {
      const wallet = fakeWallet({ wallet_switchEthereumChain: null })
      const { latchkey } = await connected({ embedded, wallet })
      await latchkey.open({ view: 'Networks' })
      expect(latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(true)
      wallet.answers['eth_chainId'] = '0xa'
      await latchkey.switchNetwork('eip155:10')
      expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
      expect(stackOf(latchkey)).toEqual(['Account'])
    }
  })

  test('returns to the view that the list was opened from', async () => {
    const wallet = fakeWallet({ wallet_switchEthereumChain: null })
    const { latchkey } = await connected({ embedded: false, wallet })
    void latchkey.open({ view: 'Account' })
    latchkey.dispatch({ type: 'view.push', view: 'Networks' })
    wallet.answers['eth_chainId'] = '0xa'
    await latchkey.switchNetwork('eip155:10')
    expect(isOpen(latchkey)).toBe(true)
    expect(stackOf(latchkey)).toEqual(['Account'])
  })
})
