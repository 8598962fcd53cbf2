/**
 * The Bitcoin wallet's sats-connect interface: JSON-RPC responses with its own error codes
 * (https://docs.xverse.app/sats-connect).
 */
import { base64, hex } from '@scure/base'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import * as z from 'zod/mini'
import { parseParams } from '../eip155/params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { BitcoinKey } from './accounts.ts'
import type { BitcoinCore } from './core.ts'

/** The part of the wallet that sites see. */
export interface SatsConnectWallet {
  request(method: string, params?: unknown): Promise<unknown>
  addListener(event: string, listener: (event: unknown) => void): () => void
}

/** EIP-1193 codes mapped to sats-connect codes. */
const codes: Readonly<Record<number, number>> = {
  [rpcCodes.rejected]: -32000,
  [rpcCodes.unsupported]: -32001,
  [rpcCodes.unauthorized]: -32002,
}

const satoshis = z.pipe(
  z.int().check(z.gt(0)),
  z.transform((value: number) => BigInt(value)),
)
const paramsOf = {
  sendTransfer: z.object({
    recipients: z.array(z.object({ address: z.string(), amount: satoshis })).check(z.minLength(1)),
  }),
  signMessage: z.object({
    address: z.string(),
    message: z.string(),
    protocol: z.optional(z.enum(['ECDSA', 'BIP322'])),
  }),
  signPsbt: z.object({
    psbt: z.base64().check(z.minLength(1)),
    signInputs: z.record(z.string(), z.array(z.int().check(z.gte(0)))),
    broadcast: z._default(z.boolean(), false),
  }),
}

const garbage: Readonly<Record<string, unknown>> = {
  wallet_connect: { addresses: [42] },
  wallet_getAccount: { addresses: [42] },
  getAccounts: [42],
  getAddresses: { addresses: [42] },
  sendTransfer: 'ok',
  signMessage: 'ok',
  signPsbt: 'ok',
}

const describeKey = ({ address, publicKey, purpose }: BitcoinKey) => ({
  address,
  publicKey: hex.encode(publicKey),
  purpose,
  addressType: purpose === 'payment' ? 'p2wpkh' : 'p2tr',
  walletType: 'software',
})

/**
 * Creates the sats-connect interface. Messages are signed with ECDSA for the payment address and BIP-322 for ordinals, unless
 * the site chooses.
 */
export function createSatsConnect(core: BitcoinCore): SatsConnectWallet {
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  const emit = (type: string, event: object = {}) =>
    listeners.get(type)?.forEach((listener) => listener({ type, ...event }))
  const addresses = () => core.connectedKeys().map(describeKey)
  const account = () => ({ id: 'sandbox', walletType: 'software', addresses: addresses(), network: 'Testnet' })

  core.onKeysChange(() => {
    if (core.isConnected()) emit('accountChange', { addresses: addresses() })
    else emit('disconnect')
  })

  const connectAccount = async () => {
    await core.connect()
    return account()
  }
  const disconnect = () => {
    core.disconnect()
    return null
  }

  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    wallet_connect: connectAccount,
    getAddresses: connectAccount,
    getAccounts: async () => (await connectAccount()).addresses,
    wallet_getAccount() {
      if (core.connectedKeys().length > 0) return account()
      throw new ProviderRpcError(rpcCodes.unauthorized, 'Access denied.')
    },
    wallet_disconnect: disconnect,
    wallet_renouncePermissions: disconnect,
    async sendTransfer(params) {
      return { txid: await core.sendTransfer(parseParams(paramsOf.sendTransfer, params).recipients) }
    },
    async signMessage(params) {
      const { address, message, protocol } = parseParams(paramsOf.signMessage, params)
      const isPayment = core.connectedKeys().some((key) => key.address === address && key.purpose === 'payment')
      const usedProtocol = protocol ?? (isPayment ? 'ECDSA' : 'BIP322')
      const bytes = new TextEncoder().encode(message)
      const signature = await core.signMessage(address, bytes, usedProtocol === 'ECDSA' ? 'ECDSA' : 'BIP-322')
      return {
        signature: base64.encode(signature),
        messageHash: hex.encode(sha256x2(bytes)),
        address,
        protocol: usedProtocol,
      }
    },
    async signPsbt(params) {
      const { psbt, signInputs, broadcast } = parseParams(paramsOf.signPsbt, params)
      const inputs = Object.entries(signInputs).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ address, index })),
      )
      const bytes = base64.decode(psbt)
      const signed = broadcast ? await core.sendPsbt(bytes, inputs) : await core.signPsbt(bytes, inputs)
      return { ...signed, psbt: base64.encode(signed.psbt) }
    },
  }

  return {
    async request(method, params) {
      const id = crypto.randomUUID()
      const errorResponse = (code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })
      if (core.returnsGarbage() && Object.hasOwn(garbage, method))
        return { jsonrpc: '2.0', id, result: garbage[method] }
      const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!handler) return errorResponse(-32601, `The wallet doesn't support ${method}.`)
      try {
        return { jsonrpc: '2.0', id, result: await handler(params) }
      } catch (error) {
        // Rethrows values that are not errors, to simulate wallets that throw bare strings.
        if (!(error instanceof Error)) throw error
        return error instanceof ProviderRpcError
          ? errorResponse(codes[error.code] ?? error.code, error.message)
          : errorResponse(rpcCodes.internal, error.message)
      }
    },
    addListener(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return () => void listeners.get(event)?.delete(listener)
    },
  }
}
