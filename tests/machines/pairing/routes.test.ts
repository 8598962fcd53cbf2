import { describe, expect, test } from 'vitest'
import {
  bundlersOf,
  bundlerUrl,
  isBundlerOrigin,
  validateReceipt,
  receiptRequest,
} from '../../../machines/pairing/rules/bundlers.ts'
import { storedCapabilities, withCapabilities } from '../../../machines/pairing/rules/capabilities.ts'
import { validateChain, routesOf, type Route, type RouteInput } from '../../../machines/pairing/rules/routes.ts'
import { ADDRESS, OTHER, sessionOf, textOf } from './fixtures.ts'

const namespacesWith = (...methods: string[]) => ({
  eip155: {
    accounts: [`eip155:1:${ADDRESS}`, `eip155:1:${OTHER}`, `eip155:10:${ADDRESS}`],
    methods,
    events: [],
  },
  solana: { accounts: ['solana:a:Abc'], methods: ['solana_signMessage'], events: [] },
  near: { accounts: ['near:mainnet:a.near'], methods: ['near_signTransaction'], events: [] },
})

const ways = (methods: readonly string[] = [], sessionProperties?: Record<string, unknown>): RouteInput => ({
  session: { namespaces: namespacesWith(...methods), sessionProperties },
  rpcUrls: { 'eip155:1': ['https://node.example'], 'eip155:10': [], 'near:mainnet': ['https://near.example'] },
  projectId: 'project',
  bundlers: { host: 'https://rpc.example', origins: ['https://bundler.example'] },
  shared: false,
})

/** A route in short: a refusal becomes its text. */
const short = (route: Route) => (route.to === 'refusal' ? route.error.message : route)
const routes = (method: string, params: unknown, some: RouteInput, chainId = 'eip155:1') =>
  routesOf({ method, params, chainId }, some).map(short)

test('chainFault accepts only an approved chain', () => {
  expect(validateChain(sessionOf(), 'eip155:10')).toBeUndefined()
  expect(textOf(validateChain(sessionOf(), 'eip155:5'))).toBe(
    "Chain 'eip155:5' not approved. Please use one of the following: eip155:1, eip155:10, eip155:137",
  )
})

describe('calls of eip155 [9.17]', () => {
  test.each(['eth_accounts', 'eth_requestAccounts'])('answer %s locally, with the accounts of the chain', (method) => {
    expect(routes(method, [], ways([method]))).toEqual([{ to: 'answer', result: [ADDRESS, OTHER] }])
    expect(routes(method, [], ways(), 'eip155:10')).toEqual([{ to: 'answer', result: [ADDRESS] }])
    expect(routes(method, [], ways(), 'eip155:5')).toEqual([{ to: 'answer', result: [] }])
  })

  test('answer eth_chainId locally, in hex', () => {
    expect(routes('eth_chainId', [], ways(), 'eip155:10')).toEqual([{ to: 'answer', result: '0xa' }])
    expect(routes('eth_chainId', [], ways(), 'eip155:x')).toEqual(['ChainId not found'])
  })

  test('switch to an approved chain without the wallet', () => {
    for (const chainId of ['0xa', '0xA', 'a', '0x0a'])
      expect(routes('wallet_switchEthereumChain', [{ chainId }], ways())).toEqual([
        { to: 'chain', chainId: 'eip155:10' },
      ])
  })

  test('send a switch to another chain to the wallet, under an approved chain', () => {
    expect(routes('wallet_switchEthereumChain', [{ chainId: '89' }], ways(['wallet_switchEthereumChain']))).toEqual([
      {
        to: 'wallet',
        chainId: 'eip155:1',
        method: 'wallet_switchEthereumChain',
        params: [{ chainId: '0x89' }],
        thenTo: 'eip155:137',
      },
    ])
  })

  test('refuse a switch that the wallet does not support [8.12]', () => {
    expect(routes('wallet_switchEthereumChain', [{ chainId: '0x89' }], ways())).toEqual([
      "Failed to switch to chain 'eip155:137'. The chain is not approved or the wallet does not support 'wallet_switchEthereumChain' method.",
    ])
    for (const params of [undefined, [], [{}], [{ chainId: 'x' }], [{ chainId: 137 }]])
      expect(routes('wallet_switchEthereumChain', params, ways())).toEqual(['ChainId not found'])
  })

  test('take capabilities from the session, or else from the wallet [8.53]', () => {
    const method = 'wallet_getCapabilities'
    const asked = { address: ADDRESS, chainIds: ['0x1'] }
    const kept = withCapabilities({ bundler_name: 'b' }, asked, { '0x1': {} })
    expect(kept['bundler_name']).toBe('b')
    expect(routes(method, [ADDRESS.toLowerCase(), ['0x1']], ways([], kept))).toEqual([
      { to: 'answer', result: { '0x1': {} } },
    ])
    expect(routes(method, [ADDRESS, ['0x1', 5, '']], ways([], kept))).toEqual([{ to: 'answer', result: { '0x1': {} } }])
    const told = { capabilities: JSON.stringify(kept['capabilities']) }
    expect(routes(method, [ADDRESS, ['0x1']], ways([], told))).toEqual([{ to: 'answer', result: { '0x1': {} } }])
    const wallet = { to: 'wallet', chainId: 'eip155:1', method, params: [ADDRESS] }
    expect(routes(method, [ADDRESS], ways([method], kept))).toEqual([wallet])
    expect(routes(method, [ADDRESS], ways([], kept))).toEqual([
      'Missing or invalid. request() method: wallet_getCapabilities',
    ])
    for (const params of [undefined, [], [''], [5], {}])
      expect(routes(method, params, ways([method]))).toEqual([
        'Missing address parameter in wallet_getCapabilities request',
      ])
  })

  test('use stored capabilities only when they are valid', () => {
    const asked = { address: ADDRESS, chainIds: [] }
    for (const capabilities of [undefined, null, 5, 'x', '[]', []])
      expect(storedCapabilities({ capabilities }, asked)).toBeUndefined()
    expect(storedCapabilities(undefined, asked)).toBeUndefined()
    expect(storedCapabilities({ capabilities: {} }, { address: '__proto__', chainIds: [] })).toBeUndefined()
  })

  describe('the status of calls', () => {
    const method = 'wallet_getCallsStatus'
    const [projectId, chainId] = ['project', 'eip155:1']
    const query = { projectId, chainId, bundler: 'pimlico' }
    const named = { to: 'bundler', url: bundlerUrl('https://rpc.example/', query), callId: '0x12' }
    const given = { to: 'bundler', url: 'https://bundler.example/x', callId: '0x12' }
    const wallet = { to: 'wallet', chainId, method, params: ['0x12'] }
    const refusal = 'Fetching call status not approved by the wallet.'
    const both = { bundler_name: 'pimlico', bundler_url: 'https://bundler.example/x' }
    test.each([
      ['both bundlers, then the wallet', [method], both, [named, given, wallet]],
      ['both bundlers, and not from the wallet', [], both, [named, given]],
      ['the bundler with a name', [], { bundler_name: 'pimlico' }, [named]],
      ['the bundler with an address', [method], { bundler_url: both.bundler_url }, [given, wallet]],
      ['no bundler with an unsafe address', [], { bundler_url: 'http://bundler.example' }, [refusal]],
      ['no bundler that the app does not list', [], { bundler_url: 'https://else.example/x' }, [refusal]],
      ['no bundler without a name', [method], { bundler_name: '', bundler_url: 5 }, [wallet]],
      ['the wallet only', [method], undefined, [wallet]],
      ['nothing', [], undefined, [refusal]],
    ])('is requested from %s [8.54]', (_, methods, properties, expected) => {
      expect(routes(method, ['0x12'], ways(methods, properties))).toEqual(expected)
    })

    test('requires a project id for the API’s bundler', () => {
      expect(routes(method, ['0x12'], { ...ways([], both), projectId: undefined })).toEqual([given])
      expect(bundlerUrl('https://rpc.example', { projectId: 'a&b', chainId, bundler: 'pimlico' })).toBe(
        'https://rpc.example/v1/bundler?projectId=a%26b&chainId=eip155%3A1&bundler=pimlico',
      )
    })

    test('is the receipt of the call’s id, and an HTTP status other than success is a failure', () => {
      expect(receiptRequest('0x12')).toEqual({ method: 'eth_getUserOperationReceipt', params: ['0x12'] })
      for (const status of [200, 299]) expect(validateReceipt(status)).toBeUndefined()
      for (const status of [199, 300]) expect(validateReceipt(status)).toBeDefined()
    })

    test('may be requested from the API’s hosts over https, and from the bundlers that the app lists', () => {
      const hosts = {
        blockchain: 'https://rpc.example/v1',
        catalog: 'http://plain.example',
        analytics: 'https://127.0.0.1',
      }
      const pageOrigin = 'https://shop.example'
      const bundlers = ['http://localhost:4337', 'https://bundler.example/']
      expect(bundlersOf({ hosts, bundlers, pageOrigin })).toEqual({
        host: 'https://rpc.example/v1',
        origins: ['http://localhost:4337', 'https://bundler.example', 'https://rpc.example'],
      })
      expect(bundlersOf({ hosts: { blockchain: `${pageOrigin}/rpc` }, bundlers: [], pageOrigin }).origins).toEqual([])
      for (const origin of ['https://a.example', 'https://a.example/', 'http://localhost:1', 'http://127.0.0.1:4337'])
        expect([origin, isBundlerOrigin(origin)]).toEqual([origin, true])
      for (const origin of [
        'http://a.example',
        'https://a.example/x',
        'https://u:p@a.example',
        'ftp://a.example',
        'a',
        '',
      ])
        expect([origin, isBundlerOrigin(origin)]).toEqual([origin, false])
    })
  })

  test('go to the wallet when it approved the method [5.44]', () => {
    const call = { chainId: 'eip155:10', method: 'personal_sign', params: ['0x00', ADDRESS] }
    expect(routesOf(call, ways(['personal_sign'])).map(short)).toEqual([{ to: 'wallet', ...call }])
  })

  test('go nowhere when only the wallet could answer and it did not approve the method [5.44]', () => {
    for (const method of ['personal_sign', 'eth_sendTransaction'])
      expect(routes(method, [], ways())).toEqual([`Missing or invalid. request() method: ${method}`])
  })

  test('go to a node in all other cases [7.26] [8.55]', () => {
    expect(routes('eth_call', [{}], ways())).toEqual([{ to: 'rpc', urls: ['https://node.example'] }])
    expect(routes('eth_sendRawTransaction', [], ways())).toEqual([{ to: 'rpc', urls: ['https://node.example'] }])
    expect(routes('eth_call', [{}], ways(), 'eip155:10')).toEqual(['No RPC url provided for chainId'])
    expect(routes('eth_call', [{}], ways(), 'eip155:5')).toEqual(['JSON-RPC provider for eip155:5 not found'])
  })
})

describe('calls of other namespaces [9.17]', () => {
  test('go to the wallet or to a node by the same rule', () => {
    const near = { chainId: 'near:mainnet', method: 'near_signTransaction', params: {} }
    expect(routesOf(near, ways()).map(short)).toEqual([{ to: 'wallet', ...near }])
    expect(routes('query', {}, ways(), 'near:mainnet')).toEqual([{ to: 'rpc', urls: ['https://near.example'] }])
    expect(routes('solana_signTransaction', {}, ways(), 'solana:a')).toEqual([
      'Missing or invalid. request() method: solana_signTransaction',
    ])
    // Ethereum's methods mean nothing special in other namespaces.
    expect(routes('eth_accounts', [], ways(), 'near:mainnet')).toEqual([{ to: 'rpc', urls: ['https://near.example'] }])
  })

  test('go to a Solana wallet under the older chain id when it has only that one', () => {
    const older = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
    const solana = { accounts: [`${older}:a`], methods: ['solana_signMessage'], events: [] }
    const some = { ...ways(), session: { namespaces: { solana } } }
    expect(routes('solana_signMessage', {}, some, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')).toEqual([
      { to: 'wallet', chainId: older, method: 'solana_signMessage', params: {} },
    ])
  })
})
