import { never, wait } from './helpers.ts'
import type { RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'

/** What a wallet did. It is the truth that a test compares the app's outcome with. */
export type WalletDeed =
  | { type: 'granted'; accounts: readonly string[] }
  | { type: 'revoked' }
  | { type: 'rejected'; method: string }
  | { type: 'signed'; method: string; signature: string }
  /** `chainId`: a number on EVM chains, a CAIP-2 id on others. */
  | { type: 'sent'; chainId: number | string; hash: string }
  | { type: 'switched'; chainId: number }
  | { type: 'added'; chainId: number }

/** What the user does with a request: approves it, rejects it, or leaves it open forever. */
export type UserDecision = 'approve' | 'reject' | 'ignore'

export interface SimulatedUserOptions {
  /** Decides on each request that needs the user. Default: approves. */
  user?: (call: RpcCall) => UserDecision
  /** How long the user takes to decide, in ms. */
  decisionMs?: number
}

const PROMPTS = [
  'eth_requestAccounts',
  'wallet_requestPermissions',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_sendCalls',
  'standard:connect',
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'wallet_connect',
  'getAddresses',
  'getAccounts',
  'signMessage',
  'signPsbt',
  'sendTransfer',
  'wc_sessionPropose',
]

/** Whether `standard:connect` is called without a prompt. */
const isSilent = ({ params }: RpcCall): boolean =>
  Array.isArray(params) && (params as readonly { silent?: boolean }[])[0]?.silent === true

/** Whether a wallet asks its user before it answers this request. */
export const isPrompt = (call: RpcCall): boolean => PROMPTS.includes(call.method) && !isSilent(call)

/** Creates the function with which a wallet asks its user. It rejects with code 4001 if the user does. */
export const simulatedUser =
  ({ user = () => 'approve', decisionMs = 1_000 }: SimulatedUserOptions, deeds: WalletDeed[]) =>
  async (call: RpcCall): Promise<void> => {
    await wait(decisionMs)
    const decision = user(call)
    if (decision === 'ignore') await never()
    if (decision === 'approve') return
    deeds.push({ type: 'rejected', method: call.method })
    throw rpcError(4001, 'User rejected the request.')
  }
