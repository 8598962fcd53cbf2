import { namesViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { useWord } from '../strings/strings.tsx'

/** The registered name. */
export function RegisterAccountNameSuccess() {
  const word = useWord()
  const dispatch = useDispatch()
  const { ownedName } = useFeature('names', namesViewModel)
  return (
    <div data-part="view">
      <div data-part="profile" data-state="success">
        <span data-part="emblem">
          <CheckIcon />
        </span>
        <p data-part="sum" data-size="longest">
          <bdi translate="no">{ownedName}</bdi>
        </p>
        <p role="status" data-part="progress">
          {word('nameRegistered')}
        </p>
      </div>
      <div data-part="actions">
        <Button variant="primary" onClick={() => dispatch({ type: 'view.home' })}>
          {word('done')}
        </Button>
      </div>
    </div>
  )
}
