import { useEffect, useRef } from 'react'
import { useLatchkey } from '../hooks/index.ts'
import { PartFailed } from '../components/LazyPart.tsx'
import { useEarlyWord } from '../strings/replaced.tsx'
import { useRoot } from '../theme/root.tsx'
import { standsInPage } from './inPage.ts'

/**
 * The placeholder of the embedded card while the card or the machines are loading.
 * @param props `load` loads what else failed, when the user tries again.
 */
export function EmptyCard({ failed, load }: { failed: boolean; load?: () => void }) {
  const latchkey = useLatchkey()
  const retry = () => {
    load?.()
    void latchkey.ready()
  }
  const root = useRoot('embedded')
  const word = useEarlyWord()
  const card = useRef<HTMLElement>(null)
  useEffect(() => (card.current ? standsInPage(latchkey, card.current) : undefined), [latchkey])
  return (
    <div {...root}>
      <section
        ref={card}
        data-part="card"
        data-loading=""
        aria-busy={!failed}
        aria-label={failed ? undefined : word('loading')}
      >
        {failed && <PartFailed onRetry={retry} />}
      </section>
    </div>
  )
}
