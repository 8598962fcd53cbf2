import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { networkOrUnsupported, shortAddress } from '../../sdk/index.ts'
import { useActor, useSelect, useSend, type LiveSnapshot } from '../hooks.ts'
import { CheckIcon, WarningIcon } from '../icons.tsx'
import { Button } from '../parts/Button.tsx'
import { Fact, Facts, Identifier } from '../parts/Facts.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { useWord } from '../strings/strings.tsx'

type Progress = 'confirming' | 'confirmed' | 'reverted' | 'unconfirmed' | 'notHeard' | 'unknown'

function progressOf(transaction: LiveSnapshot<`transaction:${string}`>): Progress {
  if (!transaction) return 'unknown'
  switch (transaction.value) {
    case 'confirming':
      return 'confirming'
    case 'watching':
    case 'looking':
      return 'unconfirmed'
    case 'settled':
      return transaction.context.receipt?.status === 'reverted' ? 'reverted' : 'confirmed'
    case 'timedOut':
    case 'gaveUp':
      return 'notHeard'
    case 'stopped':
      return 'unknown'
  }
}

/** The last one seen of an item that comes and goes: its final state says how it ended. */
function useLastSeen<Ref>(ref: Ref | undefined): Ref | undefined {
  const [last, setLast] = useState(ref)
  if (ref !== undefined && ref !== last) setLast(ref)
  return ref ?? last
}

/** What was sent, and what the network made of it so far. */
export function WalletSendConfirmed() {
  const word = useWord()
  const send = useSend()
  const transfer = useSelect('send', ({ context }) => context.transfer)
  const hash = useSelect('send', ({ context }) => context.hash)
  const networks = useSelect('network', ({ context }) => context.networks)
  const progress = useSelector(useLastSeen(useActor(`transaction:${hash ?? ''}`)), progressOf)
  const explorer = transfer && networkOrUnsupported(networks, transfer.networkId).blockExplorers?.default

  return (
    <div data-part="view">
      <div data-part="profile" data-state={progress}>
        <span data-part="emblem">
          {progress === 'confirming' ? <Spinner /> : progress === 'reverted' ? <WarningIcon /> : <CheckIcon />}
        </span>
        {transfer && (
          <p data-part="sum">
            {transfer.amount} <span>{transfer.token.symbol}</span>
          </p>
        )}
        {transfer && <p data-part="hint">{word('sentTo', { receiver: shortAddress(transfer.receiver) })}</p>}
        <p role="status" data-part="progress">
          {word(progress)}
        </p>
      </div>
      {hash !== undefined && (
        <Facts>
          <Fact name={word('hash')}>
            <Identifier>{hash}</Identifier>
          </Fact>
        </Facts>
      )}
      <div data-part="actions">
        {explorer && hash !== undefined && (
          <a data-part="link" href={`${explorer.url}/tx/${hash}`} target="_blank" rel="noopener noreferrer">
            {word('viewOn', { explorer: explorer.name })}
          </a>
        )}
        <Button variant="primary" onClick={() => send({ type: 'view.home' })}>
          {word('done')}
        </Button>
      </div>
    </div>
  )
}
