import { sendViewModel } from '../../sdk/index.ts'
import { hasOtherLetters } from '../../sdk/skin.ts'
import { useFeature } from '../hooks/index.ts'
import { useWord } from '../strings/strings.tsx'
import { Identifier } from '../components/Facts.tsx'

/** The address to which the receiver's name resolves; nothing if an address was entered. */
export function NamedReceiver() {
  const word = useWord()
  const { receiverName: name, receiverAddress: address } = useFeature('send', sendViewModel)
  if (name === undefined || address === undefined) return null
  return (
    <div data-part="hint" role="status">
      {word('nameResolvesTo', { name })} <Identifier>{address}</Identifier>
      {hasOtherLetters(name) && <p>{word('nameConfusable')}</p>}
    </div>
  )
}
