import { startTransition, use, useEffect, useRef, useState } from 'react'
import { useLatchkey, useSelect } from './hooks.ts'
import { PartFailed } from './parts/LazyPart.tsx'
import { standsInPage } from './shell/embedded.ts'
import { useLoaded } from './shell/loadable.ts'
import { dialog, embeddedCard, preloadWhenIdle, whenIdle } from './shell/loaders.ts'
import { useEarlyWord } from './strings/replaced.tsx'
import { SwapContext } from './swap.tsx'
import { useRoot } from './theme/root.tsx'

/**
 * The modal: in the page, where it is embedded, else a dialog that is appended to the page's body, or to the shadow root
 * that this stands in. `embedded` is the configuration's where nothing is said; `disableAppend` leaves the dialog where it stands.
 * A server renders an empty card, or no dialog; what shows the card at once is `LatchkeyCard`.
 */
export function LatchkeyModal({ embedded, disableAppend = false }: { embedded?: boolean; disableAppend?: boolean }) {
  const { configuration } = useLatchkey()
  return (embedded ?? configuration.embedded) ? <Embedded /> : <Overlaid appended={!disableAppend} />
}

function Embedded() {
  const loaded = useLoaded(embeddedCard)
  return loaded.status === 'ready' ? <loaded.Component /> : <EmptyCard failed={loaded.status === 'failed'} />
}

/** Stands in for the card while it is on its way. */
function EmptyCard({ failed }: { failed: boolean }) {
  const latchkey = useLatchkey()
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
        {failed && <PartFailed onRetry={embeddedCard.load} />}
      </section>
    </div>
  )
}

/**
 * A dialog that begins where everything does is rendered while the page is idle, and only shown when it is opened. A site's own first
 * view or parts, which may do more than show something, are not rendered before they are shown.
 */
function Overlaid({ appended }: { appended: boolean }) {
  const open = useSelect('modal', (snapshot) => snapshot.hasTag('open'))
  const atStart = useSelect('view', ({ context }) => context.stack.length === 1 && context.stack[0] === 'Connect')
  const { views, parts } = use(SwapContext)
  const isSkins = !views.Connect && Object.keys(parts).length === 0
  const dialogNumber = useDialogNumber(open, atStart)
  const [rendered, setRendered] = useState<number>()
  useEffect(preloadWhenIdle, [])
  useEffect(() => {
    if (open || !atStart || !isSkins) return undefined
    let cancel = () => {}
    const render = () => startTransition(() => setRendered(dialogNumber))
    const unwatch = dialog.whenReady(() => (cancel = whenIdle(render)))
    return () => {
      unwatch()
      cancel()
    }
  }, [open, atStart, isSkins, dialogNumber])
  const ahead = atStart && isSkins && rendered === dialogNumber
  return (open || ahead) && <Loading key={dialogNumber} appended={appended} open={open} />
}

/** Counts the dialogs: each is for one opening, and one that stands ready is for an opening at the start alone. */
function useDialogNumber(open: boolean, atStart: boolean): number {
  const [last, setLast] = useState({ open, atStart, number: 0 })
  if (last.open === open && last.atStart === atStart) return last.number
  const isSame = open && (last.open || (last.atStart && atStart))
  const number = isSame ? last.number : last.number + 1
  setLast({ open, atStart, number })
  return number
}

function Loading({ appended, open }: { appended: boolean; open: boolean }) {
  const loaded = useLoaded(dialog)
  return loaded.status === 'ready' && <loaded.Component appended={appended} open={open} />
}
