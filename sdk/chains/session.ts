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
const lineSchema = z.object({ chainId: z.optional(networkIdSchema), accounts: z.array(accountSchema) })

const ask = (provider: WalletProvider, signal: AbortSignal, method: string, params?: unknown): Promise<unknown> =>
  abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

type ReadAddress = ChainAdapter['readAddress']

/** The accounts in the format of the namespace, without duplicates. Throws `wallet.invalidResponse`. */
function accountsOf(
  networkId: NetworkId,
  told: readonly z.infer<typeof accountSchema>[],
  readAddress: ReadAddress,
): Account[] {
  const type = namespaceOf(networkId) === 'bip122' ? ('payment' as const) : ('eoa' as const)
  try {
    const accounts = told.map((one): Account => {
      const account = typeof one === 'string' ? { address: one, type } : one
      return { ...account, address: readAddress(account.address, networkId) }
    })
    return [...new Map(accounts.toReversed().map((account) => [account.address, account])).values()].toReversed()
  } catch (cause) {
    throw new LatchkeyError('wallet.invalidResponse', { cause })
  }
}

/** An adapter for wallets with a session. It reads the chain and builds transactions like `base`. */
export const overSession = (base: ChainAdapter): ChainAdapter => {
  const shared = async (provider: WalletProvider, signal: AbortSignal): Promise<WalletAccounts | undefined> => {
    const { chainId, accounts } = parseAnswer(lineSchema, await ask(provider, signal, LINE_CALLS.read))
    if (chainId === undefined) return undefined
    const [first, ...others] = accountsOf(chainId, accounts, base.readAddress)
    return first && { accounts: [first, ...others], networkId: chainId }
  }
  return {
    ...base,

    async connect(provider, _offered, signal) {
      const found = await shared(provider, signal)
      if (!found) throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
      return found
    },

    getAccounts: (provider, _offered, signal) => shared(provider, signal),

    watch(provider, heard, refused) {
      const control = new AbortController()
      let looks = 0
      /** An event may concern a chain other than the last one, so the session is read again. */
      const look = () => {
        looks += 1
        const mine = looks
        shared(provider, control.signal).then(
          (now) => {
            // Responses may arrive out of order.
            if (control.signal.aborted || mine !== looks) return
            heard({ type: 'provider.accountsChanged', accounts: now?.accounts ?? [] })
            if (now) heard({ type: 'provider.networkChanged', networkId: now.networkId })
          },
          (cause: unknown) => void (control.signal.aborted || refused(cause)),
        )
      }
      const disconnected = () => heard({ type: 'provider.disconnected' })
      const listeners = { accountsChanged: look, chainChanged: look, disconnect: disconnected }
      for (const [event, listener] of Object.entries(listeners)) provider.on?.(event, listener)
      return () => {
        control.abort()
        for (const [event, listener] of Object.entries(listeners)) provider.removeListener?.(event, listener)
      }
    },

    disconnect: async (provider, signal) => void (await ask(provider, signal, PARTING_CALL)),

    async switchNetwork(provider, { caipNetworkId }, signal) {
      await ask(provider, signal, LINE_CALLS.move, { chainId: caipNetworkId })
      return caipNetworkId
    },

    async addNetwork() {
      throw new LatchkeyError('network.notSupported')
    },

    async prepare(provider, order, signal) {
      const line = await shared(provider, signal)
      if (line?.networkId !== order.network.caipNetworkId) throw new LatchkeyError('send.otherNetwork')
      if (!line.accounts.some(({ address }) => address === order.from)) throw new LatchkeyError('send.otherAccount')
      return base.prepare(provider, order, signal)
    },
  }
}
