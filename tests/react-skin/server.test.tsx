import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, NetworkButton, presets } from '../../react-skin/index.ts'
import { instance } from './support.tsx'

test.each([
  ['in the page', true],
  ['over the page', false],
] as const)(
  'what a server rendered is taken over without a warning, with a theme and a language: %s',
  async (_, embedded) => {
    const complaints: unknown[] = []
    const spy = vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
    const page = () => {
      const latchkey = instance(fakeWallet(), { embedded })
      const tree = (
        <LatchkeyProvider latchkey={latchkey} theme={presets.mint} locale="de">
          <ConnectButton />
          <NetworkButton />
          <LatchkeyModal />
        </LatchkeyProvider>
      )
      return { latchkey, tree }
    }
    const html = renderToString(page().tree)
    expect(html).toContain('Connect Wallet')
    expect(html).not.toContain('style=')
    const container = document.body.appendChild(document.createElement('main'))
    container.innerHTML = html
    const button = container.querySelector('button')
    const { latchkey, tree } = page()
    const root = hydrateRoot(container, tree, { onRecoverableError: (error) => void complaints.push(error) })
    onTestFinished(() => {
      root.unmount()
      container.remove()
      spy.mockRestore()
    })
    await vi.waitFor(() => expect(button?.textContent).toBe('Wallet verbinden'))
    expect(container.querySelector('button')).toBe(button)
    const skin = button?.closest('[data-latchkey]')
    expect(skin && getComputedStyle(skin).getPropertyValue('--latchkey-accent')).toBe(presets.mint.light.accent)
    button?.click()
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]') === null).toBe(embedded))
    await latchkey.connect({ connectorId: 'fake' })
    await vi.waitFor(() => expect(container.querySelector('[aria-label^="Konto"]')).not.toBeNull())
    expect(complaints).toEqual([])
  },
)
