/**
 * Bitcoin wallets of Wallet Standard, as providers. The features are those of ExodusMovement/bitcoin-wallet-standard, which Magic
 * Eden, Xverse, Exodus and others publish:
 * - `bitcoin:connect` `connect({ purposes })` → `{ accounts }`, payment before ordinals
 * - `bitcoin:signMessage` `signMessage({ account, message })` → `[{ signedMessage, signature }]`
 * - `bitcoin:signTransaction` `signTransaction({ psbt, chain, inputsToSign })` → `[{ signedPsbt }]`
 * - `bitcoin:disconnect` or `standard:disconnect`, `bitcoin:events` or `standard:events` (`change`)
 *
 * Messages and PSBTs are bytes. No feature sends transactions, so `sendTransfer` and `broadcast` fail with code 4200.
 */
import * as z from 'zod/mini'
import { quietly, safely } from '../../platform/untrusted.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import {
  createProvider,
  parseParams,
  messageSchema,
  psbtSchema,
  rpcError,
  unsupported,
  type SharedAddress,
} from './port.ts'
import { parseAnswer } from '../parseAnswer.ts'

type Method = (...inputs: unknown[]) => unknown
const method = z.custom<Method>((value) => typeof value === 'function')
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** The wallet receives its own account objects back, so they are validated but never copied. */
interface Owned {
  address: string
  publicKey?: Uint8Array
  chains?: readonly string[]
}
const accountSchema = z.object({
  address: z.string().check(z.minLength(1)),
  publicKey: z.optional(bytes),
  chains: z.optional(z.array(z.string())),
})
const accountsSchema = z.array(z.custom<Owned>((value) => accountSchema.safeParse(value).success))
const connectedSchema = z.object({ accounts: accountsSchema })
const signedMessageSchema = z.tuple([z.object({ signature: bytes })], z.unknown())
const signedPsbtSchema = z.tuple([z.object({ signedPsbt: bytes })], z.unknown())
const changeSchema = z.object({ accounts: z.optional(accountsSchema) })

/** The length of a signature with a leading public key byte (BIP-137); BIP-322 signatures are longer. */
const ECDSA_BYTES = 65

const toBase64 = (data: Uint8Array): string => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
const toHex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')

const isTaproot = ({ address }: Owned): boolean => /^(bc|tb)1p/i.test(address)
/** A wallet of several namespaces lists the accounts of all of them. */
const isBitcoin = ({ chains }: Owned): boolean => chains?.some((chain) => chain.startsWith('bitcoin:')) ?? true
const chainOf = ({ address }: Owned): string => (/^(bc1|[13])/i.test(address) ? 'bitcoin:mainnet' : 'bitcoin:testnet')

/** Accounts have no purpose. Wallets with separate ordinals keep them at taproot addresses. */
function described(accounts: readonly Owned[]): SharedAddress[] {
  const own = accounts.filter(isBitcoin)
  const apart = !own.every(isTaproot)
  return own.map((account) => ({
    address: account.address,
    ...(account.publicKey && { publicKey: toHex(account.publicKey) }),
    intention: apart && isTaproot(account) ? 'ordinal' : 'payment',
  }))
}

/** A wallet as a provider. Its accounts are read on each request, because they change. */
export function walletStandardProvider(wallet: object): WalletProvider {
  const read = (): readonly Owned[] => parseAnswer(accountsSchema, Reflect.get(wallet, 'accounts') ?? [])
  const feature = (name: string, by: string): Method | undefined => {
    const found: unknown = Reflect.get(Object(Reflect.get(wallet, 'features')), name)
    const { data } = method.safeParse(found === undefined ? undefined : Reflect.get(Object(found), by))
    return data && ((...inputs) => data.call(found, ...inputs))
  }
  const needed = (name: string, by: string): Method => {
    const found = feature(name, by)
    if (!found) throw unsupported(name)
    return found
  }
  const accountOf = (address: string): Owned => {
    const account = read().find((one) => one.address === address)
    if (!account) throw rpcError(4100, 'The wallet does not share that address.')
    return account
  }

  return createProvider(
    {
      getAccountAddresses: async () => described(read()),
      requestAccountAddresses: async () => {
        const connect = needed('bitcoin:connect', 'connect')
        return described(parseAnswer(connectedSchema, await connect({ purposes: ['payment', 'ordinals'] })).accounts)
      },
      signMessage: async (params) => {
        const { account, address = account, message, protocol } = parseParams(messageSchema, params)
        const sign = needed('bitcoin:signMessage', 'signMessage')
        const input = { account: accountOf(address), message: new TextEncoder().encode(message) }
        const [{ signature }] = parseAnswer(signedMessageSchema, await sign(input))
        const used = signature.length === ECDSA_BYTES ? 'ecdsa' : 'bip322'
        // The wallet chooses the protocol. The caller could not verify a signature of the other one.
        if (protocol !== undefined && protocol !== used) throw unsupported(`${protocol} at this address`)
        return { address, signature: toBase64(signature) }
      },
      signPsbt: async (params) => {
        const { account, psbt, signInputs, broadcast } = parseParams(psbtSchema, params)
        if (broadcast) throw unsupported('broadcast')
        const sign = needed('bitcoin:signTransaction', 'signTransaction')
        const inputsToSign = signInputs.map(({ address, index, sighashTypes: [sigHash] = [] }) => ({
          account: accountOf(address),
          signingIndexes: [index],
          ...(sigHash !== undefined && { sigHash }),
        }))
        const input = { psbt: fromBase64(psbt), chain: chainOf(accountOf(account)), inputsToSign }
        const [{ signedPsbt }] = parseAnswer(signedPsbtSchema, await sign(input))
        return { psbt: toBase64(signedPsbt) }
      },
      wallet_revokePermissions: async () => {
        const part = feature('bitcoin:disconnect', 'disconnect') ?? needed('standard:disconnect', 'disconnect')
        await part()
        return null
      },
    },
    (emit) => {
      const changed = (properties: unknown) => {
        const told = safely(() => changeSchema.safeParse(properties).data)
        if (!told) emit('accountsChanged', properties)
        else if (told.accounts)
          emit(
            'accountsChanged',
            safely(() => described(told.accounts ?? [])),
          )
      }
      const stop = quietly(() => {
        const watch = feature('standard:events', 'on') ?? feature('bitcoin:events', 'on')
        return watch?.('change', changed)
      })
      return () => {
        if (typeof stop === 'function') quietly(() => stop())
      }
    },
  )
}
