import { DismissableLayer, FocusGuards, FocusScope } from 'radix-ui/internal'
import { useEffect, useLayoutEffect, useRef, useState, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import type { Latchkey } from '../../sdk/index.ts'
import { useLatchkey, useActorSelector } from '../hooks/index.ts'
import { ownerOf, useRoot } from '../theme/root.tsx'
import { AheadContext } from './prerender.ts'
import { Card } from './Card.tsx'
import { focused, holdInShadow, placeOf } from './focus.ts'
import { OnElement } from './OnElement.tsx'

/**
 * The card as a dialog over the page. Until it is `open`, it is rendered but hidden from view, focus and screen readers, so that
 * opening only has to show it. It uses the parts of Radix's dialog, without the scroll lock, which writes a style element and so
 * breaks a strict CSP.
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

/** Appends to the end of the page, or of the shadow root, which contains the styles. */
function Appended({ children }: { children: ReactNode }) {
  const [place, setPosition] = useState<Element | DocumentFragment>()
  const find = (here: Element | null) => {
    if (here) setPosition(placeOf(here))
  }
  return place ? createPortal(children, place) : <template ref={find} />
}

/** `last`: moves the layer to the end of its parent when it opens, after elements that were appended meanwhile. */
function Layer({ open, last = false }: { open: boolean; last?: boolean }) {
  const { close } = useLatchkey()
  const root = useRoot('dialog')
  const card = useRef<HTMLElement>(null)
  const laidOut = useLaidOut(open)
  useLayoutEffect(() => {
    const layer = card.current?.parentElement
    // React supports this attribute only since version 19.
    layer?.toggleAttribute('inert', !open)
    if (open && last && layer?.nextElementSibling) layer.parentNode?.append(layer)
  }, [open, last])
  const closeBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close()
  }
  return (
    // A click beside the card closes it. Keyboard users have Escape and the close button.
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

/** Whether the browser has laid out the prerendered dialog, which happens with a frame. */
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

/** Traps the focus in the card and closes it with Escape, while it is open. */
function Held({ card }: { card: RefObject<HTMLElement | null> }) {
  const latchkey = useLatchkey()
  /** The user decides in the frame of the embedded wallet, which is outside of the dialog. */
  const framed = useActorSelector('frame', (snapshot) => snapshot?.hasTag('showing') ?? false)
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

/** The button that replaced the one that opened the dialog, from the same instance. */
function buttonOf(latchkey: Latchkey, scope: Node): Element | null | undefined {
  const within = scope instanceof ShadowRoot ? scope : document
  return [...within.querySelectorAll('[data-latchkey][data-mode="button"]')]
    .find((root) => ownerOf(root) === latchkey)
    ?.querySelector('button')
}

/** Focuses the dialog, so that a screen reader reads its name and description first, unless the view requests the focus. */
function focusDialog(event: Event) {
  event.preventDefault()
  if (!(event.currentTarget instanceof HTMLElement)) return
  const wanted = event.currentTarget.querySelector('[data-first-focus]')
  const target = wanted instanceof HTMLElement ? wanted : event.currentTarget
  target.focus({ preventScroll: true })
}
