import { networkOf, type ExplanationPart } from '../../sdk/index.ts'
import { useSelect, useSend } from '../hooks.ts'
import { WalletIcon } from '../icons.tsx'
import { Button } from '../parts/Button.tsx'
import { Fact, Facts, Identifier } from '../parts/Facts.tsx'
import { Note } from '../parts/Note.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** What a stranger wrote stands by itself: in the letters that it has, and with the lines that it has. */
function Value({ part: { value, as } }: { part: ExplanationPart }) {
  if (as === 'address') return <Identifier>{value}</Identifier>
  return (
    <bdi data-part="quoted" data-as={as} translate="no">
      {value}
    </bdi>
  )
}

/** A request waits for the visitor's answer in the wallet [2.9]: what it means, and what to look at twice. */
export function ApproveTransaction() {
  const word = useWord()
  const { asked: kinds, askedParts, askedWarnings } = useStrings()
  const send = useSend()
  const networks = useSelect('network', ({ context }) => context.networks)
  const { asked, explanation } = useSelect('approval', (snapshot) => snapshot?.context) ?? {}
  const network = asked && networkOf(networks, asked.connection.networkId)
  return (
    <div data-part="view">
      <div data-part="asked">
        <span data-part="wallet" data-state="connecting">
          <WalletIcon />
        </span>
        <p role="status">{word('approve')}</p>
      </div>
      {explanation && asked && (
        <>
          <h3 data-part="subtitle">{kinds[explanation.kind]}</h3>
          {explanation.warnings.map((warning) => (
            <Note key={warning} tone="error">
              {askedWarnings[warning]}
            </Note>
          ))}
          <Facts>
            {explanation.parts.map((part, index) => (
              // oxlint-disable-next-line no-array-index-key
              <Fact key={index} name={part.name ?? askedParts[part.label]}>
                <Value part={part} />
              </Fact>
            ))}
            <Fact name={word('from')}>
              <Identifier>{asked.connection.address}</Identifier>
            </Fact>
            {network && <Fact name={word('network')}>{network.name}</Fact>}
          </Facts>
        </>
      )}
      <div data-part="actions">
        <Button onClick={() => send({ type: 'requests.cancelShown' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
