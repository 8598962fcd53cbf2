/** What `npm run example:server` runs: the server over Latchkey's sources. A site's server imports the package. */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))
const vite = await createServer({
  configFile: false,
  root: path('server'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { 'latchkey/sign-in': path('../../sdk/signIn/index.ts') } },
})
await vite.ssrLoadModule(path('server/server.ts'))
