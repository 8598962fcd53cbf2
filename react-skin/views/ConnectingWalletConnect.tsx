import { pairingLink } from '../../sdk/index.ts'
import { useSelect, useSend } from '../hooks.ts'
import { QrIcon } from '../moreIcons.tsx'
import { Button } from '../parts/Button.tsx'
import { Picture } from '../parts/Picture.tsx'
import { QrCode } from '../parts/QrCode.tsx'
import { useWord } from '../strings/strings.tsx'
import { AttemptActions, NotConnected } from './NotConnected.tsx'

/** One attempt to connect a wallet on another device: a code to scan, a link to open or copy, and how it ended [2.6]. */
export function ConnectingWalletConnect() {
  const word = useWord()
  const send = useSend()
  const chosen = useSelect('wallets', ({ context }) => context.chosen)
  const mobile = useSelect('wallets', ({ context }) => context.mobile)
  const connecting = useSelect('namespace:eip155', (snapshot) => snapshot?.hasTag('connecting') ?? false)
  const uri = useSelect('walletConnect', (snapshot) => snapshot?.context.uri)
  const wallet = chosen?.name

  if (!connecting)
    return (
      <div data-part="view" data-centered="">
        <span data-part="wallet" data-state="failed">
          {chosen ? <Picture name={chosen.name} url={chosen.imageUrl} /> : <QrIcon />}
        </span>
        <NotConnected title={word('notConnected', { wallet: wallet ?? 'WalletConnect' })} />
        <AttemptActions />
      </div>
    )

  const app = mobile ? chosen?.mobileLink : (chosen?.desktopLink ?? chosen?.webappLink)
  return (
    <div data-part="view" data-centered="">
      <div role="status" data-part="message-block">
        <h3>{wallet === undefined ? word('scanWithAny') : word('scanWith', { wallet })}</h3>
      </div>
      {uri === undefined ? (
        <div data-part="qr" data-loading="" role="img" aria-label={word('preparingCode')} />
      ) : (
        <QrCode text={uri} name={word('codeName')}>
          {chosen && <Picture name={chosen.name} url={chosen.imageUrl} />}
        </QrCode>
      )}
      <p data-part="hint">{word('scanHelp')}</p>
      <div data-part="actions" data-row="">
        <CopyLink uri={uri} />
        <Button disabled={uri === undefined} onClick={() => send({ type: 'walletConnect.refresh' })}>
          {word('newCode')}
        </Button>
      </div>
      {wallet !== undefined && app !== undefined && uri !== undefined && (
        <a data-part="button" data-variant="primary" href={pairingLink(app, uri)} rel="noopener noreferrer">
          {word('openIn', { name: wallet })}
        </a>
      )}
      {wallet !== undefined && (
        <p data-part="hint">
          {word('dontHave', { wallet })}{' '}
          <button type="button" data-part="text-button" onClick={() => send({ type: 'view.push', view: 'Downloads' })}>
            {word('getIt')}
          </button>
        </p>
      )}
    </div>
  )
}

function CopyLink({ uri }: { uri: string | undefined }) {
  const word = useWord()
  const send = useSend()
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      send({ type: 'snackbar.show', message: { variant: 'success', code: 'link.copied' } })
    } catch {
      send({ type: 'snackbar.show', message: { variant: 'error', code: 'copy.failed' } })
    }
  }
  return (
    <Button disabled={uri === undefined} onClick={() => void copy(uri ?? '')}>
      {word('copyLink')}
    </Button>
  )
}
