import { isOffered } from '../../sdk/index.ts'
import { isSendable } from '../../sdk/skin.ts'
import { useNetwork, useActorSelector, useDispatch } from '../hooks/index.ts'
import { NextIcon, SendIcon, WalletIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Row } from '../components/Row.tsx'
import { useWord } from '../strings/strings.tsx'

/** Explains how to move to another wallet by transferring the assets. The keys of the embedded wallet cannot be exported. */
export function UpgradeEmailWallet() {
  const word = useWord()
  const dispatch = useDispatch()
  const { networkId } = useNetwork()
  const sendable = useActorSelector('view', ({ context }) => isOffered(context, 'WalletSend')) && isSendable(networkId)
  return (
    <div data-part="view">
      <p data-part="lead">{word('upgradeKeys')}</p>
      <ol data-part="steps">
        <li>{word('upgradeGet')}</li>
        <li>{word('upgradeSend')}</li>
      </ol>
      <p data-part="hint">{word('upgradeStays')}</p>
      <div data-part="list">
        <Row
          name={word('getWallet')}
          picture={
            <span data-part="picture" data-tone="plain">
              <WalletIcon />
            </span>
          }
          end={<NextIcon />}
          onClick={() => dispatch({ type: 'view.push', view: 'GetWallet' })}
        />
      </div>
      {sendable && (
        <div data-part="actions">
          <Button
            variant="primary"
            icon={<SendIcon />}
            onClick={() => dispatch({ type: 'view.push', view: 'WalletSend' })}
          >
            {word('send')}
          </Button>
        </div>
      )}
    </div>
  )
}
