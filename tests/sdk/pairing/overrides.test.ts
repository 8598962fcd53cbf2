/** The options of an app for sessions: its own nodes, and the default chain of each namespace. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRelay, type RelayServer } from '../../../mocks/relay/node.ts'
import { createLatchkey, mainnet, solana, solanaDevnet } from '../../../sdk/index.ts'
import { firstSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { networks, paired, sharing } from './namespaces.ts'

let relay: RelayServer
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

test('the default chain of each namespace is proposed first, and is active after the connection [3.37]', async () => {
  const { latchkey, phone } = await paired(relay, sharing('eip155', 'solana'), {
    defaultChains: { eip155: 'eip155:10', solana: solanaDevnet.caipNetworkId },
  })
  expect(phone.proposals[0]?.optionalNamespaces['eip155']?.chains).toEqual(['eip155:10', 'eip155:1'])
  expect(phone.proposals[0]?.optionalNamespaces['solana']?.chains?.[0]).toBe(solanaDevnet.caipNetworkId)
  expect(latchkey.getAccount('eip155')).toMatchObject({ networkId: 'eip155:10' })
  expect(latchkey.getAccount('solana')).toMatchObject({
    networkId: solanaDevnet.caipNetworkId,
    address: firstSolanaAccount.address,
  })
})

test('the networks keep the order of the app without a default chain [3.37]', async () => {
  const { latchkey, phone } = await paired(relay, sharing('eip155', 'solana'))
  expect(phone.proposals[0]?.optionalNamespaces['eip155']?.chains).toEqual(['eip155:1', 'eip155:10'])
  expect(latchkey.getAccount('solana')).toMatchObject({ networkId: solana.caipNetworkId })
})

test('a node of rpcMap replaces the nodes of the network, on its chain only [3.37]', async () => {
  const { latchkey, nodes } = await paired(relay, sharing('eip155'), {
    networks: networks.slice(0, 2),
    rpcMap: { 'eip155:1': 'https://node.example/mainnet' },
  })
  const call = { method: 'eth_blockNumber', params: [] }
  expect(await latchkey.request(call, { namespace: 'eip155' })).toEqual({ status: 'done', value: 'node' })
  expect(nodes).toEqual([['https://node.example/mainnet']])
  await latchkey.switchNetwork('eip155:10')
  await latchkey.request(call, { namespace: 'eip155' })
  expect(nodes[1]).toEqual(['http://127.0.0.1:9'])
})

test('an unknown network and an invalid URL are faults [3.37]', () => {
  const made = (options: object) => () => createLatchkey({ networks: [mainnet, solana], ...options })
  expect(made({ rpcMap: { 'eip155:1': 'https://node.example' }, defaultChains: { eip155: 'eip155:1' } })).not.toThrow()
  expect(made({ rpcMap: { 'eip155:5': 'https://node.example' } })).toThrow(
    'rpcMap: eip155:5 is not one of the networks',
  )
  expect(made({ rpcMap: { 'eip155:1': 'wss://node.example' } })).toThrow(
    'rpcMap.eip155:1: "wss://node.example" is not an http(s) URL',
  )
  expect(made({ defaultChains: { solana: 'eip155:1' } })).toThrow(
    'defaultChains.solana: eip155:1 is not one of the networks of that namespace',
  )
})
