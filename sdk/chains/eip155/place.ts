/** Where an EVM wallet is, and whom it acts for. */
import { getAddress, numberToHex, type Hex } from 'viem'
import * as z from 'zod/mini'
import type { Account } from '../../../machines/entities/account.ts'
import { referenceOf, type NetworkId } from '../../../machines/entities/namespace.ts'
import { LatchkeyError } from '../../../machines/errors/error.ts'
import { abortable } from '../../platform/abort.ts'
import type { WalletProvider } from '../../walletProvider.ts'
import { believe } from '../believe.ts'

const accountsSchema = z.array(z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)))
const chainIdSchema = z.union([
  z.int().check(z.gt(0)),
  z.string().check(z.regex(/^(0x[0-9a-fA-F]{1,16}|[1-9][0-9]{0,18})$/)),
])

/** What `eth_accounts` and its like answer: each account once, with its checksum. Throws `wallet.invalidResponse`. */
export const readAccounts = (answer: unknown): Account[] =>
  [...new Set(believe(accountsSchema, answer).map((address) => getAddress(address)))].map((address) => ({
    address,
    type: 'eoa',
  }))

/** What `eth_chainId` answers, as a CAIP-2 id. Throws `wallet.invalidResponse`. */
export const readNetworkId = (answer: unknown): NetworkId =>
  `eip155:${BigInt(believe(chainIdSchema, answer)).toString()}`

/** A network's chain id as JSON-RPC has it. */
export const hexChainId = (networkId: NetworkId): Hex => numberToHex(BigInt(referenceOf(networkId)))

/** Asks a wallet, until the signal aborts. */
export const ask = (
  provider: WalletProvider,
  signal: AbortSignal,
  method: string,
  params?: unknown,
): Promise<unknown> => abortable(provider.request(params === undefined ? { method } : { method, params }), signal)

/**
 * Makes sure that a wallet is on a network and shares an account: the last questions before `eth_sendTransaction`, so that
 * nothing can move in between but the wallet itself. Throws `send.otherNetwork`, `send.otherAccount`, `account.undefined`.
 */
export async function assertPlace(
  provider: WalletProvider,
  { networkId, from }: { networkId: NetworkId; from: string },
  signal: AbortSignal,
): Promise<void> {
  const [at, accounts] = await Promise.all([
    ask(provider, signal, 'eth_chainId'),
    ask(provider, signal, 'eth_accounts'),
  ])
  // One that is locked may tell neither.
  if (at === null || (Array.isArray(accounts) && accounts.length === 0)) throw new LatchkeyError('account.undefined')
  if (readNetworkId(at) !== networkId) throw new LatchkeyError('send.otherNetwork')
  if (!readAccounts(accounts).some(({ address }) => address === getAddress(from)))
    throw new LatchkeyError('send.otherAccount')
}
