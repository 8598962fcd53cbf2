import { useId } from 'react'
import { shortAddress } from '../../sdk/index.ts'
import { useAccount, useDisconnect, useNetwork, useSelect, useSend } from '../hooks.ts'
import { LeaveIcon, SendIcon } from '../icons.tsx'
import { nativeOf } from '../parts/amounts.ts'
import { Button } from '../parts/Button.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'
import { Avatar } from '../parts/Picture.tsx'
import { TokenList } from '../parts/TokenList.tsx'
import { useAmount } from '../parts/useAmount.ts'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The account: who one is here, what one has, and what can be done with it [2.3]. */
export function Account() {
  const word = useWord()
  const { tabs } = useStrings()
  const send = useSend()
  const account = useAccount()
  const { disconnect } = useDisconnect()
  const tokensId = useId()
  const leavable = useSelect('namespace:eip155', (snapshot) => snapshot?.can({ type: 'namespace.disconnect' }) ?? false)
  if (account.status !== 'connected') return <div data-part="view" />
  const { address, connector } = account

  return (
    <div data-part="view">
      <div data-part="profile">
        <Avatar address={address} />
        <p data-part="address">
          <span translate="no">{shortAddress(address, 4, 6)}</span>
          <CopyButton text={address} name={word('copyAddress')} />
        </p>
        <Balance />
        <p data-part="hint">{word('connectedWith', { wallet: connector.name })}</p>
      </div>
      <div data-part="actions" data-row="">
        <Button variant="primary" icon={<SendIcon />} onClick={() => send({ type: 'view.push', view: 'WalletSend' })}>
          {word('send')}
        </Button>
        <Button icon={<LeaveIcon />} disabled={!leavable} busy={!leavable} onClick={() => void disconnect()}>
          {word(leavable ? 'disconnect' : 'disconnecting')}
        </Button>
      </div>
      <section data-part="section" aria-labelledby={tokensId}>
        <h3 id={tokensId}>{tabs.Tokens}</h3>
        <TokenList />
      </section>
    </div>
  )
}

function Balance() {
  const word = useWord()
  const amount = useAmount()
  const { nativeCurrency } = useNetwork().network
  const native = useSelect('balance', ({ context }) => nativeOf(context.tokens))
  const busy = useSelect('balance', (snapshot) => snapshot.hasTag('busy'))
  const unsupported = useSelect('balance', ({ value }) => value === 'unsupported')
  if (native)
    return (
      <p data-part="balance">
        {amount(native.quantity.numeric)} <span>{native.symbol}</span>
      </p>
    )
  if (busy) return <p data-part="balance" data-loading="" aria-label={word('loading')} role="status" />
  return (
    unsupported && (
      <p data-part="balance">
        {word('noBalance')} <span>{nativeCurrency.symbol}</span>
      </p>
    )
  )
}
