import { useMemo } from 'react'
import { shortAddress, type TokenTransfer, type Transaction } from '../../sdk/index.ts'
import { ContractIcon, InIcon, OutIcon, SwapIcon } from '../components/moreIcons.tsx'
import { LinkRow } from '../components/LinkRow.tsx'
import { Picture } from '../components/Picture.tsx'
import { RowContent } from '../components/Row.tsx'
import { displaySymbol } from '../components/amountText.ts'
import { useAmount } from '../components/useAmount.ts'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The number of digits of a million. Larger amounts are shortened, because the explorer shows every digit. */
const MILLION = 7

/** Whether a status is shown. The status `confirmed` is the default. */
const isShown = (status: string): status is 'failed' | 'pending' | 'replaced' =>
  status === 'failed' || status === 'pending' || status === 'replaced'

const icons = { in: <InIcon />, out: <OutIcon />, both: <SwapIcon />, none: <ContractIcon /> } as const

/** An entry of the history: operation, date, counterparty, amounts and status. */
export function TransactionRow({
  transaction,
  href,
  tabIndex,
}: {
  transaction: Transaction
  /** The URL of the transaction in the network's explorer. */
  href: string | undefined
  tabIndex: 0 | -1
}) {
  const { operations } = useStrings()
  const word = useWord()
  const day = useDay()
  const { metadata, transfers } = transaction
  const { operationType, minedAt, sentFrom, sentTo, status, application } = metadata
  const came = transfers.find(({ direction }) => direction === 'in')
  const went = transfers.find(({ direction }) => direction === 'out')
  const [first, second] = [came, went].filter((transfer) => transfer !== undefined)
  const flow = came && went ? 'both' : came ? 'in' : went ? 'out' : 'none'
  const operation = Object.entries(operations).find(([name]) => name === operationType)?.[1] ?? operations.other
  const whom =
    application?.name ??
    (flow !== 'in' && sentTo === ''
      ? ''
      : flow === 'in'
        ? word('fromAddress', { from: shortAddress(sentFrom, 4, 4) })
        : word('toAddress', { to: shortAddress(sentTo, 4, 4) }))

  const parts = {
    name: (
      <>
        {operation}
        {isShown(status) && (
          <>
            {' '}
            <span data-part="status" data-status={status}>
              {word(status === 'replaced' ? 'displaced' : status)}
            </span>
          </>
        )}
      </>
    ),
    detail: (
      <span data-part="detail-line">
        <span>{whom === '' ? day(minedAt) : `${day(minedAt)} · `}</span>
        <bdi>{whom}</bdi>
      </span>
    ),
    picture: (
      <span data-part="flow" data-flow={flow}>
        {first ? (
          <>
            <TransferPicture transfer={first} />
            <span data-part="badge">{icons[flow]}</span>
          </>
        ) : (
          <span data-part="picture" data-round="" data-tone="plain">
            {icons.none}
          </span>
        )}
      </span>
    ),
    end: first && (
      <span data-part="sums">
        <Moved transfer={first} />
        {second && <Moved transfer={second} />}
      </span>
    ),
  }
  return href !== undefined ? (
    <LinkRow {...parts} tabIndex={tabIndex} href={href} />
  ) : (
    <div data-part="row" data-still="">
      <RowContent {...parts} />
    </div>
  )
}

function TransferPicture({ transfer: { fungible_info, nft_info } }: { transfer: TokenTransfer }) {
  const { content, name } = nft_info ?? {}
  return nft_info ? (
    <Picture name={name ?? ''} url={content?.preview?.url ?? content?.detail?.url ?? undefined} />
  ) : (
    <Picture name={fungible_info?.symbol ?? ''} url={fungible_info?.icon?.url ?? undefined} round />
  )
}

/** The name of an item. It is marked off from its number if it does not start with a letter. */
const drawnName = (name: string): string => (/^\p{L}/u.test(name) ? name : displaySymbol(name))

function Moved({ transfer: { direction, quantity, fungible_info, nft_info } }: { transfer: TokenTransfer }) {
  const amount = useAmount(MILLION)
  const { words } = useStrings()
  const what = nft_info
    ? drawnName(nft_info.name || words.unnamed)
    : displaySymbol(fungible_info?.symbol || fungible_info?.name || '')
  return (
    <span data-part="amount" data-direction={direction}>
      {direction === 'in' ? '+' : '−'}
      {amount(quantity.numeric)} <bdi>{what}</bdi>
    </span>
  )
}

/** Returns a function that formats a day, or returns an empty text for an invalid one. */
function useDay(): (time: string) => string {
  const { locale } = useStrings().words
  return useMemo(() => {
    const { format } = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return (time) => {
      const date = new Date(time)
      return Number.isNaN(date.getTime()) ? '' : format(date)
    }
  }, [locale])
}
