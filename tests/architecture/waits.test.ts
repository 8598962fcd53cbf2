import { describe, expect, test } from 'vitest'
import { setup, type AnyStateMachine } from 'xstate'
import * as machines from '../../machines/index.ts'
import { promiseActor, callbackActor } from '../../machines/core/actors.ts'
import { waitFaults, waitsOf } from './rules/waits.ts'

const all: readonly AnyStateMachine[] = Object.values(machines)

/** Bounded waits that cannot be ended early, and the reason for each. */
const WITHOUT_WAY_OUT: Readonly<Record<string, string>> = {
  'accountType.networks.asking: askNetworks': 'asked beside what the visitor does, who waits for nothing here',
  'account.identifying: fetchIdentity': 'looked up for one account, and ends with it; 15 s at most',
  'account.naming: fetchName': 'looked up for one account, and ends with it; 15 s at most',
  'activity.loading: fetchPage': 'read for one account on one network, and ends with it; 15 s at most',
  'nfts.reading: readNfts': 'read for one account on one network, and ends with it; 20 s at most',
  'smartSessions.loading: fetchSessions': 'read for one account on one network, and ends with it; 15 s at most',
  'names.reading: fetchOwned': 'looked up for one account, and ends with it; 15 s at most',
  'onramp.loading: fetchOptions': 'read for one account on one network, and ends with it; 35 s at most',
  'purchases.reading: fetchPurchases': 'read for one account on one network, and ends with it; 35 s at most',
  'swap.loading: loadTokens': 'read for one account on one network, and ends with it; 35 s at most',
  'swapQuote.asking: fetchQuote': 'the draft can be changed, or left; 35 s at most',
  'loader.loading: load': 'the view that waits for it can be left, and a caller calls off its own wait; 20 s at most',
  'storage.reading: read': 'the page must not begin before it is known what was remembered; two seconds at most',
  'project.loading: fetchSupportedChains': 'asked behind the visitor, who waits for nothing here; 15 s at most',
  'provider.looking: look':
    'what was asked meanwhile can be called off, and so can an attempt to connect; a minute at most',
  'project.checking: fetchAllowedOrigins': 'asked behind the visitor, who waits for nothing here; 15 s at most',
  'signOut.ending: end': 'whoever asked for it calls off its own wait; 15 s at most',
  'offer.writing: write': 'the attempt to connect is called off as a whole; 15 s at most',
  'offer.keeping: keep': 'the attempt to connect is called off as a whole; 15 s at most',
  'analytics.on.asking: fetchEnabled': 'told behind the visitor, who waits for nothing here; 15 s at most',
  'analytics.on.delivering: deliver': 'told behind the visitor, who waits for nothing here; 15 s at most',
  'storage.writing: write': 'storing goes on behind the visitor; a newer change begins it anew',
}

describe.each(all.map((machine) => [machine.id, machine] as const))('%s', (_, machine) => {
  test('has only waits that are bounded and can be ended', () => {
    const excused = Object.keys(WITHOUT_WAY_OUT).map((name) => `${name} has no way out`)
    expect(waitFaults(machine).filter((fault) => !excused.includes(fault))).toEqual([])
  })
})

test('only listeners, which last as long as their state, have no timeout', () => {
  const listeners = all.flatMap(waitsOf).filter(({ kind }) => kind === 'listener')
  expect(listeners.map(({ name }) => name).toSorted()).toEqual([
    'authentication.asking: authenticate',
    'connectors.listening: discover',
    'exchangePayment.open: watchWindow',
    'frame.present.ready.showing: show',
    'frame.present: hold',
    'namespace.connected: watchProvider',
    'namespace.locked: awaitWallet',
    'namespace.reconnecting: awaitWallet',
    'offer.offering: propose',
    'pairing.open: client',
    'proposal.proposing: propose',
    'purchase.open.watching: watchPage',
    'purchase.open: watchWindow',
    'social.open: watchWindow',
    'theme.following: watchScheme',
    'walletConnect.open.offering: watchPage',
    'walletConnect.open: offer',
    'walletPayment.late: watchPage',
  ])
})

test('only these flows are bounded by their own states', () => {
  const flows = all.flatMap(waitsOf).filter(({ kind }) => kind === 'flow')
  expect(flows.map(({ name }) => name).toSorted()).toEqual([
    'attempt.walletConnect: walletConnect',
    'balance.loading: reading',
    'names.editing.looking: nameLookup',
    'names.registering: registration',
    'namespace.connecting: attempt',
    'namespace.disconnecting: disconnection',
    'network.changing: networkSwitch',
    'onramp.buying: purchase',
    'registration.signing: walletRequest',
    'send.editing.resolving: receiver',
    'signIn.signing: signature',
    'signature.signing: walletRequest',
    'swap.executing: swapExecution',
    'walletConnect.open.offering: countdown',
  ])
})

test('every exception is for an existing wait', () => {
  const names = all.flatMap(waitsOf).map(({ name }) => name)
  expect(Object.keys(WITHOUT_WAY_OUT).filter((name) => !names.includes(name))).toEqual([])
})

describe('the check', () => {
  const { createMachine } = setup({
    actors: {
      ask: promiseActor<string>('broken.ask'),
      hear: callbackActor<{ type: 'heard' }>('broken.hear'),
      endless: setup({}).createMachine({ id: 'endless', initial: 'asking', states: { asking: {} } }),
    },
    delays: { patience: 1_000 },
  })
  const invoke = { id: 'ask', src: 'ask', onDone: 'rest', onError: 'rest' } as const
  const broken = (asking: Parameters<typeof createMachine>[0]) => waitFaults(createMachine(asking))

  test('reports a wait without a timeout', () => {
    expect(
      broken({ id: 'm', initial: 'asking', states: { asking: { invoke, on: { cancel: 'rest' } }, rest: {} } }),
    ).toEqual(['m.asking: ask has no bound'])
  })
  test('reports a wait without a way out, even if an event restarts it', () => {
    const asking = { invoke, after: { patience: 'rest' }, on: { again: { target: 'asking', reenter: true } } } as const
    expect(broken({ id: 'm', initial: 'asking', states: { asking, rest: {} } })).toEqual([
      'm.asking: ask has no way out',
    ])
  })
  test('reports a timeout on the root, or without a target', () => {
    expect(
      broken({
        id: 'm',
        initial: 'asking',
        after: { patience: '.rest' },
        states: { asking: { invoke, on: { cancel: 'rest' }, after: { patience: {} } }, rest: {} },
      }),
    ).toEqual(['m.asking: ask has no bound'])
  })
  test('reports an unhandled answer', () => {
    const asking = {
      invoke: { id: 'ask', src: 'ask', onError: 'rest' },
      after: { patience: 'rest' },
      on: { cancel: 'rest' },
    } as const
    expect(broken({ id: 'm', initial: 'asking', states: { asking, rest: {} } })).toEqual([
      'm.asking: ask has no onDone',
    ])
  })
  test('reports a flow without a timeout', () => {
    const asking = { invoke: { id: 'endless', src: 'endless', onDone: 'rest', onError: 'rest' } } as const
    expect(broken({ id: 'm', initial: 'asking', states: { asking, rest: {} } })).toEqual([
      'm.asking: endless has no bound',
      'm.asking: endless has no way out',
      'endless.asking has no bound',
      'endless.asking has no way out',
    ])
  })
  test('reports a flow without a timeout within a flow', () => {
    const { createMachine: createOuter } = setup({
      actors: { endless: setup({}).createMachine({ id: 'endless', initial: 'asking', states: { asking: {} } }) },
    })
    const around = createOuter({
      id: 'around',
      initial: 'asking',
      states: {
        asking: { invoke: { id: 'endless', src: 'endless', onDone: 'rest', onError: 'rest' } },
        rest: { type: 'final' },
      },
    })
    const { createMachine: createMost } = setup({ actors: { around } })
    const invokeAround = { id: 'around', src: 'around', onDone: 'rest', onError: 'rest' } as const
    expect(
      waitFaults(createMost({ id: 'm', initial: 'asking', states: { asking: { invoke: invokeAround }, rest: {} } })),
    ).toContain('endless.asking has no bound')
  })
  test('accepts listeners and valid waits', () => {
    const asking = {
      initial: 'inner',
      after: { patience: 'rest' },
      on: { cancel: 'rest' },
      states: { inner: { invoke: { ...invoke, onDone: '#m.rest', onError: '#m.rest' } } },
    } as const
    const hearing = { invoke: { id: 'hear', src: 'hear', onError: 'rest' } } as const
    expect(
      broken({ id: 'm', initial: 'asking', on: { listen: '.hearing' }, states: { asking, hearing, rest: {} } }),
    ).toEqual([])
  })
})
