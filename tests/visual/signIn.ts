import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import type { SignInMethods } from '../../sdk/index.ts'
import { declined } from '../react-skin/support.tsx'
import { complete, connected, open, type Scene, type Stage } from './stage.tsx'

const text = [
  'site.example wants you to sign in with your Ethereum account:',
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '',
  'I have read the house rules.',
  '',
  'URI: https://site.example',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891756ab',
  'Issued At: 2026-01-01T00:00:00.000Z',
].join('\n')

/** Sign-in methods of an app that verifies the message itself. */
const methods = (more: Partial<SignInMethods> = {}): SignInMethods => ({
  createMessage: async (asked) => ({
    ...asked,
    domain: 'site.example',
    uri: 'https://site.example',
    version: '1',
    nonce: '32891756ab',
    issuedAt: '2026-01-01T00:00:00.000Z',
    toString: () => text,
  }),
  addSession: async () => {},
  revokeSession: async () => {},
  setSessions: async () => {},
  getSessions: async () => [],
  ...more,
})

/** A wallet was connected, and the user is asked to sign in. */
async function asked(stage: Stage, siwx: SignInMethods, personal_sign: unknown = never) {
  const latchkey = await open(stage, { wallet: fakeWallet({ personal_sign }), options: { siwx } })
  await latchkey.connect({ connectorId: 'harbor' })
  await complete('[data-part="facts"]', 'SIWXSignMessage')
  return latchkey
}

export const signIn: Record<string, Scene> = {
  ConnectingSiwe: async (stage) => {
    const latchkey = await open(stage, { options: { siwx: methods({ getSessions: never }) } })
    await latchkey.connect({ connectorId: 'harbor' })
    await complete(undefined, 'ConnectingSiwe')
    return latchkey
  },
  SIWXSignMessage: (stage) => asked(stage, methods()),
  'SIWXSignMessage, not required': (stage) => asked(stage, methods({ getRequired: () => false })),
  'SIWXSignMessage, in the wallet': async (stage) => {
    const latchkey = await asked(stage, methods())
    latchkey.dispatch({ type: 'signIn.submit' })
    await complete('[data-part="quoted"]')
    return latchkey
  },
  'SIWXSignMessage, declined': async (stage) => {
    const latchkey = await asked(stage, methods(), declined)
    latchkey.dispatch({ type: 'signIn.submit' })
    await complete('[data-part="message"]')
    return latchkey
  },
  'Account, signed out': async (stage) => {
    const latchkey = await connected(stage, {
      options: { siwx: methods({ getRequired: () => false }) },
      until: '[data-part="card"]',
    })
    latchkey.dispatch({ type: 'signIn.cancel' })
    latchkey.dispatch({ type: 'modal.open', view: 'Account' })
    await complete('[data-part="sums"]', 'Account')
    return latchkey
  },
}
