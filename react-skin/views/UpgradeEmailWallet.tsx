import { isOffered, isSendable } from '../../sdk/index.ts'
import { useNetwork, useSelect, useSend } from '../hooks.ts'
import { SendIcon } from '../icons.tsx'
import { ExternalIcon, GlobeIcon } from '../moreIcons.tsx'
import { Button } from '../parts/Button.tsx'
import { LinkRow } from '../parts/LinkRow.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** What a wallet of one's own is, and how what is in this one gets there: its keys stay where they are. */
export function UpgradeEmailWallet() {
  const word = useWord()
  const { words } = useStrings()
  const send = useSend()
  const { networkId } = useNetwork()
  const sendable = useSelect('view', ({ context }) => isOffered(context, 'WalletSend')) && isSendable(networkId)
  return (
    <div data-part="view">
      <p data-part="lead">{word('upgradeKeys')}</p>
      <ol data-part="steps">
        <li>{word('upgradeGet')}</li>
        <li>{word('upgradeSend')}</li>
      </ol>
      <p data-part="hint">{word('upgradeStays')}</p>
      <div data-part="list">
        <LinkRow
          href={words.exploreUrl}
          name={word('getWallet')}
          picture={
            <span data-part="picture" data-tone="plain">
              <GlobeIcon />
            </span>
          }
          end={<ExternalIcon />}
        />
      </div>
      {sendable && (
        <div data-part="actions">
          <Button variant="primary" icon={<SendIcon />} onClick={() => send({ type: 'view.push', view: 'WalletSend' })}>
            {word('send')}
          </Button>
        </div>
      )}
    </div>
  )
}
