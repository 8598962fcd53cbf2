import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type Ref,
  type RefObject,
} from 'react'
import { useSelect, useView } from '../hooks.ts'
import { useStrings } from '../strings/strings.tsx'
import { Alerts } from './Alerts.tsx'
import { focused } from './focus.ts'
import { Header } from './Header.tsx'
import { Snackbar } from './Snackbar.tsx'
import { Views } from './Views.tsx'

// What holds the card in a dialog renders it anew several times as it opens; what is in it has no part in that.
const Head = /* @__PURE__ */ memo(Header)
const Warnings = /* @__PURE__ */ memo(Alerts)
const Content = /* @__PURE__ */ memo(Views)
const Messages = /* @__PURE__ */ memo(Snackbar)

/** The modal's card, the same in a page and in a dialog: named by its title, described by a sentence. */
export function Card({
  closable,
  element,
  children,
  ...props
}: Omit<ComponentProps<'section'>, 'ref'> & { closable: boolean; element?: Ref<HTMLElement> }) {
  const id = useId()
  const view = useView()
  const { descriptions } = useStrings()
  const direction = useSelect('view', ({ context }) => context.direction)
  const moved = useMoved(view)
  const shaking = useSelect('modal', (snapshot) => snapshot.hasTag('shaking'))
  const title = useRef<HTMLHeadingElement>(null)
  const stage = useHeight()
  const focus = useFocusOnView(view, direction, title, stage)
  useKeptFocus(title)
  const keepPlace = usePlace(view, direction, stage)

  return (
    <section
      ref={element}
      data-part="card"
      data-view={view}
      data-direction={moved ? direction : undefined}
      data-shaking={shaking || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      {...focus}
      {...props}
    >
      <p id={`${id}-description`} hidden>
        {descriptions[view]}
      </p>
      <Head titleId={`${id}-title`} titleRef={title} closable={closable} />
      <Warnings />
      <div data-part="stage" ref={stage} onScroll={keepPlace}>
        <div data-part="stage-content" key={view}>
          <Content />
        </div>
      </div>
      <Messages />
      {children}
    </section>
  )
}

/** Whether another view was shown since the card is there. */
function useMoved(view: string): boolean {
  const [first] = useState(view)
  const [moved, setMoved] = useState(false)
  if (view !== first && !moved) setMoved(true)
  return moved
}

/** What a control is called, by which it is found again when its view is shown anew. */
const nameOf = (control: Element): string =>
  [control.localName, control.getAttribute('name') ?? control.getAttribute('aria-label') ?? control.textContent].join()

/**
 * Moves the focus when the view changes, if it was in the card: on the way back to what had it there, else to what the view
 * wants it on, else to the title, so that a reader says where one is.
 */
function useFocusOnView(
  view: string,
  direction: 'forward' | 'back',
  title: RefObject<HTMLElement | null>,
  stage: RefObject<HTMLElement | null>,
) {
  const held = useRef(false)
  const shown = useRef(view)
  const last = useRef(new Map<string, string>())
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    if (!held.current) return
    const controls = [...(stage.current?.querySelectorAll('a, button:enabled, input:enabled') ?? [])]
    const before = direction === 'back' && controls.find((control) => nameOf(control) === last.current.get(view))
    const wanted = before || stage.current?.querySelector('[data-first-focus]')
    const target = wanted instanceof HTMLElement ? wanted : title.current
    target?.focus({ preventScroll: true })
  }, [view, direction, title, stage])
  return {
    onFocus: ({ target }: { target: Element }) => {
      held.current = true
      if (stage.current?.contains(target)) last.current.set(view, nameOf(target))
    },
    onBlur: ({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: EventTarget | null }) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) held.current = false
    },
  }
}

/** What had the focus is gone, or cannot be pressed any more: the focus goes to the title instead of nowhere. */
function useKeptFocus(title: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const heading = title.current
    const card = heading?.closest('[data-part="card"]')
    if (!heading || !card) return
    let last: EventTarget | null = null
    const take = ({ target }: Event) => {
      last = target
    }
    // Whoever leaves on their own is not fetched back; a wallet's window that comes to the front is not leaving.
    const leave = ({ target }: Event) => {
      if (target !== last || lost(last) || !document.hasFocus()) return
      // What is taken away loses the focus while it still stands there.
      queueMicrotask(() => {
        if (target === last && last instanceof Element && last.isConnected) last = null
      })
    }
    const watcher = new MutationObserver(() => {
      if (!lost(last)) return
      last = null
      const now = focused()
      if (now === null || now === document.body || lost(now)) heading.focus({ preventScroll: true })
    })
    watcher.observe(card, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
    card.addEventListener('focusin', take)
    card.addEventListener('focusout', leave)
    return () => {
      watcher.disconnect()
      card.removeEventListener('focusin', take)
      card.removeEventListener('focusout', leave)
    }
  }, [title])
}

const lost = (element: EventTarget | null): boolean =>
  element instanceof Element && (!element.isConnected || element.matches(':disabled'))

/** A view begins at its top; the way back leads to where one was. */
function usePlace(view: string, direction: 'forward' | 'back', stage: RefObject<HTMLElement | null>) {
  const places = useRef(new Map<string, number>())
  const place = useRef(0)
  useLayoutEffect(() => {
    const top = direction === 'back' ? (places.current.get(view) ?? 0) : 0
    // Scrolling makes the browser lay out everything at once, also where one is there already.
    if (top !== place.current) stage.current?.scrollTo?.({ top, behavior: 'instant' })
  }, [view, direction, stage])
  return ({ currentTarget }: { currentTarget: Element }) => {
    place.current = currentTarget.scrollTop
    places.current.set(view, currentTarget.scrollTop)
  }
}

/** Lets the height follow the content smoothly. An animation object needs no style attribute, so a strict CSP allows it. */
function useHeight() {
  const stage = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const outer = stage.current
    if (!outer || typeof ResizeObserver === 'undefined') return
    let running: Animation | undefined
    let shown = 0
    const follow = () => {
      // What is higher than the window, or than the view may be, cannot be seen growing.
      const most = Number.parseFloat(getComputedStyle(outer).maxHeight) || window.innerHeight
      const height = Math.min(outer.firstElementChild?.clientHeight ?? 0, most, window.innerHeight)
      if (height === shown) return
      const from = running?.playState === 'running' ? outer.clientHeight : shown
      running?.cancel()
      shown = height
      const duration = Number.parseFloat(getComputedStyle(outer).getPropertyValue('--latchkey-duration-height'))
      if (from > 0 && duration > 0)
        running = outer.animate({ height: [`${from}px`, `${height}px`] }, { duration, easing: 'ease-out' })
    }
    const observer = new ResizeObserver(follow)
    // The content is another element with each view.
    const watcher = new MutationObserver(() => {
      observer.disconnect()
      for (const child of outer.children) observer.observe(child)
    })
    watcher.observe(outer, { childList: true })
    for (const child of outer.children) observer.observe(child)
    return () => {
      watcher.disconnect()
      observer.disconnect()
      running?.cancel()
    }
  }, [])
  return stage
}
