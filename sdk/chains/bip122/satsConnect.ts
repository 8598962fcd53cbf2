/**
 * Wallets with the sats-connect interface (WBIP-004; Xverse, Leather, Magic Eden and others), as providers. They have
 * `request(method, params)` → `{ result }` or `{ error: { code, message } }`, and `addListener({ eventName, cb })`; older ones
 * `addListener(event, listener)`.
 */
import * as z from 'zod/mini'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import { quietly, safely } from '../../platform/untrusted.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import {
  createProvider,
  parseParams,
  messageSchema,
  psbtSchema,
  rpcError,
  transferSchema,
  unsupported,
  type SharedAddress,
} from './port.ts'
import { parseAnswer } from '../parseAnswer.ts'

type WalletListener = (event: unknown) => void

/** A wallet with the sats-connect interface. */
export interface SatsConnectWallet {
  request(method: string, params?: unknown): Promise<unknown>
  addListener?(...listener: [{ eventName: string; cb: WalletListener }] | [event: string, cb: WalletListener]): unknown
}

/** The sats-connect codes with their EIP-1193 equivalents: rejected by the user, not supported, not authorized. */
const CODES: Readonly<Record<number, number>> = { [-32000]: 4001, [-32001]: 4200, [-32002]: 4100 }
const NOT_ALLOWED = 4100

const errorSchema = z.object({ error: z.object({ code: z.number(), message: z.optional(z.string()) }) })
const answerSchema = z.object({ result: z.unknown() })
/** Leather has `type` where the others have `purpose`, and also lists addresses that are not Bitcoin. */
const addressSchema = z.object({
  address: z.string(),
  publicKey: z.optional(z.string()),
  purpose: z.optional(z.string()),
  type: z.optional(z.string()),
  symbol: z.optional(z.string()),
})
const addressesSchema = z.union([
  z.array(addressSchema),
  z.pipe(
    z.object({ addresses: z.array(addressSchema) }),
    z.transform(({ addresses }) => addresses),
  ),
])
const sentSchema = z.object({ txid: z.string() })
const signedSchema = z.object({
  signature: z.base64(),
  address: z.optional(z.string()),
  messageHash: z.optional(z.string()),
  protocol: z.optional(z.string()),
})
const signedPsbtSchema = z.object({ psbt: z.base64(), txid: z.optional(z.string()) })

/** Some wallets send the new addresses, others only that they changed. */
const changeSchema = z.object({ addresses: z.array(z.unknown()) })

/** Newest first: if a wallet does not know one, the next is tried. */
const CONNECT_CALLS = [
  ['wallet_connect', { addresses: ['payment', 'ordinals'] }],
  ['getAccounts', { purposes: ['payment', 'ordinals'] }],
  ['getAddresses', { purposes: ['payment', 'ordinals'] }],
] as const
const DISCONNECT_CALLS = [['wallet_disconnect'], ['wallet_renouncePermissions']] as const

function readAddresses(answer: unknown): SharedAddress[] {
  return parseAnswer(addressesSchema, answer).flatMap(({ address, publicKey, purpose, type, symbol = 'BTC' }) => {
    const kind = purpose ?? (type === 'p2tr' ? 'ordinals' : 'payment')
    if (symbol !== 'BTC' || (kind !== 'payment' && kind !== 'ordinals')) return []
    const intention = kind === 'payment' ? ('payment' as const) : ('ordinal' as const)
    return [{ address, ...(publicKey !== undefined && { publicKey }), intention }]
  })
}

/**
 * Converts a wallet's error, plain or in a JSON-RPC response, to an EIP-1193 error. Returns anything else unchanged. A code that has
 * another meaning in EIP-1193 is hidden from those who read the codes of its causes.
 */
function toProviderError(thrown: unknown): unknown {
  const error = safely(
    () => errorSchema.safeParse(thrown).data?.error ?? errorSchema.shape.error.safeParse(thrown).data,
  )
  if (!error) return thrown
  const { code, message = 'The wallet refused.' } = error
  const translated = CODES[code]
  return translated === undefined
    ? rpcError(code, message, thrown)
    : rpcError(translated, message, { original: thrown })
}

/** Sends requests to the wallet and throws its errors as EIP-1193 errors. */
function createCaller(wallet: SatsConnectWallet) {
  async function call(method: string, params?: unknown): Promise<unknown> {
    let answer: unknown
    try {
      answer = await wallet.request(method, params)
    } catch (thrown) {
      throw toProviderError(thrown)
    }
    if (safely(() => errorSchema.safeParse(answer).success)) throw toProviderError(answer)
    return parseAnswer(answerSchema, answer).result
  }
  async function callFirstSupported(calls: readonly (readonly [string, unknown?])[]): Promise<unknown> {
    let lastError: unknown
    for (const [method, params] of calls) {
      try {
        return await call(method, params)
      } catch (error) {
        if (!isUnsupportedMethod(error)) throw error
        lastError = error
      }
    }
    throw lastError
  }
  return { call, callFirstSupported }
}

export function satsConnectProvider(wallet: SatsConnectWallet): WalletProvider {
  /** The addresses that the user shared with this app. Older wallets return them only after a request to the user. */
  let sharedAddresses: readonly SharedAddress[] = []
  const { call, callFirstSupported } = createCaller(wallet)

  async function readSharedAddresses(): Promise<readonly SharedAddress[]> {
    try {
      return (sharedAddresses = readAddresses(await call('wallet_getAccount')))
    } catch (error) {
      if (isUnsupportedMethod(error)) return sharedAddresses
      if (error instanceof Error && Reflect.get(error, 'code') === NOT_ALLOWED) return (sharedAddresses = [])
      throw error
    }
  }

  return createProvider(
    {
      getAccountAddresses: readSharedAddresses,
      requestAccountAddresses: async () => (sharedAddresses = readAddresses(await callFirstSupported(CONNECT_CALLS))),
      sendTransfer: async (params) => {
        const { account, recipientAddress: address, amount, changeAddress, memo } = parseParams(transferSchema, params)
        if (changeAddress !== undefined || memo !== undefined) throw unsupported('changeAddress and memo')
        // The wallet spends from its payment address; it accepts no other.
        const sender = sharedAddresses.find((shared) => shared.address === account)
        if (sender?.intention === 'ordinal') throw unsupported('transfers from an address for ordinals')
        return parseAnswer(
          sentSchema,
          await call('sendTransfer', { recipients: [{ address, amount: Number(amount) }] }),
        )
      },
      signMessage: async (params) => {
        const { account, address = account, message, protocol } = parseParams(messageSchema, params)
        const order = { address, message, ...(protocol && { protocol: protocol.toUpperCase() }) }
        const { protocol: used, ...signed } = parseAnswer(signedSchema, await call('signMessage', order))
        // The caller could not verify a signature of the other protocol.
        if (protocol !== undefined && used !== undefined && used.toLowerCase() !== protocol)
          throw unsupported(`${protocol} at this address`)
        return { address, ...signed }
      },
      signPsbt: async (params) => {
        const { psbt, signInputs: inputs, broadcast = false } = parseParams(psbtSchema, params)
        const signInputs: Record<string, number[]> = {}
        for (const { address, index } of inputs) (signInputs[address] ??= []).push(index)
        return parseAnswer(signedPsbtSchema, await call('signPsbt', { psbt, signInputs, broadcast }))
      },
      wallet_revokePermissions: async () => {
        await callFirstSupported(DISCONNECT_CALLS)
        sharedAddresses = []
        return null
      },
    },
    (emit) => {
      // Some events contain no addresses. Unreadable data is emitted unchanged, and the subscriber rejects it.
      const readChangedAddresses = async (event: unknown) => {
        const change = safely(() => changeSchema.safeParse(event).data)
        return change ? (sharedAddresses = readAddresses(change.addresses)) : readSharedAddresses()
      }
      const emitChange = (event: unknown) =>
        void readChangedAddresses(event).then(
          (addresses) => emit('accountsChanged', addresses),
          (error: unknown) => emit('accountsChanged', error),
        )
      const listeners: Readonly<Record<string, WalletListener>> = {
        accountChange: emitChange,
        networkChange: () => emitChange(undefined),
        disconnect: () => ((sharedAddresses = []), emit('disconnect')),
      }
      // Each wallet supports one of the two signatures, and some throw on the other.
      const stops = Object.entries(listeners).flatMap(([eventName, cb]) => [
        quietly(() => wallet.addListener?.({ eventName, cb })),
        quietly(() => wallet.addListener?.(eventName, cb)),
      ])
      return () => {
        for (const stop of stops) if (typeof stop === 'function') quietly(() => stop())
      }
    },
  )
}
