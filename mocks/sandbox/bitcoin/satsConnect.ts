/**
 * The Bitcoin wallet's sats-connect interface: JSON-RPC responses with its own error codes
 * (https://docs.xverse.app/sats-connect).
 */
import { base64, hex } from '@scure/base'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import * as z from 'zod/mini'
import { read } from '../eip155/params.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { BitcoinKey } from './accounts.ts'
import type { BitcoinCore } from './core.ts'

/** The part of the wallet that sites see. */
export interface SatsConnectWallet {
  request(method: string, params?: unknown): Promise<unknown>
  addListener(event: string, heard: (event: unknown) => void): () => void
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

const nonsense: Readonly<Record<string, unknown>> = {
  wallet_connect: { addresses: [42] },
  wallet_getAccount: { addresses: [42] },
  getAccounts: [42],
  getAddresses: { addresses: [42] },
  sendTransfer: 'ok',
  signMessage: 'ok',
  signPsbt: 'ok',
}

const described = ({ address, publicKey, purpose }: BitcoinKey) => ({
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
  const emit = (type: string, event: object = {}) => listeners.get(type)?.forEach((heard) => heard({ type, ...event }))
  const addresses = () => core.shown().map(described)
  const account = () => ({ id: 'sandbox', walletType: 'software', addresses: addresses(), network: 'Testnet' })

  core.onShown(() => {
    if (core.isConnected()) emit('accountChange', { addresses: addresses() })
    else emit('disconnect')
  })

  const connected = async () => {
    await core.connect()
    return account()
  }
  const part = () => {
    core.disconnect()
    return null
  }

  const methods: Readonly<Record<string, (params: unknown) => unknown>> = {
    wallet_connect: connected,
    getAddresses: connected,
    getAccounts: async () => (await connected()).addresses,
    wallet_getAccount() {
      if (core.shown().length > 0) return account()
      throw new ProviderRpcError(rpcCodes.unauthorized, 'Access denied.')
    },
    wallet_disconnect: part,
    wallet_renouncePermissions: part,
    async sendTransfer(params) {
      return { txid: await core.sendTransfer(read(paramsOf.sendTransfer, params).recipients) }
    },
    async signMessage(params) {
      const { address, message, protocol } = read(paramsOf.signMessage, params)
      const isPayment = core.shown().some((key) => key.address === address && key.purpose === 'payment')
      const used = protocol ?? (isPayment ? 'ECDSA' : 'BIP322')
      const bytes = new TextEncoder().encode(message)
      const signature = await core.signMessage(address, bytes, used === 'ECDSA' ? 'ECDSA' : 'BIP-322')
      return {
        signature: base64.encode(signature),
        messageHash: hex.encode(sha256x2(bytes)),
        address,
        protocol: used,
      }
    },
    async signPsbt(params) {
      const { psbt, signInputs, broadcast } = read(paramsOf.signPsbt, params)
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
      const failed = (code: number, message: string) => ({ jsonrpc: '2.0', id, error: { code, message } })
      if (core.talksNonsense() && Object.hasOwn(nonsense, method))
        return { jsonrpc: '2.0', id, result: nonsense[method] }
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!answer) return failed(-32601, `The wallet doesn't support ${method}.`)
      try {
        return { jsonrpc: '2.0', id, result: await answer(params) }
      } catch (error) {
        // Rethrows values that are not errors, to simulate wallets that throw bare strings.
        if (!(error instanceof Error)) throw error
        return error instanceof ProviderRpcError
          ? failed(codes[error.code] ?? error.code, error.message)
          : failed(rpcCodes.internal, error.message)
      }
    },
    addListener(event, heard) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(heard))
      return () => void listeners.get(event)?.delete(heard)
    },
  }
}
