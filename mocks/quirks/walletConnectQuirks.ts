/** What real wallets that are connected over WalletConnect, and its relay, do differently, each with a public report. */
import { commonQuirks } from './commonQuirks.ts'
import { fail, github, never, wait } from './helpers.ts'
import type { Quirk, QuirkContext, QuirkHandlers, RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'
import { isPrompt } from './simulatedUser.ts'
import type { SettledSession } from './simulatedWalletConnectWallet.ts'

/** Quirks of browser extensions, and of providers in the same page. */
const BROWSER_QUIRKS = ['extension-updated', 'no-events', 'events-lost']

const isInSession = ({ session }: RpcCall) => session !== undefined
/** A request that the wallet shows to its user. */
const isShown = (call: RpcCall) => isInSession(call) && isPrompt(call)

type Approved = SettledSession['namespaces'][string]

/** Changes what the wallet approves. */
const approving =
  (change: (approved: Approved) => Readonly<Record<string, Partial<Approved>>>) => (): QuirkHandlers => ({
    async request(call, next) {
      if (call.method !== 'wc_sessionPropose') return next()
      const settled = (await next()) as SettledSession
      const { eip155 } = settled.namespaces
      return eip155 ? { ...settled, namespaces: change(eip155) } : settled
    },
  })

/** The wallet approves a session that it does not store, because it cannot use its own accounts in it. */
const approvingOnly = (accounts: readonly string[]) => () => ({
  request: async (call: RpcCall, next: () => Promise<unknown>) => {
    if (call.method !== 'wc_sessionPropose') return next()
    await wait(1_000)
    const { pairingTopic } = call.params as { pairingTopic: string }
    const approved = { chains: ['eip155:1'], accounts, methods: ['personal_sign'], events: [] }
    return {
      topic: `unusable-${pairingTopic}`,
      namespaces: { eip155: approved },
      expiry: Math.floor(Date.now() / 1_000) + 604_800,
      peer: { publicKey: 'wallet', metadata: { name: 'Phone Wallet', description: '', url: '', icons: [] } },
    }
  },
})

/** Ends the session, as the wallet's user does. */
async function endSession({ request, emit }: QuirkContext, { session }: RpcCall) {
  if (!session) return
  await request({ method: 'wc_sessionDelete', session })
  emit('session_delete', { topic: session.topic })
}

/** The user rejects each proposal, and the wallet reports it in its own way. */
const rejectingProposal = (report: () => unknown) => () => ({
  request: (call: RpcCall, next: () => Promise<unknown>) =>
    call.method === 'wc_sessionPropose' ? wait(1_000).then(report) : next(),
})

/** The relay has no connection for a while, and delivers the messages after that. */
async function disconnectRelay({ emit }: QuirkContext, ms: number) {
  emit('relay', { type: 'relay.disconnected' })
  await wait(ms)
  emit('relay', { type: 'relay.connected' })
}

export const walletConnectQuirks: readonly Quirk[] = [
  ...commonQuirks.filter(({ id }) => !BROWSER_QUIRKS.includes(id)),

  // The relay
  {
    id: 'relay-refuses-app',
    title: 'is reached over a relay that refuses the app: "Project not found"',
    source: github('blockscout/frontend', 2_510),
    start: () => ({
      request: () => fail(new Error('WebSocket connection closed abnormally with code: 3000 (Project not found)')),
    }),
  },
  {
    id: 'relay-stalled',
    title: 'is reached over a relay to which the socket stalls',
    source: github('wevm/wagmi', 2_744),
    start: () => ({
      request: () => fail(new Error('Socket stalled when trying to connect to wss://relay.walletconnect.com')),
    }),
  },
  {
    id: 'relay-lost-before',
    title: 'is reached over a relay that lost its socket, and delivers requests 20 seconds late',
    source: github('WalletConnect/walletconnect-monorepo', 548),
    start(context) {
      const reconnected = disconnectRelay(context, 20_000)
      return { request: async (_call, next) => (await reconnected, next()) }
    },
  },
  {
    id: 'relay-lost-while-waiting',
    title: 'is reached over a relay that loses its socket while the user is in the wallet',
    source: github('WalletConnect/walletconnect-monorepo', 1_023),
    start: (context) => ({
      async request(call, next) {
        if (!isPrompt(call)) return next()
        const [answer] = await Promise.all([next(), disconnectRelay(context, 30_000)])
        return answer
      },
    }),
  },
  {
    id: 'relay-lost-after',
    title: 'is reached over a relay that loses its socket right after each answer',
    source: github('zviadm/celoterminal', 205),
    start: (context) => ({
      async request(_call, next) {
        const answer = await next()
        void disconnectRelay(context, 10_000)
        return answer
      },
      emit: (_event, payload, next) => void setTimeout(() => next(payload), 1_000),
    }),
  },
  {
    id: 'answer-lost',
    title: 'is reached over a relay that never delivers the answers to requests',
    source: github('RootSoft/walletconnect-dart-sdk', 88),
    start: () => ({
      request: async (call, next) => {
        const answer = await next()
        return isShown(call) ? never() : answer
      },
    }),
  },
  {
    id: 'publish-fails',
    title: 'is reached over a relay that accepts no requests: "Failed to publish payload"',
    source: github('WalletConnect/walletconnect-monorepo', 4_337),
    start: () => ({
      request: async (call, next) => {
        if (!isInSession(call)) return next()
        await wait(60_000)
        return fail(new Error('Failed to publish custom payload, please try again. id:1 tag:1108'))
      },
    }),
  },
  {
    id: 'publish-unconfirmed',
    title: 'is reached over a relay that delivers requests but does not confirm it: "Failed to publish payload"',
    source: github('thirdweb-dev/web3-onboard', 1_964),
    start: () => ({
      request: async (call, next) => {
        if (!isInSession(call)) return next()
        void next().catch(() => {})
        await wait(60_000)
        return fail(new Error('Failed to publish custom payload, please try again. id:1 tag:1108'))
      },
    }),
  },

  // Sessions
  {
    id: 'session-forgotten',
    title: 'does not store the session that it approved, and answers nothing in it',
    source: github('gemwalletcom/wallet', 1_077),
    start: () => ({ request: (call, next) => (isInSession(call) ? never() : next()) }),
  },
  {
    id: 'session-ended-while-waiting',
    title: 'ends the session while it shows a request, and the user confirms it afterwards',
    source: github('MetaMask/metamask-mobile', 36_428),
    start: (context) => ({
      async request(call, next) {
        if (!isShown(call)) return next()
        void next().catch(() => {})
        await wait(500)
        await endSession(context, call)
        return never()
      },
    }),
  },
  {
    id: 'session-ended-on-switch',
    title: 'ends the session instead of adding a chain to it',
    source: github('MetaMask/metamask-mobile', 16_831),
    start: (context) => ({
      async request(call, next) {
        if (!/^wallet_(switch|add)EthereumChain$/.test(call.method)) return next()
        await wait(1_000)
        await endSession(context, call)
        return never()
      },
    }),
  },
  {
    id: 'settles-twice',
    title: 'shows a proposal twice, and settles a session each time',
    source: github('WalletConnect/walletconnect-monorepo', 3_906),
    start: (context) => ({
      async request(call, next) {
        const answer = await next()
        if (call.method !== 'wc_sessionPropose') return answer
        const { pairingTopic } = call.params as { pairingTopic: string }
        void context
          .request(call)
          .then((settled) => context.emit('session_settle', { ...(settled as SettledSession), pairingTopic }))
        return answer
      },
    }),
  },
  {
    id: 'no-session-events',
    title: 'sends no session events when its user selects another account or chain',
    source: 'https://github.com/MetaMask/metamask-mobile/pull/30519',
    start: () => ({ emit: (event, payload, next) => void (event === 'session_event' || next(payload)) }),
  },

  // What it approves
  {
    id: 'namespace-per-chain',
    title: 'approves the namespace eip155:1 instead of eip155',
    source: github('Uniswap/interface', 6_801),
    start: approving(({ accounts, methods, events }) => ({ 'eip155:1': { accounts, methods, events } })),
  },
  {
    id: 'no-chains',
    title: 'approves accounts without a list of chains',
    source: github('wevm/wagmi', 3_741),
    start: approving(({ accounts, methods, events }) => ({ eip155: { accounts, methods, events } })),
  },
  {
    id: 'few-methods',
    title: 'approves no methods for switching networks',
    source: github('wevm/wagmi', 3_741),
    start: approving((approved) => ({
      eip155: { ...approved, methods: approved.methods.filter((method) => !method.endsWith('EthereumChain')) },
    })),
  },
  {
    id: 'accounts-empty',
    title: 'approves a session without accounts',
    source: 'https://github.com/reown-com/appkit/pull/5713',
    start: approvingOnly([]),
  },
  {
    id: 'accounts-malformed',
    title: 'approves accounts that are not CAIP-10 ids',
    source: github('XRPL-Commons/xrpl-connect', 122),
    start: approvingOnly(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']),
  },

  // Requests
  {
    id: 'decides-after-expiry',
    title: 'still shows a request after it expired, and the user confirms it then',
    source: github('WalletConnect/walletconnect-monorepo', 4_181),
    start: () => ({
      request: async (call, next) => {
        if (isShown(call)) await wait(360_000)
        return next()
      },
    }),
  },
  {
    id: 'switch-unapproved',
    title: 'confirms a switch without adding the chain to the session',
    source: github('WalletConnect/WalletConnectSwiftV2', 660),
    start: () => ({
      request: async (call, next) =>
        call.method === 'wallet_switchEthereumChain' ? (await wait(1_000), null) : next(),
    }),
  },
  {
    id: 'sends-then-fails',
    title: 'sends the transaction and then reports that its node timed out',
    source: github('ethereum/mist', 1_363),
    start: () => ({
      request: async (call, next) => {
        const answer = await next()
        return call.method === 'eth_sendTransaction' ? fail(rpcError(-32_000, 'The request timed out.')) : answer
      },
    }),
  },

  // Rejections
  {
    id: 'proposal-rejected-as-methods',
    title: 'rejects a proposal with code 5002, "User rejected methods."',
    source: github('WalletConnect/WalletConnectFlutterV2', 39),
    start: rejectingProposal(() => fail(rpcError(5_002, 'User rejected methods.'))),
  },
  {
    id: 'proposal-rejected-in-words',
    title: 'rejects a proposal with code -3200, "User rejected methods."',
    source: 'https://github.com/WalletConnect/walletconnect-docs/pull/454',
    start: rejectingProposal(() => fail(rpcError(-3_200, 'User rejected methods.'))),
  },
  {
    id: 'proposal-rejected-silently',
    title: 'rejects a proposal without a reason',
    source: 'https://github.com/safe-global/safe-wallet-monorepo/pull/3039',
    start: rejectingProposal(() => fail({})),
  },
]
