import { useState, type ReactNode } from 'react'
import { locales, useLatchkey, useActorSelector, useDispatch } from '../../../react-skin/index.ts'
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'
import { addressWith } from './address.ts'
import { startOf, type Start } from './begin.ts'
import type { Appearance } from './appearance.ts'
import { ScenarioPicker } from './ScenarioPicker.tsx'
import { UnsupportedPicker, WalletPicker } from './WalletPicker.tsx'

const schemes = { light: 'Light', dark: 'Dark', system: 'System' } as const

/** A control with a label above it. */
const Tool = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="tool">
    <span aria-hidden="true">{name}</span>
    {children}
  </div>
)

/** A switch that sets or removes a query parameter. */
const Choice = ({ label, name, on, off }: { label: string; name: string; on: string; off: string }) => {
  const isOn = new URLSearchParams(location.search).has(name)
  return (
    <span className="choice" role="group" aria-label={label}>
      <a href={addressWith(name, undefined)} aria-current={isOn ? undefined : 'true'}>
        {off}
      </a>
      <a href={addressWith(name, '')} aria-current={isOn ? 'true' : undefined}>
        {on}
      </a>
    </span>
  )
}

/** A switch for a namespace in addition to Ethereum. */
const Namespace = ({ name, label }: { name: string; label: string }) => {
  const isOn = new URLSearchParams(location.search).has(name)
  return (
    <a href={addressWith(name, isOn ? undefined : '')} aria-current={isOn ? 'true' : undefined}>
      {label}
    </a>
  )
}

const starts: readonly [value: Start | undefined, words: string][] = [
  [undefined, 'Previous visit'],
  ['fresh', 'Fresh'],
  ['connected', 'Connected'],
]

/** The initial state at each load: as stored, with empty storage, or with the sandbox wallet connected. */
const StartChoice = () => {
  const start = startOf(new URLSearchParams(location.search))
  return (
    <span className="choice" role="group" aria-label="Start">
      {starts.map(([value, words]) => (
        <a key={words} href={addressWith('start', value)} aria-current={value === start ? 'true' : undefined}>
          {words}
        </a>
      ))}
    </span>
  )
}

const signIns: readonly [value: string | undefined, words: string][] = [
  [undefined, 'None'],
  ['optional', 'Optional'],
  ['', 'Required'],
  ['server', 'On a server'],
]

const SignInChoice = () => {
  const signIn = new URLSearchParams(location.search).get('sign-in') ?? undefined
  return (
    <span className="choice" role="group" aria-label="Sign-in">
      {signIns.map(([value, words]) => (
        <a key={words} href={addressWith('sign-in', value)} aria-current={value === signIn ? 'true' : undefined}>
          {words}
        </a>
      ))}
    </span>
  )
}

/** The name of a language in that language. */
const languageName = (locale: string): string => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** The options of the playground. Options in the URL take effect on load, the others at once. Collapsed on phones. */
export function Toolbar({
  appearance,
  setAppearance,
  wallets,
}: {
  appearance: Appearance
  setAppearance: (appearance: Appearance) => void
  wallets: readonly PanelEntry[]
}) {
  const dispatch = useDispatch()
  const { embedded } = useLatchkey().configuration
  const theme = useActorSelector('theme', ({ context }) => context.choice)
  const { frame: _, ...withoutFrame } = appearance
  const [isOpen, setIsOpen] = useState(() => !matchMedia('(max-width: 780px)').matches)
  const isFramed = appearance.frame === 'phone'
  return (
    <nav className="toolbar" aria-label="Playground options">
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>Options</summary>
        <div className="tools">
          <Tool name="Modal">
            <Choice label="Modal" name="dialog" off="Embedded" on="Dialog" />
          </Tool>
          <Tool name="Color scheme">
            <span className="choice" role="group" aria-label="Color scheme">
              {(['light', 'dark', 'system'] as const).map((choice) => (
                <button
                  key={choice}
                  type="button"
                  aria-pressed={choice === theme}
                  onClick={() => dispatch({ type: 'theme.set', choice })}
                >
                  {schemes[choice]}
                </button>
              ))}
            </span>
          </Tool>
          {embedded && (
            <Tool name="Frame">
              <span className="choice" role="group" aria-label="Frame">
                <button type="button" aria-pressed={!isFramed} onClick={() => setAppearance(withoutFrame)}>
                  Page
                </button>
                <button
                  type="button"
                  aria-pressed={isFramed}
                  onClick={() => setAppearance({ ...appearance, frame: 'phone' })}
                >
                  Phone
                </button>
              </span>
            </Tool>
          )}
          <Tool name="Namespaces">
            <span className="choice" role="group" aria-label="Namespaces">
              <span aria-current="true">Ethereum</span>
              <Namespace name="solana" label="Solana" />
              <Namespace name="bitcoin" label="Bitcoin" />
            </span>
          </Tool>
          <Tool name="Sign-in methods">
            <Choice label="Sign-in methods" name="email" off="Wallets" on="Wallets and email" />
          </Tool>
          <Tool name="Social sign-in">
            <Choice label="Social sign-in" name="socials" off="None" on="Seven providers" />
          </Tool>
          <Tool name="Alerts">
            <Choice label="Alerts" name="debug" off="Off" on="Debug" />
          </Tool>
          <Tool name="Language">
            <select
              className="picker"
              aria-label="Language"
              value={appearance.locale ?? 'en'}
              onChange={({ target: { value } }) => {
                const { locale: _, ...rest } = appearance
                const locale = value === 'auto' ? value : locales.find((candidate) => candidate === value)
                setAppearance({ ...rest, ...(locale && locale !== 'en' && { locale }) })
              }}
            >
              {locales.map((locale) => (
                <option key={locale} value={locale} lang={locale}>
                  {languageName(locale)}
                </option>
              ))}
              <option value="auto">Browser language</option>
            </select>
          </Tool>
        </div>
        <div className="tools">
          <Tool name="Start">
            <StartChoice />
          </Tool>
          <Tool name="Sign-in">
            <SignInChoice />
          </Tool>
          <Tool name="Wallets">
            <WalletPicker wallets={wallets} />
          </Tool>
          <Tool name="Unsupported network">
            <UnsupportedPicker />
          </Tool>
          <Tool name="API">
            <ScenarioPicker />
          </Tool>
          <a className="plain" href="phone.html" target="_blank">
            Open the sandbox phone
          </a>
        </div>
      </details>
    </nav>
  )
}
