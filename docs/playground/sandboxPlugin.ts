/**
 * Runs the sandbox of the playground as long as the server runs. `/sandbox.json` lists the URLs of its services, `/provider/…` is the
 * API, `/explorer/…` a block explorer.
 */
import type { Plugin, PreviewServer, ViteDevServer } from 'vite'
import { startRelay } from '../../mocks/relay/node.ts'
import { startSandboxSecureSite } from '../../mocks/sandbox/secureSite.ts'
import { startSeller } from '../../mocks/sandbox/seller.ts'
import { startVerify } from '../../mocks/verify/node.ts'
import { createExplorer } from '../../mocks/sandbox/eip155/explorer.ts'
import { startSandbox } from '../../mocks/sandbox/node.ts'
import { sandboxProject } from '../../mocks/sandbox/project.ts'
import { createProvider } from '../../mocks/sandbox/provider.ts'
import { startExchange } from '../../mocks/exchanges/node.ts'
import { serveSignIn } from './signInServer.ts'
import { providerHosts } from '../../mocks/sandbox/providerPaths.ts'

async function serveSandbox(server: ViteDevServer | PreviewServer) {
  const { chains, solana, bitcoin, stop } = await startSandbox()
  server.httpServer?.once('close', () => void stop())
  const { url: relayUrl, stop: stopRelay } = await startRelay()
  server.httpServer?.once('close', () => void stopRelay())
  const { url: verifyUrl, stop: stopVerify } = await startVerify()
  server.httpServer?.once('close', () => void stopVerify())
  const { secureSite, stop: stopSecureSite } = await startSandboxSecureSite({ chains, solana })
  server.httpServer?.once('close', () => void stopSecureSite())
  const { seller, purchasesOf, stop: stopSeller } = await startSeller(chains)
  server.httpServer?.once('close', () => void stopSeller())
  const { desk, stop: stopExchange } = await startExchange(chains)
  server.httpServer?.once('close', () => void stopExchange())
  const answer = JSON.stringify({
    chains,
    solana: { networkId: solana.networkId, rpcUrl: solana.rpcUrl },
    bitcoin: { networkId: bitcoin.networkId, esploraUrl: bitcoin.esploraUrl },
    provider: providerHosts(),
    projectId: sandboxProject,
    relayUrl,
    verifyUrl,
    secureSite,
    seller,
  })
  server.middlewares.use('/sandbox.json', (_request, response) => {
    response.setHeader('content-type', 'application/json').end(answer)
  })
  serveSignIn(server, chains)
  server.middlewares.use(
    createProvider(chains, {
      solana: { networkId: solana.networkId, rpcUrl: solana.rpcUrl },
      onrampPage: seller.page,
      purchasesOf,
      desk,
    }),
  )
  server.middlewares.use(createExplorer(chains))
}

/** Starts the sandbox with the dev server and the preview server. */
export const sandboxPlugin = (): Plugin => ({
  name: 'latchkey:sandbox',
  configureServer: serveSandbox,
  configurePreviewServer: serveSandbox,
})
