import { DismissableLayer, FocusGuards, FocusScope } from 'radix-ui/internal'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Latchkey } from '../../sdk/index.ts'
import { useLatchkey, useSelect } from '../hooks.ts'
import { ownerOf, useRoot } from '../theme/root.tsx'
import { AheadContext } from './ahead.ts'
import { Card } from './Card.tsx'
import { focused, holdInShadow, placeOf } from './focus.ts'
import { OnElement } from './OnElement.tsx'

/**
 * The card as a dialog over the page. Until it is `open` it is there and cannot be seen, reached or read, so that opening it only
 * has to show it. It is made of the parts that Radix makes its own dialog of, without the scroll lock, which writes a style element
 * and so breaks a strict CSP.
 */
export function Dialog({ appended, open }: { appended: boolean; open: boolean }) {
  return appended ? (
    <Appended>
      <Layer open={open} last />
    </Appended>
  ) : (
    <Layer open={open} />
  )
}

/** At the end of the page; within a shadow root at the end of that, where the styles are. */
function Appended({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Element | DocumentFragment>()
  const find = (here: Element | null) => {
    if (here) setPlace(placeOf(here))
  }
  return place ? createPortal(children, place) : <template ref={find} />
}

/** `last`: nothing of the page comes after it once it is open, whatever was appended meanwhile. */
function Layer({ open, last = false }: { open: boolean; last?: boolean }) {
  const { close } = useLatchkey()
  const root = useRoot('dialog')
  const card = useRef<HTMLElement>(null)
  const laidOut = useLaidOut(open)
  useLayoutEffect(() => {
    const layer = card.current?.parentElement
    // React knows this attribute only from version 19 on.
    layer?.toggleAttribute('inert', !open)
    if (open && last && layer?.nextElementSibling) layer.parentNode?.append(layer)
  }, [open, last])
  const closeBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close()
  }
  return (
    // Clicks beside the card close; whoever uses a keyboard has Escape and the close button.
    <div
      {...root}
      data-state={open ? 'open' : laidOut ? 'ahead' : 'coming'}
      aria-hidden={!open || undefined}
      role="presentation"
      onClick={closeBeside}
    >
      <AheadContext.Provider value={!open}>
        <Card element={card} closable role={open ? 'dialog' : undefined} aria-modal={open || undefined} tabIndex={-1} />
      </AheadContext.Provider>
      {open && <Held card={card} />}
    </div>
  )
}

/** Whether what was rendered ahead was laid out by the browser, which it is with a frame. */
function useLaidOut(open: boolean): boolean {
  const [laidOut, setLaidOut] = useState(false)
  useEffect(() => {
    if (open) return undefined
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setLaidOut(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [open])
  return laidOut
}

/** Holds the focus in the card, and closes it with Escape, for as long as it is open. */
function Held({ card }: { card: RefObject<HTMLElement | null> }) {
  const latchkey = useLatchkey()
  /** The visitor decides in the frame of the embedded wallet, which no dialog can hold. */
  const framed = useSelect('frame', (snapshot) => snapshot?.hasTag('showing') ?? false)
  FocusGuards.useFocusGuards()
  const [opener] = useState(focused)
  const [scope] = useState(() => opener?.getRootNode() ?? document)
  useEffect(() => holdInShadow(card.current), [card])
  const giveBack = (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : buttonOf(latchkey, scope)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    <FocusScope.Root asChild loop trapped={!framed} onMountAutoFocus={focusDialog} onUnmountAutoFocus={giveBack}>
      <DismissableLayer.Root asChild onDismiss={latchkey.close} onInteractOutside={(event) => event.preventDefault()}>
        <OnElement element={card} />
      </DismissableLayer.Root>
    </FocusScope.Root>
  )
}

/** The button that has taken the place of the one that opened the dialog: one of the same instance. */
function buttonOf(latchkey: Latchkey, scope: Node): Element | null | undefined {
  const within = scope instanceof ShadowRoot ? scope : document
  return [...within.querySelectorAll('[data-latchkey][data-mode="button"]')]
    .find((root) => ownerOf(root) === latchkey)
    ?.querySelector('button')
}

/**
 * The dialog itself takes the focus, so that a reader says its name and description before anything in it; unless the
 * view wants it elsewhere.
 */
function focusDialog(event: Event) {
  event.preventDefault()
  if (!(event.currentTarget instanceof HTMLElement)) return
  const wanted = event.currentTarget.querySelector('[data-first-focus]')
  const target = wanted instanceof HTMLElement ? wanted : event.currentTarget
  target.focus({ preventScroll: true })
}
