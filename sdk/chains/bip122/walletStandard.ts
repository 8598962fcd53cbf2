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
interface WalletAccount {
  address: string
  publicKey?: Uint8Array
  chains?: readonly string[]
}
const accountSchema = z.object({
  address: z.string().check(z.minLength(1)),
  publicKey: z.optional(bytes),
  chains: z.optional(z.array(z.string())),
})
const accountsSchema = z.array(z.custom<WalletAccount>((value) => accountSchema.safeParse(value).success))
const connectedSchema = z.object({ accounts: accountsSchema })
const signedMessageSchema = z.tuple([z.object({ signature: bytes })], z.unknown())
const signedPsbtSchema = z.tuple([z.object({ signedPsbt: bytes })], z.unknown())
const changeSchema = z.object({ accounts: z.optional(accountsSchema) })

/** The length of a signature with a leading public key byte (BIP-137); BIP-322 signatures are longer. */
const ECDSA_BYTES = 65

const toBase64 = (data: Uint8Array): string => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
const toHex = (data: Uint8Array): string => Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')

const isTaproot = ({ address }: WalletAccount): boolean => /^(bc|tb)1p/i.test(address)
/** A wallet of several namespaces lists the accounts of all of them. */
const isBitcoin = ({ chains }: WalletAccount): boolean => chains?.some((chain) => chain.startsWith('bitcoin:')) ?? true
const chainOf = ({ address }: WalletAccount): string =>
  /^(bc1|[13])/i.test(address) ? 'bitcoin:mainnet' : 'bitcoin:testnet'

/** Accounts have no purpose. Wallets with separate ordinals keep them at taproot addresses. */
function toSharedAddresses(accounts: readonly WalletAccount[]): SharedAddress[] {
  const bitcoinAccounts = accounts.filter(isBitcoin)
  const hasSeparateOrdinals = !bitcoinAccounts.every(isTaproot)
  return bitcoinAccounts.map((account) => ({
    address: account.address,
    ...(account.publicKey && { publicKey: toHex(account.publicKey) }),
    intention: hasSeparateOrdinals && isTaproot(account) ? 'ordinal' : 'payment',
  }))
}

/** A wallet as a provider. Its accounts are read on each request, because they change. */
export function walletStandardProvider(wallet: object): WalletProvider {
  const readAccounts = (): readonly WalletAccount[] =>
    parseAnswer(accountsSchema, Reflect.get(wallet, 'accounts') ?? [])
  const findMethod = (name: string, methodName: string): Method | undefined => {
    const feature: unknown = Reflect.get(Object(Reflect.get(wallet, 'features')), name)
    const { data } = method.safeParse(feature === undefined ? undefined : Reflect.get(Object(feature), methodName))
    return data && ((...inputs) => data.call(feature, ...inputs))
  }
  const requireMethod = (name: string, methodName: string): Method => {
    const featureMethod = findMethod(name, methodName)
    if (!featureMethod) throw unsupported(name)
    return featureMethod
  }
  const accountOf = (address: string): WalletAccount => {
    const account = readAccounts().find((item) => item.address === address)
    if (!account) throw rpcError(4100, 'The wallet does not share that address.')
    return account
  }

  return createProvider(
    {
      getAccountAddresses: async () => toSharedAddresses(readAccounts()),
      requestAccountAddresses: async () => {
        const connect = requireMethod('bitcoin:connect', 'connect')
        return toSharedAddresses(
          parseAnswer(connectedSchema, await connect({ purposes: ['payment', 'ordinals'] })).accounts,
        )
      },
      signMessage: async (params) => {
        const { account, address = account, message, protocol } = parseParams(messageSchema, params)
        const sign = requireMethod('bitcoin:signMessage', 'signMessage')
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
        const sign = requireMethod('bitcoin:signTransaction', 'signTransaction')
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
        const disconnect =
          findMethod('bitcoin:disconnect', 'disconnect') ?? requireMethod('standard:disconnect', 'disconnect')
        await disconnect()
        return null
      },
    },
    (emit) => {
      const onChange = (properties: unknown) => {
        const change = safely(() => changeSchema.safeParse(properties).data)
        if (!change) emit('accountsChanged', properties)
        else if (change.accounts)
          emit(
            'accountsChanged',
            safely(() => toSharedAddresses(change.accounts ?? [])),
          )
      }
      const stop = quietly(() => {
        const subscribe = findMethod('standard:events', 'on') ?? findMethod('bitcoin:events', 'on')
        return subscribe?.('change', onChange)
      })
      return () => {
        if (typeof stop === 'function') quietly(() => stop())
      }
    },
  )
}
