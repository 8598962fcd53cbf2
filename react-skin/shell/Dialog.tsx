import { DismissableLayer, FocusGuards, FocusScope, Presence } from 'radix-ui/internal'
import { Portal } from 'radix-ui'
import { useState, type MouseEvent } from 'react'
import { useLatchkey } from '../hooks.ts'
import { useRoot } from '../theme/root.tsx'
import { Card } from './Card.tsx'

/**
 * The card as a dialog over the page. It is made of the parts that Radix makes its own dialog of, without the scroll
 * lock, which writes a style element and so breaks a strict CSP.
 */
export function Dialog({ open, appended }: { open: boolean; appended: boolean }) {
  const layer = (
    <div>
      <Layer open={open} />
    </div>
  )
  return (
    <Presence.Presence present={open}>
      {appended ? <Portal.Root asChild>{layer}</Portal.Root> : layer}
    </Presence.Presence>
  )
}

function Layer({ open }: { open: boolean }) {
  const { close } = useLatchkey()
  const root = useRoot('dialog')
  FocusGuards.useFocusGuards()
  const [opener] = useState(() => document.activeElement)
  const closeBeside = ({ target, currentTarget }: MouseEvent) => {
    if (target === currentTarget) close()
  }
  return (
    // Clicks beside the card close; whoever uses a keyboard has Escape and the close button.
    <div {...root} data-state={open ? 'open' : 'closed'} role="presentation" onClick={closeBeside}>
      <FocusScope.Root
        asChild
        loop
        trapped={open}
        onMountAutoFocus={focusDialog}
        onUnmountAutoFocus={(event) => giveBack(event, opener)}
      >
        <DismissableLayer.Root asChild onDismiss={close} onInteractOutside={(event) => event.preventDefault()}>
          <Card closable role="dialog" aria-modal />
        </DismissableLayer.Root>
      </FocusScope.Root>
    </div>
  )
}

/** The focus goes back to what opened the dialog, or to the button that has taken its place meanwhile. */
function giveBack(event: Event, opener: Element | null) {
  event.preventDefault()
  const target = opener?.isConnected ? opener : document.querySelector('[data-latchkey][data-mode="button"] button')
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
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
