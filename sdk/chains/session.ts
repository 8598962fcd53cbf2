/** Connections to wallets on other devices, whose session provides the accounts and the network. */
import * as z from 'zod/mini'
import type { Account } from '../../machines/shared/account.types.ts'
import { namespaceOf, type NetworkId } from '../../machines/shared/namespace.types.ts'
import { networkIdSchema } from '../../machines/shared/namespace.schemas.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { LINE_CALLS, PARTING_CALL } from '../../machines/pairing/rules/sharedSession.ts'
import { abortable } from '../platform/abort.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import type { ChainAdapter, WalletAccounts } from './adapter.ts'
import { parseAnswer } from './parseAnswer.ts'

const addressSchema = z.string().check(z.minLength(1))
/** An address, with the account type if there are several types. */
const accountSchema = z.union([
  addressSchema,
  z.object({ address: addressSchema, type: z.enum(['eoa', 'smartAccount']) }),
])
const sessionSchema = z.object({ chainId: z.optional(networkIdSchema), accounts: z.array(accountSchema) })

const requestWallet = (
  provider: WalletProvider,
  signal: AbortSignal,
  method: string,
  params?: unknown,
): Promise<unknown> => abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

type ReadAddress = ChainAdapter['readAddress']

/** The accounts in the format of the namespace, without duplicates. Throws `wallet.invalidResponse`. */
function accountsOf(
  networkId: NetworkId,
  rawAccounts: readonly z.infer<typeof accountSchema>[],
  readAddress: ReadAddress,
): Account[] {
  const type = namespaceOf(networkId) === 'bip122' ? ('payment' as const) : ('eoa' as const)
  try {
    const accounts = rawAccounts.map((raw): Account => {
      const account = typeof raw === 'string' ? { address: raw, type } : raw
      return { ...account, address: readAddress(account.address, networkId) }
    })
    return [...new Map(accounts.toReversed().map((account) => [account.address, account])).values()].toReversed()
  } catch (cause) {
    throw new LatchkeyError('wallet.invalidResponse', { cause })
  }
}

/** An adapter for wallets with a session. It reads the chain and builds transactions like `base`. */
export const withSession = (base: ChainAdapter): ChainAdapter => {
  const readSessionAccounts = async (
    provider: WalletProvider,
    signal: AbortSignal,
  ): Promise<WalletAccounts | undefined> => {
    const { chainId, accounts } = parseAnswer(sessionSchema, await requestWallet(provider, signal, LINE_CALLS.read))
    if (chainId === undefined) return undefined
    const [first, ...others] = accountsOf(chainId, accounts, base.readAddress)
    return first && { accounts: [first, ...others], networkId: chainId }
  }
  return {
    ...base,

    async connect(provider, _networks, signal) {
      const accounts = await readSessionAccounts(provider, signal)
      if (!accounts) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
      return accounts
    },

    getAccounts: (provider, _networks, signal) => readSessionAccounts(provider, signal),

    watch(provider, onEvent, onInvalid) {
      const controller = new AbortController()
      let latestRead = 0
      /** An event may concern a chain other than the last one, so the session is read again. */
      const refresh = () => {
        latestRead += 1
        const currentRead = latestRead
        readSessionAccounts(provider, controller.signal).then(
          (current) => {
            // Responses may arrive out of order.
            if (controller.signal.aborted || currentRead !== latestRead) return
            onEvent({ type: 'wallet.accountsChanged', accounts: current?.accounts ?? [] })
            if (current) onEvent({ type: 'wallet.networkChanged', networkId: current.networkId })
          },
          (cause: unknown) => void (controller.signal.aborted || onInvalid(cause)),
        )
      }
      const onDisconnect = () => onEvent({ type: 'wallet.disconnected' })
      const listeners = { accountsChanged: refresh, chainChanged: refresh, disconnect: onDisconnect }
      for (const [event, listener] of Object.entries(listeners)) provider.on?.(event, listener)
      return () => {
        controller.abort()
        for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener)
      }
    },

    disconnect: async (provider, signal) => void (await requestWallet(provider, signal, PARTING_CALL)),

    async switchNetwork(provider, { caipNetworkId }, signal) {
      await requestWallet(provider, signal, LINE_CALLS.move, { chainId: caipNetworkId })
      return caipNetworkId
    },

    async addNetwork() {
      throw new LatchkeyError('network.notSupported')
    },

    async prepare(provider, order, signal) {
      const session = await readSessionAccounts(provider, signal)
      if (session?.networkId !== order.network.caipNetworkId) throw new LatchkeyError('send.otherNetwork')
      if (!session.accounts.some(({ address }) => address === order.from)) throw new LatchkeyError('send.otherAccount')
      return base.prepare(provider, order, signal)
    },
  }
}
