import { useEffect, useState } from 'react'
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'
import { useLatchkey } from '../../../react-skin/index.ts'
import { addressWith } from './address.ts'

const ELSEWHERE = 'elsewhere'

/** The labels of the wallet behaviors. Each is a switch in the wallet panels, and is set in all wallets that have it. */
const ways = {
  '': 'Wallet works',
  reject: 'Wallet rejects',
  silent: 'Wallet never answers',
  locked: 'Wallet is locked',
  wrongChain: 'Wallet stays on the wrong network',
  unknownBundles: 'Wallet does not support call bundles',
  refusedBundles: 'Wallet rejects call bundles',
  unknownChain: 'Wallet does not know other networks',
  [ELSEWHERE]: 'Wallet is on an unsupported network',
  disconnects: 'Wallet disconnects after connecting',
  otherAccount: 'Wallet changes its account',
  garbage: 'Wallet returns invalid data',
  throwsStrings: 'Wallet throws strings',
  noPermissions: 'Wallet grants no permissions',
} as const
type Way = keyof typeof ways

const isWay = (name: string): name is Way => name in ways

/** The current behavior of the wallets; `several` if more than one switch is on. */
function findConnector(wallets: readonly PanelEntry[], offered: readonly number[]): Way | 'several' {
  const on = new Set(
    wallets.flatMap(({ wallet }) => {
      const { failures, chainId } = wallet.snapshot()
      const thrown = Object.keys(failures).filter((name) => failures[name])
      return chainId !== undefined && !offered.includes(chainId) ? [...thrown, ELSEWHERE] : thrown
    }),
  )
  const [only = ''] = on
  return on.size > 1 || !isWay(only) ? 'several' : only
}

function become(way: Way, { wallet, failures }: PanelEntry, offered: readonly number[]) {
  for (const name of Object.keys(failures))
    if (wallet.snapshot().failures[name] !== (name === way)) wallet.setFailure(name, name === way)
  const { chainId, chains = [] } = wallet.snapshot()
  const away = chainId !== undefined && !offered.includes(chainId)
  if (away === (way === ELSEWHERE)) return
  const next = chains.find((chain) => offered.includes(chain.chainId) === away)
  if (next) wallet.selectChain?.(next.chainId)
}

/** Makes the wallets decline, not respond, change the network and so on, from the next call. */
export function WalletPicker({ wallets }: { wallets: readonly PanelEntry[] }) {
  const { configuration } = useLatchkey()
  const [, redraw] = useState(0)
  useEffect(() => {
    const stops = wallets.map(({ wallet }) => wallet.subscribe(() => redraw((count) => count + 1)))
    return () => {
      for (const stop of stops) stop()
    }
  }, [wallets])
  const offered = configuration.networks.flatMap(({ chainNamespace, caipNetworkId }) =>
    chainNamespace === 'eip155' ? [Number(caipNetworkId.split(':')[1])] : [],
  )
  const way = findConnector(wallets, offered)
  return (
    <select
      className="picker"
      aria-label="Wallet behavior"
      value={way}
      onChange={({ target: { value } }) => {
        if (isWay(value)) for (const entry of wallets) become(value, entry, offered)
      }}
    >
      {way === 'several' && <option value="several">Several failures</option>}
      {Object.entries(ways).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}

const answers = {
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
      {Object.entries(answers).map(([name, words]) => (
        <option key={name} value={name}>
          {words}
        </option>
      ))}
    </select>
  )
}
