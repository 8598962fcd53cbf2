import { DismissableLayer, FocusGuards, FocusScope } from 'radix-ui/internal'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Latchkey } from '../../sdk/index.ts'
import { useLatchkey } from '../hooks.ts'
import { ownerOf, useRoot } from '../theme/root.tsx'
import { Card } from './Card.tsx'
import { focused, holdInShadow, placeOf } from './focus.ts'

/**
 * The card as a dialog over the page. It is made of the parts that Radix makes its own dialog of, without the scroll
 * lock, which writes a style element and so breaks a strict CSP.
 */
export function Dialog({ appended }: { appended: boolean }) {
  return appended ? (
    <Appended>
      <Layer />
    </Appended>
  ) : (
    <Layer />
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

function Layer() {
  const latchkey = useLatchkey()
  const { close } = latchkey
  const root = useRoot('dialog')
  FocusGuards.useFocusGuards()
  const [opener] = useState(focused)
  const [scope] = useState(() => opener?.getRootNode() ?? document)
  const closeBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close()
  }
  const giveBack = (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : buttonOf(latchkey, scope)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return (
    // Clicks beside the card close; whoever uses a keyboard has Escape and the close button.
    <div {...root} role="presentation" onClick={closeBeside}>
      <FocusScope.Root asChild loop trapped onMountAutoFocus={focusDialog} onUnmountAutoFocus={giveBack}>
        <DismissableLayer.Root asChild onDismiss={close} onInteractOutside={(event) => event.preventDefault()}>
          <Card closable role="dialog" aria-modal ref={holdInShadow} />
        </DismissableLayer.Root>
      </FocusScope.Root>
    </div>
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
