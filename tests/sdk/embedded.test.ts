/** Signing in to the embedded wallet with an email address, and requests to it, over a scripted frame. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cooldownLeft } from '../../machines/embedded/login/email.rules.ts'
import type { FrameMessageType } from '../../machines/embedded/frame.schemas.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { pageEmbedded } from '../../sdk/embedded/page.ts'
import type { Instance } from '../../sdk/instance/instance.ts'
import { DEFAULT_RELAY } from '../../sdk/instance/config.ts'
import { alertTexts, Secret, mainnet, solana } from '../../sdk/index.ts'
import { emailOf } from '../../sdk/skin.ts'
import { runs } from '../support/full.ts'
import { refused, scriptedFrame, silent } from '../support/frame.ts'
import { framedPage, stubPage } from '../support/framedPage.ts'
import { embeddedPage as page } from '../support/embedded.ts'
import { CountingClock, instance, pass, settle } from '../support/instance.ts'

const email = 'ann@example.com'

describe('an email sign-in', () => {
  test('connects the wallet like any other with the address and a code [1.2] [3.17] [4.29] [4.30] [7.39] [7.40] [7.41] [7.45]', async () => {
    const { latchkey, frame, submit, type, state, view } = await page()
    expect(frame.opened()).toBe(0)
    void latchkey.open()
    await submit()
    expect(state()?.value).toBe('entering')
    expect(view()).toBe('EmailVerifyOtp')
    await type()
    expect(latchkey.getAccount()).toMatchObject({
      status: 'connected',
      address: frame.address,
      connector: { type: 'AUTH' },
    })
    expect(frame.asked.slice(0, 3)).toEqual([
      { type: 'IS_CONNECTED', payload: undefined },
      { type: 'CONNECT_EMAIL', payload: { email } },
      { type: 'CONNECT_OTP', payload: { otp: expect.any(Secret) } },
    ])
    expect(frame.asked).toContainEqual({ type: 'GET_USER', payload: { chainId: 1 } })
    for (const id of frame.ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(new Set(frame.ids).size).toBe(frame.ids.length)
    expect(latchkey.getAccount()).toMatchObject({ networkId: mainnet.caipNetworkId })
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
    expect(state()?.value).toBe('idle')
  })
  test('registers a new device by a link first [5.25] [7.40]', async () => {
    const frame = scriptedFrame({ CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: silent })
    const { submit, state, view } = await page(frame)
    await submit()
    expect(state()?.value).toBe('registering')
    expect(view()).toBe('EmailVerifyDevice')
    expect(frame.types().at(-1)).toBe('CONNECT_DEVICE')
  })
  test('asks the frame again for 20 minutes, as long as the link is valid, and then ends', async () => {
    const frame = scriptedFrame({ CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: silent })
    const { submit, state, clock, latchkey } = await page(frame)
    await submit()
    for (let look = 0; look < 40; look += 1) await pass(clock, 30_000, 1)
    await settle()
    expect(frame.types().filter((type) => type === 'CONNECT_DEVICE')).toHaveLength(40)
    expect(state()?.value).toBe('idle')
    expect(state()?.context.error?.code).toBe('embedded.expired')
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual([])
  })
  test('connects at once when the user is already signed in [5.25]', async () => {
    const frame = scriptedFrame({ CONNECT_EMAIL: { action: 'CONNECT' } })
    frame.signIn()
    const { submit, latchkey } = await page(frame)
    await submit()
    expect(latchkey.getAccount().status).toBe('connected')
  })
  test('accepts another code after a wrong one, and shows the reason of the frame', async () => {
    let tries = 0
    const frame = scriptedFrame({
      CONNECT_OTP: () => {
        tries += 1
        if (tries === 1) throw refused('Wrong code. 4 tries left.')
        frame.signIn()
      },
    })
    const { submit, type, state, latchkey } = await page(frame)
    await submit()
    await type()
    expect(state()?.context.error?.message).toBe('Wrong code. 4 tries left.')
    expect(state()?.value).toBe('entering')
    await type()
    expect(latchkey.getAccount().status).toBe('connected')
  })
  test('rejects an invalid address before it opens the frame [5.21]', async () => {
    const frame = scriptedFrame()
    const { submit, state } = await page(frame)
    await submit('ann@example')
    expect(state()?.context.error?.message).toBe('Invalid email. Try again.')
    expect(frame.opened()).toBe(0)
  })
  test.each<[title: string, answers: Parameters<typeof scriptedFrame>[0], code: string]>([
    ['an invalid address', { GET_USER: { address: 'nobody', chainId: 1 } }, 'wallet.invalidResponse'],
    [
      'an address with markup',
      { GET_USER: { address: '<b>0xf39Fd6e51aad88F6F4ce6aB88272', chainId: 1 } },
      'wallet.invalidResponse',
    ],
    ['no account', { IS_CONNECTED: { isConnected: false } }, 'connect.noAccount'],
  ])('connects nothing when the frame names %s', async (_, answers, code) => {
    const { submit, type, state, latchkey } = await page(scriptedFrame(answers))
    await submit()
    await type()
    expect([state()?.value, state()?.context.error?.code]).toEqual(['unconnected', code])
    expect(latchkey.getAccount().status).toBe('disconnected')
  })
  test('connects the wallet in each of its namespaces', async () => {
    const { latchkey, frame } = await page(scriptedFrame(), { connect: true, networks: [mainnet, solana] })
    await settle()
    expect(latchkey.getAccount('eip155')).toMatchObject({ address: frame.address })
    expect(latchkey.getAccount('solana').status).toBe('connected')
  })
})

describe('an email sign-in that is cancelled', () => {
  const paths = {
    requesting: scriptedFrame({ CONNECT_EMAIL: silent }),
    registering: scriptedFrame({ CONNECT_EMAIL: { action: 'VERIFY_DEVICE' }, CONNECT_DEVICE: silent }),
    entering: scriptedFrame(),
    checking: scriptedFrame({ CONNECT_OTP: silent }),
    connecting: scriptedFrame({ GET_USER: silent }),
  }
  test.each(Object.entries(paths))('ends while %s', async (name, frame) => {
    const { submit, type, state, go, latchkey, view } = await page(frame)
    void latchkey.open()
    await submit()
    if (name === 'checking' || name === 'connecting') await type()
    expect(JSON.stringify(state()?.value)).toContain(name)
    latchkey.dispatch({ type: 'email.cancel' })
    await go()
    expect(state()?.value).toBe('idle')
    expect(view()).toBe('Connect')
    expect(latchkey.getAccount().status).toBe('disconnected')
    // A message to the wallet that was already sent ends with its own timeout.
    const open = latchkey.find('frame')?.getSnapshot().context.open ?? []
    expect(open.filter(({ type }) => type !== 'GET_USER')).toEqual([])
  })
  test('ends when the modal closes or the user goes back', async () => {
    for (const leave of ['close', 'back'] as const) {
      const { submit, state, go, latchkey } = await page()
      void latchkey.open()
      await submit()
      if (leave === 'close') await latchkey.close()
      else latchkey.dispatch({ type: 'view.back' })
      await go()
      expect(state()?.value).toBe('idle')
    }
  })
  test('signs the user out once the code was accepted, unless a user was signed in before', async () => {
    for (const inUse of [false, true]) {
      const frame = scriptedFrame({ GET_USER: silent })
      if (inUse) frame.signIn()
      const { submit, type, state, go, latchkey } = await page(frame)
      await submit()
      await type()
      latchkey.dispatch({ type: 'email.cancel' })
      await go()
      expect([state()?.value, frame.types().includes('SIGN_OUT')]).toEqual(['idle', !inUse])
    }
  })
  test.each([
    ['does not sign out after a rejected code', false],
    ['signs out after an unanswered and a rejected code, since the first may have signed the user in', true],
  ])('%s', async (_, isLost) => {
    let isUnanswered = isLost
    const frame = scriptedFrame({
      CONNECT_OTP() {
        if (isUnanswered) return silent()
        throw refused('No code was asked for. Please begin again.')
      },
    })
    const { submit, type, state, go, latchkey } = await page(frame)
    await submit()
    if (isLost) {
      await type()
      frame.lose()
      await go()
      isUnanswered = false
    }
    await type()
    expect(state()?.context.error?.code).toBe('embedded.refused')
    latchkey.dispatch({ type: 'email.cancel' })
    await go()
    expect([state()?.value, frame.types().includes('SIGN_OUT')]).toEqual(['idle', isLost])
  })
  test('ends when the user leaves the form that it was submitted in', async () => {
    const { submit, state, go, latchkey } = await page(scriptedFrame({ CONNECT_EMAIL: silent }))
    void latchkey.open()
    latchkey.dispatch({ type: 'view.push', view: 'EmailLogin' })
    await go()
    await submit()
    expect(state()?.value).toBe('requesting')
    latchkey.dispatch({ type: 'view.back' })
    await go()
    expect(state()?.value).toBe('idle')
  })
  test('ends with the instance, which leaves no timer and no frame', async () => {
    const { submit, latchkey, clock, go, frame } = await page(scriptedFrame({ CONNECT_EMAIL: silent }))
    await submit()
    latchkey.stop()
    await go()
    expect(clock.live.size).toBe(0)
    expect(frame.isOpen()).toBe(false)
  })
})

describe('the cooldown of email codes [5.5] [5.6] [9.1]', () => {
  test('rejects a new request within 30 s, and shows the seconds left', async () => {
    const { submit, state, latchkey, clock, go, frame } = await page()
    await submit()
    latchkey.dispatch({ type: 'email.cancel' })
    await pass(clock, 4_500, 1)
    await submit()
    expect(state()?.context.error?.message).toBe('Please try again after 25 seconds')
    await pass(clock, 25_000, 1)
    await submit()
    expect(state()?.value).toBe('entering')
    expect(frame.types().filter((type) => type === 'CONNECT_EMAIL')).toHaveLength(2)
    await go()
  })
  test('counts down while its message is shown, removes the message at the end, and sets no further timer', async () => {
    const { submit, state, latchkey, clock } = await page()
    await submit()
    latchkey.dispatch({ type: 'email.cancel' })
    await pass(clock, 500, 1)
    await submit()
    const before = clock.live.size
    expect([state()?.value, state()?.context.error?.params]).toEqual(['coolingDown', { n: 29 }])
    await pass(clock, 10_000, 10)
    expect(state()?.context.error?.message).toBe('Please try again after 19 seconds')
    await pass(clock, 19_000, 19)
    expect([state()?.value, state()?.context.error]).toEqual(['idle', undefined])
    expect(clock.live.size).toBeLessThan(before)
  })
  test('removes its message when the user opens another view or closes the modal', async () => {
    for (const leave of ['look', 'close'] as const) {
      const { submit, state, latchkey, go } = await page()
      await submit()
      latchkey.dispatch({ type: 'email.cancel' })
      void latchkey.open()
      await go()
      await submit()
      expect(state()?.value).toBe('coolingDown')
      latchkey.dispatch({ type: 'view.push', view: 'Create' })
      expect(state()?.value).toBe('coolingDown')
      if (leave === 'close') await latchkey.close()
      else latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
      await go()
      expect([leave, state()?.value, state()?.context.error]).toEqual([leave, 'idle', undefined])
    }
  })
  test('still validates the address', async () => {
    const { submit, state, latchkey } = await page()
    await submit()
    latchkey.dispatch({ type: 'email.cancel' })
    await submit()
    await submit('ann@example')
    expect([state()?.value, state()?.context.error?.code]).toEqual(['idle', 'email.invalid'])
    await submit()
    expect([state()?.value, state()?.context.error?.code]).toEqual(['coolingDown', 'email.cooldown'])
  })
  test('starts with a code, not with the link that registers a device', async () => {
    let register = () => {}
    const frame = scriptedFrame({
      CONNECT_EMAIL: { action: 'VERIFY_DEVICE' },
      CONNECT_DEVICE: () => new Promise<void>((resolve) => (register = resolve)),
    })
    const { submit, state, latchkey, go, clock, storage } = await page(frame)
    const moment = () => latchkey.actor('storage').getSnapshot().context.persisted.embedded?.emailLoginAt
    await submit()
    expect([state()?.value, state()?.context.lastLoginAt, moment()]).toEqual(['registering', undefined, undefined])
    latchkey.dispatch({ type: 'email.cancel' })
    await submit()
    expect(state()?.value).toBe('registering')
    await pass(clock, 20_000, 1)
    register()
    await go()
    expect([state()?.value, state()?.context.secondsLeft]).toEqual(['entering', 30])
    expect(moment()).toBe(state()?.context.lastLoginAt)
    const other = await page(scriptedFrame(), { storage, clock })
    await other.submit()
    expect(other.state()?.context.error?.code).toBe('email.cooldown')
  })
  test('survives a reload, and holds in another tab [3.42]', async () => {
    const storage = memoryStorage()
    const clock = new CountingClock()
    const first = await page(scriptedFrame(), { storage, clock })
    await first.submit()
    const second = await page(scriptedFrame(), { storage, clock })
    await second.submit()
    expect(second.state()?.context.error?.code).toBe('email.cooldown')
  })
  test('does not start when no code was sent, in any tab', async () => {
    const storage = memoryStorage()
    const clock = new CountingClock()
    let refuses = true
    const frame = scriptedFrame({
      CONNECT_EMAIL() {
        if (refuses) throw refused('The wallet could not be reached. Please try again.')
        return { action: 'VERIFY_OTP' }
      },
    })
    const { submit, state } = await page(frame, { storage, clock })
    await submit()
    expect([state()?.context.error?.code, state()?.context.secondsLeft]).toEqual(['embedded.refused', 0])
    const second = await page(scriptedFrame(), { storage, clock })
    await second.submit()
    expect(second.state()?.value).toBe('entering')
    await pass(clock, 30_000, 1)
    refuses = false
    await submit()
    expect(state()?.value).toBe('entering')
  })
  test('starts when the frame is lost, since a code may have been sent', async () => {
    const frame = scriptedFrame({ CONNECT_EMAIL: silent })
    const { submit, state, go } = await page(frame)
    await submit()
    frame.lose()
    await go()
    expect(state()?.context.error?.code).toBe('embedded.lost')
    expect(frame.isOpen()).toBe(false)
    await submit()
    expect(state()?.context.error?.code).toBe('email.cooldown')
  })
  test('ends with an accepted code', async () => {
    const { latchkey } = await page(scriptedFrame(), { connect: true })
    expect(latchkey.actor('storage').getSnapshot().context.persisted.embedded).toEqual({
      email,
      emailLoginAt: undefined,
    })
  })
  test('counts down while the user types, and then allows another code', async () => {
    const { submit, state, latchkey, clock, go } = await page()
    await submit()
    await pass(clock, 10_000, 10)
    expect(state()?.context.secondsLeft).toBe(20)
    await pass(clock, 20_000, 20)
    expect([state()?.value, state()?.context.secondsLeft]).toEqual(['entering', 0])
    latchkey.dispatch({ type: 'email.resend' })
    await go()
    expect(state()?.value).toBe('entering')
  })
  test.each([
    ['allows another request at once after one that was refused', 'refused', 0],
    ['starts again after a request that may have sent a code', 'lost', 30],
  ] as const)('%s, and the earlier code still works', async (_, how, seconds) => {
    let count = 0
    const frame = scriptedFrame({
      CONNECT_EMAIL() {
        count += 1
        if (count === 1) return { action: 'VERIFY_OTP' }
        if (how === 'refused') throw refused('The wallet could not be reached. Please try again.')
        return silent()
      },
    })
    const { submit, state, latchkey, clock, go, view, type } = await page(frame)
    const ended: unknown[] = []
    void latchkey.open()
    await submit()
    latchkey.find('email')?.on('email.settled', ({ outcome }) => ended.push(outcome.status))
    await pass(clock, 30_000, 30)
    latchkey.dispatch({ type: 'email.resend' })
    expect(state()?.value).toBe('resending')
    latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
    expect(state()?.value).toBe('resending')
    await go()
    if (how === 'lost') frame.lose()
    await settle()
    expect([view(), state()?.context.error?.code]).toEqual(['EmailVerifyOtp', `embedded.${how}`])
    expect(state()?.context.secondsLeft).toBe(seconds)
    expect(state()?.value).toBe('entering')
    expect(ended).toEqual([])
    await type()
    expect(ended).toEqual(['done'])
    expect(latchkey.getAccount().status).toBe('connected')
  })
  test('ends a request for another code after 30 s, and the earlier code can still be typed', async () => {
    let answer: unknown = { action: 'VERIFY_OTP' }
    const { submit, state, latchkey, clock, view } = await page(scriptedFrame({ CONNECT_EMAIL: () => answer }))
    void latchkey.open()
    await submit()
    await pass(clock, 30_000, 30)
    answer = silent()
    latchkey.dispatch({ type: 'email.resend' })
    await settle()
    await pass(clock, 30_000, 1)
    await settle()
    expect([view(), state()?.context.error?.code]).toEqual(['EmailVerifyOtp', 'embedded.expired'])
    expect(state()?.value).toBe('entering')
  })
  test('starts again when another tab requests a code', async () => {
    const { submit, state, latchkey, clock } = await page()
    await submit()
    await pass(clock, 35_000, 35)
    const { persisted } = latchkey.actor('storage').getSnapshot().context
    const moment = clock.now()
    latchkey.find('email')?.send({
      type: 'storage.updated',
      persisted: { ...persisted, embedded: { ...persisted.embedded, emailLoginAt: moment } },
    })
    expect(state()?.context.secondsLeft).toBe(30)
    latchkey.dispatch({ type: 'email.resend' })
    expect(state()?.value).toBe('entering')
    await pass(clock, 10_000, 10)
    expect(state()?.context.secondsLeft).toBe(20)
  })
  test('never exceeds 30 s, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.option(fc.double({ noNaN: false }), { nil: undefined }),
        fc.double({ noNaN: true, min: 0 }),
        (at, now) => {
          const left = cooldownLeft(at, now)
          expect(left).toBeGreaterThanOrEqual(0)
          expect(left).toBeLessThanOrEqual(30_000)
        },
      ),
      runs(2_000),
    )
  })
})

describe('the frame', () => {
  test('fails with its alert when it does not listen within 20 s, and can be tried again [8.19] [9.4]', async () => {
    const frame = scriptedFrame({}, { listens: false })
    const { submit, state, latchkey, clock, go } = await page(frame)
    await submit()
    await pass(clock, 19_499, 1)
    expect(state()?.value).toBe('requesting')
    await pass(clock, 1, 1)
    await settle()
    expect(state()?.context.error?.code).toBe('embedded.loadFailed')
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual(['alert.iframeLoadFailed'])
    expect(alertTexts['alert.iframeLoadFailed'].short).toBe('Network Error - Could not load embedded wallet')
    expect(frame.isOpen()).toBe(false)
    latchkey.dispatch({ type: 'email.submit', email })
    await settle()
    frame.listen()
    await go()
    expect(state()?.value).toBe('entering')
  })
  test('has another alert when it does not listen although its site can be reached [8.27]', async () => {
    const frame = scriptedFrame({}, { listens: false })
    frame.site.reached = true
    const { submit, state, latchkey, clock } = await page(frame)
    for (let time = 0; time < 2; time += 1) {
      await submit()
      await pass(clock, 20_000, 1)
      await settle()
      expect(state()?.context.error?.code).toBe('embedded.loadFailed')
      expect(latchkey.find('frame')?.getSnapshot().value).toBe('failed')
      await pass(clock, 30_000, 1)
    }
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual(['alert.unverifiedDomain'])
  })
  test('fails to load when the check of its site does not end within 15 s [8.27]', async () => {
    const frame = scriptedFrame({}, { listens: false })
    frame.port.isReached = silent
    const { submit, latchkey, clock } = await page(frame)
    await submit()
    await pass(clock, 20_000, 1)
    const alerts = () => latchkey.actor('alerts').getSnapshot().context.opened
    expect([latchkey.find('frame')?.getSnapshot().value, alerts()]).toEqual(['explaining', []])
    await pass(clock, 15_000, 1)
    expect([latchkey.find('frame')?.getSnapshot().value, alerts()]).toEqual(['failed', ['alert.iframeLoadFailed']])
  })
  test('has different error texts for an aborted message and an aborted request [8.30] [8.31]', async () => {
    const { latchkey } = await page(scriptedFrame({ GET_CHAIN_ID: silent }), { connect: true })
    const { ask } = pageEmbedded(() => ({ ...latchkey, started: () => true }) as unknown as Instance)
    const control = new AbortController()
    const asked = [
      ask({ type: 'GET_CHAIN_ID', payload: undefined }, control.signal),
      ask({ type: 'RPC_REQUEST', payload: { method: 'eth_blockNumber' } }, control.signal),
    ]
    await settle()
    control.abort(new Error('enough'))
    expect(await Promise.allSettled(asked)).toMatchObject([
      { reason: { code: 'embedded.aborted', message: 'Something went wrong', cause: Error('enough') } },
      { reason: { code: 'rpc.aborted', message: 'Request was aborted' } },
    ])
  })
  test('receives the first message 500 ms after it listens [9.7]', async () => {
    const frame = scriptedFrame()
    const { latchkey, clock } = await page(frame)
    latchkey.dispatch({ type: 'email.submit', email })
    await settle()
    clock.increment(499)
    await settle()
    expect(frame.asked).toEqual([])
    clock.increment(1)
    await settle()
    expect(frame.types()).toEqual(['IS_CONNECTED', 'CONNECT_EMAIL'])
  })
  test('has 30 s for an answer, then opens its alert, and is replaced for the next message [8.20] [9.5]', async () => {
    let answer: unknown = silent
    const frame = scriptedFrame({ CONNECT_EMAIL: () => (answer === silent ? silent() : answer) })
    const { submit, state, latchkey, clock } = await page(frame)
    await submit()
    await pass(clock, 29_499, 1)
    expect(state()?.value).toBe('requesting')
    await pass(clock, 501, 1)
    await settle()
    expect(state()?.context.error?.code).toBe('embedded.expired')
    expect(latchkey.actor('alerts').getSnapshot().context.opened).toEqual(['alert.iframeRequestTimeout'])
    expect(alertTexts['alert.iframeRequestTimeout'].short).toBe('Embedded Wallet Request Timed Out')
    expect(frame.opened()).toBe(1)
    answer = { action: 'VERIFY_OTP' }
    await submit()
    expect([state()?.value, frame.opened()]).toEqual(['entering', 2])
  })
  test('is replaced for the next request when it did not confirm that one was cancelled', async () => {
    const { latchkey, frame, clock, go } = await page(scriptedFrame({ RPC_ABORT: silent }), { connect: true })
    const call = { method: 'personal_sign', params: ['0x6869', frame.address] }
    const asking = latchkey.request(call)
    await go()
    latchkey.dispatch({ type: 'requests.cancelShown' })
    await go()
    expect((await asking).status).toBe('cancelled')
    expect(frame.isShown()).toBe(false)
    await pass(clock, 3_000, 1)
    expect(frame.opened()).toBe(1)
    void latchkey.request(call)
    await go()
    expect(frame.opened()).toBe(2)
    expect(frame.isShown()).toBe(true)
    expect(latchkey.find('frame')?.getSnapshot().context.open).toHaveLength(1)
  })
  test('is kept when it answered another message meanwhile', async () => {
    let answer: (value: unknown) => void = () => {}
    const frame = scriptedFrame({
      GET_CHAIN_ID: silent,
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => new Promise((resolve) => (answer = resolve)),
    })
    const { latchkey, clock, go } = await page(frame, { connect: true })
    const ask = (type: 'GET_CHAIN_ID' | 'GET_SMART_ACCOUNT_ENABLED_NETWORKS' | 'SIGN_OUT') =>
      latchkey.find('frame')?.send({ type: 'frame.request', requestId: type, message: { type, payload: undefined } })
    ask('GET_CHAIN_ID')
    await pass(clock, 15_000, 1)
    ask('GET_SMART_ACCOUNT_ENABLED_NETWORKS')
    await pass(clock, 15_000, 1)
    expect(latchkey.find('frame')?.getSnapshot().context.isSilent).toBe(true)
    answer({ smartAccountEnabledNetworks: [] })
    await settle()
    ask('SIGN_OUT')
    await go()
    expect(frame.opened()).toBe(1)
  })
  test('is kept while it may still carry out a cancelled request', async () => {
    const { latchkey, frame, clock, go } = await page(scriptedFrame({ GET_CHAIN_ID: silent }), { connect: true })
    void latchkey.request({ method: 'personal_sign', params: ['0x6869', frame.address] })
    await go()
    latchkey.dispatch({ type: 'requests.cancelShown' })
    await go()
    const ask = (type: 'GET_CHAIN_ID' | 'IS_CONNECTED') =>
      latchkey.find('frame')?.send({ type: 'frame.request', requestId: type, message: { type, payload: undefined } })
    ask('GET_CHAIN_ID')
    await pass(clock, 30_000, 1)
    await settle()
    const { open, isSilent } = latchkey.find('frame')?.getSnapshot().context ?? {}
    expect([open?.length, isSilent]).toEqual([1, true])
    ask('IS_CONNECTED')
    await go()
    expect(frame.opened()).toBe(1)
  })
  test('disappears as soon as its request is cancelled', async () => {
    const { latchkey, frame, go } = await page(scriptedFrame({ RPC_ABORT: silent }), { connect: true })
    const payload = { method: 'personal_sign', params: ['0x6869', frame.address] }
    latchkey.find('frame')?.send({ type: 'frame.request', requestId: 'own', message: { type: 'RPC_REQUEST', payload } })
    await go()
    expect(frame.isShown()).toBe(true)
    latchkey.find('frame')?.send({ type: 'frame.cancel', requestId: 'own' })
    await go()
    expect(frame.isShown()).toBe(false)
  })
  test('is not a feature of an app without it, and a configuration fault without `secureSite`', async () => {
    const { latchkey } = instance()
    latchkey.start()
    await settle()
    expect((await latchkey.load('frame')).status).toBe('failed')
    expect(() => instance({ features: { email: true } })).toThrow('secureSite is missing')
    expect(() => instance({ features: { email: true }, secureSite: 'http://secure.example' })).toThrow('https')
  })
})

describe('the iframe in the page', () => {
  const answer = (id: unknown, payload?: unknown, type = 'GET_CHAIN_ID_SUCCESS') => ({
    type: `@w3m-frame/${type}`,
    ...(id !== undefined && { id }),
    ...(payload !== undefined && { payload }),
  })
  const right = { status: 'fulfilled', value: { chainId: 1 } }
  const malformed = { status: 'rejected', reason: { code: 'embedded.malformed' } }
  const refusedWith = (message: string) => ({ status: 'rejected', reason: { code: 'embedded.refused', message } })
  const lost = (reason: string) => `The embedded wallet was interrupted: ${reason}. Please try again.`

  test('is hidden, and opens the secure site with the project, the chain and the version [7.38]', () => {
    const { iframe } = framedPage()
    const { src, style, attributes } = iframe()
    expect(src).toBe('https://secure.example/sdk?projectId=a-project&chainId=eip155%3A1&version=4&enableLogger=false')
    expect(style).toMatchObject({ visibility: 'hidden', pointerEvents: 'none', width: '1px' })
    expect(attributes).toMatchObject({
      'aria-hidden': 'true',
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox',
    })
  })
  test('opens with the project and the network of the app, and receives the code as it was typed [7.38] [7.40]', async () => {
    const { iframe, say } = stubPage('https://secure.example')
    const { latchkey, clock } = instance({ features: { email: true }, secureSite: 'https://secure.example' })
    latchkey.start()
    await settle()
    latchkey.dispatch({ type: 'email.submit', email })
    await settle()
    expect(iframe().src).toContain('/sdk?projectId=test&chainId=eip155%3A1&')
    say({ type: '@w3m-frame/READY', payload: { version: '4' } })
    const answerNext = async (payload?: unknown) => {
      await pass(clock, 500, 1)
      const { id, type = '' } = iframe().posted.at(-1)?.message ?? {}
      say({ type: `${type.replace('app', 'frame')}_SUCCESS`, id, payload })
      await settle()
    }
    await answerNext({ isConnected: false })
    await answerNext({ action: 'VERIFY_OTP' })
    latchkey.dispatch({ type: 'email.submitCode', code: new Secret('012345') })
    await settle()
    expect(iframe().posted.at(-1)?.message).toMatchObject({ type: '@w3m-app/CONNECT_OTP', payload: { otp: '012345' } })
  })
  test('receives the theme and the metadata of the app as soon as it listens, and posts to its own origin only [7.39] [7.43]', () => {
    const { posted, port } = framedPage()
    port.sync('dark')
    const metadata = { name: 'Shop', description: '', url: 'https://shop.example', icons: [] }
    const data = { metadata, sdkVersion: '1.2.3', sdkType: 'latchkey', projectId: 'a-project' }
    expect(posted().map(({ message: { type, payload } }) => [type, payload])).toEqual([
      ['@w3m-app/SYNC_DAPP_DATA', data],
      ['@w3m-app/SYNC_THEME', { themeMode: 'light' }],
      ['@w3m-app/SYNC_DAPP_DATA', data],
      ['@w3m-app/SYNC_THEME', { themeMode: 'dark' }],
    ])
    expect(new Set(posted().map(({ origin }) => origin))).toEqual(new Set(['https://secure.example']))
  })
  test('sends the session token with IS_CONNECTED and with nothing else, until the session ends', () => {
    const { posted, ask, say, heard } = framedPage()
    say(answer(undefined, { token: 'a-token' }, 'SESSION_UPDATE'))
    void ask('1', 'IS_CONNECTED')
    void ask('2', 'GET_USER')
    say(answer(undefined, {}, 'SESSION_UPDATE'))
    void ask('3', 'IS_CONNECTED')
    expect(posted().slice(2)).toMatchObject([
      { message: { type: '@w3m-app/IS_CONNECTED', id: '1', payload: { token: 'a-token' } } },
      { message: { type: '@w3m-app/GET_USER', id: '2' } },
      { message: { type: '@w3m-app/IS_CONNECTED', id: '3' } },
    ])
    expect(JSON.stringify(posted()).split('a-token')).toHaveLength(2)
    expect(heard).toEqual(['listening', 'signed out'])
  })

  const refusal = (id: string, message: unknown) => answer(id, { message }, 'GET_CHAIN_ID_ERROR')
  const user = (accounts: unknown) => answer('1', { address: '0x1', chainId: 1, accounts }, 'GET_USER_SUCCESS')
  const rpc = (payload: unknown) => answer('1', payload, 'RPC_REQUEST_SUCCESS')
  const ownself: Record<string, unknown> = {}
  ownself['own'] = ownself
  let doubled: unknown = []
  for (let level = 0; level < 500; level += 1) doubled = [doubled, doubled]
  const junk = [null, 1, 'x', [], {}, { type: 1 }, { type: '@w3m-frame/' }, { type: '@w3m-app/READY' }, new Map()]
  const accounts = (length: number) => Array.from({ length }, () => ({ address: '0x1', type: 'eoa' }))
  const empty: unknown[] = []
  empty.length = 2 ** 32 - 1
  const text10MB = 'x'.repeat(1e7)
  const type = (question: FrameMessageType) => question
  test.each<[title: string, says: unknown[], expected: object, question?: FrameMessageType]>([
    ['accepts the answer to its id', [answer('1', { chainId: 1 })], right],
    ['accepts the first answer only', [answer('1', { chainId: 1 }), answer('1', { chainId: 2 })], right],
    ['keeps an answer that is refused later', [answer('1', { chainId: 1 }), refusal('1', 'No')], right],
    ['ignores an unknown id', [answer('x', { chainId: 2 }), answer('1', { chainId: 1 })], right],
    ['ignores an answer without id', [answer(undefined, { chainId: 2 }), answer('1', { chainId: 1 })], right],
    ['ignores an id that is a list', [answer(['1'], { chainId: 2 }), answer('1', { chainId: 1 })], right],
    ['ignores malformed messages', [...junk, answer('1', { chainId: 1 })], right],
    ['rejects the answer to another message', [answer('1', undefined, 'SIGN_OUT_SUCCESS')], malformed],
    ['rejects the refusal of another message', [answer('1', { message: 'No' }, 'SIGN_OUT_ERROR')], malformed],
    ['rejects an unknown message', [answer('1', {}, 'GET_KEYS_SUCCESS')], malformed],
    ['rejects a name that every object has', [answer('1', {}, 'constructor_SUCCESS')], malformed],
    ['rejects an answer without payload', [answer('1')], malformed],
    ['rejects another payload', [answer('1', { chainId: -1 })], malformed],
    ['rejects a text of 10 MB', [answer('1', { chainId: 1, more: text10MB })], malformed],
    ['rejects a name of 10 MB', [answer('1', { chainId: 1, [text10MB]: 1 })], malformed],
    ['rejects 10 MB beside the payload', [{ ...answer('1', { chainId: 1 }), more: text10MB }], malformed],
    ['rejects 1,048,577 characters', [answer('1', { chainId: 1, more: 'x'.repeat(1_048_577) })], malformed],
    ['rejects 100 accounts', [user(accounts(100))], malformed, type('GET_USER')],
    ['rejects 10,000 accounts', [user(accounts(10_000))], malformed, type('GET_USER')],
    ['rejects a long and empty list', [user(empty)], malformed, type('GET_USER')],
    ['rejects a value that holds itself', [rpc(ownself)], malformed, type('RPC_REQUEST')],
    ['rejects a value without end', [rpc(doubled)], malformed, type('RPC_REQUEST')],
    ['rejects a map deep in JSON', [rpc({ a: [{ b: new Map() }] })], malformed, type('RPC_REQUEST')],
    ...[new Map(), new Set([1]), 10n, new Date(), /a/, new Error('no'), new Blob(['x']), new ArrayBuffer(1e7)].map(
      (value): [string, unknown[], object, FrameMessageType] => [
        `rejects ${Object.prototype.toString.call(value)}, which JSON does not have`,
        [rpc(value)],
        malformed,
        'RPC_REQUEST',
      ],
    ),
    ['rejects bytes', [rpc(new Uint8Array(9))], malformed, type('RPC_REQUEST')],
    ['rejects a boxed value', [rpc(Object(true))], malformed, type('RPC_REQUEST')],
    ['rejects NaN', [rpc(Number.NaN)], malformed, type('RPC_REQUEST')],
    [
      'accepts JSON of any shape [7.47]',
      [rpc({ a: [{ b: null, c: 1.5, d: 'x', e: true }] })],
      { status: 'fulfilled', value: { a: [{ b: null, c: 1.5, d: 'x', e: true }] } },
      'RPC_REQUEST',
    ],
    [
      'shows a refusal without invisible characters [7.47]',
      [refusal('1', '\u0000\u202eNo\u2066 \u0007way\u200b\n')],
      refusedWith('No way'),
    ],
    ['cuts a refusal of 100 kB', [refusal('1', 'x'.repeat(1e5))], refusedWith('x'.repeat(64))],
    ['shows a refusal without words [8.32]', [refusal('1', '')], refusedWith('An error occurred')],
    ['shows a refusal with an object [8.32]', [refusal('1', { toString: 1 })], refusedWith('An error occurred')],
    ['shows a refusal that is invisible [8.32]', [refusal('1', '\u202e\u200b')], refusedWith('An error occurred')],
    [
      'shows a refusal in words of Latchkey as the words of the frame',
      [answer('1', { code: 'embedded.expired', name: 'LatchkeyError', message: 'Out of time' }, 'GET_CHAIN_ID_ERROR')],
      refusedWith('Out of time'),
    ],
  ])('%s', async (_, says, expected, question = 'GET_CHAIN_ID') => {
    const { ask, say, heard } = framedPage()
    const asked = ask('1', question, question === 'RPC_REQUEST' ? { method: 'eth_blockNumber' } : undefined)
    for (const message of says) say(message)
    const [outcome] = await Promise.allSettled([asked])
    expect(outcome).toMatchObject(expected)
    expect(heard).toEqual(['listening'])
  })
  test('logs once however many messages are malformed, and finds the answer among them', async () => {
    const { ask, say, logged } = framedPage()
    const asked = ask('1')
    for (let count = 0; count < 10_000; count += 1) {
      say(answer(`x${count}`, new Map()))
      if (count === 5_000) say(answer('1', { chainId: 1 }))
    }
    expect(await asked).toEqual({ chainId: 1 })
    expect(logged).toHaveLength(1)
  })
  test('ignores an answer to a request that was aborted [7.39]', async () => {
    const { ask, say } = framedPage()
    const control = new AbortController()
    const late = ask('late', 'GET_CHAIN_ID', undefined, control.signal)
    control.abort(new Error('enough'))
    await expect(late).rejects.toThrow('enough')
    const next = ask('next')
    for (const [id, chainId] of [
      ['late', 2],
      ['next', 1],
      ['late', 3],
    ] as const)
      say(answer(id, { chainId }))
    expect(await next).toEqual({ chainId: 1 })
  })
  test('ignores every window but its own, even with the right id', async () => {
    const { ask, say, heard, page } = framedPage()
    const asked = ask('1')
    for (const source of [null, {}, page]) {
      say(answer('1', { chainId: 666 }), { source })
      say(answer('1', { message: 'No' }, 'GET_CHAIN_ID_ERROR'), { source })
      say(answer(undefined, undefined, 'READY'), { source })
      say(answer(undefined, { token: 'theirs' }, 'SESSION_UPDATE'), { source, origin: 'https://evil.example' })
    }
    say(answer('1', { chainId: 1 }))
    expect(await asked).toEqual({ chainId: 1 })
    expect(heard).toEqual(['listening'])
  })
  test.each<[title: string, act: (page: ReturnType<typeof framedPage>) => void, reason: string]>([
    [
      'another origin speaks in it',
      ({ ready, say }) => say(ready, { origin: 'https://evil.example' }),
      'another page came into its place',
    ],
    ['it listens twice', ({ ready, say }) => say(ready), 'it was loaded anew'],
    [
      'it loads twice',
      ({ iframe }) => ['first', 'second'].forEach(() => iframe().dispatchEvent(new Event('load'))),
      'it was loaded anew',
    ],
    ['a script removes it', ({ takeAway }) => takeAway(), 'it was taken out of the page'],
  ])('is lost when %s', (_, act, reason) => {
    const page = framedPage()
    act(page)
    expect(page.heard).toEqual(['listening', lost(reason)])
  })
  test('does not listen before its own origin says so, and not with another message', () => {
    const { ready, say, heard } = framedPage({ listens: false })
    say(ready, { origin: 'https://evil.example' })
    say(answer(undefined, undefined, 'READY_SUCCESS'))
    expect(heard).toEqual([])
    say(ready)
    expect(heard).toEqual(['listening'])
  })
  test('rejects everything that is pending when it is removed, and each later request [8.28]', async () => {
    const { ask, close, iframe } = framedPage()
    const asked = ask('1')
    close()
    await expect(asked).rejects.toThrow(lost('it was closed'))
    expect(iframe().isConnected).toBe(false)
    await expect(ask('2')).rejects.toThrow('W3mFrame: iframe is not set')
  })
})

test('the code is in its event and its message only: no context, storage, log or inspector receives it', async () => {
  const seen: string[] = []
  const frame = scriptedFrame()
  const { latchkey, submit, storage, errors } = await page(frame)
  latchkey.inspect((event) => {
    if ('event' in event) seen.push(JSON.stringify(event.event))
    if ('snapshot' in event) seen.push(JSON.stringify(event.snapshot))
  })
  await submit()
  const typed = new Secret('918273')
  latchkey.dispatch({ type: 'email.submitCode', code: typed })
  await settle()
  const kept = [...seen, ...storage.entries.values(), ...errors].join('\n')
  expect(kept).toContain('[secret]')
  expect(kept).not.toContain('918273')
  expect(frame.asked.find(({ type }) => type === 'CONNECT_OTP')?.payload).toEqual({ otp: typed })
})

describe('a request to the embedded wallet', () => {
  const call = { method: 'personal_sign', params: ['0x6869', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'] }
  test('shows the frame in the modal until the user decides [7.27]', async () => {
    let answer: (signature: string) => void = () => {}
    const frame = scriptedFrame({ RPC_REQUEST: () => new Promise((resolve) => (answer = resolve)) })
    const { latchkey, view, go } = await page(frame, { connect: true })
    const asking = latchkey.request(call)
    await go()
    expect(frame.isShown()).toBe(true)
    expect(view()).toBe('ApproveTransaction')
    answer('0x12')
    await go()
    expect(await asking).toMatchObject({ status: 'done', value: '0x12' })
    expect(frame.isShown()).toBe(false)
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
  })
  test('fails when the frame is lost, and the next request gets another frame', async () => {
    const { latchkey, frame, view, go } = await page(scriptedFrame(), { connect: true })
    const asking = latchkey.request(call)
    await go()
    frame.lose()
    await go()
    expect(await asking).toMatchObject({
      status: 'failed',
      error: { message: 'The embedded wallet was interrupted: it was loaded anew. Please try again.' },
    })
    expect(frame.isShown()).toBe(false)
    expect(view()).not.toBe('ApproveTransaction')
    void latchkey.request(call)
    await go()
    expect([frame.isShown(), view()]).toEqual([true, 'ApproveTransaction'])
  })
  test('is declined by the user', async () => {
    const frame = scriptedFrame({
      RPC_REQUEST: () => {
        throw refused('User rejected the request')
      },
    })
    const { latchkey } = await page(frame, { connect: true })
    expect(await latchkey.request(call)).toMatchObject({ status: 'declined' })
  })
  test('is aborted in the frame when the user cancels it', async () => {
    const { latchkey, frame, go } = await page(scriptedFrame(), { connect: true })
    const asking = latchkey.request(call)
    await go()
    latchkey.dispatch({ type: 'requests.cancelShown' })
    await go()
    expect((await asking).status).toBe('cancelled')
    const asked = frame.asked.findIndex(({ type }) => type === 'RPC_REQUEST')
    expect(frame.asked.at(-1)).toEqual({ type: 'RPC_ABORT', payload: { id: frame.ids[asked] } })
  })
  test('leaves the frame to an open request when it fails before it is sent', async () => {
    const { latchkey, frame, go } = await page(scriptedFrame(), { connect: true })
    void latchkey.request(call)
    await go()
    const elsewhere = { from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', to: frame.address, value: '0x1' }
    expect((await latchkey.request({ method: 'eth_sendTransaction', params: [elsewhere] })).status).toBe('failed')
    await go()
    expect(frame.types()).not.toContain('RPC_ABORT')
    expect(frame.isShown()).toBe(true)
  })
  test('reports a late approval after it was cancelled, without showing the frame', async () => {
    let answer: (hash: string) => void = () => {}
    const frame = scriptedFrame({ RPC_REQUEST: () => new Promise((resolve) => (answer = resolve)) })
    const { latchkey, go, clock } = await page(frame, { connect: true })
    const transaction = {
      from: frame.address,
      to: frame.address,
      value: '0x1',
      gas: '0x5208',
      gasPrice: '0x1',
      nonce: '0x0',
    }
    const asking = latchkey.request({
      method: 'wallet_sendCalls',
      params: [
        {
          version: '2.0.0',
          chainId: '0x1',
          from: frame.address,
          atomicRequired: false,
          calls: [{ to: transaction.to, value: '0x1' }],
        },
      ],
    })
    await go()
    expect(frame.isShown()).toBe(true)
    latchkey.dispatch({ type: 'requests.cancelShown' })
    await go()
    expect((await asking).status).toBe('cancelled')
    expect(frame.isShown()).toBe(false)
    await pass(clock, 6_000, 2)
    answer('0x0102')
    await go()
    expect(latchkey.find('calls:0x0102')).toBeDefined()
  })
  test.each([
    [200, 'success', 'transaction.confirmed'],
    [500, 'error', 'transaction.reverted'],
  ] as const)('reports a bundle as sent, and then its result: %i', async (status, variant, code) => {
    let settled = false
    const frame = scriptedFrame({
      RPC_REQUEST: ({ method }: { method: string }) =>
        method === 'wallet_sendCalls'
          ? { id: '0x0102' }
          : {
              version: '2.0.0',
              id: '0x0102',
              chainId: '0x1',
              atomic: true,
              status: settled ? status : 100,
              receipts: settled
                ? [
                    {
                      logs: [],
                      status: status === 200 ? '0x1' : '0x0',
                      blockHash: `0x${'1'.repeat(64)}`,
                      blockNumber: '0x1',
                      gasUsed: '0x1',
                      transactionHash: `0x${'2'.repeat(64)}`,
                    },
                  ]
                : [],
            },
    })
    const { latchkey, go, clock } = await page(frame, { connect: true })
    const said: unknown[] = []
    latchkey.actor('snackbar').subscribe(({ context: { message } }) => {
      if (message && message !== said.at(-1)) said.push(message)
    })
    const outcome = latchkey.sendCalls({ calls: [{ to: frame.address, value: 1n }] })
    await go()
    expect((await outcome).status).toBe('done')
    expect(said).toEqual([{ variant: 'success', code: 'send.started' }])
    settled = true
    for (let look = 0; look < 20; look += 1) {
      await pass(clock, 500, 1)
      await settle()
    }
    expect(said.slice(1)).toEqual([{ variant, code }])
  })
  test('leaves another request open when it is cancelled', async () => {
    const { latchkey, frame, go } = await page(scriptedFrame(), { connect: true })
    const control = new AbortController()
    const first = latchkey.request(call, { signal: control.signal })
    void latchkey.request({ ...call, params: [...call.params] })
    await go()
    control.abort()
    await go()
    expect((await first).status).toBe('cancelled')
    expect(frame.types().filter((type) => type === 'RPC_ABORT')).toHaveLength(1)
    expect(
      latchkey
        .find('frame')
        ?.getSnapshot()
        .context.open.filter(({ decided }) => decided),
    ).toHaveLength(2)
  })
})

test('disconnecting signs out in every namespace, and waits 3 s for it at most [4.31] [7.45] [9.6]', async () => {
  const frame = scriptedFrame({ SIGN_OUT: silent })
  const { latchkey, clock } = await page(frame, { connect: true, networks: [mainnet, solana] })
  const leaving = latchkey.disconnect()
  await settle()
  expect(frame.types()).toContain('SIGN_OUT')
  const statuses = () => ['eip155', 'solana'].map((namespace) => latchkey.getAccount(namespace as 'solana').status)
  await pass(clock, 2_999, 1)
  const before = await Promise.race([leaving, settle()])
  await pass(clock, 1, 1)
  await settle()
  expect([before, statuses()]).toEqual([undefined, ['disconnected', 'disconnected']])
  await leaving
})

describe('the signed-in user', () => {
  test('has the address, accounts, preferred type and deployment of the frame [3.19]', async () => {
    const said = {
      email: 'other@example.com',
      userName: 'Ann',
      accounts: [{ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      preferredAccountType: 'eoa',
      smartAccountDeployed: false,
    }
    const frame = scriptedFrame({
      GET_USER: ({ chainId }: { chainId: number }) => ({ ...said, address: frame.address, chainId }),
    })
    const { latchkey, go } = await page(frame, { connect: true })
    const user = () => latchkey.find('frame')?.getSnapshot().context.user
    expect(user()).toEqual({ ...said, address: frame.address, chainId: 1 })
    const persisted = latchkey.actor('storage').getSnapshot().context.persisted.embedded
    expect([emailOf(user(), persisted), emailOf(undefined, persisted)]).toEqual(['other@example.com', email])
    expect(emailOf({ email: null }, persisted)).toBeUndefined()
    latchkey.dispatch({ type: 'emailUpdate.submit', email: 'bea@example.com' })
    await go()
    for (let code = 0; code < 2; code += 1) {
      latchkey.dispatch({ type: 'emailUpdate.submitCode', code: new Secret('123456') })
      await go()
    }
    expect(user()?.email).toBe('bea@example.com')
    await latchkey.disconnect()
    await settle()
    expect(user()).toBeUndefined()
  })
  test('makes the frame receive the theme and the metadata of the app right after the sign-in [7.43]', async () => {
    const { latchkey, frame, submit, type } = await page()
    await submit()
    expect(frame.synced).toEqual([])
    latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
    await type()
    expect(frame.synced).toEqual(['dark'])
  })
})

test('the frame loads at start only for a user who signed in before, and connects without a code [3.39]', async () => {
  const storage = memoryStorage()
  const first = await page(scriptedFrame(), { storage })
  expect(first.frame.opened()).toBe(0)
  await first.submit()
  await first.type()
  first.latchkey.stop()
  const again = scriptedFrame()
  again.signIn()
  const second = await page(again, { storage })
  expect(second.frame.opened()).toBe(1)
  await second.go()
  expect(second.latchkey.getAccount()).toMatchObject({ status: 'connected', address: again.address })
  expect(again.types()).not.toContain('CONNECT_EMAIL')
  await second.latchkey.disconnect()
  await settle()
  second.latchkey.stop()
  const { frame } = await page(scriptedFrame(), { storage })
  expect(frame.opened()).toBe(0)
})

test('the relay has a default address [7.36]', () => {
  expect(DEFAULT_RELAY).toBe('wss://relay.walletconnect.org')
})
