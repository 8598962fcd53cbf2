/** Several tabs of one origin over one storage. */
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { fakeAccounts, memoryStorage, never } from '../../mocks/index.ts'
import { readPersisted, writePersisted } from '../../sdk/storage/stored.ts'
import { withLock, takeLock } from '../../sdk/platform/locks.ts'
import type { StoragePort } from '../../sdk/instance/ports.ts'
import { runs } from '../support/full.ts'
import { connected, settle, started } from '../support/instance.ts'
import { openTab, play, rounds, TABS } from '../support/memoryTabs.ts'

/** One storage, shared by several tabs: each is notified later of what the others write. */
function sharedStorage({ hears = true } = {}) {
  const entries = memoryStorage()
  const heard = new Map<object, (key: string) => void>()
  const tab = (): ReturnType<typeof memoryStorage> & StoragePort => {
    const self = {}
    const tell = (key: string) => {
      if (hears) for (const [other, hear] of heard) if (other !== self) setImmediate(() => hear(key))
    }
    return {
      ...entries,
      setItem(key, value) {
        entries.setItem(key, value)
        tell(key)
      },
      removeItem(key) {
        entries.removeItem(key)
        tell(key)
      },
      watch(hear) {
        heard.set(self, hear)
        return () => heard.delete(self)
      },
      withLock: withLock,
    }
  }
  return { entries, tab }
}

const stored = (storage: StoragePort, id = 'default') => readPersisted(storage, id).persisted

test.each([
  ['are notified of the others', true, 10],
  ['are not notified of the others', false, 40],
] as const)(
  'ten tabs that connect, switch, disconnect and choose themes at random lose nothing when they %s [3.46]',
  { timeout: 120_000 },
  async (_, hears, times) => {
    await fc.assert(
      fc.asyncProperty(rounds, async (played) => {
        const { entries, tab } = sharedStorage({ hears })
        const tabs = await Promise.all(Array.from({ length: TABS }, () => openTab(tab())))
        const expected = await play(tabs, played, hears)
        for (const { memory } of tabs) memory.stop()
        const found = stored(entries, 'tabs')
        // A tab that was not notified of another theme changes nothing when it chooses its own theme again.
        expect(hears ? found : found.connections).toEqual(hears ? expected : expected.connections)
      }),
      runs(times, 800),
    )
  },
)

test('a theme chosen in a tab without a wallet keeps the stored wallet of another tab, and is applied there [3.45] [3.46]', async () => {
  const { entries, tab } = sharedStorage()
  const other = await started({ storage: tab() })
  const { latchkey } = await connected({ storage: tab() })
  const { connections, recentWallets } = stored(entries)
  expect(connections).toEqual({ eip155: { connectorId: 'fake', networkId: 'eip155:1', address: fakeAccounts[0] } })
  other.latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await vi.waitFor(() => expect(latchkey.actor('theme').getSnapshot().value).toBe('dark'))
  expect(stored(entries)).toMatchObject({ connections, recentWallets, theme: 'dark' })
  expect(other.latchkey.actor('wallets').getSnapshot().context.recent).toEqual(recentWallets)
  expect(other.latchkey.getAccount().status).toBe('disconnected')
})

test('a wallet that was disconnected in one tab is not stored again by another tab [4.19]', async () => {
  const { entries, tab } = sharedStorage()
  const { latchkey } = await connected({ storage: tab() })
  const other = await started({ storage: tab() })
  await vi.waitFor(() => expect(other.latchkey.getAccount().status).toBe('connected'))
  await latchkey.disconnect()
  await vi.waitFor(() => expect(other.latchkey.actor('storage').getSnapshot().context.removed).toEqual(['eip155']))
  other.wallet.emit('chainChanged', '0xa')
  await vi.waitFor(() => expect(other.latchkey.getNetwork().networkId).toBe('eip155:10'))
  await settle()
  expect(other.latchkey.getAccount().status).toBe('connected')
  expect(stored(entries).connections).toBeUndefined()
  const again = await started({ storage: tab() })
  expect(again.latchkey.getAccount().status).toBe('disconnected')
  // A new connection there is stored as usual.
  await other.latchkey.disconnect()
  await other.latchkey.connect({ connectorId: other.connectorId })
  await vi.waitFor(() => expect(stored(entries).connections).toMatchObject({ eip155: { connectorId: 'fake' } }))
  other.wallet.emit('chainChanged', '0xa')
  await vi.waitFor(() => expect(stored(entries).connections?.eip155?.networkId).toBe('eip155:10'))
})

test('the last used wallets of several tabs are stored in the order of their use [3.45]', () => {
  const storage = memoryStorage()
  const used = (...ids: string[]) => ({ recentWallets: ids.map((id) => ({ id, name: id, chains: [] })) })
  writePersisted(storage, 'default', {}, used('a'))
  writePersisted(storage, 'default', used('a'), used('b', 'a'))
  writePersisted(storage, 'default', used('a'), used('c', 'a'))
  expect(stored(storage)).toEqual(used('c', 'b'))
})

test('a write that runs after a newer one overwrites nothing', async () => {
  const storage = memoryStorage()
  const turns: (() => void)[] = []
  const withLock: NonNullable<StoragePort['withLock']> = (_, work) =>
    new Promise((resolve) => turns.push(() => resolve(work())))
  const { latchkey } = await started({ storage: { ...storage, withLock } })
  latchkey.dispatch({ type: 'theme.set', choice: 'light' })
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  for (const turn of turns.toReversed()) turn()
  await settle()
  expect(stored(storage).theme).toBe('dark')
})

test('a write that was cancelled before it was confirmed is reverted by the next write', async () => {
  const storage = memoryStorage()
  const withLock: NonNullable<StoragePort['withLock']> = async (_, work) => {
    await work()
    return never()
  }
  const { latchkey } = await connected({ storage: { ...storage, withLock } })
  await settle()
  expect(stored(storage).connections).toBeDefined()
  await latchkey.disconnect()
  await settle()
  expect(stored(storage).connections).toBeUndefined()
})

test('a value is stored when the instance stops before it gets the lock', async () => {
  const { entries, tab } = sharedStorage()
  const lock = await takeLock('latchkey.default.storage', 1_000)
  const { latchkey } = await started({ storage: tab() })
  latchkey.dispatch({ type: 'theme.set', choice: 'light' })
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  expect(stored(entries).theme).toBeUndefined()
  latchkey.stop()
  // At once: a moment later, the page may be gone.
  await settle()
  expect(stored(entries).theme).toBe('dark')
  if (typeof lock === 'function') lock()
})

test('a tab that never releases the lock does not block the others for long', async () => {
  const { entries, tab } = sharedStorage()
  const lock = await takeLock('latchkey.default.storage', 1_000)
  const { latchkey } = await started({ storage: tab() })
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await vi.waitFor(() => expect(stored(entries).theme).toBe('dark'))
  if (typeof lock === 'function') lock()
})

test('an entry of a newer version from another tab is kept until this tab changes it', async () => {
  const { entries, tab } = sharedStorage()
  const { latchkey, connectorId } = await started({ storage: tab() })
  const newer = JSON.stringify({ version: 2, value: { eip155: 'anything' } })
  tab().setItem('latchkey.default.connections', newer)
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await vi.waitFor(() => expect(entries.entries.has('latchkey.default.theme')).toBe(true))
  expect(entries.entries.get('latchkey.default.connections')).toBe(newer)
  await latchkey.connect({ connectorId })
  await vi.waitFor(() => expect(entries.entries.get('latchkey.default.broken.connections')).toBe(newer))
  expect(stored(entries).connections).toMatchObject({ eip155: { connectorId } })
})

test('an entry of a newer version is set aside when this tab removes the value', async () => {
  const { entries, tab } = sharedStorage({ hears: false })
  const { latchkey } = await connected({ storage: tab() })
  await settle()
  const newer = JSON.stringify({ version: 2, value: { eip155: 'anything' } })
  tab().setItem('latchkey.default.connections', newer)
  await latchkey.disconnect()
  await vi.waitFor(() => expect(entries.entries.get('latchkey.default.broken.connections')).toBe(newer))
  expect(entries.entries.has('latchkey.default.connections')).toBe(false)
})
