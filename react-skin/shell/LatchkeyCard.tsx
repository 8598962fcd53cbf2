import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useActor, useAttemptedNamespace, useEngine, useLatchkey, useDispatch } from '../hooks/index.ts'
import { watchVisibility } from '../components/watchVisibility.ts'
import { Card } from './Card.tsx'
import { EmptyCard } from './EmptyCard.tsx'
import { standsInPage } from './inPage.ts'
import { useRoot } from '../theme/root.tsx'

export interface LatchkeyCardProps {
  /** Shows a close button. Default true. */
  closable?: boolean
}

/**
 * The card of the modal without a dialog, for your own shell: a drawer, a popover or a page. You control when and where it
 * renders; Latchkey controls its content.
 */
export function LatchkeyCard({ closable = true }: LatchkeyCardProps) {
  return useEngine() === 'failed' ? <EmptyCard failed /> : <Shown closable={closable} />
}

function Shown({ closable }: { closable: boolean }) {
  const root = useRoot('embedded')
  const latchkey = useLatchkey()
  const dispatch = useDispatch()
  const namespace = useActor(useAttemptedNamespace())
  const card = useRef<HTMLElement>(null)
  useEffect(() => (card.current ? standsInPage(latchkey, card.current) : undefined), [latchkey])
  // Only the card's renderer knows when it becomes visible, which lets its lists load.
  useEffect(() => {
    if (!card.current) return
    const show = () => dispatch({ type: 'modal.show' })
    const unwatch = watchVisibility(card.current, () => {
      unwatch?.()
      show()
    })
    if (!unwatch) show()
    return unwatch
  }, [dispatch])
  // Escape cancels a pending connection or request, like the Cancel button. During text composition it belongs to the input
  // method.
  const callOff = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing) return
    if (namespace?.getSnapshot().value === 'connecting') namespace.send({ type: 'namespace.cancel' })
    else dispatch({ type: 'view.cancel' })
  }
  return (
    <div {...root}>
      <Card element={card} closable={closable} onKeyDown={callOff} />
    </div>
  )
}
