/** Two pages with one button each: ours, and a minimal React page. Both are built for production. */

/** A button that opens a native dialog with three rows. */
export const floorPage = `
import { useRef } from 'react'
import { createRoot } from 'react-dom/client'
function Page() {
  const dialog = useRef(null)
  return <><button id="open" onClick={() => dialog.current.showModal()}>Connect</button>
    <dialog ref={dialog}><h2 className="first">Connect wallet</h2>
      {['One', 'Two', 'Three'].map((name) => <button key={name}>{name}</button>)}</dialog></>
}
createRoot(document.getElementById('root')).render(<Page />)
`

/** Our connect button and dialog, with three announced wallets. */
export const ourPage = `
import { createRoot } from 'react-dom/client'
import { createLatchkey } from '~/sdk/index.ts'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from '~/react-skin/index.ts'
import '~/react-skin/styles/styles.css'
const connectors = ['One', 'Two', 'Three'].map((name) => ({
  connector: { id: name, name, type: 'ANNOUNCED', chain: 'eip155' },
  provider: { request: () => new Promise(() => {}) },
}))
const latchkey = createLatchkey({ embedded: false, connectors })
createRoot(document.getElementById('root')).render(
  <LatchkeyProvider latchkey={latchkey}><ConnectButton /><LatchkeyModal /></LatchkeyProvider>,
)
`
