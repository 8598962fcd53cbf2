/** What real wallets of every kind do differently, each with a public report. */
import { fail, github, never, wait } from './helpers.ts'
import type { Quirk, RpcCall } from './quirk.ts'
import { isPrompt } from './simulatedUser.ts'
import { rpcError } from './rpcError.ts'

/** The user rejects every request that needs a decision, and the wallet reports it in its own way. */
const rejecting = (report: (call: RpcCall) => unknown) => () => ({
  request: (call: RpcCall, next: () => Promise<unknown>) => (isPrompt(call) ? report(call) : next()),
})

export const commonQuirks: readonly Quirk[] = [
  // Availability
  {
    id: 'asleep',
    title: 'answers its first requests after 30 seconds, when its service worker has started',
    source: github('MetaMask/metamask-extension', 14_049),
    start() {
      const awake = wait(30_000)
      return { request: async (_call, next) => (await awake, next()) }
    },
  },
  {
    id: 'slow',
    title: 'answers every request after six seconds',
    source: github('lifinance/widget', 584),
    start: () => ({ request: async (_call, next) => (await wait(6_000), next()) }),
  },
  {
    id: 'stops-answering',
    title: 'stops answering for five minutes',
    source: github('MetaMask/metamask-extension', 3_881),
    start() {
      let isStuck = true
      setTimeout(() => (isStuck = false), 300_000)
      return { request: (_call, next) => (isStuck ? never() : next()) }
    },
  },
  {
    id: 'extension-updated',
    title: 'was updated while the page is open, and rejects every request',
    source: github('MetaMask/metamask-extension', 15_975),
    start: () => ({ request: () => fail(new Error('Extension context invalidated.')) }),
  },
  {
    id: 'answers-after-ten-minutes',
    title: 'answers ten minutes after the user decided',
    source: github('MetaMask/metamask-extension', 6_345),
    start: () => ({
      async request(call, next) {
        const answer = await next()
        if (isPrompt(call)) await wait(600_000)
        return answer
      },
    }),
  },

  // Rejections
  {
    id: 'rejection-unanswered',
    title: 'does not answer when the user rejects a request',
    source: github('MetaMask/metamask-mobile', 1_907),
    start: rejecting(never),
  },
  {
    id: 'rejection-without-code',
    title: 'rejects without an error code',
    source: 'https://github.com/openlawteam/tribute-ui/pull/165',
    start: rejecting(() => fail(new Error('User rejected the request.'))),
  },
  {
    id: 'rejection-code-as-text',
    title: 'rejects with the code "ACTION_REJECTED" of ethers',
    source: 'https://github.com/MyEtherWallet/MyEtherWallet/pull/5392',
    start: rejecting(() => fail(rpcError('ACTION_REJECTED', 'user rejected action'))),
  },
  {
    id: 'rejection-as-string',
    title: 'rejects with a string instead of an error',
    source: 'https://github.com/sherlock-protocol/sherlock-v2-frontend/pull/59',
    start: rejecting(() => fail('User rejected the transaction')),
  },
  {
    id: 'rejection-nested',
    title: 'rejects with an internal error that contains the rejection',
    source: github('MetaMask/metamask-mobile', 2_944),
    start: rejecting(() =>
      fail(
        Object.assign(rpcError(-32_603, 'Internal JSON-RPC error.'), {
          data: { originalError: { code: 4001, message: 'User rejected the request.' } },
        }),
      ),
    ),
  },
  {
    id: 'rejection-in-other-words',
    title: 'rejects with the words "Request rejected" and no code',
    source: 'https://github.com/viaprotocol/web3-wallets/pull/58',
    start: rejecting(() => fail(new Error('Request rejected'))),
  },

  // Events
  {
    id: 'no-events',
    title: 'emits no events',
    source: github('floating/eth-provider', 19),
    start: () => ({ emit: () => {} }),
  },
  {
    id: 'events-lost',
    title: 'loses its events for a minute, in which the page is in the background',
    source: github('MetaMask/metamask-mobile', 24_163),
    start() {
      let isLost = true
      setTimeout(() => (isLost = false), 60_000)
      return { emit: (_event, payload, next) => void (isLost || next(payload)) }
    },
  },
  {
    id: 'events-late',
    title: 'emits events five seconds late',
    source: github('MetaMask/metamask-extension', 13_375),
    start: () => ({ emit: (_event, payload, next) => void setTimeout(() => next(payload), 5_000) }),
  },
  {
    id: 'events-doubled',
    title: 'emits every event twice',
    source: 'https://github.com/WalletConnect/walletconnect-monorepo/pull/6839',
    start: () => ({ emit: (_event, payload, next) => (next(payload), next(payload)) }),
  },
]
