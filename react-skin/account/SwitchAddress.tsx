import { shortAddress } from '../../sdk/index.ts'
import { useAccount, useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Avatar } from '../components/Picture.tsx'
import { List, Row } from '../components/Row.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** Selects the active account from those that the wallet shares. */
export function SwitchAddress() {
  const word = useWord()
  const { accountTypes } = useStrings()
  const dispatch = useDispatch()
  const account = useAccount()
  const busy = useActorSelector('accountType', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const error = useActorSelector('accountType', (snapshot) => snapshot?.context.error)
  const labels = useFeature('account', ({ context }) => context.labels)
  if (account.status !== 'connected') return <div data-part="view" />
  const several = new Set(account.accounts.map(({ type }) => type)).size > 1

  return (
    <div data-part="view">
      <List
        label={word('accounts')}
        items={account.accounts}
        keyOf={({ address }) => address}
        current={account.address}
      >
        {({ address, type }, tabIndex) => (
          <Row
            tabIndex={tabIndex}
            name={labels[address] ?? shortAddress(address, 6, 6)}
            detail={several ? accountTypes[type] : undefined}
            picture={<Avatar address={address} />}
            aria-current={address === account.address ? 'true' : undefined}
            end={address === account.address && (busy ? <Spinner /> : <CheckIcon />)}
            onClick={() => dispatch({ type: 'account.select', address })}
          />
        )}
      </List>
      <ErrorNote error={error} />
    </div>
  )
}
