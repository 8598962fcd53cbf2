/** An app with wagmi's hooks (`visitor.tsx`). Only providers.tsx is specific to Latchkey. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './providers.tsx'
import { Visitor } from './visitor.tsx'

const element = document.getElementById('app')
if (!element) throw new Error('The page has no #app.')
createRoot(element).render(
  <StrictMode>
    <h1>Latchkey for wagmi’s hooks</h1>
    <Providers>
      <Visitor />
    </Providers>
  </StrictMode>,
)
