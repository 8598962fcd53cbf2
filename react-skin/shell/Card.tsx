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
import { useActorSelector, useView } from '../hooks/index.ts'
import { useCardStrings } from '../strings/cardStrings.tsx'
import { Alerts } from './Alerts.tsx'
import { focused } from './focus.ts'
import { Header } from './Header.tsx'
import { Snackbar } from './Snackbar.tsx'
import { Views } from './Views.tsx'

// In a dialog, the components around the card render several times as it opens. Memoized, its content does not.
const Head = /* @__PURE__ */ memo(Header)
const Warnings = /* @__PURE__ */ memo(Alerts)
const Content = /* @__PURE__ */ memo(Views)
const Messages = /* @__PURE__ */ memo(Snackbar)

/** The card of the modal, the same in a page and in a dialog. Its title is its name, and a sentence describes it. */
export function Card({
  closable,
  element,
  children,
  ...props
}: Omit<ComponentProps<'section'>, 'ref'> & { closable: boolean; element?: Ref<HTMLElement> }) {
  const id = useId()
  const view = useView()
  const { descriptions } = useCardStrings()
  const direction = useActorSelector('view', ({ context }) => context.direction)
  const moved = useMoved(view)
  const shaking = useActorSelector('modal', (snapshot) => snapshot.hasTag('shaking'))
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

/** Whether the view has changed since the card was mounted. */
function useMoved(view: string): boolean {
  const [first] = useState(view)
  const [moved, setMoved] = useState(false)
  if (view !== first && !moved) setMoved(true)
  return moved
}

/** Identifies a control, so that it can be found again when its view is shown again. */
const nameOf = (control: Element): string =>
  [control.localName, control.getAttribute('name') ?? control.getAttribute('aria-label') ?? control.textContent].join()

/**
 * Moves the focus when the view changes, if it was in the card. On the way back it moves to the control that had it, else to the
 * one that the view wants, else to the title, which a screen reader then reads.
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

/** If the focused element is removed or disabled, moves the focus to the title so that it is not lost. */
function useKeptFocus(title: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const heading = title.current
    const card = heading?.closest('[data-part="card"]')
    if (!heading || !card) return
    let last: EventTarget | null = null
    const take = ({ target }: Event) => {
      last = target
    }
    // If the user moves the focus away, it is not brought back. A wallet's window in front does not count.
    const leave = ({ target }: Event) => {
      if (target !== last || lost(last) || !document.hasFocus()) return
      // A removed element loses the focus while it is still in the document.
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

/** A new view starts at the top. On the way back, the scroll position is restored. */
function usePlace(view: string, direction: 'forward' | 'back', stage: RefObject<HTMLElement | null>) {
  const places = useRef(new Map<string, number>())
  const place = useRef(0)
  useLayoutEffect(() => {
    const top = direction === 'back' ? (places.current.get(view) ?? 0) : 0
    // Scrolling forces a layout, even if the position does not change.
    if (top !== place.current) stage.current?.scrollTo?.({ top, behavior: 'instant' })
  }, [view, direction, stage])
  return ({ currentTarget }: { currentTarget: Element }) => {
    place.current = currentTarget.scrollTop
    places.current.set(view, currentTarget.scrollTop)
  }
}

/** Animates the height to follow the content. The Web Animations API needs no style attribute, so a strict CSP allows it. */
function useHeight() {
  const stage = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const outer = stage.current
    if (!outer || typeof ResizeObserver === 'undefined') return
    let running: Animation | undefined
    let shown = 0
    const follow = () => {
      // Growth beyond the window or the view's maximum height is not visible.
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
    // Each view is another content element.
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
