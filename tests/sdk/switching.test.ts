/**
 * A network switch with a wallet in this browser, for each behavior of the wallet: the network and the error that result, and the
 * timeout that applies. The wallet and the chains are those of the sandbox.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { firstAccount } from '../../mocks/sandbox/accounts.ts'
import type { SandboxChain } from '../../mocks/sandbox/eip155/chains.ts'
import { startSandbox } from '../../mocks/sandbox/node.ts'
import type { SiteRequest } from '../../mocks/sandbox/approvals.ts'
import type { WalletQuestion } from '../../mocks/sandbox/eip155/questions.ts'
import { networksOf, onChain, parseUnits, sandboxInstance, until } from '../support/sandbox.ts'
import { sendOf } from '../support/features.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
let one: SandboxChain
let two: SandboxChain

beforeAll(async () => {
  sandbox = await startSandbox()
  const [first, second] = sandbox.chains
  if (!first || !second) throw new Error('two chains are needed')
  one = first
  two = second
})
afterAll(() => sandbox.stop())

/** An instance with the sandbox wallet on the first chain, which approves by default, and its questions to the user. */
async function page({
  knows = sandbox.chains.map(({ chainId }) => chainId),
  offers = sandbox.chains,
  connect = true,
  answer = async () => true,
  timeouts = {},
}: {
  knows?: number[]
  offers?: readonly SandboxChain[]
  connect?: boolean
  answer?: (request: SiteRequest<WalletQuestion>) => Promise<boolean>
  timeouts?: { switchMs?: number; networkSettleMs?: number }
} = {}) {
  const asked: WalletQuestion['kind'][] = []
  const answers: Record<string, boolean> = {}
  const made = sandboxInstance(sandbox.chains, {
    networks: networksOf(offers),
    tokens: {},
    timeouts,
    wallet: {
      knows,
      approve: (request) => {
        asked.push(request.kind)
        return answers[request.kind] === false ? Promise.resolve(false) : answer(request)
      },
    },
  })
  made.latchkey.start()
  if (connect) await made.latchkey.connect({ connectorId: 'sandbox' })
  asked.length = 0
  return { ...made, asked, answers }
}
type Made = Awaited<ReturnType<typeof page>>

const busy = ({ latchkey }: Made): boolean => latchkey.actor('network').getSnapshot().hasTag('busy')

/** The active network, which all queries and the wallet agree on. */
async function placeOf({ latchkey, wallet }: Made) {
  const { networkId, isSupported: supported } = latchkey.getNetwork()
  expect(latchkey.getAccount('eip155')).toMatchObject({ status: 'connected', networkId })
  expect(networkId).toBe(`eip155:${wallet.snapshot().chainId}`)
  expect(latchkey.actor('network').getSnapshot().value).toBe(supported ? 'supported' : 'unsupported')
  return networkId
}

/** The outcome in short, and the notice that the user sees. */
const shown = ({ latchkey }: Made, outcome: Outcome<unknown>) => ({
  status: outcome.status,
  ...('error' in outcome && { code: outcome.error.code, text: outcome.error.message }),
  notice: latchkey.actor('snackbar').getSnapshot().context.message?.code,
})

describe('a switch to a network that the wallet knows', () => {
  test('makes one request, succeeds when the wallet is there, and clears the draft of a transfer [4.12]', async () => {
    const made = await page()
    await made.latchkey.load('send')
    made.latchkey.dispatch({ type: 'send.setAmount', amount: '1' })
    expect(await made.latchkey.switchNetwork(two.networkId)).toEqual({ status: 'done', value: two.networkId })
    expect(await placeOf(made)).toBe(two.networkId)
    expect(made.asked).toEqual(['switch'])
    await made.latchkey.load('send')
    expect(sendOf(made.latchkey).getSnapshot().context.amount).toBe('')
    await expect.poll(() => made.storage.entries.get('latchkey.default.networkId')).toContain(two.networkId)
  })

  test('makes no request when the wallet is there already', async () => {
    const made = await page()
    expect(await made.latchkey.switchNetwork(one.networkId)).toEqual({ status: 'done', value: one.networkId })
    expect(made.asked).toEqual([])
  })
})

describe('a switch to a network that the wallet does not know', () => {
  test('adds the network, and then switches to it [4.15]', async () => {
    const made = await page({ knows: [one.chainId] })
    expect(await made.latchkey.switchNetwork(two.networkId)).toEqual({ status: 'done', value: two.networkId })
    expect(await placeOf(made)).toBe(two.networkId)
    expect(made.asked).toEqual(['add', 'switch'])
  })

  test('ends when the user rejects the addition', async () => {
    const made = await page({ knows: [one.chainId], answer: async ({ kind }) => kind !== 'add' })
    const outcome = await made.latchkey.switchNetwork(two.networkId)
    expect(shown(made, outcome)).toEqual({
      status: 'declined',
      code: 'network.switchDeclined',
      text: 'You declined the network switch in your wallet.',
      notice: 'network.switchDeclined',
    })
    expect(await placeOf(made)).toBe(one.networkId)
  })

  test('fails when the network is still unknown after it was added, and is not retried endlessly [4.15]', async () => {
    const made = await page({ knows: [one.chainId] })
    made.wallet.setFailure('unknownChain', true)
    const outcome = await made.latchkey.switchNetwork(two.networkId)
    expect(shown(made, outcome)).toMatchObject({ status: 'failed', notice: 'error' in outcome && outcome.error.code })
    expect(await placeOf(made)).toBe(one.networkId)
    expect(made.asked).toEqual(['add'])
  })
})

describe('a failed switch', () => {
  test.each([
    ['is rejected', ['reject'], 'declined', 'network.switchDeclined'],
    ['is rejected without a code', ['throwsStrings'], 'failed', 'network.switchFailed'],
    ['gets no answer', ['silent'], 'expired', 'network.switchExpired'],
    ['is confirmed, but not carried out', ['wrongChain'], 'failed', 'network.switchFailed'],
    ['gets a malformed answer', ['wrongChain', 'garbage'], 'failed', 'wallet.invalidResponse'],
  ] as const)(
    'keeps the network, shows the error, and can be retried when it %s',
    async (_, failures, status, code) => {
      // The second switch has the same limits, and its wallet asks a real node.
      const made = await page({ timeouts: { switchMs: 3_000, networkSettleMs: 1_000 } })
      const { latchkey, wallet } = made
      for (const failure of failures) wallet.setFailure(failure, true)
      const outcome = await latchkey.switchNetwork(two.networkId)
      expect(shown(made, outcome)).toMatchObject({ status, code, notice: code })
      expect(latchkey.actor('network').getSnapshot().context.error?.code).toBe(code)
      for (const failure of failures) wallet.setFailure(failure, false)
      expect(await placeOf(made)).toBe(one.networkId)
      expect(await latchkey.switchNetwork(two.networkId)).toMatchObject({ status: 'done' })
      expect(latchkey.actor('network').getSnapshot().context.error).toBeUndefined()
    },
  )
})

describe('a wallet that switches the network', () => {
  test('moves the app to supported and unsupported networks [4.3] [4.13]', async () => {
    const made = await page({ offers: [one] })
    const { latchkey, wallet } = made
    wallet.selectChain(two.chainId)
    await until(latchkey, 'network', () => latchkey.getNetwork().networkId === two.networkId)
    expect(await placeOf(made)).toBe(two.networkId)
    expect(latchkey.getNetwork()).toMatchObject({ isSupported: false, network: { name: 'unsupported network' } })
    expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['UnsupportedChain'])
    wallet.selectChain(one.chainId)
    await until(latchkey, 'network', () => latchkey.getNetwork().networkId === one.networkId)
    expect(await placeOf(made)).toBe(one.networkId)
    expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['Account'])
  })

  test('settles a pending switch', async () => {
    const made = await page()
    const { latchkey, wallet } = made
    wallet.setFailure('silent', true)
    const switching = latchkey.switchNetwork(two.networkId)
    await until(latchkey, 'network', () => latchkey.actor('network').getSnapshot().hasTag('busy'))
    wallet.selectChain(two.chainId)
    expect(await switching).toEqual({ status: 'done', value: two.networkId })
    expect(await placeOf(made)).toBe(two.networkId)
  })
})

test('a switch without a connection makes no request; a wallet that connects on another network is asked to switch', async () => {
  const made = await page({ connect: false })
  const { latchkey } = made
  expect(await latchkey.switchNetwork(two.networkId)).toEqual({ status: 'done', value: two.networkId })
  expect(latchkey.getNetwork().networkId).toBe(two.networkId)
  expect(made.asked).toEqual([])
  expect(latchkey.actor('view').getSnapshot().context.stack).toEqual(['Connect'])
  await latchkey.connect({ connectorId: 'sandbox' })
  await until(latchkey, 'network', () => latchkey.getNetwork().networkId === two.networkId && !busy(made))
  expect(made.asked).toEqual(['connect', 'switch'])
  expect(await placeOf(made)).toBe(two.networkId)

  await latchkey.disconnect()
  await latchkey.switchNetwork(one.networkId)
  made.answers.switch = false
  await latchkey.connect({ connectorId: 'sandbox' })
  await until(latchkey, 'network', () => made.asked.length === 4 && !busy(made))
  expect(await placeOf(made)).toBe(two.networkId)
  expect(latchkey.actor('snackbar').getSnapshot().context.message?.code).toBe('network.switchDeclined')
})

test('a switch while a transfer is pending in the wallet does not affect the network of the transfer', async () => {
  let approve = (_yes: boolean) => {}
  const receiver = '0x0000000000000000000000000000000000005e4d'
  const made = await page({
    answer: ({ kind }) =>
      kind === 'transaction' ? new Promise((resolve) => (approve = resolve)) : Promise.resolve(true),
  })
  const { latchkey } = made
  await latchkey.load('send')
  const send = () => sendOf(latchkey).getSnapshot()
  await until(latchkey, 'send', () => send().context.tokens.length > 0)
  const [token] = send().context.tokens
  if (!token) throw new Error('a token is needed')
  latchkey.dispatch({ type: 'send.setToken', token })
  latchkey.dispatch({ type: 'send.setAmount', amount: '0.25' })
  latchkey.dispatch({ type: 'send.setReceiver', receiver })
  await until(latchkey, 'send', () => send().hasTag('submittable'))
  latchkey.dispatch({ type: 'send.submit' })
  await expect.poll(() => made.asked).toEqual(['transaction'])

  expect(await latchkey.switchNetwork(two.networkId)).toEqual({ status: 'done', value: two.networkId })
  expect(await placeOf(made)).toBe(two.networkId)
  expect(latchkey.actor('requests').getSnapshot().context.open).toMatchObject([
    {
      request: {
        connection: { address: firstAccount.address },
        transfer: { network: { caipNetworkId: one.networkId } },
      },
    },
  ])
  approve(true)
  await expect.poll(() => onChain(one).ether(receiver)).toBe(parseUnits('0.25', 18))
  expect(await onChain(two).ether(receiver)).toBe(0n)
})
