import type { Wallet } from '../../sdk/index.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { WalletPicture } from '../components/WalletPicture.tsx'
import { QrCode } from '../components/QrCode.tsx'
import { useWord } from '../strings/strings.tsx'

/** The current pairing URI as a QR code, or a placeholder while it is being created. */
export function PairingCode({ wallet }: { wallet?: Wallet | undefined }) {
  const word = useWord()
  const uri = useActorSelector('walletConnect', (snapshot) => snapshot?.context.uri)
  if (uri === undefined) return <div data-part="qr" data-loading="" role="img" aria-label={word('preparingCode')} />
  return (
    <QrCode text={uri} name={word('codeName')}>
      {wallet && <WalletPicture wallet={wallet} />}
    </QrCode>
  )
}

/** Counts down the last seconds of a pairing URI. Not a live region: it would announce every second. */
export function Countdown() {
  const word = useWord()
  const seconds = useActorSelector('countdown', (snapshot) => snapshot?.context.remainingSeconds)
  return (
    seconds !== undefined && (
      <p data-part="countdown" role="timer">
        {word('newCodeIn', { seconds })}
      </p>
    )
  )
}

/** Copies the URI of the code. */
export function CopyLink() {
  const word = useWord()
  const dispatch = useDispatch()
  const ready = useActorSelector('walletConnect', (snapshot) => snapshot?.hasTag('showingUri') ?? false)
  return (
    <Button disabled={!ready} onClick={() => dispatch({ type: 'walletConnect.copyUri' })}>
      {word('copyLink')}
    </Button>
  )
}

/** A QR code to scan with a wallet, its remaining time, and actions. */
export function Scan({ wallet }: { wallet?: Wallet | undefined }) {
  const word = useWord()
  const dispatch = useDispatch()
  const ready = useActorSelector('walletConnect', (snapshot) => snapshot?.hasTag('showingUri') ?? false)
  return (
    <>
      <div role="status" data-part="message-block">
        <h3>{wallet ? word('scanWith', { wallet: wallet.name }) : word('scanWithAny')}</h3>
      </div>
      <PairingCode wallet={wallet} />
      <Countdown />
      <p data-part="hint">{word('scanHelp')}</p>
      <div data-part="actions" data-row="">
        <CopyLink />
        <Button disabled={!ready} onClick={() => dispatch({ type: 'walletConnect.refresh' })}>
          {word('newCode')}
        </Button>
      </div>
    </>
  )
}
