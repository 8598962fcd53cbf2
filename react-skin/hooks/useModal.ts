import { useCallback } from 'react'
import type { ViewName } from '../../sdk/index.ts'
import { useActorSelector } from './useActorSelector.ts'
import { useLatchkey } from './useLatchkey.ts'
import { useView } from './useView.ts'

export interface UseModalReturnType {
  isOpen: boolean
  view: ViewName
  /** Opens the modal, at a view if given. Returns at once: to wait for a connection, use `connect` of `useConnect`. */
  open: (view?: ViewName) => void
  close: () => void
}

/**
 * Returns the state of the modal and opens or closes it.
 * @returns Whether it is open, its current view, `open` with an optional view, and `close`.
 */
export function useModal(): UseModalReturnType {
  const { dispatch, close } = useLatchkey()
  const isOpen = useActorSelector('modal', (snapshot) => snapshot.hasTag('open'))
  const view = useView()
  const open = useCallback(
    (wanted?: ViewName) => dispatch({ type: 'modal.open', ...(wanted && { view: wanted }) }),
    [dispatch],
  )
  return { isOpen, view, open, close }
}
