import { useEffect, useState } from 'react'
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'
import { useLatchkey } from '../../../react-skin/index.ts'
import { addressWith } from './address.ts'

const UNSUPPORTED_NETWORK = 'elsewhere'

/** The labels of the wallet behaviors. Each is a switch in the wallet panels, and is set in all wallets that have it. */
const behaviors = {
  '': 'Wallet works',
  reject: 'Wallet rejects',
  silent: 'Wallet never answers',
  locked: 'Wallet is locked',
  wrongChain: 'Wallet stays on the wrong network',
  unknownBundles: 'Wallet does not support call bundles',
  refusedBundles: 'Wallet rejects call bundles',
  unknownChain: 'Wallet does not know other networks',
  [UNSUPPORTED_NETWORK]: 'Wallet is on an unsupported network',
  disconnects: 'Wallet disconnects after connecting',
  otherAccount: 'Wallet changes its account',
  garbage: 'Wallet returns invalid data',
  throwsStrings: 'Wallet throws strings',
  noPermissions: 'Wallet grants no permissions',
} as const
type Behavior = keyof typeof behaviors

const isBehavior = (name: string): name is Behavior => name in behaviors

/** The current behavior of the wallets; `several` if more than one switch is on. */
function currentBehavior(wallets: readonly PanelEntry[], supportedChainIds: readonly number[]): Behavior | 'several' {
  const on = new Set(
    wallets.flatMap(({ wallet }) => {
      const { failures, chainId } = wallet.snapshot()
      const activeFailures = Object.keys(failures).filter((name) => failures[name])
      return chainId !== undefined && !supportedChainIds.includes(chainId)
        ? [...activeFailures, UNSUPPORTED_NETWORK]
        : activeFailures
    }),
  )
  const [only = ''] = on
  return on.size > 1 || !isBehavior(only) ? 'several' : only
}

function setBehavior(behavior: Behavior, { wallet, failures }: PanelEntry, supportedChainIds: readonly number[]) {
  for (const name of Object.keys(failures))
    if (wallet.snapshot().failures[name] !== (name === behavior)) wallet.setFailure(name, name === behavior)
  const { chainId, chains = [] } = wallet.snapshot()
  const isUnsupported = chainId !== undefined && !supportedChainIds.includes(chainId)
  if (isUnsupported === (behavior === UNSUPPORTED_NETWORK)) return
  const next = chains.find((chain) => supportedChainIds.includes(chain.chainId) === isUnsupported)
  if (next) wallet.selectChain?.(next.chainId)
}

/** Makes the wallets decline, not respond, change the network and so on, from the next call. */
export function WalletPicker({ wallets }: { wallets: readonly PanelEntry[] }) {
  const { configuration } = useLatchkey()
  const [, redraw] = useState(0)
  useEffect(() => {
    const unsubscribers = wallets.map(({ wallet }) => wallet.subscribe(() => redraw((count) => count + 1)))
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [wallets])
  const supportedChainIds = configuration.networks.flatMap(({ chainNamespace, caipNetworkId }) =>
    chainNamespace === 'eip155' ? [Number(caipNetworkId.split(':')[1])] : [],
  )
  const behavior = currentBehavior(wallets, supportedChainIds)
  return (
    <select
      className="picker"
      aria-label="Wallet behavior"
      value={behavior}
      onChange={({ target: { value } }) => {
        if (isBehavior(value)) for (const entry of wallets) setBehavior(value, entry, supportedChainIds)
      }}
    >
      {behavior === 'several' && <option value="several">Several failures</option>}
      {Object.entries(behaviors).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}

const unsupportedOptions = {
  view: 'A view',
  notice: 'A notice',
  nothing: 'Do nothing',
} as const

/** Selects the option `unsupportedChain`. */
export function UnsupportedPicker() {
  const { unsupportedChain } = useLatchkey().configuration
  return (
    <select
      className="picker"
      aria-label="Unsupported network"
      value={unsupportedChain}
      onChange={({ target: { value } }) =>
        location.assign(addressWith('unsupported', value === 'view' ? undefined : value))
      }
    >
      {Object.entries(unsupportedOptions).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}
