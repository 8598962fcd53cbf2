/** The network and accounts of an EVM wallet. */
import { getAddress, numberToHex, type Hex } from 'viem'
import * as z from 'zod/mini'
import type { Account } from '../../../machines/shared/account.types.ts'
import { referenceOf, type NetworkId } from '../../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { abortable } from '../../platform/abort.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { parseAnswer } from '../parseAnswer.ts'

const accountsSchema = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)))
const chainIdSchema = z.union([
  z.int().check(z.gt(0)),
  z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,16}|[1-9][0-9]{0,18})$/)),
])

/**
 * Parses the response to `eth_accounts` and similar methods: checksummed, without duplicates. Throws `wallet.invalidResponse`.
 */
export const readAccounts = (answer: unknown): Account[] =>
  [...new Set(parseAnswer(accountsSchema, answer).map((address) => getAddress(address)))].map((address) => ({
    address,
    type: 'eoa',
  }))

/** Parses the response to `eth_chainId` to a CAIP-2 id. Throws `wallet.invalidResponse`. */
export const readNetworkId = (answer: unknown): NetworkId =>
  `eip155:${BigInt(parseAnswer(chainIdSchema, answer)).toString()}`

/** A network's chain id in the format of JSON-RPC. */
export const hexChainId = (networkId: NetworkId): Hex => numberToHex(BigInt(referenceOf(networkId)))

/** Sends a request to a wallet, until the signal aborts. */
export const callWallet = (
  provider: WalletProvider,
  signal: AbortSignal,
  method: string,
  params?: unknown,
): Promise<unknown> => abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

/**
 * Checks that a wallet is on a network and shares an account. These are the last requests before `eth_sendTransaction`, so that
 * only the wallet itself can still change. Throws `send.otherNetwork`, `send.otherAccount`, `account.undefined`.
 */
export async function assertAccountAndNetwork(
  provider: WalletProvider,
  { networkId, from }: { networkId: NetworkId; from: string },
  signal: AbortSignal,
): Promise<void> {
  const [chainId, accounts] = await Promise.all([
    callWallet(provider, signal, 'eth_chainId'),
    callWallet(provider, signal, 'eth_accounts'),
  ])
  // A locked wallet may return neither.
  if (chainId === null || (Array.isArray(accounts) && accounts.length === 0))
    throw new LatchkeyError('account.undefined')
  if (readNetworkId(chainId) !== networkId) throw new LatchkeyError('send.otherNetwork')
  if (!readAccounts(accounts).some(({ address }) => address === getAddress(from)))
    throw new LatchkeyError('send.otherAccount')
}
