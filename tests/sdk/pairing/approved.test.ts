/** The networks that a wallet approved, as an app reads them. The wallet is the official client over our own relay. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeWallet } from '../../../mocks/fakes/fakeWallet.ts'
import { startRelay, type RelayServer } from '../../../mocks/relay/node.ts'
import { isUnapproved, solana, solanaDevnet, type Network } from '../../../sdk/index.ts'
import { firstSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { account, approvedOf, networks, openPage, paired, sharing, until, type Page } from './namespaces.ts'

let relay: RelayServer
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

const chains = (...ids: number[]) => ({
  eip155: approvedOf(
    'eip155',
    ids.map((id) => `eip155:${id}:${account.address}`),
  ),
})
const unapproved = ({ latchkey }: Pick<Page, 'latchkey'>, offered: readonly Network[] = networks) => {
  const { connections } = latchkey.actor('network').getSnapshot().context
  return offered.filter((network) => isUnapproved(network, connections)).map(({ caipNetworkId }) => caipNetworkId)
}

test('the networks of a session, and later ones, are reported in each namespace [3.5]', async () => {
  const pair = await paired(relay, {
    ...chains(1),
    solana: approvedOf('solana', [`solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ:${firstSolanaAccount.address}`]),
  })
  const { latchkey, phone } = pair
  await until(() => unapproved(pair).length === 2)
  expect(unapproved(pair)).toEqual(['eip155:10', solanaDevnet.caipNetworkId])
  expect(latchkey.getNetwork()).toMatchObject({ approvedCaipNetworkIds: ['eip155:1'], supportsAllNetworks: false })
  await latchkey.switchNetwork(solana)
  expect(latchkey.getNetwork()).toMatchObject({
    approvedCaipNetworkIds: [solana.caipNetworkId],
    supportsAllNetworks: false,
  })

  await phone.update({ ...phone.session().namespaces, ...chains(1, 10) })
  await until(() => unapproved(pair).length === 1)
  await latchkey.switchNetwork('eip155:1')
  expect(latchkey.getNetwork().approvedCaipNetworkIds).toEqual(['eip155:1', 'eip155:10'])

  await latchkey.disconnect()
  expect(unapproved(pair)).toEqual([])
  expect(latchkey.getNetwork()).toMatchObject({ approvedCaipNetworkIds: [], supportsAllNetworks: true })
})

test('the approved networks are restored after a reload [3.5]', async () => {
  const { latchkey, kept } = await paired(relay, chains(1), { networks: networks.slice(0, 2) })
  latchkey.stop()
  const page = await openPage(relay, { networks: networks.slice(0, 2), kept })
  await until(() => page.connected().length === 1)
  await until(() => unapproved(page).length === 1)
  expect(page.latchkey.getNetwork()).toMatchObject({
    approvedCaipNetworkIds: ['eip155:1'],
    supportsAllNetworks: false,
  })
})

test('a wallet in this browser supports every network [3.5]', async () => {
  const page = await openPage(relay, {
    networks: networks.slice(0, 2),
    connectors: [{ connector: { id: 'fox', name: 'Fox', type: 'ANNOUNCED', chain: 'eip155' }, provider: fakeWallet() }],
  })
  await page.latchkey.connect({ connectorId: 'fox' })
  expect(page.latchkey.getNetwork()).toMatchObject({ approvedCaipNetworkIds: [], supportsAllNetworks: true })
  expect(unapproved(page)).toEqual([])
})

test('a session with every network disables none', async () => {
  const pair = await paired(relay, sharing('eip155'))
  await until(() => pair.latchkey.getNetwork().approvedCaipNetworkIds.length === 2)
  expect(unapproved(pair)).toEqual([])
})
