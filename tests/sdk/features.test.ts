/** Features: one entry in the table each, started with the instance or loaded when they are first needed. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { assign, createActor, setup } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import { emailFeature } from '../../machines/embedded/login/email.feature.ts'
import { frameFeature } from '../../machines/embedded/frame.feature.ts'
import { actorKey } from '../../machines/core/actorKey.ts'
import { withContract, type RefOf, type SetupTypes } from '../../machines/core/contract.ts'
import { promiseActor, implement } from '../../machines/core/actors.ts'
import { feature, type AnyFeature } from '../../machines/core/feature.ts'
import type { LoaderContract } from '../../machines/core/loader.contract.ts'
import { getActorSnapshot, resolveRecipient } from '../../machines/core/messaging.ts'
import { snackbar } from '../../machines/shell/snackbar.contract.ts'
import { snackbarFeature } from '../../machines/shell/snackbar.machine.ts'
import { alertsFeature } from '../../machines/shell/alerts.machine.ts'
import { withEffects, type Entry } from '../../sdk/instance/features.ts'
import { latchkeyLogic } from '../../sdk/instance/logic.ts'
import { outcomeOf } from '../../sdk/instance/outcomeOf.ts'
import type { Ports } from '../../sdk/instance/ports.ts'
import { never } from '../../mocks/index.ts'
import { configuration, embedded, walletConnect } from '../machines/walks/samples.ts'
import { CountingClock, pass, settle, started } from '../support/instance.ts'
import { balanceOf } from '../support/features.ts'

interface ToyContract {
  context: { begun: string; heard: readonly string[]; told: string }
  event: { type: 'toy.add'; text: string } | { type: 'toy.break' }
  state: 'asking' | 'there'
  input: { begun: string }
}
const toy = actorKey<ToyContract>()('toy')
const toyMachine = setup({
  types: {} as SetupTypes<ToyContract>,
  actors: { ask: promiseActor<string>('toy.ask') },
  actions: {
    add: assign({ heard: ({ context }, { text }: { text: string }) => [...context.heard, text] }),
    keep: assign({ told: (_, { output }: { output: string }) => output }),
    fail: () => {
      throw new Error('kaput')
    },
  },
}).createMachine({
  id: 'toy',
  context: ({ input: { begun } }) => ({ begun, heard: [], told: '' }),
  initial: 'asking',
  on: { 'toy.add': { actions: { type: 'add', params: ({ event }) => event } }, 'toy.break': { actions: 'fail' } },
  states: {
    asking: {
      invoke: { src: 'ask', onDone: { target: 'there', actions: { type: 'keep', params: ({ event }) => event } } },
    },
    there: {},
  },
})
const effects = () => implement(toyMachine, { ask: async () => 'the page' })
const logic = withContract<ToyContract>()(toyMachine)
const input = () => ({ begun: 'the site' })

/** The root of an app with these features only. */
function rootWith(...features: readonly Entry[]) {
  const clock = new CountingClock()
  const settings = {
    id: 'test',
    timeouts: TIMEOUTS,
    networks: () => [],
    walletConnect,
    embedded,
    abis: {},
    tokens: {},
    signIn: {},
  }
  const root = createActor(latchkeyLogic({ clock } as unknown as Ports, configuration, settings, features), {
    systemId: 'latchkey',
    input: { configuration },
    clock,
  })
  const crashes: unknown[] = []
  root.on('latchkey.crashed', ({ name, restarted }) => crashes.push([name, restarted]))
  root.start()
  onTestFinished(() => void root.stop())
  const { system } = root
  return {
    clock,
    crashes,
    system,
    stop: () => root.stop(),
    said: () => getActorSnapshot(system, snackbar)?.context.message,
    toy: () => system.get('toy') as RefOf<ToyContract> | undefined,
    loader: () => system.get('feature:toy') as RefOf<LoaderContract>,
    send(event: ToyContract['event']) {
      const found = resolveRecipient(system, 'toy', event)
      found?.ref.send(found.event)
    },
  }
}
const lazy = (load: () => Promise<typeof logic>, more: Partial<Pick<AnyFeature, 'isOffered'>> = {}) =>
  withEffects(feature(toy, { ...more, input, load }), { load: async () => effects })
const load = (loader: RefOf<LoaderContract>, signal?: AbortSignal) =>
  outcomeOf<LoaderContract>(loader, { type: 'feature.load' }, signal)

/** A load that the test settles. */
function held() {
  const ends: { yes(): void; no(): void }[] = []
  const fetch = () =>
    new Promise<typeof logic>((resolve, reject) => {
      ends.push({ yes: () => resolve(logic), no: () => reject(new Error('offline')) })
    })
  return { ends, fetch }
}

describe('a feature from an entry of the table', () => {
  test('starts with the instance, with its input and its effects', async () => {
    const { toy: found, loader } = rootWith(withEffects(feature(toy, { input, logic }), effects))
    expect(found()?.getSnapshot().context.begun).toBe('the site')
    await settle()
    expect(found()?.getSnapshot()).toMatchObject({ value: 'there', context: { told: 'the page' } })
    expect(await load(loader())).toEqual({ status: 'done', value: undefined })
  })

  test('is loaded by its first command, and receives all earlier events in order', async () => {
    const { ends, fetch } = held()
    const root = rootWith(lazy(fetch))
    await settle()
    expect([root.toy(), ends.length]).toEqual([undefined, 0])
    root.send({ type: 'toy.add', text: 'one' })
    root.send({ type: 'toy.add', text: 'two' })
    await settle()
    expect([root.toy(), ends.length]).toEqual([undefined, 1])
    ends[0]?.yes()
    await settle()
    root.send({ type: 'toy.add', text: 'three' })
    expect(root.toy()?.getSnapshot().context).toMatchObject({ heard: ['one', 'two', 'three'], told: 'the page' })
  })

  test('is missing when the app does not offer it', () => {
    const { toy: found, loader } = rootWith(lazy(async () => logic, { isOffered: () => false }))
    expect([found(), loader()]).toEqual([undefined, undefined])
  })
})

describe('the loading of a feature', () => {
  test('rejects all waiting calls and drops their events when it fails, and the next call tries again', async () => {
    const { ends, fetch } = held()
    const root = rootWith(lazy(fetch))
    const waiting = [load(root.loader()), load(root.loader())]
    root.send({ type: 'toy.add', text: 'dropped' })
    await settle()
    ends[0]?.no()
    for (const one of waiting)
      expect(await one).toMatchObject({
        status: 'failed',
        error: { code: 'feature.notLoaded', cause: Error('offline') },
      })
    expect(root.loader().getSnapshot().value).toBe('failed')
    const again = load(root.loader())
    await settle()
    ends[1]?.yes()
    expect(await again).toEqual({ status: 'done', value: undefined })
    expect(root.toy()?.getSnapshot().context.heard).toEqual([])
  })

  test('opens an alert with its name when the embedded wallet or its email login fails to load [8.29]', async () => {
    for (const known of [emailFeature, frameFeature]) {
      const { system } = rootWith(
        withEffects(alertsFeature),
        withEffects({ ...known, isOffered: () => true, load: () => Promise.reject(new Error('offline')) }),
      )
      expect(await load(system.get(`feature:${known.name}`))).toMatchObject({
        status: 'failed',
        error: { message: 'Unable to load email login dependency', cause: Error('offline') },
      })
      expect(system.get('alerts').getSnapshot().context.opened).toEqual(['alert.iframeLoadFailed'])
    }
  })

  test('shows its failure to a user who requested the feature, and is silent for a feature that loads at the start', async () => {
    for (const atOnce of [false, true]) {
      const { ends, fetch } = held()
      const entry = { input, load: fetch, ...(atOnce && { eager: true as const }) }
      const { send, said } = rootWith(
        withEffects(feature(toy, entry), { load: async () => effects }),
        withEffects(snackbarFeature),
      )
      send({ type: 'toy.add', text: 'dropped' })
      await settle()
      ends[0]?.no()
      await settle()
      expect(said()).toEqual(atOnce ? undefined : { variant: 'error', code: 'feature.notLoaded' })
    }
  })

  test('times out, and starts nothing when it ends later', async () => {
    const { ends, fetch } = held()
    const root = rootWith(lazy(fetch))
    const waiting = load(root.loader())
    await settle()
    await pass(root.clock, 20_000)
    expect(await waiting).toMatchObject({ status: 'failed', error: { code: 'feature.notLoaded' } })
    ends[0]?.yes()
    await settle()
    expect(root.toy()).toBeUndefined()
  })

  test('can be cancelled by one caller, and continues for the others', async () => {
    const { ends, fetch } = held()
    const root = rootWith(lazy(fetch))
    const control = new AbortController()
    const [left, stays] = [load(root.loader(), control.signal), load(root.loader())]
    control.abort()
    expect(await left).toEqual({ status: 'cancelled' })
    await settle()
    ends[0]?.yes()
    expect(await stays).toEqual({ status: 'done', value: undefined })
  })

  test('is cancelled when the instance stops', async () => {
    const { fetch } = held()
    const root = rootWith(lazy(fetch))
    const waiting = load(root.loader())
    root.stop()
    expect(await waiting).toEqual({ status: 'cancelled' })
  })
})

describe('a feature that crashes', () => {
  test('aborts its effects', async () => {
    const signals: AbortSignal[] = []
    const waiting = () =>
      implement(toyMachine, {
        ask({ signal }) {
          signals.push(signal)
          return never()
        },
      })
    const root = rootWith(withEffects(feature(toy, { input, logic }), waiting))
    await settle()
    root.send({ type: 'toy.break' })
    await settle()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  })

  const entries: readonly (readonly [string, () => Entry])[] = [
    ['that is there from the start', () => withEffects(feature(toy, { input, logic }), effects)],
    ['that was loaded', () => lazy(async () => logic)],
  ]
  test.each(entries)('is reported, restarted, and finally left stopped: %s', async (_, entry) => {
    const root = rootWith(entry())
    await load(root.loader())
    for (let time = 0; time < 8; time += 1) {
      root.send({ type: 'toy.break' })
      await settle()
    }
    expect(root.crashes).toEqual([...Array.from({ length: 5 }, () => ['toy', true]), ['toy', false]])
    expect(root.toy()).toBeUndefined()
    expect(await load(root.loader())).toMatchObject({ status: 'failed', error: { code: 'actor.crashed' } })
  })
})

test.each([
  ['email', 'email', 'EmailLogin'],
  ['socials', 'social', 'ConnectSocials'],
  ['send', 'send', 'WalletSend'],
  ['receive', 'send', 'WalletReceive'],
  ['onramp', 'onramp', 'OnRampProviders'],
  ['history', 'recent', 'Account'],
  ['pay', 'pay', 'Pay'],
] as const)(
  'the feature %s is loaded, and has a view, only when the app turns it on [2.12]',
  async (flag, name, view) => {
    const settings = {
      projectId: 'p',
      secureSite: 'https://secure.example',
      onramp: { providers: [{ id: 'bay', name: 'Bay', kind: 'api', origins: ['https://pay.example'] }] },
    } as const
    for (const on of [true, false]) {
      const { latchkey, connectorId } = await started({
        ...(flag === 'onramp' && !on ? {} : settings),
        features: { [flag]: on },
      })
      await latchkey.connect({ connectorId })
      await settle()
      const outcome = await latchkey.load(name)
      const found = {
        loaded: outcome.status === 'failed' ? outcome.error.code : outcome.status,
        hasView: latchkey.actor('view').getSnapshot().context.routes[view] !== undefined,
      }
      const isAbsent = { loaded: 'feature.off', hasView: false }
      // Receiving has no machine, and the activity is a tab of the account.
      const always = { receive: { loaded: 'done' }, history: { hasView: true } }[flag as 'receive' | 'history']
      expect(found).toEqual(on ? { loaded: 'done', hasView: true } : { ...isAbsent, ...always })
    }
  },
)

describe('a feature that is loaded on demand', () => {
  test('is loaded by a call, and has the connection and the balances', async () => {
    const { latchkey, connectorId } = await started()
    await latchkey.connect({ connectorId })
    await settle()
    expect(latchkey.find('send')).toBeUndefined()
    const outcome = await latchkey.load('send')
    if (outcome.status !== 'done') throw new Error(outcome.status)
    const { connection, tokens } = outcome.value.getSnapshot().context
    expect(connection).toEqual(latchkey.actor('network').getSnapshot().context.activeAccount?.connection)
    expect(tokens).toEqual(balanceOf(latchkey).getSnapshot().context.tokens)
    expect(tokens).not.toEqual([])
    expect(latchkey.find('send')).toBe(outcome.value)
  })

  test('is loaded by its view, or by its first command', async () => {
    for (const command of [
      { type: 'view.push', view: 'WalletSend' },
      { type: 'send.setAmount', amount: '1' },
    ] as const) {
      const { latchkey, connectorId } = await started()
      await latchkey.connect({ connectorId })
      latchkey.dispatch(command)
      await settle()
      expect(latchkey.find('send')).toBeDefined()
    }
  })

  test('is never loaded when the app turned it off', async () => {
    const { latchkey, connectorId } = await started({ features: { send: false } })
    await latchkey.connect({ connectorId })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
    latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
    await settle()
    expect([latchkey.find('send'), latchkey.find('feature:send')]).toEqual([undefined, undefined])
    expect(await latchkey.load('send')).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
  })

  test.each([true, false])('is loaded for account names only when the app turns them on: %s', async (on) => {
    const { latchkey, connectorId } = await started({ projectId: 'p', features: { names: on } })
    await latchkey.connect({ connectorId })
    latchkey.dispatch({ type: 'view.push', view: 'RegisterAccountName' })
    await settle()
    expect(latchkey.find('names') !== undefined).toBe(on)
  })
})
