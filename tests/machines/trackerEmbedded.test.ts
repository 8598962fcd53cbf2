/** Which steps of a sign-in to the embedded wallet are counted, and which data is never reported. */
import { describe, expect, test } from 'vitest'
import { Secret, type AnalyticsEvent } from '../../sdk/index.ts'
import { embeddedPage } from '../support/embedded.ts'
import { refused, scriptedFrame, silent } from '../support/frame.ts'
import { settle } from '../support/instance.ts'
import { scriptedPopup } from '../support/popup.ts'

const email = 'ann@example.com'
const secureSite = 'https://secure.example'
const token = 's3cret-token'
const returned = { resultUri: `${secureSite}/social?code=${token}` }
const smart = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** What a careless secure site may answer. */
const careless = () => {
  throw refused(`${email} typed 123456 and has ${token}`)
}

/** The events of the sign-in methods. */
const OURS = /^(EMAIL|DEVICE|SOCIAL|SET_PREFERRED)_/

async function page(answers: Parameters<typeof scriptedFrame>[0] = {}, { counts = true }: { counts?: boolean } = {}) {
  const events: AnalyticsEvent[] = []
  const popup = scriptedPopup()
  const frame = scriptedFrame(answers)
  const made = await embeddedPage(frame, {
    ...(counts && { analytics: (event) => void events.push(event) }),
    features: { email: true, socials: true },
    ports: { popup: popup.port },
  })
  const { latchkey, go } = made
  const begin = async (social: 'social' | 'farcaster') => {
    await latchkey.load(social)
    latchkey.dispatch(social === 'social' ? { type: 'social.choose', provider: 'x' } : { type: 'farcaster.begin' })
    await go()
  }
  return {
    ...made,
    popup,
    events,
    begin,
    ours: () => events.filter(({ event }) => OURS.test(event)).map(({ event, properties }) => [event, properties]),
  }
}

const named = (name: string, properties: object = {}) => [name, properties]

describe('analytics of a sign-in', () => {
  test('count each step with an email address: the field, the device, right and wrong codes, and the wallet', async () => {
    let tries = 0
    const { latchkey, submit, type, go, ours, events } = await page({
      CONNECT_EMAIL: { action: 'VERIFY_DEVICE' },
      CONNECT_OTP: () => ((tries += 1) === 1 ? careless() : undefined),
      IS_CONNECTED: () => ({ isConnected: tries > 1 }),
    })
    latchkey.dispatch({ type: 'email.select' })
    await go()
    await submit()
    await type()
    await type()
    expect(ours()).toEqual([
      named('EMAIL_LOGIN_SELECTED'),
      named('EMAIL_SUBMITTED'),
      named('DEVICE_REGISTERED_FOR_EMAIL'),
      named('EMAIL_VERIFICATION_CODE_SENT'),
      named('EMAIL_VERIFICATION_CODE_FAIL', { message: 'embedded.refused' }),
      named('EMAIL_VERIFICATION_CODE_PASS'),
    ])
    expect(events.find(({ event }) => event === 'CONNECT_SUCCESS')?.properties).toMatchObject({ method: 'email' })
  })
  test('count a change of the email address, which takes two codes', async () => {
    const { latchkey, submit, type, go, ours, events } = await page()
    await submit()
    await type()
    events.length = 0
    latchkey.dispatch({ type: 'emailUpdate.submit', email: 'bea@example.com' })
    await go()
    for (let code = 0; code < 2; code += 1) {
      latchkey.dispatch({ type: 'emailUpdate.submitCode', code: new Secret('123456') })
      await go()
    }
    expect(ours()).toEqual([
      named('EMAIL_EDIT'),
      named('EMAIL_VERIFICATION_CODE_SENT'),
      named('EMAIL_VERIFICATION_CODE_PASS'),
      named('EMAIL_VERIFICATION_CODE_SENT'),
      named('EMAIL_VERIFICATION_CODE_PASS'),
    ])
  })
  const [started, requested] = ['SOCIAL_LOGIN_STARTED', 'SOCIAL_LOGIN_REQUEST_USER_DATA']
  type Made = Awaited<ReturnType<typeof page>>
  const returns = ({ popup }: Made) => popup.say(returned)
  const closes = ({ popup, latchkey }: Made) => {
    popup.close()
    latchkey.dispatch({ type: 'social.cancel' })
  }
  const cancels = ({ latchkey }: Made) => latchkey.dispatch({ type: 'farcaster.cancel' })
  const waits = () => {}
  test.each([
    ['done', 'social', {}, returns, [started, requested, 'SOCIAL_LOGIN_SUCCESS']],
    ['failed', 'social', { CONNECT_SOCIAL: careless }, returns, [started, requested, 'SOCIAL_LOGIN_ERROR']],
    ['cancelled', 'social', {}, closes, [started, 'SOCIAL_LOGIN_CANCELED']],
    ['done', 'farcaster', {}, waits, [started, requested, 'SOCIAL_LOGIN_SUCCESS']],
    ['cancelled', 'farcaster', { CONNECT_FARCASTER: silent }, cancels, [started, 'SOCIAL_LOGIN_CANCELED']],
    ['failed', 'farcaster', { GET_FARCASTER_URI: careless }, waits, [started, 'SOCIAL_LOGIN_ERROR']],
  ] as const)('count a social sign-in by its end: %s, %s', async (_, way, answers, act, events) => {
    const made = await page(answers)
    await made.begin(way)
    act(made)
    await made.go()
    const provider = way === 'social' ? 'x' : 'farcaster'
    expect(made.ours()).toEqual(events.map((event) => named(event, { provider })))
  })
  test('count a switch of the account type', async () => {
    const { latchkey, submit, type, go, ours, frame } = await page({
      GET_USER: ({ chainId }: { chainId: number }) => ({
        address: frame.address,
        chainId,
        accounts: [
          { address: frame.address, type: 'eoa' },
          { address: smart, type: 'smartAccount' },
        ],
      }),
      SET_PREFERRED_ACCOUNT: { type: 'smartAccount', address: smart },
    })
    await submit()
    await type()
    latchkey.dispatch({ type: 'accountType.set', accountType: 'smartAccount' })
    await go()
    expect(ours().at(-1)).toEqual(
      named('SET_PREFERRED_ACCOUNT_TYPE', { accountType: 'smartAccount', network: 'eip155:1' }),
    )
  })
})

describe('analytics of private data', () => {
  test('contain no address, code, token or name, whatever the secure site answers', async () => {
    const told: AnalyticsEvent[] = []
    const tried = async (answers: Parameters<typeof scriptedFrame>[0], way: 'email' | 'social' | 'farcaster') => {
      const { latchkey, submit, type, begin, popup, go, events } = await page(answers)
      if (way === 'email') {
        latchkey.dispatch({ type: 'email.select' })
        await submit()
        await type()
      } else {
        await begin(way)
        popup.say(returned)
      }
      await go()
      latchkey.dispatch({ type: 'emailUpdate.submit', email: 'bea@example.com' })
      await go()
      latchkey.dispatch({ type: 'emailUpdate.submitCode', code: new Secret('123456') })
      await go()
      latchkey.dispatch({ type: 'accountType.set', accountType: 'smartAccount' })
      await go()
      await latchkey.disconnect()
      await settle()
      told.push(...events)
    }
    for (const type of ['CONNECT_EMAIL', 'CONNECT_OTP', 'GET_USER', 'SIGN_OUT', 'UPDATE_EMAIL_PRIMARY_OTP'] as const)
      await tried({ [type]: careless }, 'email')
    for (const type of ['GET_SOCIAL_REDIRECT_URI', 'CONNECT_SOCIAL', 'GET_USER'] as const)
      await tried({ [type]: careless }, 'social')
    for (const type of ['GET_FARCASTER_URI', 'CONNECT_FARCASTER'] as const)
      await tried({ [type]: careless }, 'farcaster')
    await tried({}, 'email')
    await tried({}, 'social')
    expect(told.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'CONNECT_ERROR',
        'DISCONNECT_ERROR',
        'EMAIL_VERIFICATION_CODE_FAIL',
        'SOCIAL_LOGIN_ERROR',
        'CONNECT_SUCCESS',
      ]),
    )
    const text = JSON.stringify(told)
    for (const secret of ['@', '123456', token, 'Ann']) expect(text).not.toContain(secret)
  })
  test('are not even loaded unless the app enables them', async () => {
    const { latchkey, submit, type } = await page({}, { counts: false })
    latchkey.dispatch({ type: 'email.select' })
    await submit()
    await type()
    expect([latchkey.find('analytics'), latchkey.find('feature:analytics')]).toEqual([undefined, undefined])
  })
})
