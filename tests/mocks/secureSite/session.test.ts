/** The session in the secure site's frame, with late answers of its server. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createEntries } from '../../../mocks/secureSite/page/entries.ts'
import { createSession } from '../../../mocks/secureSite/page/session.ts'
import { memoryEntries } from './entries.ts'

type Answer = Record<string, unknown>
const wallet = (seed: string) => ({ seed: seed.repeat(43).slice(0, 42) + 'A' })
const opened = (seed: string) => ({ ...wallet(seed), session: `${seed} session`, pageToken: `${seed} page` })

/** A frame whose server is controlled by the test. */
function frame() {
  const asked: [name: string, body: Answer][] = []
  const answers = new Map<string, (answer: Answer) => void>()
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const name = path.replace('/api/', '')
    asked.push([name, JSON.parse(body) as Answer])
    if (name === 'sign-out') return Response.json({})
    const { status = 200, ...answer } = await new Promise<Answer>((resolve) => answers.set(name, resolve))
    if (answer['error'] instanceof TypeError) throw answer['error']
    return Response.json(answer, { status: status as number })
  })
  const entries = memoryEntries()
  const told: (string | undefined)[] = []
  const session = createSession(
    entries,
    (token) => void told.push(token),
    () => void told.push(undefined),
  )
  /** Answers the last request with that name. */
  const answer = async (name: string, body: Answer) => {
    await vi.waitFor(() => expect(answers.has(name)).toBe(true))
    answers.get(name)?.(body)
    answers.delete(name)
  }
  async function social(seed: string) {
    const done = session.social(`uri of ${seed}`)
    await answer('social-connect', opened(seed))
    await done
  }
  return { asked, told, entries, session, answer, social }
}
const over = 'This attempt to sign in is over.'
beforeEach(() => () => vi.unstubAllGlobals())

type Frame = ReturnType<typeof frame>
const otherWays: [string, (frame: Frame) => Promise<unknown>, string | undefined][] = [
  ['a completed sign-in', ({ social }) => social('b'), 'b session'],
  ['a sign-out', ({ session }) => session.signOut(), undefined],
  [
    'the start of another sign-in',
    async ({ session, answer }) => {
      const uri = session.socialUri('google', 'https://shop.example')
      await answer('social', { uri: 'https://google.example' })
      await uri
    },
    undefined,
  ],
]
test.each(otherWays)('no session starts when Farcaster is confirmed after %s', async (_, elsewhere, left) => {
  const mine = frame()
  const { asked, told, entries, session, answer } = mine
  const url = session.farcasterUrl()
  await answer('farcaster', { attempt: 'attempt', url: 'https://farcaster.example' })
  await url
  const waiting = session.farcaster().catch((error: Error) => error.message)
  await elsewhere(mine)
  await answer('farcaster-connect', opened('a'))
  expect(await waiting).toBe(over)
  expect(entries.get('session')).toBe(left)
  expect(told).not.toContain('a page')
  expect(asked.at(-1)).toEqual(['sign-out', { session: 'a session' }])
})

describe('waiting after a lost connection', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] })
    return () => vi.useRealTimers()
  })
  const ways = {
    async device({ session, answer }: Frame) {
      const begun = session.connect('ann@example.com', undefined)
      await answer('connect', { action: 'VERIFY_DEVICE', attempt: 'attempt' })
      await begun
      return session.device()
    },
    async 'farcaster-connect'({ session, answer }: Frame) {
      const url = session.farcasterUrl()
      await answer('farcaster', { attempt: 'attempt', url: 'https://farcaster.example' })
      await url
      return session.farcaster()
    },
  }
  const done = { device: { isRegistered: true }, 'farcaster-connect': opened('a') }
  const lost = 'The wallet could not be reached. Please try again.'
  /** Waits in one of these ways; `lose` fails the last request. */
  async function waiting(name: keyof typeof ways) {
    const mine = frame()
    const ended = ways[name](mine).then(
      () => 'done',
      (error: Error) => error.message,
    )
    const lose = async () => {
      await mine.answer(name, { error: new TypeError('Failed to fetch') })
      await vi.advanceTimersByTimeAsync(1_000)
    }
    return { ...mine, ended, lose }
  }
  test.each(['device', 'farcaster-connect'] as const)('continues for %s as long as it is needed', async (name) => {
    const { ended, lose, answer } = await waiting(name)
    await lose()
    await lose()
    await answer(name, done[name])
    expect(await ended).toBe('done')
    const other = await waiting(name)
    await other.lose()
    await vi.advanceTimersByTimeAsync(21 * 60_000)
    await other.lose()
    expect(await other.ended).toBe(lost)
  })
  test('ends when another sign-in has begun', async () => {
    const { ended, lose, session, answer } = await waiting('farcaster-connect')
    await lose()
    const url = session.farcasterUrl()
    await lose()
    expect(await ended).toBe(over)
    await answer('farcaster', { attempt: 'another', url: 'https://farcaster.example' })
    await url
  })
})

test('signing in as another user aborts open requests and ends the earlier session; as the same user, it only ends the session', async () => {
  const { asked, told, social, session } = frame()
  await social('a')
  await social('b')
  expect(told).toEqual(['a page', undefined, 'b page'])
  expect(asked.at(-1)).toEqual(['sign-out', { session: 'a session' }])
  const again = frame()
  await again.social('a')
  const done = again.session.social('another uri')
  await again.answer('social-connect', { ...opened('a'), session: 'next', pageToken: 'next' })
  await done
  expect(again.told).toEqual(['a page', 'next'])
  expect((await again.session.wallet()).keys.ethereum.address).not.toBe((await session.wallet()).keys.ethereum.address)
})

test('a late answer about an earlier session does not end the current one', async () => {
  const { entries, session, answer, social } = frame()
  entries.set('session', 'c session')
  const late = session.wallet()
  await social('a')
  await answer('session', { status: 401, error: 'session.missing', message: 'You are not signed in.' })
  await answer('session', wallet('a'))
  expect(await late).toHaveProperty('keys')
  expect(entries.get('session')).toBe('a session')
})

test("an expired session keeps the wallet's preferred account", async () => {
  const { told, entries, session, answer, social } = frame()
  await social('a')
  entries.set('preferred', '["a"]')
  entries.set('bundles', '{}')
  const connected = session.isConnected()
  await answer('session', { status: 401, error: 'session.missing', message: 'You are not signed in.' })
  expect(await connected).toBe(false)
  expect(told).toEqual(['a page', undefined])
  expect(entries.get('session')).toBeUndefined()
  expect([entries.get('preferred'), entries.get('bundles')]).toEqual(['["a"]', '{}'])
})

test('entries are in the storage, where other tabs can remove them; if storage is blocked, they last as long as the page', () => {
  const stored = new Map<string, string>()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  const entries = createEntries()
  entries.set('preferred', 'a')
  expect(entries.get('preferred')).toBe('a')
  stored.clear()
  expect(entries.get('preferred')).toBeUndefined()
  entries.set('preferred', 'b')
  const full = () => {
    throw new Error('The storage is full.')
  }
  vi.stubGlobal('localStorage', { ...storage, setItem: full })
  entries.set('preferred', 'c')
  expect(entries.get('preferred')).toBe('c')
  entries.remove('preferred')
  expect(entries.get('preferred')).toBeUndefined()
})

test('signing out removes everything from the storage except the device', async () => {
  const { entries, session, social } = frame()
  await social('a')
  entries.set('preferred', '[]')
  entries.set('bundles', '{}')
  await session.signOut()
  for (const name of ['session', 'preferred', 'bundles'] as const) expect(entries.get(name)).toBeUndefined()
  expect(entries.get('device')).toBeDefined()
})
