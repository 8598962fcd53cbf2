/** Uses of the package without a page, on a server or in a script. */

/** A module that imports the entries, connects a wallet, and calls the API at `host`. */
export const importing = (entries: readonly string[], host: string): string => `
const imported = []
for (const entry of ${JSON.stringify(entries)}) {
  if (Object.keys(await import(entry)).length > 0) imported.push(entry)
}
import { createLatchkey, mainnet } from 'latchkey'
import { fakeNode, fakeWallet, memoryStorage } from 'latchkey/testing'
import { defineNetwork } from 'latchkey'
const latchkey = createLatchkey({
  projectId: 'test',
  hosts: { blockchain: '${host}', catalog: '${host}', analytics: '${host}' },
  networks: [defineNetwork(mainnet, { node: fakeNode() })],
  connectors: [{ connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: 'eip155' }, provider: fakeWallet() }],
  ports: { storage: memoryStorage() },
})
latchkey.start()
latchkey.open({ view: 'AllWallets' })
const loaded = await latchkey.load('catalog')
const catalog = loaded.status === 'done' ? loaded.value : undefined
const isRead = ({ context }) => context.wallets.length > 0 || context.error !== undefined
if (catalog && !isRead(catalog.getSnapshot()))
  await new Promise((resolve) => catalog.subscribe((state) => isRead(state) && resolve()))
const outcome = await latchkey.connect({ connectorId: 'fake' })
console.log(
  JSON.stringify({
    imported,
    connected: outcome.status === 'done' ? outcome.value.address : outcome.status,
    wallets: catalog?.getSnapshot().context.wallets.length,
  }),
)
latchkey.stop()
`

/** A script that requires the entries. */
export const requiring = (entries: readonly string[]): string => `
const required = ${JSON.stringify(entries)}.filter((entry) => Object.keys(require(entry)).length > 0)
console.log(JSON.stringify({ required }))
`
