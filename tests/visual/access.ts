/**
 * What keeps users from using a view: axe violations, controls that are too small, and what is out of reach in a small window.
 */
import { expect, onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { styled, violations } from '../react-skin/support.tsx'

/** Controls that are smaller than 44 px. */
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

/** How far the touch target extends beyond the visible control: a pseudo-element covers it. */
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

/** What is wrong with the current view, for users of a screen reader and for fingers. */
export async function barriers(): Promise<string[]> {
  const links = [...document.querySelectorAll('[data-latchkey] [target="_blank"]')]
    .filter(({ textContent }) => !/Opens in a new tab|يُفتح في علامة تبويب جديدة/.test(textContent))
    .map(({ textContent }) => `does not say that it opens a tab: ${textContent}`)
  return [...(await violations()), ...(await inDark()), ...small(), ...links, ...styled()]
}

/** A window as a browser resizes it when a page is zoomed: fewer CSS pixels, each of which takes more of the screen. */
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

/** What is wider than its container: the card, or the window for what is outside the card. */
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

/** Whether an element is covered at its center or at one of its sides. */
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

/** Controls that cannot be scrolled to from either side, or that are covered when they get the focus. */
function outOfReach(): string[] {
  const pressed = within().filter((element) => element.matches('a, button, input'))
  const found = [...pressed, ...pressed.toReversed()].flatMap((element) => {
    // A row that was scrolled away from may have been removed.
    if (!element.isConnected) return []
    const place = element.closest('label') ?? element
    // Focusing an element that has the focus already does not scroll to it.
    element.blur()
    element.focus()
    const hidden = document.activeElement === element && covered(element)
    place.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return [...(hidden ? [`${named(element)}, with the focus`] : []), ...(covered(place) ? [named(element)] : [])]
  })
  return [...new Set(found)]
}

/** Texts that are cut off. The tile of an NFT has one line for its name. */
const cut = () =>
  within()
    .filter(
      (element) =>
        getComputedStyle(element).overflowX === 'hidden' &&
        // Text for screen readers only is 1 px wide.
        element.clientWidth > 1 &&
        element.scrollWidth > element.clientWidth + 1 &&
        !element.closest('[data-part="tile"]'),
    )
    .map(named)

/** Lines that overlap, and rows that end before their content. */
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
