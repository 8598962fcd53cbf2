import { balanceKey, type TokenBalance } from '../../sdk/index.ts'
import { useSelect, useSend } from '../hooks.ts'
import { useStrings, useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'
import { ErrorNote } from './Note.tsx'
import { Picture } from './Picture.tsx'
import { Row } from './Row.tsx'
import { useAmount } from './useAmount.ts'

const Skeleton = ({ name }: { name: string }) => (
  <ul data-part="list" aria-busy="true" aria-label={name}>
    {[0, 1, 2].map((row) => (
      <li key={row} data-part="skeleton" />
    ))}
  </ul>
)

/** What the account holds, as a list to read; or to choose from, where `onChoose` is given. */
export function TokenList({ onChoose }: { onChoose?: (token: TokenBalance) => void }) {
  const word = useWord()
  const { words } = useStrings()
  const send = useSend()
  const amount = useAmount()
  const state = useSelect('balance', ({ value }) => value)
  const busy = useSelect('balance', (snapshot) => snapshot.hasTag('busy'))
  const refreshable = useSelect('balance', (snapshot) => snapshot.can({ type: 'balance.refresh' }))
  const tokens = useSelect('balance', ({ context }) => context.tokens)
  const error = useSelect('balance', ({ context }) => context.error)

  if (busy && tokens.length === 0) return <Skeleton name={words.loading} />
  return (
    <>
      {tokens.length > 0 && (
        <ul data-part="list" aria-label={words.holdings}>
          {tokens.map((token) => {
            const parts = {
              name: token.name,
              detail: token.symbol,
              picture: <Picture name={token.symbol} url={token.iconUrl} round />,
              end: <span data-part="amount">{amount(token.quantity.numeric)}</span>,
            }
            return (
              <li key={balanceKey(token)}>
                {onChoose ? (
                  <Row {...parts} onClick={() => onChoose(token)} />
                ) : (
                  <div data-part="row" data-still="">
                    {parts.picture}
                    <span data-part="row-text">
                      <span data-part="row-name">{parts.name}</span>
                      <span data-part="row-detail">{parts.detail}</span>
                    </span>
                    <span data-part="row-end">{parts.end}</span>
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {state === 'ready' && tokens.length === 0 && <p data-part="hint">{words.nothingHeld}</p>}
      {state === 'unsupported' && <p data-part="hint">{words.balancesUnsupported}</p>}
      <ErrorNote error={error} />
      {state === 'blocked' && <p data-part="hint">{words.balancesBlocked}</p>}
      {error && (
        <Button disabled={!refreshable} busy={busy} onClick={() => send({ type: 'balance.refresh' })}>
          {word('tryAgain')}
        </Button>
      )}
    </>
  )
}
