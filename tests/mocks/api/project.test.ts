import { expect, test } from 'vitest'
import { alertOf } from '../../../machines/project/project.rules.ts'
import type { AnalyticsEvent } from '../../../mocks/api/index.ts'
import { failure, hosts, MAINNET, useHandlers, useSandbox } from './support.ts'

const { chains, one, two } = useSandbox()
const provider = useHandlers()

test('the supported networks are those of the sandbox and the configured ones', async () => {
  const api = provider({ chains: chains() })
  const own = [one().networkId, two().networkId]
  expect(await api.call('supportedChains', {})).toEqual({ http: [...own, MAINNET], ws: own })
})

test('a project returns its origins and whether analytics are enabled', async () => {
  const api = provider({ allowedOrigins: ['https://shop.example'], analytics: false })
  expect(await api.call('allowedOrigins', {})).toEqual({ allowedOrigins: ['https://shop.example'] })
  expect(await api.call('analyticsConfiguration', {})).toEqual({ isAnalyticsEnabled: false })
})

test('an event is recorded unchanged', async () => {
  const events: AnalyticsEvent[] = []
  const api = provider({ events })
  const event = {
    eventId: '1f0a',
    url: 'https://shop.example/pay',
    domain: 'shop.example',
    timestamp: 1_700_000_000_000,
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  }
  await api.call('analyticsEvent', event)
  expect(events).toEqual([event])
})

test('an unknown project is refused with the text that triggers an alert', async () => {
  const known = { projectIds: ['p1'] }
  expect(await provider(known).call('analyticsConfiguration', {})).toEqual({ isAnalyticsEnabled: true })
  const stranger = provider(known, { client: { projectId: 'p2' } })
  const refused = await failure(stranger.call('analyticsConfiguration', {}))
  expect(refused).toMatchObject({ code: 'api.refused', status: 401, serverText: 'Unauthorized: invalid key' })
  expect(alertOf(refused)).toBe('alert.invalidProjectId')
  const inBody = await failure(stranger.call('supportedChains', {}))
  expect(inBody.status).toBe(401)
})

test.each([
  ['projectId', 401, 'Unauthorized: invalid key'],
  ['st', 400, 'Invalid parameter: st'],
  ['sv', 400, 'Invalid parameter: sv'],
])('a request without %s is refused with %d', async (name, status, error) => {
  provider()
  const url = new URL(`${hosts.catalog}/getAnalyticsConfig?projectId=p1&st=appkit&sv=1`)
  expect((await fetch(url)).status).toBe(200)
  url.searchParams.delete(name)
  const response = await fetch(url)
  expect([response.status, await response.json()]).toEqual([status, { error }])
})

test('a body with another project id or without one is refused', async () => {
  provider({ projectIds: ['p1'] })
  const url = `${hosts.blockchain}v1/fungible/price?projectId=p1&st=appkit&sv=1`
  const post = async (body: string) => {
    const response = await fetch(url, { method: 'POST', body })
    return [response.status, await response.json()]
  }
  const asked = { addresses: [], currency: 'usd' }
  expect(await post(JSON.stringify({ ...asked, projectId: 'p1' }))).toEqual([200, { fungibles: [] }])
  expect(await post(JSON.stringify({ ...asked, projectId: 'p2' }))).toEqual([
    401,
    { error: 'Unauthorized: invalid key' },
  ])
  expect(await post('nothing')).toEqual([400, { error: 'The body is not a JSON object' }])
})

test('a page with an origin that is not allowed is refused with the text that triggers an alert', async () => {
  const allowedOrigins = ['https://*.example', 'http://localhost:*']
  const from = async (origin: string) => {
    const asked = provider(
      { allowedOrigins },
      { client: { fetch: (input, init) => fetch(new Request(input, init), { headers: { origin } }) } },
    )
    return asked.call('analyticsConfiguration', {}).then(
      () => 'let in',
      (error: unknown) => alertOf(error),
    )
  }
  expect(await from('https://shop.example')).toBe('let in')
  expect(await from('http://localhost:5173')).toBe('let in')
  expect(await from('https://example.com')).toBe('alert.invalidAppConfiguration')
  expect(await from('https://evil.test/.example')).toBe('alert.invalidAppConfiguration')
})

test("an unreachable chain is a server error with the server's text", async () => {
  const [chain] = chains()
  if (!chain) throw new Error('The sandbox has no chain.')
  const api = provider({ chains: [{ ...chain, rpcUrl: 'http://127.0.0.1:1' }] }, { client: { timeoutMs: 10_000 } })
  const { code, status } = await failure(
    api.call('balance', { address: '0x00000000000000000000000000000000000000AA' }, { networkId: chain.networkId }),
  )
  expect([code, status]).toEqual(['api.failed', 502])
})
