import * as Slot from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import type { AccountState, NetworkState, ViewName } from '../../sdk/index.ts'
import { useAccount, useLatchkey, useModal, useNetwork } from '../hooks/index.ts'
import { preloadDialog } from './loaders.ts'
import { leadToCard } from './inPage.ts'
import { useRoot } from '../theme/root.tsx'
import { withRef } from '../components/withRef.ts'

/** The state that your own button receives. */
export interface ButtonState {
  account: AccountState
  network: NetworkState
  /** A switch to another network is in progress. */
  isSwitching: boolean
  /** Whether the modal is open. */
  isOpen: boolean
  /** Opens the modal, optionally at a view. */
  open: (view?: ViewName) => void
}

/** The props of the buttons, including two ways to replace them: a function as the child, or `asChild`. */
export interface OpenButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The label, or a function that renders your own element for the current state. */
  children?: ReactNode | ((state: ButtonState) => ReactNode)
  /** Makes the child itself the button: it receives the handlers and keeps its own appearance. */
  asChild?: boolean
}

/** Whether the modal is open, and a function that opens it. If it is embedded, the page scrolls to it. */
function useOpening() {
  const latchkey = useLatchkey()
  const { isOpen, open } = useModal()
  return {
    isOpen,
    open: (view?: ViewName) => {
      open(view)
      leadToCard(latchkey)
    },
  }
}

/** The state for a function child. */
export function useButtonState(): ButtonState {
  const account = useAccount()
  const { isSwitching, switchNetwork: _, ...network } = useNetwork()
  return { account, network, isSwitching, ...useOpening() }
}

type Opens = ComponentProps<'button'> & { view?: ViewName; asChild?: boolean }

/** A button that opens the modal, or scrolls to it if it is embedded. */
export const OpenButton = /* @__PURE__ */ withRef(
  'OpenButton',
  ({ view, asChild = false, children, ...props }: Opens) => {
    const root = useRoot('button')
    const { embedded } = useLatchkey().configuration
    const { isOpen, open } = useOpening()
    const opening = {
      ...(!embedded && {
        'aria-haspopup': 'dialog' as const,
        'aria-expanded': isOpen,
        onPointerEnter: preloadDialog,
        onFocus: preloadDialog,
      }),
      onClick: () => open(view),
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
