/** `npm run example:server`: runs the example server with Latchkey's sources. Your server imports the package instead. */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const path = (file) => fileURLToPath(new URL(file, import.meta.url))
const vite = await createServer({
  configFile: false,
  root: path('server'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { alias: { 'latchkey/sign-in': path('../../sdk/sign-in/index.ts') } },
})
await vite.ssrLoadModule(path('server/server.ts'))
