/** Text is as large as the user sets it in the browser, and the root font size of a page does not change it. */
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from '../../react-skin/index.ts'
import type { Latchkey } from '../../sdk/index.ts'
import { instance, lettersOf, loaded } from './support.tsx'

const parts = ['lead', 'title', 'row-name', 'button', 'tag'] as const
const sizesIn = (place: ParentNode) =>
  parts.map((name) => {
    const element = place.querySelector(`[data-part="${name}"]`)
    return element ? Number.parseFloat(getComputedStyle(element).fontSize) : 0
  })
const sizes = () => sizesIn(document)
const width = () => document.querySelector('[data-part="card"]')?.getBoundingClientRect().width

const site = (latchkey: Latchkey) => (
  <LatchkeyProvider latchkey={latchkey}>
    <ConnectButton />
    <LatchkeyModal />
  </LatchkeyProvider>
)
async function shown() {
  await page.viewport(1200, 900)
  onTestFinished(() => page.viewport(414, 896))
  const latchkey = instance(fakeWallet())
  await render(site(latchkey))
  await loaded(latchkey)
}
function pageSays(css: string) {
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = css
  onTestFinished(() => sheet.remove())
}

test.each([20, 24, 32])(
  'text, and the card around it, grow with the font size of the browser: %i px',
  async (standard) => {
    await shown()
    expect(sizes()).toEqual([15, 17, 16, 15, 12])
    expect(width()).toBe(360)
    await lettersOf(standard)
    expect(sizes()).toEqual([15, 17, 16, 15, 12].map((size) => (size * standard) / 16))
    expect(width()).toBe((360 * standard) / 16)
  },
)

test('the root font size of a page does not change the skin, unless the page sets the skin’s properties', async () => {
  await shown()
  pageSays('html { font-size: 62.5% } body { font-size: 40px }')
  expect(getComputedStyle(document.documentElement).fontSize).toBe('10px')
  expect(sizes()).toEqual([15, 17, 16, 15, 12])
  pageSays('[data-latchkey] { --latchkey-text-base: 2rem }')
  expect(sizes()).toEqual([15, 17, 16, 15, 12].map((size) => (size * 20) / 16))
  pageSays('[data-latchkey] { --latchkey-text-base: 16px; --latchkey-text-name: 21px }')
  expect(sizes()).toEqual([15, 17, 21, 15, 12])
})
