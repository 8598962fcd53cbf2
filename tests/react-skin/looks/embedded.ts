import { expect, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import { TIMING } from '../../../machines/constants.ts'
import { Secret } from '../../../sdk/index.ts'
import { refused, scriptedFrame, silent } from '../../support/frame.ts'
import { complete, go, open, type Scene, type Stage } from './stage.tsx'

type Answers = Parameters<typeof scriptedFrame>[0]

async function offered(stage: Stage, answers: Answers = {}) {
  const clock = new SimulatedClock()
  const frame = scriptedFrame(answers)
  const latchkey = await open(stage, {
    options: { features: { email: true }, secureSite: 'https://secure.example', ports: { clock, frame: frame.port } },
  })
  return { latchkey, clock, frame }
}

/** An address was submitted, and the frame has answered. */
async function submitted(stage: Stage, answers: Answers = {}) {
  const { latchkey, clock, frame } = await offered(stage, answers)
  latchkey.send({ type: 'email.submit', email: 'marguerite@example.com' })
  await vi.waitFor(() => expect(latchkey.find('frame')?.getSnapshot().value).toEqual({ present: 'settling' }))
  clock.increment(TIMING.frameSettleMs)
  return { latchkey, clock, frame }
}

async function entering(stage: Stage, answers: Answers = {}) {
  const { latchkey, ...rest } = await submitted(stage, answers)
  await complete('[data-part="code-input"]', 'EmailVerifyOtp')
  return { latchkey, ...rest }
}

export const embedded: Record<string, Scene> = {
  'Connect, with e-mail': async (stage) => {
    const { latchkey } = await offered(stage)
    await complete('[data-part="email"] [data-part="input"]', 'Connect')
    return latchkey
  },
  EmailLogin: async (stage) => {
    const { latchkey } = await offered(stage)
    await go(latchkey, 'EmailLogin', '[data-part="email"] [data-part="input"]')
    return latchkey
  },
  'EmailLogin, no address': async (stage) => {
    const { latchkey } = await offered(stage)
    await go(latchkey, 'EmailLogin', '[data-part="email"] [data-part="input"]')
    latchkey.send({ type: 'email.submit', email: 'marguerite' })
    await complete('[data-part="field"][data-invalid]')
    return latchkey
  },
  EmailVerifyDevice: async (stage) => {
    const { latchkey } = await submitted(stage, {
      CONNECT_EMAIL: { action: 'VERIFY_DEVICE' },
      CONNECT_DEVICE: silent,
    })
    await complete('[data-part="message-block"]', 'EmailVerifyDevice')
    return latchkey
  },
  EmailVerifyOtp: async (stage) => (await entering(stage)).latchkey,
  'EmailVerifyOtp, refused': async (stage) => {
    const { latchkey } = await entering(stage, {
      CONNECT_OTP: () => {
        throw refused('The code is wrong. Tries left: 4.')
      },
    })
    latchkey.send({ type: 'email.submitCode', code: new Secret('123456') })
    await complete('[data-part="note"]')
    return latchkey
  },
  'EmailVerifyOtp, not connected': async (stage) => {
    const { latchkey } = await entering(stage, { GET_USER: () => ({ address: 'nobody', chainId: 1 }) })
    latchkey.send({ type: 'email.submitCode', code: new Secret('123456') })
    await complete('[data-part="note"]')
    return latchkey
  },
}
