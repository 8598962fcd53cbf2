/** A feature that the app turns off has no button, and its code is not loaded. */
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { createActor, createMachine } from 'xstate'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { app, catalogOf, instance, showConnected } from './support.tsx'

// The files that are loaded with the tests may have filled the browser's list.
performance.setResourceTimingBufferSize(10_000)

/** Which files of these views and machines the page has loaded. */
const loaded = () =>
  [
    'WalletSend.tsx',
    'WalletReceive.tsx',
    'Activity.tsx',
    'Nfts.tsx',
    'SmartSessionList.tsx',
    'send.machine.ts',
    'activity.machine.ts',
    'smartSessions.machine.ts',
  ].filter((file) => performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${file}`)))
const [buttons, tabs] = [
  ['Send', 'Receive'],
  ['NFTs', 'Activity'],
]

// The order matters: a file that was loaded once stays loaded.
test('a feature that is off is neither shown nor loaded', async () => {
  const features = { send: false, receive: false, history: false }
  const { screen } = await showConnected({ features }, catalogOf([]))
  await expect.element(screen.getByRole('list', { name: 'Tokens of this account' })).toBeVisible()
  for (const name of buttons) expect(screen.getByRole('button', { name, exact: true }).query()).toBeNull()
  for (const name of tabs) expect(screen.getByRole('tab', { name }).query()).toBeNull()
  expect(document.querySelectorAll('[data-part="actions"]:empty')).toHaveLength(0)
  expect(loaded()).toEqual([])
})

test('a feature that is on is shown, and loaded while the user looks at the account', async () => {
  const { screen } = await showConnected({}, catalogOf([]))
  for (const name of buttons) await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible()
  for (const name of tabs) await expect.element(screen.getByRole('tab', { name })).toBeVisible()
  await vi.waitFor(() =>
    expect(loaded()).toEqual(expect.arrayContaining(['WalletSend.tsx', 'WalletReceive.tsx', 'send.machine.ts'])),
  )
  expect(loaded()).not.toContain('activity.machine.ts')
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await vi.waitFor(() => expect(loaded()).toContain('activity.machine.ts'))
})

test('smart sessions are loaded only when the app turns them on', async () => {
  const sessions = ['SmartSessionList.tsx', 'smartSessions.machine.ts']
  expect(loaded().filter((file) => sessions.includes(file))).toEqual([])
  const { screen } = await showConnected({ features: { smartSessions: true } }, catalogOf([]))
  await expect.element(screen.getByRole('button', { name: 'Smart sessions' })).toBeVisible()
  await vi.waitFor(() => expect(loaded()).toEqual(expect.arrayContaining(sessions)))
})

test('a feature whose code fails to load says so in its view, and is loaded again on request', async () => {
  const real = instance(fakeWallet(), {})
  const asked: string[] = []
  const loader = createActor(
    createMachine({
      initial: 'failed',
      states: { failed: { on: { 'feature.load': 'loading' } }, loading: { tags: 'busy' } },
    }),
  ).start()
  const faked: Record<string, unknown> = { send: undefined, 'feature:send': loader }
  const latchkey = {
    ...real,
    find: (name: never) => (name in faked ? faked[name] : real.find(name)),
    load: (name: never) => {
      asked.push(name)
      return real.load(name)
    },
  } as typeof real
  const screen = await render(app(latchkey))
  await latchkey.connect({ connectorId: 'fake' })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
  await expect.element(screen.getByText('This view could not be loaded.')).toBeVisible()
  asked.length = 0
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(asked).toEqual(['send'])
  loader.send({ type: 'feature.load' })
  await expect.element(screen.getByRole('group', { name: 'Loading…' })).toHaveAttribute('aria-busy', 'true')
})
