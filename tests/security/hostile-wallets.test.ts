import * as fc from 'fast-check'
import type { Wallet } from '@wallet-standard/base'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeAccounts } from '../../mocks/index.ts'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import { bip122Adapter } from '../../sdk/chains/bip122/adapter.ts'
import { satsConnectProvider } from '../../sdk/chains/bip122/satsConnect.ts'
import { walletStandardProvider } from '../../sdk/chains/bip122/walletStandard.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { solanaProvider } from '../../sdk/connectors/walletStandard.ts'
import { bitcoin, mainnet, solana, type Outcome, type WalletProvider } from '../../sdk/index.ts'
import { bitcoinKeys } from '../support/bitcoinWallet.ts'
import { bound, runs } from '../support/full.ts'
import { instance, other, pass, settle } from '../support/instance.ts'

const boom = () => {
  throw new Error('Trapped')
}
const proxy = () =>
  new Proxy(
    {},
    { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom, set: boom },
  )
const trap = () =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      ['code', 'message', 'data', 'cause', 'accounts', 'length'].map((name) => [name, { get: boom, enumerable: true }]),
    ),
  )
function deep(): unknown {
  let value: unknown = []
  for (let level = 0; level < 20_000; level += 1)
    value = level % 2 ? [value] : { data: value, cause: value, addresses: [value] }
  return value
}

/** What a wallet does on a request or an event, by name, so that counterexamples are readable. */
const garbage: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  number: () => Number.NaN,
  text: () => '\u202e<b>x</b>',
  emptyList: () => [],
  sparse: () => Array.from({ length: 3 }),
  long: () => Array.from({ length: 5_000 }, () => fakeAccounts[0]),
  symbol: () => Symbol('s'),
  bigint: () => 10n ** 400n,
  fn: () => boom,
  proxy,
  trap,
  trapList: () => [trap(), proxy()],
  deep,
  cycle() {
    const value: Record<string, unknown> = {}
    return Object.assign(value, {
      data: value,
      cause: value,
      message: value,
      toString: boom,
      [Symbol.toPrimitive]: boom,
    })
  },
  decline: () => ({ code: 4001, message: 'no' }),
  pending: () => ({ code: -32002 }),
  unsupported: () => ({ code: 4200 }),
  satsError: () => ({ error: { code: -32001, message: trap() } }),
}
const made = fc.constantFrom(...Object.keys(garbage))
const act = fc.oneof(
  { weight: 4, arbitrary: fc.constant('honest') },
  { weight: 2, arbitrary: fc.constant('never') },
  { weight: 3, arbitrary: made.map((name) => `answer ${name}`) },
  { weight: 3, arbitrary: made.map((name) => `throw ${name}`) },
  { weight: 3, arbitrary: made.map((name) => `reject ${name}`) },
)

/** Plays the acts in a loop, and counts the requests. */
function actor(acts: readonly string[]) {
  const asked = new Map<string, number>()
  let turn = 0
  const play = (method: string, honest: () => unknown): unknown => {
    asked.set(method, (asked.get(method) ?? 0) + 1)
    const [how = '', name = ''] = (acts[turn % acts.length] ?? 'honest').split(' ')
    turn += 1
    const value = () => garbage[name]?.()
    if (how === 'never') return new Promise(() => {})
    if (how === 'answer') return value()
    if (how === 'throw') throw value()
    if (how === 'reject') return new Promise((_, reject) => reject(value()))
    return honest()
  }
  return { play, asked }
}
type Actor = ReturnType<typeof actor>
type Hear = (...payload: unknown[]) => unknown

/** The registered listeners. Their errors reach the test. */
function listeners() {
  const heard = new Map<string, Set<Hear>>()
  const add = (event: unknown, listener: unknown) => {
    if (typeof event !== 'string' || typeof listener !== 'function') return
    heard.set(event, (heard.get(event) ?? new Set<Hear>()).add(listener as Hear))
  }
  const emit = (event: string, payload: unknown) => {
    for (const listener of heard.get(event) ?? []) listener(payload)
  }
  return { add, emit, heard }
}

/** A wallet's properties may be promises that are never awaited. */
function held(value: unknown): unknown {
  if (value instanceof Promise) value.catch(() => {})
  return value
}

interface Hostile {
  provider: WalletProvider
  emit(event: string, payload: unknown): void
}

const { payment } = bitcoinKeys().addresses

/** An EIP-1193 wallet. */
function evm({ play }: Actor): Hostile {
  const { add, emit, heard } = listeners()
  const honest: Readonly<Record<string, unknown>> = {
    eth_requestAccounts: [fakeAccounts[0]],
    eth_accounts: [fakeAccounts[0]],
    eth_chainId: '0x1',
    personal_sign: `0x${'ab'.repeat(65)}`,
    wallet_getCapabilities: { '0x1': { assetDiscovery: { supported: true } } },
    wallet_getAssets: { '0x1': [] },
  }
  return {
    emit,
    provider: {
      request: (({ method }) =>
        play(method, () => Promise.resolve(honest[method] ?? null))) as WalletProvider['request'],
      on: (event, listener) => play('on', () => add(event, listener)),
      removeListener: (event, listener) => play('off', () => heard.get(event)?.delete(listener)),
    },
  }
}

/** A Wallet Standard wallet whose properties are all getters that may throw. */
function standard({ play }: Actor, namespace: 'solana' | 'bitcoin') {
  const { add, emit } = listeners()
  const address = namespace === 'solana' ? firstSolanaAccount.address : payment
  const account = { address, publicKey: new Uint8Array(32), chains: [`${namespace}:mainnet`], features: [] }
  const signature = new Uint8Array(64).fill(1)
  const feature = (name: string, method: string, honest: (...args: unknown[]) => unknown) => [
    name,
    { version: '1.0.0', [method]: (...args: unknown[]) => play(name, () => honest(...args)) },
  ]
  const features = Object.fromEntries([
    feature(namespace === 'solana' ? 'standard:connect' : 'bitcoin:connect', 'connect', () => ({
      accounts: [account],
    })),
    feature('standard:disconnect', 'disconnect', () => undefined),
    feature('standard:events', 'on', (event, listener) => (add(event, listener), boom)),
    feature(`${namespace}:signMessage`, 'signMessage', () => [{ signedMessage: signature, signature }]),
    feature('solana:signTransaction', 'signTransaction', () => [{ signedTransaction: signature }]),
  ]) as Record<string, unknown>
  const wallet = {
    name: 'W',
    chains: [`${namespace}:mainnet`],
    get accounts() {
      return held(play('accounts', () => [account]))
    },
    get features() {
      return held(play('features', () => features))
    },
  }
  return { wallet, emit }
}

function sats({ play }: Actor): Hostile {
  const { add, emit } = listeners()
  const listed = { addresses: [{ address: payment, purpose: 'payment', publicKey: '02' }] }
  const honest: Readonly<Record<string, unknown>> = {
    wallet_connect: listed,
    wallet_getAccount: listed,
    signMessage: { signature: 'AAAA', address: payment },
  }
  const wallet = {
    request: (method: string) => play(method, () => Promise.resolve({ result: honest[method] ?? null })),
    addListener: (event: unknown, listener?: unknown) => play('addListener', () => (add(event, listener), boom)),
  }
  return { provider: satsConnectProvider(wallet as never), emit }
}

const wallets: Readonly<
  Record<
    string,
    {
      namespace: Namespace
      events: readonly string[]
      make(by: Actor): Hostile
      sign: { method: string; params: unknown }
    }
  >
> = {
  'an EIP-1193 wallet': {
    namespace: 'eip155',
    events: ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message'],
    make: evm,
    sign: { method: 'personal_sign', params: ['0x00', fakeAccounts[0]] },
  },
  'a Solana wallet of Wallet Standard': {
    namespace: 'solana',
    events: ['change'],
    make(by) {
      const { wallet, emit } = standard(by, 'solana')
      return { provider: solanaProvider(wallet as unknown as Wallet), emit }
    },
    sign: { method: 'solana_signMessage', params: { message: 'abc', pubkey: firstSolanaAccount.address } },
  },
  'a Bitcoin wallet of Wallet Standard': {
    namespace: 'bip122',
    events: ['change'],
    make(by) {
      const { wallet, emit } = standard(by, 'bitcoin')
      return { provider: walletStandardProvider(wallet), emit }
    },
    sign: { method: 'signMessage', params: { account: payment, message: 'hello' } },
  },
  'a Bitcoin wallet of sats-connect': {
    namespace: 'bip122',
    events: ['accountChange', 'networkChange', 'disconnect'],
    make: sats,
    sign: { method: 'signMessage', params: { account: payment, message: 'hello' } },
  },
}

/** Calls that ask the user, and the step of the page that causes each. */
const QUESTIONS: Readonly<Record<string, 'connect' | 'sign' | 'switch' | 'leave'>> = {
  eth_requestAccounts: 'connect',
  wallet_connect: 'connect',
  'bitcoin:connect': 'connect',
  personal_sign: 'sign',
  signMessage: 'sign',
  'solana:signMessage': 'sign',
  'bitcoin:signMessage': 'sign',
  wallet_switchEthereumChain: 'switch',
  wallet_addEthereumChain: 'switch',
}
/** Methods that no page of these tests calls. */
const NEVER = [
  'eth_sendTransaction',
  'eth_sign',
  'sendTransfer',
  'signPsbt',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ do: 'connect' as const }) },
  { weight: 3, arbitrary: fc.constant({ do: 'sign' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'switch' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'leave' as const }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('emit' as const), event: fc.nat(4), payload: made }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000, 30_000) }) },
)

/** Longer than all timeouts together: a request, a switch with adding the network, and disconnecting. */
const LONGEST_MS = 700_000

/** Collects uncaught errors and rejections during a test. */
function unhandled() {
  const seen: unknown[] = []
  const see = (cause: unknown) => void seen.push(cause)
  process.on('unhandledRejection', see)
  process.on('uncaughtException', see)
  onTestFinished(() => {
    process.off('unhandledRejection', see)
    process.off('uncaughtException', see)
  })
  return seen
}

describe.each(Object.entries(wallets))('the worst behavior of %s', (_, { namespace, events, make, sign }) => {
  test(
    'leaves no promise or state pending, causes no uncaught error, and leads to no unwanted request',
    async () => {
      const seen = unhandled()
      const property = fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 12 }),
        fc.array(step, { minLength: 1, maxLength: 10 }),
        async (acts, steps) => {
          const by = actor(acts)
          const { provider, emit } = make(by)
          const network = { eip155: mainnet, solana, bip122: bitcoin }[namespace as 'eip155']
          const adapter = { eip155: eip155Adapter, solana: solanaAdapter, bip122: bip122Adapter }[namespace as 'eip155']
          const { latchkey, clock } = instance({
            networks: namespace === 'eip155' ? [network, other] : [network],
            connectors: [{ connector: { id: 'hostile', name: 'W', type: 'ANNOUNCED', chain: namespace }, provider }],
            ports: { chains: { at: async () => ({ ...adapter, fetchBalances: async () => [] }) } },
          })
          latchkey.start()
          await settle(4)
          const open = new Set<string>()
          const outcomes: Outcome<unknown>[] = []
          const follow = (name: string, promise: Promise<Outcome<unknown>>) => {
            open.add(name)
            void promise.then((outcome) => (open.delete(name), outcomes.push(outcome)))
          }
          const taken = { connect: 0, sign: 0, switch: 0, leave: 0 }
          for (const [index, one] of steps.entries()) {
            const name = `${index} ${one.do}`
            if (one.do in taken) taken[one.do as keyof typeof taken] += 1
            if (one.do === 'connect') follow(name, latchkey.connect({ connectorId: 'hostile' }))
            if (one.do === 'sign') follow(name, latchkey.request(sign, { namespace }))
            if (one.do === 'switch') follow(name, latchkey.switchNetwork(namespace === 'eip155' ? other : network))
            if (one.do === 'leave') follow(name, latchkey.disconnect())
            if (one.do === 'emit') emit(events[one.event % events.length] ?? '', garbage[one.payload]?.())
            if (one.do === 'wait') await pass(clock, one.ms, 2)
            await settle(2)
          }
          await pass(clock, LONGEST_MS, 70)
          expect([...open]).toEqual([])
          for (const { status } of outcomes)
            expect(['done', 'cancelled', 'declined', 'expired', 'failed']).toContain(status)
          const busy = (['network', 'requests', `namespace:${namespace}`] as const).filter((service) =>
            (latchkey.find(service)?.getSnapshot() as { hasTag(tag: string): boolean } | undefined)?.hasTag('busy'),
          )
          expect(busy).toEqual([])
          expect(latchkey.actor('connectors').getSnapshot().value).toBe('listening')
          for (const [method, count] of by.asked) {
            const needs = QUESTIONS[method]
            expect([method, needs === undefined || count <= taken[needs]]).toEqual([method, true])
            expect(NEVER).not.toContain(method)
          }
          latchkey.stop()
          await settle(2)
          expect(clock.live.size).toBe(0)
        },
      )
      await fc.assert(property, runs(12, 300))
      expect(seen).toEqual([])
    },
    bound(120_000),
  )
})

test('a wallet that throws when a listener is added is reported once, and breaks nothing', () => {
  const refusals: unknown[] = []
  const provider = { request: boom, on: boom, removeListener: boom }
  const leave = eip155Adapter.watch(
    provider,
    () => {},
    (cause) => void refusals.push(cause),
  )
  expect(refusals).toEqual([new Error('Trapped')])
  expect(leave).not.toThrow()
})
