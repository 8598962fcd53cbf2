/** The API over HTTP, as the playground's server mounts it. */
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstAccount, secondAccount } from '../../../mocks/sandbox/accounts.ts'
import { sandboxProject } from '../../../mocks/sandbox/project.ts'
import { createProvider } from '../../../mocks/sandbox/provider.ts'
import { providerHosts } from '../../../mocks/sandbox/providerPaths.ts'
import { clientOf, failure, useSandbox } from './support.ts'

const { chains, one } = useSandbox()
let server: Server
let base = ''

beforeAll(async () => {
  const middleware = createProvider(chains())
  server = createServer((request, response) =>
    middleware(request, response, () => response.writeHead(418).end('somebody else')),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const client = (projectId = sandboxProject, scenario?: string) => {
  const { blockchain, catalog, analytics } = providerHosts(scenario)
  const hosts = { blockchain: base + blockchain, catalog: base + catalog, analytics: base + analytics }
  return clientOf({ hosts, projectId })
}
const clientIn = (scenario: string) => client(sandboxProject, scenario)

test('each of the three hosts answers below its path', async () => {
  const api = client()
  const { networkId } = one()
  const { balances } = await api.call('balance', { address: firstAccount.address, chainId: networkId }, { networkId })
  expect(balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDX', 'GLD'])
  expect((await api.call('wallets', { page: 1, entries: 3 })).count).toBe(60)
  const event = { eventId: 'e', url: '', domain: '', timestamp: 0, props: {} }
  expect(await api.call('analyticsEvent', event)).toBeUndefined()
  const picture = await api.call('walletImage', { imageId: 'wallet-07' })
  expect(picture.type).toBe('image/svg+xml')
  const sessions = await api.call('smartSessions', { address: `${networkId}:${firstAccount.address}` }, { networkId })
  expect(sessions).toEqual({ pcis: [] })
  const { addresses } = await api.call('nameLookup', { name: 'robin.reown.id' }, { networkId })
  expect(addresses?.['60']?.address).toBe(secondAccount.address)
})

test("only the playground's project is accepted, and unknown calls return 404", async () => {
  expect(await failure(client('another').call('supportedChains', {}))).toMatchObject({ status: 401 })
  const response = await fetch(`${base}/provider/blockchain/v2/anything`)
  expect(response.status).toBe(404)
  expect((await fetch(`${base}/sandbox.json`)).status).toBe(418)
})

test('a scenario applies to requests to its paths, on each host, and to no others', async () => {
  const lists = { page: 1, entries: 3 }
  const { blockchain, catalog } = providerHosts('tooManyRequests')
  for (const path of [`${blockchain}/v1/supported-chains`, `${catalog}/getWallets`])
    expect((await fetch(base + path)).status).toBe(429)
  expect((await client().call('wallets', lists)).data).toHaveLength(3)
  expect((await clientIn('empty').call('wallets', lists)).data).toEqual([])
  expect((await clientIn('huge').call('wallets', lists)).count).toBe(10_000)
  expect((await client().call('wallets', lists)).count).toBe(60)
})

test('the scenario offline closes the connection', async () => {
  expect(await failure(clientIn('offline').call('wallets', { page: 1, entries: 3 }))).toMatchObject({
    code: 'api.offline',
  })
  await expect(fetch(`${base}${providerHosts('offline').catalog}/getWallets`)).rejects.toThrow('fetch failed')
})

test('the scenario offline closes a connection whose previous response is sent but has not ended', async () => {
  const middleware = createProvider(chains())
  // As under load: the client has all bytes, and the server has not ended the response yet.
  const late = createServer((request, response) => {
    if (request.url === '/page') return void response.writeHead(200, { 'content-length': 2 }).write('ok')
    middleware(request, response, () => expect.unreachable())
  })
  await once(late.listen(0, '127.0.0.1'), 'listening')
  const { port } = late.address() as AddressInfo
  const visitor = connect(port, '127.0.0.1')
  const ask = (path: string) => visitor.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  ask('/page')
  let text = ''
  visitor.on('data', (data) => {
    text += data.toString()
    if (text.endsWith('ok')) ask(`/provider/like/offline/blockchain/v1/supported-chains?projectId=${sandboxProject}`)
  })
  await once(visitor, 'close')
  expect(text).toMatch(/ok$/)
  late.closeAllConnections()
  late.close()
})

test('an unknown scenario returns 404', async () => {
  const path = `/blockchain/v1/supported-chains?projectId=${sandboxProject}`
  for (const [name, status] of [
    ['forbidden', 403],
    ['sometimes', 404],
    ['constructor', 404],
  ] as const)
    expect((await fetch(`${base}/provider/like/${name}${path}`)).status).toBe(status)
})

test('the payment page is on the same server, and says that nothing is sold', async () => {
  const { networkId } = one()
  const asked = {
    destinationWallets: [{ address: '0xAA', blockchains: ['ethereum'], assets: ['ETH'] }],
    defaultNetwork: 'ethereum',
    partnerUserId: '0xAA',
  }
  const { url } = await client().call('onrampUrl', asked, { networkId })
  expect(url.startsWith(`${base}/provider/onramp?`)).toBe(true)
  const response = await fetch(url)
  expect([response.headers.get('content-type'), await response.text()]).toEqual([
    'text/html; charset=utf-8',
    expect.stringContaining('Nothing is sold here'),
  ])
})
