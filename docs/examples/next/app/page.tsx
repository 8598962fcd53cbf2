import { ConnectButton } from 'latchkey/react'
import { Account } from './Account'

/** A Server Component. The browser hydrates the parts of Latchkey. */
export default function Page() {
  return (
    <main>
      <h1>Latchkey with Next.js</h1>
      <ConnectButton />
      <Account />
    </main>
  )
}
