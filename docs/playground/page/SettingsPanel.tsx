import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react'
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'
import { useActorSelector, useDispatch, useLatchkey } from '../../../react-skin/index.ts'
import { readScheme } from './appearance.ts'
import { startOf } from './begin.ts'
import { CopyButton } from './CopyButton.tsx'
import { addressWith, currentQuery, replaceParameter, useQuery } from './query.ts'
import { isStatic } from './sandbox.ts'
import { SettingControl } from './SettingControl.tsx'
import { changedCount, groups, type Setting, type SettingGroup } from './settings.ts'
import { accountOf, failuresOf, selectAccount, setFailures } from './walletConditions.ts'

const OPEN_KEY = 'playground.open'
const FOCUS_KEY = 'playground.focus'
const THEME_PARAMETERS = ['accent-light', 'accent-dark', 'corners', 'width']

/** All settings of the playground, in groups. Each changes a parameter of the URL, immediately or with a reload. */
export function SettingsPanel({
  wallets,
  selectQuirk,
  isOpen,
  ref,
}: {
  wallets: readonly [PanelEntry, ...PanelEntry[]]
  selectQuirk: (id: string | undefined) => void
  /** Whether a narrow page shows the panel. A wide one always does. */
  isOpen: boolean
  ref: Ref<HTMLElement>
}) {
  const query = useQuery()
  const dispatch = useDispatch()
  const chainIds = useChainIds()
  useWalletParameters(wallets, chainIds)
  const [openGroup, setOpenGroup] = useState(() => sessionStorage.getItem(OPEN_KEY) ?? '')
  const open = (title: string) => {
    setOpenGroup(title)
    sessionStorage.setItem(OPEN_KEY, title)
  }
  const element = useFocusAfterReload()

  /** What a setting changes without a reload. The appearance follows the URL. */
  const effects: Readonly<Record<string, (value: string | undefined) => void>> = {
    wallet: (value) => setFailures(value?.split(',') ?? [], wallets, chainIds),
    account: (value) => selectAccount(wallets[0], value),
    quirk: selectQuirk,
    scheme: () => dispatch({ type: 'theme.set', choice: readScheme(currentQuery()) }),
    preset: () => THEME_PARAMETERS.forEach((name) => replaceParameter(name, undefined)),
  }
  const change = (setting: Setting, value: string | undefined) => {
    if (!setting.live) {
      sessionStorage.setItem(FOCUS_KEY, `${setting.kind} ${setting.name}`)
      return location.assign(addressWith(setting.name, value))
    }
    replaceParameter(setting.name, value)
    effects[setting.name]?.(value)
  }
  const resetTheme = () => ['preset', ...THEME_PARAMETERS].forEach((name) => replaceParameter(name, undefined))
  const extras: Readonly<Record<string, ReactNode>> = {
    Wallets: !isStatic && (
      <a className="plain" href="phone.html" target="_blank">
        Open the sandbox phone
      </a>
    ),
    Appearance: (
      <button
        type="button"
        className="plain"
        disabled={!['preset', ...THEME_PARAMETERS].some((name) => query.has(name))}
        onClick={resetTheme}
      >
        Reset theme
      </button>
    ),
  }
  return (
    <section
      className="settings"
      id="settings"
      aria-labelledby="settings-title"
      data-open={isOpen ? '' : undefined}
      tabIndex={-1}
      ref={ref}
    >
      <header>
        <h2 id="settings-title">Settings</h2>
        <CopyButton text={() => location.href} label="Copy link" />
        <a className="plain" href={location.pathname}>
          Reset all
        </a>
      </header>
      <div ref={element}>
        {groups.map((group) => (
          <Group key={group.title} {...group} query={query} isOpen={group.title === openGroup} setOpen={open}>
            {group.settings
              .filter(({ when = () => true }) => when(query))
              .map((setting) => (
                <SettingControl
                  key={`${setting.kind} ${setting.name}`}
                  setting={setting}
                  query={query}
                  change={change}
                />
              ))}
            {extras[group.title]}
          </Group>
        ))}
      </div>
    </section>
  )
}

function Group({
  isOpen,
  setOpen,
  query,
  children,
  ...group
}: SettingGroup & {
  isOpen: boolean
  setOpen: (title: string) => void
  query: URLSearchParams
  children: ReactNode
}) {
  const { title, summary } = group
  const changed = changedCount(group, query)
  const id = useId()
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpen(title)
        else if (isOpen) setOpen('')
      }}
    >
      <summary aria-describedby={id}>
        <span className="name">{title}</span>
        <span id={id} className="about" data-changed={changed > 0 ? '' : undefined}>
          {changed > 0 ? `${changed} changed` : summary}
        </span>
      </summary>
      <div className="controls" role="group" aria-label={title}>
        {children}
      </div>
    </details>
  )
}

/** The `eip155` chains that the app offers. */
function useChainIds(): readonly number[] {
  const { configuration } = useLatchkey()
  const [chainIds] = useState(() =>
    configuration.networks.flatMap(({ chainNamespace, id }) => (chainNamespace === 'eip155' ? [Number(id)] : [])),
  )
  return chainIds
}

/** Keeps the parameters of the wallets up to date: their panel changes them too. */
function useWalletParameters(wallets: readonly [PanelEntry, ...PanelEntry[]], chainIds: readonly number[]): void {
  const isConnecting = useActorSelector('connectionAttempt', (snapshot) => snapshot !== undefined)
  useEffect(() => {
    // `?start=connected` sets the failures after it has connected the wallet.
    if (isConnecting) return undefined
    const update = () => {
      replaceParameter('wallet', failuresOf(wallets, chainIds).join(',') || undefined)
      replaceParameter('account', accountOf(wallets[0]))
    }
    if (startOf(currentQuery()) !== 'connected') update()
    const unsubscribers = wallets.map(({ wallet }) => wallet.subscribe(update))
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [wallets, chainIds, isConnecting])
}

/** Returns the focus to the control that caused a reload. */
function useFocusAfterReload() {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const control = sessionStorage.getItem(FOCUS_KEY)
    sessionStorage.removeItem(FOCUS_KEY)
    const target = control === null ? null : element.current?.querySelector(`[data-setting="${CSS.escape(control)}"]`)
    if (target instanceof HTMLElement) target.focus()
  }, [])
  return element
}
