/** An instance whose machines are loaded on demand. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet, memoryStorage, type FakeWallet } from '../../mocks/index.ts'
import { engine } from '../../sdk/instance/engine.ts'
import {
  createLatchkey,
  mainnet,
  solana,
  type Latchkey,
  type LatchkeyOptions,
  type LatchkeyState,
  type Network,
} from '../../sdk/index.ts'
import { readOptions } from '../../sdk/instance/config.ts'
import { initialSnapshots } from '../../sdk/instance/lazy/initialSnapshots.ts'
import { createLazyInstance } from '../../sdk/instance/lazy/lazyInstance.ts'
import type { Engine } from '../../sdk/instance/engine.ts'
import { other, settle } from '../support/instance.ts'

/** An instance whose machines arrive when the test says so. */
function late(
  given: LatchkeyOptions & { wallet?: FakeWallet; storage?: ReturnType<typeof memoryStorage> } = {},
  fetches: (() => Promise<Engine>)[] = [],
) {
  const { wallet = fakeWallet(), storage = memoryStorage(), ...options } = given
  const errors: { message: string; cause: unknown }[] = []
  const whole: LatchkeyOptions = {
    networks: [mainnet, other],
    connectors: [{ connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: 'eip155' }, provider: wallet }],
    ...options,
    ports: { storage, logger: { error: (message, cause) => void errors.push({ message, cause }) }, ...options.ports },
  }
  let come: (code: Engine) => void = () => {}
  let fail: (cause: Error) => void = () => {}
  const fetch = vi.fn<() => Promise<Engine>>(
    fetches.shift() ??
      (() =>
        new Promise<Engine>((resolve, reject) => {
          come = resolve
          fail = reject
        })),
  )
  const latchkey = createLazyInstance(whole, readOptions(whole), fetch)
  onTestFinished(() => latchkey.stop())
  return {
    latchkey,
    wallet,
    storage,
    errors,
    fetch,
    async arrive() {
      come(engine)
      await settle()
    },
    async miss(cause: Error) {
      fail(cause)
      await settle()
    },
  }
}

/** A browser that becomes idle when the test says so. */
function idleBrowser() {
  const waiting = new Map<number, () => void>()
  let count = 0
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    waiting.set((count += 1), run)
    return count
  })
  vi.stubGlobal('cancelIdleCallback', (handle: number) => waiting.delete(handle))
  onTestFinished(() => void vi.unstubAllGlobals())
  return { waiting, rest: () => waiting.forEach((run) => run()) }
}

const TAGS = ['busy', 'connected', 'connecting', 'dark', 'locked', 'open', 'returnable', 'shaking', 'visible'] as const
const momentOf = (latchkey: Latchkey, name: string) => {
  const snapshot = latchkey.find(name as 'view')?.getSnapshot()
  const tags = TAGS.filter((tag) => snapshot?.hasTag(tag as 'locked'))
  return { status: snapshot?.status, value: snapshot?.value, context: snapshot?.context, tags }
}
const polkadot: Network = {
  ...mainnet,
  id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  caipNetworkId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  chainNamespace: 'polkadot',
  name: 'Polkadot',
}

describe('an instance before its machines are loaded', () => {
  const sites: Record<string, LatchkeyOptions> = {
    'with default options': {},
    'with a project': { projectId: 'test' },
    'of two namespaces': { networks: [solana, mainnet] },
    'with a dialog, the dark theme and debug mode': { embedded: false, theme: 'dark', debug: true },
    'with the light theme': { theme: 'light', review: 'before', methods: { safe: ['a_b'], unsafe: ['c_d'] } },
    'with manual WalletConnect control': { projectId: 'test', manualWCControl: true },
    'without adapters': { projectId: 'test', networks: [polkadot], connectors: [] },
  }
  test.each(Object.entries(sites))('has the initial snapshot of each service %s', (_, options) => {
    const site = { networks: [mainnet, other], ...options }
    const { latchkey } = late(site)
    const machines = createLatchkey(site, engine)
    const registered = Object.keys(machines.actor('latchkey').system.getAll())
    const names = registered.filter((name) => !name.startsWith('feature:'))
    expect(names).toContain('modal')
    expect(names.filter((name) => !name.startsWith('namespace:')).toSorted()).toEqual(
      Object.keys(initialSnapshots).toSorted(),
    )
    for (const name of names) {
      const [data, machine] = [momentOf(latchkey, name), momentOf(machines, name)]
      // The views of an app are known once its features are.
      if (name === 'view') data.context = { ...data.context, routes: machine.context?.routes } as never
      expect({ name, ...data }).toEqual({ name, ...machine })
    }
    expect(latchkey.find('send')).toBeUndefined()
    expect(latchkey.find('connectionAttempt')).toBeUndefined()
    expect(() => latchkey.actor('unheardOf' as 'view')).toThrow('unheardOf')
  })

  test('answers synchronously about its state', () => {
    const { latchkey } = late()
    latchkey.start()
    const machines = createLatchkey({ networks: [mainnet, other] }, engine)
    const seen: LatchkeyState[] = []
    onTestFinished(latchkey.subscribe((state) => seen.push(state)))
    expect(seen).toEqual([
      {
        isOpen: false,
        isLoading: false,
        account: machines.getAccount(),
        network: machines.getNetwork(),
        signIn: machines.getSignIn(),
      },
    ])
    expect(latchkey.getAccount('solana')).toEqual({ status: 'disconnected' })
    expect(latchkey.networkImage(mainnet)).toBe(mainnet.assets?.imageUrl)
    expect(latchkey.configuration).toEqual(machines.configuration)
    expect(latchkey.status()).toBe('loading')
  })

  test('throws for invalid options at once [5.16]', () => {
    expect(() => createLatchkey({ networks: [] })).toThrow('networks')
  })

  test.each([
    ['the user chose dark', { stored: 'dark', system: 'light', dark: true }],
    ['the user chose light', { stored: 'light', system: 'dark', dark: false }],
    ['the system is dark', { system: 'dark', dark: true }],
    ['the system is light', { system: 'light', dark: false }],
    ['the app is light', { theme: 'light', system: 'dark', dark: false }],
  ] as const)('knows the theme when %s', async (_, given) => {
    const storage = memoryStorage()
    if ('stored' in given)
      storage.setItem('latchkey.default.theme', JSON.stringify({ version: 1, value: given.stored }))
    const scheme = { watch: (heard: (scheme: 'light' | 'dark') => void) => (heard(given.system), () => {}) }
    const theme = 'theme' in given ? given.theme : 'system'
    const { latchkey, arrive } = late({ storage, theme, ports: { scheme } })
    const told: boolean[] = []
    latchkey.actor('theme').subscribe((snapshot) => told.push(snapshot.hasTag('dark')))
    const isDark = () => latchkey.actor('theme').getSnapshot().hasTag('dark')
    latchkey.start()
    expect(isDark()).toBe(given.dark)
    expect(told).toEqual(given.dark ? [true] : [])
    await arrive()
    expect(isDark()).toBe(given.dark)
  })
})

describe('the machines of an instance', () => {
  test('are loaded when the page is idle, but not after the instance stopped', () => {
    const { waiting, rest } = idleBrowser()
    const { latchkey, fetch } = late()
    const stop = latchkey.start()
    expect(latchkey.status()).toBe('idle')
    stop()
    expect(waiting.size).toBe(0)
    latchkey.start()
    expect(fetch).not.toHaveBeenCalled()
    rest()
    expect(fetch).toHaveBeenCalledOnce()
    expect(latchkey.status()).toBe('loading')
  })

  test('are loaded at once when there is stored data of an earlier visit', () => {
    idleBrowser()
    const storage = memoryStorage()
    storage.setItem('latchkey.default.connections', '{}')
    const { latchkey, fetch } = late({ storage })
    expect(fetch).not.toHaveBeenCalled()
    latchkey.start()
    expect(fetch).toHaveBeenCalledOnce()
  })

  test('are loaded on idle when the browser blocks its storage', () => {
    const { rest } = idleBrowser()
    const getItem = () => {
      throw new Error('no')
    }
    const { latchkey, fetch } = late({ ports: { storage: { ...memoryStorage(), getItem } } })
    latchkey.start()
    expect(fetch).not.toHaveBeenCalled()
    rest()
    expect(fetch).toHaveBeenCalledOnce()
  })

  test.each<[string, (latchkey: Latchkey) => unknown]>([
    ['a command', (latchkey) => latchkey.dispatch({ type: 'modal.open' })],
    ['an event to an actor', (latchkey) => latchkey.actor('modal').send({ type: 'modal.open' })],
    ['a call', (latchkey) => latchkey.connect()],
    ['a feature', (latchkey) => latchkey.load('send')],
    ['ready()', (latchkey) => latchkey.ready()],
    ['a provider request', (latchkey) => latchkey.getProvider('eip155').request({ method: 'eth_chainId' })],
  ])('are loaded at once, and only once, for %s', async (_, ask) => {
    idleBrowser()
    const { latchkey, fetch, arrive } = late()
    latchkey.start()
    expect(fetch).not.toHaveBeenCalled()
    void Promise.resolve(ask(latchkey)).catch(() => {})
    void Promise.resolve(ask(latchkey)).catch(() => {})
    expect(fetch).toHaveBeenCalledOnce()
    await arrive()
    void Promise.resolve(ask(latchkey)).catch(() => {})
    expect(fetch).toHaveBeenCalledOnce()
    expect(latchkey.status()).toBe('ready')
    latchkey.stop()
  })

  test('receive earlier events in order', async () => {
    const { latchkey, arrive } = late()
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    latchkey.start()
    latchkey.actor('theme').send({ type: 'theme.set', choice: 'light' })
    latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'success', code: 'link.copied' } })
    latchkey.close()
    expect(latchkey.actor('theme').getSnapshot().context.choice).toBe('system')
    await arrive()
    expect(latchkey.actor('theme').getSnapshot().value).toBe('light')
    expect(latchkey.actor('snackbar').getSnapshot().context.message?.code).toBe('link.copied')
  })

  test('are not started when the instance stopped meanwhile, and earlier events are dropped', async () => {
    const { latchkey, wallet, arrive } = late()
    const stop = latchkey.start()
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    stop()
    stop()
    await arrive()
    expect(wallet.calls).toEqual([])
    latchkey.start()
    await settle()
    expect(latchkey.actor('latchkey').getSnapshot().value).toBe('running')
    expect(latchkey.actor('theme').getSnapshot().context.choice).toBe('system')
  })
})

describe('an early listener', () => {
  test('on an actor is called once the machines are loaded, until it unsubscribes', async () => {
    const { latchkey, arrive } = late()
    latchkey.start()
    const values: unknown[] = []
    const snackbar = latchkey.actor('snackbar')
    const subscription = snackbar.subscribe(({ value }) => values.push(value))
    const none = snackbar.subscribe({ next: () => values.push('heard') })
    none.unsubscribe()
    await arrive()
    expect(values).toEqual(['hidden'])
    latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'loading', code: 'link.copied' } })
    expect(values).toEqual(['hidden', { showing: 'persistent' }])
    expect(snackbar.getSnapshot().value).toEqual({ showing: 'persistent' })
    subscription.unsubscribe()
    snackbar.send({ type: 'snackbar.hide' })
    expect(values).toHaveLength(2)
    expect(latchkey.actor('snackbar').getSnapshot().value).toBe('hidden')
  })

  test('that throws does not keep the machines or other listeners from starting', async () => {
    const thrown: unknown[] = []
    const caught = (error: unknown) => void thrown.push(error)
    const others = process.listeners('uncaughtException')
    process.removeAllListeners('uncaughtException').on('uncaughtException', caught)
    onTestFinished(() => {
      process.removeListener('uncaughtException', caught)
      for (const listener of others) process.on('uncaughtException', listener)
    })
    const { latchkey, arrive } = late()
    let told = 0
    latchkey.watch('modal', () => {
      if ((told += 1) === 2) throw new Error('of the page')
    })
    const heard = vi.fn<(ref: unknown) => void>()
    latchkey.watch('view', heard)
    latchkey.start()
    const connecting = latchkey.connect({ connectorId: 'fake' })
    await arrive()
    expect(await connecting).toMatchObject({ status: 'done' })
    expect(heard).toHaveBeenCalledTimes(2)
    expect(thrown).toEqual([new Error('of the page')])
  })

  test('on emitted events receives them', async () => {
    const { latchkey, arrive } = late()
    latchkey.start()
    const opened: string[] = []
    const subscription = latchkey.actor('alerts').on('alerts.opened', ({ alert }) => opened.push(alert.code))
    const left = latchkey.actor('alerts').on('alerts.opened', () => opened.push('left'))
    left.unsubscribe()
    await arrive()
    latchkey.dispatch({ type: 'alerts.open', alert: { code: 'alert.invalidProjectId' } })
    subscription.unsubscribe()
    latchkey.dispatch({ type: 'alerts.open', alert: { code: 'alert.projectIdNotConfigured' } })
    expect(opened).toEqual(['alert.invalidProjectId'])
  })

  test('on a reference is called once for each start and end', async () => {
    const { latchkey, arrive } = late()
    latchkey.start()
    const told = { modal: [] as unknown[], send: [] as unknown[] }
    const stops = [
      latchkey.watch('modal', (ref) => told.modal.push(ref)),
      latchkey.watch('send', (ref) => told.send.push(ref)),
    ]
    expect(told.modal).toEqual([latchkey.find('modal')])
    await arrive()
    expect(told.modal.at(-1)).toBe(latchkey.find('modal'))
    expect(told.modal).toHaveLength(2)
    expect(told.send).toEqual([undefined])
    stops.forEach((stop) => stop())
    latchkey.stop()
    latchkey.start()
    expect(told.modal).toHaveLength(2)
  })

  test('as an inspector sees the events of the start', async () => {
    const { latchkey, arrive } = late()
    const seen = new Set<string>()
    latchkey.inspect((event) => seen.add(event.type))
    latchkey.start()
    await arrive()
    expect(seen).toContain('@xstate.actor')
    expect(seen).toContain('@xstate.event')
  })

  test('on the state receives the account', async () => {
    const { latchkey, arrive } = late()
    const states: LatchkeyState[] = []
    latchkey.subscribe((state) => states.push(state))
    latchkey.start()
    const connecting = latchkey.connect({ connectorId: 'fake' })
    await arrive()
    expect(await connecting).toMatchObject({ status: 'done', value: { address: fakeAccounts[0] } })
    await settle()
    expect(states[0]?.account.status).toBe('disconnected')
    expect(states.at(-1)?.account).toMatchObject({ status: 'connected', address: fakeAccounts[0] })
  })
})

test('the snapshot for server rendering stays the same after a wallet connects', async () => {
  const { latchkey, arrive } = late()
  const before = latchkey.initial('namespace:eip155')
  expect(before).toBe(latchkey.initial('namespace:eip155'))
  latchkey.start()
  const connecting = latchkey.connect({ connectorId: 'fake' })
  await arrive()
  await connecting
  expect(latchkey.find('namespace:eip155')?.getSnapshot().value).toBe('connected')
  expect(latchkey.initial('namespace:eip155')).toBe(before)
  expect(before?.getSnapshot().value).toBe('disconnected')
  expect(latchkey.initial('send')).toBeUndefined()
})

describe('a call before the machines are loaded', () => {
  test.each(['signMessage', 'sendTransaction', 'sendCalls', 'grantPermissions', 'request'] as const)(
    'keeps the arguments that it was made with: %s',
    async (name) => {
      const asked: unknown[] = []
      const recording: Engine = (...given) => ({
        ...engine(...given),
        [name]: async (question: unknown) => void asked.push(structuredClone(question)),
      })
      const { latchkey } = late({}, [async () => recording])
      latchkey.start()
      const question = { raw: '0x01', calls: [{ to: '0x02', value: 1n }] }
      const asking = (latchkey[name] as (question: object) => Promise<unknown>)(question)
      question.raw = '0x03'
      question.calls.push({ to: '0x04', value: 2n })
      await asking
      expect(asked).toEqual([{ raw: '0x01', calls: [{ to: '0x02', value: 1n }] }])
    },
  )

  test.each<[string, (latchkey: Latchkey, signal: AbortSignal) => Promise<unknown>]>([
    ['connect', (latchkey, signal) => latchkey.connect({ connectorId: 'fake', signal })],
    ['signMessage', (latchkey, signal) => latchkey.signMessage('hi', { signal })],
    ['load', (latchkey, signal) => latchkey.load('send', { signal })],
    ['ready', (latchkey, signal) => latchkey.ready({ signal })],
  ])('is cancelled by its signal while it waits: %s', async (_, ask) => {
    const { latchkey, wallet, arrive } = late()
    latchkey.start()
    const control = new AbortController()
    const asking = ask(latchkey, control.signal)
    control.abort()
    expect(await asking).toEqual({ status: 'cancelled' })
    await arrive()
    expect(wallet.calls).toEqual([])
  })

  test('is cancelled when the instance stops', async () => {
    const { latchkey, arrive } = late()
    latchkey.start()
    const asking = [latchkey.open(), latchkey.connect(), latchkey.disconnect(), latchkey.ready()]
    latchkey.stop()
    for (const asked of asking) expect(await asked).toEqual({ status: 'cancelled' })
    latchkey.start()
    const again = latchkey.ready()
    await arrive()
    expect(await again).toEqual({ status: 'done', value: undefined })
  })

  test('is rejected at once when its arguments hold a function', async () => {
    const { latchkey } = late()
    latchkey.start()
    const call = { method: 'personal_sign', params: [() => {}] }
    expect(await latchkey.request(call)).toMatchObject({ status: 'failed', error: { code: 'request.invalid' } })
    await expect(latchkey.getProvider('eip155').request(call)).rejects.toMatchObject({ code: -32602 })
  })

  test('is answered as by the machines when the instance is not started', async () => {
    const { latchkey, arrive } = late()
    const asking = latchkey.connect({ connectorId: 'fake' })
    await arrive()
    expect(await asking).toMatchObject({ status: 'failed', error: { code: 'connection.clientMissing' } })
  })
})

describe('machines that cannot be loaded', () => {
  test('reject the pending calls with the cause, and are loaded again by the next call', async () => {
    const { latchkey, errors, fetch, miss, arrive } = late()
    latchkey.start()
    const heard = vi.fn<() => void>()
    latchkey.watchStatus(heard)
    const cause = new TypeError('Failed to fetch dynamically imported module')
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    const asking = [latchkey.open(), latchkey.connect(), latchkey.ready()]
    const reading = latchkey.getProvider('eip155').request({ method: 'eth_chainId' })
    void reading.catch(() => {})
    await miss(cause)
    for (const asked of asking)
      expect(await asked).toMatchObject({ status: 'failed', error: { code: 'feature.notLoaded', cause } })
    await expect(reading).rejects.toMatchObject({ code: 4900 })
    expect(latchkey.status()).toBe('failed')
    expect(errors).toEqual([{ message: expect.stringContaining('could not be loaded'), cause }])
    const again = latchkey.ready()
    expect(latchkey.status()).toBe('loading')
    expect(fetch).toHaveBeenCalledTimes(2)
    await arrive()
    expect(await again).toMatchObject({ status: 'done' })
    expect(latchkey.status()).toBe('ready')
    expect(heard).toHaveBeenCalledTimes(3)
    // Events that were never delivered are not delivered later without the user's knowledge.
    expect(latchkey.actor('theme').getSnapshot().context.choice).toBe('system')
  })

  test('are loaded again for a caller that reacts to the failure, and its events are delivered', async () => {
    const { latchkey, fetch, miss, arrive } = late()
    latchkey.start()
    const again: Promise<unknown>[] = []
    latchkey.watchStatus(() => {
      if (latchkey.status() !== 'failed') return
      again.push(latchkey.ready())
      latchkey.dispatch({ type: 'theme.set', choice: 'light' })
    })
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    await miss(new Error('offline'))
    expect(fetch).toHaveBeenCalledTimes(2)
    await arrive()
    expect(await again[0]).toEqual({ status: 'done', value: undefined })
    expect(latchkey.actor('theme').getSnapshot().context.choice).toBe('light')
  })

  test('do not cause unhandled failures without a pending call', async () => {
    const { latchkey, errors, miss } = late()
    latchkey.start()
    await miss(new Error('offline'))
    expect(latchkey.status()).toBe('idle')
    expect(errors).toHaveLength(1)
  })

  test('time out, and still start when they arrive later', async () => {
    const { latchkey, arrive } = late({ timeouts: { loadMs: 1 } })
    latchkey.start()
    expect(await latchkey.ready()).toMatchObject({ status: 'failed', error: { code: 'feature.notLoaded' } })
    expect(latchkey.status()).toBe('failed')
    await arrive()
    expect(latchkey.status()).toBe('ready')
    expect(await latchkey.connect({ connectorId: 'fake' })).toMatchObject({ status: 'done' })
  })
})

describe('the provider of an instance', () => {
  test('is the same before and after the load, and emits to its earlier listeners', async () => {
    const { latchkey, wallet, arrive } = late()
    latchkey.start()
    const provider = latchkey.getProvider('eip155')
    const told: unknown[] = []
    const never = vi.fn<(accounts: unknown) => void>()
    provider.on('accountsChanged', (accounts) => told.push(accounts)).on('accountsChanged', never)
    provider.once('connect', (info) => told.push(info))
    provider.removeListener('accountsChanged', never)
    const connecting = latchkey.connect({ connectorId: 'fake' })
    await arrive()
    await connecting
    await settle()
    expect(latchkey.getProvider('eip155')).toBe(provider)
    expect(told).toEqual([{ chainId: '0x1' }, [fakeAccounts[0]]])
    expect(never).not.toHaveBeenCalled()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([fakeAccounts[0]])
    expect(wallet.calls.length).toBeGreaterThan(0)
  })
})

test('the machines are ready in the turn in which an instance is created when they are passed in', () => {
  const latchkey = createLatchkey({ networks: [mainnet] }, engine)
  expect(latchkey.status()).toBe('ready')
  latchkey.dispatch({ type: 'snackbar.hide' })
  expect(latchkey.actor('modal')).toHaveProperty('system')
})

test('an instance loads the machines when they are not passed in', async () => {
  const latchkey = createLatchkey({ networks: [mainnet], ports: { storage: memoryStorage() } })
  onTestFinished(latchkey.start())
  expect(latchkey.status()).toBe('loading')
  expect(await latchkey.ready()).toEqual({ status: 'done', value: undefined })
  expect(latchkey.actor('modal')).toHaveProperty('system')
})
