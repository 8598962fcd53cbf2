/** `npm run bench`: sizes and times, each next to its baseline. The figures hold for one run on one machine. */
import { engine } from '../../sdk/instance/engine.ts'
import { createLatchkey, mainnet, type LatchkeyOptions } from '../../sdk/index.ts'
import { memoryStorage } from '../../mocks/index.ts'
import { measureData } from './data.ts'
import { deliveriesToAccount } from './deliveries.ts'
import { measureInstall } from './install.ts'
import { measureOpen } from './open.ts'
import { ourPage } from './pages.ts'
import { measurePairing } from './pairing.ts'
import { sizesOf } from './size.ts'
import { sizesOfMoney, sizesOfWaysIn, WITH_MACHINES } from './waysIn.ts'

const REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']
const kB = (value: number) => `${value.toFixed(1)} kB gz`
const row = (what: string, measured: string, beside = '') =>
  console.log(`${what.padEnd(62)} ${measured.padStart(14)}  ${beside}`)

const xstate = await sizesOf("export { createActor, setup, assign, fromPromise } from 'xstate'")
const core = await sizesOf("export { createLatchkey } from '~/sdk/index.ts'")
const whole = await sizesOf(WITH_MACHINES)
const reactAlone = await sizesOf(
  "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(<p>hello</p>)",
)
const page = await sizesOf(ourPage)
const skin = await sizesOf("export { LatchkeyModal, LatchkeyProvider } from '~/react-skin/index.ts'", REACT)
const dialog = page.loadedWith('sdk/instance/engine.ts', 'react-skin/shell/Dialog.tsx')

console.log('\nSizes, gzip -9, production build')
row('headless core, all that loads at once', kB(core.atOnce), `aim 30; xstate alone ${kB(xstate.atOnce)}`)
row('  the machines, once the page is idle or anything is asked', kB(core.loadedWith('sdk/instance/engine.ts')))
row('  the client of the provider, with its first call', kB(whole.loadedWith('sdk/api/client.ts')))
for (const [namespace, what] of Object.entries({
  eip155: 'viem',
  solana: '@solana/web3.js',
  bip122: '@scure/btc-signer',
}))
  row(
    `  ${what} and the ${namespace} adapter, on its first wallet`,
    kB(whole.loadedWith(`sdk/chains/${namespace}/adapter.ts`)),
  )
row(
  '  pairing with its client, on the first wallet elsewhere',
  kB(
    whole.loadedWith(
      'sdk/pairing/pairing.effects.ts',
      'sdk/pairing/provider.effects.ts',
      'sdk/pairing/client/driver.ts',
    ),
  ),
)
const { frame, ...ways } = sizesOfWaysIn(whole)
row("  the embedded wallet's frame, once somebody signs in", kB(frame), '0.0 for pages without it')
for (const [name, size] of Object.entries(ways)) row(`    ${name}, besides`, kB(size))
for (const { name, size, unused } of sizesOfMoney(whole))
  row(`  ${name}, once it is used`, kB(size), `${unused} of its files on a page without it`)
row('skin: what a page loads at once, without React and the core', kB(skin.atOnce), 'aim 20')
row('  the card with its first view', kB(skin.loadedWith('react-skin/shell/EmbeddedCard.tsx')))
row('a page with React before the modal opens', kB(page.atOnce), `aim 100; React alone ${kB(reactAlone.atOnce)}`)
row('  once the dialog shows the wallets', kB(page.atOnce + dialog), 'aim 130')

const installed = await measureInstall()
row(
  'an install in a new app, with React',
  `${installed.megabytes.toFixed(0)} MB`,
  `aim 180; ${installed.packages} packages`,
)

console.log('\nMachines, in this process')
const times: number[] = []
for (let run = 0; run < 50; run += 1) {
  const options: LatchkeyOptions = {
    projectId: 'bench',
    networks: [mainnet],
    ports: { storage: memoryStorage(), logger: { error: () => {} } },
  }
  const latchkey = createLatchkey(options, engine)
  const begun = performance.now()
  latchkey.start()
  await new Promise<void>((resolve) => {
    latchkey.actor('latchkey').subscribe((state) => {
      if (state.value === 'running') resolve()
    })
    if (latchkey.actor('latchkey').getSnapshot().value === 'running') resolve()
  })
  times.push(performance.now() - begun)
  latchkey.stop()
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
row('start() to running', `${median(times).toFixed(2)} ms`, 'median of 50')

const latchkey = createLatchkey({ projectId: 'bench', ports: { storage: memoryStorage() } }, engine)
latchkey.start()
await new Promise((resolve) => setTimeout(resolve, 50))
const cost = (run: () => void) => {
  for (let i = 0; i < 2_000; i += 1) run()
  const begun = performance.now()
  for (let i = 0; i < 20_000; i += 1) run()
  return ((performance.now() - begun) / 20_000) * 1_000
}
const direct = latchkey.actor('theme')
row(
  'one event to one actor',
  `${cost(() => direct.send({ type: 'theme.set', choice: 'dark' })).toFixed(1)} µs`,
  'aim 10',
)
row('one command, routed by name', `${cost(() => latchkey.dispatch({ type: 'snackbar.hide' })).toFixed(1)} µs`)
latchkey.stop()

const connecting = await deliveriesToAccount()
row(
  'events from the choice of a wallet to its account',
  String(connecting.deliveries),
  `${connecting.types} types, ${connecting.actors} actors; aim 30`,
)

console.log('\nAnswers of the provider, in this process')
const data = await measureData()
row(
  'a page of 50 transactions, text to checked entries',
  `${data.parsePageMs.toFixed(2)} ms`,
  `JSON.parse alone ${data.jsonPageMs.toFixed(2)} ms`,
)
row('100,000 transactions, all pages parsed', `${data.parseAllMs.toFixed(0)} ms`, '2,000 pages')
row('100,000 transactions, grouped by month', `${data.groupMs.toFixed(1)} ms`, 'aim 16')
row('10,000 wallets, filtered and installed ones first', `${data.listMs.toFixed(1)} ms`, 'aim 16')
row(
  '5,000 tokens searched',
  `${data.searchMs.toFixed(2)} ms`,
  `a plain filter ${data.filterMs.toFixed(2)} ms; a frame 16.7`,
)
row('  as a ratio', `${(data.searchMs / data.filterMs).toFixed(2)} ×`)
row('memory of 10,000 transactions', `${(data.historyBytes / 1e6).toFixed(1)} MB`)
row('memory of 10,000 wallets', `${(data.walletBytes / 1e6).toFixed(1)} MB`)

console.log('\nPairing, over a relay in this process')
const pairing = await measurePairing()
const us = (value: number) => `${value.toFixed(0)} µs`
row(
  'one event of a wallet, one of 1,000 sessions',
  us(pairing.eventAmongUs),
  `one session alone ${us(pairing.eventAloneUs)}`,
)
row(
  'one request, behind 10,000 in the queue',
  us(pairing.requestAmongUs),
  `an empty queue ${us(pairing.requestAloneUs)}`,
)
row('memory of a session', `${(pairing.sessionBytes / 1e3).toFixed(1)} kB`)
row('memory of a queued request', `${(pairing.requestBytes / 1e3).toFixed(1)} kB`)
row(
  'proposal → settled session, our page',
  `${pairing.pageMs.toFixed(1)} ms`,
  `two bare clients ${pairing.bareMs.toFixed(1)} ms`,
)
row('  as a ratio', `${(pairing.pageMs / pairing.bareMs).toFixed(2)} ×`, 'aim 1.1')
row(
  'proposal → settled session, both sides ours on one thread',
  `${pairing.connectMs.toFixed(1)} ms`,
  `two bare clients ${pairing.bareMs.toFixed(1)} ms`,
)
row('  as a ratio', `${(pairing.connectMs / pairing.bareMs).toFixed(2)} ×`, 'aim 1.1')

console.log('\nOpening the dialog in Chromium, median of 15 interleaved runs')
const opened = await measureOpen()
row('click → first view painted', `${opened.oursMs.toFixed(1)} ms`, `a native dialog ${opened.floorMs.toFixed(1)} ms`)
row('  as a ratio', `${(opened.oursMs / opened.floorMs).toFixed(2)} ×`, 'aim 2')
row('elements in the page, dialog open', String(opened.elements), 'aim 120')
row('requests to other hosts', String(opened.requests), 'aim 0')
process.exit(0)
