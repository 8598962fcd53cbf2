import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import { Account } from './Account'
import { latchkey } from './latchkey'

export function App() {
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <main>
        <h1>Latchkey with React</h1>
        <ConnectButton />
        <Account />
      </main>
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
