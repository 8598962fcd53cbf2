import { createLatchkey, mainnet } from 'latchkey'
import { LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
import latchkeyStyles from 'latchkey/react/styles.css?url'
import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, type LinksFunction } from 'react-router'
import { base } from 'viem/chains'
import styles from './style.css?url'

// The server and the browser each create an instance. The server renders the disconnected state.
const latchkey = createLatchkey({ networks: [mainnet, base], embedded: false })

export const links: LinksFunction = () => [
  { rel: 'icon', href: 'data:,' },
  { rel: 'stylesheet', href: latchkeyStyles },
  { rel: 'stylesheet', href: styles },
]

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <LatchkeyProvider latchkey={latchkey}>
      <Outlet />
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}
