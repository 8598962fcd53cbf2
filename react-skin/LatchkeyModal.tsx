import { useEffect, useRef, useState } from 'react'
import { useLatchkey, useScheme, useSelect, useSend } from './hooks.ts'
import { Card } from './shell/Card.tsx'
import { dialog } from './shell/dialogLoader.ts'
import { useLoaded } from './shell/loadable.ts'

/**
 * The modal: in the page, where it is embedded, else a dialog that is appended to the page's body.
 * `embedded` is the configuration's where nothing is said; `disableAppend` leaves the dialog where it stands.
 */
export function LatchkeyModal({ embedded, disableAppend = false }: { embedded?: boolean; disableAppend?: boolean }) {
  const { configuration } = useLatchkey()
  return (embedded ?? configuration.embedded) ? <Embedded /> : <Overlaid appended={!disableAppend} />
}

function Embedded() {
  const scheme = useScheme()
  const send = useSend()
  const root = useRef<HTMLDivElement>(null)
  // Only whoever renders the card can know that it was seen, which is what lets its lists be loaded.
  useEffect(() => {
    if (!root.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      send({ type: 'modal.show' })
    })
    observer.observe(root.current)
    return () => observer.disconnect()
  }, [send])
  return (
    <div ref={root} data-latchkey="" data-mode="embedded" data-scheme={scheme}>
      <Card closable={false} />
    </div>
  )
}

function Overlaid({ appended }: { appended: boolean }) {
  const open = useSelect('modal', (snapshot) => snapshot.hasTag('open'))
  // Once it was needed it stays, so that it can be seen closing.
  const [needed, setNeeded] = useState(open)
  if (open && !needed) setNeeded(true)
  return needed && <Loading open={open} appended={appended} />
}

function Loading(props: { open: boolean; appended: boolean }) {
  const loaded = useLoaded(dialog)
  return loaded.status === 'ready' && <loaded.Component {...props} />
}
