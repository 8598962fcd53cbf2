/** What real EIP-1193 wallets do differently, each with a public report. */
import { numberToHex } from 'viem'
import { answering, fail, github, instead, never, wait } from './helpers.ts'
import { commonQuirks } from './commonQuirks.ts'
import { rpcError } from './rpcError.ts'
import type { Quirk, QuirkContext, QuirkHandlers } from './quirk.ts'
import { isPrompt } from './simulatedUser.ts'

const accountsOf = ({ request }: QuirkContext) =>
  request({ method: 'eth_accounts' }).then(
    (accounts) => (accounts ?? []) as string[],
    () => [],
  )

/** A wallet that is locked from `lockMs` to `unlockMs`. A request for accounts unlocks it, because the user enters the password. */
function lockable(lockMs: number, unlockMs: number) {
  return (context: QuirkContext): QuirkHandlers => {
    let isLocked = lockMs === 0
    const unlock = async () => {
      if (!isLocked) return
      isLocked = false
      context.emit('accountsChanged', await accountsOf(context))
    }
    if (!isLocked)
      setTimeout(() => {
        isLocked = true
        context.emit('accountsChanged', [])
      }, lockMs)
    setTimeout(() => void unlock(), unlockMs)
    return {
      async request(call, next) {
        if (!isLocked) return next()
        if (call.method === 'eth_accounts') return []
        if (call.method === 'eth_requestAccounts') {
          await wait(2_000)
          await unlock()
          return next()
        }
        if (isPrompt(call))
          throw rpcError(4100, 'The requested account and/or method has not been authorized by the user.')
        return next()
      },
      emit: (event, payload, next) => void ((event !== 'accountsChanged' || !isLocked) && next(payload)),
    }
  }
}

export const walletQuirks: readonly Quirk[] = [
  ...commonQuirks,

  // Availability
  {
    id: 'locked-at-start',
    title: 'is locked when the page loads, and is unlocked 20 seconds later',
    source: github('MetaMask/metamask-extension', 10_368),
    start: lockable(0, 20_000),
  },
  {
    id: 'locks-while-connected',
    title: 'locks after five seconds, and is unlocked after a minute',
    source: github('MetaMask/metamask-extension', 8_411),
    start: lockable(5_000, 60_000),
  },

  // Connecting
  {
    id: 'popup-closed',
    title: 'leaves the request for accounts open when the user closes its popup, and rejects a second one as pending',
    source: github('MetaMask/metamask-extension', 10_085),
    start(context) {
      let isPending = false
      setTimeout(() => {
        if (isPending) void context.request({ method: 'eth_requestAccounts' }).catch(() => {})
        isPending = false
      }, 40_000)
      return {
        async request(call, next) {
          if (call.method !== 'eth_requestAccounts' || (await accountsOf(context)).length > 0) return next()
          if (isPending) throw rpcError(-32_002, 'Already processing eth_requestAccounts. Please wait.')
          isPending = true
          return never()
        },
      }
    },
  },
  {
    id: 'no-request-accounts',
    title: 'does not support eth_requestAccounts, because it embeds the app',
    source: github('safe-global/safe-apps-sdk', 229),
    start: (context) => ({
      async request(call, next) {
        if (call.method === 'eth_requestAccounts') throw new Error('"eth_requestAccounts" not implemented')
        // The wallet shares its account with every app that it embeds.
        if (call.method === 'eth_accounts') await context.request({ method: 'eth_requestAccounts' })
        return next()
      },
    }),
  },
  {
    id: 'accounts-doubled',
    title: 'lists its account twice',
    source: github('WalletConnect/walletconnect-monorepo', 2_641),
    start: (context) => ({
      ...answering('eth_accounts', (answer) => [...(answer as string[]), ...(answer as string[])])(context),
      emit: (event, payload, next) =>
        next(event === 'accountsChanged' ? [...(payload as string[]), ...(payload as string[])] : payload),
    }),
  },
  {
    id: 'accounts-lower-case',
    title: 'lists its accounts in lower case',
    source: github('MetaMask/metamask-extension', 10_671),
    start: () => ({
      request: async (call, next) => {
        const answer = await next()
        return /accounts$/i.test(call.method) ? (answer as string[]).map((account) => account.toLowerCase()) : answer
      },
      emit: (event, payload, next) =>
        next(event === 'accountsChanged' ? (payload as string[]).map((account) => account.toLowerCase()) : payload),
    }),
  },
  {
    id: 'accounts-null',
    title: 'answers null instead of an empty list of accounts, until the user connects',
    source: github('web3/web3.js', 1_369),
    start: answering('eth_accounts', (answer) => ((answer as string[]).length === 0 ? null : answer)),
  },
  {
    id: 'chain-id-decimal',
    title: 'answers eth_chainId as decimal text',
    source: 'https://github.com/ethers-io/ethers.js/pull/2711',
    start: answering('eth_chainId', (answer) => String(Number(answer))),
  },
  {
    id: 'chain-id-number',
    title: 'answers eth_chainId as a number',
    source: github('MetaMask/metamask-extension', 8_837),
    start: answering('eth_chainId', Number),
  },

  // Events
  {
    id: 'old-account-again',
    title: 'emits accountsChanged a second time, with the old account',
    source: github('MetaMask/metamask-mobile', 2_162),
    start() {
      let previous: unknown
      return {
        emit(event, payload, next) {
          next(payload)
          if (event === 'accountsChanged' && previous !== undefined) next(previous)
          if (event === 'accountsChanged') previous = payload
        },
      }
    },
  },
  {
    id: 'accounts-briefly-empty',
    title: 'emits an empty list of accounts before each new one',
    source: 'https://github.com/MetaMask/providers/pull/4',
    start: () => ({
      emit(event, payload, next) {
        if (event === 'accountsChanged') next([])
        next(payload)
      },
    }),
  },
  {
    id: 'accounts-repeated',
    title: 'emits the same list of accounts every 10 seconds for a minute',
    source: github('MetaMask/metamask-extension', 18_817),
    start(context) {
      const repeat = (left: number) =>
        setTimeout(async () => {
          const accounts = await accountsOf(context)
          if (accounts.length > 0) context.emit('accountsChanged', accounts)
          if (left > 1) repeat(left - 1)
        }, 10_000)
      repeat(6)
      return {}
    },
  },
  {
    id: 'chain-event-number',
    title: 'emits chainChanged with a number',
    source: github('MetaMask/metamask-extension', 8_837),
    start: () => ({ emit: (event, payload, next) => next(event === 'chainChanged' ? Number(payload) : payload) }),
  },
  {
    id: 'chain-event-object',
    title: 'emits chainChanged with an object',
    source: github('brave/brave-browser', 19_261),
    start: () => ({ emit: (event, payload, next) => next(event === 'chainChanged' ? { chainId: payload } : payload) }),
  },
  {
    id: 'disconnect-while-connected',
    title: 'emits disconnect with code 1013 when its node is unreachable',
    source: 'https://github.com/Uniswap/web3-react/pull/653',
    start(context) {
      setTimeout(
        () => context.emit('disconnect', rpcError(1013, 'Disconnected from chain. Attempting to connect.')),
        5_000,
      )
      return {}
    },
  },

  // Switching networks
  {
    id: 'switch-without-event',
    title: 'switches the network without an event',
    source: github('tahowallet/extension', 3_789),
    start: () => ({ emit: (event, payload, next) => void (event !== 'chainChanged' && next(payload)) }),
  },
  {
    id: 'switch-before-change',
    title: 'confirms a switch 400 ms before eth_chainId and chainChanged report it',
    source: github('circlefin/arc-node', 89),
    start(context) {
      let old: unknown
      return {
        async request(call, next) {
          if (call.method === 'eth_chainId' && old !== undefined) return old
          if (call.method !== 'wallet_switchEthereumChain') return next()
          const before = await context.request({ method: 'eth_chainId' })
          const answer = await next()
          old = before
          setTimeout(() => (old = undefined), 400)
          return answer
        },
        emit: (event, payload, next) =>
          void (event === 'chainChanged' ? setTimeout(() => next(payload), 400) : next(payload)),
      }
    },
  },
  {
    id: 'switch-ignored',
    title: 'confirms a switch without switching',
    source: github('circlefin/arc-node', 89),
    start: instead('wallet_switchEthereumChain', async () => (await wait(1_000), null)),
  },
  {
    id: 'switch-unanswered',
    title: 'switches the network but does not answer the request',
    source: github('MetaMask/metamask-mobile', 3_090),
    start: answering('wallet_switchEthereumChain', never),
  },
  {
    id: 'switch-answers-text',
    title: 'answers a switch with text instead of null',
    source: github('gemwalletcom/gem-ios', 939),
    start: answering('wallet_switchEthereumChain', () => 'invalid data'),
  },
  {
    id: 'unknown-chain-in-words',
    title: 'rejects an unknown chain without a code',
    source: 'https://github.com/rainbow-me/browser-extension/pull/1597',
    start: () => ({
      request: (call, next) =>
        next().catch((error: unknown) =>
          call.method === 'wallet_switchEthereumChain'
            ? fail(new Error('Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.'))
            : fail(error),
        ),
    }),
  },
  {
    id: 'unknown-chain-internal-error',
    title: 'rejects an unknown chain with code -32603',
    source: github('Uniswap/web3-react', 587),
    start: () => ({
      request: (call, next) =>
        next().catch((error: unknown) =>
          call.method === 'wallet_switchEthereumChain'
            ? fail(Object.assign(rpcError(-32_603, 'Internal error'), { data: { originalError: { code: 4902 } } }))
            : fail(error),
        ),
    }),
  },
  {
    id: 'adds-without-switching',
    title: 'adds a network without switching to it',
    source: github('tahowallet/extension', 3_163),
    start(context) {
      let isAdding = false
      return {
        async request(call, next) {
          if (call.method !== 'wallet_addEthereumChain') return next()
          const chainId = numberToHex(Number(await context.request({ method: 'eth_chainId' })))
          isAdding = true
          try {
            const answer = await next()
            await context.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] })
            return answer
          } finally {
            isAdding = false
          }
        },
        emit: (event, payload, next) => void ((event !== 'chainChanged' || !isAdding) && next(payload)),
      }
    },
  },

  // Transactions
  {
    id: 'answers-signed-transaction',
    title: 'answers with the signed transaction instead of its hash',
    source: github('WalletConnect/walletconnect-monorepo', 192),
    start: answering('eth_sendTransaction', (hash, { request }) =>
      request({ method: 'eth_getRawTransactionByHash', params: [hash] }),
    ),
  },
  {
    id: 'answers-object',
    title: 'answers with an object that contains the hash',
    source: github('WalletConnect/walletconnect-monorepo', 146),
    start: answering('eth_sendTransaction', (hash) => ({ id: 1, jsonrpc: '2.0', result: hash })),
  },
  {
    id: 'answers-null',
    title: 'sends the transaction and answers null',
    source: github('WalletConnect/WalletConnectFlutterV2', 61),
    start: answering('eth_sendTransaction', () => null),
  },
  {
    id: 'answers-own-hash',
    title: 'answers with a hash that no chain knows, because other owners must sign first',
    source: github('safe-global/safe-wallet-monorepo', 2_130),
    start: answering('eth_sendTransaction', () => `0x${'ab'.repeat(32)}`),
  },
  {
    id: 'sends-then-times-out',
    title: 'sends the transaction and then reports that its node timed out',
    source: github('ethereum/mist', 1_363),
    start: answering('eth_sendTransaction', () => fail(rpcError(-32_603, 'The request timed out.'))),
  },
  {
    id: 'sends-then-known',
    title: 'sends the transaction twice, and reports that its node knows it already',
    source: github('MetaMask/metamask-extension', 3_669),
    start: answering('eth_sendTransaction', () =>
      fail(
        Object.assign(rpcError(-32_603, 'Internal JSON-RPC error.'), {
          data: { code: -32_000, message: 'known transaction: 8d386e09' },
        }),
      ),
    ),
  },

  // Signatures
  {
    id: 'signature-ledger',
    title: 'answers with a signature whose recovery byte is 0 or 1',
    source: github('MetaMask/metamask-extension', 10_850),
    start: answering(
      'personal_sign',
      (signature) => `${String(signature).slice(0, -2)}${String(signature).endsWith('1b') ? '00' : '01'}`,
    ),
  },
  {
    id: 'hardware-timeout',
    title: 'fails because the user did not confirm on the hardware wallet in time',
    source: github('LedgerHQ/ledgerjs', 305),
    start: () => ({
      request: (call, next) =>
        ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'].includes(call.method)
          ? fail(new Error('Failed to sign with Ledger device: U2F TIMEOUT'))
          : next(),
    }),
  },

  // Capabilities and bundles
  {
    id: 'capabilities-malformed',
    title: 'answers wallet_getCapabilities with a null entry',
    source: github('MetaMask/metamask-extension', 32_215),
    start: answering('wallet_getCapabilities', (answer) => ({ ...(answer as object), '0xa4b1': null })),
  },
  {
    id: 'capabilities-unanswered',
    title: 'does not answer wallet_getCapabilities',
    source: 'https://github.com/relayprotocol/relay-kit/pull/982',
    start: instead('wallet_getCapabilities', never),
  },
  {
    id: 'no-bundles',
    title: 'does not know the methods of EIP-5792',
    source: 'https://github.com/wevm/viem/pull/4008',
    start: () => ({
      request: (call, next) =>
        /Calls|Capabilities/.test(call.method)
          ? fail(rpcError(-32_601, 'The method does not exist / is not available.'))
          : next(),
    }),
  },
  {
    id: 'bundle-id-text',
    title: 'answers wallet_sendCalls with an id as text',
    source: 'https://github.com/MetaMask/eth-json-rpc-middleware/pull/363',
    start: answering('wallet_sendCalls', (answer) => (answer as { id: string }).id),
  },

  // Disconnecting
  {
    id: 'no-revoke',
    title: 'does not support wallet_revokePermissions',
    source: 'https://github.com/reown-com/appkit/pull/2683',
    start: instead('wallet_revokePermissions', () => fail(rpcError(-32_601, 'The method does not exist.'))),
  },
  {
    id: 'revoke-unanswered',
    title: 'does not answer wallet_revokePermissions',
    source: 'https://github.com/wevm/wagmi/pull/4065',
    start: instead('wallet_revokePermissions', never),
  },
]
