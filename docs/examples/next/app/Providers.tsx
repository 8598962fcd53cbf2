'use client' // An instance cannot be serialized, so the server and the browser each create their own.

import { createLatchkey, mainnet } from 'latchkey'
import { LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { base } from 'viem/chains'

const latchkey = createLatchkey({ networks: [mainnet, base], embedded: false })

export function Providers({ children }: { children: ReactNode }) {
  return (
    <LatchkeyProvider latchkey={latchkey}>
      {children}
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
