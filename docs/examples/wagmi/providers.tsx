import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createLatchkey } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import 'latchkey/react/styles.css'
import { latchkeyConnector } from 'latchkey/wagmi'
import type { ReactNode } from 'react'
import { createClient } from 'viem'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { chains } from './chains.ts'

const latchkey = createLatchkey({ networks: chains, embedded: false })
const config = createConfig({
  chains,
  connectors: [latchkeyConnector(latchkey)],
  // Latchkey already discovers EIP-6963 wallets. Without this option, wagmi lists each wallet twice.
  multiInjectedProviderDiscovery: false,
  client: ({ chain }) => createClient({ chain, transport: http() }),
})
const queryClient = new QueryClient()

export const Providers = ({ children }: { children: ReactNode }) => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <LatchkeyProvider latchkey={latchkey}>
        <ConnectButton />
        {children}
        <LatchkeyModal />
      </LatchkeyProvider>
    </QueryClientProvider>
  </WagmiProvider>
)
