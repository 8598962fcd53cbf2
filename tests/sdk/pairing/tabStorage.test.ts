/** The values that several tabs of an app store in one storage. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { tabStorage } from '../../../sdk/pairing/client/tabStorage.ts'
import { storageOf } from './support.ts'

/** Two tabs that read a value when they opened. */
async function twoTabs(key: string, value: unknown) {
  const storage = storageOf()
  await storage.setItem(key, value)
  const tabs = [tabStorage(storage), tabStorage(storage)] as const
  for (const tab of tabs) expect(await tab.getItem(key)).toEqual(value)
  return { storage, tabs }
}

const session = (topic: string, expiry = 1) => ({ topic, expiry })

test.each([
  ['sessions', [session('a')], [session('a'), session('b')], [session('a'), session('c')], ['a', 'b', 'c']],
  ['keys', { a: '1' }, { a: '1', b: '2' }, { a: '1', c: '3' }, ['a', 'b', 'c']],
  ['removed items', [session('a'), session('b')], [session('a')], [session('a'), session('b', 2)], ['a', 'b']],
  [
    'an item that one tab removed',
    [session('a'), session('b')],
    [session('b')],
    [session('a'), session('b', 2)],
    ['b'],
  ],
])('the change of one tab is kept when the other writes: %s', async (_, before, first, second, expected) => {
  const { storage, tabs } = await twoTabs('//key', before)
  await Promise.all([tabs[0].setItem('//key', first), tabs[1].setItem('//key', second)])
  const stored = await storage.getItem<object>('//key')
  expect(Array.isArray(stored) ? stored.map(({ topic }) => topic) : Object.keys(stored ?? {})).toEqual(expected)
})

test('a tab reads its own value, and detects what another tab removed', async () => {
  const { tabs } = await twoTabs('//session', [session('a')])
  await tabs[1].setItem('//session', [session('b')])
  expect(await tabs[0].getItem('//session')).toEqual([session('a')])
  expect(await tabs[0].isRemovedByOtherTab('//session', 'a')).toBe(true)
  expect(await tabs[0].isRemovedByOtherTab('//session', 'b')).toBe(false)
  expect(await tabs[0].isRemovedByOtherTab('//session', 'never there')).toBe(false)
  expect(await tabs[1].isRemovedByOtherTab('//session', 'b')).toBe(false)
})

test('a value that was cleared as a whole is written again as a whole, and not seen as removed by a tab', async () => {
  const { storage, tabs } = await twoTabs('//session', [session('a')])
  await storage.removeItem('//session')
  expect(await tabs[0].isRemovedByOtherTab('//session', 'a')).toBe(false)
  await tabs[0].setItem('//session', [session('a'), session('b')])
  expect(await storage.getItem('//session')).toEqual([session('a'), session('b')])
})

test('the next write includes the changes of a failed one', async () => {
  const { storage, tabs } = await twoTabs('//session', [session('a')])
  const { setItem } = storage
  storage.setItem = async (key, value) => {
    if (key !== '//session') return setItem(key, value)
    storage.setItem = setItem
    throw new Error('full')
  }
  await expect(tabs[0].setItem('//session', [session('a'), session('b')])).rejects.toThrow('full')
  await tabs[1].setItem('//session', [session('a'), session('x')])
  await tabs[0].setItem('//session', [session('a'), session('b'), session('c')])
  expect(await storage.getItem('//session')).toEqual([session('a'), session('x'), session('b'), session('c')])
})

test('messages are separate for each tab', async () => {
  const { storage, tabs } = await twoTabs('//messages', { a: {} })
  await tabs[1].setItem('//messages', { a: {}, c: {} })
  await tabs[0].setItem('//messages', { b: {} })
  expect(await storage.getItem('//messages')).toEqual({ b: {} })
})

test('an item that another tab removed stays removed after a write', async () => {
  const { tabs } = await twoTabs('//session', [session('a')])
  await tabs[1].setItem('//session', [])
  await tabs[0].setItem('//session', [session('a'), session('c')])
  expect(await tabs[0].isRemovedByOtherTab('//session', 'a')).toBe(true)
  expect(await tabs[0].isRemovedByOtherTab('//session', 'c')).toBe(false)
})

test('an answered message is stored as answered', async () => {
  const storage = storageOf()
  await storage.setItem('//history', [{ id: 1 }, { id: 2 }])
  const [tab, other] = [tabStorage(storage), tabStorage(storage)]
  const records = (await tab.getItem<{ id: number; response?: object }[]>('//history')) ?? []
  await other.getItem('//history')
  await other.setItem('//history', [{ id: 1 }, { id: 2 }, { id: 3 }])
  Object.assign(records[0] ?? {}, { response: {} })
  await tab.setItem('//history', [...records])
  expect(await storage.getItem('//history')).toEqual([{ id: 1, response: {} }, { id: 2 }, { id: 3 }])
})

test('a tab that was suspended reads the value again before it writes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { storage, tabs } = await twoTabs('//session', [session('a')])
  await tabs[0].setItem('//session', [session('a'), session('x')])
  vi.setSystemTime(Date.now() + 5_000)
  await storage.setItem('//session', [session('a'), session('x'), session('b')])
  await storage.setItem('//lastTab', 'another')
  await tabs[0].setItem('//session', [session('a'), session('x'), session('y')])
  expect((await storage.getItem<{ topic: string }[]>('//session'))?.map(({ topic }) => topic)).toEqual([
    'a',
    'x',
    'b',
    'y',
  ])
})

test('a storage without a readable last writer is treated as written by another tab', async () => {
  const { storage, tabs } = await twoTabs('//session', [session('a')])
  await tabs[0].setItem('//session', [session('a'), session('x')])
  await tabs[1].setItem('//session', [session('a'), session('b')])
  const { getItem } = storage
  storage.getItem = async (key) => (key === '//lastTab' ? Promise.reject(new Error('torn')) : getItem(key))
  await tabs[0].setItem('//session', [session('a'), session('x'), session('y')])
  storage.getItem = getItem
  expect(await storage.getItem('//session')).toHaveLength(4)
})

test('a lock that another tab never releases is waited for once', async () => {
  // The pause after a missed lock is measured by the clock, however slow the test is.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  onTestFinished(() => void vi.unstubAllGlobals())
  let asked = 0
  const request = (_: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => {
      asked += 1
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  vi.stubGlobal('navigator', { locks: { request } })
  const { storage, tabs } = await twoTabs('//session', [session('a')])
  for (const topic of ['b', 'c', 'd']) await tabs[0].setItem('//session', [session(topic)])
  expect(await storage.getItem('//session')).toEqual([session('d')])
  expect(asked).toBe(1)
})

test('a browser whose locks throw still writes', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const request = () => {
    throw new TypeError('no such option')
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const { storage, tabs } = await twoTabs('//session', [session('a')])
  await tabs[0].setItem('//session', [session('b')])
  expect(await storage.getItem('//session')).toEqual([session('b')])
})

test('a page without locks still writes, and so does one that never gets its lock', async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  const refused = { request: () => Promise.reject(new DOMException('It took too long.', 'TimeoutError')) }
  for (const navigator of [undefined, {}, { locks: refused }]) {
    vi.stubGlobal('navigator', navigator)
    const { storage, tabs } = await twoTabs('//session', [session('a')])
    await tabs[0].setItem('//session', [session('a'), session('b')])
    expect(await storage.getItem('//session')).toHaveLength(2)
  }
})
