/** What is wrong with the layout of the modal, whatever its font: content that is cut off, overlaps, or is outside. */
const shown = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  !element.closest('[data-part="unseen"], [data-state="in-view"]')

interface Box {
  name: string
  of: Element
  rect: DOMRect
}

/** The element that shows, with an ellipsis, that it has more content. */
function shortener(of: Element, card: Element): Element | undefined {
  for (let around: Element | null = of; around && around !== card; around = around.parentElement)
    if (getComputedStyle(around).textOverflow === 'ellipsis') return around
  return undefined
}

/** The visible lines of text, each as high as its letters without ascenders and descenders. */
function lines(card: Element): Box[] {
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const found: Box[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const of = node.parentElement
    const name = node.textContent?.trim()
    if (!of || !name || !shown(of)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const shortened = shortener(of, card)?.getBoundingClientRect()
    for (const { left, right, y, height } of range.getClientRects()) {
      const from = Math.max(left, shortened?.left ?? left)
      const to = Math.min(right, shortened?.right ?? right)
      if (to > from) found.push({ name, of, rect: new DOMRect(from, y + height / 4, to - from, height / 2) })
    }
  }
  return found
}

const controls = (card: Element): Box[] =>
  [...card.querySelectorAll('a, button, input')]
    .filter(shown)
    .map((of) => ({ name: of.outerHTML.slice(0, 80), of, rect: of.getBoundingClientRect() }))

const within = (inner: DOMRect, outer: DOMRect, sides: readonly ('left' | 'right' | 'top' | 'bottom')[]) =>
  sides.every((side) =>
    side === 'left' || side === 'top' ? inner[side] >= outer[side] - 1 : inner[side] <= outer[side] + 1,
  )

const meet = (one: DOMRect, other: DOMRect) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1

/** The element that cuts a box off where users cannot scroll to it, without a sign that there is more. */
function cutter({ of, rect }: Box, card: Element): Element | undefined {
  for (let around: Element | null = of; around && card.contains(around); around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around)
    const room = around.getBoundingClientRect()
    if (overflowX !== 'visible' && !within(rect, room, ['left', 'right'])) return around
    if (overflowY === 'hidden' && !within(rect, room, ['top', 'bottom'])) return around
    // Users can scroll to what is below.
    if (overflowY === 'auto' || overflowY === 'scroll') return undefined
  }
  return undefined
}

/** The visible part of a box, without what has to be scrolled to. */
function inSight({ name, of, rect }: Box, card: Element): Box {
  let around: Element | null = of
  while (around && around !== card && !/auto|scroll/.test(getComputedStyle(around).overflowY))
    around = around.parentElement
  const room = (around ?? card).getBoundingClientRect()
  // A sticky footer covers what is scrolled beneath it.
  const feet = [...card.querySelectorAll('[data-part="view"] > [data-part="actions"]:last-child')].filter(
    (foot) => getComputedStyle(foot).position === 'sticky' && !foot.contains(of),
  )
  const ends = [room.bottom, ...feet.map((foot) => foot.getBoundingClientRect().top)]
  const [top, bottom] = [Math.max(rect.top, room.top), Math.min(rect.bottom, ...ends)]
  return { name, of, rect: new DOMRect(rect.x, top, rect.width, Math.max(bottom - top, 0)) }
}

/** The faults of the open dialog, each in words. */
export function faults(): string[] {
  const card = document.querySelector('[data-part="card"]')
  if (!card) return ['there is no card']
  const room = card.getBoundingClientRect()
  const text = lines(card)
  const pressed = controls(card)
  const found: string[] = []
  if (room.left < -1 || room.right > window.innerWidth + 1 || room.top < -1 || room.bottom > window.innerHeight + 1)
    found.push('the card is outside the window')
  for (const box of [...text, ...pressed]) {
    if (!within(box.rect, room, ['left', 'right'])) found.push(`outside the card: ${box.name}`)
    const cutting = cutter(box, card)
    if (cutting) found.push(`cut off by ${cutting.getAttribute('data-part') ?? cutting.tagName}: ${box.name}`)
  }
  for (const boxes of [text, pressed].map((all) => all.map((box) => inSight(box, card))))
    for (const [index, one] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        if (
          one.of !== other.of &&
          !one.of.contains(other.of) &&
          !other.of.contains(one.of) &&
          meet(one.rect, other.rect)
        )
          found.push(`one on the other: ${one.name} and ${other.name}`)
  return found
}
