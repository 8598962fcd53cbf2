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
import { RequestPanel } from './RequestPanel.tsx'
import { CodePanel } from './CodePanel.tsx'
import type { PlaygroundParts } from './createPlayground.ts'
import { readAppearance, storeAppearance, themeOf, type Appearance } from './appearance.ts'
import { MailPanel } from './MailPanel.tsx'
import { SessionPanel } from './SessionPanel.tsx'
import { ThemeEditor } from './ThemeEditor.tsx'
import { Toolbar } from './Toolbar.tsx'
import { WalletPanel } from './WalletPanel.tsx'

/** The whole playground. */
export function Playground(parts: PlaygroundParts) {
  const [appearance, setAppearance] = useState(() => readAppearance(sessionStorage))
  const [theme, setTheme] = useState(() => themeOf(appearance))
  const change = (next: Appearance) => {
    setAppearance(next)
    setTheme(themeOf(next))
    storeAppearance(sessionStorage, next)
  }
  return (
    <LatchkeyProvider latchkey={parts.latchkey} locale={appearance.locale ?? 'en'} {...(theme && { theme })}>
      <Page {...parts} appearance={appearance} setAppearance={change} />
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
  appearance,
  setAppearance,
}: PlaygroundParts & { appearance: Appearance; setAppearance: (appearance: Appearance) => void }) {
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
      <Toolbar appearance={appearance} setAppearance={setAppearance} wallets={wallets} />
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
            <RequestPanel />
            <SessionPanel chains={chains} />
          </div>
          <section className="site" aria-label="The site" data-frame={embedded ? appearance.frame : undefined}>
            <LatchkeyModal />
          </section>
          <div className="aside">
            {mailbox !== undefined && <MailPanel mailbox={mailbox} />}
            <WalletPanel wallets={wallets} />
            <Ticker recorder={recorder} />
          </div>
          <ThemeEditor appearance={appearance} setAppearance={setAppearance} />
        </div>
        <CodePanel appearance={appearance} />
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
