/** A page of another app. `?rpc=` is its node; `?embedded` embeds the card in the page. */

export const main = `
import { StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createLatchkey, defineNetwork } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider, presets } from 'latchkey/react'
import { fakeWallet } from 'latchkey/testing'
import 'latchkey/react/styles.css'

const query = new URLSearchParams(location.search)
const latchkey = createLatchkey({
  embedded: query.has('embedded'),
  networks: [
    defineNetwork({
      id: 31_337,
      name: 'A chain',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [query.get('rpc') ?? ''] } },
    }),
  ],
})

const info = { uuid: crypto.randomUUID(), name: 'Fake Wallet', icon: 'data:image/png;base64,AA==', rdns: 'example.fake' }
const detail = { info, provider: fakeWallet({ eth_chainId: '0x7a69' }) }
const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
window.addEventListener('eip6963:requestProvider', announce)

function Page() {
  const button = useRef<HTMLButtonElement>(null)
  const [themed, setThemed] = useState(true)
  return (
    <LatchkeyProvider latchkey={latchkey} {...(themed && { theme: presets.mint })}>
      <ConnectButton ref={button} />
      <button onClick={() => button.current?.focus()}>Lead to the button</button>
      <button onClick={() => setThemed(!themed)}>Change the theme</button>
      <LatchkeyModal />
    </LatchkeyProvider>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
`

export const html = `
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>A site</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="./main.tsx"></script>
  </body>
</html>
`

/** Another app's test with MSW: the handlers' answers, with and without a scenario. */
export const handlers = `
import { createHandlers, scenario } from 'latchkey/testing/handlers'
import { setupServer } from 'msw/node'

const hosts = { blockchain: 'https://a.test', catalog: 'https://b.test', analytics: 'https://c.test' }
const handlers = createHandlers({ hosts })
const server = setupServer(...handlers)
server.listen()
const ask = async () => {
  const response = await fetch('https://b.test/getWallets?projectId=test&st=appkit&sv=1&page=1&entries=2')
  return [response.status, Object.keys(await response.json())]
}
const answers = [await ask()]
server.use(...scenario('tooManyRequests', { calls: ['wallets'] })(handlers))
answers.push(await ask())
console.log(JSON.stringify(answers))
`

/** Type-checks declaration files too. */
export const compilerOptions = {
  target: 'ES2023',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  jsx: 'react-jsx',
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
}
