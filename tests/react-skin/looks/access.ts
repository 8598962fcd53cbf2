/** What keeps users from using a view: rules of axe, controls that are too small, and what is out of reach in a small window. */
import { expect, onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { styled, violations } from '../support.tsx'

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

/** The same view in the other colors, of which only the contrast can be wrong. */
async function inDark(): Promise<string[]> {
  const roots = document.querySelectorAll('[data-latchkey]')
  for (const root of roots) root.setAttribute('data-scheme', 'dark')
  const found = await violations('color-contrast')
  for (const root of roots) root.setAttribute('data-scheme', 'light')
  return found
}

/** What is wrong with the view that is shown, for users of a screen reader and for fingers. */
export async function barriers(): Promise<string[]> {
  const links = [...document.querySelectorAll('[data-latchkey] [target="_blank"]')]
    .filter(({ textContent }) => !/Opens in a new tab|يُفتح في علامة تبويب جديدة/.test(textContent))
    .map(({ textContent }) => `does not say that it opens a tab: ${textContent}`)
  return [...(await violations()), ...(await inDark()), ...small(), ...links, ...styled()]
}

/** A window as a browser makes it of its own when a page is zoomed: fewer CSS pixels, each of which takes more of the screen's. */
export async function zoomed(width: number, height: number, deviceScaleFactor: number) {
  onTestFinished(async () => {
    await cdp().send('Emulation.clearDeviceMetricsOverride')
    await page.viewport(414, 896)
  })
  await page.viewport(width, height)
  await cdp().send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor, mobile: false })
  await expect.poll(() => [innerWidth, innerHeight, devicePixelRatio]).toEqual([width, height, deviceScaleFactor])
}

const card = () => {
  const found = document.querySelector<HTMLElement>('[data-part="card"]')
  if (!found) throw new Error('no card')
  return found
}

const within = () =>
  [...card().querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility() && !element.matches('[data-part="unseen"], [data-hidden], [data-hidden] *, svg, svg *'),
  )

const named = (element: Element) =>
  `${element.getAttribute('data-part') ?? element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').slice(0, 40)}"`

/** What is wider than its place: the card, or the window for what stands beside the card. */
function wide(): string[] {
  const { left, right } = card().getBoundingClientRect()
  const out = within().filter((element) => {
    const box = element.getBoundingClientRect()
    const [from, to] = element.closest('[data-part="snackbar"]') ? [0, innerWidth] : [left, right]
    return box.width > 0 && (box.left < from - 1 || box.right > to + 1)
  })
  const root = document.documentElement
  return [
    ...(root.scrollWidth > root.clientWidth ? ['the page'] : []),
    ...(left < -1 || right > innerWidth + 1 ? ['the card'] : []),
    ...out.map(named),
  ]
}

/** Whether an element can be seen where it stands, on each of its sides. */
function covered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  const points = [
    [x, y],
    [x, top + 3],
    [x, bottom - 3],
    [left + 3, y],
    [right - 3, y],
  ] as const
  return points.some(([across, down]) => {
    const hit = document.elementFromPoint(across, down)
    return !(hit && element.contains(hit))
  })
}

/** What cannot be scrolled to where it can be pressed, from either side, or is covered when the focus comes to it. */
function outOfReach(): string[] {
  const pressed = within().filter((element) => element.matches('a, button, input'))
  const found = [...pressed, ...pressed.toReversed()].flatMap((element) => {
    // A row that was scrolled away from may be gone.
    if (!element.isConnected) return []
    const place = element.closest('label') ?? element
    // What has the focus already is not scrolled to by taking it.
    element.blur()
    element.focus()
    const hidden = document.activeElement === element && covered(element)
    place.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return [...(hidden ? [`${named(element)}, with the focus`] : []), ...(covered(place) ? [named(element)] : [])]
  })
  return [...new Set(found)]
}

/** Texts that end before everything is said. The tile of an NFT has one line for its name. */
const cut = () =>
  within()
    .filter(
      (element) =>
        getComputedStyle(element).overflowX === 'hidden' &&
        // What only screen readers have is 1 px wide.
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.closest('[data-part="tile"]'),
    )
    .map(named)

/** Lines that are drawn over one another, and rows that end before what is in them. */
const crowded = () =>
  within()
    .filter((element) => {
      const { lineHeight, fontSize } = getComputedStyle(element)
      const worded = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
      const tight = worded && Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)
      return tight || (element.matches('[data-part="row"]') && element.scrollHeight > element.clientHeight + 1)
    })
    .map(named)

/** What cannot be read or pressed in a small window. `isNarrow`: lines are broken, and none is shortened. */
export const lost = (isNarrow: boolean) => [
  ...wide().map((name) => `too wide: ${name}`),
  ...outOfReach().map((name) => `out of reach: ${name}`),
  ...(isNarrow ? cut().map((name) => `cut: ${name}`) : []),
  ...crowded().map((name) => `crowded: ${name}`),
]
