import { ConnectButton } from 'latchkey/react'
import type { MetaFunction } from 'react-router'
import { Account } from '../Account'

export const meta: MetaFunction = () => [{ title: 'Latchkey with React Router' }]

export default function Home() {
  return (
    <main>
      <h1>Latchkey with React Router</h1>
      <ConnectButton />
      <Account />
    </main>
  )
}
