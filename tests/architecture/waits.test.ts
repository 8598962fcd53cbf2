import { describe, expect, test } from 'vitest'
import { setup, type AnyStateMachine } from 'xstate'
import * as machines from '../../machines/index.ts'
import { promiseActor, callbackActor } from '../../machines/core/actors.ts'
import { waitFaults, waitsOf } from './rules/waits.ts'

const all: readonly AnyStateMachine[] = Object.values(machines)

/** Bounded waits that cannot be ended early, and the reason for each. */
const WITHOUT_WAY_OUT: Readonly<Record<string, string>> = {
  'accountType.networks.loading: fetchNetworks': 'loads in the background; no caller waits for it',
  'account.identifying: fetchIdentity': 'ends with the account, or after 15 s',
  'account.naming: fetchName': 'ends with the account, or after 15 s',
  'activity.loading: fetchPage': 'ends with the account or the network, or after 15 s',
  'nfts.reading: readNfts': 'ends with the account or the network, or after 20 s',
  'smartSessions.loading: fetchSessions': 'ends with the account or the network, or after 15 s',
  'names.reading: fetchOwned': 'ends with the account, or after 15 s',
  'onramp.loading: fetchOptions': 'ends with the account or the network, or after 35 s',
  'purchases.reading: fetchPurchases': 'ends with the account or the network, or after 35 s',
  'swap.loading: loadTokens': 'ends with the account or the network, or after 35 s',
  'swapQuote.loading: fetchQuote': 'ends when the draft changes, or after 35 s',
  'loader.loading: load': 'the user can leave the view, and a caller can cancel its own wait; ends after 20 s',
  'storage.reading: read': 'the page starts only when the stored state is known; ends after two seconds',
  'project.loading: fetchSupportedChains': 'loads in the background; ends after 15 s',
  'provider.restoring: restore': 'each call and each attempt to connect can be cancelled; ends after a minute',
  'project.checking: fetchAllowedOrigins': 'loads in the background; ends after 15 s',
  'signOut.ending: end': 'a caller can cancel its own wait; ends after 15 s',
  'pairingAttempt.writing: write': 'the attempt to connect can be cancelled as a whole; ends after 15 s',
  'pairingAttempt.storingCredentials: storeCredentials':
    'the attempt to connect can be cancelled as a whole; ends after 15 s',
  'analytics.on.checking: fetchEnabled': 'runs in the background; ends after 15 s',
  'analytics.on.delivering: deliver': 'runs in the background; ends after 15 s',
  'storage.writing: write': 'runs in the background; a newer change restarts it',
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
    'authentication.requesting: authenticate',
    'connectors.listening: discover',
    'exchangePayment.open: watchWindow',
    'frame.present.ready.showing: show',
    'frame.present: hold',
    'namespace.connected: watchProvider',
    'namespace.locked: awaitWallet',
    'namespace.reconnecting: awaitWallet',
    'pairing.open: client',
    'pairingAttempt.waitingForWallet: propose',
    'proposal.proposing: propose',
    'purchase.open.watching: watchPage',
    'purchase.open: watchWindow',
    'social.open: watchWindow',
    'theme.following: watchScheme',
    'walletConnect.open.showingUri: watchPage',
    'walletConnect.open: propose',
    'walletPayment.unconfirmed: watchPage',
  ])
})

test('only these flows are bounded by their own states', () => {
  const flows = all.flatMap(waitsOf).filter(({ kind }) => kind === 'flow')
  expect(flows.map(({ name }) => name).toSorted()).toEqual([
    'balance.loading: reading',
    'connectionAttempt.walletConnect: walletConnect',
    'names.editing.checking: nameLookup',
    'names.registering: registration',
    'namespace.connecting: connectionAttempt',
    'namespace.disconnecting: disconnection',
    'network.changing: networkSwitch',
    'onramp.buying: purchase',
    'registration.signing: walletRequest',
    'send.editing.resolving: receiver',
    'signIn.signing: signature',
    'signature.signing: walletRequest',
    'swap.executing: swapExecution',
    'walletConnect.open.showingUri: countdown',
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
