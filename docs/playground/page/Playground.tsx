import { useState } from 'react'
import {
  ConnectButton,
  LatchkeyModal,
  LatchkeyProvider,
  NetworkButton,
  useActorSelector,
} from '../../../react-skin/index.ts'
import { ChartsPanel } from '../charts/ChartsPanel.tsx'
import { Ticker } from '../charts/Ticker.tsx'
import { AskPanel } from './AskPanel.tsx'
import { CodePanel } from './CodePanel.tsx'
import type { PlaygroundParts } from './createPlayground.ts'
import { storedLook, storeLook, themeOf, type Look } from './look.ts'
import { MailPanel } from './MailPanel.tsx'
import { SessionPanel } from './SessionPanel.tsx'
import { ThemeEditor } from './ThemeEditor.tsx'
import { Toolbar } from './Toolbar.tsx'
import { WalletPanel } from './WalletPanel.tsx'

/** The whole playground. */
export function Playground(parts: PlaygroundParts) {
  const [look, setLook] = useState(() => storedLook(sessionStorage))
  const [theme, setTheme] = useState(() => themeOf(look))
  const change = (next: Look) => {
    setLook(next)
    setTheme(themeOf(next))
    storeLook(sessionStorage, next)
  }
  return (
    <LatchkeyProvider latchkey={parts.latchkey} locale={look.locale ?? 'en'} {...(theme && { theme })}>
      <Page {...parts} look={look} setLook={change} />
    </LatchkeyProvider>
  )
}

function Page({
  latchkey,
  chains,
  recorder,
  wallets,
  openInspector,
  mailbox,
  look,
  setLook,
}: PlaygroundParts & { look: Look; setLook: (look: Look) => void }) {
  const scheme = useActorSelector('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  const { embedded } = latchkey.configuration
  return (
    <div className="page" data-scheme={scheme} data-mode={embedded ? 'embedded' : 'dialog'}>
      <header className="bar">
        <h1>
          Latchkey <span>playground</span>
        </h1>
        <nav aria-label="On this page">
          <a href="#code">Code</a>
          <a href="#charts">Charts</a>
        </nav>
        <div className="buttons">
          <NetworkButton />
          <ConnectButton />
        </div>
      </header>
      <Toolbar look={look} setLook={setLook} wallets={wallets} />
      <main>
        <div className="hero">
          <div className="pitch">
            <h2>Your page, with a wallet in it.</h2>
            <p>
              {embedded
                ? 'This card runs on local test chains. Connect the sandbox wallet, and approve or reject its requests in its panel.'
                : 'The modal opens as a dialog: press the button above. It runs on local test chains.'}
            </p>
            <ul>
              <li>No network requests before the user interacts</li>
              <li>All behavior is in state charts that you can open</li>
              <li>Your own colors, texts and components</li>
            </ul>
            <p>
              The same machines with other UIs: <a href="examples/plain.html">without a framework</a>,{' '}
              <a href="examples/vue.html">in Vue</a>.
            </p>
            <AskPanel />
            <SessionPanel chains={chains} />
          </div>
          <section className="site" aria-label="The site" data-frame={embedded ? look.frame : undefined}>
            <LatchkeyModal />
          </section>
          <div className="aside">
            {mailbox !== undefined && <MailPanel mailbox={mailbox} />}
            <WalletPanel wallets={wallets} />
            <Ticker recorder={recorder} />
          </div>
          <ThemeEditor look={look} setLook={setLook} />
        </div>
        <CodePanel look={look} />
        <section className="machines" id="charts" aria-labelledby="charts-title">
          <header>
            <h2 id="charts-title">Charts</h2>
            <p>The state machines behind the card. The current state is highlighted.</p>
          </header>
          <ChartsPanel recorder={recorder} openInspector={openInspector} scheme={scheme} />
        </section>
      </main>
    </div>
  )
}
