import * as Slot from 'radix-ui/slot'
import type { ComponentProps, ReactNode } from 'react'
import type { AccountState, NetworkState, ViewName } from '../sdk/index.ts'
import { useAccount, useLatchkey, useModal, useNetwork } from './hooks.ts'
import { preloadDialog } from './shell/loaders.ts'
import { leadToCard } from './shell/embedded.ts'
import { useRoot } from './theme/root.tsx'
import { withRef } from './withRef.ts'

/** What a button of a site's own may show and do. */
export interface ButtonState {
  account: AccountState
  network: NetworkState
  /** A wallet is asked to switch to another network. */
  switching: boolean
  /** The modal is open. */
  open: boolean
  /** Opens the modal, at a view where one is named. */
  openModal: (view?: ViewName) => void
}

/** How each of the buttons may be replaced: by what a function makes of the state, or by the child with `asChild`. */
export interface OpenButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  children?: ReactNode | ((state: ButtonState) => ReactNode)
  /** The child itself becomes the button: it gets what opens the modal, and looks as it does. */
  asChild?: boolean
}

/** Whether the modal is open, and what opens it: where it is part of the page, that leads there. */
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

/** What a function child is told. */
export function useButtonState(): ButtonState {
  const account = useAccount()
  const { switching, switchNetwork: _, ...network } = useNetwork()
  const { open, openModal } = useOpening()
  return { account, network, switching, open, openModal }
}

type Opens = ComponentProps<'button'> & { view?: ViewName; asChild?: boolean }

/** A button that opens the modal; where that is part of the page, it leads there. */
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
