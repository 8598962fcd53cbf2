import type { ReactNode } from 'react'
import { OpenButton, useButtonState, type OpenButtonProps } from '../shell/OpenButton.tsx'
import { Avatar } from '../components/Picture.tsx'
import { useProfile } from './useProfile.ts'
import { spoken, useEarlyWord } from '../strings/replaced.tsx'
import { withRef } from '../components/withRef.ts'

/**
 * A button that shows the account and opens its view. Renders nothing while no account is connected.
 * With a function as its child, it renders the function's result for the current `ButtonState`. With `asChild`, its child becomes
 * the button.
 */
export const AccountButton = /* @__PURE__ */ withRef('AccountButton', ({ children, ...props }: OpenButtonProps) => {
  const state = useButtonState()
  const { account } = state
  if (account.status !== 'connected') return null
  if (typeof children === 'function') return children(state)
  return (
    <Opener address={account.address} {...props}>
      {children}
    </Opener>
  )
})

type Opens = Omit<OpenButtonProps, 'children'> & { address: string; children: ReactNode }

const Opener = /* @__PURE__ */ withRef('Opener', ({ address, children, ...props }: Opens) => {
  const word = useEarlyWord()
  const { name, avatar } = useProfile(address)
  return (
    <OpenButton view="Account" aria-label={spoken(word('accountOf', { address: name }))} {...props}>
      {children ?? (
        <>
          <Avatar address={address} url={avatar} />
          <span dir="auto">{name}</span>
        </>
      )}
    </OpenButton>
  )
})
