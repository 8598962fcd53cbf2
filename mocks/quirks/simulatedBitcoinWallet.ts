import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import type { WalletProvider } from '../../sdk/index.ts'
import type { BitcoinAccount, BitcoinKey } from '../sandbox/bitcoin/accounts.ts'
import type { RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'
import { simulatedUser, type SimulatedUserOptions, type WalletDeed } from './simulatedUser.ts'

export interface SimulatedBitcoinWallet extends Required<WalletProvider> {
  /** Everything that the wallet did, oldest first. */
  readonly deeds: readonly WalletDeed[]
  /** The addresses that the wallet shares now: that for payments, and that for ordinals. */
  accounts(): readonly string[]
  listenerCount(): number
  /** The user selects the account with this address for payments. */
  selectAccount(address: string): void
  /** The user removes the app's permission in the wallet. */
  revoke(): void
}

const CHAIN_ID = 'bip122:000000000933ea01ad0ee984209779ba'
/** The error codes of sats-connect. */
const [REJECTED, UNSUPPORTED, ACCESS_DENIED] = [-32_000, -32_001, -32_002]

/** Loads the keys and the signatures with the first request: most tests need no Bitcoin wallet. */
const loadKeys = async () => {
  const [{ bitcoinAccounts }, messages] = await Promise.all([
    import('../sandbox/bitcoin/accounts.ts'),
    import('../sandbox/bitcoin/messages.ts'),
  ])
  return { bitcoinAccounts, ...messages }
}
const hashOf = (bytes: Uint8Array) => hex.encode(sha256(sha256(bytes)))

const describeKey = ({ address, publicKey, purpose }: BitcoinKey) => ({
  address,
  publicKey: hex.encode(publicKey),
  purpose,
})

/**
 * A Bitcoin wallet on testnet with the interface of sats-connect (WBIP-004): `satsConnectWallet` makes it one. It signs with real keys
 * and records what it did. It makes up the ids of the transactions that it sends. Its user decides after `decisionMs`. It waits with
 * `setTimeout`, so that fake timers control it.
 */
export function simulatedBitcoinWallet(userOptions: SimulatedUserOptions = {}): SimulatedBitcoinWallet {
  const deeds: WalletDeed[] = []
  const confirm = simulatedUser(userOptions, deeds)
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let known: readonly BitcoinAccount[] = []
  let selected: BitcoinAccount | undefined
  let isConnected = false

  const keys = () => (isConnected && selected ? [selected.payment, selected.ordinals] : [])
  const emit = (event: string, payload: object) => {
    for (const listener of listeners.get(event) ?? []) listener({ type: event, ...payload })
  }
  const account = () => ({ addresses: keys().map(describeKey) })
  const disconnect = () => {
    deeds.push({ type: 'revoked' })
    isConnected = false
    emit('disconnect', {})
    return null
  }
  const keyOf = (address: unknown) => {
    const key = keys().find((one) => one.address === address)
    if (key) return key
    throw rpcError(ACCESS_DENIED, 'Access denied.')
  }
  async function connect(call: RpcCall) {
    if (isConnected) return account()
    await confirm(call)
    isConnected = true
    deeds.push({ type: 'granted', accounts: keys().map(({ address }) => address) })
    return account()
  }

  const methods: Record<string, (params: never, call: RpcCall) => unknown> = {
    wallet_connect: (_params, call) => connect(call),
    getAddresses: (_params, call) => connect(call),
    getAccounts: async (_params, call) => (await connect(call)).addresses,
    wallet_getAccount() {
      if (isConnected) return account()
      throw rpcError(ACCESS_DENIED, 'Access denied.')
    },
    wallet_disconnect: disconnect,
    wallet_renouncePermissions: disconnect,
    async signMessage({ address, message, protocol }: { address: string; message: string; protocol?: string }, call) {
      const key = keyOf(address)
      await confirm(call)
      const used = protocol ?? (key.purpose === 'payment' ? 'ECDSA' : 'BIP322')
      const bytes = new TextEncoder().encode(message)
      const { signEcdsa, signBip322 } = await loadKeys()
      const signature = base64.encode(used === 'ECDSA' ? signEcdsa(key, bytes) : signBip322(key, bytes))
      deeds.push({ type: 'signed', method: 'signMessage', signature })
      return { signature, messageHash: hashOf(bytes), address, protocol: used }
    },
    async sendTransfer({ recipients }: { recipients: readonly object[] }, call) {
      if (!isConnected) throw rpcError(ACCESS_DENIED, 'Access denied.')
      await confirm(call)
      const order = new TextEncoder().encode(JSON.stringify([deeds.length, recipients]))
      const txid = hashOf(order)
      deeds.push({ type: 'sent', chainId: CHAIN_ID, hash: txid })
      return { txid }
    },
  }
  const errorOf = (thrown: unknown) => {
    const { code, message } = thrown as { code?: unknown; message?: unknown }
    return { error: { code: code === 4001 ? REJECTED : code, message } }
  }

  return {
    deeds,
    accounts: () => keys().map(({ address }) => address),
    listenerCount: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    selectAccount(address) {
      selected = known.find(({ payment }) => payment.address === address) ?? selected
      if (isConnected) emit('accountChange', account())
    },
    revoke: () => void disconnect(),
    async request(call) {
      known = (await loadKeys()).bitcoinAccounts
      selected ??= known[0]
      const handler = methods[call.method]
      if (!handler) return errorOf(rpcError(UNSUPPORTED, `The wallet does not support ${call.method}.`))
      try {
        return { result: await handler((call.params ?? {}) as never, call) }
      } catch (error) {
        return errorOf(error)
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}

/** A Bitcoin wallet with the interface of sats-connect, as apps find it in `window.btc_providers`. */
export const satsConnectWallet = ({ request, on, removeListener }: Required<WalletProvider>) => ({
  request: (method: string, params?: unknown): Promise<unknown> => request({ method, params }),
  addListener({ eventName, cb }: { eventName: string; cb: (event: unknown) => void }) {
    on(eventName, cb)
    return () => removeListener(eventName, cb)
  },
})
