/** The provider of a paired wallet: which session it uses, on which chain, and what it emits. */
import { describe, expect, test, vi } from 'vitest'
import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import type { Namespace } from '../../../machines/shared/namespace.types.ts'
import type { PairingSession } from '../../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import type { PairingUri } from '../../../machines/pairing/proposal.contract.ts'
import type { SessionChange } from '../../../machines/pairing/provider.contract.ts'
import type { Bundlers } from '../../../machines/pairing/rules/bundlers.ts'
import { cancelled, done, failed } from '../../../machines/shared/outcome.rules.ts'
import { never } from '../../../mocks/index.ts'
import { LIMITS, TIMEOUTS } from '../../../machines/constants.ts'
import { mainnet, type Network } from '../../../sdk/index.ts'
import type { Timeouts } from '../../../machines/core/implementations.ts'
import { scriptedPage, type Script } from '../../support/scriptedPairing.ts'
import type { RpcPort } from '../../../sdk/instance/ports.ts'
import { countingServer, type CountingServer } from '../../support/countingServer.ts'
import { CountingClock, other, pass, settle } from '../../support/instance.ts'
import { ADDRESS, approved, OTHER, sessionOf } from './fixtures.ts'

const TENTH = other.caipNetworkId
const MAIN = mainnet.caipNetworkId
const topicOf = (digit: string) => digit.repeat(64)
const unreachable = new LatchkeyError('pairing.unreachable')
const pairingUri: PairingUri = { uri: 'wc:one', pairingTopic: 'one', expiresAt: 0 }
const solanaOnly = { solana: { accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc'], methods: [], events: [] } }
const on = (...accounts: string[]) => ({ eip155: { ...approved['eip155'], accounts } }) as PairingSession['namespaces']

type Open = () => Promise<Outcome<readonly PairingSession[]>>

interface Proposal {
  createUri(): void
  end(outcome: Outcome<PairingSession>): void
  signal: AbortSignal
  proposed: unknown
}

/** A provider over a pairing that a test scripts. */
function page({
  stored = [],
  open = async () => done(stored),
  rpc = { request: async () => 'node' },
  bundlers = { host: 'https://rpc.example', origins: [] },
  timeouts = {},
}: {
  stored?: PairingSession[]
  open?: Open
  rpc?: RpcPort
  bundlers?: Bundlers
  timeouts?: Partial<Timeouts>
} = {}) {
  const proposals: Proposal[] = []
  const left: string[] = []
  const asked: unknown[] = []
  let answer: () => Promise<Outcome<unknown>> = async () => done('signed')
  const script: Script = {
    async open(tell) {
      for (const session of stored.splice(0)) tell({ type: 'session.opened', session })
      return open()
    },
    propose: (proposed, signal, onUri) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(cancelled))
        proposals.push({ createUri: () => onUri(pairingUri), end: resolve, signal, proposed })
      }),
    async disconnect(topic, tell) {
      left.push(topic)
      await settle(6)
      tell({ type: 'session.ended', topic, ending: 'disconnected' })
      return done(undefined)
    },
    request: (question) => {
      asked.push(question)
      return answer()
    },
  }
  let networks: readonly Network[] = [mainnet, other]
  const clock = new CountingClock()
  const { session, tell, stop, find, changed, calls } = scriptedPage(script, {
    networks: () => networks,
    bundlers: () => bundlers,
    rpc,
    timeouts: { ...TIMEOUTS, ...timeouts },
    clock,
  })
  const provider = {
    ...session.provider('eip155'),
    leave: (topic: string) => session.leave(topic, 'eip155'),
    close: stop,
    find,
  }
  const told: [string, unknown][] = []
  for (const event of ['chainChanged', 'accountsChanged', 'disconnect', 'message'])
    provider.on?.(event, (payload) => told.push([event, payload]))
  const control = new AbortController()
  const codes: string[] = []
  return {
    clock,
    provider,
    tell,
    told,
    proposals,
    left,
    asked,
    codes,
    adding(network: Network) {
      networks = [...networks, network]
      changed()
    },
    calls,
    answering: (next: typeof answer) => void (answer = next),
    ask: (method: string, params?: unknown) => provider.request({ method, params }),
    askIn: (namespace: Namespace, method: string) => session.provider(namespace).request({ method }),
    connect: (signal = control.signal) =>
      session.connect(
        { chains: [MAIN, TENTH], namespace: 'eip155' },
        { signal, onUri: ({ uri }) => void codes.push(uri) },
      ),
    state: () => provider.find('provider')?.getSnapshot().value,
    activeSession: () => provider.find('provider')?.getSnapshot().context.activeSession,
  }
}

/** An app that is connected to a wallet. */
async function speaking(session = sessionOf(), options: Parameters<typeof page>[0] = {}) {
  const made = page({ stored: [session], ...options })
  await made.ask('eth_accounts')
  return { ...made, session }
}

describe('a stored session', () => {
  test('is looked up on the first call, and not before; without one, wallet requests fail [8.51]', async () => {
    const open = vi.fn<Open>(async () => done([]))
    const { ask, state } = page({ open })
    await settle()
    expect(open).not.toHaveBeenCalled()
    expect(await ask('eth_accounts')).toEqual([])
    await expect(ask('personal_sign')).rejects.toMatchObject({ message: 'Please call connect() before request()' })
    expect(state()).toBe('disconnected')
  })

  test('takes no wallet requests before it was looked up, or after the app closed it, and those do not start a lookup [8.50]', async () => {
    const open = vi.fn<Open>(async () => done([]))
    const { ask, state, provider } = page({ stored: [sessionOf()], open })
    const refusal = { code: 'session.notInitialized', message: 'Sign Client not initialized' }
    for (const method of ['personal_sign', 'eth_sendTransaction', 'wallet_sendCalls'])
      await expect(ask(method)).rejects.toMatchObject(refusal)
    expect(open).not.toHaveBeenCalled()
    expect(await ask('eth_accounts')).toEqual([ADDRESS])
    expect(await ask('personal_sign')).toBe('signed')
    provider.close()
    await expect(ask('personal_sign')).rejects.toMatchObject(refusal)
    expect([open.mock.calls.length, state()]).toEqual([1, undefined])
  })

  test('takes requests of the namespaces that it serves; otherwise the first thing that is missing is reported [8.50] [8.51] [8.52]', async () => {
    const asking = 'solana_signMessage'
    const nobody = page()
    const says = (message: string) => expect(nobody.askIn('solana', asking)).rejects.toMatchObject({ message })
    await says('Sign Client not initialized')
    expect(await nobody.askIn('solana', 'solana_getAccounts')).toEqual([])
    await says('Please call connect() before request()')
    const { askIn, asked } = await speaking()
    await expect(askIn('solana', asking)).rejects.toMatchObject({
      message: "Namespace 'solana' is not configured. Please call connect() first with namespace config.",
    })
    expect(await askIn('solana', 'solana_getAccounts')).toEqual([])
    expect(await askIn('eip155', 'personal_sign')).toBe('signed')
    expect(asked).toHaveLength(1)
  })

  test('starts on the first of the app’s networks that has an account', async () => {
    const { ask, activeSession } = await speaking(
      sessionOf({ namespaces: on(`eip155:137:${OTHER}`, `eip155:10:${ADDRESS}`) }),
    )
    expect(await ask('eth_accounts')).toEqual([ADDRESS])
    expect(await ask('eth_chainId')).toBe('0xa')
    expect(activeSession()?.chainIds.eip155).toBe(TENTH)
  })

  test('is used when the app has none of its networks, and skipped when it shares no usable account', async () => {
    const elsewhere = await speaking(sessionOf({ namespaces: on(`eip155:137:${OTHER}`) }))
    expect(elsewhere.activeSession()?.chainIds.eip155).toBe('eip155:137')
    const { ask, left } = page({ stored: [sessionOf({ namespaces: solanaOnly })] })
    expect(await ask('eth_accounts')).toEqual([])
    expect(left).toEqual([])
  })

  test('is the newest one; all others are deleted, so that none of them comes back later', async () => {
    const { left, activeSession, tell, ask } = await speaking(sessionOf(), {
      stored: [sessionOf({ topic: topicOf('1') }), sessionOf({ topic: topicOf('2') })],
    })
    expect(activeSession()?.session.topic).toBe(topicOf('2'))
    expect(left).toEqual([topicOf('1')])
    tell({ type: 'session.ended', topic: topicOf('2'), ending: 'left' })
    expect(await ask('eth_accounts')).toEqual([])
  })

  test('is connected without a new proposal', async () => {
    const { connect, proposals } = page({ stored: [sessionOf()] })
    expect(await connect()).toEqual({ session: sessionOf(), namespaces: ['eip155'] })
    expect(proposals).toEqual([])
  })

  test('is replaced, and then deleted, when it was made before the app had one of its networks [9.38]', async () => {
    const ofOne = sessionOf({
      topic: topicOf('1'),
      optionalNamespaces: { eip155: { chains: [MAIN], methods: [], events: [] } },
    })
    const { connect, proposals, tell, left, ask } = page({ stored: [ofOne] })
    const connected = connect()
    await settle()
    expect(proposals).toHaveLength(1)
    // Until then it works as before.
    expect(await ask('eth_accounts')).toEqual([ADDRESS])
    tell({ type: 'session.opened', session: sessionOf({ topic: topicOf('2') }) })
    expect((await connected).session.topic).toBe(topicOf('2'))
    expect(left).toEqual([topicOf('1')])
  })

  test.each([[[MAIN, TENTH]], [[MAIN, TENTH, 'eip155:137']]])(
    'is kept when it was requested for %j',
    async (chains) => {
      const stored = sessionOf({ optionalNamespaces: { eip155: { chains, methods: [], events: [] } } })
      const { connect, proposals } = page({ stored: [stored] })
      expect(await connect()).toEqual({ session: stored, namespaces: ['eip155'] })
      expect(proposals).toEqual([])
    },
  )

  test('reports a failed lookup to the callers, and is looked up again', async () => {
    const open = vi.fn<Open>(async () => failed(unreachable))
    const { ask, connect } = page({ open })
    const [asked, connected] = await Promise.allSettled([ask('eth_chainId'), connect()])
    expect([asked, connected]).toMatchObject([{ reason: unreachable }, { reason: unreachable }])
    await ask('eth_chainId').catch(() => {})
    expect(open).toHaveBeenCalledTimes(2)
  })

  test('fails the calls when its lookup does not end in time', async () => {
    const { ask, connect, clock, state } = page({ open: never })
    const results = Promise.allSettled([ask('eth_chainId'), connect()])
    await settle()
    expect(state()).toBe('restoring')
    await pass(clock, TIMEOUTS.startPairingMs + TIMEOUTS.exchangeMs, 1)
    expect(await results).toMatchObject([{ reason: unreachable }, { reason: unreachable }])
    expect(clock.live.size).toBe(0)
  })
})

describe('a proposal', () => {
  test('is made for the requested networks, and ends with the session of the wallet that approves it', async () => {
    const { connect, proposals, codes, tell, activeSession } = page()
    const connected = connect()
    await settle()
    expect(proposals[0]?.proposed).toMatchObject({ optionalNamespaces: { eip155: { chains: [MAIN, TENTH] } } })
    proposals[0]?.createUri()
    expect(codes).toEqual(['wc:one'])
    tell({ type: 'session.opened', session: sessionOf() })
    expect(await connected).toEqual({ session: sessionOf(), namespaces: ['eip155'] })
    expect(activeSession()).toEqual({ session: sessionOf(), chainIds: { eip155: MAIN } })
    expect(proposals[0]?.signal?.aborted).toBe(true)
  })

  test('ends the attempt with the reason when it is refused or fails', async () => {
    const { connect, proposals, state } = page()
    const connected = connect()
    await settle()
    proposals[0]?.end(failed(unreachable))
    await expect(connected).rejects.toBe(unreachable)
    expect(state()).toBe('disconnected')
  })

  test('is withdrawn when the attempt is cancelled, also before it is made', async () => {
    const { connect, proposals } = page()
    for (const turns of [0, 12]) {
      const control = new AbortController()
      const connected = connect(control.signal)
      await settle(turns)
      control.abort()
      await expect(connected).rejects.toBe(control.signal.reason)
    }
    await settle()
    expect(proposals.map(({ signal }) => signal?.aborted)).toEqual([true])
    await expect(connect(AbortSignal.abort())).rejects.toBeDefined()
  })

  test('replaces the one before it', async () => {
    const { connect, proposals, provider } = page()
    const first = connect()
    await settle()
    const second = connect()
    await expect(first).rejects.toMatchObject({ code: 'instance.notStarted' })
    await settle()
    expect(proposals.map(({ signal }) => signal?.aborted)).toEqual([true, false])
    provider.close()
    await expect(second).rejects.toMatchObject({ code: 'instance.notStarted' })
  })

  test('fails when the wallet shares no account that the app can use, and that session is ended', async () => {
    const { connect, tell, left, state } = page()
    const connected = connect()
    await settle()
    tell({ type: 'session.opened', session: sessionOf({ namespaces: solanaOnly }) })
    await expect(connected).rejects.toMatchObject({ code: 'connect.noAccount', params: { wallet: 'A wallet' } })
    expect(left).toEqual([sessionOf().topic])
    expect(state()).toBe('disconnected')
  })

  test('keeps the current wallet until another wallet accepts it', async () => {
    const { connect, tell, left, activeSession, proposals } = await speaking()
    const connected = connect()
    await settle()
    expect(proposals).toHaveLength(1)
    expect(activeSession()?.session.topic).toBe(sessionOf().topic)
    tell({ type: 'session.opened', session: sessionOf({ topic: topicOf('2') }) })
    expect((await connected).session.topic).toBe(topicOf('2'))
    expect(left).toEqual([sessionOf().topic])
    await settle()
    expect(activeSession()?.session.topic).toBe(topicOf('2'))
  })
})

describe('the connected wallet', () => {
  const emitted = (name: string, data: unknown, chainId: string = MAIN): SessionChange => ({
    type: 'session.emitted',
    topic: sessionOf().topic,
    event: { event: { name, data }, chainId },
  })

  test.each([10, '0xa', '10', 'eip155:10'])('is followed to a chain that it approved, reported as %j', async (data) => {
    const { tell, told, ask } = await speaking()
    tell(emitted('chainChanged', data))
    expect(told).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [ADDRESS]],
    ])
    expect(await ask('eth_chainId')).toBe('0xa')
  })

  test.each([5, '0x5', 'eip155:5', 'solana:10', '', null, {}, `0x${'f'.repeat(99)}`])(
    'is not followed to %j',
    async (data) => {
      const { tell, told, activeSession } = await speaking()
      tell(emitted('chainChanged', data))
      expect(told).toEqual([])
      expect(activeSession()?.chainIds.eip155).toBe(MAIN)
    },
  )

  test('reorders its accounts on an event, and emits nothing for accounts that it did not approve', async () => {
    const both = sessionOf({ namespaces: on(`eip155:1:${ADDRESS}`, `eip155:1:${OTHER}`) })
    const { tell, told, ask } = await speaking(both)
    tell(emitted('accountsChanged', [`eip155:1:${OTHER}`]))
    tell(emitted('accountsChanged', ['0x0000000000000000000000000000000000000001']))
    tell(emitted('accountsChanged', []))
    expect(told).toEqual([['accountsChanged', [OTHER, ADDRESS]]])
    expect(await ask('eth_accounts')).toEqual([OTHER, ADDRESS])
  })

  test('emits other events for the app’s chain and its own session only', async () => {
    const { tell, told } = await speaking()
    tell(emitted('message', 'here'))
    tell(emitted('message', 'there', TENTH))
    tell({ ...(emitted('message', 'elsewhere') as object), topic: topicOf('9') } as SessionChange)
    expect(told).toEqual([['message', 'here']])
  })

  test('is followed to a chain that is left when it removes the current one', async () => {
    const { tell, told } = await speaking()
    tell({ type: 'session.changed', session: sessionOf({ namespaces: on(`eip155:10:${OTHER}`) }) })
    expect(told).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [OTHER]],
    ])
  })

  test('is disconnected when it removes its last account, and not connected again by later updates', async () => {
    const { tell, told, left, ask, state } = await speaking()
    tell({ type: 'session.changed', session: sessionOf({ namespaces: on() }) })
    expect(told).toMatchObject([['disconnect', { code: 4900 }]])
    await settle()
    expect(left).toEqual([sessionOf().topic])
    tell({ type: 'session.changed', session: sessionOf() })
    expect(await ask('eth_accounts')).toEqual([])
    expect(state()).toBe('disconnected')
  })

  test('keeps the account that it moved to when its session is only extended', async () => {
    const both = sessionOf({ namespaces: on(`eip155:1:${ADDRESS}`, `eip155:1:${OTHER}`) })
    const { tell, told, ask } = await speaking(both)
    tell(emitted('accountsChanged', [OTHER]))
    tell({ type: 'session.changed', session: { ...both, expiry: both.expiry + 60 } })
    expect(told).toHaveLength(1)
    expect(await ask('eth_accounts')).toEqual([OTHER, ADDRESS])
  })

  test('is disconnected without a crash when it names an invalid chain', async () => {
    const { tell, told, ask } = await speaking()
    tell({ type: 'session.changed', session: sessionOf({ namespaces: on(`eip155:abc:${OTHER}`) }) })
    expect(told).toMatchObject([['disconnect', {}]])
    expect(await ask('eth_accounts')).toEqual([])
  })

  test('stays the only one: a session from a proposal of an earlier visit is deleted', async () => {
    const { tell, left, activeSession } = await speaking()
    tell({ type: 'session.opened', session: sessionOf({ topic: topicOf('3') }) })
    await settle()
    expect(left).toEqual([topicOf('3')])
    expect(activeSession()?.session).toEqual(sessionOf())
  })

  test.each(['left', 'expired', 'failed', 'unsettled'] as const)(
    'emits a disconnect when it is gone (%s)',
    async (ending) => {
      const { tell, told, state } = await speaking()
      tell({ type: 'session.ended', topic: sessionOf().topic, ending })
      expect(told).toMatchObject([['disconnect', { code: 4900, message: 'Your wallet disconnected' }]])
      expect(state()).toBe('disconnected')
    },
  )

  test.each(['closed', 'disconnected'] as const)(
    'emits no disconnect when the app itself left (%s)',
    async (ending) => {
      const { tell, told, state } = await speaking()
      tell({ type: 'session.ended', topic: sessionOf().topic, ending })
      expect(told).toEqual([])
      expect(state()).toBe('disconnected')
    },
  )

  test('cannot be used from the moment when the app leaves it', async () => {
    const { provider, ask, left, activeSession } = await speaking()
    const over: unknown[] = []
    const leaving = provider.leave(sessionOf().topic).then((outcome) => over.push(outcome))
    await Promise.resolve()
    expect([activeSession(), over]).toEqual([undefined, []])
    expect(await ask('eth_accounts')).toEqual([])
    await leaving
    expect(left).toEqual([sessionOf().topic])
  })

  test('is not affected when another session is left, changes or ends', async () => {
    const { tell, told, activeSession, provider, left } = await speaking()
    await provider.leave(topicOf('9'))
    expect(left).toEqual([])
    tell({ type: 'session.changed', session: sessionOf({ topic: topicOf('9'), namespaces: on() }) })
    tell({ type: 'session.ended', topic: topicOf('9'), ending: 'left' })
    expect(told).toEqual([])
    expect(activeSession()?.session).toEqual(sessionOf())
  })
})

describe('a call', () => {
  test('goes to the wallet with the app’s chain, and returns the wallet’s answer', async () => {
    const { ask, asked } = await speaking()
    expect(await ask('personal_sign', ['0x00', ADDRESS])).toBe('signed')
    expect(asked).toEqual([
      {
        topic: sessionOf().topic,
        chainId: MAIN,
        request: { method: 'personal_sign', params: ['0x00', ADDRESS] },
        expirySeconds: 300,
      },
    ])
  })

  test('waits until the stored sessions are known', async () => {
    const { ask, asked } = page({ stored: [sessionOf()] })
    expect(await Promise.all([ask('eth_chainId'), ask('personal_sign', ['0x00'])])).toEqual(['0x1', 'signed'])
    expect(asked).toHaveLength(1)
  })

  test('goes to the network’s node when it needs no wallet', async () => {
    const request = vi.fn<RpcPort['request']>(async () => '0x10')
    const { ask, asked } = await speaking(sessionOf(), { rpc: { request } })
    expect(await ask('eth_blockNumber')).toBe('0x10')
    const call = { method: 'eth_blockNumber', params: undefined }
    expect(request).toHaveBeenCalledWith(mainnet, call, { signal: expect.any(AbortSignal) as AbortSignal })
    expect(asked).toEqual([])
  })

  test('is aborted at the node when the app closes the provider', async () => {
    const request = vi.fn<RpcPort['request']>(() => new Promise(() => {}))
    const { ask, provider } = await speaking(sessionOf(), { rpc: { request } })
    const asked = ask('eth_blockNumber').catch((error: unknown) => error)
    await settle()
    const { signal } = request.mock.calls[0]?.[2] ?? {}
    expect(signal?.aborted).toBe(false)
    provider.close()
    expect(signal?.aborted).toBe(true)
    await asked
  })

  test('has no node on a chain that the app does not configure', async () => {
    const { ask } = await speaking(sessionOf({ namespaces: on(`eip155:137:${OTHER}`) }))
    await expect(ask('eth_blockNumber')).rejects.toMatchObject({ code: 'session.rpcMissing' })
  })

  test('fails with the node’s own message and code', async () => {
    const refusal = { code: -32000, message: 'execution reverted', data: '0x08' }
    const { ask } = await speaking(sessionOf(), { rpc: { request: () => Promise.reject(refusal) } })
    await expect(ask('eth_call')).rejects.toBe(refusal)
  })

  test('fails with the wallet’s reason when it is refused, and as not connected when it is cancelled', async () => {
    const { ask, answering } = await speaking()
    const declined = new LatchkeyError('request.declined')
    answering(async () => ({ status: 'declined', error: declined }))
    await expect(ask('personal_sign', [])).rejects.toBe(declined)
    answering(async () => cancelled)
    await expect(ask('personal_sign', [])).rejects.toMatchObject({ code: 'session.notConnected' })
  })

  test('fails when the wallet does not answer in time', async () => {
    const { ask, answering, clock, calls } = await speaking()
    answering(never)
    const answered = ask('personal_sign', []).catch((error: unknown) => error)
    await settle()
    expect(calls()).toEqual(['requesting'])
    await pass(clock, TIMEOUTS.walletRequestMs + TIMEOUTS.exchangeMs, 1)
    expect(await answered).toMatchObject({ code: 'pairing.unreachable' })
    expect(clock.live.size).toBe(0)
  })

  test('switches the app to a chain that the wallet has approved, without a wallet request', async () => {
    const { ask, told, asked } = await speaking()
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(told).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [ADDRESS]],
    ])
    expect(await ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toBeNull()
    expect(told).toHaveLength(2)
    expect(asked).toEqual([])
  })

  const narrow = (...chains: number[]): PairingSession['namespaces'] => ({
    eip155: {
      accounts: chains.map((chain) => `eip155:${chain}:${ADDRESS}`),
      methods: ['wallet_switchEthereumChain'],
      events: [],
    },
  })
  const switching = [{ chainId: '0xa' }]

  test('asks the wallet to switch to a chain that it has not approved, and changes nothing when it fails', async () => {
    const { ask, activeSession, answering, told, asked } = await speaking(sessionOf({ namespaces: narrow(1) }))
    answering(async () => failed(unreachable))
    await expect(ask('wallet_switchEthereumChain', switching)).rejects.toBe(unreachable)
    expect(asked).toMatchObject([{ chainId: MAIN, request: { method: 'wallet_switchEthereumChain' } }])
    expect(activeSession()?.chainIds).toEqual({ eip155: MAIN })
    expect(told).toEqual([])
  })

  test.each([null, 'yes', { chainId: '0x1' }])(
    'waits until the wallet approves the chain when it answers a switch with %j',
    async (answer) => {
      const { ask, answering, told, tell, clock } = await speaking(sessionOf({ namespaces: narrow(1) }))
      answering(async () => done(answer))
      const switched = ask('wallet_switchEthereumChain', switching)
      await settle()
      await pass(clock, 1_999)
      expect(told).toEqual([])
      tell({ type: 'session.changed', session: sessionOf({ namespaces: narrow(1), expiry: 9 }) })
      expect(told).toEqual([])
      tell({ type: 'session.changed', session: sessionOf({ namespaces: narrow(1, 10) }) })
      expect(await switched).toBeNull()
      expect(told).toEqual([
        ['chainChanged', '0xa'],
        ['accountsChanged', [ADDRESS]],
      ])
      expect(clock.live.size).toBe(0)
    },
  )

  test('switches at once when the wallet approved the chain before it answered', async () => {
    const { ask, answering, told, tell, clock } = await speaking(sessionOf({ namespaces: narrow(1) }))
    answering(async () => {
      tell({ type: 'session.changed', session: sessionOf({ namespaces: narrow(1, 10) }) })
      return done(null)
    })
    expect(await ask('wallet_switchEthereumChain', switching)).toBeNull()
    expect(told[0]).toEqual(['chainChanged', '0xa'])
    expect(clock.live.size).toBe(0)
  })

  test('fails, and keeps the chain, when the wallet confirms a switch but never approves the chain', async () => {
    const { ask, answering, told, activeSession, clock } = await speaking(sessionOf({ namespaces: narrow(1) }))
    answering(async () => done(null))
    const switched = ask('wallet_switchEthereumChain', switching).catch((error: unknown) => error)
    await settle()
    await pass(clock, 2_000)
    expect(await switched).toMatchObject({
      code: 'session.chainNotApproved',
      message: "Chain 'eip155:10' not approved. Please use one of the following: eip155:1",
    })
    expect(activeSession()?.chainIds).toEqual({ eip155: MAIN })
    expect(told).toEqual([])
  })

  test('fails as cancelled when a switch is aborted before the wallet approves the chain', async () => {
    const { ask, answering, provider, clock, told } = await speaking(sessionOf({ namespaces: narrow(1) }))
    answering(async () => done(null))
    const switched = ask('wallet_switchEthereumChain', switching)
    await settle()
    provider.close()
    await expect(switched).rejects.toMatchObject({ code: 'instance.notStarted' })
    expect(told).toEqual([])
    expect(clock.live.size).toBe(0)
  })

  test('fails with code 4902, as in EIP-3085, when the wallet can only add chains', async () => {
    const { ask } = await speaking(
      sessionOf({
        namespaces: { eip155: { accounts: [`eip155:1:${ADDRESS}`], methods: ['wallet_addEthereumChain'], events: [] } },
      }),
    )
    await expect(ask('wallet_switchEthereumChain', switching)).rejects.toMatchObject({
      code: 'session.switchFailed',
      cause: { code: 4902 },
    })
  })

  test('fails when the instance is closed', async () => {
    const { ask, answering, provider, clock } = await speaking()
    answering(never)
    const answered = ask('personal_sign', [])
    await settle()
    provider.close()
    await expect(answered).rejects.toMatchObject({ code: 'instance.notStarted' })
    expect(clock.live.size).toBe(0)
  })

  test('uses the current session, also when the pairing reports it again', async () => {
    const { ask, tell, left, told } = await speaking()
    tell({ type: 'session.opened', session: sessionOf() })
    expect(await ask('personal_sign', [])).toBe('signed')
    expect([left, told]).toEqual([[], []])
  })

  test('fails when the machine crashes, and works again after each of five restarts', async () => {
    const { ask, answering, tell } = await speaking()
    const stop = () => tell({ type: 'session.changed', session: { topic: sessionOf().topic } } as never)
    answering(never)
    const answered = ask('personal_sign', [])
    await settle()
    stop()
    const crashed = { code: 'pairing.crashed' }
    await expect(answered).rejects.toMatchObject(crashed)
    for (let times = 1; times <= LIMITS.restarts; times += 1) {
      expect(await ask('eth_accounts')).toEqual([ADDRESS])
      stop()
    }
    await expect(ask('eth_accounts')).rejects.toMatchObject({ code: 'actor.crashed' })
  })

  test('disconnects the wallet when it revokes the permissions', async () => {
    const { ask, left, state } = await speaking()
    expect(await ask('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull()
    expect(left).toEqual([sessionOf().topic])
    expect(state()).toBe('disconnected')
  })

  describe('a call for the status of a bundle', () => {
    /** An app with a session whose wallet names two local bundlers. `methods`: those that the wallet approved. */
    async function withBundlers(methods: string[], answer: CountingServer['answer']) {
      const server = await countingServer(answer)
      const { origin } = new URL(server.url)
      const session = sessionOf({
        namespaces: { eip155: { accounts: [`eip155:1:${ADDRESS}`], methods, events: [] } },
        sessionProperties: { bundler_name: 'pimlico', bundler_url: `${server.url}own?key=1` },
      } as Partial<PairingSession>)
      return { ...(await speaking(session, { bundlers: { host: `${origin}/base`, origins: [origin] } })), server }
    }
    const NAMED = '/base/v1/bundler?projectId=project&chainId=eip155%3A1&bundler=pimlico'

    test('posts the call’s id, as the only parameter, to the provider’s bundler [7.29] [7.30]', async () => {
      const { ask, asked, server } = await withBundlers([], () => ({ result: { success: true } }))
      expect(await ask('wallet_getCallsStatus', ['0x12', 'more'])).toEqual({ success: true })
      expect(server.arrivals).toMatchObject([
        { httpMethod: 'POST', path: NAMED, batched: false, headers: { 'content-type': 'application/json' } },
      ])
      expect(server.arrivals[0]?.calls).toEqual([
        { jsonrpc: '2.0', id: 1, method: 'eth_getUserOperationReceipt', params: ['0x12'] },
      ])
      expect(asked).toEqual([])
    })

    test('tries the bundler at the wallet’s own address next, then the wallet [7.29]', async () => {
      const { ask, asked, server } = await withBundlers(['wallet_getCallsStatus'], (_, { path }) =>
        path === NAMED ? { status: 500 } : { error: { code: -32000, message: 'unknown bundle' } },
      )
      expect(await ask('wallet_getCallsStatus', ['0x1'])).toBe('signed')
      expect(server.arrivals.map(({ path }) => path)).toEqual([NAMED, '/own?key=1'])
      expect(asked).toMatchObject([{ request: { method: 'wallet_getCallsStatus', params: ['0x1'] } }])
    })

    test('fails with the bundler’s status when nothing else can answer [7.31]', async () => {
      const { ask } = await withBundlers([], () => ({ status: 503 }))
      await expect(ask('wallet_getCallsStatus', ['0x1'])).rejects.toMatchObject({
        code: 'session.receiptFailed',
        message: 'Failed to fetch user operation receipt - 503',
      })
    })

    test('passes on the bundler’s own error', async () => {
      const { ask } = await withBundlers([], () => ({ error: { code: -32_000, message: 'unknown bundle' } }))
      await expect(ask('wallet_getCallsStatus', ['0x1'])).rejects.toMatchObject({
        code: -32_000,
        message: 'unknown bundle',
      })
    })
  })

  test('waits as long as the app configures, and keeps to the protocol’s bounds on the wire [5.45]', async () => {
    for (const [walletRequestMs, expirySeconds] of [
      [120_000, 300],
      [400_500, 401],
      [8 * 86_400_000, 604_800],
    ] as const) {
      const { ask, asked, answering, clock } = await speaking(undefined, { timeouts: { walletRequestMs } })
      answering(never)
      let ended: unknown
      ask('personal_sign', ['0x00', ADDRESS]).catch((error: unknown) => (ended = error))
      await settle()
      expect(asked).toMatchObject([{ expirySeconds }])
      await pass(clock, walletRequestMs + TIMEOUTS.exchangeMs - 1, 1)
      expect(ended).toBeUndefined()
      await pass(clock, 1, 1)
      expect(ended).toMatchObject({ code: 'pairing.unreachable' })
    }
  })

  test('requests the wallet’s capabilities once for each account and its chains, until the session changes [8.53]', async () => {
    const session = sessionOf({
      namespaces: { eip155: { ...approved['eip155'], methods: ['wallet_getCapabilities'] } },
    } as Partial<PairingSession>)
    const { ask, asked, answering, tell } = await speaking(session)
    const capable = { '0x1': { assetDiscovery: { supported: true } } }
    answering(async () => done(capable))
    for (let time = 0; time < 3; time += 1) expect(await ask('wallet_getCapabilities', [ADDRESS])).toEqual(capable)
    expect(asked).toHaveLength(1)
    await ask('wallet_getCapabilities', [OTHER])
    await ask('wallet_getCapabilities', [ADDRESS, ['0x1']])
    expect(asked).toHaveLength(3)
    await expect(ask('wallet_getCapabilities', [])).rejects.toMatchObject({
      message: 'Missing address parameter in wallet_getCapabilities request',
    })
    tell({ type: 'session.changed', session })
    await ask('wallet_getCapabilities', [ADDRESS])
    expect(asked).toHaveLength(4)
  })

  test('does not cache invalid or failed answers about capabilities', async () => {
    const session = sessionOf({
      namespaces: { eip155: { ...approved['eip155'], methods: ['wallet_getCapabilities'] } },
    } as Partial<PairingSession>)
    const { ask, asked, answering } = await speaking(session)
    answering(async () => done('nothing'))
    expect(await ask('wallet_getCapabilities', [ADDRESS])).toBe('nothing')
    answering(async () => failed(new LatchkeyError('wallet.disconnected')))
    await expect(ask('wallet_getCapabilities', [ADDRESS])).rejects.toMatchObject({ code: 'wallet.disconnected' })
    expect(asked).toHaveLength(2)
  })

  test('reaches the node of a network only after the app added that network [7.26]', async () => {
    const { ask, adding } = await speaking()
    await ask('wallet_switchEthereumChain', [{ chainId: '0x89' }])
    await expect(ask('eth_call', [])).rejects.toMatchObject({
      message: 'JSON-RPC provider for eip155:137 not found',
    })
    adding({ ...other, id: 137, caipNetworkId: 'eip155:137' })
    expect(await ask('eth_call', [])).toBe('node')
  })

  test('leaves no actors behind', async () => {
    const { ask, calls } = await speaking()
    await ask('eth_chainId')
    await ask('personal_sign', [])
    expect(calls()).toEqual([])
  })
})
