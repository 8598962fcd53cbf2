/** A page with sign-in, and a wallet with real keys. */
import { Wallet } from 'ethers'
import { expect } from 'vitest'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import type { VisibilityPort } from '../../sdk/index.ts'
import type { instance } from './instance.ts'
import { settle, started } from './instance.ts'

export const [first, second] = fakeAccounts
/** The publicly known private keys of the first two accounts of local development chains. */
const keys = {
  [first]: new Wallet('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'),
  [second]: new Wallet('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'),
}
const page = { read: () => ({ url: 'https://shop.example/cart', origin: 'https://shop.example', mobile: false }) }

export const refuses = () => {
  throw Object.assign(new Error('User rejected'), { code: 4001 })
}
export const signs = async (params: unknown) => {
  const [data, address] = params as [string, keyof typeof keys]
  return keys[address].signMessage(Buffer.from(data.slice(2), 'hex'))
}
export const signer = (answers: Record<string, unknown> = {}) => fakeWallet({ personal_sign: signs, ...answers })

export type Options = Parameters<typeof instance>[0]
/** A visible page. */
const visibility: VisibilityPort = {
  watch(heard) {
    heard({ type: 'page.shown' })
    return () => {}
  },
}
/** A node without contracts. */
const rpc = { request: async () => '0x' }
export const shop = (options: NonNullable<Options> = {}): Options => ({
  embedded: false,
  ...(options.siweConfig === undefined && { siwx: {} }),
  wallet: signer(),
  ...options,
  ports: { page, rpc, visibility, ...options.ports },
})

export function lookAt({ latchkey, wallet, storage, clock }: Awaited<ReturnType<typeof started>>) {
  const view = () => latchkey.actor('view').getSnapshot()
  const isOpen = () => latchkey.actor('modal').getSnapshot().hasTag('open')
  return {
    latchkey,
    wallet,
    storage,
    clock,
    /** The open view, whether it is locked, and the status of the sign-in. */
    seen: () => [isOpen() ? view().context.stack.at(-1) : 'closed', view().value, latchkey.getSignIn().status],
    said: () => latchkey.actor('snackbar').getSnapshot().context.message?.code,
    state: () => latchkey.find('signIn')?.getSnapshot().value,
    asked: () => wallet.calls.filter(({ method }) => method === 'personal_sign').length,
    status: () => latchkey.getAccount('eip155').status,
    sign: async () => {
      latchkey.dispatch({ type: 'signIn.submit' })
      await settle()
    },
  }
}
export const visit = async (options?: Options) => lookAt(await started(shop(options)))
export const connects = async (options?: Options) => {
  const made = await started(shop(options))
  made.latchkey.dispatch({ type: 'modal.open' })
  await made.latchkey.connect({ connectorId: made.connectorId })
  await settle()
  return lookAt(made)
}
export const signedIn = async (options?: Options) => {
  const made = await connects(options)
  await made.sign()
  expect(made.latchkey.getSignIn().status).toBe('signedIn')
  return made
}
