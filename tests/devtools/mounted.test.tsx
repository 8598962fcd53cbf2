/** The devtools on a page with the skin's dialog: a real instance with fakes, in a real browser. */
import axe from 'axe-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { mountDevtools, type DevtoolsOptions } from '../../sdk/devtools/index.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { instance } from '../react-skin/support.tsx'

const host = () => document.querySelector('latchkey-devtools')
const inside = (selector: string) => {
  const element = host()?.shadowRoot?.querySelector(selector)
  if (!element) throw new Error(`no ${selector}`)
  return element as HTMLElement
}
const text = (selector: string) => inside(selector).textContent ?? ''

function mounted(latchkey: Latchkey, options: DevtoolsOptions = {}) {
  const undo = mountDevtools(latchkey, options)
  onTestFinished(undo)
  return undo
}

async function withPage(options: DevtoolsOptions = {}) {
  const wallet = fakeWallet()
  const latchkey = instance(wallet, { embedded: false })
  await page.viewport(1280, 800)
  onTestFinished(() => page.viewport(414, 896))
  const undo = mounted(latchkey, options)
  await render(
    <LatchkeyProvider latchkey={latchkey}>
      <ConnectButton />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  return { latchkey, undo }
}

async function chosen(name: RegExp) {
  await page.getByRole('navigation', { name: 'Machines' }).getByRole('button', { name }).click()
}

test('a button opens the charts, which highlight the current states, and closing them returns the focus', async () => {
  const { latchkey } = await withPage()
  await latchkey.ready()
  expect(host()?.shadowRoot?.querySelector('.dock')).toBeNull()
  await page.getByRole('button', { name: 'Latchkey devtools' }).click()
  await expect.element(page.getByRole('region', { name: 'Latchkey devtools' })).toBeVisible()
  await vi.waitFor(() => expect(host()?.shadowRoot?.activeElement).toBe(inside('h2')))
  await chosen(/^modal\b/)
  await expect.element(page.getByRole('img', { name: 'The chart of modal' })).toBeVisible()
  const lit = () =>
    [...(host()?.shadowRoot?.querySelectorAll('.chart-lit .chart-title') ?? [])].map((one) => one.textContent)
  await vi.waitFor(() => expect(lit()).toEqual(['closed']))
  void latchkey.open()
  await vi.waitFor(() => expect(lit()).toEqual(['open', 'idle']))
  latchkey.close()
  await vi.waitFor(() => expect(lit()).toEqual(['closed']))
  await userEvent.keyboard('{Escape}')
  expect(host()?.shadowRoot?.querySelector('.dock')).toBeNull()
  expect(host()?.shadowRoot?.activeElement).toBe(inside('.launcher'))
})

test('the devtools are usable while a dialog is open: it does not close, shake or pull the focus back', async () => {
  const { latchkey } = await withPage({ open: true })
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await chosen(/^modal\b/)
  await vi.waitFor(() => expect(text('.charts-now')).toBe('open.idle'))
  const search = page.getByRole('searchbox', { name: 'Search machines, states and events' })
  await search.fill('shaking')
  expect(document.activeElement).toBe(host())
  await page.getByRole('button', { name: /open\.shaking/ }).click()
  await vi.waitFor(() =>
    expect(
      [...(host()?.shadowRoot?.querySelectorAll('.chart-marked .chart-title') ?? [])].map((one) => one.textContent),
    ).toEqual(['shaking']),
  )
  expect(latchkey.find('modal')?.getSnapshot().value).toEqual({ open: 'idle' })
  // Escape closes only the element that has the focus.
  await userEvent.keyboard('{Escape}')
  expect(host()?.shadowRoot?.querySelector('.dock')).toBeNull()
  expect(latchkey.find('modal')?.getSnapshot().hasTag('open')).toBe(true)
})

test('the devtools draw and list events, and mask personal data until the user shows it', async () => {
  const { latchkey } = await withPage({ open: true })
  await latchkey.connect({ connectorId: 'fake' })
  await page.getByRole('button', { name: 'Sequence' }).click()
  await expect.element(page.getByRole('img', { name: /commands and broadcast events between/ })).toBeVisible()
  await vi.waitFor(() => expect(text('.lifelines-lines')).toContain('account.connected'))
  expect(text('.lifelines-names')).toContain('network')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  const entry = [...(host()?.shadowRoot?.querySelectorAll('summary') ?? [])].find((one) =>
    one.textContent?.includes('account.connected'),
  )
  entry?.click()
  await vi.waitFor(() => expect(text('.sequence-list pre')).toMatch(/0x[0-9a-fA-F]{2}…[0-9a-fA-F]{4}/))
  expect(text('.dock')).not.toMatch(/0x[0-9a-fA-F]{12}/)
  await page.getByRole('checkbox', { name: 'Show addresses and e-mails' }).click()
  await vi.waitFor(() => expect(text('.sequence-list pre')).toMatch(/0x[0-9a-fA-F]{40}/))
})

test('a button sends an event, and the time line shows earlier states', async () => {
  const { latchkey } = await withPage({ open: true })
  await latchkey.ready()
  await chosen(/^theme\b/)
  await page.getByRole('button', { name: 'theme.set …' }).click()
  const field = page.getByRole('textbox', { name: /theme\.set carries/ })
  await expect.element(field).toHaveValue('{\n  "choice": "light"\n}')
  await field.fill('{ "choice": "dark" }')
  await page.getByRole('button', { name: 'Send theme.set' }).click()
  await vi.waitFor(() => expect(latchkey.find('theme')?.getSnapshot().context.choice).toBe('dark'))
  await page.getByRole('slider', { name: 'Look back' }).click()
  await userEvent.keyboard('{Home}')
  await vi.waitFor(() => expect(text('.charts-now')).toContain('as it was'))
  await page.getByRole('button', { name: 'Back to now' }).click()
  await vi.waitFor(() => expect(text('.charts-now')).not.toContain('as it was'))
})

test('unmounting the devtools leaves no elements and no listeners', async () => {
  const before = document.body.innerHTML
  const latchkey = instance(fakeWallet(), { embedded: false })
  let heard = 0
  const { inspect, watch } = latchkey
  const counted =
    <Asked extends unknown[]>(listen: (...asked: Asked) => () => void) =>
    (...asked: Asked) => {
      heard += 1
      const stop = listen(...asked)
      return () => {
        heard -= 1
        stop()
      }
    }
  const undo = mounted(
    { ...latchkey, inspect: counted(inspect), watch: counted(watch) as typeof watch },
    { open: true },
  )
  await expect.element(page.getByRole('region', { name: 'Latchkey devtools' })).toBeVisible()
  expect(heard).toBe(2)
  undo()
  expect(heard).toBe(0)
  expect(document.body.innerHTML).toBe(before)
  expect(host()).toBeNull()
})

test('the devtools have no inline styles or scripts and pass axe, light on a desktop and dark on a phone', async () => {
  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    const latchkey = instance(fakeWallet(), { embedded: false })
    latchkey.start()
    await page.viewport(width, height)
    const undo = mountDevtools(latchkey, { open: true, colorScheme })
    await expect.element(page.getByRole('region', { name: 'Latchkey devtools' })).toBeVisible()
    await latchkey.connect({ connectorId: 'fake' })
    await chosen(/^network\b/)
    await expect.element(page.getByRole('img', { name: 'The chart of network' })).toBeVisible()
    for (const shown of ['Charts', 'Sequence']) {
      await page.getByRole('button', { name: shown, exact: true }).click()
      await vi.waitFor(() => inside(shown === 'Charts' ? '.chart' : '.lifelines-lines text'))
      expect(host()?.shadowRoot?.querySelectorAll('[style]:not([style=""]), script, style')).toHaveLength(0)
      const { violations } = await axe.run('latchkey-devtools')
      expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))).toEqual([])
      expect(document.documentElement.scrollWidth).toBe(width)
    }
    undo()
    latchkey.stop()
  }
  await page.viewport(414, 896)
})
