/** Namespaces that the phone serves beside Ethereum's. */
import { solanaProvider } from '../../sdk/connectors/walletStandard.ts'
import type { Asking } from './phone.ts'
import type { SandboxSolanaWallet } from './solana/wallet.ts'

/** A wallet as the phone uses it for a site that its person has let in. */
export interface PhoneWallet {
  /** Addresses, the active one first. */
  accounts(): Promise<readonly string[]>
  request(call: { method: string; params?: unknown }): Promise<unknown>
}

/** What the phone approves of a namespace, and who answers for it. */
export interface PhoneChains {
  namespace: string
  /** CAIP-2. */
  chains: readonly string[]
  methods: readonly string[]
  walletFor(origin: string, asking: () => Asking): PhoneWallet
}

/** Solana, answered by the sandbox's wallet. `networkId` is the CAIP-2 id of its chain. */
export const solanaChains = (
  networkId: string,
  walletFor: (origin: string, asking: () => Asking) => SandboxSolanaWallet,
): PhoneChains => ({
  namespace: 'solana',
  chains: [networkId],
  methods: ['solana_signMessage', 'solana_signTransaction', 'solana_signAndSendTransaction'],
  walletFor(origin, asking) {
    const { request } = solanaProvider(walletFor(origin, asking).wallet)
    return {
      request,
      async accounts() {
        const shown = (await request({ method: 'solana_requestAccounts' })) as readonly { pubkey: string }[]
        return shown.map(({ pubkey }) => pubkey)
      },
    }
  },
})
