import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { fakeWallet } from '../../mocks/fakes/fakeWallet.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, type OwnParts, type OwnViews } from '../../react-skin/index.ts'
import { cases, full } from '../support/full.ts'
import { isState, scenes } from '../visual/scenes.ts'
import { catalogOf, instance, loaded, madeUp, settled } from './support.tsx'

/** Style sheets of host pages. Each is appended after the page's sheets, where it wins among rules of equal weight. */
const hosts = {
  'everything undone': '* { all: unset; font-size: 40px }',
  'a reset': `
    html, body, div, span, h1, h2, h3, p, a, img, strong, dl, dt, dd, ol, ul, li, label, header, section, button, input {
      margin: 0; padding: 0; border: 0; font: inherit; font-size: 100%; vertical-align: baseline; }
    ol, ul { list-style: none }
    * { box-sizing: content-box }`,
  'a reset in a layer': `
    @layer base {
      *, ::before, ::after { box-sizing: border-box; margin: 0; padding: 0; border: 0 solid }
      img, svg, video, canvas { display: block; vertical-align: middle }
      img, video { max-width: 100%; height: auto }
      button, input { font: inherit; letter-spacing: inherit; color: inherit; border-radius: 0; background-color: transparent; opacity: 1 }
      h1, h2, h3 { font-size: inherit; font-weight: inherit }
      a { color: inherit; text-decoration: inherit }
      ol, ul { list-style: none }
      ::placeholder { opacity: 1; color: gray }
    }`,
  'styles of elements': `
    body { line-height: 3; letter-spacing: 5px; word-spacing: 9px; text-align: right; text-indent: 40px; font: italic 700 30px serif;
      text-transform: uppercase; white-space: pre; text-shadow: 1px 1px red; cursor: wait; -webkit-text-stroke: 1px red }
    div { padding: 1em; display: flex; float: left }
    body > div { transform: scale(.9); max-width: 100px; padding: 200px; border: 9px solid }
    p, li, h2, h3, dl, dd { margin: 2em; text-indent: 3em; max-width: 20ch; line-height: 4 }
    h2 { font-size: 60px; border-bottom: 3px solid }
    h2::before { content: '# ' }
    button, input { text-transform: uppercase; background: red; width: 100%; height: 90px; border: 5px solid blue; box-shadow: 0 0 9px }
    button:hover { background: blue }
    a { text-decoration: underline dotted; color: lime; display: block }
    svg { display: block; width: 100%; fill: red }
    img { max-width: 100%; height: auto; border: 4px solid; filter: blur(2px) }
    span { font-size: 30px; display: inline-block }
    label { font-weight: bold; display: block; float: left }
    ul { list-style: square inside; padding-left: 40px }
    li::before { content: '> ' }
    header { position: fixed; top: 0; height: 200px }
    section { padding: 100px 0; background: black; min-height: 100vh }
    :focus-visible { outline: none }
    div::after { content: ''; display: table; clear: both }`,
  'an article': `
    .article p, .article li { margin: 1.25em 0; font-size: 1.3em }
    .article h2 { font-size: 2em; margin-top: 2em }
    .article svg, .article img { width: 100%; margin: 2em 0 }
    .article button { all: unset }
    .article a { color: red; font-weight: 900 }`,
  'another root size': 'html { font-size: 62.5%; zoom: 1 } * { box-sizing: content-box }',
  'right to left': 'html, body { direction: rtl; text-align: right } * { direction: rtl }',
}

/** Whether an element is positioned in the window, and not in the skin's root element. */
const isPinned = (element: Element | null): boolean =>
  element !== null &&
  !element.matches('[data-latchkey]') &&
  (getComputedStyle(element).position === 'fixed' || isPinned(element.parentElement))

/** How the skin looks: the place of each element in its root element or the window, and its styles. */
function look() {
  const drawn = [
    'color',
    'backgroundColor',
    'fontSize',
    'fontFamily',
    'fontWeight',
    'textTransform',
    'letterSpacing',
  ] as const
  // A line break opportunity has no place in the layout.
  return [...document.querySelectorAll<HTMLElement | SVGElement>('[data-latchkey] *:not(wbr)')]
    .filter((element) => element.checkVisibility() && !element.closest('defs'))
    .map((element, index) => {
      const style = getComputedStyle(element)
      const origin = isPinned(element) ? undefined : element.closest('[data-latchkey]')?.getBoundingClientRect()
      const { x, y, width, height } = element.getBoundingClientRect()
      return {
        name: `${index} ${element.tagName} ${element.getAttribute('data-part') ?? element.textContent?.slice(0, 20)}`,
        box: [x - (origin?.x ?? 0), y - (origin?.y ?? 0), width, height],
        drawn: drawn.map((name) => style[name]).join(' | '),
      }
    })
}

/** What looks different with a host's sheet. A difference that occurs only once, while something loads, is not the sheet's. */
async function differences(sheet: string): Promise<string[]> {
  const first = await compared(sheet)
  return first.length === 0 ? first : compared(sheet)
}

async function compared(sheet: string): Promise<string[]> {
  await settled()
  const before = look()
  const element = document.createElement('style')
  element.textContent = sheet
  document.body.append(element)
  document.body.classList.add('article')
  // The height is measured in one frame, and animated from the next.
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  await settled()
  const after = look()
  element.remove()
  document.body.classList.remove('article')
  if (before.length !== after.length) return [`${before.length} elements were seen, and now ${after.length}`]
  return before.flatMap((one, index) => {
    const other = after[index]
    if (!other) return []
    const moved = one.box.some((length, side) => Math.abs(length - (other.box[side] ?? 0)) > 1)
    const boxes = moved ? ` ${one.box.map(Math.round).join()} -> ${other.box.map(Math.round).join()}` : ''
    const changed = one.drawn === other.drawn ? '' : ` ${one.drawn} -> ${other.drawn}`
    return boxes || changed ? [`${one.name}:${boxes}${changed}`] : []
  })
}

/**
 * The views with the elements that host sheets style: fields, lists, links, headings, images and tables. `npm run test:full` has
 * all.
 */
const viewed = [
  'Connect',
  'AllWallets',
  'ConnectingWalletConnect',
  'Account',
  'Activity',
  'Networks',
  'WalletReceive',
  'WalletSend, complete',
  'WalletSendPreview',
  'Snackbar, success',
]
const shown = Object.entries(scenes).filter(([name]) => viewed.includes(name) || (full && !isState(name)))

test.each(
  cases([
    ['in the page', true],
    ['over the page', false],
  ] as const),
)(
  'a host’s style sheet does not change how the skin looks %s',
  async (_, embedded) => {
    await page.viewport(800, 900)
    const still = document.createElement('style')
    // Nothing spins, and the pointer is over nothing, wherever it was left.
    still.textContent = `[data-latchkey] { --latchkey-duration-spin: 0s; --latchkey-duration-hover: 0s }
    [data-latchkey][data-latchkey] { pointer-events: none }`
    document.head.append(still)
    const found: Record<string, string[]> = {}
    for (const [view, scene] of shown) {
      await scene({ locale: 'en', phone: false, embedded })
      for (const [name, sheet] of Object.entries(hosts)) {
        const different = await differences(sheet)
        if (different.length > 0) found[`${view}, ${name}`] = different.slice(0, 6)
      }
      await cleanup()
    }
    still.remove()
    await page.viewport(414, 896)
    expect(found).toEqual({})
  },
  120_000,
)

/** Every computed style of each of the host's own elements. */
const computed = (host: Element) =>
  [host, ...host.querySelectorAll('*')].map((element) => {
    const style = getComputedStyle(element)
    return Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))
  })

test('the skin’s style sheet does not change the host’s own elements', async () => {
  const host = document.body.appendChild(document.createElement('main'))
  host.innerHTML = `<header><h2>Title</h2></header><section><p>Text <a href="#a">link</a> <strong>strong</strong></p>
    <ul><li>One</li></ul><dl><dt>Term</dt><dd>Meaning</dd></dl><button>Press</button><input placeholder="Type">
    <label>Name</label><img alt=""><svg width="30" height="30"><circle r="9"></circle></svg></section>`
  const ours = [...document.styleSheets].filter((sheet) =>
    [...sheet.cssRules].some(({ cssText }) => cssText.includes('data-latchkey')),
  )
  expect(ours.length).toBeGreaterThan(0)
  const withUs = computed(host)
  for (const sheet of ours) sheet.disabled = true
  const withoutUs = computed(host)
  for (const sheet of ours) sheet.disabled = false
  // A registered property has its initial value everywhere, without an effect. A sheet registers it for the whole page.
  const registered = { '--latchkey-registered': '1', '--latchkey-text-base': '16px' }
  expect(withUs).toEqual(withoutUs.map((style) => ({ ...style, ...registered })))
  host.remove()
})

test('a host’s focus ring does not add a second one to a field', async () => {
  const sheet = document.createElement('style')
  sheet.textContent = '.article :is(a, button, input):focus-visible { outline: 3px solid red; outline-offset: 2px }'
  document.body.append(sheet)
  document.body.classList.add('article')
  onTestFinished(() => {
    sheet.remove()
    document.body.classList.remove('article')
  })
  const latchkey = instance(fakeWallet(), {}, catalogOf(madeUp(5)))
  await render(
    <LatchkeyProvider latchkey={latchkey}>
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  latchkey.dispatch({ type: 'modal.open', view: 'AllWallets' })
  const search = page.getByRole('searchbox')
  await expect.element(search).toBeVisible()
  await search.click()
  expect(search.element().matches(':focus-visible')).toBe(true)
  expect(getComputedStyle(search.element()).outlineStyle).toBe('none')
})

test('an app can restyle a part, a property, and all that it adds itself', async () => {
  const sheet = document.createElement('style')
  // Before the skin's sheet, except for the part.
  sheet.textContent = `[data-latchkey] { --latchkey-radius-card: 1px }
    .own { color: rgb(1, 2, 3); padding: 7px } .own p { margin: 9px } .mine { margin-top: 11px }`
  document.head.prepend(sheet)
  const after = document.createElement('style')
  after.textContent = `[data-latchkey] [data-part='button'] { background: rgb(4, 5, 6) }`
  document.head.append(after)
  const parts: OwnParts = { Row: ({ name }) => <button className="own">{name}</button> }
  const views: OwnViews = {
    WhatIsAWallet: () => (
      <div className="own">
        <p>Mine</p>
      </div>
    ),
  }
  const latchkey = instance(fakeWallet())
  await render(
    <LatchkeyProvider latchkey={latchkey} parts={parts} views={views}>
      <ConnectButton className="mine" data-variant="quiet" />
      <LatchkeyModal />
    </LatchkeyProvider>,
  )
  await loaded(latchkey)
  const style = (selector: string) => {
    const element = document.querySelector(selector)
    if (!element) throw new Error(`no ${selector}`)
    return getComputedStyle(element)
  }
  expect(style('[data-part="card"]').borderRadius).toBe('1px')
  expect([style('.mine').marginTop, style('.mine').backgroundColor]).toEqual(['11px', 'rgb(4, 5, 6)'])
  expect([style('button.own').color, style('button.own').padding]).toEqual(['rgb(1, 2, 3)', '7px'])
  latchkey.dispatch({ type: 'view.push', view: 'WhatIsAWallet' })
  await vi.waitFor(() => expect(style('div.own').padding).toBe('7px'))
  expect(style('div.own p').margin).toBe('9px')
  sheet.remove()
  after.remove()
})
