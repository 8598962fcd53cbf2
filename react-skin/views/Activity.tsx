import { useMemo } from 'react'
import { byMonth, networkOf, transactionUrl, type Transaction, type TransactionMonth } from '../../sdk/index.ts'
import { useFeature, useSelect, useSend } from '../hooks.ts'
import { EndOfList } from '../parts/EndOfList.tsx'
import { VirtualList } from '../parts/VirtualList.tsx'
import { useStrings } from '../strings/strings.tsx'
import { HistoryNotes } from './HistoryNotes.tsx'
import { TransactionRow } from './TransactionRow.tsx'

type Entry = { month: TransactionMonth } | { transaction: Transaction }

const keyOf = (entry: Entry): string =>
  'month' in entry ? `${entry.month.year}-${entry.month.month}` : entry.transaction.id

const isRow = (entry: Entry) => 'transaction' in entry

/** What the account did, the newest first, month by month [3.26]. */
export function Activity() {
  const { words, tabs } = useStrings()
  const send = useSend()
  const transactions = useFeature('activity', ({ context }) => context.transactions)
  const networkId = useFeature('activity', ({ context }) => context.target.networkId)
  const pages = useFeature('activity', ({ context }) => context.pages)
  const fruitless = useFeature('activity', ({ context }) => context.emptyPages > 0)
  const busy = useFeature('activity', (snapshot) => snapshot.hasTag('busy'))
  const more = useFeature('activity', (snapshot) => snapshot.can({ type: 'activity.more' }))
  const networks = useSelect('network', ({ context }) => context.networks)
  const network = networkOf(networks, networkId)
  const entries = useMemo(
    () =>
      byMonth(transactions).flatMap((month): Entry[] => [
        { month },
        ...month.transactions.map((transaction) => ({ transaction })),
      ]),
    [transactions],
  )
  const monthName = useMemo(
    () => new Intl.DateTimeFormat(words.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format,
    [words.locale],
  )

  return (
    <>
      {entries.length > 0 && (
        <div data-part="endless">
          <VirtualList
            label={tabs.Activity}
            items={entries}
            keyOf={keyOf}
            isRow={isRow}
            partial={more || busy}
            busy={busy}
          >
            {(entry, tabIndex) =>
              'month' in entry ? (
                <h3 data-part="month">{monthName(Date.UTC(entry.month.year, entry.month.month - 1))}</h3>
              ) : (
                <TransactionRow
                  transaction={entry.transaction}
                  href={network ? transactionUrl(network, entry.transaction.metadata.hash) : undefined}
                  tabIndex={tabIndex}
                />
              )
            }
          </VirtualList>
          {more && !fruitless && <EndOfList key={pages} onSeen={() => send({ type: 'activity.more' })} />}
        </div>
      )}
      <HistoryNotes
        none={entries.length === 0 ? words.nothingDone : ''}
        noneSoFar={words.nothingDoneSoFar}
        asking={fruitless}
      />
    </>
  )
}
