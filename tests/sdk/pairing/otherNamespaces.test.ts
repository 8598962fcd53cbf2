/** Namespaces that are only supported over a session: configured, proposed, connected and used. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRelay, type RelayServer } from '../../../mocks/relay/node.ts'
import type { Network } from '../../../sdk/index.ts'
import { approvedOf, paired } from './namespaces.ts'

let relay: RelayServer
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

const OTHERS = [
  ['algorand', 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'algo_signTxn', 'A'.repeat(58)],
  ['cip34', 'cip34:1-764824073', 'cardano_signData', `addr1${'q'.repeat(98)}`],
  ['elrond', 'elrond:1', 'erd_signMessage', `erd1${'q'.repeat(58)}`],
  ['multiversx', 'multiversx:1', 'mvx_signMessage', `erd1${'q'.repeat(58)}`],
  ['near', 'near:mainnet', 'near_signMessage', 'alice.near'],
  ['tezos', 'tezos:mainnet', 'tezos_sign', `tz1${'a'.repeat(33)}`],
] as const

test.each(OTHERS)('a network of %s is proposed, and its wallet answers over the session [9.17]', async (...given) => {
  const [namespace, caipNetworkId, method, address] = given
  const network: Network = {
    id: caipNetworkId.slice(namespace.length + 1),
    caipNetworkId,
    chainNamespace: namespace,
    name: namespace,
    nativeCurrency: { name: namespace, symbol: 'T', decimals: 6 },
    rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
  }
  const shared = approvedOf(namespace, [`${caipNetworkId}:${address}`], [method])
  const options = { networks: [network], methods: { safe: ['read_block'] } }
  const { latchkey, phone, nodes, outcome } = await paired(relay, { [namespace]: shared }, options)
  expect(outcome).toMatchObject({ status: 'done', value: { namespace: namespace, address, networkId: caipNetworkId } })
  expect(phone.proposals[0]?.optionalNamespaces).toMatchObject({
    [namespace]: { chains: [caipNetworkId], methods: expect.arrayContaining([method]) },
  })
  expect(latchkey.getNetwork()).toMatchObject({ isSupported: true, approvedCaipNetworkIds: [caipNetworkId] })

  phone.answers[method] = () => ({ result: { signed: namespace } })
  expect(await latchkey.request({ method, params: { message: 'hello' } }, { namespace: namespace })).toEqual({
    status: 'done',
    value: { signed: namespace },
  })
  expect(phone.asked).toEqual([{ chainId: caipNetworkId, method, params: { message: 'hello' } }])
  // Calls that need no wallet go to a node.
  expect(await latchkey.request({ method: 'read_block', params: [] }, { namespace: namespace })).toMatchObject({
    status: 'done',
    value: 'node',
  })
  expect(nodes).toEqual([['http://127.0.0.1:9']])
})
