/** The behavior and the account of the sandbox wallets, as parameters of the URL: `?wallet=reject`, `?account=smart`. */
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'

const UNSUPPORTED_NETWORK = 'elsewhere'
const ACCOUNTS = ['first', 'second', 'smart']

/** The failures of the wallets that are on, in the order of their switches. */
export function failuresOf(wallets: readonly PanelEntry[], supportedChainIds: readonly number[]): string[] {
  return [
    ...new Set(
      wallets.flatMap(({ wallet }) => {
        const { failures, chainId } = wallet.snapshot()
        const active = Object.keys(failures).filter((name) => failures[name])
        const isUnsupported = chainId !== undefined && !supportedChainIds.includes(chainId)
        return isUnsupported ? [...active, UNSUPPORTED_NETWORK] : active
      }),
    ),
  ]
}

/** Turns these failures on in all wallets that have them, and all others off. */
export function setFailures(
  names: readonly string[],
  wallets: readonly PanelEntry[],
  supportedChainIds: readonly number[],
): void {
  for (const { wallet, failures } of wallets) {
    for (const name of Object.keys(failures))
      if (wallet.snapshot().failures[name] !== names.includes(name)) wallet.setFailure(name, names.includes(name))
    const { chainId, chains = [] } = wallet.snapshot()
    const isUnsupported = chainId !== undefined && !supportedChainIds.includes(chainId)
    if (isUnsupported === names.includes(UNSUPPORTED_NETWORK)) continue
    const next = chains.find((chain) => supportedChainIds.includes(chain.chainId) === isUnsupported)
    if (next) wallet.selectChain?.(next.chainId)
  }
}

/** The failures in the URL; `undefined` if it has none. */
export const failuresIn = (query: URLSearchParams): string[] | undefined => query.get('wallet')?.split(',')

/** The parameter for the wallet's account; `undefined` for its first one. */
export function accountOf({ wallet }: PanelEntry): string | undefined {
  const { account, accounts } = wallet.snapshot()
  const index = accounts.indexOf(account)
  return index > 0 ? ACCOUNTS[index] : undefined
}

/** Selects the account that a parameter names; without one, the first. */
export function selectAccount({ wallet }: PanelEntry, name: string | undefined): void {
  const account = wallet.snapshot().accounts[Math.max(0, ACCOUNTS.indexOf(name ?? ''))]
  if (account !== undefined && account !== wallet.snapshot().account) wallet.selectAccount(account)
}
