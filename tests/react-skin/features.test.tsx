/** What a site turns off has no button, and its code never comes. */
import { expect, test, vi } from 'vitest'
import { catalogueOf, showConnected } from './support.tsx'

// What is loaded with the tests themselves may have filled the browser's list.
performance.setResourceTimingBufferSize(10_000)

/** Which of these views' files the page has loaded. */
const loaded = () =>
  ['WalletSend.tsx', 'WalletReceive.tsx', 'Activity.tsx', 'Nfts.tsx'].filter((file) =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes(`/${file}`)),
  )
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
  await vi.waitFor(() => expect(loaded()).toEqual(expect.arrayContaining(['WalletSend.tsx', 'WalletReceive.tsx'])))
})
