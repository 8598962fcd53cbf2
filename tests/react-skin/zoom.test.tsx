import { expect, onTestFinished, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { cases, full } from '../support/full.ts'
import { everyView } from './everyView.tsx'
import { lettersOf, settled } from './support.tsx'

/** A window as a browser makes it of its own when a page is zoomed: fewer CSS pixels, each of which takes more of the screen's. */
async function zoomed(width: number, height: number, deviceScaleFactor: number) {
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

/** Texts that end before everything is said. */
const cut = () =>
  within()
    .filter(
      (element) => getComputedStyle(element).overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1,
    )
    .map(named)

test.each(
  cases([
    ['a dialog', 320, 256, 4, { embedded: false }],
    ['in the page', 320, 256, 4, { embedded: true }],
    ['a dialog', 640, 360, 2, { embedded: false }],
    ['in the page', 640, 360, 2, { embedded: true }],
  ] as const),
)(
  'nothing is lost when the page is zoomed: %s in a window of %i x %i',
  async (_, width, height, scale, options) => {
    await zoomed(width, height, scale)
    const found: Record<string, unknown> = {}
    for await (const view of everyView(options)) {
      await settled()
      const lost = { wide: wide(), outOfReach: outOfReach(), cut: width < 360 ? cut() : [] }
      if (Object.values(lost).some(({ length }) => length > 0)) found[view] = lost
    }
    expect(found).toEqual({})
  },
  120_000,
)

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

test.runIf(full).each([
  ['in the page', { embedded: true }],
  ['a dialog', { embedded: false }],
] as const)(
  'nothing is lost on a phone whose browser draws letters twice as large: %s',
  async (_, options) => {
    await zoomed(320, 640, 1)
    await lettersOf(32)
    const found: Record<string, unknown> = {}
    for await (const view of everyView(options)) {
      await settled()
      const lost = { wide: wide(), outOfReach: outOfReach(), crowded: crowded(), cut: cut() }
      if (Object.values(lost).some(({ length }) => length > 0)) found[view] = lost
    }
    expect(found).toEqual({})
  },
  120_000,
)
