import { useMemo } from 'react'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Row } from '../components/Row.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { useStrings } from '../strings/strings.tsx'

/** Selects the payment currency [3.23]. */
export function OnRampFiatSelect() {
  const { titles, words } = useStrings()
  const dispatch = useDispatch()
  const currencies = useFeature('onramp', ({ context }) => context.options.paymentCurrencies)
  const chosen = useFeature('onramp', ({ context }) => context.fiat?.id)
  const names = useMemo(() => new Intl.DisplayNames(words.locale, { type: 'currency' }), [words.locale])
  return (
    <div data-part="view">
      <VirtualList label={titles.OnRampFiatSelect} items={currencies} keyOf={({ id }) => id} current={chosen}>
        {({ id }, tabIndex) => (
          <Row
            tabIndex={tabIndex}
            aria-current={id === chosen || undefined}
            name={names.of(id) ?? id}
            detail={<span translate="no">{id}</span>}
            end={id === chosen ? <CheckIcon /> : undefined}
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
