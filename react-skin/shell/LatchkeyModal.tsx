import { startTransition, useContext, useEffect, useState } from 'react'
import { useEngine, useLatchkey, useActorSelector } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { PartFailed } from '../components/LazyPart.tsx'
import { EmptyCard } from './EmptyCard.tsx'
import { useLoaded } from './loadable.ts'
import { dialog, embeddedCard, preloadWhenIdle, whenIdle } from './loaders.ts'
import { useEarlyWord } from '../strings/replaced.tsx'
import { ReplacementsContext } from '../components/replaceable.tsx'
import { useRoot } from '../theme/root.tsx'

export interface LatchkeyModalProps {
  /** Must equal the option `embedded` of the instance, which is the default. Set that option instead. */
  embedded?: boolean
  /** Renders the dialog in place instead of at the end of the body. */
  disableAppend?: boolean
}

/**
 * The modal: a card in the page if it is embedded, else a dialog. The dialog is appended to the page's body, or to the shadow
 * root that contains this component. A server renders an empty card or no dialog; use `LatchkeyCard` to render the card
 * immediately.
 */
export function LatchkeyModal({ embedded, disableAppend = false }: LatchkeyModalProps) {
  const { configuration } = useLatchkey()
  return (embedded ?? configuration.embedded) ? <Embedded /> : <Overlaid appended={!disableAppend} />
}

function Embedded() {
  const latchkey = useLatchkey()
  const engine = useEngine()
  const loaded = useLoaded(embeddedCard)
  useEffect(() => {
    const stop = latchkey.start()
    void latchkey.ready()
    return stop
  }, [latchkey])
  if (loaded.status === 'ready' && engine === 'ready') return <loaded.Component />
  return <EmptyCard failed={loaded.status === 'failed' || engine === 'failed'} load={embeddedCard.load} />
}

/**
 * A dialog at the initial view is rendered while the page is idle, and shown when it is opened. An app's own initial view, slots
 * or parts could have side effects, so they are not rendered before they are shown.
 */
function Overlaid({ appended }: { appended: boolean }) {
  const open = useActorSelector('modal', (snapshot) => snapshot.hasTag('open'))
  const engine = useEngine()
  const atStart = useActorSelector(
    'view',
    ({ context }) => context.stack.length === 1 && context.stack[0] === 'Connect',
  )
  const { views, slots, parts } = useContext(ReplacementsContext)
  const isSkins = !views.Connect && !slots.Connect && Object.keys(parts).length === 0
  const dialogNumber = useDialogNumber(open, atStart)
  const [rendered, setRendered] = useState<number>()
  useEffect(preloadWhenIdle, [])
  useEffect(() => {
    if (open || !atStart || !isSkins || engine !== 'ready') return undefined
    let cancel = () => {}
    const render = () => startTransition(() => setRendered(dialogNumber))
    const unwatch = dialog.whenReady(() => (cancel = whenIdle(render)))
    return () => {
      unwatch()
      cancel()
    }
  }, [open, atStart, isSkins, dialogNumber, engine])
  const ahead = atStart && isSkins && rendered === dialogNumber
  if (engine === 'failed') return <Unloaded />
  return (open || ahead) && <Loading key={dialogNumber} appended={appended} open={open} />
}

/** Numbers the dialogs: each is for one opening. A prerendered one can only be used for an opening at the initial view. */
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
  if (loaded.status === 'failed') return open && <Unloaded />
  return loaded.status === 'ready' && <loaded.Component appended={appended} open={open} />
}

/** Shown if the dialog's code could not be loaded. */
function Unloaded() {
  const { open } = useLatchkey()
  const root = useRoot('notice')
  const word = useEarlyWord()
  const [closed, setClosed] = useState(false)
  const retry = () => {
    dialog.load()
    void open()
  }
  return (
    !closed && (
      <div {...root}>
        <PartFailed onRetry={retry}>
          <Button onClick={() => setClosed(true)}>{word('close')}</Button>
        </PartFailed>
      </div>
    )
  )
}
