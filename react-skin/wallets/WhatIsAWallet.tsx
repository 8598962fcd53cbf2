import { useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { AssetsPicture, GatewayPicture, LoginPicture } from '../components/pictures.tsx'
import { useWord } from '../strings/strings.tsx'

const cards = [
  { title: 'guideLogin', text: 'guideLoginHelp', picture: <LoginPicture /> },
  { title: 'guideHome', text: 'guideHomeHelp', picture: <AssetsPicture /> },
  { title: 'guideGateway', text: 'guideGatewayHelp', picture: <GatewayPicture /> },
] as const

/** Explains wallets in three cards, with a button to get one. */
export function WhatIsAWallet() {
  const word = useWord()
  const dispatch = useDispatch()
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
      <Button variant="primary" onClick={() => dispatch({ type: 'view.push', view: 'GetWallet' })}>
        {word('getWallet')}
      </Button>
    </div>
  )
}
