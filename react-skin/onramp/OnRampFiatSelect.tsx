import { useMemo } from 'react'
import { onrampViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Row } from '../components/Row.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { useStrings } from '../strings/strings.tsx'

/** Selects the payment currency [3.23]. */
export function OnRampFiatSelect() {
  const { titles, words } = useStrings()
  const dispatch = useDispatch()
  const { paymentCurrencies, fiat } = useFeature('onramp', onrampViewModel)
  const names = useMemo(() => new Intl.DisplayNames(words.locale, { type: 'currency' }), [words.locale])
  return (
    <div data-part="view">
      <VirtualList label={titles.OnRampFiatSelect} items={paymentCurrencies} keyOf={({ id }) => id} current={fiat?.id}>
        {({ id }, tabIndex) => (
          <Row
            tabIndex={tabIndex}
            aria-current={id === fiat?.id || undefined}
            name={names.of(id) ?? id}
            detail={<span translate="no">{id}</span>}
            end={id === fiat?.id ? <CheckIcon /> : undefined}
            onClick={() => {
              dispatch({ type: 'onramp.setFiat', id })
              dispatch({ type: 'view.back' })
            }}
          />
        )}
      </VirtualList>
    </div>
  )
}
