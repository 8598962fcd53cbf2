import { onrampViewModel } from '../../sdk/index.ts'
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
  const { purchaseCurrencies, currency } = useFeature('onramp', onrampViewModel)
  return (
    <div data-part="view">
      <VirtualList
        label={titles.OnRampTokenSelect}
        items={purchaseCurrencies}
        keyOf={({ id }) => id}
        current={currency?.id}
      >
        {({ id, name, symbol }, tabIndex) => (
          <Row
            tabIndex={tabIndex}
            aria-current={id === currency?.id || undefined}
            picture={<Picture name={symbol} round />}
            name={name}
            detail={displaySymbol(symbol)}
            end={id === currency?.id ? <CheckIcon /> : undefined}
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
