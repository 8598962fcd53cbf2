/** What a site turns off has no button, and its code never comes. */
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { createActor, createMachine } from 'xstate'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { app, catalogueOf, instance, showConnected } from './support.tsx'

// What is loaded with the tests themselves may have filled the browser's list.
performance.setResourceTimingBufferSize(10_000)

/** Which of these views' and machines' files the page has loaded. */
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

// The order counts: what is loaded once stays so.
test('what is off is neither offered nor loaded', async () => {
  const features = { send: false, receive: false, history: false }
  const { screen } = await showConnected({ features }, catalogueOf([]))
  await expect.element(screen.getByRole('list', { name: 'What this account holds' })).toBeVisible()
  for (const name of buttons) expect(screen.getByRole('button', { name, exact: true }).query()).toBeNull()
  for (const name of tabs) expect(screen.getByRole('tab', { name }).query()).toBeNull()
  expect(document.querySelectorAll('[data-part="actions"]:empty')).toHaveLength(0)
  expect(loaded()).toEqual([])
})

test('what is on is offered, and loaded while the visitor looks at the account', async () => {
  const { screen } = await showConnected({}, catalogueOf([]))
  for (const name of buttons) await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible()
  for (const name of tabs) await expect.element(screen.getByRole('tab', { name })).toBeVisible()
  await vi.waitFor(() =>
    expect(loaded()).toEqual(expect.arrayContaining(['WalletSend.tsx', 'WalletReceive.tsx', 'send.machine.ts'])),
  )
  expect(loaded()).not.toContain('activity.machine.ts')
  await screen.getByRole('tab', { name: 'Activity' }).click()
  await vi.waitFor(() => expect(loaded()).toContain('activity.machine.ts'))
})

test('smart sessions are loaded where the site turns them on, and nowhere else', async () => {
  const sessions = ['SmartSessionList.tsx', 'smartSessions.machine.ts']
  expect(loaded().filter((file) => sessions.includes(file))).toEqual([])
  const { screen } = await showConnected({ features: { smartSessions: true } }, catalogueOf([]))
  await expect.element(screen.getByRole('button', { name: 'Smart Sessions' })).toBeVisible()
  await vi.waitFor(() => expect(loaded()).toEqual(expect.arrayContaining(sessions)))
})

test('a feature whose code does not come says so in the place of its view, and is asked for again', async () => {
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
  latchkey.send({ type: 'view.push', view: 'WalletSend' })
  await expect.element(screen.getByText('This part of the page could not be loaded.')).toBeVisible()
  asked.length = 0
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(asked).toEqual(['send'])
  loader.send({ type: 'feature.load' })
  await expect.element(screen.getByRole('group', { name: 'Loading…' })).toHaveAttribute('aria-busy', 'true')
})
