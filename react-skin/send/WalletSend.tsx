import { useState } from 'react'
import { sendViewModel } from '../../sdk/index.ts'
import { useFeature, useNetwork, useDispatch } from '../hooks/index.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Field } from '../components/Field.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { NftFacts } from './NftFacts.tsx'
import { NamedReceiver } from './NamedReceiver.tsx'
import { TokenPicture } from '../components/TokenPicture.tsx'
import { displaySymbol, sizeOf, typedAmount, writtenAmount } from '../components/amountText.ts'
import { useAmount, useSeparators } from '../components/useAmount.ts'
import { spoken } from '../strings/replaced.tsx'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The token, amount and receiver of a transfer; the machine holds and validates the draft [1.5] [5.1]. */
export function WalletSend() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const written = useAmount()
  const separators = useSeparators()
  const draft = useFeature('send', sendViewModel)
  const { token, amount, receiver, nextStep, amountError, receiverError, isEditable, isSingleNft } = draft
  const { network } = useNetwork()
  /** The text that an input method is composing. Changing it would restart the composition. */
  const [composed, setComposed] = useState<string>()

  return (
    <div data-part="view">
      <Field
        label={word('amount')}
        inputMode="decimal"
        placeholder="0"
        value={composed ?? writtenAmount(amount, separators)}
        data-size={sizeOf(amount)}
        readOnly={!isEditable || isSingleNft}
        error={amountError && errorText(strings, amountError)}
        onChange={({ target, nativeEvent }) => {
          setComposed('isComposing' in nativeEvent && nativeEvent.isComposing === true ? target.value : undefined)
          dispatch({ type: 'send.setAmount', amount: typedAmount(target.value, separators) })
        }}
        onCompositionEnd={() => setComposed(undefined)}
        after={
          <button
            type="button"
            data-part="token-button"
            onClick={() => dispatch({ type: 'view.push', view: 'WalletSendSelectToken' })}
          >
            {token && <TokenPicture token={token} />}
            <span aria-hidden={token && true}>
              {token ? displaySymbol(token.symbol) : word(draft.isNftLoading ? 'loading' : 'selectToken')}
            </span>
            {token && <span data-part="unseen">{spoken(word('sendingToken', { symbol: token.symbol }))}</span>}
            <ChevronIcon />
          </button>
        }
        foot={
          token &&
          !isSingleNft && (
            <p data-part="field-foot">
              <span>
                {draft.isEstimating
                  ? word('calculatingMaximum')
                  : word('balance', { amount: written(token.quantity.numeric), symbol: displaySymbol(token.symbol) })}
              </span>
              <button
                type="button"
                data-part="small-button"
                title={word('maximumHelp')}
                disabled={!draft.canSetMaximum}
                onClick={() => dispatch({ type: 'send.setMaximum' })}
              >
                {word('max')}
              </button>
            </p>
          )
        }
      />
      <NftFacts token={token} />
      <Field
        label={word('receiver')}
        placeholder={strings.receiverPlaceholders[network.chainNamespace]}
        value={receiver}
        readOnly={!isEditable}
        data-long=""
        error={receiverError && errorText(strings, receiverError)}
        foot={<NamedReceiver />}
        onChange={({ target }) => dispatch({ type: 'send.setReceiver', receiver: target.value })}
      />
      <ErrorNote error={draft.transferError ?? draft.error} />
      <Button
        variant="primary"
        disabled={!draft.canSubmit}
        busy={nextStep === 'checkingAddress'}
        onClick={() => dispatch({ type: 'view.push', view: 'WalletSendPreview' })}
      >
        {strings.sendSteps[nextStep]}
      </Button>
    </div>
  )
}
