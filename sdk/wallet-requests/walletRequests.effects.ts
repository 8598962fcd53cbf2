import type { Connection } from '../../machines/shared/account.types.ts'
import type { WalletRequest, RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { Transfer } from '../../machines/send/transfer.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { assertDefined } from '../../machines/core/assertDefined.ts'
import { walletRequestMachine } from '../../machines/wallet-requests/walletRequest.machine.ts'
import { isTransactionHash } from '../../machines/shared/hex.rules.ts'
import { isSentByPage } from '../../machines/wallet-requests/walletRequest.rules.ts'
import { abortable } from '../platform/abort.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Ports } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { adapterOf, providerOf } from '../connection/providers.ts'

/** Methods that are bound to a chain and an account before they are sent to the wallet. */
const BOUND_METHODS = ['eth_sendTransaction', 'wallet_sendTransaction', 'eth_signTransaction', 'wallet_sendCalls']

/** Methods whose response is a transaction hash. */
const SENDING_METHODS = ['eth_sendTransaction', 'wallet_sendTransaction']

const orderOf = (connection: Connection, transfer: Transfer) => ({ ...transfer, from: connection.address })

/** Prepares a request to the wallet. A transaction or a bundle of calls is bound to its chain and account. */
async function prepareCall(ports: Ports, request: WalletRequest, signal: AbortSignal): Promise<RpcCall> {
  const { connection } = request
  const provider = providerOf(ports, connection.connector)
  if (request.kind === 'transfer') {
    const chain = await adapterOf(ports, connection.connector)
    const order = orderOf(connection, request.transfer)
    await chain.checkToken(order, signal)
    return chain.prepare(provider, order, signal)
  }
  const { call } = request
  if (!BOUND_METHODS.includes(call.method) || connection.namespace !== 'eip155') return call
  const { bindTransaction, bindCalls } = await loadPart(import('../chains/eip155/sending.ts'))
  return (call.method === 'wallet_sendCalls' ? bindCalls : bindTransaction)(provider, call, connection, signal)
}

/** Sends a call to the wallet. For a sent transaction it extracts the hash, in whatever format the wallet returns it. */
async function sendCall(provider: WalletProvider, call: RpcCall, signal: AbortSignal): Promise<unknown> {
  const answer = await abortable(provider.request(call), signal)
  if (!SENDING_METHODS.includes(call.method) || isTransactionHash(answer)) return answer
  const { readSentHash } = await loadPart(import('../chains/eip155/sentHash.ts'))
  return readSentHash(answer) ?? answer
}

/** Sends a request to the wallet. Returns the hash of a transfer, or the result of a call. */
async function sendToWallet(
  ports: Ports,
  { request, call }: { request: WalletRequest; call: RpcCall },
  signal: AbortSignal,
): Promise<unknown> {
  const { connection } = request
  const provider = providerOf(ports, connection.connector)
  if (request.kind === 'call' && !isSentByPage(request)) return sendCall(provider, call, signal)
  const chain = await adapterOf(ports, connection.connector)
  if (request.kind === 'transfer') return chain.send(provider, orderOf(connection, request.transfer), call)
  // Do not ask the wallet if the request was cancelled while the adapter loaded. For a transfer, it was loaded before.
  signal.throwIfAborted()
  if (!chain.sendBuilt) throw new LatchkeyError('chain.adapterMissing')
  const network = assertDefined(request.followedOn)
  return chain.sendBuilt(provider, { network, from: connection.address }, call)
}

export const requestEffects = (ports: Ports) =>
  implement(walletRequestMachine, {
    prepare: ({ input, signal }) => prepareCall(ports, input, signal),
    sendToWallet: ({ input, signal }) => sendToWallet(ports, input, signal),
  })
