'use client' // An instance has functions, which do not go from a server to the browser: each makes its own.

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
