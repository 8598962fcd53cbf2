/** The focused element, including in shadow roots. */
export function focused(): Element | null {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  return element
}

/** Moves the focus to a control if the card's title or the dialog itself has it. */
export function takeFocus(control: HTMLElement | null): void {
  const holder = focused()
  const held = holder?.matches('[data-part="title"], [data-part="card"]') ?? false
  if (held && control?.closest('[data-part="card"]')?.contains(holder)) control.focus({ preventScroll: true })
}

/** The element to which a dialog is appended: the shadow root in which it is used, else the page's body. */
export function placeOf(element: Element): ShadowRoot | HTMLElement {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root : document.body
}

const stops = (card: HTMLElement): HTMLElement[] =>
  [...card.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, [tabindex]')].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility(),
  )

/**
 * Traps the focus in a dialog within a shadow root. The document only knows that the focus is in the shadow root, so the usual
 * focus trap cannot detect when it leaves.
 */
export function holdInShadow(card: HTMLElement | null) {
  const root = card?.getRootNode()
  if (!card || !(root instanceof ShadowRoot)) return undefined
  let last: HTMLElement = card
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLElement) last = target
  }
  const goRound = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
    const all = stops(card)
    const [first, end] = [all[0], all[all.length - 1]]
    const from = root.activeElement
    const leaves = event.shiftKey ? from === first || from === card : from === end
    if (!leaves) return
    event.preventDefault()
    const next = event.shiftKey ? end : first
    next?.focus()
  }
  const fetchBack = (event: Event) => {
    if (!event.composedPath().includes(card)) last.focus({ preventScroll: true })
  }
  card.addEventListener('focusin', remember)
  card.addEventListener('keydown', goRound)
  root.addEventListener('focusin', fetchBack)
  document.addEventListener('focusin', fetchBack)
  return () => {
    card.removeEventListener('focusin', remember)
    card.removeEventListener('keydown', goRound)
    root.removeEventListener('focusin', fetchBack)
    document.removeEventListener('focusin', fetchBack)
  }
}
