import { useState } from 'react'
import { formatAmount, shortAmount, swapViewModel, type SwapToken } from '../../sdk/index.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { SwapIcon } from '../components/moreIcons.tsx'
import { Button, IconButton } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Field } from '../components/Field.tsx'
import { Note } from '../components/Note.tsx'
import { TokenPicture } from '../components/TokenPicture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { SwapFigures, SwapWarnings } from './SwapFigures.tsx'
import { displaySymbol, fullAmount, sizeOf, typedAmount, writtenAmount } from '../components/amountText.ts'
import { useAmount, useSeparators } from '../components/useAmount.ts'
import { spoken } from '../strings/replaced.tsx'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The decimals of the received amount before the review. */
const SHOWN_DECIMALS = 6

/** The tokens and amounts of a swap; the machine holds the draft and requests the quotes [1.6] [2.10]. */
export function Swap() {
  const { words } = useStrings()
  const { status } = useFeature('swap', swapViewModel)
  if (status === 'loading')
    return (
      <div data-part="view">
        <Skeletons count={3} name={words.loading} />
      </div>
    )
  return status === 'unavailable' ? <Unavailable /> : <Draft />
}

/** Swaps are not available on this network, or the tokens could not be loaded. */
function Unavailable() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const { error } = useFeature('swap', swapViewModel)
  const choosable = useActorSelector('view', (snapshot) => snapshot.can({ type: 'view.push', view: 'Networks' }))
  if (error?.code === 'network.noSwaps')
    return (
      <div data-part="view">
        <Note tone="error">{errorText(strings, error)}</Note>
        {choosable && (
          <Button onClick={() => dispatch({ type: 'view.push', view: 'Networks' })}>{word('switchNetwork')}</Button>
        )}
      </div>
    )
  return (
    <div data-part="view">
      <RetryNote onRetry={() => dispatch({ type: 'swap.retry' })}>{error && errorText(strings, error)}</RetryNote>
    </div>
  )
}

function Draft() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const separators = useSeparators()
  const draft = useFeature('swap', swapViewModel)
  const { status, from, to, amount, quote, order, nextStep, inputError, error, quoteError } = draft
  /** The text that an input method is composing. Changing it would restart the composition. */
  const [composed, setComposed] = useState<string>()
  const brought = quote && to ? formatAmount(quote.toUnits, to.decimals) : ''
  const shown = brought === '' ? '' : shortAmount(brought, SHOWN_DECIMALS)
  const preview = () => dispatch({ type: 'view.push', view: 'SwapPreview' })
  const proceed = {
    selectToken: () => dispatch({ type: 'swap.chooseToken', side: from ? 'to' : 'from' }),
    unpriced: () => dispatch({ type: 'swap.refresh' }),
    review: preview,
  } as const
  const onStep = nextStep in proceed ? proceed[nextStep as keyof typeof proceed] : undefined

  return (
    <div data-part="view">
      <div data-part="sides">
        <Field
          label={word('youPay')}
          inputMode="decimal"
          placeholder="0"
          value={composed ?? writtenAmount(amount, separators)}
          data-size={sizeOf(amount)}
          readOnly={!draft.isEditable}
          error={inputError && errorText(strings, inputError)}
          onChange={({ target, nativeEvent }) => {
            setComposed('isComposing' in nativeEvent && nativeEvent.isComposing === true ? target.value : undefined)
            dispatch({ type: 'swap.setAmount', amount: typedAmount(target.value, separators) })
          }}
          onCompositionEnd={() => setComposed(undefined)}
          after={<TokenButton side="from" token={from} />}
          foot={
            <p data-part="field-foot">
              {draft.isEstimating ? (
                <span>{word('calculatingMaximum')}</span>
              ) : (
                <Held token={from} balance={draft.fromBalance} />
              )}
              <button
                type="button"
                data-part="small-button"
                title={word('maximumHelp')}
                disabled={!draft.canSetMaximum}
                onClick={() => dispatch({ type: 'swap.setMaximum' })}
              >
                {word('max')}
              </button>
            </p>
          }
        />
        <IconButton name={word('flip')} disabled={!draft.canFlip} onClick={() => dispatch({ type: 'swap.flip' })}>
          <SwapIcon />
        </IconButton>
        <Field
          label={word('youReceive')}
          placeholder="0"
          value={brought === '' ? '' : fullAmount(shown, separators)}
          data-size={sizeOf(shown)}
          title={fullAmount(brought, separators)}
          readOnly
          after={<TokenButton side="to" token={to} />}
          foot={
            <p data-part="field-foot">
              <Held token={to} balance={draft.toBalance} />
              {brought !== '' && to && (
                <span data-part="unseen" role="status">
                  {word('exactly', {
                    amount: fullAmount(brought, separators),
                    symbol: spoken(displaySymbol(to.symbol)),
                  })}
                </span>
              )}
            </p>
          }
        />
      </div>
      <SwapWarnings order={order} tokens={[from, to].filter((token) => token !== undefined)} />
      <details data-part="disclosure">
        <summary>{word('swapDetails')}</summary>
        <Slippage />
        {order && <SwapFigures order={order} typed />}
      </details>
      <ErrorNote error={nextStep === 'unpriced' ? quoteError : error} />
      {status === 'executing' ? (
        <Button variant="primary" busy onClick={preview}>
          {word('swapping')}
        </Button>
      ) : (
        <Button variant="primary" disabled={!onStep} busy={nextStep === 'pricing'} onClick={onStep}>
          {strings.swapSteps[nextStep]}
        </Button>
      )}
    </div>
  )
}

/** The token of a side. A click opens the list of tokens. */
function TokenButton({ side, token }: { side: 'from' | 'to'; token: SwapToken | undefined }) {
  const word = useWord()
  const dispatch = useDispatch()
  const { canChooseToken } = useFeature('swap', swapViewModel)
  return (
    <button
      type="button"
      data-part="token-button"
      disabled={!canChooseToken}
      onClick={() => dispatch({ type: 'swap.chooseToken', side })}
    >
      {token && <TokenPicture token={token} />}
      <span aria-hidden={token && true}>{token ? displaySymbol(token.symbol) : word('selectToken')}</span>
      {token && (
        <span data-part="unseen">
          {spoken(word(side === 'from' ? 'tokenToPay' : 'tokenToReceive', { symbol: token.symbol }))}
        </span>
      )}
      <ChevronIcon />
    </button>
  )
}

/** The account's balance of a token. */
function Held({ token, balance = '0' }: { token: SwapToken | undefined; balance: string | undefined }) {
  const word = useWord()
  const written = useAmount()
  if (!token) return <span />
  return <span>{word('balance', { amount: written(balance), symbol: displaySymbol(token.symbol) })}</span>
}

/** The slippage tolerance. */
function Slippage() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const separators = useSeparators()
  const { slippage, slippageError } = useFeature('swap', swapViewModel)
  return (
    <Field
      label={word('slippagePercent')}
      inputMode="decimal"
      value={writtenAmount(slippage, separators)}
      error={slippageError && errorText(strings, slippageError)}
      onChange={({ target }) => dispatch({ type: 'swap.setSlippage', slippage: typedAmount(target.value, separators) })}
    />
  )
}
