/** Signing in to the embedded wallet with an account of a provider: in a window, and with a Farcaster app. */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { memoryStorage } from '../../mocks/index.ts'
import { createLatchkey, mainnet, Secret, solana, type LatchkeyOptions } from '../../sdk/index.ts'
import { connectOrder } from '../../sdk/skin.ts'
import { browserPopup } from '../../sdk/platform/popup.ts'
import { embeddedPage } from '../support/embedded.ts'
import { refused, scriptedFrame, silent } from '../support/frame.ts'
import { pass, settle } from '../support/instance.ts'
import { scriptedPopup } from '../support/popup.ts'

const secureSite = 'https://secure.example'
const result = { resultUri: `${secureSite}/social?code=s3cret&state=1` }

async function page(
  frame = scriptedFrame(),
  {
    popup = scriptedPopup(),
    ...options
  }: Parameters<typeof embeddedPage>[1] & { popup?: ReturnType<typeof scriptedPopup> } = {},
) {
  const made = await embeddedPage(frame, { features: { socials: true }, ...options, ports: { popup: popup.port } })
  const { latchkey, go } = made
  const ended: unknown[] = []
  const choose = async (requestId?: string) => {
    await latchkey.load('social')
    latchkey.find('social')?.on('social.settled', (event) => ended.push([event.requestId, event.outcome.status]))
    latchkey.dispatch({ type: 'social.choose', provider: 'github', ...(requestId !== undefined && { requestId }) })
    const opened = popup.urls.length
    await go()
    return opened
  }
  const begin = async () => {
    await latchkey.load('farcaster')
    latchkey.find('farcaster')?.on('farcaster.settled', (event) => ended.push([event.requestId, event.outcome.status]))
    latchkey.dispatch({ type: 'farcaster.begin' })
    await go()
  }
  const social = () => latchkey.find('social')?.getSnapshot()
  const farcaster = () => latchkey.find('farcaster')?.getSnapshot()
  return { ...made, popup, choose, begin, social, farcaster, ended }
}

const faultsOf = (options: LatchkeyOptions) => {
  try {
    createLatchkey(options)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('the options', () => {
  test('require the secure site and a valid list of providers [5.22]', () => {
    expect(faultsOf({ features: { socials: true } })).toContain('features.socials: secureSite is missing')
    expect(faultsOf({ features: { socials: true }, secureSite, socials: [] })).toContain('socials: none is listed')
    expect(faultsOf({ features: { socials: true }, secureSite, socials: ['x', 'x'] })).toContain(
      'socials: one is listed twice',
    )
    expect(faultsOf({ features: { socials: true }, secureSite, socials: ['telegram' as never] })).toContain(
      'socials: there is no "telegram"',
    )
    expect(createLatchkey({ features: { socials: true }, secureSite }).configuration.socials).toEqual([
      'google',
      'github',
      'apple',
      'facebook',
      'x',
      'discord',
      'farcaster',
    ])
  })
  test('turn email and social sign-in off by default [1.12]', () => {
    expect(createLatchkey().configuration.features).toMatchObject({ email: false, socials: false })
  })
  test('put email and social sign-in before wallets, after installed wallets, or in the order of the app [9.34]', () => {
    const { configuration } = createLatchkey({ features: { email: true, socials: true }, secureSite })
    const installed = { group: 'injected', offers: [] } as const
    expect(connectOrder(configuration, [])).toEqual(['email', 'social', 'wallet'])
    expect(connectOrder(configuration, [installed])).toEqual(['wallet', 'email', 'social'])
    expect(connectOrder({ ...configuration, connectMethodsOrder: ['social'] }, [installed])).toEqual([
      'social',
      'email',
      'wallet',
    ])
    expect(connectOrder({ ...configuration, features: { ...configuration.features, email: false } }, [])).toEqual([
      'social',
      'wallet',
    ])
  })
  test('offer no social feature and view without social sign-in', async () => {
    const { latchkey } = await page(scriptedFrame(), { features: { email: true } })
    expect(await latchkey.load('social')).toMatchObject({ status: 'failed', error: { code: 'feature.off' } })
    latchkey.dispatch({ type: 'view.push', view: 'ConnectSocials' })
    expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['Connect'])
  })
})

describe('a social sign-in in a window', () => {
  test('opens the window in the click, and connects the wallet like any other [1.2] [3.17] [4.30] [7.40] [7.41]', async () => {
    const { latchkey, popup, frame, choose, go, social, view, ended, storage } = await page()
    void latchkey.open()
    expect(await choose('1')).toBe(1)
    expect(popup.urls).toEqual([`${secureSite}/loading`, 'https://github.example/authorize'])
    expect(social()?.value).toEqual({ open: 'waiting' })
    expect(view()).toBe('ConnectingSocial')
    popup.say(result)
    expect(popup.isOpen()).toBe(false)
    await go()
    expect(latchkey.getAccount()).toMatchObject({
      status: 'connected',
      address: frame.address,
      connector: { type: 'AUTH' },
    })
    expect(frame.asked).toContainEqual({ type: 'GET_SOCIAL_REDIRECT_URI', payload: { provider: 'github' } })
    expect(frame.asked).toContainEqual({ type: 'CONNECT_SOCIAL', payload: { uri: expect.any(Secret) } })
    expect(ended).toEqual([['1', 'done']])
    expect(latchkey.actor('modal').getSnapshot().value).toBe('closed')
    expect(JSON.stringify([social()?.context, storage])).not.toContain('s3cret')
  })
  test('stores the name and the provider until the user disconnects [3.41] [3.48] [4.18] [4.31]', async () => {
    const storage = memoryStorage()
    const { latchkey, popup, choose, go } = await page(scriptedFrame(), { storage })
    const persisted = () => latchkey.actor('storage').getSnapshot().context.persisted.embedded
    await choose()
    popup.say(result)
    await go()
    expect(persisted()).toEqual({ social: 'github', userName: 'Ann', email: 'ann@example.com' })
    const again = await page(scriptedFrame({ IS_CONNECTED: { isConnected: true } }), { storage })
    await again.go()
    expect(again.latchkey.getAccount().status).toBe('connected')
    expect(again.latchkey.actor('storage').getSnapshot().context.persisted.embedded?.social).toBe('github')
    await again.latchkey.disconnect()
    await again.go()
    expect(again.latchkey.actor('storage').getSnapshot().context.persisted.embedded).toBeUndefined()
  })
  test('reports a blocked window, and opens it on the next click', async () => {
    const popup = scriptedPopup({ blocked: true })
    const { latchkey, choose, social, ended, view, frame } = await page(scriptedFrame(), { popup })
    void latchkey.open()
    await choose()
    expect(social()?.context.error?.code).toBe('social.blocked')
    expect([view(), ended]).toEqual(['ConnectingSocial', [[undefined, 'failed']]])
    expect(frame.types()).not.toContain('GET_SOCIAL_REDIRECT_URI')
    popup.blocked = false
    latchkey.dispatch({ type: 'social.retry' })
    expect(popup.isOpen()).toBe(true)
  })
  test('continues in a new window after the first was closed, or cut off by the provider', async () => {
    const { latchkey, choose, popup, go, social, view, ended } = await page()
    void latchkey.open()
    await choose('1')
    popup.close()
    await go()
    expect([social()?.value, view(), ended]).toEqual([{ open: 'closed' }, 'ConnectingSocial', []])
    expect(social()?.hasTag('busy')).toBe(false)
    latchkey.dispatch({ type: 'social.retry' })
    await go()
    expect([social()?.value, popup.isOpen()]).toEqual([{ open: 'waiting' }, true])
    popup.say(result)
    await go()
    expect([latchkey.getAccount().status, ended]).toEqual(['connected', [['1', 'done']]])
  })
  test('accepts a result that arrives before the frame has returned the URL of the provider', async () => {
    const { latchkey, choose, popup, go, ended } = await page(scriptedFrame({ GET_SOCIAL_REDIRECT_URI: silent }))
    await choose()
    popup.say(result)
    await go()
    expect([latchkey.getAccount().status, ended]).toEqual(['connected', [[undefined, 'done']]])
  })
  test('is cancelled when the user leaves after closing the window', async () => {
    const { latchkey, choose, popup, go, social, view, ended, frame } = await page()
    void latchkey.open()
    await choose()
    popup.close()
    latchkey.dispatch({ type: 'social.cancel' })
    await go()
    expect([social()?.value, view(), ended]).toEqual(['idle', 'Connect', [[undefined, 'cancelled']]])
    expect(frame.types()).not.toContain('SIGN_OUT')
  })
  test('closes the window when the user goes back, cancels, or closes the modal', async () => {
    for (const leave of ['back', 'cancel', 'close'] as const) {
      const { latchkey, choose, popup, go, social, ended, clock } = await page()
      void latchkey.open()
      await choose()
      if (leave === 'close') await latchkey.close()
      else latchkey.dispatch(leave === 'back' ? { type: 'view.back' } : { type: 'social.cancel' })
      await go()
      expect([social()?.value, popup.isOpen(), ended]).toEqual(['idle', false, [[undefined, 'cancelled']]])
      latchkey.stop()
      await settle()
      expect(clock.live.size).toBe(0)
    }
  })
  test.each([false, true])(
    'expires after 10 minutes, as the attempt at the provider does [4.30] (closed: %s)',
    async (closed) => {
      const { choose, clock, social, popup, ended } = await page()
      await choose()
      if (closed) popup.close()
      await pass(clock, 599_499, 1)
      expect(social()?.value).toEqual({ open: closed ? 'closed' : 'waiting' })
      await pass(clock, 1, 1)
      await settle()
      expect(social()?.context.error?.code).toBe('social.expired')
      expect([popup.isOpen(), ended]).toEqual([false, [[undefined, 'failed']]])
    },
  )
  test('fails on a result from another origin, and ignores other messages', async () => {
    const { choose, popup, social, go, frame } = await page()
    await choose()
    popup.say('hello')
    popup.say({ resultUri: 5 }, 'https://evil.example')
    expect(social()?.value).toEqual({ open: 'waiting' })
    popup.say(result, 'https://evil.example')
    await go()
    expect(social()?.context.error?.code).toBe('social.untrusted')
    expect(frame.types()).not.toContain('CONNECT_SOCIAL')
  })
  test.each(['javascript:alert(1)', 'not a url'])('does not navigate the window to %s', async (uri) => {
    const { choose, popup, social } = await page(scriptedFrame({ GET_SOCIAL_REDIRECT_URI: { uri } }))
    await choose()
    expect(social()?.context.error?.code).toBe('embedded.malformed')
    expect(popup.urls).toHaveLength(1)
  })
  test('shows the reason of a rejection, and can be tried again', async () => {
    let tries = 0
    const frame = scriptedFrame({
      CONNECT_SOCIAL: () => {
        tries += 1
        if (tries === 1) throw refused('The provider says that you declined.')
        frame.signIn()
        return { address: frame.address, chainId: 1 }
      },
    })
    const { latchkey, choose, popup, social, go } = await page(frame)
    await choose()
    popup.say(result)
    await go()
    expect(social()?.context.error?.message).toBe('The provider says that you declined.')
    latchkey.dispatch({ type: 'social.retry' })
    await go()
    popup.say(result)
    await go()
    expect(latchkey.getAccount().status).toBe('connected')
  })
  test('is replaced by another choice in another window', async () => {
    const { latchkey, choose, popup, social, go, ended } = await page()
    await choose('1')
    latchkey.dispatch({ type: 'social.choose', provider: 'apple', requestId: '2' })
    expect(popup.isOpen()).toBe(true)
    await go()
    expect(popup.urls).toHaveLength(4)
    expect([social()?.context.provider, ended]).toEqual(['apple', [['1', 'cancelled']]])
  })
  test('ends when another wallet connects', async () => {
    const { latchkey, choose, popup, social, go, connectorId } = await page()
    await choose()
    await latchkey.connect({ connectorId })
    await go()
    expect([social()?.value, popup.isOpen()]).toEqual(['idle', false])
  })
  test('signs the user out when it is cancelled after the provider signed in', async () => {
    for (const answers of [{ CONNECT_SOCIAL: silent }, { GET_USER: silent }]) {
      const { latchkey, choose, popup, social, go, frame, ended } = await page(scriptedFrame(answers))
      await choose()
      popup.say(result)
      await go()
      latchkey.dispatch({ type: 'social.cancel' })
      await go()
      expect([social()?.value, frame.types().at(-1), ended]).toEqual(['idle', 'SIGN_OUT', [[undefined, 'cancelled']]])
      expect(latchkey.actor('storage').getSnapshot().context.persisted.embedded).toBeUndefined()
    }
  })
  test('does not sign out a user who was signed in before, as in another tab', async () => {
    const frame = scriptedFrame({ CONNECT_SOCIAL: silent })
    frame.signIn()
    const { latchkey, choose, popup, go } = await page(frame)
    await choose()
    popup.say(result)
    await go()
    latchkey.dispatch({ type: 'social.cancel' })
    await go()
    expect(frame.types()).not.toContain('SIGN_OUT')
  })
  test('does not sign out a user who signed in in another tab meanwhile', async () => {
    const storage = memoryStorage()
    const frame = scriptedFrame({ CONNECT_SOCIAL: silent, CONNECT_FARCASTER: silent, CONNECT_OTP: silent })
    const { latchkey, choose, begin, popup, go } = await page(frame, {
      storage,
      features: { socials: true, email: true },
    })
    const ways: Record<string, () => Promise<void>> = {
      async social() {
        await choose()
        popup.say(result)
      },
      farcaster: begin,
      async email() {
        latchkey.dispatch({ type: 'email.submit', email: 'ann@example.com' })
        await go()
        latchkey.dispatch({ type: 'email.submitCode', code: new Secret('123456') })
      },
    }
    const other = await page(scriptedFrame(), { storage })
    for (const [name, way] of Object.entries(ways)) {
      await way()
      await go()
      await other.choose()
      other.popup.say(result)
      await other.go()
      expect(other.latchkey.getAccount().status).toBe('connected')
      latchkey.actor('storage').send({ type: 'storage.changed' })
      await go()
      latchkey.dispatch({ type: `${name as 'email'}.cancel` })
      await go()
      expect(frame.types()).not.toContain('SIGN_OUT')
      await other.latchkey.disconnect()
      await other.go()
      latchkey.actor('storage').send({ type: 'storage.changed' })
      await go()
    }
  })
  test('signs out a user who signed in late, when the choice that replaced it is cancelled', async () => {
    const frame = scriptedFrame({
      CONNECT_SOCIAL: () => {
        frame.signIn()
        return silent()
      },
    })
    const { latchkey, choose, popup, social, go } = await page(frame)
    await choose()
    popup.say(result)
    await go()
    latchkey.dispatch({ type: 'social.choose', provider: 'x' })
    await go()
    expect(social()?.value).toEqual({ open: 'waiting' })
    latchkey.dispatch({ type: 'social.cancel' })
    await go()
    expect(frame.types().at(-1)).toBe('SIGN_OUT')
  })
  test('signs out when it is cancelled after another choice, another wallet, or silence', async () => {
    for (const then of ['choose', 'connect', 'wait']) {
      const { latchkey, choose, popup, social, go, frame, clock, connectorId } = await page(
        scriptedFrame({ CONNECT_SOCIAL: silent }),
      )
      await choose()
      popup.say(result)
      await go()
      if (then === 'choose') latchkey.dispatch({ type: 'social.choose', provider: 'x' })
      else if (then === 'connect') await latchkey.connect({ connectorId })
      else await pass(clock, 30_000, 1)
      await go()
      const code = social()?.context.error?.code
      latchkey.dispatch({ type: 'social.cancel' })
      await go()
      expect([then, code, social()?.value, frame.types().at(-1)]).toEqual([
        then,
        then === 'wait' ? 'embedded.expired' : undefined,
        'idle',
        'SIGN_OUT',
      ])
    }
  })
})

test('a window that is opened cannot navigate the page, unless the page listens to it', () => {
  const opened: { opener: unknown }[] = []
  const page = Object.assign(new EventTarget(), {
    open: () => {
      const popup = { opener: page as unknown, closed: false, close() {} }
      opened.push(popup)
      return popup
    },
  })
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  browserPopup.open('about:blank', { closed() {} })?.close()
  browserPopup.open(`${secureSite}/loading`, { closed() {}, onMessage() {} })?.close()
  expect(opened.map(({ opener }) => opener)).toEqual([null, page])
})

describe('a sign-in with Farcaster', () => {
  test('shows a link, and connects the wallet like any other [2.6] [4.30] [7.46]', async () => {
    let agree = () => {}
    const frame = scriptedFrame({
      CONNECT_FARCASTER: () =>
        new Promise((resolve) => {
          agree = () => {
            frame.signIn()
            resolve({ userName: 'ann' })
          }
        }),
    })
    const { latchkey, begin, farcaster, view, go, ended } = await page(frame)
    void latchkey.open()
    await begin()
    expect(farcaster()?.value).toBe('waiting')
    expect(farcaster()?.context.url).toBe('https://farcaster.example/connect?token=1')
    expect(view()).toBe('ConnectingFarcaster')
    agree()
    await go()
    expect(latchkey.getAccount()).toMatchObject({ status: 'connected', address: frame.address })
    expect(latchkey.actor('storage').getSnapshot().context.persisted.embedded).toEqual({
      social: 'farcaster',
      userName: 'ann',
    })
    expect(frame.types()).toEqual(expect.arrayContaining(['GET_FARCASTER_URI', 'CONNECT_FARCASTER']))
    expect(ended).toEqual([[undefined, 'done']])
  })
  test('asks the frame again for 20 minutes, as long as the link is valid, and then ends', async () => {
    const { begin, farcaster, clock, frame } = await page(scriptedFrame({ CONNECT_FARCASTER: silent }))
    await begin()
    for (let look = 0; look < 40; look += 1) await pass(clock, 30_000, 1)
    await settle()
    expect(frame.types().filter((type) => type === 'CONNECT_FARCASTER')).toHaveLength(40)
    expect(farcaster()?.context.error?.code).toBe('social.expired')
  })
  test('can be cancelled, and tried again', async () => {
    const frame = scriptedFrame({ CONNECT_FARCASTER: silent })
    const { latchkey, begin, farcaster, go, ended, view } = await page(frame)
    void latchkey.open()
    await begin()
    latchkey.dispatch({ type: 'view.back' })
    await go()
    expect([farcaster()?.value, view(), ended, frame.types().at(-1)]).toEqual([
      'idle',
      'Connect',
      [[undefined, 'cancelled']],
      'SIGN_OUT',
    ])
    await begin()
    frame.lose()
    await go()
    expect(farcaster()?.context.error?.code).toBe('embedded.lost')
    latchkey.dispatch({ type: 'farcaster.retry' })
    await go()
    expect(farcaster()?.value).toBe('waiting')
  })
  test.each(['javascript:alert(1)', 'farcaster'])('shows no link to %s', async (url) => {
    const { begin, farcaster } = await page(scriptedFrame({ GET_FARCASTER_URI: { url } }))
    await begin()
    expect(farcaster()?.context.error?.code).toBe('embedded.malformed')
    expect(farcaster()?.context.url).toBeUndefined()
  })
})

test('a sign-out in another tab disconnects each namespace in this one', async () => {
  const { latchkey, choose, popup, go, frame } = await page(scriptedFrame(), { networks: [mainnet, solana] })
  await choose()
  popup.say(result)
  await go()
  expect([latchkey.getAccount('eip155').status, latchkey.getAccount('solana').status]).toEqual([
    'connected',
    'connected',
  ])
  const user = () => latchkey.find('frame')?.getSnapshot().context.user
  expect(user()?.email).toBe('ann@example.com')
  frame.signOut()
  await go()
  expect(user()).toBeUndefined()
  expect([latchkey.getAccount('eip155').status, latchkey.getAccount('solana').status]).toEqual([
    'disconnected',
    'disconnected',
  ])
  expect(latchkey.actor('storage').getSnapshot().context.persisted.embedded).toBeUndefined()
})

describe('a returning user', () => {
  test.each([
    ['does not listen', scriptedFrame({}, { listens: false })],
    ['does not answer', scriptedFrame({ IS_CONNECTED: silent })],
  ])('is not signed out when the frame %s', async (_, broken) => {
    const storage = memoryStorage()
    const first = await page(scriptedFrame(), { storage })
    await first.choose()
    first.popup.say(result)
    await first.go()
    first.latchkey.stop()
    const second = await page(broken, { storage })
    await pass(second.clock, 50_000, 4)
    expect(second.latchkey.getAccount().status).toBe('disconnected')
    second.latchkey.stop()
    const third = await page(scriptedFrame({ IS_CONNECTED: { isConnected: true } }), { storage })
    await third.go()
    expect(third.latchkey.getAccount().status).toBe('connected')
  })
  test('loses the stored sign-in when the frame does not load and another wallet connects', async () => {
    const storage = memoryStorage()
    const first = await page(scriptedFrame(), { storage })
    await first.choose()
    first.popup.say(result)
    await first.go()
    first.latchkey.stop()
    const second = await page(scriptedFrame({}, { listens: false }), { storage })
    await pass(second.clock, 50_000, 4)
    await second.latchkey.connect({ connectorId: second.connectorId })
    await second.go()
    expect(second.latchkey.actor('storage').getSnapshot().context.persisted.embedded).toBeUndefined()
  })
  test('loses the stored sign-in when the frame reports no signed-in user', async () => {
    const storage = memoryStorage()
    const first = await page(scriptedFrame(), { storage })
    await first.choose()
    first.popup.say(result)
    await first.go()
    first.latchkey.stop()
    const second = await page(scriptedFrame({ IS_CONNECTED: { isConnected: false } }), { storage })
    await second.go()
    expect(second.latchkey.actor('storage').getSnapshot().context.persisted).toEqual({})
  })
})
