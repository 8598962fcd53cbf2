/**
 * A network switch with a wallet on another device, for each behavior of the wallet: the network and the error that result, and
 * the timeout that applies. The wallet is the official client over our own relay.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import { startRelay, type RelayServer } from '../../../mocks/relay/node.ts'
import { firstSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { bitcoin, bitcoinTestnet, solana, solanaDevnet, solanaTestnet } from '../../../sdk/index.ts'
import { account, approvedOf, networks, openPage, paired, second, signer, sharing, until } from './namespaces.ts'

let relay: RelayServer
beforeAll(async () => void (relay = await startRelay()))
afterAll(() => relay.stop())

const BASE = ['personal_sign', 'eth_sendTransaction']
const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'

/** A wallet that approved these chains of EVM, and methods beyond the basic ones. */
const on = (methods: string[], ...chains: number[]) => ({
  eip155: approvedOf(
    'eip155',
    chains.map((chain) => `eip155:${chain}:${account.address}`),
    [...BASE, ...methods],
  ),
})
const pairedOn = (methods: string[], options: Parameters<typeof paired>[2] = {}, chains = [1]) =>
  paired(relay, on(methods, ...chains), { networks: networks.slice(0, 2), ...options })
type Paired = Awaited<ReturnType<typeof pairedOn>>

/** The active network, which all queries agree on. */
async function placeOf({ latchkey }: Pick<Paired, 'latchkey'>) {
  const { networkId } = latchkey.getNetwork()
  const told = latchkey.getAccount('eip155')
  expect(told).toMatchObject({ status: 'connected', networkId, address: expect.stringMatching(/^0x/) })
  expect(await latchkey.getProvider('eip155').request({ method: 'eth_chainId' })).toBe(
    `0x${Number(networkId.slice('eip155:'.length)).toString(16)}`,
  )
  expect(latchkey.actor('network').getSnapshot().hasTag('busy')).toBe(false)
  return networkId
}

/** The outcome in short, and the notice that the user sees. */
const shown = ({ latchkey }: Pick<Paired, 'latchkey'>, outcome: Outcome<unknown>) => ({
  status: outcome.status,
  ...('error' in outcome && { code: outcome.error.code, text: outcome.error.message }),
  notice: latchkey.actor('snackbar').getSnapshot().context.message?.code,
})

/** The methods of the requests to the wallet, and their chains. */
const askedOf = ({ phone }: Paired) => phone.asked.map(({ method, chainId }) => [method, chainId])

describe('a switch to a network of the session', () => {
  test('makes no request, and the next call uses that network', async () => {
    const pair = await pairedOn([], {}, [1, 10])
    expect(await pair.latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
    expect(await placeOf(pair)).toBe('eip155:10')
    await pair.latchkey.signMessage('hello')
    expect(askedOf(pair)).toEqual([['personal_sign', 'eip155:10']])
    // The session's machine crashes, but the app stays on its network.
    const [topic] = Object.keys(pair.latchkey.find('provider')?.getSnapshot().context.sessions ?? {})
    pair.latchkey.find('provider')?.send({ type: 'session.changed', session: { topic } } as never)
    await pair.latchkey.signMessage('hello again')
    expect(await placeOf(pair)).toBe('eip155:10')
    expect(askedOf(pair).at(-1)).toEqual(['personal_sign', 'eip155:10'])
    expect(pair.latchkey.find('provider')?.getSnapshot().context.usedNamespaces).toEqual(['eip155'])
  })
})

describe('a switch to a network that the session lacks', () => {
  test('succeeds when the wallet has answered and approved it, in any order', async () => {
    for (const first of ['update', 'yes']) {
      const pair = await pairedOn([SWITCH])
      const { phone, latchkey } = pair
      phone.answers[SWITCH] = async () => {
        if (first === 'update') await phone.update(on([SWITCH], 1, 10))
        else setTimeout(() => void phone.update(on([SWITCH], 1, 10)), 100)
        return { result: null }
      }
      expect(await latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
      expect(await placeOf(pair)).toBe('eip155:10')
      expect(phone.asked).toMatchObject([{ chainId: 'eip155:1', params: [{ chainId: '0xa' }] }])
    }
  })

  test('adds the network when the wallet does not know it, and succeeds when it is approved [4.15]', async () => {
    const pair = await pairedOn([SWITCH, ADD])
    const { phone, latchkey } = pair
    phone.answers[SWITCH] = () => ({ error: { code: 4902, message: 'Unrecognized chain' } })
    phone.answers[ADD] = async () => {
      await phone.update(on([SWITCH, ADD], 1, 10))
      return { result: null }
    }
    expect(await latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
    expect(await placeOf(pair)).toBe('eip155:10')
    expect(askedOf(pair)).toEqual([
      [SWITCH, 'eip155:1'],
      [ADD, 'eip155:1'],
    ])
    expect(phone.asked[1]?.params).toMatchObject([{ chainId: '0xa', chainName: 'Other' }])
  })

  test('adds the network in a wallet that can only add networks', async () => {
    const pair = await pairedOn([ADD])
    const { phone, latchkey } = pair
    phone.answers[ADD] = async () => {
      await phone.update(on([ADD], 1, 10))
      return { result: null }
    }
    expect(await latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
    expect(await placeOf(pair)).toBe('eip155:10')
    expect(askedOf(pair)).toEqual([[ADD, 'eip155:1']])
  })

  test('fails at once, without a request, when the wallet can neither switch nor add [8.12]', async () => {
    const pair = await pairedOn([])
    expect(shown(pair, await pair.latchkey.switchNetwork('eip155:10'))).toEqual({
      status: 'failed',
      code: 'session.switchFailed',
      text: "Failed to switch to chain 'eip155:10'. The chain is not approved or the wallet does not support 'wallet_switchEthereumChain' method.",
      notice: 'session.switchFailed',
    })
    expect(await placeOf(pair)).toBe('eip155:1')
    expect(pair.phone.asked).toEqual([])
  })

  test('expires when the wallet accepts but does not approve it, keeps the account, and can succeed later', async () => {
    const pair = await pairedOn([SWITCH], { timeouts: { networkSettleMs: 200 } })
    const { phone, latchkey } = pair
    phone.answers[SWITCH] = () => ({ result: null })
    // The wallet's own chainChanged event does not help: the session determines what is approved.
    const switching = latchkey.switchNetwork('eip155:10')
    await until(() => phone.asked.length === 1)
    await phone.emit('eip155:1', 'chainChanged', 10)
    expect(shown(pair, await switching)).toEqual({
      status: 'expired',
      code: 'session.chainNotApproved',
      text: "Chain 'eip155:10' not approved. Please use one of the following: eip155:1",
      notice: 'session.chainNotApproved',
    })
    expect(await placeOf(pair)).toBe('eip155:1')
    expect((await latchkey.signMessage('hello')).status).toBe('done')
    expect(askedOf(pair)).toContainEqual(['personal_sign', 'eip155:1'])
    await phone.update(on([SWITCH], 1, 10))
    await until(() => (phone.session().namespaces['eip155']?.accounts.length ?? 0) === 2)
    expect(await latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
  })

  test.each([4001, 5000, 5001])('changes nothing when the user rejects it (%i) [8.60]', async (code) => {
    const pair = await pairedOn([SWITCH, ADD])
    pair.phone.answers[SWITCH] = () => ({ error: { code, message: 'No' } })
    expect(shown(pair, await pair.latchkey.switchNetwork('eip155:10'))).toEqual({
      status: 'declined',
      code: 'network.switchDeclined',
      text: 'You declined the network switch in your wallet.',
      notice: 'network.switchDeclined',
    })
    expect(await placeOf(pair)).toBe('eip155:1')
    // After a rejection, the network is not added either.
    expect(askedOf(pair)).toEqual([[SWITCH, 'eip155:1']])
  })

  test('fails with the error of the wallet', async () => {
    const pair = await pairedOn([SWITCH])
    pair.phone.answers[SWITCH] = () => ({ error: { code: -32000, message: 'The vault is locked' } })
    expect(shown(pair, await pair.latchkey.switchNetwork('eip155:10'))).toMatchObject({
      status: 'failed',
      text: expect.stringContaining('The vault is locked'),
    })
    expect(await placeOf(pair)).toBe('eip155:1')
  })

  test('times out without an answer, and follows a wallet that accepts later', async () => {
    const pair = await pairedOn([SWITCH], { timeouts: { switchMs: 400 } })
    const { phone, latchkey } = pair
    let answer: (given: { result: null }) => void = () => {}
    phone.answers[SWITCH] = () => new Promise((resolve) => (answer = resolve))
    expect(shown(pair, await latchkey.switchNetwork('eip155:10'))).toEqual({
      status: 'expired',
      code: 'network.switchExpired',
      text: 'Your wallet did not respond to the network switch',
      notice: 'network.switchExpired',
    })
    expect(await placeOf(pair)).toBe('eip155:1')
    await until(() => phone.asked.length === 1)
    await phone.update(on([SWITCH], 1, 10))
    answer({ result: null })
    await until(() => latchkey.getNetwork().networkId === 'eip155:10')
    expect(await placeOf(pair)).toBe('eip155:10')
  })

  test.each([true, 'eip155:10', { chainId: '0xa' }, 7])(
    'expires when the wallet answers %j and does not approve it',
    async (result) => {
      const pair = await pairedOn([SWITCH], { timeouts: { networkSettleMs: 50 } })
      pair.phone.answers[SWITCH] = () => ({ result })
      expect(shown(pair, await pair.latchkey.switchNetwork('eip155:10'))).toMatchObject({
        status: 'expired',
        code: 'session.chainNotApproved',
      })
      expect(await placeOf(pair)).toBe('eip155:1')
    },
  )

  test('ends at once when it is cancelled', async () => {
    const pair = await pairedOn([SWITCH])
    pair.phone.answers[SWITCH] = () => undefined
    const control = new AbortController()
    const switching = pair.latchkey.switchNetwork('eip155:10', { signal: control.signal })
    await until(() => pair.phone.asked.length === 1)
    control.abort()
    expect(await switching).toEqual({ status: 'cancelled' })
    expect(await placeOf(pair)).toBe('eip155:1')
  })

  test('ends when the wallet disconnects meanwhile', async () => {
    const pair = await pairedOn([SWITCH])
    const { phone, latchkey } = pair
    phone.answers[SWITCH] = () => undefined
    const switching = latchkey.switchNetwork('eip155:10')
    await until(() => phone.asked.length === 1)
    await phone.leave()
    expect(shown(pair, await switching)).toMatchObject({ status: 'failed', code: 'wallet.left', notice: 'wallet.left' })
    await until(() => latchkey.getAccount('eip155').status === 'disconnected')
    expect(latchkey.getNetwork().networkId).toBe('eip155:1')
    expect(latchkey.actor('network').getSnapshot().hasTag('busy')).toBe(false)
  })
})

describe('a wallet that changes its network', () => {
  test.each([10, '0xa', 'eip155:10'])(
    'moves the app to a network that it approved, with the event data %j',
    async (told) => {
      const pair = await pairedOn([], {}, [1, 10])
      await pair.phone.emit('eip155:1', 'chainChanged', told)
      await until(() => pair.latchkey.getNetwork().networkId === 'eip155:10')
      expect(await placeOf(pair)).toBe('eip155:10')
    },
  )

  test('completes a pending switch', async () => {
    const pair = await pairedOn([SWITCH])
    const { phone, latchkey } = pair
    phone.answers[SWITCH] = () => undefined
    const switching = latchkey.switchNetwork('eip155:10')
    await until(() => phone.asked.length === 1)
    await phone.update(on([SWITCH], 1, 10))
    await phone.emit('eip155:10', 'chainChanged', 10)
    expect(await switching).toEqual({ status: 'done', value: 'eip155:10' })
    expect(await placeOf(pair)).toBe('eip155:10')
  })

  test.each([5, '0x5', 'solana:10', 'nonsense', null, { chainId: 10 }, []])(
    'does not move the app to an unapproved or malformed network (%j)',
    async (told) => {
      const pair = await pairedOn([], {}, [1, 10])
      await pair.phone.emit('eip155:1', 'chainChanged', told)
      // Events are processed in order, so the first event is processed once this one is.
      await pair.phone.emit('eip155:1', 'accountsChanged', [account.address])
      expect((await pair.latchkey.signMessage('hello')).status).toBe('done')
      expect(await placeOf(pair)).toBe('eip155:1')
      expect(askedOf(pair)).toEqual([['personal_sign', 'eip155:1']])
    },
  )

  test('moves the app to a network with an account when it removes the active one', async () => {
    const pair = await pairedOn([], {}, [1, 10])
    await pair.phone.update({ eip155: approvedOf('eip155', [`eip155:10:${second.address}`]) })
    await until(() => pair.latchkey.getNetwork().networkId === 'eip155:10')
    await until(() => (pair.latchkey.getAccount('eip155') as { address?: string }).address === second.address)
    expect(await placeOf(pair)).toBe('eip155:10')
  })
})

describe('a switch', () => {
  test('changes only the app while no wallet is connected', async () => {
    const page = await openPage(relay, { networks: networks.slice(0, 2) })
    expect(await page.latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
    expect(page.latchkey.getNetwork().networkId).toBe('eip155:10')
    expect(page.latchkey.getAccount('eip155')).toEqual({ status: 'disconnected' })
  })

  test('does not affect a transaction that is pending in the wallet', async () => {
    const pair = await pairedOn([], {}, [1, 10])
    const { phone, latchkey } = pair
    let confirm: (given: { result: string }) => void = () => {}
    phone.answers['eth_sendTransaction'] = () => new Promise((resolve) => (confirm = resolve))
    const sending = latchkey.sendTransaction({ to: second.address, value: 1n })
    await until(() => phone.asked.length === 1)
    expect(await latchkey.switchNetwork('eip155:10')).toEqual({ status: 'done', value: 'eip155:10' })
    const hash = `0x${'ab'.repeat(32)}`
    confirm({ result: hash })
    expect(await sending).toEqual({ status: 'done', value: hash })
    expect(askedOf(pair)).toEqual([['eth_sendTransaction', 'eip155:1']])
    expect(await placeOf(pair)).toBe('eip155:10')
  })
})

describe('a switch in another namespace', () => {
  test('to another network of a Solana session makes no request, and calls use that network', async () => {
    const { latchkey, phone } = await paired(relay, sharing('solana'), { networks: [solana, solanaDevnet] })
    expect(await latchkey.switchNetwork(solanaDevnet.caipNetworkId)).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount('solana')).toMatchObject({
      networkId: solanaDevnet.caipNetworkId,
      address: firstSolanaAccount.address,
    })
    const params = { message: 'JxF12TrwUP45BMd', pubkey: firstSolanaAccount.address }
    await latchkey.request({ method: 'solana_signMessage', params }, { namespace: 'solana' })
    expect(phone.asked).toMatchObject([{ chainId: solanaDevnet.caipNetworkId }])
    await phone.emit(solanaDevnet.caipNetworkId, 'chainChanged', solana.caipNetworkId)
    await until(() => latchkey.getNetwork().networkId === solana.caipNetworkId)
  })

  test.each([
    ['Solana', sharing('solana'), [solana, solanaTestnet], firstSolanaAccount.address],
    ['Bitcoin', sharing('bip122'), [bitcoin, bitcoinTestnet], signer.addresses.payment],
  ] as const)(
    'of %s to a network that the session lacks fails, and the app stays',
    async (_, shared, offered, address) => {
      const [here, there] = offered
      const { latchkey, phone } = await paired(relay, shared, { networks: [...offered] })
      expect(shown({ latchkey } as Paired, await latchkey.switchNetwork(there.caipNetworkId))).toMatchObject({
        status: 'failed',
        code: 'session.chainNotApproved',
        notice: 'session.chainNotApproved',
      })
      expect(latchkey.getNetwork().networkId).toBe(here.caipNetworkId)
      expect(latchkey.getAccount(here.chainNamespace)).toMatchObject({ address, networkId: here.caipNetworkId })
      expect(phone.asked).toEqual([])
    },
  )

  test('to another namespace of the session makes no request, and its accounts become active', async () => {
    const { latchkey, phone } = await paired(relay, sharing('eip155', 'solana'), { networks: networks.slice(0, 4) })
    expect(await latchkey.switchNetwork(solana.caipNetworkId)).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount()).toMatchObject({ address: firstSolanaAccount.address })
    expect(await latchkey.switchNetwork('eip155:10')).toMatchObject({ status: 'done' })
    expect(latchkey.getAccount()).toMatchObject({ address: account.address, networkId: 'eip155:10' })
    expect(phone.asked).toEqual([])
  })
})
