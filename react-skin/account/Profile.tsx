import { shortAddress } from '../../sdk/index.ts'
import { useAccount, useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { CheckIcon, NextIcon } from '../components/icons.tsx'
import { SettingsIcon } from '../components/moreIcons.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Avatar } from '../components/Picture.tsx'
import { Row } from '../components/Row.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The accounts of the embedded wallet: their addresses, their types and the active one. */
export function Profile() {
  const word = useWord()
  const { accountTypes, titles } = useStrings()
  const dispatch = useDispatch()
  const account = useAccount()
  const busy = useActorSelector('accountType', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const error = useActorSelector('accountType', (snapshot) => snapshot?.context.error)
  const labels = useFeature('account', ({ context }) => context.labels)
  if (account.status !== 'connected') return <div data-part="view" />
  return (
    <div data-part="view">
      <ul data-part="list" aria-label={word('accounts')}>
        {account.accounts.map(({ address, type }) => {
          const active = address === account.address
          const short = shortAddress(address, 4, 6)
          return (
            <li key={address} data-part="beside">
              <Row
                name={labels[address] ?? short}
                detail={accountTypes[type]}
                picture={<Avatar address={address} />}
                aria-current={active ? 'true' : undefined}
                end={active && (busy ? <Spinner /> : <CheckIcon />)}
                onClick={() => dispatch({ type: 'account.select', address })}
              />
              <CopyButton text={address} name={`${word('copyAddress')}: ${short}`} />
            </li>
          )
        })}
      </ul>
      <ErrorNote error={error} />
      <div data-part="list">
        <Row
          picture={
            <span data-part="picture" data-tone="plain">
              <SettingsIcon />
            </span>
          }
          name={titles.AccountSettings}
          end={<NextIcon />}
          onClick={() => dispatch({ type: 'view.push', view: 'AccountSettings' })}
        />
      </div>
    </div>
  )
}
