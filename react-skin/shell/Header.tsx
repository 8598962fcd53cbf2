import type { RefObject } from 'react'
import { type ViewName, socialNames, isOffered } from '../../sdk/index.ts'
import {
  useActiveNamespace,
  useAttemptedNamespace,
  useLatchkey,
  useActorSelector,
  useDispatch,
  useView,
} from '../hooks/index.ts'
import { BackIcon, ClockIcon, CloseIcon, HelpIcon } from '../components/icons.tsx'
import { NetworkLabel } from '../network/NetworkLabel.tsx'
import { IconButton } from '../components/Button.tsx'
import { Tag } from '../components/Row.tsx'
import { fillText } from '../strings/replaced.tsx'
import { useCardStrings } from '../strings/cardStrings.tsx'

/** Views whose title is only read by screen readers. */
const UNTITLED: readonly ViewName[] = ['Account', 'AccountSettings', 'Profile', 'SmartSessionCreated']

/** The header of the modal: back button, title and close button. */
export function Header({
  titleId,
  titleRef,
  closable,
}: {
  titleId: string
  titleRef: RefObject<HTMLHeadingElement | null>
  closable: boolean
}) {
  const strings = useCardStrings()
  const { titles, words } = strings
  const dispatch = useDispatch()
  const view = useView()
  const { close, configuration } = useLatchkey()
  const returnable = useActorSelector('view', (snapshot) => snapshot.hasTag('returnable'))
  const deep = useActorSelector('view', ({ context }) => context.stack.length > 1)
  const wallet = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.context.connector?.name)
  const chosen = useActorSelector('wallets', ({ context }) => context.selectedWallet?.name)
  const provider = useActorSelector('social', (snapshot) => snapshot?.context.provider)
  const directedAt = useActorSelector(
    useAttemptedNamespace(),
    (snapshot) => snapshot?.context.selectedWallet?.wallet.name,
  )
  const away = useActorSelector('view', (snapshot) => snapshot.can({ type: 'view.home' }))
  const { enableWalletGuide } = configuration.wallets
  const choosable = useActorSelector('view', (snapshot) => snapshot.can({ type: 'view.push', view: 'Networks' }))
  const active = useActiveNamespace()
  const offersSessions = useActorSelector('view', ({ context }) => isOffered(context, 'SmartSessionList'))
  const hasSessions = offersSessions && active === 'namespace:eip155'
  // An embedded modal has no close button, so its first view also has a back button.
  const leadsBack = returnable && (deep || (!closable && away))

  return (
    <header data-part="header">
      <div data-part="header-start">
        {view === 'Account' ? (
          <button
            type="button"
            data-part="network-button"
            disabled={!choosable}
            onClick={() => dispatch({ type: 'view.push', view: 'Networks' })}
          >
            <NetworkLabel />
          </button>
        ) : leadsBack ? (
          <IconButton name={words.back} onClick={() => dispatch({ type: 'view.back' })}>
            <BackIcon />
          </IconButton>
        ) : (
          view === 'Connect' &&
          enableWalletGuide && (
            <IconButton
              name={words.whatIsAWallet}
              onClick={() => dispatch({ type: 'view.push', view: 'WhatIsAWallet' })}
            >
              <HelpIcon />
            </IconButton>
          )
        )}
      </div>
      <h2
        data-part="title"
        data-hidden={UNTITLED.includes(view) || undefined}
        id={titleId}
        ref={titleRef}
        tabIndex={-1}
      >
        <span data-part="title-text" key={view}>
          {view === 'Downloads' && chosen !== undefined
            ? fillText(strings, words.getNamedWallet, { name: chosen })
            : fillText(strings, titles[view], {
                wallet: directedAt ?? wallet ?? titles.Connect,
                provider: provider ? socialNames[provider] : '',
              })}
        </span>
        {view === 'SmartSessionList' && <Tag>{words.beta}</Tag>}
      </h2>
      <div data-part="header-end">
        {view === 'Account' && hasSessions && (
          <IconButton
            name={titles.SmartSessionList}
            onClick={() => dispatch({ type: 'view.push', view: 'SmartSessionList' })}
          >
            <ClockIcon />
          </IconButton>
        )}
        {closable && (
          <IconButton name={words.close} onClick={close}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
    </header>
  )
}
