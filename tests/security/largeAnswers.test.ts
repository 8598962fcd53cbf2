/** A server cannot fill the page's memory: the connection is closed when an answer exceeds its limit. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { API, RPC } from '../../machines/constants.ts'
import { createApi } from '../../sdk/api/client.ts'
import { balanceOf } from '../../sdk/chains/bip122/esplora.ts'
import { bitcoin, defineNetwork } from '../../sdk/index.ts'
import { rpcClient } from '../../sdk/rpc/client.ts'
import { networkOver } from '../sdk/rpc/support.ts'

const MEGABYTE = 1_000_000
const { signal } = new AbortController()
let url = ''
let sent = 0
let hungUp = 0
let status = 200

beforeEach(async () => {
  ;[sent, hungUp, status] = [0, 0, 200]
  const part = 'x'.repeat(MEGABYTE)
  const server = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).write('"')
    response.on('close', () => (hungUp += 1))
    const more = () => {
      if (response.destroyed) return
      sent += MEGABYTE
      response.write(part, () => setImmediate(more))
    }
    more()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void (server.closeAllConnections(), server.close()))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const api = () =>
  createApi({
    projectId: 'p',
    hosts: { blockchain: url, catalog: url, analytics: url },
    sdk: { type: 'test', version: '1' },
    timeoutMs: 20_000,
    now: Date.now,
    warn: () => {},
  })

/** Checks that the connection was closed shortly after the limit; the buffers of two sockets may still fill up. */
async function hangsUp(atMostBytes: number) {
  await vi.waitFor(() => expect(hungUp).toBeGreaterThan(0))
  expect(sent / hungUp).toBeLessThan(atMostBytes + 30 * MEGABYTE)
}

test('an API answer that is too large is refused, as JSON or as a picture', async () => {
  await expect(api().call('supportedChains', {})).rejects.toMatchObject({ code: 'api.malformed' })
  await expect(api().call('walletImage', { imageId: 'one' })).rejects.toMatchObject({ code: 'api.malformed' })
  await hangsUp(API.answerAtMostBytes)
})

test('an API error that is too large still has its status', async () => {
  status = 403
  await expect(api().call('supportedChains', {})).rejects.toMatchObject({ code: 'api.refused' })
  await hangsUp(API.answerAtMostBytes)
})

test('an Esplora answer that is too large is refused', async () => {
  const network = defineNetwork(bitcoin, { rpcUrls: [url] })
  await expect(balanceOf(network, 'bc1q', signal)).rejects.toMatchObject({
    code: 'rpc.malformed',
    cause: { name: 'BodyTooLargeError' },
  })
  await hangsUp(RPC.answerAtMostBytes)
})

test("a node's answer that is too large is refused", async () => {
  const asked = rpcClient(networkOver([url])).request({ method: 'eth_blockNumber' } as never)
  await expect(asked).rejects.toMatchObject({ code: 'rpc.malformed' })
  await hangsUp(RPC.answerAtMostBytes)
})
