/** The sandbox behind the playground: it lives as long as the server, and `/sandbox.json` says where its chains are. */
import type { Plugin, PreviewServer, ViteDevServer } from 'vite'
import { startSandbox } from '../../mocks/sandbox/node.ts'

async function serveSandbox(server: ViteDevServer | PreviewServer) {
  const { chains, stop } = await startSandbox()
  server.httpServer?.once('close', () => void stop())
  server.middlewares.use('/sandbox.json', (_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ chains }))
  })
}

/** Starts the sandbox with the dev server and with the preview. */
export const sandboxPlugin = (): Plugin => ({
  name: 'latchkey:sandbox',
  configureServer: serveSandbox,
  configurePreviewServer: serveSandbox,
})
