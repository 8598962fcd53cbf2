import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Picture } from '../components/Picture.tsx'
import { Row } from '../components/Row.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { displaySymbol } from '../components/amountText.ts'
import { useStrings } from '../strings/strings.tsx'

/** Selects the token to buy, from those sold on this network [3.22]. */
export function OnRampTokenSelect() {
  const { titles } = useStrings()
  const dispatch = useDispatch()
  const currencies = useFeature('onramp', ({ context }) => context.options.purchaseCurrencies)
  const chosen = useFeature('onramp', ({ context }) => context.currency?.id)
  return (
    <div data-part="view">
      <VirtualList label={titles.OnRampTokenSelect} items={currencies} keyOf={({ id }) => id} current={chosen}>
        {({ id, name, symbol }, tabIndex) => (
          <Row
            tabIndex={tabIndex}
            aria-current={id === chosen || undefined}
            picture={<Picture name={symbol} round />}
            name={name}
            detail={displaySymbol(symbol)}
            end={id === chosen ? <CheckIcon /> : undefined}
            onClick={() => {
              dispatch({ type: 'onramp.setCurrency', id })
              dispatch({ type: 'view.back' })
            }}
          />
        )}
      </VirtualList>
    </div>
  )
}
