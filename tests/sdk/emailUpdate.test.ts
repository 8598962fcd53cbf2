/** Changing the email address of the embedded wallet, over a scripted frame. */
import { describe, expect, test } from 'vitest'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { Secret, mainnet, solana } from '../../sdk/index.ts'
import { outcomeOf } from '../../sdk/instance/outcomeOf.ts'
import { embeddedPage } from '../support/embedded.ts'
import { refused, scriptedFrame, silent } from '../support/frame.ts'
import { pass } from '../support/instance.ts'

const newEmail = 'bea@example.com'
const typed = () => new Secret('123456')

/** Ann is signed in, and the view to change the address is open. */
async function page(frame = scriptedFrame(), options: Parameters<typeof embeddedPage>[1] = {}) {
  const made = await embeddedPage(frame, { connect: true, ...options })
  const { latchkey, go } = made
  void latchkey.open()
  for (const view of ['AccountSettings', 'UpdateEmailWallet'] as const) latchkey.dispatch({ type: 'view.push', view })
  const ready = await latchkey.load('emailUpdate')
  if (ready.status !== 'done') throw new Error('it could not be loaded')
  const settled: Outcome<string>[] = []
  ready.value.on('emailUpdate.settled', ({ outcome }) => void settled.push(outcome))
  return {
    ...made,
    settled,
    state: () => latchkey.find('emailUpdate')?.getSnapshot(),
    known: () => latchkey.actor('storage').getSnapshot().context.persisted.embedded?.email,
    async submit(email = newEmail) {
      latchkey.dispatch({ type: 'emailUpdate.submit', email })
      await go()
    },
    async type(code = typed()) {
      latchkey.dispatch({ type: 'emailUpdate.submitCode', code })
      await go()
    },
  }
}

describe('an email update', () => {
  test('needs a code from both addresses, stores the new one, and returns to the settings [3.40] [5.26] [7.42]', async () => {
    const { frame, submit, type, state, view, known, settled, storage } = await page()
    expect(known()).toBe('ann@example.com')
    await submit(` ${newEmail} `)
    expect([state()?.value, view()]).toEqual(['enteringCurrent', 'UpdateEmailPrimaryOtp'])
    await type()
    expect([state()?.value, view()]).toEqual(['enteringNew', 'UpdateEmailSecondaryOtp'])
    expect(known()).toBe('ann@example.com')
    const last = typed()
    await type(last)
    expect([state()?.value, view()]).toEqual(['idle', 'AccountSettings'])
    expect(settled).toEqual([{ status: 'done', value: newEmail }])
    expect(known()).toBe(newEmail)
    expect([...storage.entries.values()].join()).toContain(newEmail)
    expect(frame.asked.slice(-3)).toEqual([
      { type: 'UPDATE_EMAIL', payload: { email: newEmail } },
      { type: 'UPDATE_EMAIL_PRIMARY_OTP', payload: { otp: expect.any(Secret) } },
      { type: 'UPDATE_EMAIL_SECONDARY_OTP', payload: { otp: last } },
    ])
  })
  test('needs only the code of the new address when the wallet has none [5.26]', async () => {
    const frame = scriptedFrame({ UPDATE_EMAIL: { action: 'VERIFY_SECONDARY_OTP' } })
    const { submit, state, view } = await page(frame)
    await submit()
    expect([state()?.value, view()]).toEqual(['enteringNew', 'UpdateEmailSecondaryOtp'])
  })
  test('stores the address that the frame returns', async () => {
    const { submit, type, known } = await page(
      scriptedFrame({ UPDATE_EMAIL_SECONDARY_OTP: { newEmail: 'bea@elsewhere.example' } }),
    )
    await submit()
    await type()
    await type()
    expect(known()).toBe('bea@elsewhere.example')
  })
  test.each(['UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'] as const)(
    'accepts another code after a wrong one: %s',
    async (message) => {
      let tries = 0
      const frame = scriptedFrame({
        [message]: () => {
          tries += 1
          if (tries === 1) throw refused('Wrong code. 4 tries left.')
          return { newEmail }
        },
      })
      const { submit, type, state, settled } = await page(frame)
      await submit()
      if (message === 'UPDATE_EMAIL_SECONDARY_OTP') await type()
      const before = state()?.value
      await type()
      expect(state()?.value).toBe(before)
      expect(state()?.context.error?.message).toBe('Wrong code. 4 tries left.')
      await type()
      expect(state()?.value).not.toBe(before)
      expect(state()?.context.error).toBeUndefined()
      expect(settled).toHaveLength(message === 'UPDATE_EMAIL_SECONDARY_OTP' ? 1 : 0)
    },
  )
  test('returns its outcome to the caller, who can cancel only its own attempt', async () => {
    const { latchkey, type, go, clock } = await page()
    const command = { type: 'emailUpdate.submit', email: newEmail } as const
    const control = new AbortController()
    const first = outcomeOf(latchkey.find('emailUpdate'), command, control.signal)
    control.abort()
    expect(await first).toEqual({ status: 'cancelled' })
    await go()
    await pass(clock, 30_000, 1)
    const second = outcomeOf(latchkey.find('emailUpdate'), command)
    await go()
    latchkey.dispatch({ type: 'emailUpdate.cancel', requestId: 'another' })
    await type()
    await type()
    expect(await second).toEqual({ status: 'done', value: newEmail })
  })
})

describe('an email update that is refused', () => {
  test('rejects an invalid address before it asks the frame [5.21]', async () => {
    const { frame, submit, state, settled } = await page()
    await submit('bea@example')
    expect(state()?.context.error?.message).toBe('Invalid email. Try again.')
    expect(settled).toMatchObject([{ status: 'failed', error: { code: 'email.invalid' } }])
    expect(frame.types()).not.toContain('UPDATE_EMAIL')
  })
  test('shows the reason of the frame, and allows another address at once', async () => {
    let count = 0
    const frame = scriptedFrame({
      UPDATE_EMAIL: () => {
        count += 1
        if (count === 1) throw refused('This is the e-mail address that the wallet has already.')
        return { action: 'VERIFY_PRIMARY_OTP' }
      },
    })
    const { submit, state, view, settled } = await page(frame)
    await submit('ann@example.com')
    expect([state()?.value, view()]).toEqual(['idle', 'UpdateEmailWallet'])
    expect(settled).toMatchObject([{ status: 'failed', error: { code: 'embedded.refused' } }])
    expect(state()?.context.error?.message).toContain('already')
    await submit()
    expect(state()?.value).toBe('enteringCurrent')
  })
  test('counts down the 30 s after a code while its message is shown', async () => {
    const { latchkey, clock, submit, state, go } = await page()
    await submit()
    latchkey.dispatch({ type: 'emailUpdate.cancel' })
    await submit()
    expect(state()?.value).toBe('coolingDown')
    await pass(clock, 10_000, 10)
    expect(state()?.context.error?.message).toBe('Please try again after 19 seconds')
    await pass(clock, 20_000, 20)
    expect([state()?.value, state()?.context.error]).toEqual(['idle', undefined])
    await submit()
    expect(state()?.value).toBe('enteringCurrent')
    latchkey.dispatch({ type: 'emailUpdate.cancel' })
    await submit()
    expect(state()?.value).toBe('coolingDown')
    latchkey.dispatch({ type: 'view.push', view: 'Account' })
    await go()
    expect([state()?.value, state()?.context.error]).toEqual(['idle', undefined])
  })
  test('sends no message while the embedded wallet is not active', async () => {
    const frame = scriptedFrame()
    const { latchkey, go } = await embeddedPage(frame)
    latchkey.dispatch({ type: 'emailUpdate.submit', email: newEmail })
    await go()
    expect(latchkey.find('emailUpdate')?.getSnapshot().context.error?.code).toBe('embedded.notSignedIn')
    expect(frame.opened()).toBe(0)
  })
  test('has no feature and no view in an app without email sign-in', async () => {
    const { latchkey } = await embeddedPage(scriptedFrame(), { features: { email: false } })
    expect((await latchkey.load('emailUpdate')).status).toBe('failed')
    const { routes } = latchkey.actor('view').getSnapshot().context
    expect(routes.AccountSettings ?? routes.UpdateEmailWallet).toBeUndefined()
  })
})

const moments = {
  requesting: { UPDATE_EMAIL: silent },
  enteringCurrent: {},
  checkingCurrent: { UPDATE_EMAIL_PRIMARY_OTP: silent },
  enteringNew: {},
  checkingNew: { UPDATE_EMAIL_SECONDARY_OTP: silent },
} as const
const order = Object.keys(moments)

/** The same at one of the moments of an update. */
async function pageAt(moment: keyof typeof moments) {
  const made = await page(scriptedFrame(moments[moment]))
  await made.submit()
  if (order.indexOf(moment) > 1) await made.type()
  if (moment === 'checkingNew') await made.type()
  expect(JSON.stringify(made.state()?.value)).toContain(moment)
  return made
}

describe.each(Object.keys(moments) as (keyof typeof moments)[])(
  'an email update that is cancelled while %s',
  (moment) => {
    test('returns to the field with the typed address', async () => {
      const { latchkey, go, view, state, settled, known } = await pageAt(moment)
      latchkey.dispatch({ type: 'emailUpdate.cancel' })
      await go()
      expect(view()).toBe('UpdateEmailWallet')
      expect(state()?.context.newEmail).toBe(newEmail)
      expect(state()?.hasTag('inProgress')).toBe(false)
      expect(settled).toEqual([{ status: 'cancelled' }])
      expect(known()).toBe('ann@example.com')
    })
    test('ends when the user goes back', async () => {
      const { latchkey, go, view, settled } = await pageAt(moment)
      latchkey.dispatch({ type: 'view.back' })
      await go()
      expect(view()).toBe(moment === 'requesting' ? 'AccountSettings' : 'UpdateEmailWallet')
      expect(settled).toEqual([{ status: 'cancelled' }])
    })
    test('ends when the modal closes', async () => {
      const { latchkey, go, settled, state } = await pageAt(moment)
      await latchkey.close()
      await go()
      expect(settled).toEqual([{ status: 'cancelled' }])
      expect(state()?.context.newEmail).toBeUndefined()
    })
    test('ends when the wallet disconnects', async () => {
      const { latchkey, go, settled, view, state, submit } = await pageAt(moment)
      await latchkey.disconnect()
      await go()
      expect(settled).toEqual([{ status: 'cancelled' }])
      expect(view()).toBe('Connect')
      await submit()
      expect(state()?.context.error?.code).toBe('embedded.notSignedIn')
    })
    test('is replaced by another update', async () => {
      const { settled, submit, state } = await pageAt(moment)
      await submit('cleo@example.com')
      expect(settled[0]).toEqual({ status: 'cancelled' })
      expect(settled[1]).toMatchObject({ status: 'failed', error: { code: 'email.cooldown' } })
      expect(state()?.context.newEmail).toBe('cleo@example.com')
    })
    test('ends with the instance, which leaves no timer', async () => {
      const { latchkey, go, clock, frame } = await pageAt(moment)
      latchkey.stop()
      await go()
      expect(clock.live.size).toBe(0)
      expect(frame.isOpen()).toBe(false)
    })
  },
)

describe('an email update at its end', () => {
  test('stores the new address when the frame accepted the code before the update was cancelled [3.40]', async () => {
    let answer: (value: object) => void = () => {}
    const frame = scriptedFrame({ UPDATE_EMAIL_SECONDARY_OTP: () => new Promise((resolve) => (answer = resolve)) })
    const { latchkey, submit, type, go, settled, known, state } = await page(frame)
    await submit()
    await type()
    await type()
    latchkey.dispatch({ type: 'view.back' })
    await go()
    answer({ newEmail })
    await go()
    expect(settled).toEqual([{ status: 'cancelled' }])
    expect(known()).toBe(newEmail)
    expect(state()?.value).toBe('idle')
  })
  test('continues when the wallet switches the network', async () => {
    const { latchkey, submit, type, go, settled } = await page(scriptedFrame(), { networks: [mainnet, solana] })
    await go()
    await submit()
    await latchkey.switchNetwork(solana.caipNetworkId)
    await go()
    await type()
    await type()
    expect(settled).toEqual([{ status: 'done', value: newEmail }])
  })
})

describe('an email update without an answer', () => {
  test.each([
    ['requesting', 'idle'],
    ['checkingCurrent', 'enteringCurrent'],
    ['checkingNew', 'enteringNew'],
  ] as const)('expires after 30 s while %s', async (moment, then) => {
    const { clock, go, state } = await pageAt(moment)
    await pass(clock, 30_000, 1)
    await go()
    expect(state()?.value).toBe(then)
    expect(state()?.context.error?.code).toBe('embedded.expired')
  })
})

describe('another code of an email update', () => {
  test('can be requested 30 s after the last one, and goes to the current address first', async () => {
    const { latchkey, submit, type, state, clock, go, view, frame } = await page()
    await submit()
    expect(state()?.can({ type: 'emailUpdate.resend' })).toBe(false)
    await pass(clock, 10_000, 10)
    expect(state()?.context.secondsLeft).toBe(20)
    await type()
    await pass(clock, 20_000, 20)
    expect(state()?.context.secondsLeft).toBe(0)
    latchkey.dispatch({ type: 'emailUpdate.resend' })
    await go()
    expect([state()?.value, view()]).toEqual(['enteringCurrent', 'UpdateEmailPrimaryOtp'])
    expect(frame.types().filter((type) => type === 'UPDATE_EMAIL')).toHaveLength(2)
    latchkey.dispatch({ type: 'view.back' })
    await go()
    expect(view()).toBe('UpdateEmailWallet')
  })
  test('is not sent earlier for a new update, unless the last one was completed', async () => {
    const { latchkey, submit, type, state, clock, go } = await page()
    await submit()
    latchkey.dispatch({ type: 'emailUpdate.cancel' })
    await pass(clock, 4_500, 1)
    await submit()
    expect(state()?.context.error?.message).toBe('Please try again after 25 seconds')
    await pass(clock, 26_000, 1)
    await submit()
    await type()
    await type()
    await go()
    await submit('cleo@example.com')
    expect(state()?.value).toBe('enteringCurrent')
  })
})

test('the codes are in their events and messages only: no context, storage, log or inspector receives them', async () => {
  const seen: string[] = []
  const { latchkey, submit, type, storage, errors, state } = await page(scriptedFrame(), { storage: memoryStorage() })
  latchkey.inspect((event) => {
    if ('event' in event) seen.push(JSON.stringify(event.event))
    if ('snapshot' in event) seen.push(JSON.stringify(event.snapshot))
  })
  await submit()
  await type(new Secret('918273'))
  await type(new Secret('645546'))
  expect(state()?.value).toBe('idle')
  const kept = [...seen, ...storage.entries.values(), ...errors].join('\n')
  expect(kept).toContain('[secret]')
  expect(kept).not.toMatch(/918273|645546/)
})
