import { expect, test, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { app, instance, settled, showConnected } from './support.tsx'
import { render } from 'vitest-browser-react'

/** What can be pressed and is smaller than 44 px, or seen smaller than it can be touched. */
function small(): string[] {
  const pressed = document.querySelectorAll<HTMLElement>('[data-latchkey] :is(a, button, input, [role="tab"])')
  return [...pressed]
    .filter((element) => element.checkVisibility())
    .flatMap((element) => {
      const { width, height, x, y } = (element.closest('label') ?? element).getBoundingClientRect()
      const { top, right, bottom, left } = touched(element)
      const wide = Math.max(width, width - left - right)
      const high = Math.max(height, height - top - bottom)
      return wide < 44 || high < 44 ? [`${element.outerHTML.slice(0, 90)} ${wide} x ${high} at ${x},${y}`] : []
    })
}

/** How far the place that can be touched reaches beyond what is seen: a pseudo-element that lies over it. */
function touched(element: Element) {
  const { position, content, top, right, bottom, left } = getComputedStyle(element, '::after')
  const lies = position === 'absolute' && content !== 'none' && element.matches('[data-part="small-button"]')
  const length = (value: string) => (lies ? Number.parseFloat(value) || 0 : 0)
  return { top: length(top), right: length(right), bottom: length(bottom), left: length(left) }
}

const views = ['Account', 'Networks', 'WalletReceive', 'WalletSend', 'WalletSendSelectToken'] as const

test('whatever can be pressed is 44 px high and wide [2.3]', async () => {
  const { latchkey } = await showConnected()
  for (const view of views) {
    latchkey.send({ type: 'modal.open', view })
    await vi.waitFor(() => expect(document.querySelector(`[data-view="${view}"] [data-part="view"]:not([data-loading])`)).not.toBeNull())
    if (view === 'WalletSend') {
      const [token] = latchkey.actor('balance').getSnapshot().context.tokens
      if (token) latchkey.send({ type: 'send.setToken', token })
    }
    await settled()
    expect({ view, small: small() }).toEqual({ view, small: [] })
  }
})

test('whatever can be pressed while connecting is 44 px high and wide', async () => {
  const latchkey = instance(fakeWallet())
  await render(app(latchkey))
  for (const view of ['Connect', 'WhatIsAWallet', 'GetWallet', 'AllWallets'] as const) {
    latchkey.send({ type: 'modal.open', view })
    await vi.waitFor(() => expect(document.querySelector(`[data-view="${view}"] [data-part="view"]:not([data-loading])`)).not.toBeNull())
    await settled()
    expect({ view, small: small() }).toEqual({ view, small: [] })
  }
})

const emulate = async (name: string, value: string) => {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] })
}

test('with the system’s own colours what is chosen, what has the focus and what is pressed stay told apart', async () => {
  await emulate('forced-colors', 'active')
  const { screen } = await showConnected()
  expect(matchMedia('(forced-colors: active)').matches).toBe(true)
  await page.screenshot({ path: '/tmp/forced.png' })
  const tab = screen.getByRole('tab', { name: 'Tokens' })
  const mark = (element: Element) => getComputedStyle(element, '::after').backgroundColor
  console.log(mark(tab.element()), getComputedStyle(tab.element()).borderTopStyle, getComputedStyle(screen.getByRole('button', { name: 'Send' }).element()).borderTopColor, getComputedStyle(screen.getByRole('button', { name: 'Send' }).element()).borderTopWidth)
  await emulate('forced-colors', 'none')
})
