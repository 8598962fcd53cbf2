import * as Slot from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import type { AccountState, NetworkState, ViewName } from '../../sdk/index.ts'
import { useAccount, useLatchkey, useModal, useNetwork } from '../hooks/hooks.ts'
import { preloadDialog } from './loaders.ts'
import { leadToCard } from './inPage.ts'
import { useRoot } from '../theme/root.tsx'
import { withRef } from '../components/withRef.ts'

/** The state that your own button receives. */
export interface ButtonState {
  account: AccountState
  network: NetworkState
  /** A switch to another network is in progress. */
  switching: boolean
  /** Whether the modal is open. */
  open: boolean
  /** Opens the modal, optionally at a view. */
  openModal: (view?: ViewName) => void
}

/** The props of the buttons, including two ways to replace them: a function as the child, or `asChild`. */
export interface OpenButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children?: ReactNode | ((state: ButtonState) => ReactNode)
  /** Makes the child itself the button: it receives the handlers and keeps its own appearance. */
  asChild?: boolean
}

/** Whether the modal is open, and a function that opens it. If it is embedded, the page scrolls to it. */
function useOpening() {
  const latchkey = useLatchkey()
  const { open, openModal } = useModal()
  return {
    open,
    openModal: (view?: ViewName) => {
      openModal(view)
      leadToCard(latchkey)
    },
  }
}

/** The state for a function child. */
export function useButtonState(): ButtonState {
  const account = useAccount()
  const { switching, switchNetwork: _, ...network } = useNetwork()
  const { open, openModal } = useOpening()
  return { account, network, switching, open, openModal }
}

type Opens = ComponentProps<'button'> & { view?: ViewName; asChild?: boolean }

/** A button that opens the modal, or scrolls to it if it is embedded. */
export const OpenButton = /* @__PURE__ */ withRef(
  'OpenButton',
  ({ view, asChild = false, children, ...props }: Opens) => {
    const root = useRoot('button')
    const { embedded } = useLatchkey().configuration
    const { open, openModal } = useOpening()
    const opening = {
      ...(!embedded && {
        'aria-haspopup': 'dialog' as const,
        'aria-expanded': open,
        onPointerEnter: preloadDialog,
        onFocus: preloadDialog,
      }),
      onClick: () => openModal(view),
    }
    if (asChild)
      return (
        <Slot.Root {...opening} {...props}>
          {children}
        </Slot.Root>
      )
    return (
      <span {...root}>
        <button type="button" data-part="button" {...opening} {...props}>
          {children}
        </button>
      </span>
    )
  },
)
