import { describe, expect, test } from 'vitest'
import { fakeAccounts, never } from '../../mocks/index.ts'
import { fakePairing } from '../support/pairing.ts'
import { pass, settle, started } from '../support/instance.ts'
import { walletOf } from '../support/wire.ts'
import { walletConnectConnector } from '../../sdk/connectors/connectors.ts'
import { createLatchkey } from '../../sdk/index.ts'
import { stackOf } from './page.ts'

async function attempting(options: Parameters<typeof fakePairing>[0] = {}) {
  const pairing = fakePairing(options)
  const made = await started({ enableWalletConnect: true, ports: { pairing: pairing.port } })
  const outcome = made.latchkey.connect({ connectorId: 'walletConnect' })
  await settle()
  const flow = () => made.latchkey.find('walletConnect')?.getSnapshot()
  return { ...made, ...pairing, outcome, flow }
}

describe('a proposal', () => {
  test('is shown until a wallet accepts it, and the connection gets the wallet’s name', async () => {
    const { latchkey, proposals, outcome, flow } = await attempting()
    expect(flow()).toMatchObject({ value: { open: { showingUri: 'waiting' } }, context: { uri: 'wc:uri-1' } })
    expect(stackOf(latchkey).at(-1)).toBe('ConnectingWalletConnect')
    proposals[0]?.approve()
    expect(await outcome).toMatchObject({
      status: 'done',
      value: {
        address: fakeAccounts[0],
        connector: { id: 'walletConnect', name: 'Phone', imageUrl: 'https://phone.example/icon.png' },
      },
    })
    expect(stackOf(latchkey)).toEqual(['Account'])
  })

  test('is made for the networks that the app has at that time', async () => {
    const { latchkey, outcome, asked } = await attempting()
    const [first = []] = asked
    const { network } = latchkey.getNetwork()
    latchkey.dispatch({ type: 'network.add', network: { ...network, id: 137, caipNetworkId: 'eip155:137' } })
    latchkey.dispatch({ type: 'walletConnect.refresh' })
    await settle()
    expect(asked.at(-1)).toEqual([...first, 'eip155:137'])
    latchkey.stop()
    await outcome
  })

  test('is renewed every four minutes, five times in all, and then the attempt expires', async () => {
    const { proposals, outcome, clock, flow } = await attempting()
    for (let made = 1; made <= 5; made += 1) {
      expect(flow()?.context.uri).toBe(`wc:uri-${made}`)
      await pass(clock, 239_999, 1)
      expect(proposals).toHaveLength(made)
      await pass(clock, 1, 1)
      expect(proposals[made - 1]?.signal.aborted).toBe(true)
    }
    expect(await outcome).toMatchObject({ status: 'expired' })
    expect(proposals).toHaveLength(5)
  })

  test('can be renewed at once, which withdraws the one before', async () => {
    const { latchkey, proposals, flow } = await attempting()
    latchkey.dispatch({ type: 'walletConnect.refresh' })
    await settle()
    expect(flow()?.context.uri).toBe('wc:uri-2')
    expect(proposals.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  test('is given up after 20 s when it cannot be made', async () => {
    const { outcome, clock, flow } = await attempting({ propose: never })
    expect(flow()?.value).toEqual({ open: 'preparing' })
    await pass(clock, 20_000, 1)
    expect(await outcome).toMatchObject({
      status: 'expired',
      error: { message: 'The relay for wallets on other devices did not respond' },
    })
  })

  test.each([
    [{ code: 5000, message: 'User rejected.' }, 'declined', 'connect.declined'],
    [{ code: 4001, message: 'no' }, 'declined', 'connect.declined'],
    [new Error('socket'), 'failed', 'pairing.failed'],
    [{}, 'failed', 'session.noReason'],
    ['Proposal expired', 'expired', 'pairing.proposalExpired'],
  ] as const)('ends with %o as %s', async (error, status, code) => {
    const { proposals, outcome } = await attempting()
    proposals[0]?.refuse(error)
    expect(await outcome).toMatchObject({ status, error: { code } })
  })

  test('is withdrawn when the user goes back, closes the modal or cancels', async () => {
    for (const turn of ['view.back', 'modal.close', 'walletConnect.cancel'] as const) {
      const { latchkey, proposals, outcome } = await attempting()
      latchkey.dispatch({ type: 'modal.open' })
      latchkey.dispatch({ type: 'view.push', view: 'ConnectingWalletConnect' })
      latchkey.dispatch({ type: turn })
      expect(await outcome).toEqual({ status: 'cancelled' })
      expect(proposals[0]?.signal.aborted).toBe(true)
    }
  })
})

describe('a catalog wallet that is not installed', () => {
  test('is reached by a code when the app enables that, and stored as recent [3.45]', async () => {
    const { port, proposals } = fakePairing()
    const { latchkey } = await started({ enableWalletConnect: true, ports: { pairing: port } })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(7) })
    await settle()
    expect(stackOf(latchkey)).toEqual(['Connect', 'ConnectingWalletConnect'])
    proposals[0]?.approve()
    await settle()
    expect(
      latchkey
        .actor('wallets')
        .getSnapshot()
        .context.recent.map(({ id }) => id),
    ).toEqual(['wallet-7'])
  })

  test('shows where to get it when it has no links, and is deselected on the way back', async () => {
    const { port, proposals } = fakePairing()
    const { latchkey } = await started({ enableWalletConnect: true, ports: { pairing: port } })
    latchkey.dispatch({ type: 'modal.open' })
    latchkey.dispatch({ type: 'wallets.choose', wallet: walletOf(7, { mobileLink: undefined }) })
    await settle()
    expect(stackOf(latchkey).at(-1)).toBe('Downloads')
    expect(proposals).toEqual([])
    latchkey.dispatch({ type: 'view.back' })
    expect(latchkey.actor('wallets').getSnapshot().context.selectedWallet).toBeUndefined()
  })
})

test('wallets on other devices are offered by default, if the app has a project id [1.14]', async () => {
  const offered = async (options: Parameters<typeof started>[0]) => {
    const { latchkey } = await started(options)
    return latchkey
      .actor('connectors')
      .getSnapshot()
      .context.connectors.some(({ id }) => id === 'walletConnect')
  }
  const { enableWalletConnect } = createLatchkey({ projectId: 'test' }).configuration
  expect(await offered({ enableWalletConnect })).toBe(true)
  expect(await offered({ enableWalletConnect: false })).toBe(false)
  expect(await offered({ enableWalletConnect, projectId: '' })).toBe(false)
  expect(walletConnectConnector('eip155').type).toBe('WALLET_CONNECT')
})
