/** How users sign in with a signature, and how a session ends, with real keys and independent verifiers. */
import { verifyMessage } from 'ethers'
import { SiweMessage } from 'siwe'
import { describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../mocks/index.ts'
import {
  LatchkeyError,
  type AnalyticsEvent,
  type LatchkeyOptions,
  type SignInMethods,
  type SignInSession,
  type SiweConfig,
} from '../../sdk/index.ts'
import { pageMethods } from '../../sdk/sign-in/page.ts'
import { connected, CountingClock, other, pass, settle, started } from '../support/instance.ts'
import { connects, first, lookAt, refuses, second, shop, signedIn, signer, signs, visit } from '../support/signIn.ts'

const DAY_MS = 86_400_000

describe('a required sign-in', () => {
  test('follows the connection, and closes the modal once the signature is verified [1.3] [2.6] [2.8]', async () => {
    const { seen, asked, sign, latchkey } = await connects()
    expect([seen(), asked()]).toEqual([['SIWXSignMessage', 'locked', 'signedOut'], 0])
    await sign()
    expect([seen(), asked()]).toEqual([['closed', 'unlocked', 'signedIn'], 1])
    const state = latchkey.getSignIn()
    if (state.status !== 'signedIn') throw new Error('not signed in')
    const { message, signature } = state.session
    expect(verifyMessage(message, signature)).toBe(first)
    const said = new SiweMessage(message)
    expect(said).toMatchObject({ domain: 'shop.example', uri: 'https://shop.example', address: first, chainId: 1 })
    expect(said.prepareMessage()).toBe(message)
    expect(said.nonce).toMatch(/^[0-9a-f]{32}$/)
  })

  test('shows its view while the sessions are loaded [2.6]', async () => {
    const { latchkey, seen } = await visit()
    latchkey.dispatch({ type: 'modal.open' })
    const shown: unknown[] = []
    const { unsubscribe } = latchkey.actor('view').subscribe(() => shown.push(seen()[0]))
    await latchkey.connect({ connectorId: 'fake' })
    await settle()
    unsubscribe()
    expect([...new Set(shown)]).toEqual(expect.arrayContaining(['ConnectingSiwe', 'SIWXSignMessage']))
    expect(shown).not.toContain('closed')
  })

  test('keeps the modal open, which shakes, and reopens after a forced close [2.15]', async () => {
    const { latchkey, seen } = await connects()
    latchkey.close()
    expect(latchkey.actor('modal').getSnapshot().hasTag('shaking')).toBe(true)
    latchkey.dispatch({ type: 'modal.close', forced: true })
    latchkey.dispatch({ type: 'modal.open' })
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
    latchkey.dispatch({ type: 'view.back' })
    latchkey.dispatch({ type: 'view.cancel' })
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
  })

  test('disconnects when the user rejects it', async () => {
    const { latchkey, seen, status } = await connects()
    latchkey.dispatch({ type: 'signIn.cancel' })
    await settle()
    expect([seen(), status()]).toEqual([['Connect', 'unlocked', 'signedOut'], 'disconnected'])
  })

  test('can be tried again after the wallet declined', async () => {
    const wallet = signer({ personal_sign: refuses })
    const { seen, sign, said } = await connects({ wallet })
    await sign()
    expect([seen(), said()]).toEqual([['SIWXSignMessage', 'locked', 'signedOut'], 'request.declined'])
    wallet.answers['personal_sign'] = signs
    await sign()
    expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
  })

  test('rejects a signature of another account', async () => {
    const wallet = signer({
      personal_sign: async (params: unknown) => signs([(params as [string])[0], second]),
    })
    const { seen, sign, latchkey } = await connects({ wallet })
    const outcome = latchkey.signIn()
    await sign()
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'signIn.signatureInvalid' } })
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
    expect(latchkey.find('signIn')?.getSnapshot().context.error?.code).toBe('signIn.signatureInvalid')
  })
})

test('the sign-in events have the names that dashboards expect', async () => {
  const counted: [string, unknown][] = []
  const analytics = ({ event, properties }: AnalyticsEvent) => void counted.push([event, properties])
  const wallet = signer({ personal_sign: refuses })
  const { latchkey, sign } = await connects({ wallet, analytics })
  await sign()
  wallet.answers['personal_sign'] = signs
  await sign()
  await latchkey.signOut()
  await latchkey.connect({ connectorId: 'fake' })
  await settle()
  latchkey.dispatch({ type: 'signIn.cancel' })
  await settle()
  const own = counted.filter(([event]) => event.includes('SIWX'))
  expect(own.map(([event]) => event)).toEqual([
    'CLICK_SIGN_SIWX_MESSAGE',
    'SIWX_AUTH_ERROR',
    'CLICK_SIGN_SIWX_MESSAGE',
    'SIWX_AUTH_SUCCESS',
    'CLICK_CANCEL_SIWX',
  ])
  expect(own[0]?.[1]).toEqual({ network: 'eip155:1', isSmartAccount: false })
})

test('a failed sign-in of a smart account shows the likely reason [8.35]', async () => {
  const shared = async () => ({
    accounts: [{ address: first, type: 'smartAccount' as const }] as const,
    networkId: 'eip155:1' as const,
  })
  const wallet = signer({ personal_sign: () => Promise.reject(new Error('no')) })
  const { seen, said, sign } = await connects({ wallet, chain: { connect: shared, getAccounts: shared } })
  await sign()
  expect([seen(), said()]).toEqual([['SIWXSignMessage', 'locked', 'signedOut'], 'signIn.smartAccount'])
  expect(new LatchkeyError('signIn.smartAccount').message).toBe('This application might not support Smart Accounts')
})

describe('an optional sign-in', () => {
  const siwx = { required: false }

  test('is offered once, and the wallet stays connected without it', async () => {
    const { latchkey, wallet, seen, status } = await connects({ siwx })
    expect(seen()).toEqual(['SIWXSignMessage', 'unlocked', 'signedOut'])
    latchkey.close()
    expect([seen(), status()]).toEqual([['closed', 'unlocked', 'signedOut'], 'connected'])
    wallet.answers['eth_chainId'] = '0xa'
    wallet.emit('chainChanged', '0xa')
    await settle()
    expect([seen(), latchkey.getNetwork().networkId]).toEqual([
      ['closed', 'unlocked', 'signedOut'],
      other.caipNetworkId,
    ])
  })

  test('is started by the app without opening the modal', async () => {
    const { latchkey, seen, asked } = await connects({ siwx })
    latchkey.dispatch({ type: 'signIn.cancel' })
    const outcome = latchkey.signIn()
    await settle()
    expect(await outcome).toMatchObject({ status: 'done', value: { data: { accountAddress: first } } })
    expect([seen(), asked()]).toEqual([['closed', 'unlocked', 'signedIn'], 1])
    expect(await latchkey.signIn()).toMatchObject({ status: 'done' })
    expect(asked()).toBe(1)
  })

  test('ends when the user cancels or leaves the view', async () => {
    const { latchkey, seen } = await connects({ siwx, wallet: signer({ personal_sign: () => new Promise(() => {}) }) })
    latchkey.close()
    const control = new AbortController()
    const outcome = latchkey.signIn(control)
    await settle()
    control.abort()
    expect(await outcome).toEqual({ status: 'cancelled' })
    expect(seen()).toEqual(['closed', 'unlocked', 'signedOut'])
    latchkey.dispatch({ type: 'modal.open', view: 'SIWXSignMessage' })
    await settle()
    const declined = latchkey.signIn()
    await settle()
    latchkey.dispatch({ type: 'view.back' })
    expect(await declined).toMatchObject({ status: 'declined' })
  })

  test('settles its promise when the connection or the instance ends', async () => {
    const wallet = signer({ personal_sign: () => new Promise(() => {}) })
    const { latchkey } = await connects({ siwx, wallet })
    const one = latchkey.signIn()
    await settle()
    await latchkey.disconnect()
    expect(await one).toEqual({ status: 'cancelled' })
    await latchkey.connect({ connectorId: 'fake' })
    await settle()
    const two = latchkey.signIn()
    await settle()
    latchkey.stop()
    expect(await two).toEqual({ status: 'cancelled' })
    expect(await latchkey.signIn()).toMatchObject({ status: 'failed', error: { code: 'connection.clientMissing' } })
  })

  test('fails in an app without sign-in, and without a connection', async () => {
    const { latchkey } = await connected()
    expect(await latchkey.signIn()).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
    expect(await latchkey.signOut()).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
    const { latchkey: unconnected } = await visit()
    expect(await unconnected.signIn()).toMatchObject({ error: { code: 'wallet.disconnected' } })
  })
})

describe('a sign-in', () => {
  test('survives a reload without another request', async () => {
    const { storage, latchkey, clock } = await signedIn()
    latchkey.stop()
    const { seen, asked } = lookAt(await started(shop({ storage, clock })))
    expect([seen(), asked()]).toEqual([['closed', 'unlocked', 'signedIn'], 0])
  })

  test.each([
    ['another text', (session: SignInSession) => ({ ...session, message: session.message.replace('shop', 'sh0p') })],
    [
      'another signature',
      (session: SignInSession) => ({ ...session, signature: `${session.signature.slice(0, -4)}0000` }),
    ],
    ['an invalid session', () => ({ data: 1 })],
  ])('that was changed in the storage is rejected: %s', async (_, change) => {
    const { storage, latchkey, clock } = await signedIn()
    latchkey.stop()
    const key = 'latchkey.default.signIns'
    const { version, value } = JSON.parse(storage.getItem(key) ?? '') as { version: 1; value: SignInSession[] }
    storage.setItem(key, JSON.stringify({ version, value: value.map((session) => change(session)) }))
    const { seen } = lookAt(await started(shop({ storage, clock })))
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
  })

  test('is accepted once, and only for the account that signed it', async () => {
    const storage = memoryStorage()
    const page = () => ({ origin: 'https://shop.example', domain: 'shop.example' })
    const kept = { page, clock: new CountingClock(), storage, key: 'signIns', read: async () => '0x', verifyMs: 1_000 }
    const methods = pageMethods({}, kept)
    const chainId = 'eip155:1'
    const { toString, ...data } = await methods.createMessage({ accountAddress: first, chainId })
    const message = toString()
    const session = { data, message, signature: await signs([`0x${Buffer.from(message).toString('hex')}`, first]) }
    await methods.addSession(session)
    await methods.revokeSession(chainId, first)
    await expect(methods.addSession(session)).rejects.toMatchObject({ code: 'signIn.otherNonce' })
    expect(await methods.getSessions(chainId, first)).toEqual([])

    const stored = { ...session, data: { ...data, accountAddress: second } }
    storage.setItem('signIns', JSON.stringify({ version: 1, value: [stored] }))
    expect(await methods.getSessions(chainId, second)).toEqual([])
  })
  test('expires while the page is open', async () => {
    const { clock, seen } = await signedIn()
    await pass(clock, 7 * DAY_MS - 60_000)
    expect(seen()[2]).toBe('signedIn')
    await pass(clock, 60_000)
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
  })

  test('holds for one network: another network requests its own', async () => {
    const wallet = signer({ wallet_switchEthereumChain: null })
    const { latchkey, seen } = await signedIn({ wallet })
    wallet.answers['eth_chainId'] = '0xa'
    wallet.emit('chainChanged', '0xa')
    await settle()
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
    wallet.answers['eth_chainId'] = '0x1'
    wallet.emit('chainChanged', '0x1')
    await settle()
    expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
    expect(latchkey.getNetwork().networkId).toBe('eip155:1')
  })

  test('holds for one account', async () => {
    const { wallet, seen, sign, latchkey } = await signedIn()
    wallet.answers['eth_requestAccounts'] = [second]
    wallet.emit('accountsChanged', [second])
    await settle()
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
    await sign()
    expect(latchkey.getSignIn()).toMatchObject({ session: { data: { accountAddress: second } } })
  })

  test('ends with the connection, unless the app keeps it', async () => {
    const one = await signedIn()
    await one.latchkey.disconnect()
    await settle()
    expect(one.storage.getItem('latchkey.default.signIns')).toBeNull()
    const two = await signedIn({ siwx: { signOutOnDisconnect: false } })
    await two.latchkey.disconnect()
    await settle()
    expect(two.storage.getItem('latchkey.default.signIns')).not.toBeNull()
  })

  test('ends when the user signs out, which disconnects when the sign-in is required', async () => {
    const free = await signedIn({ siwx: { required: false } })
    expect(await free.latchkey.signOut()).toEqual({ status: 'done', value: undefined })
    expect([free.seen(), free.status()]).toEqual([['closed', 'unlocked', 'signedOut'], 'connected'])
    const bound = await signedIn()
    await bound.latchkey.signOut()
    await settle()
    expect([bound.seen(), bound.status()]).toEqual([['closed', 'unlocked', 'signedOut'], 'disconnected'])
  })

  test('starts and ends with the sign-in of another tab', async () => {
    const heard = new Set<(key: string | null) => void>()
    const storage = Object.assign(memoryStorage(), {
      watch(hear: (key: string | null) => void) {
        heard.add(hear)
        return () => heard.delete(hear)
      },
    })
    const { seen } = await signedIn({ storage })
    const kept = storage.getItem('latchkey.default.signIns') ?? ''
    const tell = async () => {
      for (const hear of heard) hear('latchkey.default.signIns')
      await settle()
    }
    storage.removeItem('latchkey.default.signIns')
    await tell()
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
    storage.setItem('latchkey.default.signIns', kept)
    await tell()
    expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
  })
})

describe('the sign-in methods of an app', () => {
  const fails = async () => {
    throw new Error('down')
  }
  const own = (methods: object = {}): NonNullable<LatchkeyOptions['siwx']> => ({
    createMessage: async (asked) => ({
      ...asked,
      domain: 'shop.example',
      uri: 'https://shop.example',
      version: '1',
      nonce: '12345678',
      issuedAt: '2026-01-01T00:00:00Z',
      toString: () => 'Please sign',
    }),
    addSession: async () => {},
    revokeSession: async () => {},
    setSessions: async () => {},
    getSessions: async () => [],
    ...methods,
  })

  test('create the message and receive the signature', async () => {
    const addSession = vi.fn<NonNullable<SignInMethods['addSession']>>(async () => {})
    const { sign, seen } = await connects({ siwx: own({ addSession }) })
    await sign()
    expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
    const [session] = addSession.mock.calls[0] ?? []
    expect(session?.message).toBe('Please sign')
    expect(verifyMessage('Please sign', session?.signature ?? '')).toBe(first)
  })

  test('disconnect the wallet with an error when they fail to return sessions [8.36]', async () => {
    const { seen, said, status } = await connects({ siwx: own({ getSessions: fails }) })
    expect([seen(), said(), status()]).toEqual([
      ['Connect', 'unlocked', 'signedOut'],
      'signIn.initFailed',
      'disconnected',
    ])
    expect(new LatchkeyError('signIn.initFailed').message).toBe(
      'A problem occurred while trying initialize authentication',
    )
  })

  test('show the error in the view only when they fail to return sessions of an optional sign-in', async () => {
    const { latchkey, seen, said } = await connects({ siwx: own({ getSessions: fails, getRequired: () => false }) })
    expect([seen()[0], said()]).toEqual(['SIWXSignMessage', 'signIn.initFailed'])
    expect(latchkey.find('signIn')?.getSnapshot().context.error?.code).toBe('signIn.initFailed')
    expect(latchkey.actor('snackbar').getSnapshot().value).toBe('shownByView')
  })

  test('fail with malformed sessions', async () => {
    const { status } = await connects({ siwx: own({ getSessions: async () => [{ data: 'all' }] }) })
    expect(status()).toBe('disconnected')
  })

  test('time out without an answer', async () => {
    const { seen, clock, latchkey } = await connects({ siwx: own({ addSession: () => new Promise(() => {}) }) })
    const outcome = latchkey.signIn()
    await settle()
    await pass(clock, 15_000)
    expect(await outcome).toMatchObject({ status: 'failed', error: { code: 'signIn.unanswered' } })
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
  })

  test('decide once whether a sign-in is required', async () => {
    const { seen } = await connects({ siwx: own({ getRequired: () => false }) })
    expect(seen()).toEqual(['SIWXSignMessage', 'unlocked', 'signedOut'])
  })
})

describe('the functions of a SIWE server', () => {
  function server() {
    let session: { address: string; chainId: number } | undefined
    const nonces = new Set<string>()
    return {
      signIns: 0,
      outs: 0,
      siweConfig: {
        getNonce: async () => {
          const nonce = `nonce${nonces.size}abcdefgh`
          nonces.add(nonce)
          return nonce
        },
        async verifyMessage({ message, signature }: { message: string; signature: string }) {
          const said = new SiweMessage(message)
          if (!nonces.delete(said.nonce) || verifyMessage(message, signature) !== said.address) return false
          session = { address: said.address, chainId: said.chainId }
          return true
        },
        getSession: async () => session,
        async signOut() {
          session = undefined
          return true
        },
        onSignIn: vi.fn<NonNullable<SiweConfig['onSignIn']>>(),
        onSignOut: vi.fn<NonNullable<SiweConfig['onSignOut']>>(),
      },
    }
  }

  test('sign in, and sign out with the connection', async () => {
    const { siweConfig } = server()
    const { latchkey, seen, sign } = await connects({ siweConfig })
    expect(seen()).toEqual(['SIWXSignMessage', 'locked', 'signedOut'])
    await sign()
    expect(seen()).toEqual(['closed', 'unlocked', 'signedIn'])
    expect(siweConfig.onSignIn).toHaveBeenCalledWith({ address: first, chainId: 1 })
    await latchkey.disconnect()
    await settle()
    expect(siweConfig.onSignOut).toHaveBeenCalledOnce()
    expect(await siweConfig.getSession()).toBeUndefined()
  })

  test('sign out when another account becomes active, unless configured otherwise', async () => {
    const moves = async (options: object) => {
      const { siweConfig } = server()
      const { wallet, sign } = await connects({ siweConfig: { ...siweConfig, ...options } })
      await sign()
      wallet.answers['eth_requestAccounts'] = [second]
      wallet.emit('accountsChanged', [second])
      await settle()
      return siweConfig.getSession()
    }
    expect(await moves({})).toBeUndefined()
    expect(await moves({ signOutOnAccountChange: false })).toEqual({ address: first, chainId: 1 })
  })

  test('are not called when they are turned off', async () => {
    const { siweConfig } = server()
    const { seen } = await connects({ siweConfig: { ...siweConfig, enabled: false } })
    expect(seen()).toEqual(['closed', 'unlocked', 'signedOut'])
  })
})
