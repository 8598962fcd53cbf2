import { payViewModel, shortAddress, type PayViewModel } from '../../sdk/index.ts'
import { useFeature, useNetwork, useDispatch } from '../hooks/index.ts'
import { WalletIcon } from '../components/icons.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { Picture } from '../components/Picture.tsx'
import { ConnectorPicture } from '../components/WalletPicture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { List, Row } from '../components/Row.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { displaySymbol, fullAmount, sizeOf } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The requested payment and the payment methods. */
export function Pay() {
  const word = useWord()
  const { requestFields } = useStrings()
  const { status, order, network, error } = useFeature('pay', payViewModel)
  const separators = useSeparators()
  if (!order)
    return (
      <div data-part="view" data-centered="">
        <p role="status">{word('nothingToPay')}</p>
      </div>
    )
  return (
    <div data-part="view">
      <p data-part="sum" data-size={sizeOf(order.amount)}>
        {fullAmount(order.amount, separators)} <span>{displaySymbol(order.asset.symbol)}</span>
      </p>
      <Facts>
        <Fact name={word('to')}>
          <Identifier>{order.recipient}</Identifier>
        </Fact>
        <Fact name={word('network')}>{network?.name ?? order.network}</Fact>
        {order.asset.address !== undefined && order.asset.isUnlisted && (
          <Fact name={requestFields.token}>
            <Identifier>{order.asset.address}</Identifier>
          </Fact>
        )}
      </Facts>
      <ErrorNote error={error} />
      {status === 'choosing' ? <Ways networkName={network?.name ?? order.network} /> : <Spinner />}
    </div>
  )
}

type Way = PayViewModel['walletStep'] | { id: string; name: string; imageUrl: string | undefined }

/** The wallet first, then the exchanges. */
function Ways({ networkName }: { networkName: string }) {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const { switchNetwork } = useNetwork()
  const payment = useFeature('pay', payViewModel)
  const { order, connection: wallet, walletStep, exchanges, exchangesError, isLoadingExchanges } = payment
  const picture = wallet ? (
    <ConnectorPicture connector={wallet.connector} />
  ) : (
    <span data-part="picture" data-tone="plain">
      <WalletIcon />
    </span>
  )
  const ways: readonly Way[] = [walletStep, ...exchanges]
  return (
    <>
      <List
        label={word('paymentMethods')}
        busy={isLoadingExchanges}
        items={ways}
        keyOf={(way) => (typeof way === 'string' ? way : way.id)}
      >
        {(way, tabIndex) =>
          way === 'pay' ? (
            <Row
              tabIndex={tabIndex}
              picture={picture}
              name={word('payWithWallet', { wallet: wallet?.connector.name ?? '' })}
              detail={<bdi>{shortAddress(wallet?.address ?? '')}</bdi>}
              onClick={() => dispatch({ type: 'pay.chooseWallet' })}
            />
          ) : way === 'switchNetwork' ? (
            <Row
              tabIndex={tabIndex}
              picture={picture}
              name={word('paySwitch', { network: networkName })}
              detail={word('paySwitchHelp')}
              onClick={() => order && void switchNetwork(order.network)}
            />
          ) : way === 'connect' ? (
            <Row
              tabIndex={tabIndex}
              picture={picture}
              name={word('payWithAnyWallet')}
              detail={word('payConnectHelp')}
              onClick={() => dispatch({ type: 'pay.connect' })}
            />
          ) : (
            <Row
              tabIndex={tabIndex}
              picture={<Picture name={way.name} url={way.imageUrl} />}
              name={<bdi translate="no">{way.name}</bdi>}
              detail={word('payExchangeHelp')}
              onClick={() => dispatch({ type: 'pay.chooseExchange', exchangeId: way.id })}
            />
          )
        }
      </List>
      {isLoadingExchanges && <Spinner />}
      {exchangesError && (
        <RetryNote onRetry={() => dispatch({ type: 'pay.retry' })}>{errorText(strings, exchangesError)}</RetryNote>
      )}
      {!isLoadingExchanges && !exchangesError && exchanges.length === 0 && (
        <p data-part="hint">{word('noExchanges')}</p>
      )}
    </>
  )
}
