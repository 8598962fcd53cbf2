/** A wallet may name a bundler, but cannot direct the page's requests to hosts that the app did not list. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { bundlersOf } from '../../machines/pairing/rules/bundlers.ts'
import { routesOf } from '../../machines/pairing/rules/routes.ts'
import { createLatchkey } from '../../sdk/index.ts'
import { fetchBundleReceipt } from '../../sdk/rpc/bundler.ts'
import { countingServer } from '../support/countingServer.ts'

const PAGE = 'https://shop.example'
const hosts = { blockchain: 'https://rpc.example', catalog: `${PAGE}/wallets`, analytics: 'https://192.168.1.2' }
const signal = new AbortController().signal

/** The URLs that are requested for a wallet with this bundler. */
const askedFor = (address: unknown, bundlers: readonly string[] = []) =>
  routesOf(
    { method: 'wallet_getCallsStatus', params: ['0x1'], chainId: 'eip155:1' },
    {
      session: { namespaces: {}, sessionProperties: { bundler_url: address } },
      rpcUrls: {},
      projectId: 'project',
      bundlers: bundlersOf({ hosts, bundlers, pageOrigin: PAGE }),
      shared: false,
    },
  ).flatMap((route) => (route.to === 'bundler' ? [route.url] : []))

describe('the bundler of a wallet', () => {
  test.each([
    ['a URL of the page’s own origin, which hosts another service', `${PAGE}/api/account/delete?confirm=1`],
    ['a server that the app did not list', 'https://bundler.example/'],
    ['a URL with a username and a password', 'https://user:pw@rpc.example/'],
    ['a router in the user’s network', 'https://192.168.1.1/reboot'],
    ['a listed host in a private network', 'https://192.168.1.2/'],
    ['an IPv6 address', 'https://[::1]/'],
    ['the user’s machine', 'https://localhost/'],
    ['a URL without https', 'http://rpc.example/'],
    ['a javascript: URL', 'javascript:alert(1)'],
    ['not a URL', 'rpc.example'],
    ['not a string', ['https://rpc.example']],
  ])('is ignored if it is %s', (_, address) => {
    expect(askedFor(address)).toEqual([])
  })

  test('is ignored if its URL has a password, even if its origin is listed', () => {
    expect(askedFor('https://user:pw@bundler.example/', ['https://bundler.example'])).toEqual([])
  })
})

test('a listed origin can be requested with any path', () => {
  for (const origin of ['https://bundler.example', 'http://localhost:4337', PAGE])
    expect(askedFor(`${origin}/v2?key=1`, [origin])).toEqual([`${origin}/v2?key=1`])
  expect(askedFor('https://rpc.example/x')).toEqual(['https://rpc.example/x'])
})

test('the option bundlers accepts origins only: https, or of this machine', () => {
  expect(() => createLatchkey({ bundlers: ['https://bundler.example', 'http://localhost:4337'] })).not.toThrow()
  for (const wrong of ['http://bundler.example', 'https://bundler.example/path', 'nonsense'])
    expect(() => createLatchkey({ bundlers: [wrong] })).toThrow(`bundlers: "${wrong}" is not the origin`)
})

describe('the bundler request', () => {
  test('has no cookies or referrer, and follows no redirect', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => fetching.mockRestore())
    const bundler = await countingServer(() => ({ result: null }))
    await fetchBundleReceipt(bundler.url, '0x1', { timeoutMs: 5_000, signal })
    expect(fetching.mock.calls[0]?.[1]).toMatchObject({
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
    const elsewhere = await countingServer()
    bundler.answer = () => ({ status: 307, headers: { location: elsewhere.url } })
    await expect(fetchBundleReceipt(bundler.url, '0x1', { timeoutMs: 5_000, signal })).rejects.toMatchObject({
      code: 'rpc.offline',
    })
    expect(elsewhere.arrivals).toEqual([])
  })

  test('stops reading an endless answer', async () => {
    const part = 'x'.repeat(1_000_000)
    const server = createServer((_, response) => {
      const more = () => void (!response.destroyed && response.write(part, () => setImmediate(more)))
      more()
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void (server.closeAllConnections(), server.close()))
    const { port } = server.address() as AddressInfo
    const closed = vi.fn<() => void>()
    server.on('connection', (socket) => socket.on('close', closed))
    await expect(
      fetchBundleReceipt(`http://127.0.0.1:${port}/`, '0x1', { timeoutMs: 20_000, signal }),
    ).rejects.toMatchObject({ code: 'rpc.malformed', cause: { name: 'BodyTooLargeError' } })
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })
})
