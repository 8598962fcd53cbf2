import { useState } from 'react'
import { formatAmount, shortAmount, currentSwapOrder, swapStep, type SwapToken } from '../../sdk/index.ts'
import { findBalance, validateSlippage, validateSwapInput } from '../../sdk/skin.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { SwapIcon } from '../components/moreIcons.tsx'
import { Button, IconButton } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Field } from '../components/Field.tsx'
import { Note } from '../components/Note.tsx'
import { Picture } from '../components/Picture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { SwapFigures, SwapWarnings } from './SwapFigures.tsx'
import { displaySymbol, fullAmount, sizeOf, typedAmount, writtenAmount } from '../components/amountText.ts'
import { useAmount, useSeparators } from '../components/useAmount.ts'
import { spoken } from '../strings/replaced.tsx'
import { errorText, useStrings, useWord } from '../strings/strings.tsx'

/** The decimals of the received amount before the review. */
const SHOWN_DECIMALS = 6

/** The tokens and amounts of a swap; the machine holds the draft and requests the quotes [1.6] [2.10]. */
export function Swap() {
  const { words } = useStrings()
  const loading = useFeature('swap', ({ value }) => value === 'loading')
  const unavailable = useFeature('swap', ({ value }) => value === 'unavailable')
  if (loading)
    return (
      <div data-part="view">
        <Skeletons count={3} name={words.loading} />
      </div>
    )
  return unavailable ? <Unavailable /> : <Draft />
}

/** Swaps are not available on this network, or the tokens could not be loaded. */
function Unavailable() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const error = useFeature('swap', ({ context }) => context.error)
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
  const draft = useFeature('swap', ({ context }) => context)
  const { from, to, amount, quote, error, quoteError } = draft
  const executing = useFeature('swap', ({ value }) => value === 'executing')
  const editable = useFeature('swap', (snapshot) => snapshot.can({ type: 'swap.setAmount', amount: '' }))
  const maximisable = useFeature('swap', (snapshot) => snapshot.can({ type: 'swap.setMaximum' }))
  const flippable = useFeature('swap', (snapshot) => snapshot.can({ type: 'swap.flip' }))
  const estimating = useFeature('swap', ({ value }) => typeof value === 'object' && value.editing === 'estimating')
  /** The text that an input method is composing. Changing it would restart the composition. */
  const [composed, setComposed] = useState<string>()
  const fault = validateSwapInput(draft)
  const order = currentSwapOrder(draft)
  const step = swapStep(draft)
  const brought = quote && to ? formatAmount(quote.toUnits, to.decimals) : ''
  const shown = brought === '' ? '' : shortAmount(brought, SHOWN_DECIMALS)
  const preview = () => dispatch({ type: 'view.push', view: 'SwapPreview' })
  const proceed = {
    selectToken: () => dispatch({ type: 'swap.chooseToken', side: from ? 'to' : 'from' }),
    unpriced: () => dispatch({ type: 'swap.refresh' }),
    review: preview,
  } as const
  const onStep = step in proceed ? proceed[step as keyof typeof proceed] : undefined

  return (
    <div data-part="view">
      <div data-part="sides">
        <Field
          label={word('youGive')}
          inputMode="decimal"
          placeholder="0"
          value={composed ?? writtenAmount(amount, separators)}
          data-size={sizeOf(amount)}
          readOnly={!editable}
          fault={fault && errorText(strings, fault)}
          onChange={({ target, nativeEvent }) => {
            setComposed('isComposing' in nativeEvent && nativeEvent.isComposing === true ? target.value : undefined)
            dispatch({ type: 'swap.setAmount', amount: typedAmount(target.value, separators) })
          }}
          onCompositionEnd={() => setComposed(undefined)}
          after={<TokenButton side="from" token={from} />}
          foot={
            <p data-part="field-foot">
              {estimating ? <span>{word('estimating')}</span> : <Held token={from} />}
              <button
                type="button"
                data-part="small-button"
                title={word('maximum')}
                disabled={!maximisable || !from}
                onClick={() => dispatch({ type: 'swap.setMaximum' })}
              >
                {word('max')}
              </button>
            </p>
          }
        />
        <IconButton name={word('flip')} disabled={!flippable} onClick={() => dispatch({ type: 'swap.flip' })}>
          <SwapIcon />
        </IconButton>
        <Field
          label={word('youGet')}
          placeholder="0"
          value={brought === '' ? '' : fullAmount(shown, separators)}
          data-size={sizeOf(shown)}
          title={fullAmount(brought, separators)}
          readOnly
          after={<TokenButton side="to" token={to} />}
          foot={
            <p data-part="field-foot">
              <Held token={to} />
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
      <ErrorNote error={step === 'unpriced' ? quoteError : error} />
      {executing ? (
        <Button variant="primary" busy onClick={preview}>
          {word('swapUnderWay')}
        </Button>
      ) : (
        <Button variant="primary" disabled={!onStep} busy={step === 'pricing'} onClick={onStep}>
          {strings.swapSteps[step]}
        </Button>
      )}
    </div>
  )
}

/** The token of a side. A click opens the list of tokens. */
function TokenButton({ side, token }: { side: 'from' | 'to'; token: SwapToken | undefined }) {
  const word = useWord()
  const dispatch = useDispatch()
  const choosable = useFeature('swap', (snapshot) => snapshot.can({ type: 'swap.chooseToken', side }))
  return (
    <button
      type="button"
      data-part="token-button"
      disabled={!choosable}
      onClick={() => dispatch({ type: 'swap.chooseToken', side })}
    >
      {token && <Picture name={token.symbol} url={token.iconUrl} round />}
      <span aria-hidden={token && true}>{token ? displaySymbol(token.symbol) : word('selectToken')}</span>
      {token && (
        <span data-part="unseen">
          {spoken(word(side === 'from' ? 'givenToken' : 'wantedToken', { symbol: token.symbol }))}
        </span>
      )}
      <ChevronIcon />
    </button>
  )
}

/** The account's balance of a token. */
function Held({ token }: { token: SwapToken | undefined }) {
  const word = useWord()
  const written = useAmount()
  const balances = useFeature('swap', ({ context }) => context.balances)
  if (!token) return <span />
  const amount = written(findBalance(balances, token) ?? '0')
  return <span>{word('balance', { amount, symbol: displaySymbol(token.symbol) })}</span>
}

/** The slippage tolerance. */
function Slippage() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const separators = useSeparators()
  const slippage = useFeature('swap', ({ context }) => context.slippage)
  const fault = validateSlippage(slippage)
  return (
    <Field
      label={word('slippagePercent')}
      inputMode="decimal"
      value={writtenAmount(slippage, separators)}
      fault={fault && errorText(strings, fault)}
      onChange={({ target }) => dispatch({ type: 'swap.setSlippage', slippage: typedAmount(target.value, separators) })}
    />
  )
}
