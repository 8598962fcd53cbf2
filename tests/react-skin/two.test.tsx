import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, presets } from '../../react-skin/index.ts'
import { instance } from './support.tsx'

const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
const ids = () => [...document.querySelectorAll('[id]')].map(({ id }) => id)
/** References to elements that do not exist, or that belong to the other instance. */
const astray = () =>
  [
    ...document.querySelectorAll('[data-latchkey] :is([aria-labelledby], [aria-describedby], [for], [aria-controls])'),
  ].flatMap((element) =>
    ['aria-labelledby', 'aria-describedby', 'for'].flatMap((name) => {
      const id = element.getAttribute(name)
      const target = id === null ? undefined : document.getElementById(id)
      return id === null || target?.closest('[data-latchkey]') === element.closest('[data-latchkey]') ? [] : [id]
    }),
  )

test('two instances on one page share no state, theme, language or id', async () => {
  const one = instance(fakeWallet(), { theme: 'light' })
  const other = instance(fakeWallet(), { theme: 'dark' })
  await render(
    <>
      <section aria-label="one">
        <LatchkeyProvider latchkey={one} theme={{ radiusCard: '2px' }}>
          <LatchkeyModal />
        </LatchkeyProvider>
      </section>
      <section aria-label="other">
        <LatchkeyProvider latchkey={other} locale="de" theme={presets.mint}>
          <LatchkeyModal />
        </LatchkeyProvider>
      </section>
    </>,
  )
  const root = (name: string) => {
    const found = document.querySelector<HTMLElement>(`[aria-label="${name}"] > [data-latchkey]`)
    if (!found) throw new Error(`no ${name}`)
    return found
  }
  const title = (name: string) => root(name).querySelector('h2')?.textContent
  await vi.waitFor(() => expect(title('other')).toBe('Wallet verbinden'))
  expect(title('one')).toBe('Connect wallet')
  const radius = (name: string) => {
    const card = root(name).querySelector('[data-part="card"]')
    return card && getComputedStyle(card).borderRadius
  }
  expect([radius('one'), radius('other')]).toEqual(['2px', '24px'])
  expect([root('one').dataset['scheme'], root('other').dataset['scheme']]).toEqual(['light', 'dark'])

  await one.connect({ connectorId: 'fake' })
  await vi.waitFor(() => expect(root('one').querySelector('[data-part="address"]')).not.toBeNull())
  expect(title('other')).toBe('Wallet verbinden')
  expect(other.getAccount().status).toBe('disconnected')
  await other.connect({ connectorId: 'fake' })
  for (const view of ['Account', 'WalletSend', 'Networks', 'WalletReceive'] as const) {
    for (const latchkey of [one, other]) latchkey.dispatch({ type: 'modal.open', view })
    await vi.waitFor(() =>
      expect(document.querySelectorAll(`[data-view="${view}"] [data-part="view"]:not([data-loading])`)).toHaveLength(2),
    )
    expect({ view, twice: twice(ids()), astray: astray() }).toEqual({ view, twice: [], astray: [] })
  }
})

test('each dialog returns the focus to a button of its instance', async () => {
  const one = instance(fakeWallet(), { embedded: false })
  const other = instance(fakeWallet(), { embedded: false })
  const screen = await render(
    <>
      <LatchkeyProvider latchkey={one}>
        <ConnectButton />
        <LatchkeyModal />
      </LatchkeyProvider>
      <LatchkeyProvider latchkey={other}>
        <ConnectButton id="other" />
        <LatchkeyModal />
      </LatchkeyProvider>
    </>,
  )
  await one.connect({ connectorId: 'fake' })
  await screen.getByRole('button', { name: 'Connect wallet' }).click()
  await screen
    .getByRole('dialog')
    .getByRole('button', { name: /Fake Wallet/ })
    .click()
  await vi.waitFor(() => expect(other.getAccount().status).toBe('connected'))
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('other'))
  expect(screen.getByRole('dialog').query()).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect([one, other].map((latchkey) => latchkey.actor('modal').getSnapshot().hasTag('open'))).toEqual([false, true])
})
