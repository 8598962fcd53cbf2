import { expect, test, vi } from 'vitest'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { render } from 'vitest-browser-react'
import { everyView } from './everyView.tsx'
import { app, emulate, instance, showConnected } from './support.tsx'

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

test('whatever can be pressed is 44 px high and wide, in every view', async () => {
  const found: Record<string, string[]> = {}
  for await (const view of everyView()) {
    const tooSmall = small()
    if (tooSmall.length > 0) found[view] = tooSmall
  }
  expect(found).toEqual({})
}, 180_000)

test('with the system’s own colours, what is chosen is still told apart, and a code can still be scanned', async () => {
  await emulate('forced-colors', 'active')
  const { latchkey, screen } = await showConnected()
  const mark = (name: string) => getComputedStyle(screen.getByRole('tab', { name }).element(), '::after')
  const system = (colour: string) => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = colour
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  expect(system('Highlight')).not.toBe(system('Canvas'))
  expect(mark('Tokens').backgroundColor).toBe(system('Highlight'))
  expect(mark('NFTs').content).toBe('none')

  latchkey.send({ type: 'modal.open', view: 'Networks' })
  const border = (name: RegExp) => getComputedStyle(screen.getByRole('button', { name }).element()).borderTopColor
  await expect.poll(() => border(/^Ethereum/)).toBe(system('Highlight'))
  expect(border(/^Second Chain/)).not.toBe(system('Highlight'))

  latchkey.send({ type: 'modal.open', view: 'WalletReceive' })
  await expect.element(screen.getByRole('img')).toBeVisible()
  const code = document.querySelector('[data-part="qr"]')
  expect(code && getComputedStyle(code).backgroundColor).toBe('rgb(255, 255, 255)')
  expect(code && getComputedStyle(code).color).toBe('rgb(20, 22, 27)')
})

test('whoever wants less motion sees none', async () => {
  await emulate('prefers-reduced-motion', 'reduce')
  const latchkey = instance(fakeWallet({ eth_requestAccounts: never }), { embedded: false })
  await render(app(latchkey))
  const moving = () =>
    document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 0)
  latchkey.send({ type: 'modal.open' })
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  expect(moving()).toEqual([])
  latchkey.send({ type: 'connectors.choose', connectorId: 'fake' })
  await vi.waitFor(() => expect(document.querySelector('[data-part="wallet"][data-state="connecting"]')).not.toBeNull())
  expect(moving()).toEqual([])
})
