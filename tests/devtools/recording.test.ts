/** Recordings of sessions on fakes, and their replays. */
import { isAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AnyActorRef, AnyStateMachine } from 'xstate'
import { emailMachine, sendMachine } from '../../machines/index.ts'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { replayRecording } from '../../mocks/replayRecording.ts'
import { createRecording, recordingText } from '../../sdk/devtools/recording/createRecording.ts'
import { parseRecording, RECORDING_LIMITS, RecordingError } from '../../sdk/devtools/recording/recording.schemas.ts'
import { inputText, loadReplay } from '../../sdk/devtools/recording/replay.ts'
import { createSessionLog, type Session } from '../../sdk/devtools/sessionLog.ts'
import { withSession } from '../../sdk/chains/session.ts'
import { statesOf } from '../../sdk/devtools/actors.ts'
import { defineNetwork, Secret, type Latchkey } from '../../sdk/index.ts'
import { sendOf } from '../support/features.ts'
import { refused, scriptedFrame } from '../support/frame.ts'
import { CountingClock, ether, instance, other, pass, settle } from '../support/instance.ts'
import { offlineAdapter } from '../support/offline.ts'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const signature = `0x${'3f9a'.repeat(32)}1b`
const person = 'Grace.Hopper@navy.example'
const code = '314159'
const rejection = () => {
  throw Object.assign(new Error('The user said no'), { code: 4001 })
}

function logged(latchkey: Latchkey) {
  const log = createSessionLog()
  latchkey.inspect(log.inspect)
  return () => {
    const session = log.session()
    if (!session) throw new Error('nothing was logged')
    return recordingText(createRecording(session, latchkey.configuration))
  }
}

/** A clock on which time passes while the machines handle an event. */
class TickingClock extends CountingClock {
  reads = 0
  override now(): number {
    this.reads += 1
    return super.now() + this.reads
  }
}

/** Connects, signs, is rejected, and sends with a failure. */
async function walletSession() {
  const wallet = fakeWallet({ personal_sign: signature, eth_sendTransaction: rejection })
  const clock = new TickingClock()
  const made = instance({ wallet, clock })
  const { latchkey } = made
  const textOf = logged(latchkey)
  clock.increment(1_700_000_000_000)
  latchkey.start()
  await settle()
  await latchkey.connect({ connectorId: 'fake' })
  await latchkey.signMessage(`I am ${account}`)
  wallet.answers['personal_sign'] = rejection
  await latchkey.signMessage('Hello')
  await latchkey.load('send')
  await settle()
  const send = sendOf(latchkey)
  send.send({ type: 'send.setToken', token: ether('2.5') })
  send.send({ type: 'send.setAmount', amount: '1.5' })
  send.send({ type: 'send.setReceiver', receiver })
  clock.increment(5_000)
  await settle()
  send.send({ type: 'send.submit' })
  await settle()
  return { ...made, text: textOf() }
}

/** Signs in by email with a wrong code, then with the right one. */
async function emailSession() {
  let isRight = false
  const frame = scriptedFrame({
    CONNECT_OTP: () => {
      if (!isRight) throw refused('Wrong code')
    },
    IS_CONNECTED: () => ({ isConnected: isRight }),
  })
  const reads = { fetchBalances: async () => [], fetchAssets: async () => undefined }
  const made = instance({
    features: { email: true },
    secureSite: 'https://secure.example',
    ports: { frame: frame.port, chains: { at: async () => ({ ...withSession(offlineAdapter), ...reads }) } },
  })
  const { latchkey, clock } = made
  const textOf = logged(latchkey)
  const dispatch = async (command: Parameters<Latchkey['dispatch']>[0]) => {
    latchkey.dispatch(command)
    await settle()
    await pass(clock, 500, 1)
    await settle()
  }
  latchkey.start()
  await settle()
  await dispatch({ type: 'email.submit', email: person })
  await dispatch({ type: 'email.submitCode', code: new Secret(code) })
  isRight = true
  await dispatch({ type: 'email.submitCode', code: new Secret(code) })
  return { ...made, text: textOf() }
}

const recorders = { wallet: walletSession, email: emailSession }
const sessions = ['wallet', 'email'] as const
const texts = new Map<string, string>()
/** The recording of a session, made once. */
async function recordingOf(session: keyof typeof recorders): Promise<string> {
  const text = texts.get(session) ?? (await recorders[session]()).text
  texts.set(session, text)
  return text
}

/** The states that each running machine has in an instance. */
const statesIn = (latchkey: Latchkey) =>
  Object.fromEntries(statesOf(latchkey.actor('latchkey') as unknown as AnyActorRef))

describe('a recording', () => {
  test('has no private value of the session', async () => {
    for (const [text, values] of [
      [await recordingOf('wallet'), [account, receiver, signature]],
      [await recordingOf('email'), [person, 'hopper', code, account, receiver]],
    ] as const)
      for (const value of values) expect(text.toLowerCase()).not.toContain(value.toLowerCase().replace(/^0x/, ''))
  })
  test('replaces a value by the same valid placeholder everywhere', async () => {
    const text = await recordingOf('wallet')
    const { steps } = parseRecording(text)
    const connected = steps.flatMap(({ input }) => (input.kind === 'output' ? [Object(input.output).address] : []))
    const [address] = connected.filter((value) => value !== undefined)
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(isAddress(address)).toBe(true)
    expect(text.split(address).length).toBeGreaterThan(5)
    expect(await recordingOf('email')).toContain('user1@example.com')
  })
  test('has no keys of the settings', async () => {
    const { configuration } = parseRecording(await recordingOf('wallet'))
    expect(configuration.projectId).toBe('recorded')
    expect(configuration.networks.map(({ rpcUrls }) => rpcUrls.default.http)).toEqual([
      ['https://node.example'],
      ['https://node.example'],
    ])
  })
  test('has no URL of a node, neither in an event nor in an error', async () => {
    const key = 'Ab0_cdef-Key'
    const node = `https://node.test/v2/${key}`
    const network = defineNetwork({ ...other, id: 1, rpcUrls: { default: { http: [node] } } })
    const failing = () => Promise.reject(new Error(`HTTP request failed. URL: ${node}`))
    const { latchkey } = instance({ networks: [network], chain: { awaitReceipt: failing } })
    const textOf = logged(latchkey)
    latchkey.start()
    await settle()
    await latchkey.waitForTransactionReceipt(`0x${'cd'.repeat(32)}`)
    const text = textOf()
    expect(text).toContain('transactions.wait')
    expect(text).toContain('HTTP request failed. URL: https://node.example')
    expect(text).not.toContain(key)
  })
  test('has the events and results from outside, and what was sent with a failure', async () => {
    const inputs = parseRecording(await recordingOf('wallet')).steps.map(inputText)
    expect(inputs[0]).toBe('start')
    expect(inputs).toContain('connectors.connect to connectors')
    expect(inputs).toContain('result of namespace:eip155 › connectionAttempt › requestAccounts')
    expect(inputs).toContain('send.submit to send')
    expect(inputs.filter((input) => /^error of walletRequest:\d+ › sendToWallet$/.test(input))).toHaveLength(2)
  })
})

describe('a replay', () => {
  test.each(sessions)('has the recorded states at each step: %s', async (session) => {
    const replay = await replayRecording(await recordingOf(session))
    expect(replay.firstDifference).toBeUndefined()
    expect(replay.steps.length).toBeGreaterThan(25)
  })
  test('has the draft that a rejected transfer leaves', async () => {
    const send = (await replayRecording(await recordingOf('wallet'))).snapshotOf('send')
    expect(send?.value).toEqual({ editing: 'complete' })
    expect(send?.context.amount).toBe('1.5')
  })
  test('ends with the states of the recorded instance', async () => {
    for (const { latchkey, text } of [await walletSession(), await emailSession()]) {
      const replay = await loadReplay(parseRecording(text))
      replay.goTo(Infinity)
      expect(Object.fromEntries(replay.states())).toEqual(statesIn(latchkey))
    }
  })
  test('has the snapshots of the actors, forwards and backwards', async () => {
    const replay = await replayRecording(await recordingOf('email'))
    expect(replay.snapshotOf('namespace:eip155')?.value).toBe('connected')
    expect(replay.snapshotOf('modal')?.value).toBe('closed')
    const wrong = replay.steps.indexOf('email.submitCode to email')
    replay.goTo(wrong)
    expect(replay.snapshotOf('namespace:eip155')?.value).toBe('disconnected')
    expect(replay.snapshotOf('email')?.context.email).toBe('user1@example.com')
    replay.goTo(wrong + 2)
    replay.goTo(0)
    expect(replay.snapshotOf('email')).toBeUndefined()
  })
  test.each(sessions)('has the same states backwards as forwards: %s', async (session) => {
    const replay = await loadReplay(parseRecording(await recordingOf(session)))
    const forwards = [...replay.recording.steps.keys()].map((step) => {
      replay.goTo(step + 1)
      return [...replay.states()]
    })
    for (const step of [...forwards.keys()].toReversed().filter((each) => each % 9 === 0)) {
      replay.goTo(step + 1)
      expect(replay.position()).toBe(step + 1)
      expect([...replay.states()]).toEqual(forwards[step])
    }
    expect(replay.firstDifference()).toBeUndefined()
  })
  test('neither requests, stores nor sends anything', async () => {
    const { wallet, storage, text } = await walletSession()
    const calls = wallet.calls.length
    const stored = [...storage.entries]
    await replayRecording(text)
    expect(wallet.calls).toHaveLength(calls)
    expect([...storage.entries]).toEqual(stored)
  })

  const stepOf = (text: string, input: string) =>
    parseRecording(text).steps.findIndex((step) => inputText(step) === input)
  const provided = (machine: unknown, implementations: object) =>
    (machine as AnyStateMachine).provide(implementations as never)

  test('reports the step at which a machine with another guard takes another path', async () => {
    const machines = { send: provided(sendMachine, { guards: { isComplete: () => false } }) }
    const { firstDifference } = await replayRecording(await recordingOf('wallet'), { machines })
    const { steps } = parseRecording(await recordingOf('wallet'))
    const complete = steps.findIndex(({ states }) => JSON.stringify(states?.['send'])?.includes('"complete"'))
    expect(complete).toBeGreaterThan(0)
    expect(firstDifference?.step).toBe(complete)
    expect(firstDifference?.states[0]).toEqual({
      actor: 'send',
      recorded: '{"editing":"complete"}',
      replayed: '{"editing":"incomplete"}',
    })
  })
  test('reports the step at which a machine with another action sends nothing', async () => {
    const machines = { email: provided(emailMachine, { actions: { showCode: () => {} } }) }
    const { firstDifference } = await replayRecording(await recordingOf('email'), { machines })
    expect(firstDifference?.step).toBe(stepOf(await recordingOf('email'), 'result of email › connectEmail'))
    expect(firstDifference?.missing).toContain('email → view: view.showAttempt')
  })
})

describe('a file', () => {
  type Value = Record<string, unknown>
  /** The recording with a change. */
  async function changed(
    change: (recording: { steps: Value[] } & Value) => void,
    session: keyof typeof recorders = 'wallet',
  ): Promise<Value> {
    const recording = JSON.parse(await recordingOf(session))
    change(recording)
    return recording
  }
  const eventOf = ({ steps }: { steps: Value[] }): Value =>
    steps.map(({ input }) => input as Value).find(({ kind }) => kind === 'event') ?? {}
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

  test('is refused if it is nested so deeply that the schema exceeds the stack', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const text = (await recordingOf('wallet')).replace('"configuration": {', `"configuration": ${deep}, "other": {`)
    expect(() => parseRecording(text)).toThrow(RecordingError)
  })
  test.each([
    ['text', 'Hello', /not a recording of Latchkey: the file is not JSON/],
    ['other JSON', '{"steps": []}', /not a recording of Latchkey/],
    ['a list', '[]', /not a recording of Latchkey/],
    ['a text that is too large', ' '.repeat(RECORDING_LIMITS.characters + 1), /too large/],
  ])('is refused if it is %s', async (_, text, message) => {
    expect(() => parseRecording(text)).toThrow(RecordingError)
    await expect(replayRecording(text)).rejects.toThrow(message)
  })
  test.each<[string, (recording: { steps: Value[] } & Value) => unknown, RegExp]>([
    ['of another version', (recording) => (recording['version'] = 2), /has version 2.* replays version 1/],
    ['without steps', (recording) => (recording.steps = []), /steps/],
    [
      'with too many steps',
      ({ steps }) => steps.push(...Array.from({ length: RECORDING_LIMITS.steps }, () => ({ ...steps[0] }))),
      /steps/,
    ],
    ['with an unknown field', (recording) => (recording['run'] = 'alert()'), /broken/],
    ['with an unknown input', ({ steps }) => (steps[1] = { ...steps[1], input: { kind: 'code' } }), /steps\.1\.input/],
    ['with a negative time', ({ steps }) => (steps[1] = { ...steps[1], at: -1 }), /steps\.1\.at/],
    ['with an event without a type', (recording) => (eventOf(recording)['event'] = {}), /An event has no type/],
    ['with an unknown kind of value', (recording) => (eventOf(recording)['event'] = { $: 'function' }), /"function"/],
    [
      'with a missing reference',
      (recording) => (eventOf(recording)['event'] = { $: 'same', value: 999 }),
      /does not exist/,
    ],
    [
      'with a number that is none',
      (recording) => (eventOf(recording)['event'] = { $: 'bigint', value: 'a' }),
      /broken/,
    ],
    ['that is nested too deeply', (recording) => (eventOf(recording)['event'] = nested(200)), /broken/],
    ['without settings', (recording) => (recording['configuration'] = {}), /settings/],
    ['without a timeout', (recording) => (recording['timeouts'] = {}), /timeouts/],
  ])('is refused if it is one %s', async (_, change, message) => {
    const recording = await changed(change)
    expect(() => parseRecording(recording)).toThrow(RecordingError)
    expect(() => parseRecording(recording)).toThrow(message)
  })
  test('cannot change the prototypes of objects', async () => {
    const recording = await changed((each) => {
      const input = eventOf(each)
      input['event'] = JSON.parse('{ "type": "modal.open", "__proto__": { "polluted": true } }')
    })
    await replayRecording(recording)
    expect(Object('').polluted).toBeUndefined()
  })
  test('may have events for actors that do not run, which are reported', async () => {
    const recording = await changed((each) => {
      eventOf(each)['to'] = 'nobody'
    })
    const { firstDifference } = await replayRecording(recording)
    expect(firstDifference?.reasons).toEqual(['nobody is not running'])
  })
  test('may have delays that the machines do not wait for, or of another length, which are reported', async () => {
    const timerOf = ({ steps }: { steps: Value[] }) =>
      steps.map(({ input }) => input as Value).find(({ kind }) => kind === 'timer') ?? {}
    const other = await replayRecording(
      await changed((each) => (timerOf(each)['type'] = 'xstate.after.other'), 'email'),
    )
    expect(other.firstDifference?.reasons).toEqual([expect.stringMatching(/does not wait for xstate\.after\.other$/)])
    const longer = await replayRecording(await changed((each) => (timerOf(each)['delayMs'] = 60_000), 'email'))
    expect(longer.firstDifference?.reasons).toEqual([expect.stringMatching(/ ms, and was 60000 ms$/)])
  })
})

describe('the session log', () => {
  test('records only from the start of an instance, and records the next one after a restart', async () => {
    const { latchkey } = instance()
    latchkey.start()
    await settle()
    const log = createSessionLog()
    latchkey.inspect(log.inspect)
    expect(log.status()).toBe('waiting')
    latchkey.dispatch({ type: 'modal.open' })
    expect(log.status()).toBe('missed')
    expect(log.session()).toBeUndefined()
    latchkey.stop()
    latchkey.start()
    await settle()
    expect(log.status()).toBe('recording')
    const { firstDifference } = await replayRecording(
      recordingText(createRecording(log.session() as Session, latchkey.configuration)),
    )
    expect(firstDifference).toBeUndefined()
    log.stop()
    const { length } = log.session()?.steps ?? []
    latchkey.dispatch({ type: 'modal.open' })
    expect(log.status()).toBe('stopped')
    expect(log.session()?.steps).toHaveLength(length)
  })
  test('combines the checks of events that an observer sends before the machines have handled the previous one', async () => {
    const { latchkey } = instance()
    const log = createSessionLog()
    latchkey.inspect(log.inspect)
    latchkey.start()
    await settle()
    const show = (code: 'link.copied' | 'address.copied') =>
      latchkey.dispatch({ type: 'snackbar.show', message: { variant: 'success', code } })
    latchkey.actor('modal').subscribe(({ value }) => {
      if (value === 'closed') return
      show('link.copied')
      show('address.copied')
    })
    latchkey.dispatch({ type: 'modal.open' })
    const steps = log.session()?.steps ?? []
    expect(steps.slice(-3).map(({ states }) => states === undefined)).toEqual([true, true, false])
    const recording = recordingText(createRecording(log.session() as Session, latchkey.configuration))
    expect((await replayRecording(recording)).firstDifference).toBeUndefined()
  })
  test('ends with the maximum number of steps, and can be replayed to there', async () => {
    const { latchkey } = instance()
    const log = createSessionLog(100)
    latchkey.inspect(log.inspect)
    latchkey.start()
    await settle()
    for (let count = 0; count < 60; count += 1) {
      latchkey.dispatch({ type: 'modal.open' })
      latchkey.dispatch({ type: 'modal.close' })
    }
    expect(log.status()).toBe('full')
    expect(log.session()?.steps).toHaveLength(100)
    const recording = recordingText(createRecording(log.session() as Session, latchkey.configuration))
    expect((await replayRecording(recording)).firstDifference).toBeUndefined()
  })
})
