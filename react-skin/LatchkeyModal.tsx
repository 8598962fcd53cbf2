import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useActor, useAttempted, useLatchkey, useSelect, useSend } from './hooks.ts'
import { watchSight } from './parts/sight.ts'
import { Card } from './shell/Card.tsx'
import { standsInPage } from './shell/embedded.ts'
import { dialog, preloadWhenIdle } from './shell/dialogLoader.ts'
import { useLoaded } from './shell/loadable.ts'
import { useRoot } from './theme/root.tsx'

/**
 * The modal: in the page, where it is embedded, else a dialog that is appended to the page's body, or to the shadow root
 * that this stands in. `embedded` is the configuration's where nothing is said; `disableAppend` leaves the dialog where it stands.
 */
export function LatchkeyModal({ embedded, disableAppend = false }: { embedded?: boolean; disableAppend?: boolean }) {
  const { configuration } = useLatchkey()
  return (embedded ?? configuration.embedded) ? (
    <LatchkeyCard closable={false} />
  ) : (
    <Overlaid appended={!disableAppend} />
  )
}

/**
 * The modal's card alone, for a shell of your own: a drawer, a popover, a page. It shows what the machines show; when it is
 * there, and what is around it, is yours. `closable` gives it a button to close.
 */
export function LatchkeyCard({ closable = true }: { closable?: boolean }) {
  const root = useRoot('embedded')
  const latchkey = useLatchkey()
  const send = useSend()
  const namespace = useActor(useAttempted())
  const card = useRef<HTMLElement>(null)
  useEffect(() => (card.current ? standsInPage(latchkey, card.current) : undefined), [latchkey])
  // Only whoever renders the card can know that it was seen, which is what lets its lists be loaded.
  useEffect(() => {
    if (!card.current) return
    const show = () => send({ type: 'modal.show' })
    const unwatch = watchSight(card.current, () => {
      unwatch?.()
      show()
    })
    if (!unwatch) show()
    return unwatch
  }, [send])
  // Escape says what Cancel says, while there is an attempt to call off; in letters being composed it is the keyboard's own.
  const callOff = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key === 'Escape' && !nativeEvent.isComposing && namespace?.getSnapshot().value === 'connecting')
      namespace.send({ type: 'namespace.cancel' })
  }
  return (
    <div {...root}>
      <Card ref={card} closable={closable} onKeyDown={callOff} />
    </div>
  )
}

function Overlaid({ appended }: { appended: boolean }) {
  const open = useSelect('modal', (snapshot) => snapshot.hasTag('open'))
  useEffect(preloadWhenIdle, [])
  return open && <Loading appended={appended} />
}

function Loading({ appended }: { appended: boolean }) {
  const loaded = useLoaded(dialog)
  return loaded.status === 'ready' && <loaded.Component appended={appended} />
}
