/** Signing in and out at the wrong moment, and with slow or broken counterparts. */
import { SignatureErc8010 } from 'ox/erc8010'
import { SiweMessage } from 'siwe'
import { encodeErrorResult, parseAbiItem, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SignInMethods, SignInSession, SiweConfig } from '../../sdk/index.ts'
import { createNonce, signInMessage, verifySignIn } from '../../sdk/sign-in/index.ts'
import { never } from '../../mocks/index.ts'
import { pass, settle, started } from '../support/instance.ts'
import { connects, first, lookAt, second, shop, signedIn, signer, signs } from '../support/signIn.ts'

function gate() {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** An app with its own session methods. */
function site(more: Partial<SignInMethods> = {}) {
  const kept: SignInSession[] = []
  const siwx: SignInMethods = {
    createMessage: async (asked) => ({
      ...asked,
      domain: 'shop.example',
      uri: 'https://shop.example',
      version: '1',
      nonce: '12345678',
      issuedAt: '2026-01-01T00:00:00Z',
      toString: () => 'Please sign',
    }),
    addSession: async (session) => void kept.push(session),
    revokeSession: async () => void kept.splice(0),
    setSessions: async (sessions) => void kept.splice(0, kept.length, ...sessions),
    getSessions: async () => [...kept],
    ...more,
  }
  return { kept, siwx }
}

/** A slow SIWE server. */
function server({
  verifying,
  leaving,
  ...more
}: { verifying?: Promise<void>; leaving?: Promise<void> } & Partial<SiweConfig> = {}) {
  const state: { session: { address: string; chainId: number } | undefined; asked: number } = {
    session: undefined,
    asked: 0,
  }
  const siweConfig: SiweConfig = {
    getNonce: async () => 'nonceabcdefgh',
    async verifyMessage({ message }) {
      await verifying
      const { address, chainId } = new SiweMessage(message)
      state.session = { address, chainId }
      return true
    },
    getSession: async () => state.session,
    async signOut() {
      state.asked += 1
      await leaving
      state.session = undefined
      return true
    },
    ...more,
  }
  return { state, siweConfig }
}

const moveTo = async (wallet: ReturnType<typeof signer>, chainId: string) => {
  wallet.answers['eth_chainId'] = chainId
  wallet.emit('chainChanged', chainId)
  await settle()
}
const actAs = async (wallet: ReturnType<typeof signer>, address: string) => {
  wallet.answers['eth_requestAccounts'] = [address]
  wallet.emit('accountsChanged', [address])
  await settle()
}

describe('a sign-out', () => {
  test('ends the sessions of every chain, also after a reload', async () => {
    const wallet = signer()
    const one = await connects({ wallet })
    await one.sign()
    await moveTo(wallet, '0xa')
    await one.sign()
    one.latchkey.stop()
    const two = lookAt(await started(shop({ storage: one.storage, clock: one.clock, wallet })))
    await two.latchkey.signOut()
    expect(one.storage.getItem('latchkey.default.signIns')).toBeNull()
  })

  test('reaches a SIWE server, whichever account is active after a reload', async () => {
    const { state, siweConfig } = server({ required: false })
    const one = await signedIn({ siweConfig })
    one.latchkey.stop()
    const wallet = signer({ eth_accounts: [second], eth_requestAccounts: [second] })
    await started(shop({ siweConfig, storage: one.storage, clock: one.clock, wallet }))
    expect(state.session).toBeUndefined()
  })

  test('wins over sessions that are still being loaded', async () => {
    const { kept, siwx } = site({ getRequired: () => false })
    const one = await signedIn({ siwx })
    one.latchkey.stop()
    const { open, opened } = gate()
    const getSessions = async () => {
      await opened
      return [...kept]
    }
    const two = lookAt(await started(shop({ storage: one.storage, clock: one.clock, siwx: { ...siwx, getSessions } })))
    await two.latchkey.signOut()
    open()
    await settle()
    expect(two.latchkey.getSignIn().status).toBe('signedOut')
  })

  test('wins over a signature that arrives later', async () => {
    let answer: () => Promise<void> = async () => {}
    const personal_sign = (params: unknown) =>
      new Promise((resolve) => {
        answer = async () => resolve(await signs(params))
      })
    const { latchkey, sign } = await connects({ siwx: { required: false }, wallet: signer({ personal_sign }) })
    await sign()
    const waits = latchkey.signIn()
    await latchkey.signOut()
    expect(await waits).toEqual({ status: 'cancelled' })
    await answer()
    await settle()
    expect(latchkey.getSignIn().status).toBe('signedOut')
  })
})

describe('a sign-in that is cancelled while it is verified', () => {
  test('is not stored when the user cancels', async () => {
    const { open, opened } = gate()
    const { kept, siwx } = site()
    const addSession: SignInMethods['addSession'] = async (session) => {
      await opened
      kept.push(session)
    }
    const { latchkey, sign } = await connects({ siwx: { ...siwx, addSession } })
    await sign()
    latchkey.dispatch({ type: 'signIn.cancel' })
    await settle()
    open()
    await settle()
    expect(kept).toEqual([])
  })

  test('is not stored when another account becomes active', async () => {
    const { open, opened } = gate()
    const { state, siweConfig } = server({ verifying: opened })
    const { wallet, sign } = await connects({ siweConfig })
    await sign()
    await actAs(wallet, second)
    open()
    await settle()
    expect(state.session).toBeUndefined()
  })
})

test('a return to a network during a slow sign-out requests one sign-in, and disconnects no wallet', async () => {
  const { open, opened } = gate()
  const { siweConfig } = server({ leaving: opened })
  const { wallet, seen, status } = await signedIn({ siweConfig })
  await moveTo(wallet, '0xa')
  await moveTo(wallet, '0x1')
  open()
  await settle()
  expect([seen(), status()]).toEqual([['SIWXSignMessage', 'locked', 'signedOut'], 'connected'])
})

test('a sign-out that never ends does not block another sign-in', async () => {
  const { siwx } = site({ getRequired: () => false, setSessions: never, signOutOnDisconnect: false })
  const { latchkey, clock, asked, sign } = await signedIn({ siwx })
  const out = latchkey.signOut()
  await settle()
  await pass(clock, 15_000)
  expect(await out).toMatchObject({ status: 'failed', error: { code: 'signIn.unanswered' } })
  await sign()
  expect(asked()).toBe(2)
})

test('an optional sign-in is not offered again by a reload', async () => {
  const one = await connects({ siwx: { required: false } })
  one.latchkey.dispatch({ type: 'signIn.cancel' })
  one.latchkey.stop()
  const two = lookAt(await started(shop({ siwx: { required: false }, storage: one.storage, clock: one.clock })))
  expect([two.seen(), two.status()]).toEqual([['closed', 'unlocked', 'signedOut'], 'connected'])
})

test('a sign-in that is aborted while the sessions load makes no wallet request', async () => {
  const { kept, siwx } = site()
  const one = await signedIn({ siwx })
  one.latchkey.stop()
  const { open, opened } = gate()
  const getSessions = async () => {
    await opened
    return [...kept]
  }
  const two = lookAt(await started(shop({ storage: one.storage, clock: one.clock, siwx: { ...siwx, getSessions } })))
  const control = new AbortController()
  const outcome = two.latchkey.signIn(control)
  await settle()
  control.abort()
  expect(await outcome).toEqual({ status: 'cancelled' })
  open()
  await settle()
  expect(two.seen()).toEqual(['closed', 'unlocked', 'signedIn'])
})

test('the buttons work while the sessions are loaded again', async () => {
  let looks = 0
  const { siwx } = site({ getSessions: () => ((looks += 1) === 1 ? Promise.resolve([]) : never()) })
  const { clock, state, sign, asked, latchkey, status } = await connects({ siwx })
  await pass(clock, 300_000)
  expect([state(), latchkey.getSignIn().status]).toEqual(['checking', 'signedOut'])
  await sign()
  expect(asked()).toBe(1)
  const two = await connects({
    siwx: site({ getSessions: () => ((looks += 1) === 3 ? Promise.resolve([]) : never()) }).siwx,
  })
  looks = 3
  await pass(two.clock, 300_000)
  two.latchkey.dispatch({ type: 'signIn.cancel' })
  await settle()
  expect([status(), two.status()]).toEqual(['connected', 'disconnected'])
})

test('the sessions are loaded every 5 minutes while the page is visible, and when it is visible again after longer', async () => {
  let looks = 0
  const { siwx } = site({
    getSessions: async () => {
      looks += 1
      return []
    },
  })
  let see: (event: { type: 'page.shown' | 'page.hidden' | 'page.left' }) => void = () => {}
  const visibility = {
    watch(heard: typeof see) {
      see = heard
      return () => {}
    },
  }
  const { clock } = await connects({ siwx: { ...siwx, getRequired: () => false }, ports: { visibility } })
  expect(looks).toBe(1)
  await pass(clock, 300_000)
  expect(looks).toBe(2)
  see({ type: 'page.hidden' })
  await pass(clock, 900_000)
  expect(looks).toBe(2)
  see({ type: 'page.shown' })
  await settle()
  expect(looks).toBe(3)
  for (const type of ['page.hidden', 'page.shown'] as const) see({ type })
  await settle()
  expect(looks).toBe(3)
  await pass(clock, 300_000)
  expect(looks).toBe(4)
})

test('a slow signature does not load the sessions at once', async () => {
  let looks = 0
  const { kept, siwx } = site({
    getSessions: async () => {
      looks += 1
      return [...kept]
    },
  })
  const { opened, open } = gate()
  const wallet = signer({
    personal_sign: async (params: unknown) => {
      await opened
      return signs(params)
    },
  })
  const { clock, sign, state } = await connects({ siwx, wallet })
  await pass(clock, 240_000)
  await sign()
  await pass(clock, 90_000)
  open()
  await settle()
  await pass(clock, 1)
  expect([state(), looks]).toEqual(['signedIn', 1])
})

test('the sign-in view closes when the user is signed in already', async () => {
  const { latchkey, seen } = await signedIn({ siwx: { required: false } })
  latchkey.dispatch({ type: 'modal.open', view: 'SIWXSignMessage' })
  await settle()
  expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
})

test('an invalid time is rejected before the wallet is asked', async () => {
  const { siwx } = site()
  const createMessage: SignInMethods['createMessage'] = async (asked) => ({
    ...(await siwx.createMessage(asked)),
    expirationTime: 'Jan 1 2099',
    toString: () => 'Please sign',
  })
  const { latchkey, asked } = await connects({ siwx: { ...siwx, createMessage } })
  const outcome = latchkey.signIn()
  await settle()
  expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'signIn.refused' } })
  expect(asked()).toBe(0)
})

test('an open wallet request is not covered by a sign-in that ends', async () => {
  const { kept, siwx } = site()
  const { latchkey, clock, seen, wallet } = await signedIn({ siwx })
  wallet.answers['personal_sign'] = never
  await pass(clock, 200_000)
  const outcome = latchkey.signMessage('Hello')
  await settle()
  kept.splice(0)
  await pass(clock, 100_000)
  expect(seen()).toEqual(['ApproveTransaction', 'locked', 'signedOut'])
  latchkey.dispatch({ type: 'requests.cancelShown' })
  await outcome
  await settle()
  expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
})

test('a slow disconnection requests no sign-in', async () => {
  const wallet = signer({ wallet_revokePermissions: never })
  const { latchkey, clock, asked, status, state } = await connects({ wallet })
  latchkey.dispatch({ type: 'signIn.cancel' })
  expect(state()).toBe('leaving')
  const outcome = latchkey.signIn()
  await settle()
  expect(await outcome).toEqual({ status: 'cancelled' })
  await pass(clock, 10_000)
  expect([asked(), status()]).toEqual([0, 'disconnected'])
})

test('a full storage does not prevent a sign-in', async () => {
  const { storage, seen, sign } = await connects()
  storage.setItem = () => {
    throw new Error('full')
  }
  await sign()
  expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
})

test('a sign-in with a SIWE server is valid on every network when the app configures it', async () => {
  const { siweConfig } = server({ signOutOnNetworkChange: false })
  const { wallet, seen } = await signedIn({ siweConfig })
  await moveTo(wallet, '0xa')
  expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
})

test('synchronous functions, and functions that return nothing, are accepted', async () => {
  const { siwx } = site({ getSessions: (() => []) as never })
  expect((await connects({ siwx })).status()).toBe('connected')
  const { siweConfig } = server({ getMessageParams: (async () => null) as never })
  expect((await signedIn({ siweConfig })).status()).toBe('connected')
})

test('a contract cannot make the verifier fetch URLs of its choice (EIP-3668)', async () => {
  const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  const delegate: Hex = `0x${'42'.repeat(20)}`
  const fetched = vi.fn<typeof fetch>(async () => new Response('0x01'))
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => void vi.unstubAllGlobals())
  const nonce = createNonce()
  const message = signInMessage({
    domain: 'app.example',
    accountAddress: first,
    chainId: 'eip155:1',
    uri: 'https://app.example',
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const { r, s, yParity } = await account.signAuthorization({ address: delegate, chainId: 1, nonce: 0 })
  const authorization = { address: delegate, chainId: 1, nonce: 0n, r: BigInt(r), s: BigInt(s), yParity: yParity ?? 0 }
  const signature = SignatureErc8010.wrap({ authorization, signature: '0x1234' })
  const args = [account.address, ['http://169.254.169.254/?{data}'], '0x', '0x12345678', '0x'] as const
  const error =
    'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)'
  const data = encodeErrorResult({ abi: [parseAbiItem(error)], args })
  const read = async (_: string, { method }: { method: string }) => {
    if (method === 'eth_getCode') return `0xef0100${delegate.slice(2)}`
    throw Object.assign(new Error('execution reverted'), { code: 3, data })
  }
  const signal = AbortSignal.timeout(5_000)
  await expect(
    verifySignIn({ message, signature }, { domain: 'app.example', nonce, read, signal }),
  ).rejects.toMatchObject({
    code: 'signIn.signatureInvalid',
  })
  expect(fetched).not.toHaveBeenCalled()
})
