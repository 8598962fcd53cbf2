import { ConnectButton } from 'latchkey/react'
import { Account } from './Account'

/** Runs on the server; what it renders of Latchkey is taken over in the browser. */
export default function Page() {
  return (
    <main>
      <h1>Latchkey with Next.js</h1>
      <ConnectButton />
      <Account />
    </main>
  )
}
