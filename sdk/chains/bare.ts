/** Families of chains that are only known by their wallets: accounts are shown and wallets asked, nothing is read or sent. */
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { ChainAdapter } from './adapter.ts'

const unsupported = async (): Promise<never> => {
  throw new LatchkeyError('send.unsupportedChain')
}

export const bareAdapter: ChainAdapter = {
  async connect() {
    throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
  },
  existing: async () => undefined,
  watch: () => () => {},
  disconnect: async () => {},
  async switchNetwork() {
    throw new LatchkeyError('network.notSupported')
  },
  async addNetwork() {
    throw new LatchkeyError('network.notSupported')
  },
  fetchAssets: async () => undefined,
  fetchBalances: async () => [],
  resolveReceiver: unsupported,
  estimateMaximum: unsupported,
  send: unsupported,
  awaitReceipt: unsupported,
  fetchReceipt: async () => undefined,
}
