import type { Wallet } from '../../sdk/index.ts'
import { useSelect, useSend } from '../hooks.ts'
import { Button } from '../parts/Button.tsx'
import { Picture } from '../parts/Picture.tsx'
import { QrCode } from '../parts/QrCode.tsx'
import { useWord } from '../strings/strings.tsx'

/** The offer that is open, as a code to scan; its place while it is being made. */
export function PairingCode({ wallet }: { wallet?: Wallet | undefined }) {
  const word = useWord()
  const uri = useSelect('walletConnect', (snapshot) => snapshot?.context.uri)
  if (uri === undefined) return <div data-part="qr" data-loading="" role="img" aria-label={word('preparingCode')} />
  return (
    <QrCode text={uri} name={word('codeName')}>
      {wallet && <Picture name={wallet.name} url={wallet.imageUrl} />}
    </QrCode>
  )
}

/** Tells the last seconds of an offer. Not read out: it would never stop. */
export function Countdown() {
  const word = useWord()
  const seconds = useSelect('countdown', (snapshot) => snapshot?.context.remainingSeconds)
  return (
    seconds !== undefined && (
      <p data-part="countdown" role="timer">
        {word('newCodeIn', { seconds })}
      </p>
    )
  )
}

/** Copies what the code says. */
export function CopyLink() {
  const word = useWord()
  const send = useSend()
  const ready = useSelect('walletConnect', (snapshot) => snapshot?.hasTag('offering') ?? false)
  return (
    <Button disabled={!ready} onClick={() => send({ type: 'walletConnect.copyUri' })}>
      {word('copyLink')}
    </Button>
  )
}

/** A code to scan with a wallet, how long it lasts, and what else can be done with it. */
export function Scan({ wallet }: { wallet?: Wallet | undefined }) {
  const word = useWord()
  const send = useSend()
  const ready = useSelect('walletConnect', (snapshot) => snapshot?.hasTag('offering') ?? false)
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
        <Button disabled={!ready} onClick={() => send({ type: 'walletConnect.refresh' })}>
          {word('newCode')}
        </Button>
      </div>
    </>
  )
}
