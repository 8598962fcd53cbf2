/** A working Bitcoin wallet: it signs with real keys, broadcasts to the sandbox's chain, and can fail on demand. */
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { createWalletState, type WalletUser, type WalletStateOptions } from '../walletState.ts'
import { bitcoinAccounts, firstBitcoinAccount, secondBitcoinAccount, type BitcoinKey } from './accounts.ts'
import type { BitcoinCore } from './core.ts'
import { signBip322, signEcdsa } from './messages.ts'
import { sendTransaction } from './node.ts'
import { formatBitcoin, type BitcoinRequest } from './questions.ts'
import { createSatsConnect, type SatsConnectWallet } from './satsConnect.ts'
import {
  checkAddress,
  completePsbt,
  makeTransfer,
  planPsbt,
  readPsbt,
  signTransfer,
  type InputToSign,
} from './signing.ts'
import { createStandard, type StandardBitcoinWallet } from './standard.ts'

/** The wallet: `standard` and `sats` are for the site, the rest is for the user or a test that acts as the user. */
export interface SandboxBitcoinWallet extends WalletUser {
  /** The Wallet Standard interface. */
  standard: StandardBitcoinWallet
  /** The sats-connect interface. */
  sats: SatsConnectWallet
}

/** Options of the wallet: `network` is the displayed name of the chain at `esploraUrl`. */
export interface SandboxBitcoinWalletOptions extends WalletStateOptions<BitcoinRequest> {
  esploraUrl: string
  network: string
}

const findAccount = (address: string) =>
  bitcoinAccounts.find(({ payment }) => payment.address === address) ?? firstBitcoinAccount

/** Creates the wallet. With `storage`, its state survives a reload, as with a real extension. */
export function createSandboxBitcoinWallet(options: SandboxBitcoinWalletOptions): SandboxBitcoinWallet {
  const { esploraUrl, network } = options
  const state = createWalletState<BitcoinRequest, BitcoinKey>(options, {
    storageKey: 'sandbox-bitcoin-wallet',
    accounts: [firstBitcoinAccount.payment.address, secondBitcoinAccount.payment.address],
    connectRequest: (account) => ({
      kind: 'connect',
      details: { account, ordinals: findAccount(account).ordinals.address },
    }),
    siteAccountsOf(account) {
      const { payment, ordinals } = findAccount(account)
      return [payment, ordinals]
    },
  })
  const { requestApproval, siteAccounts: connectedKeys } = state

  const requireKey = (address: string | undefined): BitcoinKey => {
    const key = connectedKeys().find((candidate) => candidate.address === address)
    if (key) return key
    throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${address ?? 'any address'}.`)
  }

  const signPsbt = async (psbt: Uint8Array, inputs: readonly InputToSign[], isSent: boolean) => {
    const { address: from } = requireKey(inputs[0]?.address)
    const { details, sign } = planPsbt(readPsbt(psbt), inputs, connectedKeys())
    await requestApproval({ kind: 'psbt', details: { ...details, from, network, isSent } })
    return sign()
  }

  const core: BitcoinCore = {
    connect: state.connect,
    disconnect: state.disconnect,
    isConnected: () => state.get().connected,
    connectedKeys,
    onKeysChange: state.onSiteAccountsChange,
    returnsGarbage: () => state.get().failures.garbage,
    async signMessage(address, message, protocol) {
      const key = requireKey(address)
      if (protocol === 'ECDSA' && key.purpose === 'ordinals')
        throw new ProviderRpcError(rpcCodes.unsupported, 'The wallet signs for taproot addresses by BIP-322 only.')
      const details = { account: address, message: new TextDecoder().decode(message), protocol }
      await requestApproval({ kind: 'sign', details })
      return protocol === 'ECDSA' ? signEcdsa(key, message) : signBip322(key, message)
    },
    signPsbt: async (psbt, inputs) => ({ psbt: await signPsbt(psbt, inputs, false) }),
    async sendPsbt(psbt, inputs) {
      const signed = await signPsbt(psbt, inputs, true)
      return { psbt: signed, txid: await sendTransaction(esploraUrl, completePsbt(signed)) }
    },
    async sendTransfer(recipients) {
      const key = requireKey(connectedKeys()[0]?.address)
      for (const { address } of recipients) checkAddress(address)
      const { transaction, fee } = await makeTransfer(esploraUrl, key, recipients)
      const payments = recipients.map(({ address: to, amount }) => ({ to, amount: formatBitcoin(amount) }))
      const details = { from: key.address, payments, fee: formatBitcoin(fee), symbol: 'BTC', network } as const
      await requestApproval({ kind: 'transaction', details })
      return sendTransaction(esploraUrl, signTransfer(transaction, key))
    },
  }
  return Object.assign(state.user, { standard: createStandard(core), sats: createSatsConnect(core) })
}
