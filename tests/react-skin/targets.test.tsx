import { expect, test, vi } from 'vitest'
import { fakeWallet, never } from '../../mocks/fakes/fakeWallet.ts'
import { render } from 'vitest-browser-react'
import { app, emulate, instance, showConnected } from './support.tsx'

test('forced colors still show what is selected, and a code can still be scanned', async () => {
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

  latchkey.dispatch({ type: 'modal.open', view: 'Networks' })
  const border = (name: RegExp) => getComputedStyle(screen.getByRole('button', { name }).element()).borderTopColor
  await expect.poll(() => border(/^Ethereum/)).toBe(system('Highlight'))
  expect(border(/^Second Chain/)).not.toBe(system('Highlight'))

  latchkey.dispatch({ type: 'modal.open', view: 'WalletReceive' })
  await expect.element(screen.getByRole('img')).toBeVisible()
  const code = document.querySelector('[data-part="qr"]')
  expect(code && getComputedStyle(code).backgroundColor).toBe('rgb(255, 255, 255)')
  expect(code && getComputedStyle(code).color).toBe('rgb(20, 22, 27)')
})

test('reduced motion shows no animation', async () => {
  await emulate('prefers-reduced-motion', 'reduce')
  const latchkey = instance(fakeWallet({ eth_requestAccounts: never }), { embedded: false })
  await render(app(latchkey))
  const moving = () =>
    document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 0)
  latchkey.dispatch({ type: 'modal.open' })
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull())
  expect(moving()).toEqual([])
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await vi.waitFor(() => expect(document.querySelector('[data-part="wallet"][data-state="connecting"]')).not.toBeNull())
  expect(moving()).toEqual([])
})
