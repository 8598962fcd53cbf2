/** Namespaces without an adapter of their own: accounts are shown and wallet requests work, but nothing is read or sent. */
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { ChainAdapter } from './adapter.ts'

/** The CAIP-10 format, which fits every namespace. */
const CAIP_10_ADDRESS = /^[-.%a-zA-Z0-9]{1,128}$/

const unsupported = async (): Promise<never> => {
  throw new LatchkeyError('send.unsupportedChain')
}

export const bareAdapter: ChainAdapter = {
  async connect() {
    throw new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
  },
  getAccounts: async () => undefined,
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
  readAddress(address) {
    if (!CAIP_10_ADDRESS.test(address)) throw new LatchkeyError('address.invalid')
    return address
  },
  estimateMaximum: unsupported,
  estimateFee: unsupported,
  checkToken: unsupported,
  prepare: unsupported,
  send: unsupported,
  awaitReceipt: unsupported,
  fetchReceipt: async () => undefined,
}
