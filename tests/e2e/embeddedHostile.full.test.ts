/** The page against a secure site that is hostile or broken, and against strangers beside it. */
import { hkdfSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { chromium, type Browser, type Frame, type Page } from 'playwright/test'
import { numberToHex, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findChromium, launchArgs } from '../support/chromium.ts'
import { openWithSite, playgroundPath, serveHostile, talkOf, type HostilePage } from './hostileSite.ts'
import { mailed, openLink } from './shop.ts'
import { launch, newContext, seen } from './support.ts'
import { begun } from './visitor.ts'

let hostile: Awaited<ReturnType<typeof serveHostile>>
beforeAll(async () => {
  hostile = await serveHostile()
})
afterAll(() => hostile.stop())

/** A page of its own, whose frame does what `behaviour` says. */
const open = async (behaviour: string, query = '', origin = hostile.origin) => {
  hostile.behaviour = behaviour
  return openWithSite(origin, query)
}
const SHORT = '&frame-patience=2000'
const notLoaded = { status: 'failed', code: 'embedded.loadFailed' }
const notUnderstood = { status: 'failed', code: 'embedded.malformed' }
const silence = { status: 'expired', code: 'embedded.expired' }
const lost = (reason: string) => ({
  status: 'failed',
  code: 'embedded.lost',
  message: `The embedded wallet was interrupted: ${reason}. Please try again.`,
})
const done = (value: unknown) => ({ status: 'done', value })
const right = done({ chainId: 31337 })
const hex = '0x68656c6c6f'
const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('an e-mail login whose frame cannot be reached is told so in the card [8.19] [8.27]', async () => {
  const site = await open('', SHORT, 'http://wallet.localhost:9')
  await site.card.getByRole('textbox', { name: 'Email' }).fill('ann@example.com')
  await site.card.getByRole('button', { name: 'Continue with email' }).click()
  await seen(
    site.card.getByText('The embedded wallet could not be loaded. Check your connection and try again.'),
  ).toBeVisible()
  await expect.poll(site.alerts).toEqual(['alert.iframeLoadFailed'])
  expect(await site.stateOf('email')).toMatchObject({ value: 'idle', code: 'embedded.loadFailed' })
  expect(site.faults).toEqual([])
})

describe('a frame that breaks is named, and the next question has another', () => {
  let site: HostilePage
  beforeAll(async () => {
    site = await open('hang', SHORT)
  })
  const anew = lost('it was loaded anew')
  const asked = (then: string) => `ready()\nbehave('GET_CHAIN_ID', ${JSON.stringify(then)})`
  const breaks: [name: string, behaviour: string, told: object][] = [
    ['hangs [8.19]', 'hang', notLoaded],
    ['is led to another origin, which says that it listens', 'redirect', notLoaded],
    ['is dead, and neither hears nor answers [8.20]', asked('document.open()'), silence],
    ['loads itself anew', asked('location.reload()'), anew],
    ['answers nothing [8.20]', asked(''), silence],
    ['says nothing [8.19]', '', notLoaded],
    ['says that another message is its first', "say({ type: '@w3m-frame/READY_SUCCESS' })", notLoaded],
    ['says twice that it listens', asked('ready()'), anew],
    ['empties itself', asked("location.href = 'about:blank'"), anew],
    ['goes to a page that cannot be reached', asked("location.port = '9'"), anew],
    ['becomes a document of no origin', asked("location.href = 'data:text/html,hello'"), anew],
  ]
  test.each(breaks)('where it %s', async (_, behaviour, expected) => {
    hostile.behaviour = behaviour
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toMatchObject(expected)
    if (behaviour !== 'hang') await vi.waitUntil(async () => (await site.stateOf('frame')).value !== 'explaining')
    hostile.behaviour = 'ready()'
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
    await site.lose()
    expect(await site.page.locator('#w3m-iframe').count()).toBe(0)
    expect(site.faults.filter((fault) => !fault.startsWith('frame-src'))).toEqual([])
  })
  test('where a script of the page takes it away', async () => {
    hostile.behaviour = asked('')
    const name = await site.begin('GET_CHAIN_ID')
    await expect.poll(async () => (await site.heard()).map(({ type }) => type)).toContain('@w3m-app/GET_CHAIN_ID')
    await site.page.evaluate(() => document.getElementById('w3m-iframe')?.remove())
    expect(await site.told(name)).toMatchObject(lost('it was taken out of the page'))
    hostile.behaviour = 'ready()'
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
    await site.lose()
  })
  test('its alerts are opened once each [8.27]', async () => {
    expect(await site.alerts()).toEqual([
      'alert.iframeLoadFailed',
      'alert.unverifiedDomain',
      'alert.iframeRequestTimeout',
    ])
  })
})

test('a frame that listens late, but within its time, is asked, and nobody sees it [7.38]', async () => {
  const site = await open('')
  const name = await site.begin('GET_CHAIN_ID')
  const frame = await site.frame()
  expect((await site.stateOf('frame')).value).toEqual({ present: 'loading' })
  expect(await site.heard()).toEqual([])
  const { origin, pathname, searchParams } = new URL(frame.url())
  expect([origin, pathname, [...searchParams.keys()]]).toEqual([
    hostile.origin,
    '/sdk',
    ['projectId', 'chainId', 'version', 'enableLogger'],
  ])
  expect(await site.page.locator('#w3m-iframe').isVisible()).toBe(false)
  await frame.evaluate(() => parent.postMessage({ type: '@w3m-frame/READY' }, '*'))
  expect(await site.told(name)).toEqual(right)
})

test('what the page says reaches the origin of its site only, wherever the frame has gone', async () => {
  // The first document never ends, so that the page sees one document come, the second.
  const go = `behave('GET_CHAIN_ID', "location.href = '${hostile.elsewhere}/blank'")`
  const site = await open(`document.write('<img src=/hang>')\nready()\n${go}`, SHORT)
  const first = await site.begin('GET_CHAIN_ID')
  const elsewhere = await vi.waitUntil(() =>
    site.page.frames().find((frame) => frame.url().startsWith(hostile.elsewhere)),
  )
  await expect.poll(() => elsewhere.title()).toBe('Elsewhere')
  for (const name of [await site.begin('IS_CONNECTED', { token: 'ours' }), first])
    expect(await site.told(name)).toMatchObject(silence)
  expect(await elsewhere.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
})

test('a stranger in the place of the frame is found out by what it says', async () => {
  const behaviour = "document.write('<img src=/hang>')\nready()\nlocation.href = `${ELSEWHERE}/ready`"
  const site = await open(behaviour)
  expect(await site.told(await site.begin('GET_CHAIN_ID'))).toMatchObject(lost('another page came into its place'))
})

describe('who is not the frame is not heard, though it knows the id and the words', () => {
  let site: HostilePage
  beforeAll(async () => {
    site = await open('ready()')
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
    await site.page.evaluate(() => {
      const counted = window as unknown as { strangers: number }
      counted.strangers = 0
      addEventListener('message', ({ data }) => {
        if (Reflect.get(Object(data), 'stranger')) counted.strangers += 1
      })
    })
  })
  const sibling = async (url: string, name: string) => {
    await site.page.evaluate(
      ([url, name]) => {
        const element = document.createElement('iframe')
        element.name = name
        element.src = url
        document.body.append(element)
      },
      [url, name] as const,
    )
    await expect.poll(() => site.page.frame(name)?.title()).toBe('Elsewhere')
    return site.page.frame(name)
  }
  const popup = async (url: string) => {
    const [page] = await Promise.all([
      site.context.waitForEvent('page'),
      site.page.evaluate((url) => void window.open(url), url),
    ])
    await page.waitForLoadState()
    return page.mainFrame()
  }
  test.each<[string, () => Promise<Frame | null | undefined>]>([
    ['a frame of another origin', () => sibling(`${hostile.elsewhere}/other`, 'other')],
    ['another frame of the right origin', () => sibling(`${hostile.origin}/other`, 'right')],
    ['a window of the right origin that the page has opened', () => popup(`${hostile.origin}/other`)],
    ['the page itself', async () => site.page.mainFrame()],
    [
      'the frame before, which a script has kept',
      async () => {
        const before = await site.page.locator('#w3m-iframe').elementHandle()
        await site.lose()
        expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
        await before?.evaluate((element) => {
          element.id = 'before'
          element.setAttribute('name', 'before')
          document.body.append(element)
        })
        await expect.poll(() => site.page.frame('before')?.title()).toBe('Secure')
        return site.page.frame('before')
      },
    ],
  ])('%s', async (_, come) => {
    const stranger = await come()
    const { name, id } = await site.posted('GET_CHAIN_ID', '')
    const count = () => site.page.evaluate(() => (window as unknown as { strangers: number }).strangers)
    const already = await count()
    await stranger?.evaluate((id) => {
      const page: Window = parent === window ? ((opener as Window | null) ?? window) : parent
      for (const said of [
        { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 666 } },
        { type: '@w3m-frame/GET_CHAIN_ID_ERROR', id, payload: { message: 'No' } },
        { type: '@w3m-frame/READY' },
        { type: '@w3m-frame/SESSION_UPDATE', payload: { token: 'theirs' } },
      ])
        page.postMessage({ ...said, stranger: true }, '*')
    }, id)
    await expect.poll(count).toBe(already + 4)
    await (
      await site.frame()
    ).evaluate((id) => {
      parent.postMessage({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 31337 } }, '*')
    }, id)
    expect(await site.told(name)).toEqual(right)
    const { payload } = await site.posted('IS_CONNECTED', 'answer(message, { isConnected: true })')
    expect(payload).toBeUndefined()
    await site.behave('GET_CHAIN_ID', 'answer(message, { chainId: 31337 })')
  })
})

test('who has opened the page is not heard either', async () => {
  hostile.behaviour = 'ready()'
  const context = await newContext()
  const opener = await context.newPage()
  await opener.goto(`${hostile.origin}/other`)
  const url = new URL(playgroundPath(hostile.origin), inject('baseUrl')).href
  const [page] = await Promise.all([
    context.waitForEvent('page'),
    opener.evaluate((url) => {
      Object.assign(window, { opened: window.open(url) })
    }, url),
  ])
  await seen(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  const site = talkOf(page, hostile.origin)
  expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
  const { name, id } = await site.posted('GET_CHAIN_ID', '')
  await page.evaluate(() => addEventListener('message', ({ data }) => Object.assign(window, { last: data })))
  await opener.evaluate((id) => {
    const { opened } = window as unknown as { opened: Window }
    opened.postMessage({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 666 } }, '*')
  }, id)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'last'))).toMatchObject({ id })
  await site.say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id, payload: { chainId: 31337 } })
  expect(await site.told(name)).toEqual(right)
  await context.close()
})

describe('an answer', () => {
  let site: HostilePage
  beforeAll(async () => {
    // Long enough for whatever is posted before the right one.
    site = await open('ready()', '&frame-patience=3000')
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
  })
  const first = 'answer(message, { chainId: 31337 })'
  const refused = (message: string) => ({ status: 'failed', code: 'embedded.refused', message })
  const block = { method: 'eth_blockNumber', params: [] }
  const result = (value: string) => `answer(message, ${value})`
  test.each<[name: string, type: string, body: string, told: object, payload?: unknown]>([
    ['that comes twice counts once', 'GET_CHAIN_ID', `${first}; answer(message, { chainId: 2 })`, right],
    ['that is taken back stands', 'GET_CHAIN_ID', `${first}; refuse(message, 'No')`, right],
    ['to an unknown id is none', 'GET_CHAIN_ID', `answer({ ...message, id: 'x' }, { chainId: 2 }); ${first}`, right],
    ['without an id is none', 'GET_CHAIN_ID', `answer({ type: message.type }, { chainId: 2 }); ${first}`, right],
    [
      'to an id that is no text is none',
      'GET_CHAIN_ID',
      `answer({ ...message, id: [message.id] }, { chainId: 2 }); ${first}`,
      right,
    ],
    [
      'to every type of message at once is that to the first',
      'GET_CHAIN_ID',
      `answer({ ...message, type: '@w3m-app/SIGN_OUT' }); ${first}`,
      notUnderstood,
    ],
    [
      'to a message that there is not',
      'GET_CHAIN_ID',
      `answer({ ...message, type: '@w3m-app/GET_KEYS' }, {})`,
      notUnderstood,
    ],
    [
      'that refuses another type',
      'GET_CHAIN_ID',
      `refuse({ ...message, type: '@w3m-app/SIGN_OUT' }, 'No')`,
      notUnderstood,
    ],
    [
      'of a type that every object has',
      'GET_CHAIN_ID',
      `answer({ ...message, type: '@w3m-app/constructor' }, {})`,
      notUnderstood,
    ],
    ['without a payload', 'GET_CHAIN_ID', 'answer(message)', notUnderstood],
    ['with another payload', 'GET_CHAIN_ID', 'answer(message, { chainId: -1 })', notUnderstood],
    ['of 10 MB', 'GET_CHAIN_ID', "answer(message, { chainId: 1, more: 'x'.repeat(1e7) })", notUnderstood],
    ['with a name of 10 MB', 'GET_CHAIN_ID', "answer(message, { chainId: 1, ['x'.repeat(1e7)]: 1 })", notUnderstood],
    [
      'of 10 MB in its envelope',
      'GET_CHAIN_ID',
      "say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: message.id, payload: { chainId: 1 }, more: 'x'.repeat(1e7) })",
      notUnderstood,
    ],
    [
      'with 10,000 accounts',
      'GET_USER',
      "answer(message, { address, chainId: 1, accounts: Array(1e4).fill(0).map(() => ({ address, type: 'eoa' })) })",
      notUnderstood,
    ],
    [
      'with 100 accounts',
      'GET_USER',
      "answer(message, { address, chainId: 1, accounts: Array(100).fill(0).map(() => ({ address, type: 'eoa' })) })",
      notUnderstood,
    ],
    [
      'with a list that is long and empty',
      'GET_USER',
      'answer(message, { address, chainId: 1, accounts: new Array(2 ** 32 - 1) })',
      notUnderstood,
    ],
    ['that holds itself', 'RPC_REQUEST', 'const own = {}; own.own = own; answer(message, own)', notUnderstood, block],
    [
      'that is more than can be counted',
      'RPC_REQUEST',
      'let own = []; for (let i = 0; i < 500; i += 1) own = [own, own]; answer(message, own)',
      notUnderstood,
      block,
    ],
    ...[
      'new Map([[1, 2]])',
      'new Set([1])',
      '10n',
      'new Date()',
      '/a/',
      'new Error("no")',
      'new Blob(["x"])',
      'new ArrayBuffer(1e7)',
      'new Uint8Array(9)',
      'Object(true)',
      'NaN',
    ].map((value): [string, string, string, object, unknown] => [
      `that is ${value}, which no JSON can be`,
      'RPC_REQUEST',
      result(value),
      notUnderstood,
      block,
    ]),
    ['that is deep in JSON no JSON', 'RPC_REQUEST', 'answer(message, { a: [{ b: new Map() }] })', notUnderstood, block],
    [
      'that is JSON is the answer [7.47]',
      'RPC_REQUEST',
      "answer(message, { a: [{ b: null, c: 1.5, d: 'x', e: true }] })",
      done({ a: [{ b: null, c: 1.5, d: 'x', e: true }] }),
      block,
    ],
    [
      'that refuses is told without what is unseen [7.47]',
      'GET_CHAIN_ID',
      String.raw`refuse(message, '\u0000\u202eNo\u2066 \u0007way\u200b\n')`,
      refused('No way'),
    ],
    ['that refuses in 100 kB is cut', 'GET_CHAIN_ID', "refuse(message, 'x'.repeat(1e5))", refused('x'.repeat(64))],
    ['that refuses without a word [8.32]', 'GET_CHAIN_ID', "refuse(message, '')", refused('An error occurred')],
    [
      'that refuses with what is no word [8.32]',
      'GET_CHAIN_ID',
      'refuse(message, { toString: 1 })',
      refused('An error occurred'),
    ],
    [
      'that refuses with what cannot be seen [8.32]',
      'GET_CHAIN_ID',
      String.raw`refuse(message, '\u202e\u200b')`,
      refused('An error occurred'),
    ],
    [
      'that refuses in our words is not ours',
      'GET_CHAIN_ID',
      "answer(message, { code: 'embedded.expired', name: 'LatchkeyError', message: 'The embedded wallet did not answer in time' }, 'ERROR')",
      refused('The embedded wallet did not answer in time'),
    ],
    [
      'after messages that are none',
      'GET_CHAIN_ID',
      `for (const junk of [null, 1, 'x', [], {}, { type: 1 }, { type: '@w3m-frame/' }, { type: '@w3m-frame/SESSION_UPDATE', payload: 1 }, { type: '@w3m-app/READY' }, new Map()]) say(junk); ${first}`,
      right,
    ],
  ])('%s', async (_, type, body, expected, payload) => {
    const { name } = await site.posted(type, body, payload)
    const { value, ...told } = await site.told(name)
    expect({ ...told, ...(value !== undefined && { value }) }).toMatchObject(expected)
    expect(await site.stateOf('frame')).toMatchObject({ value: { present: { ready: 'quiet' } } })
    expect(site.faults).toEqual([])
  })
  test("that comes after its time, or after the question was called off, is nobody's [7.39]", async () => {
    const late = await site.posted('GET_CHAIN_ID', '')
    expect(await site.told(late.name)).toMatchObject(silence)
    await site.say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: late.id, payload: { chainId: 2 } })
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
    const off = await site.posted('GET_CHAIN_ID', '')
    await site.callOff(off.name)
    expect(await site.told(off.name)).toEqual({ status: 'cancelled' })
    const { name, id } = await site.posted('GET_CHAIN_ID', '')
    for (const [old, chainId] of [
      [late.id, 2],
      [off.id, 3],
      [id, 31337],
      [late.id, 4],
    ])
      await site.say({ type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: old, payload: { chainId } })
    expect(await site.told(name)).toEqual(right)
    expect(new Set([late.id, off.id, id]).size).toBe(3)
  })
  test('is found among 10,000 messages that are none, and the page can be used meanwhile', async () => {
    const errors: string[] = []
    site.page.on('console', (message) => void errors.push(message.text()))
    const junk = `for (let n = 0; n < 1e4; n += 1) {
        say(n % 2 ? { type: '@w3m-frame/GET_CHAIN_ID_SUCCESS', id: 'x' + n, payload: { chainId: n } }
          : { type: '@w3m-frame/UNHEARD_OF', id: 'x' + n, payload: 'x'.repeat(100) })
        if (n === 5000) ${first}
      }`
    const { name } = await site.posted('GET_CHAIN_ID', junk)
    await site.card.getByRole('textbox', { name: 'Email' }).fill('bob@example.com')
    expect(await site.told(name)).toEqual(right)
    await site.posted('GET_CHAIN_ID', first)
    expect(errors.length).toBeLessThan(10)
  })
})

describe('who the frame says is signed in', () => {
  let site: HostilePage
  beforeAll(async () => {
    site = await open('ready()')
  })
  const connecting = (type: string, body: string) => `ready()\nbehave('${type}', ${JSON.stringify(body)})`
  const lies: [name: string, behaviour: string, told: object][] = [
    [
      'has an address that is none',
      connecting('GET_USER', "answer(message, { address: 'nobody', chainId: 31337 })"),
      { code: 'wallet.invalidResponse' },
    ],
    [
      'has an address with markup',
      connecting('GET_USER', "answer(message, { address: '<b>0xf39Fd6e51aad88F6F4ce6aB88272', chainId: 31337 })"),
      { code: 'wallet.invalidResponse' },
    ],
    [
      'is nobody',
      connecting('IS_CONNECTED', 'answer(message, { isConnected: false })'),
      { status: 'failed', code: 'connect.noAccount' },
    ],
  ]
  test.each(lies)('%s: nothing is connected', async (_, behaviour, expected) => {
    hostile.behaviour = behaviour
    await site.submit()
    await expect.poll(async () => (await site.stateOf('email')).value).toBe('unconnected')
    const { code, message } = await site.stateOf('email')
    expect({ status: 'failed', code, message }).toMatchObject(expected)
    expect(await site.account()).toBe('disconnected')
    await site.lose()
  })
})

describe('a question that the visitor decides in the frame', () => {
  let site: HostilePage
  beforeAll(async () => {
    site = await open('ready()', SHORT)
    await site.submit()
    await vi.waitUntil(async () => (await site.account()) === 'connected')
  })
  const shown = async () => {
    expect(await site.told(await site.begin('GET_CHAIN_ID'))).toEqual(right)
    await site.behave('RPC_REQUEST', '')
    const asked = async () =>
      (await site.heard()).filter(({ payload }) => Reflect.get(Object(payload), 'method') === 'personal_sign')
    const before = (await asked()).length
    const name = await site.request('personal_sign', [hex, ann])
    await seen(site.page.locator('#w3m-iframe')).toBeVisible()
    await expect.poll(async () => (await asked()).length).toBe(before + 1)
    return { name, id: (await asked()).at(-1)?.id }
  }
  const usable = async () => {
    await seen(
      site.page.locator('#w3m-iframe[aria-hidden]').or(site.page.locator('body:not(:has(#w3m-iframe))')),
    ).toHaveCount(1)
    await expect.poll(async () => (await site.stateOf('view')).stack).not.toContain('ApproveTransaction')
    expect(['failed', { present: { ready: 'quiet' } }]).toContainEqual((await site.stateOf('frame')).value)
  }
  const signature = `0x${'12'.repeat(65)}`
  test('is not decided by an answer to another [7.39]', async () => {
    const { name, id } = await shown()
    for (const other of ['other', `${id}x`, undefined])
      await site.say({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', id: other, payload: `0x${'66'.repeat(65)}` })
    await site.say({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', id, payload: signature })
    expect(await site.told(name)).toEqual(done(signature))
    await usable()
  })
  const losses: [string, object, () => Promise<void>][] = [
    [
      'loads itself anew',
      lost('it was loaded anew'),
      async () => (await site.frame()).evaluate(() => location.reload()),
    ],
    [
      'goes elsewhere',
      { status: 'failed', code: 'embedded.lost' },
      async () =>
        (await site.frame()).evaluate((url) => {
          location.href = url
        }, `${hostile.elsewhere}/ready`),
    ],
    [
      'is taken out of the page',
      lost('it was taken out of the page'),
      async () => site.page.evaluate(() => document.getElementById('w3m-iframe')?.remove()),
    ],
    [
      'is moved in the page',
      lost('it was loaded anew'),
      async () =>
        site.page.evaluate(() => {
          const frame = document.getElementById('w3m-iframe')
          if (frame) document.querySelector('#root')?.append(frame)
        }),
    ],
  ]
  test.each(losses)('ends by name where it %s, and another can be asked', async (_, expected, go) => {
    const { name } = await shown()
    await go()
    expect(await site.told(name)).toMatchObject(expected)
    await usable()
  })
  test('ends where the frame would not take it back, or is dead, and another frame can be asked', async () => {
    const { name } = await shown()
    await (await site.frame()).evaluate(() => void document.open())
    await site.send({ type: 'requests.cancelShown' })
    expect(await site.told(name)).toEqual({ status: 'cancelled' })
    await usable()
    await expect.poll(async () => (await site.stateOf('frame')).isSilent).toBe(true)
    const { name: next, id } = await shown()
    await site.say({ type: '@w3m-frame/RPC_REQUEST_SUCCESS', id, payload: signature })
    expect(await site.told(next)).toEqual(done(signature))
  })
})

/** Signs in at the sandbox's own secure site, by the link and the code; `typing` comes between them. */
async function signIn(page: Page, email: string, typing?: (code: string) => Promise<void>) {
  const card = page.getByRole('region', { name: 'The site' })
  await card.getByRole('textbox', { name: 'Email' }).fill(email)
  await card.getByRole('button', { name: 'Continue with email' }).click()
  await openLink(page.context(), await mailed(email, 'link'))
  await page.bringToFront()
  const code = await mailed(email, 'code')
  await typing?.(code)
  await card.getByRole('textbox', { name: 'Code' }).fill(code)
  await expect.poll(() => statusIn(page)).toBe('connected')
  return code
}
interface Asked {
  latchkey: {
    getAccount(): { status: string; address: string }
    request(call: object): Promise<{ status: string }>
    send(command: object): void
  }
}
const statusIn = (page: Page) => page.evaluate(() => (window as unknown as Asked).latchkey.getAccount().status)
const frameOf = (page: Page) =>
  vi.waitUntil(() => page.frames().find((each) => each.name() === 'w3m-secure-iframe' && each.url().includes('/sdk')))
const playground = (query: string) => new URL(query, inject('baseUrl')).href

test('where the browser blocks storage in frames, the wallet is there as long as the page, and no longer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'))
  await mkdir(join(folder, 'Default'))
  const blocked = { profile: { cookie_controls_mode: 1 } }
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(blocked))
  // The headless shell reads no preferences.
  const executablePath = await findChromium()
  const context = await chromium.launchPersistentContext(folder, { executablePath, args: [...launchArgs] })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => void faults.push(error.message))
    await page.goto(playground('?email&start=fresh'))
    await page.evaluate(() => history.replaceState(null, '', '?email'))
    await signIn(page, 'blocked@example.com')
    const frame = await frameOf(page)
    await expect(frame.evaluate(() => localStorage.length)).rejects.toThrow('Access is denied')
    await page.evaluate(() => {
      const { latchkey } = window as unknown as Asked
      const { address } = latchkey.getAccount()
      void latchkey
        .request({ method: 'personal_sign', params: ['0x68656c6c6f', address] })
        .then(({ status }) => Object.assign(window, { status }))
    })
    await seen(frame.getByRole('heading', { name: 'Sign this message?' })).toBeVisible()
    await page.evaluate(() => (window as unknown as Asked).latchkey.send({ type: 'requests.cancelShown' }))
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'status'))).toBe('cancelled')
    await page.reload()
    await begun({ page })
    expect(await statusIn(page)).toBe('disconnected')
    await seen(page.getByRole('textbox', { name: 'Email' })).toHaveValue('')
    expect(faults).toEqual([])
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
})

describe('where each site has a process of its own', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch('--site-per-process')
  })
  afterAll(() => browser.close())

  test('no code, token or key of a whole e-mail login is kept, shown or inspected in the page', async () => {
    const page = await (await browser.newContext()).newPage()
    const printed: string[] = []
    page.on('console', (message) => void printed.push(message.text()))
    await page.goto(playground('?email&start=fresh'))
    await seen(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await page.evaluate(() => {
      const books = { inspected: [] as string[], said: [] as string[], tokens: [] as string[] }
      const { latchkey } = window as unknown as { latchkey: { inspect(seen: (event: object) => void): void } }
      latchkey.inspect((event) => {
        for (const part of ['event', 'snapshot'])
          if (part in event) books.inspected.push(JSON.stringify(Reflect.get(event, part)) ?? '')
      })
      addEventListener('message', ({ data }: MessageEvent<{ type?: string; payload?: { token?: string } }>) => {
        if (data.type === '@w3m-frame/SESSION_UPDATE' && data.payload?.token) books.tokens.push(data.payload.token)
        else books.said.push(JSON.stringify(data))
      })
      Object.assign(window, { books })
    })
    const code = await signIn(page, 'hidden@example.com', async () => {
      const listen = () => {
        const heard: string[] = []
        addEventListener('message', ({ data }) => void heard.push(JSON.stringify(data)))
        Object.assign(window, { heard })
      }
      await (await frameOf(page)).evaluate(listen)
    })
    const { tokens, address, places } = await page.evaluate(() => {
      const { books, latchkey } = window as unknown as Asked & {
        books: { inspected: string[]; said: string[]; tokens: string[] }
      }
      // The visitor's mails, which stand beside the site.
      document.querySelector('.mails')?.remove()
      return {
        tokens: books.tokens,
        address: latchkey.getAccount().address,
        places: {
          inspected: books.inspected.join('\n'),
          said: books.said.join('\n'),
          localStorage: JSON.stringify(localStorage),
          sessionStorage: JSON.stringify(sessionStorage),
          address: location.href,
          document: document.documentElement.outerHTML,
        },
      }
    })
    const frame = await frameOf(page)
    const { heard, device, session, seed } = await frame.evaluate(async () => {
      const kept = (name: string) => localStorage.getItem(`secure-site.${name}`) ?? ''
      const [device, session] = [kept('device'), kept('session')]
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/session', { method: 'POST', headers, body: JSON.stringify({ session }) })
      const { seed } = (await answer.json()) as { seed: string }
      return { heard: (window as unknown as { heard: string[] }).heard, device, session, seed }
    })
    const key = ethereumKeyOf(seed)
    expect(privateKeyToAccount(key).address).toBe(address)

    expect(heard.filter((message) => message.includes(code)).map((message) => JSON.parse(message).type)).toEqual([
      '@w3m-app/CONNECT_OTP',
    ])
    expect(tokens.length).toBeGreaterThan(0)
    expect(places.inspected).toContain('[secret]')
    // Any long number may hold six digits.
    const typed = new RegExp(`(?<![\\da-z])${code}(?![\\da-z])`, 'i')
    const keys = [device, session, seed, Buffer.from(seed, 'base64url').toString('hex'), key.slice(2)]
    for (const [place, text] of Object.entries({ ...places, printed: printed.join('\n') }))
      for (const secret of [typed, ...tokens, ...keys]) expect(text.split(secret).length, `${place}: a secret`).toBe(1)
    const heap = await heapOf(page)
    expect(heap).toContain(tokens[0])
    for (const secret of keys) {
      expect(secret.length).toBeGreaterThan(30)
      expect(heap.includes(secret), 'the heap: a secret').toBe(false)
    }
  })

  test('a frame whose process crashes under a question is found out by its silence, and replaced', async () => {
    hostile.behaviour = `ready()\nbehave('GET_CHAIN_ID', '')`
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(new URL(`${playgroundPath(hostile.origin)}&frame-patience=5000`, inject('baseUrl')).href)
    await seen(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
    const site = talkOf(page, hostile.origin)
    await site.begin('IS_CONNECTED')
    const frame = await site.frame()
    await expect.poll(async () => (await site.stateOf('frame')).value).toEqual({ present: { ready: 'quiet' } })
    // Playwright says nothing to a page with a crashed frame: the page goes on by itself, and its title tells.
    await page.evaluate(async () => {
      type Outcome = { status: string; error?: { code: string }; value?: unknown }
      type Ref = {
        send(event: object): void
        on(type: string, heard: (event: { attempt: string; outcome: Outcome }) => void): void
      }
      const { latchkey } = window as unknown as { latchkey: { load(name: string): Promise<{ value: Ref }> } }
      const { value: ref } = await latchkey.load('frame')
      const ask = (attempt: string) =>
        new Promise<unknown>((resolve) => {
          ref.on('frame.settled', ({ attempt: of, outcome: { status, error, value } }) => {
            if (of === attempt) resolve([status, error?.code ?? value])
          })
          ref.send({ type: 'frame.ask', attempt, message: { type: 'GET_CHAIN_ID' } })
        })
      const go = async () => {
        document.title = JSON.stringify([await ask('first'), await ask('second')])
      }
      void go()
    })
    await expect.poll(async () => (await site.heard()).map(({ type }) => type)).toContain('@w3m-app/GET_CHAIN_ID')
    hostile.behaviour = 'ready()'
    const crashed = page.waitForEvent('crash')
    const session = await context.newCDPSession(frame)
    await Promise.all([crashed, session.send('Page.crash').catch(() => {})])
    const all = await browser.newBrowserCDPSession()
    const titles = async () => (await all.send('Target.getTargets')).targetInfos.map(({ title }) => title)
    await expect
      .poll(titles, { timeout: 30_000 })
      .toContain('[["expired","embedded.expired"],["done",{"chainId":31337}]]')
  })
})

/** As the secure site makes it: mocks/secureSite/page/keys.ts. */
function ethereumKeyOf(seed: string): Hex {
  const info = 'latchkey embedded wallet v1: eip155 secp256k1'
  const bytes = hkdfSync('sha256', Buffer.from(seed, 'base64url'), '', info, 48)
  const number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  return numberToHex((number % (secp256k1.Point.Fn.ORDER - 1n)) + 1n, { size: 32 })
}

/** What the memory of the page's process holds, as text. */
async function heapOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => void parts.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  return parts.join('')
}
