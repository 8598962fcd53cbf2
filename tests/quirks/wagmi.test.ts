/** The same quirks and the same checks against wagmi's own connector, so that they work for any EIP-1193 code. */
import { connect, createConfig, custom, injected, sendTransaction, signMessage, switchChain } from '@wagmi/core'
import { defineChain, UserRejectedRequestError } from 'viem'
import { mainnet } from 'viem/chains'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkReport, type Report } from '../../mocks/quirks/checkReport.ts'
import { walletQuirks } from '../../mocks/quirks/walletQuirks.ts'
import type { WalletDeed } from '../../mocks/quirks/simulatedUser.ts'
import { receiver } from './flows.ts'
import { createWorld, pass, simulateTime, within, type EthereumWorld } from './page.ts'

beforeEach(() => {
  simulateTime()
  // Without a window, the connector does not look for its provider.
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const other = defineChain({
  id: 10,
  name: 'Other',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['https://other.example'] } },
})

function createApp({ wallet, node, other: otherNode }: EthereumWorld) {
  const target = { id: 'quirky', name: 'Quirky', provider: wallet as never }
  return createConfig({
    chains: [mainnet, other],
    transports: { [mainnet.id]: custom(node), [other.id]: custom(otherNode) },
    connectors: [injected({ target })],
    multiInjectedProviderDiscovery: false,
    storage: null,
  })
}
type App = ReturnType<typeof createApp>
function connectApp(app: App) {
  const [connector] = app.connectors
  if (!connector) throw new Error('no connector')
  return connect(app, { connector })
}

const flows: Record<string, { asks: WalletDeed['type']; run(app: App): Promise<unknown> }> = {
  connect: { asks: 'granted', run: connectApp },
  'switch network': { asks: 'switched', run: (app) => switchChain(app, { chainId: 10 }) },
  sign: { asks: 'signed', run: (app) => signMessage(app, { message: 'Hello' }) },
  send: { asks: 'sent', run: (app) => sendTransaction(app, { to: receiver, value: 1n }) },
}

/** What an app tells its user: it recognizes rejections by wagmi's error class. */
const report = (promise: Promise<unknown>): Promise<Report['reported']> =>
  promise.then(
    () => 'done',
    (error: { walk?: (is: (cause: unknown) => boolean) => unknown }) => {
      const isRejection = (cause: unknown) => cause instanceof UserRejectedRequestError
      return isRejection(error) || error.walk?.(isRejection) ? 'declined' : 'failed'
    },
  )

test('the checks find what wagmi reports differently from what the wallet did', async () => {
  const found: Record<string, string[]> = {}
  for (const [name, { asks, run }] of Object.entries(flows))
    for (const quirk of walletQuirks) {
      const world = createWorld()
      const app = createApp(world)
      if (name !== 'connect') await within(60_000, connectApp(app))
      const before = { deeds: world.inner.deeds.length, calls: world.wallet.calls.length }
      world.wallet.use(quirk)
      const reported = await within(600_000, report(run(app)))
      await pass(700_000)
      const problems = checkReport({
        reported,
        asks,
        deeds: world.inner.deeds.slice(before.deeds),
        calls: world.wallet.calls.slice(before.calls),
      })
      for (const problem of problems) (found[`${name}: ${problem}`] ??= []).push(quirk.id)
    }
  expect(found).toMatchInlineSnapshot(`
    {
      "connect: It is reported as failed, but the wallet has granted.": [
        "no-request-accounts",
      ],
      "connect: The operation did not end.": [
        "stops-answering",
        "answers-after-ten-minutes",
        "rejection-unanswered",
      ],
      "send: It is reported as failed, but the wallet has sent.": [
        "sends-then-times-out",
        "sends-then-known",
      ],
      "send: The operation did not end.": [
        "stops-answering",
        "answers-after-ten-minutes",
        "rejection-unanswered",
      ],
      "sign: The operation did not end.": [
        "stops-answering",
        "answers-after-ten-minutes",
        "rejection-unanswered",
      ],
      "switch network: It is reported as declined, but the wallet has switched.": [
        "adds-without-switching",
      ],
      "switch network: The operation did not end.": [
        "stops-answering",
        "answers-after-ten-minutes",
        "rejection-unanswered",
        "switch-ignored",
      ],
    }
  `)
})
