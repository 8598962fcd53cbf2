/** The page of the devtools that records, exports and replays a session: a real instance with fakes, in a real browser. */
import axe from 'axe-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeAccounts, fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { mountDevtools, type DevtoolsOptions } from '../../sdk/devtools/index.ts'
import { instance } from '../react-skin/support.tsx'

const root = () => document.querySelector('latchkey-devtools')?.shadowRoot
const textOf = (selector: string) => root()?.querySelector(selector)?.textContent ?? ''
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** A page with the devtools, and a connected wallet. */
async function withSession(options: DevtoolsOptions = {}) {
  const latchkey = instance(fakeWallet(), { embedded: false })
  await page.viewport(1280, 800)
  const undo = mountDevtools(latchkey, { open: true, ...options })
  latchkey.start()
  onTestFinished(async () => {
    undo()
    latchkey.stop()
    await page.viewport(414, 896)
  })
  await latchkey.connect({ connectorId: 'fake' })
  await button('Recording').click()
  await expect.element(page.getByText(/^Recording since Latchkey started\. \d+ steps\.$/)).toBeVisible()
  return latchkey
}

/** Presses Export, and returns the text of the file. */
async function exported(): Promise<string> {
  const created = vi.spyOn(URL, 'createObjectURL')
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await button('Export').click()
  await vi.waitFor(() => expect(clicked).toHaveBeenCalled())
  const [blob] = created.mock.calls[0] ?? []
  created.mockRestore()
  clicked.mockRestore()
  return (blob as Blob).text()
}

async function open(text: string, name = 'recording.json') {
  await userEvent.upload(page.getByLabelText('Recording file'), new File([text], name, { type: 'application/json' }))
}

const currentStep = () => Number(textOf('.replay-position').split(' ')[0])

test('a session is exported without its addresses, opened, and replayed forwards and backwards by keyboard', async () => {
  await withSession()
  await button('Stop').click()
  await expect.element(page.getByText(/^The recording is stopped\. \d+ steps\.$/)).toBeVisible()
  const text = await exported()
  expect(text.toLowerCase()).not.toContain(fakeAccounts[0].slice(2).toLowerCase())
  const { length } = JSON.parse(text).steps
  await open(text)
  await expect.element(page.getByText('The replay of recording.json has the same states at each step.')).toBeVisible()
  expect(currentStep()).toBe(1)
  expect(textOf('.replay-input')).toBe('Latchkey started')
  await expect.element(button('Step back')).toBeDisabled()

  await page.getByRole('slider', { name: 'Step' }).click()
  await userEvent.keyboard('{End}')
  await vi.waitFor(() => expect(currentStep()).toBe(length))
  expect(textOf('.replay-states')).toMatch(/namespace:eip155connected/)
  await expect.element(button('Step forward')).toBeDisabled()
  await userEvent.keyboard('{Home}')
  await vi.waitFor(() => expect(currentStep()).toBe(1))
  expect(textOf('.replay-states')).toMatch(/namespace:eip155disconnected/)

  root()?.querySelector<HTMLElement>('.replay-bar button:not(:disabled)')?.focus()
  await button('Step forward').click()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(currentStep()).toBe(3))
  await button('Step back').click()
  await vi.waitFor(() => expect(currentStep()).toBe(2))
  await button('Close replay').click()
  expect(root()?.querySelector('.replay')).toBeNull()
})

test('a replay plays to its end, and pauses', async () => {
  await withSession()
  await button('Replay').click()
  await expect.element(page.getByText('The replay of this session has the same states at each step.')).toBeVisible()
  await button('Play').click()
  await vi.waitFor(() => expect(currentStep()).toBeGreaterThan(2))
  await button('Pause').click()
  await expect.element(button('Play')).toBeVisible()
  await page.getByRole('slider', { name: 'Step' }).click()
  await userEvent.keyboard('{End}{ArrowLeft}')
  await button('Play').click()
  // At the end, the button offers to play again.
  await vi.waitFor(() =>
    expect(root()?.querySelector<HTMLButtonElement>('.replay-bar button:nth-of-type(3)')?.disabled).toBe(true),
  )
  await expect.element(button('Play')).toBeVisible()
})

test('a replay shows its first difference, with the recorded and the current state', async () => {
  await withSession()
  const recording = JSON.parse(await exported())
  const step = recording.steps.findIndex(({ states }: { states?: object }) =>
    JSON.stringify(states)?.includes('"connecting"'),
  )
  recording.steps[step].states['namespace:eip155'] = 'connected'
  await open(JSON.stringify(recording), 'bug.json')
  await expect.element(page.getByText(new RegExp(`^bug\\.json differs from step ${step + 1} on`))).toBeVisible()
  expect(currentStep()).toBe(step + 1)
  expect(textOf('.replay-states li')).toBe('namespace:eip155recorded: connected, now: connecting')
  await button('Step back').click()
  await button('Show the first difference').click()
  await vi.waitFor(() => expect(currentStep()).toBe(step + 1))
})

test('a file that is not a recording is refused with the reason, and the page stays usable', async () => {
  await withSession()
  await open('{"hello": 1}', 'other.json')
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is not a recording of Latchkey.')
  await button('Replay').click()
  await expect.element(page.getByText('The replay of this session has the same states at each step.')).toBeVisible()
  expect(root()?.querySelector('[role=alert]')).toBeNull()
})

test('Record restarts an instance that was running before the devtools, and records it', async () => {
  const latchkey = instance(fakeWallet(), { embedded: false })
  latchkey.start()
  latchkey.start()
  await latchkey.ready()
  const undo = mountDevtools(latchkey, { open: true })
  onTestFinished(() => {
    undo()
    latchkey.stop()
    latchkey.stop()
  })
  await button('Recording').click()
  latchkey.dispatch({ type: 'theme.set', choice: 'dark' })
  await expect.element(page.getByText(/^Latchkey started before the devtools/)).toBeVisible()
  await expect.element(button('Export')).toBeDisabled()
  await button('Record').click()
  await expect.element(page.getByText(/^Recording since Latchkey started\. \d/)).toBeVisible()
  latchkey.stop()
  // It was started twice, so it still runs.
  expect((await latchkey.connect({ connectorId: 'fake' })).status).toBe('done')
})

test('the page of recordings has no inline styles and passes axe, light on a desktop and dark on a phone', async () => {
  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    const latchkey = instance(fakeWallet(), { embedded: false })
    const undo = mountDevtools(latchkey, { open: true, colorScheme })
    latchkey.start()
    await page.viewport(width, height)
    await latchkey.connect({ connectorId: 'fake' })
    await button('Recording').click()
    await button('Replay').click()
    await expect.element(page.getByRole('slider', { name: 'Step' })).toBeVisible()
    expect(root()?.querySelectorAll('[style]:not([style=""]), script, style')).toHaveLength(0)
    const { violations } = await axe.run('latchkey-devtools')
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(width)
    undo()
    latchkey.stop()
  }
  await page.viewport(414, 896)
})
