import { useEffect, useId, useLayoutEffect, useRef, type ComponentProps } from 'react'
import { useSelect, useView } from '../hooks.ts'
import { useStrings } from '../strings/strings.tsx'
import { Alerts } from './Alerts.tsx'
import { Header } from './Header.tsx'
import { Snackbar } from './Snackbar.tsx'
import { Views } from './Views.tsx'

/** The modal's card, the same in a page and in a dialog: named by its title, described by a sentence. */
export function Card({ closable, children, ...props }: ComponentProps<'section'> & { closable: boolean }) {
  const id = useId()
  const view = useView()
  const { descriptions } = useStrings()
  const direction = useSelect('view', ({ context }) => context.direction)
  const shaking = useSelect('modal', (snapshot) => snapshot.hasTag('shaking'))
  const title = useRef<HTMLHeadingElement>(null)
  const focus = useFocusOnView(view, title)
  const stage = useHeight()

  return (
    <section
      data-part="card"
      data-view={view}
      data-shaking={shaking || undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      {...focus}
      {...props}
    >
      <p id={`${id}-description`} hidden>
        {descriptions[view]}
      </p>
      <Header titleId={`${id}-title`} titleRef={title} closable={closable} />
      <Alerts />
      <div data-part="stage" ref={stage}>
        <div data-part="stage-content" data-direction={direction} key={view}>
          <Views />
        </div>
      </div>
      <Snackbar />
      {children}
    </section>
  )
}

/** Moves the focus to the title when the view changes, if the focus was in the card: then a reader says where one is. */
function useFocusOnView(view: string, title: { current: HTMLHeadingElement | null }) {
  const held = useRef(false)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    if (held.current) title.current?.focus({ preventScroll: true })
  }, [view, title])
  return {
    onFocus: () => {
      held.current = true
    },
    onBlur: ({ currentTarget, relatedTarget }: { currentTarget: Element; relatedTarget: EventTarget | null }) => {
      if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) held.current = false
    },
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
      const height = outer.firstElementChild?.clientHeight ?? 0
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
