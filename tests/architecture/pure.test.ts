import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeWallet, never, type FakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { memoryStorage } from '../../mocks/fakes/memoryStorage.ts'
import { engine } from '../../sdk/instance/engine.ts'
import { createLatchkey, type Connector, type ConnectorOption, type SchemePort } from '../../sdk/index.ts'
import { connected, CountingClock, instance, settle, started } from '../support/instance.ts'

const GLOBALS = [
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'requestAnimationFrame',
  'matchMedia',
] as const

/** Runs a synchronous function, and returns the globals that it accessed, including the time and randomness. */
function touchedBy(run: () => void): string[] {
  const touched: string[] = []
  const before = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  const time = vi.spyOn(Date, 'now').mockImplementation(() => touched.push('Date.now'))
  const chance = vi.spyOn(Math, 'random').mockImplementation(() => touched.push('Math.random') / 1e6)
  for (const name of GLOBALS)
    Object.defineProperty(globalThis, name, { configurable: true, get: () => void touched.push(name) })
  try {
    run()
  } finally {
    for (const [name, descriptor] of before)
      if (descriptor) Object.defineProperty(globalThis, name, descriptor)
      else Reflect.deleteProperty(globalThis, name)
    time.mockRestore()
    chance.mockRestore()
  }
  return touched
}

const connectorOf = (id: string, name = id): Connector => ({ id, name, type: 'ANNOUNCED', chain: 'eip155' })
const known = (id: string, wallet: FakeWallet): ConnectorOption => ({ connector: connectorOf(id), provider: wallet })

/** A port that counts its watchers. */
function counted() {
  const count = { begun: 0, ended: 0 }
  const scheme: SchemePort = {
    watch() {
      count.begun += 1
      return () => {
        count.ended += 1
      }
    },
  }
  return { count, scheme }
}

/** The part of a page's window that the SDK uses, with a count of its listeners. */
function fakeWindow() {
  const live = new Map<string, number>()
  const counting = () => {
    const target = new EventTarget()
    const { addEventListener, removeEventListener } = target
    const change = (type: string, by: number) => live.set(type, (live.get(type) ?? 0) + by)
    target.addEventListener = (...args) => (change(args[0], 1), addEventListener.apply(target, args))
    target.removeEventListener = (...args) => (change(args[0], -1), removeEventListener.apply(target, args))
    return target
  }
  const query = Object.assign(counting(), { matches: false })
  const storage = memoryStorage()
  const window = Object.assign(counting(), { matchMedia: () => query, localStorage: storage })
  vi.stubGlobal('window', window)
  onTestFinished(() => void vi.unstubAllGlobals())
  return { live, window }
}

describe('an instance before its start', () => {
  test('accesses no global, and sets no timer', () => {
    const clock = new CountingClock()
    const touched = touchedBy(() => {
      const latchkey = createLatchkey({ connectors: [known('fake', fakeWallet())] })
      latchkey.getAccount()
      latchkey.getNetwork()
      latchkey.find('send')
      latchkey.find('connectionAttempt')
      latchkey.watch('connectionAttempt', () => {})()
      latchkey.subscribe(() => {})()
      latchkey.getProvider('eip155')
      latchkey.inspect(() => {})()
      latchkey.stop()
      createLatchkey({ ports: { clock } }).actor('modal')
    })
    expect(touched).toEqual([])
    expect(clock.live.size).toBe(0)
  })

  test('calls no port', async () => {
    const { count, scheme } = counted()
    const { latchkey, wallet, storage } = instance({ ports: { scheme } })
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    latchkey.getAccount()
    await settle()
    expect(await latchkey.connect({ connectorId: 'fake' })).toMatchObject({
      error: { code: 'connection.clientMissing' },
    })
    expect(wallet.calls).toEqual([])
    expect(storage.entries.size).toBe(0)
    expect(count.begun).toBe(0)
  })

  test('would be reported if it accessed a global', () => {
    expect(touchedBy(() => void typeof window)).toEqual(['window'])
    expect(touchedBy(() => void [Date.now(), Math.random()])).toEqual(['Date.now', 'Math.random'])
    const latchkey = createLatchkey({ projectId: 'test', ports: { clock: new CountingClock() } }, engine)
    expect(touchedBy(() => latchkey.start())).toContain('window')
    latchkey.stop()
  })
})

describe('starting and stopping', () => {
  test('counts the starts; the instance stops with the last stop', async () => {
    const { count, scheme } = counted()
    const { latchkey } = instance({ ports: { scheme } })
    const first = latchkey.start()
    const second = latchkey.start()
    expect(count).toEqual({ begun: 1, ended: 0 })
    first()
    first()
    expect(count.ended).toBe(0)
    second()
    expect(count.ended).toBe(1)
    latchkey.stop()
    latchkey.start()
    expect(count).toEqual({ begun: 2, ended: 1 })
    latchkey.stop()
    expect(count.ended).toBe(2)
  })

  test('leaves no timer and no listener, whatever was pending', async () => {
    const { live } = fakeWindow()
    const { latchkey, wallet, clock, connectorId } = await connected()
    expect(live.get('eip6963:announceProvider')).toBe(1)
    expect(live.get('change')).toBe(1)
    expect(wallet.listenerCount()).toBeGreaterThan(0)
    wallet.answers['personal_sign'] = never
    wallet.answers['wallet_switchEthereumChain'] = never
    wallet.answers['wallet_revokePermissions'] = never
    const signing = latchkey.signMessage('x')
    await settle()
    const pending = [
      signing,
      latchkey.switchNetwork('eip155:10'),
      latchkey.open(),
      latchkey.disconnect(),
      latchkey.connect({ connectorId: `not-${connectorId}` }),
    ]
    await settle()
    expect(clock.live.size).toBeGreaterThan(0)
    latchkey.stop()
    expect(clock.live.size).toBe(0)
    expect(wallet.listenerCount()).toBe(0)
    expect([...live.values()].every((count) => count === 0)).toBe(true)
    const outcomes = await Promise.all(pending)
    expect(outcomes.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'done', 'cancelled', 'failed'])
    await settle()
    expect(clock.live.size).toBe(0)
  })

  test('can be repeated fifty times with one stored connection', async () => {
    const { live } = fakeWindow()
    const { latchkey, wallet, clock } = await connected()
    for (let cycle = 0; cycle < 50; cycle += 1) {
      latchkey.stop()
      expect(clock.live.size).toBe(0)
      expect(wallet.listenerCount()).toBe(0)
      latchkey.start()
      if (cycle % 2 === 0) await settle()
    }
    await settle()
    expect(latchkey.getAccount().status).toBe('connected')
    expect(wallet.listenerCount()).toBe(3)
    expect(live.get('eip6963:announceProvider')).toBe(1)
    expect(live.get('change')).toBe(1)
    latchkey.stop()
    expect(wallet.listenerCount()).toBe(0)
    expect([...live.values()].every((count) => count === 0)).toBe(true)
  })

  test('removes the listeners that were unsubscribed', async () => {
    const { latchkey } = await started()
    const heard = vi.fn<() => void>()
    const unwatch = latchkey.watch('connectionAttempt', heard)
    const unsubscribe = latchkey.subscribe(heard)
    heard.mockClear()
    unwatch()
    unsubscribe()
    latchkey.stop()
    latchkey.start()
    await settle()
    latchkey.dispatch({ type: 'modal.open' })
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('two instances on one page', () => {
  test('have separate wallets, entries and states', async () => {
    const storage = memoryStorage()
    const one = await started({ id: 'one', storage })
    const two = await started({ id: 'two', storage, connectors: [known('second', fakeWallet())] })
    expect(
      one.latchkey
        .actor('connectors')
        .getSnapshot()
        .context.connectors.map(({ id }) => id),
    ).toEqual(['fake'])
    expect(
      two.latchkey
        .actor('connectors')
        .getSnapshot()
        .context.connectors.map(({ id }) => id),
    ).toEqual(['second'])

    expect((await one.latchkey.connect({ connectorId: 'fake' })).status).toBe('done')
    one.latchkey.dispatch({ type: 'modal.open' })
    two.latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    await settle()
    expect(one.latchkey.getAccount().status).toBe('connected')
    expect(two.latchkey.getAccount().status).toBe('disconnected')
    expect(two.latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(false)
    expect(one.latchkey.actor('theme').getSnapshot().context.choice).toBe('system')
    const entries = () => [...storage.entries.keys()].filter((key) => /connections|theme/.test(key)).toSorted()
    expect(entries()).toEqual(['latchkey.one.connections', 'latchkey.two.theme'])

    one.latchkey.stop()
    await settle()
    two.latchkey.dispatch({ type: 'modal.open' })
    expect(two.latchkey.actor('modal').getSnapshot().hasTag('open')).toBe(true)
    expect(entries()).toEqual(['latchkey.one.connections', 'latchkey.two.theme'])
  })
})
