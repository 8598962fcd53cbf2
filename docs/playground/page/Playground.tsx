import { ConnectButton, LatchkeyModal, LatchkeyProvider, NetworkButton, useSelect } from '../../../react-skin/index.ts'
import { ChartsPanel } from '../charts/ChartsPanel.tsx'
import type { PlaygroundParts } from './createPlayground.ts'
import { Passing } from './Passing.tsx'
import { ScenarioPicker } from './ScenarioPicker.tsx'
import { Switches } from './Switches.tsx'
import { WalletPanel } from './WalletPanel.tsx'

/** The whole playground. */
export const Playground = (parts: PlaygroundParts) => (
  <LatchkeyProvider latchkey={parts.latchkey}>
    <Page {...parts} />
  </LatchkeyProvider>
)

function Page({ latchkey, wallets }: PlaygroundParts) {
  const scheme = useSelect('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  const { embedded } = latchkey.configuration
  return (
    <div className="page" data-scheme={scheme} data-mode={embedded ? 'embedded' : 'dialog'}>
      <header className="bar">
        <h1>Latchkey playground</h1>
        <Switches>
          <ScenarioPicker />
        </Switches>
        <div className="buttons">
          <NetworkButton />
          <ConnectButton />
        </div>
      </header>
      <main className="parts">
        <section className="site" aria-label="The site">
          {!embedded && <p>The modal opens as a dialog: press the button above.</p>}
          <LatchkeyModal />
        </section>
        <WalletPanel wallets={wallets} />
        <Passing />
        <section className="machines" aria-label="Charts">
          <h2>Charts</h2>
          <ChartsPanel latchkey={latchkey} />
        </section>
      </main>
    </div>
  )
}
