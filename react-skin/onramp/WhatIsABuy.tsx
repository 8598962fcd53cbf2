import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { AssetsPicture, GatewayPicture, LoginPicture } from '../components/pictures.tsx'
import { useWord } from '../strings/strings.tsx'

const cards = [
  { title: 'buyGuidePay', text: 'buyGuidePayHelp', picture: <GatewayPicture /> },
  { title: 'buyGuideAccount', text: 'buyGuideAccountHelp', picture: <AssetsPicture /> },
  { title: 'buyGuideTime', text: 'buyGuideTimeHelp', picture: <LoginPicture /> },
] as const

/** Explains how to buy crypto in three cards, with a button to start. */
export function WhatIsABuy() {
  const word = useWord()
  const dispatch = useDispatch()
  const here = useActorSelector('view', ({ context }) => context.stack.includes('OnRampProviders'))
  const connected = useActorSelector('view', ({ context }) => context.connectionStatus === 'connected')
  return (
    <div data-part="view">
      <ul data-part="cards">
        {cards.map(({ title, text, picture }) => (
          <li key={title} data-part="guide">
            {picture}
            <div>
              <h3>{word(title)}</h3>
              <p data-part="hint">{word(text)}</p>
            </div>
          </li>
        ))}
      </ul>
      {connected && (
        <Button
          variant="primary"
          onClick={() => dispatch(here ? { type: 'view.back' } : { type: 'view.push', view: 'OnRampProviders' })}
        >
          {word('buy')}
        </Button>
      )}
    </div>
  )
}
