import { useMemo } from 'react'
import { groupByMonth, transactionUrl, withRecent, type Transaction, type TransactionMonth } from '../../sdk/index.ts'
import { useFeature, useLatchkey, useDispatch } from '../hooks/index.ts'
import { EndOfList } from '../components/EndOfList.tsx'
import { OfFeature } from '../components/LazyPart.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { VirtualList } from '../components/VirtualList.tsx'
import { useStrings } from '../strings/strings.tsx'
import { HistoryNotes } from './HistoryNotes.tsx'
import { TransactionRow } from './TransactionRow.tsx'

type Entry = { month: TransactionMonth } | { transaction: Transaction }

const keyOf = (entry: Entry): string =>
  'month' in entry ? `${entry.month.year}-${entry.month.month}` : entry.transaction.id

const isRow = (entry: Entry) => 'transaction' in entry

/** The transactions of the account, newest first, by month [3.26]: from the history, and those sent from this app. */
export function Activity() {
  const { words } = useStrings()
  const hasProjectId = useLatchkey().configuration.projectId !== undefined
  const loading = <Skeletons count={3} name={words.loading} />
  return (
    <OfFeature name="recent" until={loading}>
      {hasProjectId ? (
        <OfFeature name="activity" until={loading}>
          <ApiActivity />
        </OfFeature>
      ) : (
        <Recent />
      )}
    </OfFeature>
  )
}

const NOTHING: readonly Transaction[] = []

/** The transactions sent from this app, if there is no history. */
function Recent() {
  const { words } = useStrings()
  const entries = useEntries(NOTHING)
  return (
    <>
      {entries.length > 0 && (
        <div data-part="endless">
          <Entries entries={entries} partial={false} busy={false} />
        </div>
      )}
      <p data-part="hint" data-centered="">
        {entries.length > 0 ? words.onlySentFromApp : words.noActivity}
      </p>
    </>
  )
}

function ApiActivity() {
  const { words } = useStrings()
  const dispatch = useDispatch()
  const transactions = useFeature('activity', ({ context }) => context.transactions)
  const pages = useFeature('activity', ({ context }) => context.pages)
  const fruitless = useFeature('activity', ({ context }) => context.emptyPages > 0)
  const busy = useFeature('activity', (snapshot) => snapshot.hasTag('busy'))
  const more = useFeature('activity', (snapshot) => snapshot.can({ type: 'activity.more' }))
  const entries = useEntries(transactions)
  const isUnsupported = useFeature('activity', ({ value }) => value === 'unsupported')

  return (
    <>
      {entries.length > 0 && (
        <div data-part="endless">
          <Entries entries={entries} partial={more || busy} busy={busy} />
          {more && !fruitless && <EndOfList key={pages} onSeen={() => dispatch({ type: 'activity.more' })} />}
        </div>
      )}
      {isUnsupported && entries.length > 0 && (
        <p data-part="hint" data-centered="">
          {words.onlySentFromApp}
        </p>
      )}
      <HistoryNotes
        emptyText={entries.length === 0 ? words.noActivity : ''}
        emptySoFarText={words.noActivitySoFar}
        hasMoreButton={fruitless}
      />
    </>
  )
}

/** The transactions and their months, including those sent from this app. */
function useEntries(apiTransactions: readonly Transaction[]): readonly Entry[] {
  const sent = useFeature('recent', ({ context }) => context.entries)
  const address = useFeature('recent', ({ context }) => context.address)
  const networkId = useFeature('recent', ({ context }) => context.network.caipNetworkId)
  return useMemo(
    () =>
      groupByMonth(withRecent(apiTransactions, sent, { networkId, address })).flatMap((month): Entry[] => [
        { month },
        ...month.transactions.map((transaction) => ({ transaction })),
      ]),
    [apiTransactions, sent, networkId, address],
  )
}

function Entries({ entries, partial, busy }: { entries: readonly Entry[]; partial: boolean; busy: boolean }) {
  const { words, tabs } = useStrings()
  const network = useFeature('recent', ({ context }) => context.network)
  const monthName = useMemo(
    () => new Intl.DateTimeFormat(words.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format,
    [words.locale],
  )
  return (
    <VirtualList label={tabs.Activity} items={entries} keyOf={keyOf} isRow={isRow} partial={partial} busy={busy}>
      {(entry, tabIndex) =>
        'month' in entry ? (
          <h3 data-part="month">{monthName(Date.UTC(entry.month.year, entry.month.month - 1))}</h3>
        ) : (
          <TransactionRow
            transaction={entry.transaction}
            href={transactionUrl(network, entry.transaction.metadata.hash)}
            tabIndex={tabIndex}
          />
        )
      }
    </VirtualList>
  )
}
