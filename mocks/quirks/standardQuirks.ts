/** What real Wallet Standard wallets do differently, each with a public report. */
import { commonQuirks } from './commonQuirks.ts'
import { fail, github, instead, never, wait } from './helpers.ts'
import type { Quirk } from './quirk.ts'
import { rpcError } from './rpcError.ts'
import { isPrompt } from './simulatedUser.ts'

/** Phantom adds assertions of this program, to protect the user from unexpected changes. */
const LIGHTHOUSE = 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95'

/** Adds an instruction to a transaction. */
async function withInstruction(transaction: Uint8Array): Promise<Uint8Array> {
  const { PublicKey, TransactionInstruction, TransactionMessage, VersionedTransaction } =
    await import('@solana/web3.js')
  const { message } = VersionedTransaction.deserialize(transaction)
  const { instructions, ...rest } = TransactionMessage.decompile(message)
  const data = new Uint8Array(1) as Buffer
  const added = new TransactionInstruction({ programId: new PublicKey(LIGHTHOUSE), keys: [], data })
  const changed = new TransactionMessage({ ...rest, instructions: [...instructions, added] })
  return new VersionedTransaction(changed.compileToV0Message()).serialize()
}

const CONNECT = 'standard:connect'
const SIGN_MESSAGE = 'solana:signMessage'
const SIGN = 'solana:signTransaction'

export const standardQuirks: readonly Quirk[] = [
  ...commonQuirks,

  // Connecting
  {
    id: 'popup-closed-unanswered',
    title: 'does not answer the request to connect when the user closes its popup',
    source: github('project-serum/sol-wallet-adapter', 44),
    start: () => ({ request: (call, next) => (call.method === CONNECT && isPrompt(call) ? never() : next()) }),
  },
  {
    id: 'unexpected-error',
    title: 'rejects the first request to connect with "Unexpected error"',
    source: github('anza-xyz/wallet-adapter', 833),
    start() {
      let isFirst = true
      return {
        request(call, next) {
          if (call.method !== CONNECT || !isPrompt(call) || !isFirst) return next()
          isFirst = false
          throw rpcError(-32_603, 'Unexpected error')
        },
      }
    },
  },

  // Accounts
  {
    id: 'account-event-empty',
    title: 'reports no accounts when the user selects an account that the app cannot access',
    source: github('anza-xyz/wallet-adapter', 708),
    start: () => ({ emit: (_event, payload, next) => next({ ...(payload as object), accounts: [] }) }),
  },

  // Signing
  {
    id: 'cancelled-with-4001',
    title: 'rejects with the words "Transaction cancelled" and code 4001',
    source: github('solflare-wallet/solflare-sdk', 24),
    start: () => ({
      request: (call, next) => (isPrompt(call) ? fail(rpcError(4001, 'Transaction cancelled')) : next()),
    }),
  },
  {
    id: 'ledger-message-unsupported',
    title: 'cannot sign messages, because its account is on a Ledger device',
    source: github('anza-xyz/wallet-adapter', 800),
    start: instead(SIGN_MESSAGE, () =>
      fail(new Error('[unsupported] signing off chain messages with ledger is not yet supported')),
    ),
  },
  {
    id: 'ledger-message-rejected',
    title: 'reports a message that its Ledger device cannot sign as rejected by the user',
    source: github('phantom/sandbox', 14),
    start: instead(SIGN_MESSAGE, () => fail(rpcError(4001, 'User rejected the request.'))),
  },
  {
    id: 'blind-signing-off',
    title: 'answers undefined instead of a signed transaction, because blind signing is off on its Ledger device',
    source: github('anza-xyz/wallet-adapter', 797),
    start: instead(SIGN, () => [undefined]),
  },
  {
    id: 'origin-forgotten',
    title: 'rejects signatures after the app has disconnected and connected again: "not an approved origin"',
    source: github('coral-xyz/backpack', 3_555),
    start: () => ({
      request: (call, next) =>
        isPrompt(call) && call.method !== CONNECT
          ? fail(new Error('https://shop.example is not an approved origin'))
          : next(),
    }),
  },
  {
    id: 'no-keyring',
    title: 'cannot sign transactions until the browser is restarted: "no keyring for solana"',
    source: github('coral-xyz/backpack', 4_307),
    start: instead(SIGN, () => fail(new Error('no keyring for solana'))),
  },
  {
    id: 'creation-failed',
    title: 'rejects a transaction with "Transaction creation failed." and code -32003',
    source: github('anza-xyz/wallet-adapter', 374),
    start: instead(SIGN, () => fail(rpcError(-32_003, 'Transaction creation failed.'))),
  },
  {
    id: 'adds-instructions',
    title: 'adds instructions to a transaction before it signs it',
    source: github('x402-foundation/x402', 828),
    start: ({ request }) => ({
      async request(call, next) {
        if (call.method !== SIGN) return next()
        const [input] = call.params as [{ transaction: Uint8Array }]
        return request({ ...call, params: [{ ...input, transaction: await withInstruction(input.transaction) }] })
      },
    }),
  },
  {
    id: 'confirmation-unknown',
    title: 'only signs and sends at once, and reports a transaction that it has sent as not confirmed after a minute',
    source: github('solana-labs/solana', 22_631),
    start: () => ({
      async request(call, next) {
        if (call.method === SIGN) throw rpcError(4200, `The wallet does not support ${SIGN}.`)
        const answer = await next()
        if (call.method !== 'solana:signAndSendTransaction') return answer
        await wait(60_000)
        throw new Error('Transaction was not confirmed in 60.00 seconds. It is unknown if it succeeded or failed.')
      },
    }),
  },
]
