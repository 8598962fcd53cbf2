import { namesViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { useWord } from '../strings/strings.tsx'

/** Explains account names and starts the registration, or shows the account's name. */
export function ChooseAccountName() {
  const word = useWord()
  const dispatch = useDispatch()
  const { ownedName } = useFeature('names', namesViewModel)
  if (ownedName !== undefined)
    return (
      <div data-part="view">
        <p data-part="sum" data-size="longest">
          <bdi translate="no">{ownedName}</bdi>
        </p>
        <p data-part="lead">{word('nameOwned')}</p>
      </div>
    )
  return (
    <div data-part="view">
      <p data-part="lead">{word('nameHelp')}</p>
      <p data-part="hint">{word('nameSignHelp')}</p>
      <div data-part="actions">
        <Button variant="primary" onClick={() => dispatch({ type: 'view.push', view: 'RegisterAccountName' })}>
          {word('chooseName')}
        </Button>
      </div>
    </div>
  )
}
