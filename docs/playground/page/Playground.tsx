import { useMemo, useRef, useState } from 'react'
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
import { readAppearance, themeOf } from './appearance.ts'
import { MailPanel } from './MailPanel.tsx'
import { useQuery } from './query.ts'
import { isStatic } from './sandbox.ts'
import { SessionPanel } from './SessionPanel.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { WalletPanel } from './WalletPanel.tsx'

/** The whole playground. */
export function Playground(parts: PlaygroundParts) {
  const query = useQuery()
  // The provider writes the theme to the page when the object changes.
  const appearance = JSON.stringify(readAppearance(query))
  const theme = useMemo(() => themeOf(JSON.parse(appearance)), [appearance])
  const { locale = 'en', frame } = readAppearance(query)
  return (
    <LatchkeyProvider latchkey={parts.latchkey} locale={locale} {...(theme && { theme })}>
      <Page {...parts} frame={frame} />
    </LatchkeyProvider>
  )
}

function Page({
  latchkey,
  chains,
  recorder,
  wallets,
  selectQuirk,
  openInspector,
  mailbox,
  frame,
}: PlaygroundParts & { frame: 'phone' | undefined }) {
  const scheme = useActorSelector('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
  const { embedded } = latchkey.configuration
  const [isSettingsOpen, setIsSettingsOpen] = useState(false)
  const settings = useRef<HTMLElement>(null)
  const toggleSettings = () => {
    setIsSettingsOpen(!isSettingsOpen)
    if (!isSettingsOpen) requestAnimationFrame(() => settings.current?.focus())
  }
  return (
    <div className="page" data-scheme={scheme} data-mode={embedded ? 'embedded' : 'dialog'}>
      <header className="bar">
        <h1>
          Latchkey <span>playground</span>
        </h1>
        <nav aria-label="On this page">
          {isStatic && <a href="index.html">Docs</a>}
          <a href="#code">Code</a>
          <a href="#charts">Charts</a>
          <button type="button" aria-expanded={isSettingsOpen} aria-controls="settings" onClick={toggleSettings}>
            Settings
          </button>
        </nav>
        <div className="buttons">
          <NetworkButton />
          <ConnectButton />
        </div>
      </header>
      <main>
        <div className="hero">
          <div className="stage">
            <section className="site" aria-label="The site" data-frame={embedded ? frame : undefined}>
              <LatchkeyModal />
            </section>
            <p>
              {embedded
                ? 'Connect the sandbox wallet, and approve or reject its requests in its panel.'
                : 'The modal opens as a dialog: press the button above.'}{' '}
              {isStatic ? (
                <strong>Simulated chains: everything runs in this page.</strong>
              ) : (
                <>
                  The chains are local. The same machines with another UI:{' '}
                  <a href="examples/plain.html">without a framework</a>, <a href="examples/vue.html">in Vue</a>.
                </>
              )}
            </p>
            <RequestPanel />
            <SessionPanel chains={chains} />
          </div>
          <SettingsPanel wallets={wallets} selectQuirk={selectQuirk} isOpen={isSettingsOpen} ref={settings} />
          <div className="aside">
            {mailbox !== undefined && <MailPanel mailbox={mailbox} />}
            <WalletPanel wallets={wallets} />
            <Ticker recorder={recorder} />
          </div>
        </div>
        <CodePanel />
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
