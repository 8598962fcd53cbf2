import { canBrowseCatalog } from '../../sdk/skin.ts'
import { useAttemptedNamespace, useLatchkey, useActorSelector, useDispatch } from '../hooks/index.ts'
import { QrIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { useWord } from '../strings/strings.tsx'
import { AllWalletsRow } from '../wallets/AllWalletsRow.tsx'
import { AttemptActions, NotConnected } from './NotConnected.tsx'
import { Scan } from './PairingCode.tsx'

/** A QR code for any wallet, as soon as there is a pairing URI, and a row that opens all wallets [2.5]. */
export function ConnectingWalletConnectBasic() {
  const available = useLatchkey().configuration.projectId !== undefined
  const offered = useActorSelector('wallets', ({ context }) => canBrowseCatalog(context.options, context.mobile))
  return (
    <div data-part="view" data-centered="">
      <Code />
      {available && offered && <AllWalletsRow />}
    </div>
  )
}

function Code() {
  const word = useWord()
  const dispatch = useDispatch()
  const manual = useLatchkey().configuration.manualWCControl
  const connecting = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.hasTag('connecting') ?? false)
  const failed = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.context.error !== undefined)
  if (connecting) return <Scan />
  if (failed)
    return (
      <>
        <NotConnected title={word('notConnected', { wallet: 'WalletConnect' })} />
        <AttemptActions />
      </>
    )
  return (
    <>
      <div data-part="empty" role="status">
        <span data-part="emblem">
          <QrIcon />
        </span>
        <h3>{word('noCode')}</h3>
        {manual && <p>{word('noCodeHelp')}</p>}
      </div>
      {!manual && (
        <div data-part="actions">
          <Button
            variant="primary"
            onClick={() => dispatch({ type: 'view.push', view: 'ConnectingWalletConnectBasic' })}
          >
            {word('showCode')}
          </Button>
        </div>
      )}
    </>
  )
}
