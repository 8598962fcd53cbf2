import { RadioGroup } from 'radix-ui'
import { isOffered, onrampViewModel, type OnrampOffer } from '../../sdk/index.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { Field } from '../components/Field.tsx'
import { Picture } from '../components/Picture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { List, Row } from '../components/Row.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { displaySymbol, fullAmount, sizeOf, typedAmount, writtenAmount } from '../components/amountText.ts'
import { unstyled } from '../components/unstyled.ts'
import { useSeparators } from '../components/useAmount.ts'
import { directionOf } from '../strings/languages.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/**
 * The currency, the amount, the receiving account and the providers of a purchase. A click on a provider opens its window [1.7].
 */
export function OnRampProviders() {
  const word = useWord()
  const strings = useStrings()
  const { titles } = strings
  const dispatch = useDispatch()
  const draft = useFeature('onramp', onrampViewModel)
  const told = useActorSelector('view', ({ context }) => isOffered(context, 'OnRampActivity'))
  const { connection, network, offers, currency, isEditable, quote } = draft

  return (
    <div data-part="view">
      <Payment />
      {currency && (
        <Row
          picture={<Picture name={currency.symbol} round />}
          name={<bdi translate="no">{currency.name}</bdi>}
          detail={word('buyCurrency')}
          end={
            <>
              <span translate="no">{displaySymbol(currency.symbol)}</span> <ChevronIcon />
            </>
          }
          onClick={() => dispatch({ type: 'view.push', view: 'OnRampTokenSelect' })}
        />
      )}
      <Price />
      <Facts>
        <Fact name={`${word('buyReceiver')} · ${network.name}`}>
          <Identifier>{connection.address}</Identifier>
        </Fact>
      </Facts>
      {offers.length === 0 ? (
        <p data-part="hint">{word('buyNoProviders')}</p>
      ) : (
        <List label={word('buyProviders')} items={offers} keyOf={({ provider }) => provider.id}>
          {(offer, tabIndex) => (
            <Seller {...offer} tabIndex={tabIndex} quoted={quote !== undefined} disabled={!isEditable} />
          )}
        </List>
      )}
      <div data-part="actions">
        {told && (
          <Button onClick={() => dispatch({ type: 'view.push', view: 'OnRampActivity' })}>
            {word('yourPurchases')}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'view.push', view: 'WhatIsABuy' })}>{titles.WhatIsABuy}</Button>
      </div>
    </div>
  )
}

/** The amount, the payment currency and the payment method. */
function Payment() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const separators = useSeparators()
  const { amount, amountError, fiat, method, isEditable, hasFallbackLimits } = useFeature('onramp', onrampViewModel)
  const written = (value: string) => fullAmount(value, separators)
  const limits = method && fiat && { min: written(method.min), max: written(method.max), currency: fiat.id }

  return (
    <>
      <Field
        label={word('buyYouPay')}
        inputMode="decimal"
        placeholder="0"
        value={writtenAmount(amount, separators)}
        data-size={sizeOf(amount)}
        readOnly={!isEditable}
        error={amountError && errorText(strings, amountError)}
        onChange={({ target }) => dispatch({ type: 'onramp.setAmount', amount: typedAmount(target.value, separators) })}
        after={
          <button
            type="button"
            data-part="token-button"
            onClick={() => dispatch({ type: 'view.push', view: 'OnRampFiatSelect' })}
          >
            <span translate="no">{fiat?.id}</span>
            <ChevronIcon />
          </button>
        }
        foot={!amountError && limits && <p data-part="field-foot">{word('buyLimits', limits)}</p>}
      />
      {fiat && fiat.methods.length > 1 && (
        <RadioGroup.Root
          data-part="choices"
          aria-label={word('buyMethod')}
          orientation="horizontal"
          dir={directionOf(strings.words.locale)}
          value={method?.id ?? null}
          disabled={!isEditable}
          onValueChange={(id) => dispatch({ type: 'onramp.setMethod', id })}
          style={unstyled}
        >
          {fiat.methods.map(({ id }) => (
            <RadioGroup.Item key={id} data-part="choice" value={id}>
              {paymentName(strings.paymentMethods, id)}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
      {hasFallbackLimits && isEditable && (
        <RetryNote onRetry={() => dispatch({ type: 'onramp.retry' })}>{word('buyUsualLimits')}</RetryNote>
      )}
    </>
  )
}

/** The name of a payment method; the API's id if the skin has no name. */
const paymentName = (names: object, id: string): string =>
  Object.entries(names as Record<string, string>).find(([known]) => known === id)?.[1] ?? id.replaceAll('_', ' ')

/** The estimated purchase, if there is a quote. */
function Price() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const separators = useSeparators()
  const { quote, quoteStatus, quoteError } = useFeature('onramp', onrampViewModel)
  const refresh = () => dispatch({ type: 'onramp.refresh' })
  const written = ({ amount, currency }: { amount: string; currency: string }) =>
    `${fullAmount(amount, separators)} ${displaySymbol(currency)}`
  if (quoteStatus === 'loading')
    return (
      <p data-part="hint" role="status">
        <Spinner /> {word('buyFetchingPrice')}
      </p>
    )
  if (quoteError) return <RetryNote onRetry={refresh}>{errorText(strings, quoteError)}</RetryNote>
  if (quoteStatus === 'stale') return <RetryNote onRetry={refresh}>{word('buyPriceExpired')}</RetryNote>
  return (
    quote && (
      <Facts>
        <Fact name={word('buyYouReceive')}>{written(quote.purchase)}</Fact>
        <Fact name={`${word('buyProviderFee')} · ${word('networkFee')}`}>
          <bdi>{written(quote.providerFee)}</bdi> · <bdi>{written(quote.networkFee)}</bdi>
        </Fact>
      </Facts>
    )
  )
}

/** A provider. Next to the name it shows whether there is a quote. */
function Seller({
  provider: { id, name, imageUrl, fee, kind },
  error,
  tabIndex,
  quoted,
  disabled,
}: OnrampOffer & {
  tabIndex: 0 | -1
  /** Whether there is a quote. */
  quoted: boolean
  disabled: boolean
}) {
  const word = useWord()
  const dispatch = useDispatch()
  const price = kind === 'link' ? word('buyPriceAtProvider') : quoted ? undefined : word('buyNoPrice')
  const about = [
    fee === undefined ? undefined : word('buyFee', { fee }),
    error?.code === 'onramp.notHere' ? word('buyUnsupportedNetwork') : price,
  ]
  return (
    <Row
      tabIndex={tabIndex}
      picture={<Picture name={name} url={imageUrl} />}
      name={<bdi translate="no">{name}</bdi>}
      detail={about.filter((text) => text !== undefined).join(' · ')}
      disabled={disabled || error !== undefined}
      onClick={() => dispatch({ type: 'onramp.buy', providerId: id })}
    />
  )
}
