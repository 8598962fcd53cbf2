import type { Connection } from '../../machines/shared/account.types.ts'
import type {
  WalletResponses,
  WalletRequest,
  WalletRequestKind,
  RpcCall,
} from '../../machines/wallet-requests/walletRequest.types.ts'
import type { Transfer } from '../../machines/send/transfer.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import { implement } from '../../machines/core/actors.ts'
import { assertDefined } from '../../machines/core/assertDefined.ts'
import { walletRequestMachine } from '../../machines/wallet-requests/walletRequest.machine.ts'
import { isTransactionHash } from '../../machines/shared/hex.rules.ts'
import { networksFrom } from '../../machines/network/network.rules.ts'
import { isSentByPage } from '../../machines/wallet-requests/walletRequest.rules.ts'
import { abortable } from '../platform/abort.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Ports } from '../instance/ports.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { connectionOf } from '../connection/connectionOf.ts'
import { adapterOf, providerOf } from '../connection/providers.ts'
import type { Site } from '../instance/site.ts'

/** Methods that are bound to a chain and an account before they are sent to the wallet. */
const BOUND = ['eth_sendTransaction', 'wallet_sendTransaction', 'eth_signTransaction', 'wallet_sendCalls']

/** Methods whose response is a transaction hash. */
const SENT = ['eth_sendTransaction', 'wallet_sendTransaction']

const orderOf = (connection: Connection, transfer: Transfer) => ({ ...transfer, from: connection.address })

/** Prepares a request to the wallet. A transaction or a bundle of calls is bound to its chain and account. */
async function prepared(
  ports: Ports,
  question: WalletRequest<'transfer' | 'call'>,
  signal: AbortSignal,
): Promise<RpcCall> {
  const { connection } = question
  const provider = providerOf(ports, connection.connector)
  if (question.kind === 'transfer') {
    const chain = await adapterOf(ports, connection.connector)
    const order = orderOf(connection, question.transfer)
    await chain.checkToken(order, signal)
    return chain.prepare(provider, order, signal)
  }
  const { call } = question
  if (!BOUND.includes(call.method) || connection.namespace !== 'eip155') return call
  const { bindTransaction: placed, bindCalls: placedBundle } = await loadPart(import('../chains/eip155/sending.ts'))
  return (call.method === 'wallet_sendCalls' ? placedBundle : placed)(provider, call, connection, signal)
}

/** Sends a call to the wallet. For a sent transaction it extracts the hash, in whatever format the wallet returns it. */
async function asCalled(provider: WalletProvider, call: RpcCall, signal: AbortSignal): Promise<unknown> {
  const answer = await abortable(provider.request(call), signal)
  if (!SENT.includes(call.method) || isTransactionHash(answer)) return answer
  const { readSentHash } = await loadPart(import('../chains/eip155/sentHash.ts'))
  return readSentHash(answer) ?? answer
}

/** Sends a request to the wallet. The type of the response depends on the kind of the request. */
async function answered(
  ports: Ports,
  { networks, prepareAccount }: Site,
  { question, call }: { question: WalletRequest; call: RpcCall | undefined },
  { signal, system }: { signal: AbortSignal; system: AnySystem },
): Promise<WalletResponses[WalletRequestKind]> {
  const connector = question.kind === 'connect' ? question.connector : question.connection.connector
  const provider = providerOf(ports, connector)
  if (question.kind === 'call' && !isSentByPage(question)) return asCalled(provider, assertDefined(call), signal)
  const chain = await adapterOf(ports, connector)
  // Do not ask the wallet if the request was cancelled while the adapter loaded. For a transfer, it was loaded before.
  if (question.kind !== 'transfer') signal.throwIfAborted()
  switch (question.kind) {
    case 'connect': {
      prepareAccount(system)
      const offered = networksFrom(networks(), connector.chain, question.networkId)
      return connectionOf(connector, provider, await chain.connect(provider, offered, signal))
    }
    case 'switchNetwork':
      return chain.switchNetwork(provider, question.network, signal)
    case 'addNetwork':
      await chain.addNetwork(provider, question.network, signal)
      return undefined
    case 'call': {
      const { connection, followedOn } = question
      if (!chain.sendBuilt) throw new LatchkeyError('chain.adapterMissing')
      return chain.sendBuilt(
        provider,
        { network: assertDefined(followedOn), from: connection.address },
        assertDefined(call),
      )
    }
    case 'transfer':
      return chain.send(provider, orderOf(question.connection, question.transfer), assertDefined(call))
  }
}

export const requestEffects = (ports: Ports, site: Site) =>
  implement(walletRequestMachine, {
    prepare: ({ input, signal }) => prepared(ports, input, signal),
    askWallet: ({ input, ...asked }) => answered(ports, site, input, asked),
  })
