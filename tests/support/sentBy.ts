import type { ChainAdapter, SendOrder } from '../../sdk/chains/adapter.ts'
import type { WalletProvider } from '../../sdk/index.ts'

/** A transfer with only an adapter: prepared, then sent. */
export const sentBy = async (
  adapter: ChainAdapter,
  provider: WalletProvider,
  order: SendOrder,
  signal: AbortSignal,
): Promise<string> => adapter.send(provider, order, await adapter.prepare(provider, order, signal))
