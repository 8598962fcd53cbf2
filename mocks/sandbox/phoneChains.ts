/** Namespaces that the phone supports in addition to Ethereum. */
import { solanaProvider } from '../../sdk/connectors/walletStandard.ts'
import type { SandboxSolanaWallet } from './solana/wallet.ts'

/** The origin of a request. */
export interface RequestOrigin {
  /** The id of the pairing item. */
  item: string
  /** The result of verifying its origin. */
  check: string
}

/** The phone's wallet for an approved site. */
export interface PhoneWallet {
  /** Addresses, the active one first. */
  accounts(): Promise<readonly string[]>
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/** The chains and methods that the phone approves in a namespace, and the wallet that handles them. */
export interface PhoneChains {
  namespace: string
  /** CAIP-2. */
  chains: readonly string[]
  methods: readonly string[]
  walletFor(origin: string, getOrigin: () => RequestOrigin): PhoneWallet
}

/** Solana, handled by the sandbox's Solana wallet. `networkId` is the CAIP-2 id of its chain. */
export const solanaChains = (
  networkId: string,
  walletFor: (origin: string, getOrigin: () => RequestOrigin) => SandboxSolanaWallet,
): PhoneChains => ({
  namespace: 'solana',
  chains: [networkId],
  methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  walletFor(origin, getOrigin) {
    const { request } = solanaProvider(walletFor(origin, getOrigin).wallet)
    return {
      request,
      async accounts() {
        const siteAccounts = (await request({ method: 'solana_requestAccounts' })) as readonly { pubkey: string }[]
        return siteAccounts.map(({ pubkey }) => pubkey)
      },
    }
  },
})
