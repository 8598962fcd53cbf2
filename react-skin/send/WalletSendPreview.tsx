import { sendViewModel } from '../../sdk/index.ts'
import { hasOtherLetters } from '../../sdk/skin.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { NftFact } from './NftFacts.tsx'
import { Note } from '../components/Note.tsx'
import { Button } from '../components/Button.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { displaySymbol, fullAmount, sizeOf } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { useFee } from '../components/useFee.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** Reviews the transfer before it is sent to the wallet. From then on it shows the submitted transfer. */
export function WalletSendPreview() {
  const word = useWord()
  const strings = useStrings()
  const separators = useSeparators()
  const dispatch = useDispatch()
  const draft = useFeature('send', sendViewModel)
  const writtenFee = useFee(draft.tokens)
  const { status, connection, network, token, amount, receiver, receiverAddress, feeError } = draft
  const isSending = status === 'sending'
  const submitted = isSending ? draft.submittedTransfer : undefined
  const shown = submitted ?? { network, token, amount, receiver: receiverAddress ?? receiver }
  const fee = submitted?.fee ?? draft.fee
  const costs = fee
    ? writtenFee(fee)
    : feeError
      ? word('feeUnknown', { reason: errorText(strings, feeError) })
      : draft.isFeeLoading && word('estimatingFee')

  /** Formats an amount with every digit. */
  const whole = (amount: string, symbol: string) =>
    word('feeExact', { amount: fullAmount(amount, separators), symbol: displaySymbol(symbol) })

  return (
    <div data-part="view">
      <p data-part="sum" data-size={sizeOf(shown.amount)}>
        {fullAmount(shown.amount, separators)} <span>{displaySymbol(shown.token?.symbol ?? '')}</span>
      </p>
      <Facts>
        <NftFact token={shown.token} />
        <Fact name={word('from')}>
          <Identifier>{connection.address}</Identifier>
        </Fact>
        {draft.receiverName !== undefined && (
          <Fact name={word('receiverName')}>
            <bdi translate="no">{draft.receiverName}</bdi>
          </Fact>
        )}
        <Fact name={word('to')}>
          <Identifier>{shown.receiver}</Identifier>
        </Fact>
        <Fact name={word('network')}>{shown.network.name}</Fact>
        {costs && <Fact name={word('networkFee')}>{costs}</Fact>}
        {fee?.opening !== undefined && (
          <Fact name={word('receiverTokenAccount')}>
            {word('includedInFee', { fee: whole(fee.opening, fee.symbol) })}
          </Fact>
        )}
        {fee?.tokenFee !== undefined && (
          <Fact name={word('tokenFee')}>{whole(fee.tokenFee, shown.token?.symbol ?? '')}</Fact>
        )}
        {fee?.receivedAmount !== undefined && (
          <Fact name={word('receiverGets')}>{whole(fee.receivedAmount, shown.token?.symbol ?? '')}</Fact>
        )}
      </Facts>
      {draft.receiverName !== undefined && hasOtherLetters(draft.receiverName) && (
        <Note tone="error">{word('nameConfusable')}</Note>
      )}
      {!isSending && <p data-part="hint">{word('reviewHelp')}</p>}
      <ErrorNote error={draft.transferError ?? draft.error} />
      <div data-part="actions">
        <Button
          variant="primary"
          disabled={!draft.canSubmit}
          busy={isSending || status === 'confirming'}
          onClick={() => dispatch({ type: 'send.submit' })}
        >
          {word(isSending ? 'confirmInWallet' : 'send')}
        </Button>
        {isSending && <Button onClick={() => dispatch({ type: 'send.cancel' })}>{word('cancel')}</Button>}
      </div>
    </div>
  )
}
