import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useActor, useAttempted, useEngine, useLatchkey, useSend } from './hooks.ts'
import { watchSight } from './parts/sight.ts'
import { Card } from './shell/Card.tsx'
import { EmptyCard } from './shell/EmptyCard.tsx'
import { standsInPage } from './shell/embedded.ts'
import { useRoot } from './theme/root.tsx'

/**
 * The modal's card alone, for a shell of your own: a drawer, a popover, a page. It shows what the machines show; when it is
 * there, and what is around it, is yours. `closable` gives it a button to close.
 */
export function LatchkeyCard({ closable = true }: { closable?: boolean }) {
  return useEngine() === 'failed' ? <EmptyCard failed /> : <Shown closable={closable} />
}

function Shown({ closable }: { closable: boolean }) {
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
  // Escape says what Cancel says, while there is something to call off; in letters being composed it is the keyboard's own.
  const callOff = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing) return
    if (namespace?.getSnapshot().value === 'connecting') namespace.send({ type: 'namespace.cancel' })
    else send({ type: 'view.callOff' })
  }
  return (
    <div {...root}>
      <Card element={card} closable={closable} onKeyDown={callOff} />
    </div>
  )
}
