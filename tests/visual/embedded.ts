import { expect, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import { Secret } from '../../sdk/index.ts'
import { refused, scriptedFrame, silent } from '../support/frame.ts'
import { scriptedPopup } from '../support/popup.ts'
import { complete, go, open, profile, provider, type Scene, type Stage } from './stage.tsx'

const email = 'marguerite@example.com'
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
type Answers = Parameters<typeof scriptedFrame>[0]

/** Social sign-in, in windows that open or are blocked. */
async function withSocials(
  stage: Stage,
  { answers = {}, blocked = false }: { answers?: Answers; blocked?: boolean } = {},
) {
  const clock = new SimulatedClock()
  const frame = scriptedFrame(answers)
  const popup = scriptedPopup({ blocked })
  const latchkey = await open(stage, {
    options: {
      features: { email: true, socials: true },
      secureSite: 'https://secure.example',
      ports: { clock, frame: frame.port, popup: popup.port },
    },
  })
  const settled = async () => {
    await vi.waitFor(() => expect(latchkey.find('frame')?.getSnapshot().value).toEqual({ present: 'settling' }))
    clock.increment(500)
  }
  return { latchkey, popup, settled }
}

async function offered(stage: Stage, answers: Answers = {}) {
  const clock = new SimulatedClock()
  const frame = scriptedFrame(answers)
  const latchkey = await open(stage, {
    api: provider(profile),
    options: { features: { email: true }, secureSite: 'https://secure.example', ports: { clock, frame: frame.port } },
  })
  return { latchkey, clock, frame }
}

/** An address was submitted, and the frame has answered. */
async function submitted(stage: Stage, answers: Answers = {}) {
  const { latchkey, clock, frame } = await offered(stage, answers)
  latchkey.dispatch({ type: 'email.submit', email })
  await vi.waitFor(() => expect(latchkey.find('frame')?.getSnapshot().value).toEqual({ present: 'settling' }))
  clock.increment(500)
  return { latchkey, clock, frame }
}

async function entering(stage: Stage, answers: Answers = {}) {
  const { latchkey, ...rest } = await submitted(stage, answers)
  await complete('[data-part="code-input"]', 'EmailVerifyOtp')
  return { latchkey, ...rest }
}

/** A signed-in user who looks at the account. */
async function account(stage: Stage, answers: Answers = {}) {
  const { latchkey } = await entering(stage, {
    RPC_REQUEST: () => {
      throw refused('There is no such method.')
    },
    GET_USER: ({ chainId }: { chainId: string | number }) => ({
      email,
      address: typeof chainId === 'number' ? address : 'So11111111111111111111111111111111111111112',
      chainId,
    }),
    ...answers,
  })
  latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
  await vi.waitFor(() => expect(latchkey.actor('modal').getSnapshot().value).toBe('closed'))
  latchkey.dispatch({ type: 'modal.open' })
  await complete('[data-part="sums"]', 'Account')
  return latchkey
}

async function settings(stage: Stage, answers: Answers = {}) {
  const latchkey = await account(stage, answers)
  await go(latchkey, 'AccountSettings', '[data-part="list"]')
  return latchkey
}

async function changing(stage: Stage) {
  const latchkey = await settings(stage)
  await go(latchkey, 'UpdateEmailWallet', '[data-part="input"]')
  latchkey.dispatch({ type: 'emailUpdate.submit', email: 'marguerite@harbor.example' })
  await complete('[data-part="code-input"]', 'UpdateEmailPrimaryOtp')
  return latchkey
}

const withSmartAccount: Answers = {
  GET_USER: ({ chainId }: { chainId: string | number }) => ({
    address,
    chainId,
    email,
    accounts: [
      { address, type: 'eoa' },
      { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', type: 'smartAccount' },
    ],
  }),
}

export const embedded: Record<string, Scene> = {
  'Account, of an embedded wallet': (stage) => account(stage),
  'Connect, with e-mail': async (stage) => {
    const { latchkey } = await offered(stage)
    await complete('[data-part="email"] [data-part="input"]', 'Connect')
    return latchkey
  },
  'Connect, with e-mail and accounts': async (stage) => {
    const { latchkey } = await withSocials(stage)
    await complete('[data-part="social-row"] [data-part="button"]', 'Connect')
    return latchkey
  },
  'AccountSettings, smart account': async (stage) => {
    const latchkey = await settings(stage, {
      ...withSmartAccount,
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1] },
      SET_PREFERRED_ACCOUNT: () => {
        throw refused('This wallet has no smart account here.')
      },
    })
    latchkey.dispatch({ type: 'accountType.set', accountType: 'smartAccount' })
    await complete('[data-part="note"]', 'AccountSettings')
    return latchkey
  },
  ConnectSocials: async (stage) => {
    const { latchkey } = await withSocials(stage)
    await go(latchkey, 'ConnectSocials', '[data-part="row"]')
    return latchkey
  },
  ConnectingSocial: async (stage) => {
    const { latchkey } = await withSocials(stage)
    await latchkey.load('social')
    latchkey.dispatch({ type: 'social.choose', provider: 'google' })
    await complete('[data-part="message-block"]', 'ConnectingSocial')
    return latchkey
  },
  'ConnectingSocial, signed in': async (stage) => {
    const { latchkey, popup, settled } = await withSocials(stage, { answers: { CONNECT_SOCIAL: silent } })
    await latchkey.load('social')
    latchkey.dispatch({ type: 'social.choose', provider: 'github' })
    await settled()
    await vi.waitFor(() => expect(latchkey.find('social')?.getSnapshot().value).toEqual({ open: 'waiting' }))
    popup.say({ resultUri: '?code=1' })
    await complete('[data-part="message-block"]', 'ConnectingSocial')
    return latchkey
  },
  'ConnectingSocial, blocked': async (stage) => {
    const { latchkey } = await withSocials(stage, { blocked: true })
    await latchkey.load('social')
    latchkey.dispatch({ type: 'social.choose', provider: 'x' })
    await complete('[data-part="note"]', 'ConnectingSocial')
    return latchkey
  },
  ConnectingFarcaster: async (stage) => {
    const { latchkey, settled } = await withSocials(stage, { answers: { CONNECT_FARCASTER: silent } })
    latchkey.dispatch({ type: 'farcaster.begin' })
    await settled()
    await complete('[data-part="qr"]:not([data-loading])', 'ConnectingFarcaster')
    return latchkey
  },
  'ConnectingFarcaster, refused': async (stage) => {
    const { latchkey, settled } = await withSocials(stage, {
      answers: {
        GET_FARCASTER_URI: () => {
          throw refused('Farcaster is not offered here.')
        },
      },
    })
    latchkey.dispatch({ type: 'farcaster.begin' })
    await settled()
    await complete('[data-part="note"]', 'ConnectingFarcaster')
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
    latchkey.dispatch({ type: 'email.submit', email: 'marguerite' })
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
    latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
    await complete('[data-part="note"]')
    return latchkey
  },
  'EmailVerifyOtp, not connected': async (stage) => {
    const { latchkey } = await entering(stage, { GET_USER: () => ({ address: 'nobody', chainId: 1 }) })
    latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
    await complete('[data-part="note"]')
    return latchkey
  },
  Create: async (stage) => {
    const { latchkey } = await withSocials(stage)
    await go(latchkey, 'Create', '[data-part="social-row"] [data-part="button"]')
    return latchkey
  },
  Profile: async (stage) => {
    const latchkey = await account(stage, withSmartAccount)
    await go(latchkey, 'Profile', '[data-part="list"]')
    return latchkey
  },
  UpgradeEmailWallet: async (stage) => {
    const latchkey = await settings(stage)
    await go(latchkey, 'UpgradeEmailWallet', '[data-part="steps"]')
    return latchkey
  },
  AccountSettings: (stage) => settings(stage),
  UpdateEmailWallet: async (stage) => {
    const latchkey = await settings(stage)
    await go(latchkey, 'UpdateEmailWallet', '[data-part="input"]')
    return latchkey
  },
  'UpdateEmailWallet, refused': async (stage) => {
    const latchkey = await settings(stage, {
      UPDATE_EMAIL: () => {
        throw refused('This is the e-mail address that the wallet has already.')
      },
    })
    await go(latchkey, 'UpdateEmailWallet', '[data-part="input"]')
    latchkey.dispatch({ type: 'emailUpdate.submit', email: 'marguerite@example.com' })
    await complete('[data-part="field"][data-invalid]')
    return latchkey
  },
  UpdateEmailPrimaryOtp: (stage) => changing(stage),
  UpdateEmailSecondaryOtp: async (stage) => {
    const latchkey = await changing(stage)
    latchkey.dispatch({ type: 'emailUpdate.submitCode', code: new Secret('123456') })
    await complete('[data-part="code-input"]', 'UpdateEmailSecondaryOtp')
    return latchkey
  },
}
