import { useAccount, useModal, useNetwork } from './hooks.ts'
import { ChevronIcon } from './icons.tsx'
import { Picture } from './parts/Picture.tsx'
import { Spinner } from './parts/Spinner.tsx'
import { preloadDialog } from './shell/dialogLoader.ts'
import { useWord } from './strings/strings.tsx'
import { useRoot } from './theme/root.tsx'

/** The active network's picture and name; while the site does not offer it, what to do about it. */
export function NetworkLabel() {
  const word = useWord()
  const { network, supported, switching } = useNetwork()
  const { status } = useAccount()
  const label = status === 'connected' ? network.name : word('selectNetwork')
  return (
    <>
      {switching ? <Spinner /> : supported && <Picture name={network.name} url={network.assets?.imageUrl} round />}
      <span>{supported ? label : word('switchNetwork')}</span>
      <ChevronIcon />
    </>
  )
}

/** Shows the active network and opens the choice of networks. */
export function NetworkButton() {
  const root = useRoot('button')
  const { supported } = useNetwork()
  const { openModal } = useModal()
  return (
    <span {...root}>
      <button
        type="button"
        data-part="button"
        data-state={supported ? 'supported' : 'unsupported'}
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => openModal('Networks')}
      >
        <NetworkLabel />
      </button>
    </span>
  )
}
