import { formatAmount, shortAmount, swapViewModel, type SwapExecutionStep, type SwapToken } from '../../sdk/index.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { SwapFigures, SwapWarnings } from './SwapFigures.tsx'
import { displaySymbol, fullAmount, sizeOf } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { useStrings, useWord } from '../strings/strings.tsx'

/** Reviews the swap before it is sent to the wallet. From then on it shows the submitted swap. */
export function SwapPreview() {
  const word = useWord()
  const draft = useFeature('swap', swapViewModel)
  const isExecuting = draft.status === 'executing'
  const order = isExecuting ? draft.submittedOrder : draft.order
  const { from, to } = order?.quote ?? draft
  return (
    <div data-part="view">
      <Sum name={word('youPay')} amount={order ? units(order.quote.fromUnits, from) : draft.amount} token={from} />
      <Sum name={word('youReceive')} amount={order ? units(order.quote.toUnits, to) : undefined} token={to} />
      {order && <SwapFigures order={order} />}
      <Facts>
        <Fact name={word('from')}>
          <Identifier>{draft.connection.address}</Identifier>
        </Fact>
        <Fact name={word('network')}>{draft.network.name}</Fact>
      </Facts>
      <SwapWarnings order={order} tokens={[from, to].filter((token) => token !== undefined)} />
      {!isExecuting && <p data-part="hint">{word(draft.isApprovalNeeded ? 'allowanceHelp' : 'swapHelp')}</p>}
      <ErrorNote error={draft.quoteError ?? draft.error} />
      {isExecuting ? <UnderWay /> : <Submit />}
    </div>
  )
}

const units = (amount: bigint, token: SwapToken | undefined) => formatAmount(amount, token?.decimals ?? 0)

/** One side of the swap, with every digit. */
function Sum({ name, amount, token }: { name: string; amount: string | undefined; token: SwapToken | undefined }) {
  const separators = useSeparators()
  return (
    <div data-part="side">
      <p data-part="label">{name}</p>
      <p data-part="sum" data-size={sizeOf(amount ?? '')}>
        {amount === undefined ? '…' : fullAmount(amount, separators)} <span>{displaySymbol(token?.symbol ?? '')}</span>
      </p>
    </div>
  )
}

/** Submits the swap. A high price impact must be accepted first. */
function Submit() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const separators = useSeparators()
  const { nextStep, quote, priceImpact, isImpactAcceptanceNeeded, canSubmit } = useFeature('swap', swapViewModel)
  if (nextStep === 'unpriced')
    return (
      <Button variant="primary" onClick={() => dispatch({ type: 'swap.refresh' })}>
        {strings.swapSteps.unpriced}
      </Button>
    )
  if (priceImpact && isImpactAcceptanceNeeded)
    return (
      <Button variant="primary" onClick={() => dispatch({ type: 'swap.acceptImpact' })}>
        {word('acceptImpact', { percent: fullAmount(shortAmount(priceImpact.percent, 2), separators) })}
      </Button>
    )
  return (
    <Button
      variant="primary"
      disabled={!canSubmit}
      busy={nextStep === 'pricing'}
      onClick={() => dispatch({ type: 'swap.submit', ...(quote && { read: quote }) })}
    >
      {nextStep === 'review' ? word('swap') : strings.swapSteps[nextStep]}
    </Button>
  )
}

/** The progress of the swap, and a button to stop waiting. */
function UnderWay() {
  const word = useWord()
  const { swapProgress } = useStrings()
  const dispatch = useDispatch()
  const at = useActorSelector('swapExecution', (flow) => flow?.value)
  const step = at !== undefined && at in swapProgress ? swapProgress[at as SwapExecutionStep] : word('swapping')
  return (
    <div data-part="actions">
      <p data-part="hint" role="status">
        {step}
      </p>
      <Button variant="primary" busy disabled>
        {word('swapping')}
      </Button>
      <Button onClick={() => dispatch({ type: 'swap.cancel' })}>{word('cancel')}</Button>
    </div>
  )
}
